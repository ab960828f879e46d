import Foundation
import TestSupport

@testable import ThreadJournal
@testable import ThreadStorage
@testable import tj

/// One value, or more, of every error.
enum ErrorSamples {
  /// `Type.case` of an error.
  static func name(of error: Any) -> String {
    if let error = error as? ThreadFieldError { return name(of: error.error) }
    if let error = error as? QueryError { return name(of: error.reason) }
    let words = "\(error)".split(separator: "(", maxSplits: 1)
    let name = words.first.flatMap { $0.split(separator: ".").last } ?? ""
    return "\(type(of: error)).\(name)"
  }

  private enum Unforeseen: Error {
    case example
  }

  static let commandLine: [CommandLineError] = [
    .unknownCommand(name: "lsit", nearest: ["list"]),
    .unknownCommand(name: "frobnicate", nearest: []),
    .missingSubcommand(command: "field", choices: ["list", "add"]),
    .unknownOption(name: "--jsn", command: "list", nearest: ["--json"]),
    .unknownOption(name: "-x", command: nil, nearest: []),
    .missingValue(option: "--at", placeholder: "TIME", command: "add"),
    .unexpectedValue(option: "--json", value: "yes", command: "list"),
    .badValue(
      name: "--sort", value: "x", expected: .choice(["title", "updated"]), command: "list"),
    .badValue(name: "-n", value: "x", expected: .integer(atLeast: 0), command: "show"),
    .badValue(name: "-f", value: "x", expected: .fieldAssignment, command: "add"),
    .badValue(name: "--define", value: ":", expected: .fieldDefinition, command: "new"),
    .badValue(name: "-C", value: "", expected: .directory, command: nil),
    .missingArgument(name: "THREAD", command: "add"),
    .unexpectedArgument(value: "more", command: "list"),
    .exclusive("--trash", "--all", command: "list"),
    .invalidUTF8(argument: 2, byteOffset: 3),
  ]

  static let all: [any Error] =
    session + time + command + journal + storage + transfer + sync
    + [
      EntryEditError.doesNotReadBack(part: "title"),
      FileProblem.utf16(path: "wide.md"), FileProblem.changedMeanwhile(path: "log.md"),
      FileProblem.storage(.missing(path: "gone.md")),
      FileProblem.conflictMarkers(path: "log.md", lines: 3...9),
    ] + drafts + [Unforeseen.example] + frontMatter + query + fields + settings + plans

  private static let plans: [PlanError] = [
    .badCadence("daily"), .badGoal(.undefined(name: "kms", nearest: ["km"])),
    .noPlan(log),
    .noLine(log, CalendarDate(daysSinceEpoch: 20_000), others: [20_001, 20_007]),
    .noLine(log, CalendarDate(daysSinceEpoch: 20_000), others: []),
  ]

  private static let sync: [SyncError] = [
    .notInRepository(journal: "~/notes"), .ignored(journal: "~/notes"),
    .ownPrograms(
      ["core.sshcommand", "hooks/pre-commit"], journal: "/srv/notes", trusted: "/srv/notes"),
    .ownPrograms(
      ["a.b", "c.d", "e.f", "g.h", "i.j", "k.l"], journal: "/srv/notes",
      trusted: "/srv/old:/srv/notes"),
    .unfinished(.cherryPick), .noBranch, .noIdentity,
    .severalRemotes(["home", "work"], branch: "main"), .notCommitted(status: 1),
    .unreachable(remote: "origin", waiting: 0), .unreachable(remote: "origin", waiting: 2),
    .unrelated("origin/main", branch: nil), .unrelated("origin/main", branch: "master"),
    .mergesByLines, .notUTF8(name: "caf\u{fffd}.md"),
    .notMerged(upstream: "origin/main", staged: [], open: []),
    .notMerged(upstream: "origin/main", staged: [], open: ["log.md"]),
    .notMerged(upstream: "origin/main", staged: ["notes.txt"], open: []), .otherMerge,
    .otherConflicts(["notes.txt"]), .conflicts(1, paths: ["log.md"], areByLines: false),
    .conflicts(3, paths: ["log.md", "a b.md"], areByLines: true),
    .badMerge(path: "log.md", .doubledID), .doubledEntry("k7f", path: "b.md", other: "a.md"),
    .renamedFields(["min"], path: "log.md"), .joinedThreads(path: "log.md"),
    .entriesGone(["k7f"], path: "log.md"),
    .entriesGone(["a", "b", "c", "d", "e", "f"], path: "a b.md"),
    .takesOut(
      1, names: "k7f \"A walk.\"", path: "a b.md", commit: "5d41402abc", isOfMerge: true,
      isFileGone: false),
    .takesOut(
      4, names: "k7f, k8f, k9f and 1 more", path: "log.md", commit: "5d41402abc", isOfMerge: false,
      isFileGone: true),
    .reinterpreted(["min"], path: "log.md"), .addedTwice(1, path: "log.md"),
    .addedTwice(1200, path: "log.md"),
    .notSent(upstream: "origin/main", waiting: 1),
  ]

