import ThreadJournal

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
  static let description = ManualSection(
    "DESCRIPTION",
    """
    \(inOneSentence)

    A journal is a directory, a thread is a Markdown file in it, and an entry is a heading with
    a time, fields such as `- mood:: 7`, and text. The files can be read and changed with any
    editor; tj changes only the bytes that a command is about.
    `tj-thread`(5) describes them.

    What was asked for goes to standard output, and everything else to standard error. What
    can be undone is done at once, and the line that undoes it is printed.

    \(firstSteps.map { "    " + $0 }.joined(separator: "\n"))
    """)

  /// The sections between the commands and the examples.
  static let sections: [ManualSection] = [
    journal, threads, entries, times, queries, text, settings, trust, json, environment, files,
    exitStatus,
  ]

  /// The section SEE ALSO.
  static let seeAlso = ManualSection(
    "SEE ALSO",
    """
    `tj-thread`(5)
    """)

  private static let journal = ManualSection(
    "THE JOURNAL",
    """
    The journal is the first of these:

    -C DIR, --journal DIR | What the command line names.
    `TJ_JOURNAL` | What the environment names.
    a directory with `.threadjournal` | The nearest one, from the working directory upwards, that
    holds this folder.
    the setting `journal` | What your own file of settings names.
    ~/journal | Made, with a note, by the first command that writes. Any other must exist.
    """)

  private static let threads = ManualSection(
    "NAMING A THREAD",
    """
    A thread is named by its path without `.md`, its file's name without `.md`, its title, or
    its id; or by any beginning of one of these that fits only one thread. In a title,
    capitals do not count.

    A name that fits several threads is an error that lists them. One that fits none is an
    error that says which names are near.
    """)

  private static let entries = ManualSection(
    "NAMING AN ENTRY",
    """
    k3f9q2wz7h | The entry's id, or a beginning of it that fits only one entry, of 3 characters or
    more.
    THREAD@N | The N-th newest entry of a thread; `morning@1` is the latest.
    """)

  private static let times = ManualSection(
    "TIMES",
    """
    A time is `2026-03-28`, `2026-03-28 07:12`, `2026-03-28T07:12:33-04:00`, `now`, `today`,
    `yesterday`, `yesterday 21:30`, `monday`, `last monday`, `3 days ago`, `2h ago` or `21:30`.

    A range is any of these days, or `2026`, `2026-03`, `2026-Q1`, `2026-W13`, `last week`,
    `this month`, or `A..B`, `A..` or `..B`, both ends included.

    Times without a zone are local times. One that a change to summer time skips is an error;
    of one that occurs twice, the first is meant, unless the time has a zone.
    """)

  private static let text = ManualSection(
    "TEXT, COLOUR AND PAGING",
    """
    Text is UTF-8. Bytes that are not, and NUL, are refused on the way in, with their position;
    where a file holds them already they stay. On a terminal, control characters are shown,
    never sent; into a pipe, text goes as it is.

    Output is coloured on a terminal, unless `NO_COLOR` is set, `TERM` is `dumb`, or
    `--color` or the setting `color` says otherwise. Output that is longer than the terminal
    goes through a pager.
    """)
}

extension ManualText {
  /// The section SETTINGS, from the table of settings.
  static let settings = ManualSection(
    "SETTINGS",
    """
    A setting is a line such as `wrap: 72` of a YAML file. `tj config` lists all settings, and
    where each value comes from. The first of these that gives one counts:

    the command line | Such as `-C`, `--color` and `--no-pager`.
    `TJ_JOURNAL`, `TJ_PAGER`, `NO_COLOR` | What the environment says to tj.
    .threadjournal/config.yml | The journal's file. A journal may come from somebody else: what
    runs a program,
    `journal`, and `location: true` do not count there, and are told.
    ~/.config/threadjournal/config.yml | Your own file;
    `$XDG_CONFIG_HOME/threadjournal/config.yml` where that variable is set.
    `VISUAL`, `EDITOR`, `PAGER` | What the environment says to all programs.
    the default | What stands here in parentheses.

    The settings are:

    \(SettingDefinition.all.map(item).joined(separator: "\n"))

    The `location-command` is run by `/bin/sh` when an entry is added, with `location` on
    and no place given. It has 5 seconds, which it may spend while you write. Where it
    fails, takes longer, or prints no place, that is told and the entry has none. On Linux
    it may be a script around GeoClue, on macOS `CoreLocationCLI --format '%locality,
    %administrativeArea'`.

    A file of settings that cannot be understood does not count, with a warning, and is
    never written over. A value that does not fit does not count either.
    """)

  private static func item(_ definition: SettingDefinition) -> String {
    let fallback = definition.fallback.map { " (\($0.text))" } ?? ""
    return "`\(definition.key.rawValue)`\(fallback) | \(definition.summary)"
  }
}

/// The version that `tj --version` prints and the manual page names.
enum ProgramVersion {
  /// Major, minor and patch, by semantic versioning.
  static let current = "0.1.0"
  /// The day of the release, `YYYY-MM-DD`.
  static let date = "2026-11-20"
}
