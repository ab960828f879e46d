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
        "To make it one: tj init \(ShellWord.quoted(path))",
        source == SessionError.journalSetting
          ? "To name none: tj config --user --unset journal" : nil)
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
}

extension JournalDistrust {
  fileprivate var words: String {
    switch self {
    case .ownedBy(let path, let user): "\(path) belongs to the user of number \(user)"
    case .writableByOthers(let path): "others may write to \(path)"
    }
  }
}