  private static let transfer: [TransferError] = [
    .fileMissing(path: "a.csv"), .notAFile(path: "notes"), .fileExists(path: "a.csv"),
    .unnamable(["a\\b.md"]), .unnamable(["a\\b.md", "c\\d.md"]),
    .unknownSuffix(path: "a.xlsx", suffix: "xlsx"), .noPage(path: "a.pdf", suffix: "pdf"),
    .unknownColumn("mod", among: ["time", "mood"]),
    .unknownColumn("", among: []), .unknownOrder("mod", among: ["mood"]),
    .nothingToExport(name: "mornign", nearest: ["Morning pages"], note: nil),
    .nothingToExport(name: nil, nearest: [], note: "Was OR meant? tj export a OR b"),
    .fileInJournal(path: "j/a.md", isState: false), .nothingToImport,
    .badMapping("date"), .badTimePattern("%Q"),
    .badTimePattern("%F %R PST"), .badTimePattern("%F %H:%M PM"),
  ]

  private static let session: [SessionError] = [
    .noArguments, .badClock("yesterday"),
    .foreignJournal(path: "/srv/notes", .ownedBy(path: "/srv/notes", user: 1002)),
    .foreignJournal(path: "/srv/notes", .writableByOthers(path: "/srv")),
    .noJournalYet(path: "/home/anna/journal"),
    .notAJournal(path: "notes", source: "$TJ_JOURNAL"),
    .emptyBranch(path: "notes", others: ["main"]), .noHome,
    .unrepresentablePath("caf\u{fffd}"), .noWorkingDirectory(code: ENOENT),
  ]

  private static let settings: [any Error] = [
    SettingError.unknown(name: "colour", nearest: ["color"]),
    SettingError.badValue(key: .dayStarts, text: "25:00"),
    SettingError.damagedFile(
      path: "/home/anna/.config/threadjournal/config.yml", line: 2, column: 7),
    SettingError.cannotBeChanged(path: "config.yml", .noSuchKey),
    SettingError.notSet(key: .wrap, path: "config.yml"), SettingError.noUserFile,
    PlaceName.Refusal.coordinates, PlaceName.Refusal.noName,
  ]

  private static let time: [TimeExpressionError] =
    [
      .notUnderstood(text: "tomorow", column: 1), .noSuchDate(text: "2026-02-30"),
      .endBeforeStart(text: "today..yesterday"),
      .isRange(text: "november"), .otherSign(text: "2025 to 2026", meant: "2025..2026"),
      .otherForm(text: "21.11.2026", dates: dates(21), rest: " 5pm"),
      .otherForm(text: "11/12/2026", dates: dates(12) + dates(11), rest: ""),
      .yearOrClock(text: "7 nov 1930", meant: ["2026-11-07 19:30", "1930-11-07"]),
    ] + skipped

  private static func dates(_ day: Int) -> [CalendarDate] {
    CalendarDate(year: 2026, month: day > 12 ? 11 : 23 - day, day: day).map { [$0] } ?? []
  }

