import ThreadJournal
import ThreadStorage

extension ErrorMessage {
  /// Why a session cannot begin.
  init(_ error: SessionError) {
    switch error {
    case .noArguments:
      self.init(
        code: "no-arguments", sentence: "the system did not tell which command was given",
        advice: ["Nothing was done. Try again."])
    case .badClock(let text):
      self.init(
        code: "bad-clock", sentence: "TJ_NOW is \"\(text)\", which is not a time with a zone",
        advice: ["Write it as 2026-03-28T07:12:33-04:00, or unset it."])
    case .noJournalYet(let path):
      self.init(
        code: "no-journal", sentence: "there is no journal yet: neither here nor in \(path)",
        advice: [
          "To begin one with a first thread: tj new 'Morning pages'",
          "To make one elsewhere: tj init DIR",
        ])
    case .notAJournal(let path, let source):
      self.init(
        code: "not-a-journal", place: .init(path: path),
        sentence: "\(source) names this directory, and it is not a journal",
        advice: ["To make it one: tj init \(ShellWord.quoted(path))"])
    case .noHome:
      self.init(
        code: "no-home", sentence: "HOME is not set, so there is no default journal",
        advice: ["Name a journal: tj -C DIR …"])
    case .foreignJournal(let path, let distrust):
      self.init(
        code: "foreign-journal", place: .init(path: path),
        sentence: "this journal may be somebody else's: \(distrust.words)",
        advice: [
          "To use it all the same: tj -C \(ShellWord.quoted(path)) …",
          "To trust it from now on: tj config --user trusted-journals \(ShellWord.quoted(path))",
        ])
    case .unrepresentablePath(let path):
      self.init(
        code: "path-not-utf8", place: .init(path: path),
        sentence: "this path is not UTF-8, and tj names no others",
        advice: ["Rename it: mv with tab completion types such names."])
    case .noWorkingDirectory(let code):
      self.init(
        code: "no-working-directory",
        sentence: "the working directory is not known: \(String(cString: strerror(code)))",
        advice: ["Go to a directory that is there, or name a journal: tj -C DIR …"])
    }
  }

  /// `TZ` names no zone; the C library would take UTC without a word.
  static func unknownZone(_ name: String) -> ErrorMessage {
    ErrorMessage(
      code: "unknown-zone", severity: .warning,
      sentence: "TZ is \"\(name)\", which is no time zone here, so that times are in UTC",
      advice: ["Such as: TZ=America/New_York; or unset it for the system's zone."])
  }

  /// Words that are no time, or no range.
  init(_ error: TimeExpressionError) {
    switch error {
    case .notUnderstood(let text, let column):
      self.init(
        code: "bad-time",
        sentence: column == 1
          ? "\"\(text)\" is not understood as a time"
          : "\"\(text)\" is not understood as a time from its character \(column) on",
        advice: ["Such as: 2026-03-28 07:12, yesterday 21:30, monday, 2h ago, 2026-03..today"])
    case .noSuchDate(let text):
      self.init(
        code: "no-such-time", sentence: "\"\(text)\" is not in the calendar, or not on the clock",
        advice: ["Years go from 1 to 9999, hours from 00 to 23."])
    case .skippedLocalTime(let text, let from, let to):
      // Where the date line moved, a whole day is skipped.
      let isSameDay = from.date == to.date
      let start = isSameDay ? from.clock : "\(from.date.text) \(from.clock)"
      let end = isSameDay ? to.clock : "\(to.date.text) \(to.clock)"
      self.init(
        code: "skipped-time",
        sentence: "\"\(text)\" did not exist: the clock went from \(start) to \(end)",
        advice: ["Give another time, or one with its zone: \(to.canonicalText)"])
    case .endBeforeStart(let text):
      self.init(
        code: "empty-range", sentence: "\"\(text)\" ends before it begins",
        advice: ["Write the earlier end first."])
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

extension Timestamp {
  /// The time of day, such as `07:12`.
  fileprivate var clock: String { TimeText.clock(self) }
}
