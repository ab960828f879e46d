import ThreadJournal
import ThreadStorage

enum ExportCommand {
  static let definition = CommandDefinition(
    name: "export", group: .reading, summary: "Write entries as CSV, JSON or Markdown.",
    arguments: [.threadsAndQuery],
    options: [
      .value(
        "format", "FORMAT", .choice(ExportFormat.allCases.map(\.rawValue) + ["md"]),
        "The form: `csv`, `json`, `ndjson` or `markdown`, in short `md`."),
      .value(
        "output", short: "o", "FILE", .file,
        "Write FILE instead of standard output; DIR/ for a file in DIR, named after thread and day."
      ),
      .force,
      .flag("excel", "CSV as Excel reads it: CRLF and a byte order mark."),
      .flag("raw", "CSV cells as they are, formulas too."),
      .value(
        "columns", "NAMES", .text, "Only these columns of CSV, `time,mood,text`, in this order."),
      .value(
        "durations", "UNIT", .choice(TimeUnit.allCases.map(\.rawValue)),
        "CSV durations as numbers of `hours`, `minutes` or `seconds`."),
      .value(
        "booleans", "FORM", .choice(CSVForm.BooleanWords.allCases.map(\.rawValue)),
        "CSV booleans all as `true`, `yes` or `1`, and `false`, `no` or `0`."),
    ] + OptionDefinition.timeRange + [.trashedEntries, .allEntries],
    exclusive: [[String]].timeRange + [["trash", "all"]],
    description: """
      Writes the entries of the threads that are named, or of the whole journal, in the order of
      time. The first arguments that name threads, in full or by a beginning that is unique, are
      threads; from the first one that names none, arguments are a QUERY, as `tj help find` says.
      To look for a word that also names a thread, write it in quotation marks (`'"morning"'`).

      The form is CSV, unless FORMAT or the end of FILE's name says otherwise; one that ends in
      something else (`.xlsx`) is refused. Where a query finds nothing, that is an error, and no
      FILE is written. CSV has a row for
      each entry: its thread and the thread's path, its id, time, edited (and deleted, with `--all`
      or `--trash`), title and text, and a column for each field. Where an entry of the table has
      an end, `end` and `length` follow the time. A field named like one of these columns gets
      `field:` before its name. The fields of a group stand side by side; the group's own name,
      which holds no value, is in JSON and Markdown only. A value or text of several lines keeps
      them, in quotation marks.

      A cell that a spreadsheet would run as a formula gets a `'` before it, which `tj import`
      takes off where the columns `id` and `time` are there; `--raw` leaves cells alone. Values are as they are typed, but for the blanks around those of other types than text, so that they come back
      the same; `--durations` and `--booleans` give each type of field one form, for spreadsheets.
      `tj import` reads all forms back but durations as numbers, of which nothing says the unit, and `1` and `0`,
      which are numbers, too. The column `length` is written as `1h30m` always.

      JSON is the copy to keep: one document with all that the threads hold, their front matter and
      the text above their entries, threads without entries, and with `--all` what is deleted.
      `tj import` makes of it the same files, to the byte. (Settings, drafts, and what `tj undo`
      takes back, are not in it.) NDJSON is an entry a line, for programs that read line by line;
      Markdown is for reading, and for one thread a thread file; of several threads, each entry's
      heading says which it is from. They and CSV have the entries, and the rest is said to be left out.

      FILE appears complete or not at all, and never replaces another file without `--force`.
      DIR/, with a slash at its end, is for a new file in that folder: `morning-2026-03-28.csv`, or
      one whose name begins with `journal`, of several threads.
      """,
    examples: [
      ("tj export", "Print the whole journal as CSV."),
      ("tj export morning -o morning.csv --excel", "Write a thread as a table for Excel."),
      ("tj export --all -o backup.json", "Write a copy of the whole journal, the trash too."),
      (
        "tj export sleep --columns time,hours,rested --durations hours",
        "Print some columns as a spreadsheet adds them up."
      ),
      ("tj export morning evening mood:7.. --from 2026", "Choose threads, then entries."),
    ], exitStatuses: [(1, "A query was given, and no entry matches.")],
    seeAlso: ["import", "find", "show"], synonyms: ["dump", "save", "csv", "backup"],
    action: .run { arguments, session in
      let journal = try session.journal(.reading)
      let export = try Export(arguments, journal, session)
      let destination = try ExportDestination(export.file, arguments, journal, session)
      let outcome = try export.write(to: destination)
      session.reportGuesses()
      session.warn(of: outcome.problems)
      session.reportFieldProblems(
        ofFigures: export.selection.query, outcome.fields, in: export.named, journal)
      export.selection.tellAll(session)
      let threads = (export.named ?? []).map(ShellWord.quoted)
      export.selection.tellRedirection(
        in: journal, by: (["tj export"] + threads).joined(separator: " "), session)
      if outcome.count == 0 {
        export.selection.tellTime(session)
        try export.checkQuery()
      }
      try destination.finish()
      if outcome.count == 0 { session.note("There are no entries.") }
      export.tellUnfit()
      export.tellOmissions()
      return outcome.problems.isEmpty ? .done : .failed
    })
}