  private static let skipped: [TimeExpressionError] = {
    guard let from = Timestamp("2026-03-08T02:00-05:00"),
      let to = Timestamp("2026-03-08T03:00-04:00")
    else { return [] }
    return [.skippedLocalTime(text: "2026-03-08 02:30", from: from, to: to)]
  }()

  private static let command: [CommandError] = [
    .nothingToAdd, .noMergeBase,
    .badText(source: "standard input", fault: .nul, line: 2, column: 3),
    .badText(source: "standard input", fault: .invalidUTF8, line: 2, column: 3),
    .keptDraft(
      path: "/home/anna/journal/.threadjournal/drafts/a.md", cause: StorageError.busy(processID: 12)
    ),
    .interrupted(draft: "/home/anna/journal/.threadjournal/drafts/a.md"),
    .editorFailed(command: "vim", status: 1, draft: "a.md"),
    .editorFailed(command: "vim", status: 127, draft: "a.md"),
    .editorFailed(command: "vim", status: 1, draft: nil),
    .unkept(
      text: Array("First line.\nSecond line.".utf8),
      cause: StorageError.system(operation: .write, path: "a.md", code: ENOSPC)),
    .atLine(3, cause: StorageError.missing(path: "a.md")),
    .amongOthers(
      TimeExpressionError.notUnderstood(text: "nox", column: 1),
      others: [StorageError.missing(path: "a.md"), StorageError.missing(path: "b.md")]),
    .entriesAreGone(count: 2), .nothingLeft,
    .emptyEdit(entry: entry), .textNamesEntry("log@2", others: ["log@2"], of: "log@1"),
    .textIsTag("#idea", of: "log@1"), .textForSeveral, .optionForSeveral("at"),
    .textInPieces(["slept", "well"], line: "tj edit log@1 'slept well'"),
    .textIsAssignment(
      "mood=5", inField: "tj edit log@1 -f mood=5", inText: "tj edit log@1 --text mood=5"),
    .textIsTime(
      "yesterday", inTime: "tj edit log@1 --at yesterday",
      inText: "tj edit log@1 --text yesterday"),
    .textIsShown(of: "log@1"),
    .textBehindOption(
      "21:30", option: "at", inOption: "tj add log --at 'yesterday 21:30'",
      inText: "tj add log 21:30 --at yesterday"), .inputBesideWords, .fieldTwice("mood"),
    .textBehindOption(
      "3", option: "date:", inOption: "tj find date:2026-11-03", inText: "tj find 3 date:nov"),
    .rangeAsEnd("2026-11..2026-12", option: "from"),
    .timeTwice(option: "on", ["monday", "friday"]), .timeTwice(option: "to", ["monday", "friday"]),
    .nameWithType(name: "sleep", type: "duration"),
    .nameWithType(name: "mood", type: "1-10"),
    .editConflict(entry: entry, draft: "a.md"), .unknownDraft(number: 3, count: 2),
    .unknownDraft(number: 1, count: 0), .draftWithoutThread(draft: "a.md"),
    .emptyDraft(path: "a.md"),
    .editorEnded(command: "vi", status: 127), .editorEnded(command: "vi", status: 1),
    .editorReturnedAtOnce(command: "code", draft: "a.md"),
    .needsYes(command: "purge"), .badAge("soon"), .badEntryTitle, .badFieldName("a::b"),
    .foreignRepository(journal: "/srv/notes", commands: ["git config x y"]),
    .brokenRepository(path: "/srv/notes/.git"),
    .programFailed(name: "git", status: 128), .programFailed(name: "git", status: 127),
    .needsOption(option: "dry-run", other: "fix"),
    .unknownTopic("lst", section: nil, nearest: ["list"]),
    .unclearThread(
      whole: entry.thread, text: "text", other: entry.thread, otherText: "it is text",
      options: ""),
    .unclearThread(
      whole: entry.thread, text: "", other: nil, otherText: "text", options: " -f mood=7"),
    .fieldWithoutMean("place"), .openReview("2026-11.."), .reviewOfPart("this morning"),
    .reviewOfFuture("2027"),
    .enteredAlready(
      JournalError.alreadyEntered(entry, .day, isPresent: true), again: "tj add log --again"),
    .unknownThread(
      JournalError.unknownThread(name: "Morning", nearest: []),
      line: "For a thread of two words: tj add --new 'Morning pages' text"),
    .reviewedAlready(entry, title: "Review 2026-W47"),
    .needsTerminal(command: "tj checkin", lines: ["tj add log -f mood=6 TEXT"]),
  ]

