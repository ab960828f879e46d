import ThreadJournal
import ThreadStorage

enum CheckCommand {
  static let definition = CommandDefinition(
    name: "check", group: .journal, summary: "Find what is wrong, or not read as it was meant.",
    arguments: [
      .init(
        "PATH", .file, count: .zeroOrMore,
        "A file or folder to check, from the current directory or from the journal's; all if absent."
      )
    ],
    options: [
      .flag("fix", "Fix what has one right answer."),
      .flag("dry-run", "With --fix: show as a diff what it would do."),
      .flag("all", "List each note, also where there are many of a kind."), .json,
    ], exclusive: [["dry-run", "json"]],
    description: """
      Prints each problem as `FILE:LINE:COLUMN: SEVERITY: MESSAGE [CODE]`, with lines and columns
      counted from 1 and columns in bytes, and what to do about it on standard error.

      An error keeps a command from doing what it was asked to. A warning is read otherwise than
      it was perhaps meant. A note is nothing wrong, and does not count.

      Many notes of one kind, and the ids that a copied file has in common with another one, are
      told in one line; `--all` lists them. Of entries without an id, the ten latest are listed all the same.

      Errors: `conflict-markers`, `duplicate-id`, `duplicate-thread-id`,
      `front-matter-unterminated`, `leaves-journal`, `link-loop`, `newer-format`, `not-a-file`,
      `utf-16`, and what keeps a file from being read.

      Warnings: `attribute-value`, `bad-setting`, `carriage-return`, `changed-trash`, `configuration`, `conflict-copy`,
      `duplicate-title`, `field-definition`, `field-duplicate`, `field-form`, `field-unknown`,
      `field-value`, `foreign-state`, `front-matter-duplicate-key`,
      `front-matter-key`, `front-matter-not-understood`, `front-matter-place`,
      `front-matter-value`, `heading-attributes`, `heading-date`, `heading-form`,
      `heading-in-comment`, `heading-in-fence`, `heading-level`, `heading-time`, `heading-year`, `heading-zone`,
      `invalid-utf8`, `lost-edit`, `lost-entry`, `missing-diff-driver`, `missing-merge-driver`,
      `name-collision`, `nul`, `plan`, `plan-goal`, `settings-file`, `thread-copy`, `unfinished-change`,
      `unknown-setting`, `untrusted-setting`.

      Notes: `conflict-text`, `draft`, `empty-entry`, `entered-twice`, `entries-gone`, `entry-again`, `entry-without-id`, `far-ahead`,
      `field-blanks`, `field-gone`, `field-indented`, `field-like`, `field-unlike`, `fields-undefined`, `fields-unread`, `file-name`,
      `front-matter-text`, `heading-clock`, `heading-length`, `heading-place`,
      `heading-undated`, `heading-weekday`, `lost-heading`, `modeline`, `no-entry`, `not-a-thread`, `out-of-order`, `purged-entry`,
      `text-gone`, `time-changed`, `title-time`, `title-wrapped`, `wide-skip`.

      With `--fix`, entries without an id get one, of several entries with one id all
      but the first, or but the one that tj wrote so or the last commit has, get a new one, changes that a crash cut short are finished, and entries that tj wrote and
      that an editor's older version overwrote are put back; one of which undo keeps nothing any more, or that only older commits have, and a change of front matter that is gone, are named, and then told no more. Where an id was copied into another
      file, the thread that tj's records or git know keeps it, else the one made first. A date or
      a time of another form in a heading is written as it is read, a line that names a field
      becomes a field line where it stands among them and the entry has no other value of it,
      a value such as `4 h` or `7,5` is written as its field's type has it, a text that was typed by hand without the
      blanks around it,
      an entry whose time was changed by hand, or of which a field or words were taken out or stand elsewhere by now, or that has the text of another one whose heading is gone, is marked as edited,
      attributes with a title behind them, or without a brace, close their heading again, and
      blank lines before front matter go, each only where it has one reading. Text that tj wrote
      as such stays text. Nothing else changes, no line that may be saved only in
      half is touched, the lines that it wrote otherwise are named, and those that got an id with how they are read, and `tj undo` takes it back. A clone that git merges by lines learns to merge
      entries, as with `tj init --git`. What is left is printed.
      """,
    examples: [
      ("tj check", "Check the whole journal."), ("tj check sleep.md", "Check one file."),
      ("tj check --fix --dry-run", "See what would be fixed."),
      ("tj check --fix", "Fix it, and print what is left."),
    ], exitStatuses: [(1, "There are errors or warnings.")], seeAlso: ["init", "field"],
    synonyms: ["lint", "fsck", "validate", "doctor", "verify"],
    action: .run { arguments, session in
      let isDryRun = arguments.flag("dry-run")
      guard arguments.flag("fix") || !isDryRun else {
        throw CommandError.needsOption(option: "dry-run", other: "fix")
      }
      let journal = try session.journal(.reading)
      var scope = try CheckScope(arguments.bytes("PATH"), of: journal, session)
      scope.dayStartsAt = session.dayStartsAt
      scope.dateOrder = session.dateOrder
      let git = GitProbe(journal.directory.root)
      var report = check(journal, scope, git, session)
      if isDryRun { return dryRun(report, journal, session) }
      var fixed: [JournalProblem] = []
      if arguments.flag("fix"), report.problems.contains(where: \.isFixable) {
        fixed = try fix(&report, listsAll: arguments.flag("all"), journal, scope, git, session)
      }
      if arguments.flag("json") {
        session.printDocument { writer in
          if arguments.flag("fix") { writer.array("fixed", fixed, append) }
          writer.array("problems", report.problems, append)
        }
      } else {
        print(report, listsAll: arguments.flag("all"), journal, session)
      }
      if scope.isWhole, git.isMerging {
        session.note("A merge waits to be finished here: tj sync")
      }
      return report.problems.contains { ErrorMessage($0).severity != .note } ? .failed : .done
    })

