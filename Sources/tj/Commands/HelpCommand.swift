enum HelpCommand {
  static let definition = CommandDefinition(
    name: "help", group: .journal, summary: "Show help about a command.",
    arguments: [
      .init("COMMAND", .command, count: .zeroOrMore, "The command; an overview if absent.")
    ], options: [.flag("man", isHidden: true, "Print the manual page tj(1).")],
    exclusive: [["COMMAND", "man"]],
    description: "Does the same as `tj COMMAND --help`. The whole manual is `man tj`.",
    examples: [
      ("tj help", "List the commands."), ("tj help add", "Show how to add an entry."),
      ("tj help field add", "Show how to define a field."),
    ], seeAlso: ["completions"], synonyms: ["man", "usage"],
    action: .run { arguments, session in
      if arguments.flag("man") {
        session.output.write(ManualPage.bytes())
      } else {
        try show(arguments.values("COMMAND"), in: session)
      }
      return .done
    })

  /// Prints the help of the command at `path`; an overview where that is empty.
  static func show(_ path: [String], in session: Session) throws {
    let width = session.outputTerminal.isTerminal ? min(session.outputTerminal.columns, 100) : 80
    let page = HelpPage(width: width)
    guard !path.isEmpty else { return session.output.write(page.overview()) }
    guard let help = page.command(path) else {
      let name = path.joined(separator: " ")
      throw CommandError.unknownTopic(
        name, section: ManualText.sections.first { $0.title == name.uppercased() }?.title,
        nearest: CommandTable.standard.definitions.nearest(to: name))
    }
    session.output.write(help)
  }
}