  private static let drafts: [any Error] = [
    DraftFault(line: 3, .heading, words: "## soon"),
    fault(.headingForm("28.3.2026", [], "## 2026-03-28 Nap"), "## 28.3.2026 Nap"),
    fault(.headingPlace("## 2026-03-28 7:12", isIndented: false), "# 2026-03-28 7:12"),
    fault(.file(.impossibleTime(0..<0), text: "31.11.2026", line: 1)),
    fault(.headingTime("9pm", nil)), fault(.headingTime("7.12", "## 2026-03-28 7:12")),
    DraftFault(
      line: 3, .check(.headingTime("9:30", "## 2026-03-28 9:30")), titleBlanks: nil),
    fault(.fieldForm(name: "sleep", value: "7h", .title), "sleep::7h"),
    .init(line: 3, .carriageReturn),
    fault(.headingZone("-07:15", "## 2026-03-28 22:00-07:15", isEnd: true, isUsed: true)),
    fault(.headingYear("2206")),
    fault(
      .headingLength(
        length: "19h", end: "-05:00", other: "## 2026-03-28 10:00:00-05:00", isZone: true,
        asEnd: "## 2026-03-28 10:00-05:00 -04:00")),
    .init(line: 3, .anotherEntry), .init(line: 3, .aboveFirstEntry), .init(line: 3, .inCodeBlock),
    .init(line: 3, .newAttributes("{#kaaaaaaaaa}")), .init(line: 3, .sameField("sleep")),
    fault(.fieldForm(name: "sleep", value: "7h", .below)),
    .init(line: 3, .wordsInComment), .init(line: 3, .openComment), fault(.emptySkip),
    fault(.fieldForm(name: "mood", value: "6", .inValue(of: "with"))),
    .init(line: 3, .undefinedField("Weather"), words: "- Weather:: rain"),
    .init(line: 3, .unknownID("kaaaaaaaaa")), .init(line: 3, .sameID("kaaaaaaaaa", first: 1)),
    .init(line: 3, .attributes), .init(line: 3, .lostBraces("## 2026-03-28 {#kaaaaaaaaa}")),
    .init(line: 3, .noThread),
    fault(.fieldForm(name: "sleep", value: "7h", .form), "- sleep::7h"),
    DraftFault(
      line: 3, .check(.fieldForm(name: "sleep", value: "7h", .place)), words: "- sleep:: 7h",
      textLine: 2),
  ].map { CommandError.keptDraft(path: "a.md", cause: $0) }

  private static func fault(_ kind: JournalProblem.Kind, _ words: String = "") -> DraftFault {
    DraftFault(line: 3, .check(kind), words: words)
  }

  private static let entry: Entry = {
    let bytes = Array("## 2026-03-01 08:00 {#kaaaaaaaaa}\n\nOne.\n".utf8)
    return ThreadFile(bytes, path: "log.md", zone: .newYork2026).entries(.all)[0]
  }()

  private static let differences: [Conflict] = [
    Conflict(
      kind: .changed, path: "log.md", line: 5, expected: Array("As it was.\n".utf8),
      found: Array("One.\nTwo.\nThree.\nFour.\nFive.\nSix.\n".utf8)),
    Conflict(kind: .fileMissing, path: "gone.md"),
    Conflict(kind: .nameTaken, path: "taken.md"),
  ]