  private static func check(
    _ journal: Journal, _ scope: CheckScope, _ git: GitProbe, _ session: Session
  ) -> CheckReport {
    var report = journal.check(
      scope, inGit: git.committed, isTracked: git.tracks, lastCommit: git.lastCommit)
    if scope.isWhole {
      report.problems += git.missingDrivers(of: journal.directory)
      report.problems += session.settingsStore.userProblems()
    }
    return report
  }

  private static func fix(
    _ report: inout CheckReport, listsAll: Bool, _ journal: Journal, _ scope: CheckScope,
    _ git: GitProbe, _ session: Session
  ) throws -> [JournalProblem] {
    let unfinished = report.problems.filter(\.isUnfinishedChange)
    let drivers = report.problems.filter(\.isMissingDriver)
    let unnamed = report.problems.filter(\.isOfUnnamed)
    let outcome = try journal.fix(
      scope, inGit: git.committed, isTracked: git.tracks, lastCommit: git.lastCommit)
    if !drivers.isEmpty {
      do { try git.setUp(journal.directory, session) } catch {
        session.report(ErrorMessage(any: error))
      }
    }
    let fix = session.report(outcome)
    for failure in fix.failures { session.report(ErrorMessage(any: failure.error)) }
    report = check(journal, scope, git, session)
    // Now that they have ids, nothing tells it any more, unless the fix gave one its own back.
    let back =
      unnamed.isEmpty
      ? []
      : report.problems.compactMap { problem -> Entry? in
        guard case .lostEntry(let lost) = problem.kind, let id = lost.id else { return nil }
        return try? journal.entry(id.description)
      }
    report.problems += unnamed.filter { problem in
      !report.problems.contains(problem)
        && !back.contains { $0.thread.path == problem.path && $0.line == problem.line }
    }
    let left = Set(report.problems.filter { $0.isUnfinishedChange || $0.isMissingDriver })
    let fixed = fix.fixed + (unfinished + drivers).filter { !left.contains($0) }
    // Where taking the lock only finished an earlier command's change, this one made none.
    let undo = if outcome.isChanged { " To take it back: tj undo" } else { "" }
    session.note("Fixed \(Plural.of(fixed.count, "problem")).\(putBack(fixed))\(undo)")
    let isFromRecords = fixed.contains { problem in
      guard case .lostEntry(let entry) = problem.kind else { return false }
      return !entry.isCommitted && entry.overwritingBlock == nil
    }
    if isFromRecords {
      session.note(
        "  That is as tj wrote it last: what was changed by hand since, and what was written there more than "
          + "\(journal.directory.keepingTime / 86_400) days ago, tj does not know: the editor's undo or a backup may have it."
      )
    }
    for case .lostEntry(let entry) in fixed.map(\.kind) {
      guard let id = entry.id, let line = entry.restLine else { continue }
      session.note("  A part of the text of \(id) stood on line \(line) already, in another entry.")
    }
    // Whoever did not check before sees which lines are read otherwise now.
    let rewritten = fixed.filter { $0.isMeantLine || $0.isPartGone || !$0.forgotten.isEmpty }.map {
      String(utf8: ErrorMessage($0).listed(isFixed: true).bytes)
    }
    let read = fix.readings.sorted { $0.key < $1.key }.flatMap { path, readings in
      readings.map { "\(path):\($0.line): read as \($0.text)" }
    }
    let lines = (rewritten + read).first(listsAll ? .max : mostFixes) { "and \($0) more" }
    for line in lines { session.note("  \(line)") }
    return fixed
  }

