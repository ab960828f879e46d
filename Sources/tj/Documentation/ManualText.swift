/// The prose of the manual page that no command owns.
enum ManualText {
  /// What the program is.
  static let inOneSentence =
    "tj keeps a journal in plain text: threads of dated entries, each thread a Markdown file."

  /// The command lines that a newcomer types first.
  static let firstSteps = [
    "tj new 'Morning pages'",
    "tj add morning 'Slept badly, but the coffee is good.'",
    "tj show morning",
  ]

  /// The beginning of the section that lists the commands.
  static let conventions = """
    An option's value may follow it as the next argument, after `=` (`--at=now`), or directly after \
    a letter (`-n5`). `--` ends the options. Of an option given twice, the last one counts.
    """

  /// The section DESCRIPTION.
  static let description: [ManualSection.Block] = [
    .paragraph(inOneSentence),
    .paragraph(
      """
      A journal is a directory, a thread is a Markdown file in it, and an entry is a heading with \
      a time, fields such as `- mood:: 7`, and text. The files can be read and changed with any \
      editor; tj changes only the bytes that a command is about. \
      `tj-thread`(5) describes them.
      """),
    .paragraph(
      """
      What was asked for goes to standard output, and everything else to standard error. What \
      can be undone is done at once, and the line that undoes it is printed.
      """),
    .code(firstSteps),
  ]

  /// The sections between the commands and the examples.
  static let sections: [ManualSection] = [
    journal, threads, entries, times, queries, text, settings, trust, json, environment, files,
    exitStatus,
  ]

  /// The section SEE ALSO.
  static let seeAlso = ManualSection(
    title: "SEE ALSO", blocks: [.paragraph("`tj-thread`(5)")])

  private static let journal = ManualSection(
    title: "THE JOURNAL",
    blocks: [
      .paragraph("The journal is the first of these:"),
      .item("-C DIR, --journal DIR", "What the command line names."),
      .item("`TJ_JOURNAL`", "What the environment names."),
      .item(
        "a directory with `.threadjournal`",
        "The nearest one, from the working directory upwards, that holds this folder."),
      .item("the setting `journal`", "What your own file of settings names."),
      .item(
        "~/journal", "Made, with a note, by the first command that writes. Any other must exist."),
    ])

  private static let threads = ManualSection(
    title: "NAMING A THREAD",
    blocks: [
      .paragraph(
        """
        A thread is named by its path without `.md`, its file's name without `.md`, its title, or \
        its id; or by any beginning of one of these that fits only one thread. In a title, \
        capitals do not count.
        """),
      .paragraph(
        """
        A name that fits several threads is an error that lists them. One that fits none is an \
        error that says which names are near.
        """),
    ])

  private static let entries = ManualSection(
    title: "NAMING AN ENTRY",
    blocks: [
      .item(
        "k3f9q2wz7h",
        "The entry's id, or a beginning of it that fits only one entry, of 3 characters or more."),
      .item("THREAD@N", "The N-th newest entry of a thread; `morning@1` is the latest."),
    ])

  private static let times = ManualSection(
    title: "TIMES",
    blocks: [
      .paragraph(
        """
        A time is `2026-03-28`, `2026-03-28 07:12`, `2026-03-28T07:12:33-04:00`, `now`, `today`, \
        `yesterday`, `yesterday 21:30`, `monday`, `last monday`, `3 days ago`, `2h ago` or `21:30`.
        """),
      .paragraph(
        """
        A range is any of these days, or `2026`, `2026-03`, `2026-Q1`, `2026-W13`, `last week`, \
        `this month`, or `A..B`, `A..` or `..B`, both ends included.
        """),
      .paragraph(
        """
        Times without a zone are local times. One that a change to summer time skips is an error; \
        of one that occurs twice, the first is meant, unless the time has a zone.
        """),
    ])

  private static let text = ManualSection(
    title: "TEXT, COLOUR AND PAGING",
    blocks: [
      .paragraph(
        """
        Text is UTF-8. Bytes that are not, and NUL, are refused on the way in, with their position; \
        where a file holds them already they stay. On a terminal, control characters are shown, \
        never sent; into a pipe, text goes as it is.
        """),
      .paragraph(
        """
        Output is coloured on a terminal, unless `NO_COLOR` is set, `TERM` is `dumb`, or \
        `--color` or the setting `color` says otherwise. Output that is longer than the terminal \
        goes through a pager.
        """),
    ])
}