  private static let journal: [JournalError] = {
    let bytes = Array("---\ntitle: Log\n---\n\n## 2026-03-01 08:00 {#kaaaaaaaaa}\n\nOne.\n".utf8)
    let document = ThreadDocument(bytes)
    let log = ThreadHeader(path: "log.md", document: document)
    let other = ThreadHeader(path: "trips/log.md", document: document)
    let entry = ThreadFile(bytes, path: log.path, zone: .newYork2026).entries(.all)[0]
    let elsewhere = ThreadFile(bytes, path: other.path, zone: .newYork2026).entries(.all)[0]
    return [
      .unknownThread(name: "mornign", nearest: ["Morning pages"]),
      .unknownThread(name: "it's", nearest: []),
      .unknownReference(name: "mornign", nearest: ["Morning pages"]),
      .unknownReference(name: "k3f9q2wz7h", nearest: []),
      .ambiguousThread(name: "l", candidates: [log, other]),
      .ambiguousThread(name: "l", candidates: Array(repeating: log, count: 12)),
      .notAThread(path: "list.md"), .utf16(path: "wide.md"), .threadIsDeleted(log),
      .threadIsNotDeleted(log), .unknownEntry(reference: "kaaab", nearest: ["kaaaaaaaaa"]),
      .unknownEntry(reference: "zzz", nearest: []), .shortEntryReference("ka"),
      .ambiguousEntry(reference: "kaa", candidates: [entry, elsewhere]),
      .noEntryAtPosition(thread: log, position: 4, count: 0),
      .noEntryAtPosition(thread: log, position: 4, count: 1),
      .noEntryAtPosition(thread: log, position: 4, count: 2),
      .noEntryAtPosition(thread: log, position: 4, count: 0, isDeleted: true),
      .noEntryAtPosition(thread: log, position: 4, count: 1, isDeleted: true),
      .entryIsDeleted(entry), .entryIsNotDeleted(entry),
      .entryChanged(reference: "kaaaaaaaaa", path: "log.md"),
      .entryChanged(reference: "kaaaaaaaaa", path: "log.md", isGone: true),
      .entryIsNotUTF8(path: "log.md", line: 7, column: 4),
      .conflictMarkers(path: "log.md", lines: 3...9),
      .conflictMarkers(path: "log.md", lines: 3...3), .notConflicted(path: "log.md"),
      .noOriginal(path: "a.md", copy: nil), .noOriginal(path: "log.md", copy: "log 2.md"),
      .unterminatedFrontMatter(path: "log.md"),
      .frontMatterElsewhere(path: "log.md", line: 4),
      .frontMatterEdit(path: "log.md", line: 2, column: 5), .badTitle("a\nb"),
      .doesNotReadBack(part: "text"), .sameThread(entry),
      .alreadyEntered(entry, .day, isPresent: true), .alreadyEntered(entry, .week, isPresent: true),
      .alreadyEntered(entry, .month, isPresent: false),
      .changedMeanwhile(summary: "edit kaaaaaaaaa", differences), .nothingToUndo,
      .purgeIsFinal(summary: "purge Log"), .recordIsForeign,
      .cannotUndo(summary: "edit kaaaaaaaaa", differences), .nothingToRedo,
      .cannotRedo(summary: "edit kaaaaaaaaa", differences),
      .cannotRecord(
        summary: "edit kaaaaaaaaa",
        cause: StorageError.system(operation: .open, path: ".threadjournal/changes", code: EACCES)),
      .unfinishedChange(path: ".threadjournal/changes/0000000000000012.pending"),
      .threadChanged(log),
      .willBeFinished(
        summary: "move kaaaaaaaaa to Log",
        path: ".threadjournal/changes/0000000000000012.pending",
        cause: StorageError.system(operation: .write, path: "a.md", code: EIO)),
    ]
  }()