  /// The entries that stand in their threads again: who took one out on purpose does not expect it.
  private static func putBack(_ fixed: [JournalProblem]) -> String {
    let names = fixed.compactMap { problem -> String? in
      guard case .lostEntry(let entry) = problem.kind, let id = entry.id else { return nil }
      return "\(id) (\(problem.path))"
    }
    return names.isEmpty ? "" : " Put back: \(names.first(5).joined(separator: ", "))."
  }

  private static func dryRun(
    _ report: CheckReport, _ journal: Journal, _ session: Session
  ) -> ExitStatus {
    let (edits, failures) = journal.plannedFixes(report)
    for edit in edits {
      let diff = UnifiedDiff(edit.original.bytes, edit.splices).text(path: edit.path)
      session.print(exactly: diff)
    }
    for failure in failures { session.report(ErrorMessage(any: failure.error)) }
    for problem in report.problems where problem.isFixable && problem.isUnfinishedChange {
      session.note("\(problem.path): the change would be finished.")
    }
    for problem in report.problems where problem.isFixable && !problem.forgotten.isEmpty {
      session.note(
        "\(String(utf8: ErrorMessage(problem).listed(isFixed: true).bytes)); told no more.")
    }
    for problem in report.problems where problem.isMissingDriver {
      session.note("\(problem.path): git would be told how to merge threads and show their diffs.")
    }
    if !report.problems.contains(where: \.isFixable) { session.note("There is nothing to fix.") }
    return failures.isEmpty ? .done : .failed
  }

  /// How many notes of a kind are listed one by one.
  private static let mostNotes = 20
  /// How many lines of what was fixed are listed: they are not told again.
  private static let mostFixes = 100

  private static func print(
    _ report: CheckReport, listsAll: Bool, _ journal: Journal, _ session: Session
  ) {
    let root = journal.directory.root
    let isAtRoot = session.isAt(root)
    let copied = listsAll ? [:] : copiedIDs(report)
    var advice: [String] = []
    var counts: [ErrorMessage.Severity: Int] = [:]
    var notes: [String: Int] = [:]
    for problem in report.problems {
      let message = ErrorMessage(problem)
      counts[message.severity, default: 0] += 1
      if message.severity == .note { notes[message.code, default: 0] += 1 }
    }
    let newest = newestWithoutID(report)
    let layout = session.layout
    var told: Set<Copy> = []
    for problem in report.problems {
      let message = isAtRoot ? ErrorMessage(problem) : ErrorMessage(problem).namingRepository(root)
      var line = message.listed()
      if let copy = Copy(problem), let count = copied[copy] {
        guard told.insert(copy).inserted else { continue }
        line = ErrorMessage.message(ofCopy: copy.path, of: copy.original, ids: count).listed()
      }
      if !listsAll, let count = notes[message.code], count > mostNotes, !newest.contains(problem) {
        guard count != .max else { continue }
        notes[message.code] = .max
        line = StyledText(
          "note: \(ErrorMessage.sum(count, ofNotes: message.code)) (--all lists them) [\(message.code)]"
        )
      }
      var output: [UInt8] = []
      MessageWrap.append(line, columns: layout.columns ?? .max, layout.palette, to: &output)
      session.output.write(output)
      let hint = "  [\(message.code)] \(message.advice.joined(separator: " "))"
      if !advice.contains(hint), advice.count < 50 { advice.append(hint) }
    }
    session.output.flush()
    for hint in advice { session.note(hint) }
    session.note(summary(counts, report))
  }

