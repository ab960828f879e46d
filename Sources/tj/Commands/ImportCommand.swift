import ThreadJournal
import ThreadStorage

enum ImportCommand {
  static let definition = CommandDefinition(
    name: "import", group: .writing,
    summary: "Add entries from CSV, JSON, jrnl, Day One or Markdown.",
    arguments: [
      .init(
        "FILE", .file, count: .zeroOrMore,
        "The files; `-`, or none with piped input, is standard input.")
    ],
    options: [
      .value(
        "from", "FORMAT", .choice(ImportFormat.allCases.map(\.rawValue)),
        "What the files are, where name and content do not tell."),
      .value("into", "THREAD", .thread, "Add everything to THREAD, made if need be."),
      .value(
        "map", "TARGET=COLUMN", .text, isRepeatable: true,
        "Which columns of CSV are for what, or with `=COLUMN` for nothing."),
      .value(
        "time-format", "PATTERN", .text, "How the files write times, such as `%d.%m.%Y %H:%M`."),
      .flag("raw", "Keep a `'` before a formula: the CSV was exported with `--raw`."),
      .flag("replace", "Put the file's entries in place of those that are different."),
      .flag("newest", "Of entries that are different, have the newer one."),
      .flag("dry-run", "Only show what would be added, and what is different."),
      .yes,
    ], exclusive: [["replace", "newest"]],
    description: """
      Reads all files, shows what each thread gets, how its first new entry is read, and which fields are defined for it, each with one of its values, and adds it
      as one change: all of it, or nothing where a line is wrong. `tj undo` takes it back. Entries
      that the journal has are left out, so that the same import twice adds nothing: those of the
      same id or, without ids, of the same time and text in the same thread, also where a local time was that of another zone; what two of
      the files both have is added once, but two notes of one folder with the same words are two. Those that say
      something else in the journal (another title, another value, a text that goes on or was worded anew at the same time, or, of what an import brought, and as long as its changes are kept, another time that it was given here), or are in its trash, stay there
      as they are, and are listed. What seems to be there at another time, in quite other words or in another thread comes in, and is named; but what a command moved there is the same. What an import brought and a newer file of the same table has not any more, stays, and is named; where no record tells where it came from, as in a clone, that is said. What a file has and an entry has no room for is left out, and
      named with its count before anything is written. Threads that are not there are made. Nothing is ever written outside the journal.

      An entry is the same where its time, title, text, fields and the time of its last edit are, and
      whether it is deleted; JSON, which tells all of an entry, also compares its other attributes, and of another file a later
      edit here alone makes no difference. An entry that a file changes, and gives no other time of its edit, is edited now. What is different
      stays, unless `--replace` puts the file's in its place, after a question, or `--newest` does where the file's
      is newer: where the latest of its time and of the times when it was edited, deleted and
      restored is later than that of the journal's. An edit by hand leaves no such time: an entry that is not as
      tj wrote it, or of which that is not known any more, in a thread whose file was changed after the file's time,
      stays as it is, unless you say `--yes`, or so on a terminal. Either way an entry stays in the thread that it is in, and what only
      the journal has stays.
      A file that tells only parts of an entry changes these: columns that a table does not have, fields that an entry got here and a note or jrnl cannot have, and members that
      an object of JSON does not have, stay as they are. What is
      deleted in the file comes in deleted; what is deleted in the journal stays deleted, but where
      the file's takes its place. `--dry-run` shows each difference as a diff, from the journal's to
      the file's; with `--replace` or `--newest`, those that would be made.

      JSON says some things twice. Of an entry, `time`, `title`, `text`, `fields` and the times of what happened to it
      count, and `source` tells only how they are typed; an `edited` of null says that it was never edited. Of a thread, `front_matter` counts: where `title`, `id`,
      `created`, `deleted` or `fields` say something else, or an entry says another thread than its `path` or
      `thread_id`, nothing is imported. `end` and `length` tell the same: where one of them is empty the other
      counts, so that both are emptied to take an end away.

      Of JSON, a thread that is not there comes back as its file was, with front matter, the text above
      its entries, and its name. Of one that is there, these stay as they are, unless `--replace` puts the
      file's in their place; so does a thread in the trash.

      `csv` is a table with a header line, separated by commas, semicolons or tabs. Of an export
      with all columns, everything comes back. Of other tables, columns such as date, time, text, note, title and
      thread are known, also by their names in most languages of western Europe, and others become fields with the type that fits all their values,
      as does a note of marks alone; a journal or diary is the text where it has texts; what is taken for text, title or thread by such a name is said.
      `--map TIME=when,TEXT=note` says which column is for `TIME`, `END`, `TEXT`, `TITLE`,
      `THREAD`, `ID` or a field; `TIME=day,TIME=clock` joins two, and so does `END`; `UTC` is `TIME` where a table's times are in UTC; `--map '=COLUMN'` leaves a column
      out, or of other files than tables a key. A date alone is
      a day without a time; rows that have nothing else are left out, unless all are so. A column Time that
      rather has lengths, as beside distances, is a field. Other dates than `2026-03-28`, or `28 March 2026` in one of some languages, are refused unless `--time-format` says how
      they are written, with names of months in English, or the setting `date-order` which of day and month comes first; in fields the setting does, in the order that a `--time-format` has. A time with
      an end has no seconds; those of a file are left out, and told. Columns of zones and offsets, and names that say UTC, change no time, and are told.
      Columns of coordinates are left out, as such keys of a note are, and so are those without any value, and those in which Daylio says its day again. Limits, units, options and groups of
      fields do not travel in CSV, so that a choice comes back as text; they do in JSON.

      Where all values of a column or key have one such form, `7,5` is the number 7.5 and `1,234.50` is 1234.50, `ja` and
      `nein`, `oui` and `non`, and those of most languages of western Europe, are booleans, `7h30` and `90 min` are durations, `9:05 pm` and `22:30`
      times, as `07:30` is for its two digits of hours, unless the name of the field tells which it is, as
      Bedtime and Sleep do (where these are durations:
      `tj field change THREAD FIELD --type duration --convert`), and `80 kg` is 80 with the unit kg: the plan says so, and what may mean two things
      (`1:30`, `36:15` and `00:45:00`, `1,234` and `1.234`, `45m`, `5 km` among `800 m`) stays text. A table of
      ours, as ids tell, that comes back with semicolons is read so, too. A value with another unit than its field's is
      refused: units are neither converted nor dropped; so is `52:30` of a field of durations, unless column or name tell which it is.

      `json` is what `tj export` writes as JSON or NDJSON. `jrnl` is jrnl's text file, also the one of
      before its version 2, its JSON, or a file of its YAML; an encrypted one needs `jrnl --decrypt`.
      `dayone` is Day One's JSON or its ZIP file, whose JSON files may unpack to
      \(ZIPArchive.sizeLimit >> 20) MB in all, with \(ZIPArchive.entrySize) bytes for each entry;
      stars and tags become the fields `starred` and
      `tags`, and a change that is later than the entry becomes its `edited`. `markdown` is a thread, a file whose headings begin with dates, or a note whose name
      does, and whose front matter and lines `name:: value` at its top, or `[name:: value]` in its text, become fields; dates other than `2026-03-28` are read as `--time-format` or the setting `date-order` says, those of
      headings also in words, with the year first, or as a link, as these have one reading. Headings with a
      time of day below that of a day, as `## 07:30` or `## 7h30` below `# 2026-03-28`, or in a note that is named so, begin entries of it, unless other sections stand among them. A line that looks like
      another day's and begins no entry is named.
      """,
    examples: [
      ("tj import diary.csv --dry-run", "See what a table would add."),
      ("tj import log.csv --map TIME=date,TEXT=note --into 'Log book'", "Name the columns."),
      ("tj import Journal.zip", "Add a Day One archive."),
      ("tj import --from jrnl --time-format '%Y-%m-%d %H:%M' journal.txt", "Add jrnl's file."),
      ("tj import backup.json --newest", "Bring back a copy, and keep what was changed since."),
      ("tj export --all --format json | tj -C copy import", "Copy a journal."),
    ], exitStatuses: [(1, "A line of the files is wrong; nothing was added.")],
    seeAlso: ["export", "undo"], synonyms: ["load", "migrate"], action: .run(run))

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitStatus {
    let isDryRun = arguments.flag("dry-run")
    let journal = try session.journal(isDryRun ? .reading : .writing)
    let source = try ImportSource(arguments, journal, session)
    var reading = try source.read(session)
    reading.preference =
      arguments.flag("replace")
      ? .file
      : arguments.flag("newest")
        ? (arguments.flag("yes") ? .newestByMarks : .newest) : .journal
    let view = ImportView(
      session: session, preference: reading.preference, isDryRun: isDryRun,
      timeFormat: arguments.value("time-format"), mapping: source.options.mapping)
    var progress = ProgressLine(
      on: session.messages, terminal: session.messageTerminal, start: .now)
    let report = { (done: Int, count: Int) in
      progress.report("Importing: \(done) of \(Plural.threads(count)) looked at", at: .now)
    }
    // Where somebody saved a thread meanwhile, the import is planned again, but not shown again.
    var isShown = false
    func review(_ plan: ImportPlan, _ problems: [FileProblem]) throws {
      progress.remove()
      guard plan.problems.isEmpty else {
        throw ImportView.Refusal.badInput(
          source.sorted(plan.problems), count: plan.problems.count + plan.furtherProblems)
      }
      if isShown { return }
      session.warn(of: problems)
      view.print(plan)
      isShown = true
    }
    do {
      if isDryRun {
        let (plan, problems, _) = journal.importPlan(for: reading, whileReading: report)
        try review(plan, problems)
        let isChosen = reading.preference != .journal
        for (path, document, splices) in try journal.differences(of: plan, onlyReplaced: isChosen) {
          session.print(exactly: UnifiedDiff(document.bytes, splices).text(path: path))
        }
        session.note("Nothing was written: this is what would be added.")
      } else {
        func importAll() throws -> Journal.Outcome<ImportPlan> {
          try journal.importEntries(
            reading, summary: "\(Transaction.importSummary) \(source.summary)",
            { plan, problems in
              let isFirst = !isShown
              try review(plan, problems)
              if isFirst { try view.confirm(plan, arguments) }
            }, whileReading: report)
        }
        let outcome: Journal.Outcome<ImportPlan>
        do { outcome = try importAll() } catch ImportView.Refusal.keeping {
          reading.preference = .newestByMarks
          outcome = try importAll()
        }
        view.tellResult(of: session.report(outcome))
      }
      return .done
    } catch ImportView.Refusal.replacing {
      session.note("Nothing was imported.")
      return .failed
    } catch ImportView.Refusal.badInput(let problems, let count) {
      let table = TableTimes(texts: reading.times, options: source.options)
      refuse(problems, count, table, arguments, session)
      return .failed
    }
  }