  private static let storage: [StorageError] =
    [
      .notAJournal(path: "notes"),
      .newerFormat(path: ".threadjournal/config.yml", found: 2, supported: 1),
      .busy(processID: 4711), .busy(processID: nil),
      .tooLarge(path: "a.md", limit: 1 << 30), .tooLarge(path: "config.yml", limit: 1 << 20),
      .notAFolder(path: ".threadjournal/drafts", kind: .symbolicLink),
      .notRegularFile(path: "a.md", kind: .folder), .notRegularFile(path: "a.md", kind: .pipe),
      .notRegularFile(path: "a.md", kind: .socket), .notRegularFile(path: "a.md", kind: .device),
      .notRegularFile(path: "a.md", kind: .symbolicLink),
      .notRegularFile(path: "a.md", kind: .unknown), .leavesJournal(path: "a.md"),
      .symbolicLinkLoop(path: "a.md"), .invalidName(path: ".md"),
      .sameName(path: "caf\u{e9}.md", other: "cafe\u{301}.md"),
      .unrepresentableName(path: "caf\u{fffd}.md"), .exists(path: "a.md"), .missing(path: "a.md"),
      .changedMeanwhile(path: "a.md"), .damaged(path: ".threadjournal/drafts/a.append"),
      .halfWritten(
        path: "a.md", cause: .system(operation: .write, path: "a.md", code: ENOSPC)),
    ]
    + [
      (.write, ENOSPC), (.write, EDQUOT), (.write, EFBIG), (.sync, EIO), (.open, EROFS),
      (.open, EACCES), (.open, EMFILE), (.open, ENAMETOOLONG), (.rename, EXDEV), (.read, EIO),
      (.close, EIO), (.status, EACCES), (.truncate, EIO), (.changeMode, EPERM),
      (.changeOwner, EPERM), (.attributes, EPERM), (.lock, ENOLCK), (.makeFolder, EACCES),
      (.remove, EACCES), (.link, EPERM), (.exchange, EBUSY), (.list, EACCES), (.resolve, EACCES),
    ].map { (operation: FileOperation, code: Int32) in
      StorageError.system(operation: operation, path: "a.md", code: code)
    }

  private static let frontMatter: [any Error] = [
    FrontMatterEditError.notUnderstood(YAMLProblem(.anchor, at: 12)),
    FrontMatterEditError.notAMapping(offset: 12), FrontMatterEditError.noSuchKey,
    FrontMatterEditError.duplicateKey(offset: 12), FrontMatterEditError.invalidUTF8,
    FrontMatterEditError.notANumber, FrontMatterEditError.notATimestamp,
    FrontMatterEditError.keyTooLong, FrontMatterEditError.tooDeep,
    FrontMatterEditError.unsafe(offset: 12),
  ]

  private static let query: [QueryError] =
    [
      .expectedTerm, .expectedClosingQuote, .expectedValue(key: "mood"),
      .expectedBound(key: "mood"), .endBeforeStart, .expectedState(found: "odd"),
      .expectedPattern(found: "*-11"), .expectedTime(.notUnderstood(text: "never", column: 1)),
      .expectedTermBesideOr,
      .unknownSign(found: "=>", nearest: "mood:>=7"),
      .signWithoutColon(found: "=", nearest: "mood:7"), .commaInComparison(nearest: "mood:>10000"),
      .alternatives(meant: ["tag:food", "not:tag:travel"]),
      .unpairedParenthesis(asText: "\"(lake\""),
    ].map { QueryError(argument: "mood:7", index: 0, column: 3, reason: $0) }
    + expressions.map {
      QueryError(
        argument: "re:(", index: 0, column: 4,
        reason: .expectedExpression(RegularExpressionError(column: 1, reason: $0)))
    }

  private static let expressions: [RegularExpressionError.Reason] = [
    .empty, .unclosedGroup, .unknownGroup, .unopenedGroup, .unclosedClass, .nothingToRepeat,
    .endBeforeStart,
    .unknownEscape, .unfinishedEscape, .tooLarge(limit: 1000),
  ]

