/// `tj show`: prints the entries of a thread, or one entry.
enum ShowCommand {
  /// What the command line knows about it.
  static let definition = CommandDefinition(
    name: "show", group: .reading,
    summary: "Show a thread's entries, or one entry.",
    arguments: [
      ArgumentDefinition("REF", .reference, "A thread or an entry."),
      ArgumentDefinition("QUERY", .query, count: .zeroOrMore, "What the entries must hold."),
    ],
    options: OptionDefinition.timeRange + OptionDefinition.entryListing,
    exclusive: [[String]].timeRange + [[String]].entryListing,
    description: [
      """
      Prints the entries of a thread, the oldest first; or one entry, by its id or as `THREAD@N`. \
      Words and options choose among a thread's entries; an entry must match all of them.
      """,
      "What a QUERY may be, `tj help find` says.",
    ],
    examples: [
      .init("tj show morning", "Show a thread."),
      .init("tj show morning -n 3", "Show its three newest entries."),
      .init("tj show morning@1", "Show its newest entry."),
      .init("tj show morning coffee --on 2026-03", "Show what it says about coffee in a month."),
      .init("tj show k3f9q2wz7h --json", "Show an entry for a script."),
    ],
    seeAlso: ["find", "list", "edit"],
    synonyms: ["cat", "view", "read", "print", "less"])
}
