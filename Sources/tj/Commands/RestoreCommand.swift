import ThreadJournal

enum RestoreCommand {
  static let definition = CommandDefinition(
    name: "restore", group: .changing, summary: "Bring entries and threads back from the trash.",
    arguments: [
      .init("REF", .reference, count: .oneOrMore, "The entries and threads to bring back.")
    ],
    description: """
      Undoes `tj delete`. A thread that comes back brings its entries, except those that were
      deleted on their own. An entry keeps when it came back, as `restored` in its heading, so that of two
      copies the newer is known. `THREAD@N` counts the deleted entries alone, from the newest on.
      """,
    examples: [
      ("tj restore k3f9q2wz7h", "Bring back an entry."),
      ("tj restore morning", "Bring back a thread."),
    ], seeAlso: ["delete", "trash"], synonyms: ["undelete", "recover"],
    action: .run { arguments, session in
      let journal = try session.journalToChange()
      let (threads, entries) = try journal.references(arguments.values("REF"), .deleted)
      let words = Plural.name(threads: threads, entries: entries).map { ": \($0)" } ?? "."
      session.report(undoable: try journal.restore(threads: threads, entries: entries)) { _ in
        "Restored \(Plural.both(threads: threads.count, entries: entries.count))\(words)"
      }
      var told = Set(threads.map(\.path))
      for thread in entries.map(\.thread)
      where thread.deletion != nil && told.insert(thread.path).inserted {
        session.note(
          "\(thread.title) is deleted, and its entries with it. "
            + "To bring it back: tj restore \(thread.name)")
      }
      return .done
    })
}
