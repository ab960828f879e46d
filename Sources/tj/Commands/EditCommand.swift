/// `tj edit`: changes an entry.
enum EditCommand {
  /// What the command line knows about it.
  static let definition = CommandDefinition(
    name: "edit", group: .changing,
    summary: "Change an entry.",
    arguments: [
      ArgumentDefinition("ENTRY", .entry, "The entry to change."),
      ArgumentDefinition(
        "TEXT", .text, count: .optional, "Its new text; `-` reads it from standard input."),
    ],
    options: [
      .value(
        "field", short: "f", "NAME=VALUE", .fieldAssignment, isRepeatable: true,
        "Set the field NAME to VALUE, or take it away with `NAME=`; may be given several times."),
      .value("at", "TIME", .time, "Change its time."),
      .value("title", "TITLE", .text, "Change its title; an empty one takes it away."),
    ],
    description: [
      """
      Changes what the command line names, leaves the rest, and marks the entry as edited. \
      Without a change on the command line it opens the entry in `$VISUAL` or `$EDITOR`.
      """,
      """
      When the entry was changed by someone else while the editor was open, nothing is \
      overwritten: your text stays as a draft, and its path is printed.
      """,
    ],
    examples: [
      .init("tj edit morning@1", "Edit the newest entry of a thread."),
      .init("tj edit k3f9q2wz7h 'Slept well.'", "Replace an entry's text."),
      .init(
        "tj edit k3f9q2wz7h -f mood=8 --at '2026-03-28 07:15'", "Correct a field and the time."),
    ],
    seeAlso: ["show", "move", "delete"],
    synonyms: ["change", "modify", "update", "amend"])
}
