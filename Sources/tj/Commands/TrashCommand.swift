/// `tj trash`: prints what is deleted.
enum TrashCommand {
  /// What the command line knows about it.
  static let definition = CommandDefinition(
    name: "trash", group: .reading,
    summary: "List deleted threads and entries.",
    options: [.json],
    description: [
      "Prints what `tj restore` can bring back and `tj purge` would remove: threads, then entries."
    ],
    examples: [.init("tj trash", "See what is deleted.")],
    seeAlso: ["restore", "purge", "delete"],
    synonyms: ["deleted", "bin"])
}
