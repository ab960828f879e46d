enum MoveCommand {
  static let definition = CommandDefinition(
    name: "move", group: .changing, summary: "Move entries to another thread.",
    arguments: [
      .init("ENTRY", .entry, count: .oneOrMore, "The entries to move."),
      .init("THREAD", .thread, "The thread to move them to."),
    ],
    description: """
      Takes the entries out of their threads and puts them in THREAD, where their times belong.
      They keep their ids, times, fields and text. A value that THREAD's field of the same name does
      not take, or that counts in another unit, is refused.
      """,
    examples: [("tj move morning@1 ideas", "Move the newest entry of one thread to another.")],
    seeAlso: ["edit", "rename"], synonyms: ["mv"],
    action: .run { arguments, session in
      let journal = try session.journal(.writing)
      let entries = try arguments.values("ENTRY").map { try journal.entry($0) }
      let target = try journal.thread(named: arguments.value("THREAD") ?? "")
      session.report(undoable: try journal.move(entries, to: target)) {
        "Moved \(Plural.entries($0.count)) to \(target.title)."
      }
      return .done
    })
}
