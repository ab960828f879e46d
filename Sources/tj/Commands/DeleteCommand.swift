/// `tj delete`: marks entries and threads as deleted.
enum DeleteCommand {
  /// What the command line knows about it.
  static let definition = CommandDefinition(
    name: "delete", group: .changing,
    summary: "Put entries and threads in the trash.",
    arguments: [
      ArgumentDefinition("REF", .reference, count: .oneOrMore, "The entries and threads to delete.")
    ],
    options: [.yes],
    description: [
      """
      Marks entries and threads as deleted: they are no longer shown, but their text stays in \
      its file until `tj purge` removes it. Prints the line that brings them back.
      """,
      "On a terminal it asks before it deletes a thread.",
    ],
    examples: [
      .init("tj delete k3f9q2wz7h", "Delete an entry."),
      .init("tj delete --yes morning", "Delete a thread and its entries without being asked."),
    ],
    seeAlso: ["restore", "trash", "purge"],
    synonyms: ["rm", "remove", "del"])
}