  private static func refuse(
    _ problems: [ImportProblem], _ count: Int, _ table: TableTimes, _ arguments: ParsedArguments,
    _ session: Session
  ) {
    // Most problems that are told one by one.
    let problemLimit = 20
    // How times may be written is told once, of the form that all of them have.
    var unread = problems.compactMap(\.kind.unreadTime)
    let mayHaveTitles = problems.contains {
      if case .undatedHeadings = $0.kind { true } else { false }
    }
    var advice: [String] = []
    for problem in problems.prefix(problemLimit) {
      var message = ErrorMessage(problem, dateOrder: table.options.dateOrder)
      if problem.kind.unreadTime != nil, !unread.isEmpty {
        message.advice += ErrorMessage.timeFormats(
          fitting: unread, mayHaveTitles: mayHaveTitles, besides: arguments.value("time-format"),
          in: table)
        unread = []
      }
      // What to do about many of a kind is said once.
      if message.advice == advice { message.advice = [] } else { advice = message.advice }
      session.report(message)
    }
    let rest = count - problemLimit
    let more = rest > 0 ? " (\(rest) more are not shown)" : ""
    session.note("\(Plural.of(count, "problem"))\(more); nothing was imported.")
  }
}

extension ImportProblem.Kind {
  /// The text that was to be a time, where that is what is wrong.
  fileprivate var unreadTime: String? {
    switch self {
    case .badTime(let text) where text.isEmpty: nil
    case .badTime(let text), .unknownTimes(let text), .undatedHeadings(let text): text
    default: nil
    }
  }
}
