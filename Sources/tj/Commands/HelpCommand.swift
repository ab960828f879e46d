/// `tj help`: prints the overview, or a command's help.
enum HelpCommand {
  /// What the command line knows about it.
  static let definition = CommandDefinition(
    name: "help", group: .journal,
    summary: "Show help about a command.",
    arguments: [
      ArgumentDefinition(
        "COMMAND", .command, count: .optional, "The command; an overview if absent.")
    ],
    options: [.flag("man", isHidden: true, "Print the manual page tj(1).")],
    exclusive: [["COMMAND", "man"]],
    description: ["Does the same as `tj COMMAND --help`. The whole manual is `man tj`."],
    examples: [
      .init("tj help", "List the commands."),
      .init("tj help add", "Show how to add an entry."),
    ],
    seeAlso: ["completions"],
    synonyms: ["man", "usage"])
}