  /// The latest of the entries without an id, whose reading is listed however many they are.
  private static func newestWithoutID(_ report: CheckReport) -> Set<JournalProblem> {
    let readings = report.problems.compactMap { problem -> (JournalProblem, time: String)? in
      guard case .file(.missingID, let reading, _) = problem.kind else { return nil }
      // It begins with the weekday.
      return (problem, String(reading.dropFirst(4).prefix(16)))
    }
    return Set(readings.sorted { $0.time > $1.time }.prefix(10).map(\.0))
  }

  /// A file with ids of another one.
  private struct Copy: Hashable {
    let path: String
    let original: String

    init?(_ problem: JournalProblem) {
      guard case .duplicateIDElsewhere(_, let original, _) = problem.kind else { return nil }
      (path, self.original) = (problem.path, original)
    }
  }

  /// How many ids files have in common with another one, where they are several.
  private static func copiedIDs(_ report: CheckReport) -> [Copy: Int] {
    Dictionary(report.problems.compactMap(Copy.init).map { ($0, 1) }, uniquingKeysWith: +)
      .filter { $0.value > 2 }
  }

  private static func summary(
    _ counts: [ErrorMessage.Severity: Int], _ report: CheckReport
  ) -> String {
    let found = [ErrorMessage.Severity.error, .warning, .note].compactMap { severity in
      counts[severity].map { Plural.of($0, severity.rawValue) }
    }
    let files = Plural.of(report.filesRead, "file")
    guard !found.isEmpty else { return "\(files), no problems." }
    let fixable = report.problems.count(where: \.isFixable)
    let hint = fixable > 0 ? " tj check --fix fixes \(fixable) of them." : ""
    return "\(files): \(found.joined(separator: ", "))." + hint
  }

  private static func append(to writer: inout JSONWriter, _ problem: JournalProblem) {
    let message = ErrorMessage(problem)
    writer.member("path", problem.path)
    writer.member("line", problem.line)
    writer.member("column", problem.column)
    writer.member("severity", message.severity.rawValue)
    writer.member("code", message.code)
    writer.member("message", message.sentence)
    writer.member("advice", message.advice.joined(separator: " "))
    writer.member("fixable", problem.isFixable)
  }
}

extension CheckScope {
  /// The files and folders that paths mean, from the working directory or from the journal's folder.
  init(_ arguments: [[UInt8]], of journal: Journal, _ session: Session) throws {
    guard !arguments.isEmpty else {
      self = .whole
      return
    }
    let root = journal.directory.root
    self.init(
      paths: try arguments.flatMap { try Self.relativePaths(Session.path($0), in: root, session) })
  }

  /// What `path` is in the journal: as it is typed, and where its links lead.
  private static func relativePaths(
    _ path: String, in root: String, _ session: Session
  ) throws(StorageError) -> [String] {
    let absolute = session.absolute(path)
    let paths = absolute == path ? [path] : [absolute, "\(root)/\(path)"]
    guard let base = try? SystemCalls.realPath(root) else { throw .missing(path: root) }
    var leaves = false
    for candidate in paths.flatMap({ [$0, $0 + ".md"] }) {
      guard let real = try? SystemCalls.realPath(candidate) else { continue }
      let found = [inside(base, real), inside(root, candidate)].compactMap(\.self)
      if found.isEmpty { leaves = true } else { return found }
    }
    throw leaves ? .leavesJournal(path: path) : .missing(path: path)
  }

  /// `path` relative to `folder`; nil where it is not below it.
  private static func inside(_ folder: String, _ path: String) -> String? {
    func parts(_ path: String) -> [String] {
      path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        .filter { $0 != "." }
    }
    let (base, all) = (parts(folder), parts(path))
    guard !all.contains(".."), all.starts(with: base) else { return nil }
    return all.dropFirst(base.count).joined(separator: "/")
  }
}
