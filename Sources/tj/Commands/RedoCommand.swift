import ThreadJournal

enum RedoCommand {
  static let definition = CommandDefinition(
    name: "redo", group: .changing, summary: "Do again what was taken back.",
    description: """
      Does again the change that `tj undo` took back last, and prints what it was; again for the one
      that was taken back before. Where something else was done since, there is nothing to do again.

      Nothing that was changed since is overwritten: then nothing is done, and what differs is
      printed. `tj undo` takes it back again.
      """,
    examples: [("tj redo", "Do again what the last tj undo took back.")], seeAlso: ["undo"],
    synonyms: ["again", "repeat"],
    action: .run { _, session in
      let journal = try session.journal(.changing)
      UndoCommand.tell(
        session.report(try journal.redo()), in: journal, as: ("Done again", "Already there"),
        "To take it back: tj undo", session)
      return .done
    })
}