  /// What an earlier crash may have left.
  static let recoveries: [RecoveryNote] = [
    .finished("add to Log", []), .finished("", []), .finished("edit a", differences),
    .kept(path: ".threadjournal/drafts/a.md"),
    .savedByOthers(path: ".threadjournal/displaced/a"),
    .refused(path: ".threadjournal/changes/0123456789abcdef.refused"),
    .leftToOwner(path: ".threadjournal/changes/0123456789abcdef.pending"),
    .fileSystemLacks([.exchange, .hardLinks]), .fileSystemLacks([.sync]),
    .fileSystemLacks([.owners]),
    .failed("edit a", .missing(path: "a.md")),
    .purgeLeft(entries: ["kaaaaaaaaa", "kbbbbbbbbb"]), .purgeLeft(entries: []),
    .purgeLeft(entries: nil),
  ].map { RecoveryNote(outcome: $0, thread: "log.md") }

  /// What can be wrong with a field.
  static let fieldErrors: [FieldError] = {
    var mood = FieldDefinition(name: "mood", type: .choice)
    mood.options = ["low", "high"]
    return [
      .unknownField("mod", nearest: ["mood"]), .unknownField("x", nearest: []),
      .fieldIsDeleted("mood"), .fieldIsNotDeleted("mood"), .isGroup("workout"),
      .orderedByGroup("sleep", group: "night"), .badName("a::b"),
      .nameTaken("mood", isGroup: false, isDeleted: false),
      .nameTaken("mood", isGroup: true, isDeleted: true),
      .badValue(mood, value: Array("hgh".utf8), .notAnOption(nearest: ["high"])),
      .badValue(FieldDefinition(name: "n"), value: Array("x".utf8), .wrongType(.integer)),
      .otherUnit("weight", from: "kg", to: "lb"), .otherUnit("weight", from: nil, to: "lb"),
      .valuesDoNotFit(
        mood,
        [
          UnfitValue(
            line: 7, entry: EntryID("k3f9q2wz7h"), value: Array("7,5".utf8),
            converted: Array("7.5".utf8))
        ],
        count: 1),
      .valuesDoNotFit(
        mood, [UnfitValue(line: 7, entry: nil, value: Array("x".utf8), converted: nil)], count: 21),
      .unitWouldChange(
        FieldDefinition(name: "n", type: .number, unit: "min"), isRetyped: false, from: "h",
        to: "min", count: 2),
      .unitWouldChange(
        FieldDefinition(name: "n", type: .duration), isRetyped: true, from: "km", to: "min",
        count: 1),
      .badValue(FieldDefinition(name: "n"), value: Array("0".utf8), .belowMinimum("1")),
      .badValue(FieldDefinition(name: "n"), value: Array("9".utf8), .aboveMaximum("8")),
      .unknownType("numbr", nearest: ["number"]), .badLimit("x", .integer),
      .limitWithoutOrder(.text), .limitsReversed(minimum: "9", maximum: "1"),
      .optionsWithoutChoice(.text), .noOptions, .unitOfOtherType(.duration), .locationIsText,
      .badOption("a\nb"),
      .alreadyGrouped("mood", group: "workout"), .notGrouped("mood"),
      .entryHasBoth(line: 7, old: "mood", new: "temper"), .frontMatter(.tooDeep),
      .doesNotReadBack,
    ]
  }()

  private static let fields: [any Error] =
    fieldErrors.map { ThreadFieldError(error: $0, thread: log) }
    + [
      CommandError.badDefinition(.unknownType("numbr", nearest: ["number"]), title: "Sleep"),
      CommandError.badDefinition(.noOptions, title: "Sleep"),
      CommandError.severalFields(["--define mood:integer", "--define km:number"]),
      CommandError.severalFields(["mood", "'km run'"]),
      CommandError.definitionWithoutColon(name: "mood", .integer),
      CommandError.longDefinition(name: "mood", .choice, rest: "low,high", title: "Sleep log"),
      CommandError.longDefinition(name: "mood", .integer, rest: "1..10", title: "Sleep"),
      CommandError.badRange(name: "mood", values: "1-10", title: "Sleep"),
    ]

  private static let log = ThreadHeader(
    path: "log.md", document: ThreadDocument(Array("---\ntitle: Log\n---\n".utf8)))
}
