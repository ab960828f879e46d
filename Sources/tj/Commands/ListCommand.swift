import ThreadJournal
import ThreadStorage

enum ListCommand {
  static let definition = CommandDefinition(
    name: "list", group: .reading, summary: "List the threads.",
    options: [
      .flag("trash", "Only deleted threads."), .flag("all", "Deleted threads too."),
      .value(
        "sort", "KEY", .choice(["updated", "title", "created", "entries"]),
        "Order by updated (the default), title, created or entries."), .json,
    ], exclusive: [["trash", "all"]],
    description: """
      Prints a line for each thread: its title, its number of entries, and when it last changed.
      The thread that changed last, was created last, or has most entries comes first; titles go
      from A to Z.
      """,
    examples: [
      ("tj list", "List the threads, the one that changed last first."),
      ("tj list --sort entries", "List the longest threads first."),
      ("tj list --json", "List the threads for a script."),
    ], seeAlso: ["show", "trash"],
    synonyms: ["ls", "threads", "dir"],
    action: .run { arguments, session in
      let journal = try session.journal(.reading)
      let scope = Journal.Scope(arguments)
      let (threads, problems) = journal.summaries(scope)
      let sorted = Self.sorted(threads, by: arguments.value("sort") ?? "updated", in: journal)
      if arguments.flag("json") {
        session.printDocument { writer in
          writer.array("threads") { for thread in sorted { $0.thread(thread, zone: session.zone) } }
        }
      } else {
        session.print(Table(sorted, zone: session.zone, layout: session.layout))
        if sorted.isEmpty {
          session.note(
            scope == .deleted
              ? "No thread is deleted." : "No threads yet. To make one: tj new 'Morning pages'")
        }
      }
      session.warn(of: problems)
      return .done
    })

  private static func sorted(
    _ threads: [ThreadSummary], by key: String, in journal: Journal
  ) -> [ThreadSummary] {
    func instant(_ time: Timestamp?) -> Instant? { time?.instant(in: journal.zone) }
    switch key {
    case "title":
      return threads.sorted {
        (FieldName.key($0.header.title), $0.header.path)
          < (FieldName.key($1.header.title), $1.header.path)
      }
    case "entries": return threads.greatestFirst { $0.entries }
    case "created": return threads.greatestFirst { instant($0.header.created) }
    default: return threads.greatestFirst { instant($0.updated ?? $0.header.created) }
    }
  }
}

extension [ThreadSummary] {
  /// The threads by falling value; those without one last, by path.
  fileprivate func greatestFirst<Value: Comparable>(
    _ value: (ThreadSummary) -> Value?
  ) -> [ThreadSummary] {
    map { ($0, value($0)) }.sorted { left, right in
      if left.1 == right.1 { return left.0.header.path < right.0.header.path }
      guard let leftValue = left.1, let rightValue = right.1 else { return left.1 != nil }
      return leftValue > rightValue
    }.map(\.0)
  }
}

extension Table {
  /// Threads in the order given: title, number of entries, when each was changed and, where any was, deleted, and the
  /// name that a command takes.
  init(_ threads: [ThreadSummary], zone: LocalTimeZone, layout: Layout) {
    let hasDeleted = threads.contains { $0.header.deletion != nil }
    let deleted = hasDeleted ? ["Deleted"] : []
    self.init(
      layout: layout, header: ["Thread", "Entries", "Updated"] + deleted + ["Path"], numbers: [1],
      isElastic: true)
    for thread in threads {
      let deletion = thread.header.deletion
      let when = deletion.map { TimeText.deletion($0, in: zone) } ?? ""
      let updated = thread.updated.map { TimeText.entry($0, in: zone) } ?? ""
      add(
        [
          (thread.header.title.utf8, deletion == nil ? .plain : .deleted),
          ("\(thread.entries)".utf8, .plain), (updated.utf8, .date),
        ] + (hasDeleted ? [(when.utf8, .faint)] : []) + [
          (ThreadHeader.withoutSuffix(thread.header.path).utf8, .faint)
        ])
    }
  }
}
