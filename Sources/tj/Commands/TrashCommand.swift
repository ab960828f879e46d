import ThreadJournal

/// `tj trash`: prints what is deleted.
enum TrashCommand {
  /// What the command line knows about it.
  static let definition = CommandDefinition(
    name: "trash", group: .reading,
    summary: "List deleted threads and entries.",
    options: [.json],
    description: [
      "Prints what `tj restore` can bring back and `tj purge` would remove: threads, then entries."
    ],
    examples: [.init("tj trash", "See what is deleted.")],
    seeAlso: ["restore", "purge", "delete"],
    synonyms: ["deleted", "bin"])
}

extension TrashCommand {
  /// Prints the deleted threads, then the deleted entries of the other threads.
  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitStatus {
    let journal = try session.journal(.reading)
    let (threads, problems) = journal.summaries(.all)
    let deleted = threads.filter { $0.header.deletion != nil }
    var lists: [EntryList] = []
    for thread in threads where thread.header.deletion == nil && thread.deletedEntries > 0 {
      lists.append(try journal.entries(of: thread.header).filtered(.deleted))
    }
    if arguments.flag("json") {
      printJSON(deleted, lists, session)
    } else {
      print(deleted, lists, journal, session)
    }
    session.tell(problems)
    return .done
  }

  private static func print(
    _ threads: [ThreadSummary], _ lists: [EntryList], _ journal: Journal, _ session: Session
  ) {
    var output: [UInt8] = []
    ThreadListView(layout: session.layout).append(
      threads.map { ThreadRow($0, zone: session.zone) }, to: &output)
    if !threads.isEmpty, !lists.isEmpty { output.append(0x0A) }
    let printer = EntryPrinter(session, journal: journal)
    for list in lists { printer.appendLines(of: list, showsThread: true, to: &output) }
    session.output.write(output)
    if threads.isEmpty, lists.isEmpty { session.note("The trash is empty.") }
  }

  private static func printJSON(
    _ threads: [ThreadSummary], _ lists: [EntryList], _ session: Session
  ) {
    var writer = JSONWriter(.indented)
    writer.beginObject()
    writer.key("version")
    writer.integer(1)
    writer.key("threads")
    writer.beginArray()
    for thread in threads { writer.thread(thread, zone: session.zone) }
    writer.endArray()
    writer.key("entries")
    writer.beginArray()
    for list in lists {
      let lines = list.headingLines
      for index in list.order {
        writer.entry(list.entry(at: index, lines: lines), list.schema, zone: session.zone)
      }
    }
    writer.endArray()
    writer.endObject()
    writer.endDocument()
    session.output.write(writer.bytes)
  }
}
