/// `tj list`: prints the threads.
enum ListCommand {
  /// How the threads may be ordered.
  static let sortKeys = ["updated", "title", "created", "entries"]

  /// What the command line knows about it.
  static let definition = CommandDefinition(
    name: "list", group: .reading,
    summary: "List the threads.",
    options: [
      .flag("trash", "Only deleted threads."),
      .flag("all", "Deleted threads too."),
      .value(
        "sort", "KEY", .choice(sortKeys),
        "Order by updated (the default), title, created or entries."),
      .json,
    ],
    exclusive: [["trash", "all"]],
    description: [
      """
      Prints a line for each thread: its title, its number of entries, and when it last changed. \
      The thread that changed last, was created last, or has most entries comes first; titles go \
      from A to Z.
      """
    ],
    examples: [
      .init("tj list", "List the threads, the one that changed last first."),
      .init("tj list --sort entries", "List the longest threads first."),
      .init("tj list --json", "List the threads for a script."),
    ],
    seeAlso: ["show", "trash"],
    synonyms: ["ls", "threads", "dir"])
}
