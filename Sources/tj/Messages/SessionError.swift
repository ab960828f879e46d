import ThreadJournal
import ThreadStorage

enum SessionError: Error {
  /// What names the journal where the user's settings do.
  static let journalSetting = "the setting journal"

  case noArguments
  case badClock(String)
  case noJournalYet(path: String)
  /// The journal that was named is none; `source` says what named it.
  case notAJournal(path: String, source: String)
  /// A clone whose branch has nothing yet, and whose remotes have others.
  case emptyBranch(path: String, others: [String])
  case noHome
  case foreignJournal(path: String, JournalDistrust)
  case unrepresentablePath(String)
  case noWorkingDirectory(code: Int32)
}

extension ErrorMessage {
  init(_ error: SessionError) {
    switch error {
    case .noArguments:
      self.init(
        "no-arguments", "the system did not tell which command was given",
        "Nothing was done. Try again.")
    case .badClock(let text):
      self.init(
        "bad-clock", "TJ_NOW is \"\(text)\", which is not a time with a zone",
        "Write it as 2026-03-28T07:12:33-04:00, or unset it.")
    case .noJournalYet(let path):
      self.init(
        "no-journal", "there is no journal yet: neither here nor in \(path)",
        "To begin one with a first thread: tj new 'Morning pages'",
        "To make one elsewhere: tj init DIR")
    case .notAJournal(let path, let source):
      self.init(
        "not-a-journal", at: .init(path), "\(source) names this directory, and it is not a journal",
        advice: ["To make it one: tj init \(ShellWord.quoted(path))"]
          + (source == SessionError.journalSetting
            ? ["To name none: tj config --user --unset journal"] : []))
    case .emptyBranch(let path, let others):
      self.init(
        "empty-branch", at: .init(path),
        "there is nothing yet on the branch of this clone, and its remote has another one",
        advice: others.prefix(5).map {
          "To go on with that: git -C \(ShellWord.quoted(path)) switch \(ShellWord.quoted($0))"
        })
    case .noHome:
      self.init(
        "no-home", "HOME is not set, so there is no default journal", "Name a journal: tj -C DIR …")
    case .foreignJournal(let path, let distrust):
      self.init(
        "foreign-journal", at: .init(path),
        "this journal may be somebody else's: \(distrust.words)",
        "To use it all the same: tj -C \(ShellWord.quoted(path)) …",
        "To trust it from now on: tj config --user trusted-journals \(ShellWord.quoted(path))")
    case .unrepresentablePath(let path):
      self.init(
        "path-not-utf8", at: .init(path), "this path is not UTF-8, and tj names no others",
        "Rename it: mv with tab completion types such names.")
    case .noWorkingDirectory(let code):
      self.init(
        "no-working-directory",
        "the working directory is not known: \(String(cString: strerror(code)))",
        "Go to a directory that is there, or name a journal: tj -C DIR …")
    }
  }

  /// `TZ` names no zone; the C library would take UTC without a word.
  static func unknownZone(_ name: String) -> ErrorMessage {
    ErrorMessage(
      "unknown-zone", severity: .warning,
      "TZ is \"\(name)\", which is no time zone here, so that times are in UTC",
      "Such as: TZ=America/New_York; or unset it for the system's zone.")
  }

  /// What is missing in a text that is a part of a time.
  private static func partOfTime(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    if SpokenDate.yearlessEnd(in: bytes.span, at: 0, upTo: bytes.count) == bytes.count {
      return "With its year, and the month as a number: 2026-03-28"
    }
    let parts: [Substring] = ["morning", "afternoon", "evening", "night", "tonight"]
    if text.lowercased().split(separator: " ").contains(where: parts.contains),
      text.utf8.contains(where: Byte.isDigit)
    {
      return "A part of a day has no time of day beside it: yesterday evening, or yesterday 20:15"
    }
    guard let hour = Int(text), 0...23 ~= hour, bytes.count <= 2 else { return nil }
    return "For the hour: \(hour):00"
  }

  init(_ error: TimeExpressionError) {
    switch error {
    case .notUnderstood(let text, let column):
      self.init(
        "bad-time",
        column == 1 || !text.utf8.contains { $0 > 0x20 }
          ? "\"\(text)\" is not understood as a time"
          : "\"\(text)\" is not understood as a time from its character \(column) on",
        nearest: TimeExpression.nearest(to: text),
        Self.partOfTime(text)
          ?? "Such as: 2026-03-28 07:12, yesterday 21:30, monday, 2h ago, 2026-03")
    case .otherForm(let text, let dates, let rest):
      let shown = dates.map { $0.text + rest }.joined(separator: " or ")
      self.init(
        "date-form", "\"\(text)\" is not how dates are written here, which is YYYY-MM-DD",
        advice: dates.count == 1
          ? ["It would be: \(shown)"]
          : [
            "Write the one that is meant: \(shown)",
            "To have the day first always, for years of four digits: tj config date-order dmy",
          ])
    case .noSuchDate(let text):
      self.init(
        "no-such-time", "\"\(text)\" is not in the calendar, or not on the clock",
        "Months go to 12, days to the end of the month, hours to 23, and years to 9999.")
    case .skippedLocalTime(let text, let from, let to):
      // Where the date line moved, a whole day is skipped.
      let dateLength = from.date == to.date ? "2026-03-28 ".count : 0
      let (start, end) = (from.canonicalText.prefix(16), to.canonicalText.prefix(16))
      self.init(
        "skipped-time",
        "\"\(text)\" did not exist: the clock went from "
          + "\(start.dropFirst(dateLength)) to \(end.dropFirst(dateLength))",
        "Give another time, or one with its zone: \(to.canonicalText)")
    case .isRange(let text):
      self.init(
        "bad-time", "\"\(text)\" is a range of time, and one time is wanted here",
        nearest: TimeExpression.nearest(to: text),
        "Such as: 2026-03-28 07:12, or 2026-03-28 for the start of that day")
    case .otherSign(let text, let meant):
      self.init(
        "bad-time", "\"\(text)\" has no .. between its ends",
        nearest: [ShellWord.quoted(meant)], "Both ends are included; one of them may be left out.")
    case .endBeforeStart(let text):
      self.init("empty-range", "\"\(text)\" ends before it begins", "Write the earlier end first.")
    }
  }
}

extension JournalDistrust {
  fileprivate var words: String {
    switch self {
    case .ownedBy(let path, let user): "\(path) belongs to the user of number \(user)"
    case .writableByOthers(let path): "others may write to \(path)"
    }
  }
}
