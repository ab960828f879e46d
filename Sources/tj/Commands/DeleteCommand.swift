import ThreadJournal

enum DeleteCommand {
  static let definition = CommandDefinition(
    name: "delete", group: .changing, summary: "Put entries and threads in the trash.",
    arguments: [
      .init("REF", .reference, count: .oneOrMore, "The entries and threads to delete.")
    ], options: [.yes],
    description: """
      Marks entries and threads as deleted: they are no longer shown, but their text stays in
      its file until `tj purge` removes it. Prints the line that brings them back.

      On a terminal it asks before it deletes a thread, unless the setting `confirm` is false.
      """,
    examples: [
      ("tj delete k3f9q2wz7h", "Delete an entry."),
      ("tj delete --yes morning", "Delete a thread and its entries without being asked."),
    ], seeAlso: ["restore", "trash", "purge"], synonyms: ["rm", "remove", "del"],
    action: .run { arguments, session in
      let journal = try session.journalToChange()
      let (threads, entries) = try journal.references(arguments.values("REF"), .live)
      let asks =
        Session.inputIsTerminal && !arguments.flag("yes") && session.settings.flag(.confirm)
      for thread in threads where asks {
        let count = try journal.file(at: thread.path).entries(.live).count
        let question = "Delete '\(thread.title)'? This also deletes its \(Plural.entries(count))."
        guard session.confirms(question) else {
          session.note("Nothing was deleted.")
          return .failed
        }
      }
      let outcome = session.report(try journal.delete(threads: threads, entries: entries))
      let ids = outcome.map(\.description)
      let words =
        threads.isEmpty ? Plural.name(threads: [], entries: entries).map { ": \($0)" } ?? "." : "."
      session.note(
        "Deleted \(Plural.both(threads: threads.count, entries: entries.count))\(words)")
      for entry in entries { session.tell(headingsIn: entry) }
      if let name = arguments.values("REF").first, let entry = entries.first, entries.count == 1 {
        session.tellLastAdded(besides: entry, named: name, in: journal)
      }
      // An id may stand on several entries.
      let isClear = (try? journal.references(threads.map(\.path) + ids, .deleted)) != nil
      let names = threads.map(\.name) + ids
      session.note(
        isClear
          ? "To bring back: tj restore \(names.joined(separator: " "))" : "To take it back: tj undo"
      )
      return .done
    })
}
