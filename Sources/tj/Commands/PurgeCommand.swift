/// `tj purge`: removes deleted entries and threads for good.
enum PurgeCommand {
  /// What the command line knows about it.
  static let definition = CommandDefinition(
    name: "purge", group: .changing,
    summary: "Remove deleted entries and threads for good.",
    arguments: [
      ArgumentDefinition(
        "REF", .reference, count: .zeroOrMore, "What to remove; all that is deleted if absent.")
    ],
    options: [
      .value("older-than", "AGE", .age, "Only what was deleted longer ago than AGE, such as 30d."),
      .yes,
    ],
    exclusive: [["REF", "older-than"]],
    description: [
      """
      Removes deleted entries and threads, and with them their text. It removes nothing that was \
      not deleted first. Only a backup can bring back what is purged.
      """,
      "It asks first; without a terminal it needs `--yes`.",
    ],
    examples: [
      .init("tj purge", "Empty the trash."),
      .init("tj purge --older-than 30d --yes", "Remove what was deleted more than 30 days ago."),
      .init("tj purge k3f9q2wz7h", "Remove a deleted entry."),
    ],
    seeAlso: ["trash", "delete", "restore"],
    synonyms: ["empty", "expunge"])
}
