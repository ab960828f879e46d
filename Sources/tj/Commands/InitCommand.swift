/// `tj init`: makes a journal.
enum InitCommand {
  /// What the command line knows about it.
  static let definition = CommandDefinition(
    name: "init", group: .journal,
    summary: "Make a journal.",
    arguments: [
      ArgumentDefinition(
        "DIR", .directory, count: .optional,
        "Its directory, made if need be; the current one if absent.")
    ],
    description: [
      """
      Makes DIR a journal, by a folder `.threadjournal` in it. Markdown files that are there \
      already stay as they are; those that hold entries are threads from then on.
      """
    ],
    examples: [
      .init("tj init ~/journal", "Make the journal that `tj` uses when none is named."),
      .init("tj init", "Make the current directory a journal."),
    ],
    seeAlso: ["new", "help"],
    synonyms: ["setup", "create-journal"])
}
