import ThreadJournal

enum RenameCommand {
  static let definition = CommandDefinition(
    name: "rename", group: .changing, summary: "Give a thread a new title.",
    arguments: [
      .init("THREAD", .thread, "The thread to rename."),
      .init("TITLE", .text, "Its new title."),
    ], options: [.flag("file", "Rename its file too.")],
    description: "Changes the title of THREAD. Its file keeps its name unless `--file` is given.",
    examples: [
      ("tj rename morning 'Morning notes'", "Change a title."),
      ("tj rename morning 'Morning notes' --file", "Change the title and the file's name."),
    ], seeAlso: ["new", "move"], synonyms: ["title"],
    action: .run { arguments, session in
      let journal = try session.journal(.changing)
      let header = try journal.thread(named: arguments.value("THREAD") ?? "")
      let title = Journal.trimmedTitle(arguments.value("TITLE") ?? "")
      let namesake = NewCommand.namesake(of: title, besides: header.path, in: journal)
      let outcome = try journal.rename(header, to: title, renamesFile: arguments.flag("file"))
      session.acknowledge(session.report(undoable: outcome))
      session.tellUnchanged(outcome)
      if let namesake { session.report(ErrorMessage(namesake: namesake, isNew: false)) }
      return .done
    })
}
