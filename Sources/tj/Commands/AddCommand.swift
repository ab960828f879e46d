/// `tj add`: adds an entry to a thread.
enum AddCommand {
  /// What the command line knows about it.
  static let definition = CommandDefinition(
    name: "add", group: .writing,
    summary: "Add an entry to a thread.",
    arguments: [
      ArgumentDefinition("THREAD", .thread, "The thread to add to."),
      ArgumentDefinition(
        "TEXT", .text, count: .zeroOrMore,
        "The entry's text, words joined by spaces; `-` reads it from standard input."),
    ],
    options: [
      .fieldAssignment,
      .value("at", "TIME", .time, "The entry's time, instead of now."),
      .value("title", "TITLE", .text, "The entry's title."),
      .value("location", "PLACE", .text, "Set the field location to PLACE."),
      .flag("no-location", "Add no location."),
      .flag("edit", "Write the text in the editor, beginning with TEXT."),
      .flag("new", "Make the thread if there is none."),
    ],
    exclusive: [["location", "no-location"]],
    description: [
      """
      Adds an entry to THREAD and prints the entry's id. The text is TEXT; without TEXT it is \
      standard input, or, where that is a terminal, what you write in `$VISUAL` or `$EDITOR`.
      """,
      """
      What you write is kept as a draft until it is in the thread. When the entry cannot be \
      added, the draft stays, and its path is printed.
      """,
      """
      A field must be defined by the thread, and its value must fit the field's type. Text that \
      begins with `-` goes after `--`.
      """,
    ],
    examples: [
      .init("tj add morning 'Slept badly, but the coffee is good.'", "Add an entry now."),
      .init(
        "tj add morning -f mood=7 -f sleep=6h30m", "Add fields, and write the text in the editor."),
      .init("tj add morning --at 'yesterday 21:30' 'A long walk'", "Add an entry of last night."),
      .init("tj add ideas --new - < note.txt", "Add a file's text to a thread, made if need be."),
    ],
    seeAlso: ["new", "edit", "show"],
    synonyms: ["write", "log", "append", "a"])
}
