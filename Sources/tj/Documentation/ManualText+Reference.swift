extension ManualText {
  /// The section JSON, with every key.
  static let json = ManualSection(
    "JSON",
    """
    With `--json` a command prints one object. `version` is 1; it changes when a key changes
    its meaning or goes. Keys may be added. What is absent is `null`.

    `tj list` prints `version` and `threads`, an array of objects:

    id | The thread's id, a UUID; null if its file has none.
    title | Its title.
    path | Its file, relative to the journal.
    created | When it was made.
    updated | The latest of its entries' times and edits.
    deleted | When it was deleted; true if that is not known.
    entries | The number of its entries.

    `tj show` and `tj find` print `version` and `entries`, an array of objects:

    id | The entry's id; null if it has none, as one typed by hand may.
    thread | The title of its thread.
    thread_id | The id of its thread; null if that has none.
    path | Its thread's file, relative to the journal.
    line | The line of its heading in that file; the first is 1.
    time | Its time.
    title | Its title.
    text | Its text, without the heading and the fields.
    fields | An object of its fields: names, and values as JSON's numbers, `true` and `false`
    where these are written alike, else as strings, so that nothing changes on the way.
    edited | When it was last edited.
    deleted | When it was deleted; true if that is not known.

    `tj config` prints `version` and `settings`, an array of objects:

    key | The setting's name.
    value | What holds: a string, a number or a boolean; null for nothing.
    default | Its default.
    source | `default`, `user`, `journal` or `environment`.
    from | The file's path, or the variable's name.

    `tj export --format json` prints the same `version` and `entries`, and `threads`: objects
    with `id`, `title`, `path`, `created`, `deleted` and `fields`, an array of what `tj field
    list --json` prints. `--format ndjson` prints an entry a line.

    `tj trash` prints `version`, `threads` and `entries`. Times are in the format of RFC 3339,
    with the offset that they were written with, else the local one.
    """)

  /// The section ENVIRONMENT.
  static let environment = ManualSection(
    "ENVIRONMENT",
    """
    `TJ_JOURNAL` | The journal's directory, unless `-C` names one.
    `TJ_NOW` | The current time, in the format of RFC 3339, for tests and scripts.
    `TJ_PAGER`, `PAGER` | The pager, the first of these that is set; `less -FRX` if neither is.
    `VISUAL`, `EDITOR` | The editor, the first of these that is set, unless the setting `editor`
    names one.
    `XDG_CONFIG_HOME` | Where `threadjournal/config.yml` is, instead of `~/.config`.
    `NO_COLOR` | Output is not coloured if this is set and not empty.
    `TERM` | Output is neither coloured nor paged if this is `dumb`.
    `COLUMNS` | The width of the output where the terminal does not tell it.
    `TZ` | The local time zone, instead of the system's: a name such as `America/New_York`, or a
    rule
    of POSIX. What names no zone is told, and then times are in UTC. Where a zone's clock was
    not whole minutes from UTC, as most were not before 1900, a local time is written as the
    same moment on a clock that is, up to 59 seconds ahead.
    `HOME` | Where `~/journal` is.
    """)

  /// The section FILES.
  static let files = ManualSection(
    "FILES",
    """
    *.md | The threads, in the journal's directory and its subfolders.
    .threadjournal/ | What makes a directory a journal.
    .threadjournal/config.yml | The journal's format and settings.
    ~/.config/threadjournal/config.yml | Your own settings.
    .threadjournal/drafts/ | Text that is not in a thread yet.
    .threadjournal/changes/ | The last changes, which `tj undo` takes back.
    .threadjournal/displaced/ | What changes displaced, for a while.
    .threadjournal/lock | Keeps two programs from changing the journal at once.
    """)

  /// The section TRUST.
  static let trust = ManualSection(
    "TRUST",
    """
    A journal may come from somebody else. Whatever is in its directory, tj changes nothing
    but threads in it, which are files `*.md` in folders that are not hidden, and what is
    below `.threadjournal/`. No symbolic link leads it out. A file of more than 1 GB is
    told, and not read.

    What is below `.threadjournal/drafts/`, `changes/` and `displaced/` is believed only
    where it has a name and a size that tj gives, is a file of your own that others may not
    write to, and is not tracked by git. `tj check` tells the rest, and every other command
    leaves it alone. A record that names anything but a thread is set aside, with a warning.

    A journal that belongs to another user, or that others may write to or could replace, is
    not used for being found from the working directory upwards. Name it with `-C`, which
    warns, or trust it: `tj config --user trusted-journals DIR`.

    The programs that tj starts are those of your own settings and environment: the editor,
    the pager and the `location-command`, by `/bin/sh`. Nothing in the journal names one. In
    a git repository it also asks `git`: `tj check` what is lost and which drivers are set,
    and a command that finds drafts or records whether git tracks them. Then git runs nothing
    that the repository's configuration names, such as text conversions, monitors, hooks and
    transports. Only `tj init --git` has git write, and only to the journal's own repository
    or the one around it.
    """)

  /// The section EXIT STATUS.
  static let exitStatus = ManualSection(
    "EXIT STATUS",
    """
    0 | It is done, and what was written is on the disk.
    1 | It could not be done, or `tj find` found nothing; or it was done and its result could not
    be printed: then standard error says what was saved.
    2 | The command line is wrong.
    130 | It was interrupted.

    Nothing is ever half done.
    """)
}
