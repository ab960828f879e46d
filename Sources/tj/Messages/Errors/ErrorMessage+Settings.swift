import ThreadJournal
import ThreadStorage

extension ErrorMessage {
  init(_ error: SettingError) {
    switch error {
    case .unknown(let name, let nearest):
      self.init(
        "unknown-setting", "there is no setting \"\(name)\"", nearest: nearest,
        "tj config lists them.")
    case .badValue(let key, let text):
      self.init("bad-setting", "\(key.rawValue) cannot be \"\(text)\"", Self.fitting(key))
    case .damagedFile(let path, let line, let column):
      self.init(
        "settings-damaged", at: .init(path, line: line, column: column),
        "this file of settings cannot be understood here, and is left as it is",
        "Fix it in your editor, or move it away.")
    case .cannotBeChanged(let path, let reason):
      self.init(
        "settings-not-understood", at: .init(path),
        "the setting cannot be changed safely in this file, which is left as it is",
        "Change it in your editor. (\(reason))")
    case .notSet(let key, let path):
      self.init(
        "setting-not-set", at: .init(path), "this file does not set \(key.rawValue)",
        "tj config shows where each setting comes from.")
    case .noUserFile:
      self.init(
        "no-home", "HOME is not set, so your own settings have no directory",
        "Set HOME or XDG_CONFIG_HOME.")
    }
  }

  init(_ problem: SettingProblem, in path: String) {
    switch problem.kind {
    case .damaged:
      self.init(
        "settings-damaged", "this file of settings cannot be understood here; nothing in it counts",
        "Fix it in your editor; tj does not write over it.")
    case .badValue(let key, let text):
      self.init(
        "bad-setting", "\(key.rawValue) cannot be \"\(text)\", and does not count",
        Self.fitting(key))
    case .untrusted(let key):
      self.init(
        "untrusted-setting",
        SettingDefinition(key).trust == .off
          ? "a journal's file can only switch \(key.rawValue) off; this does not count"
          : "a journal's file cannot set \(key.rawValue); this does not count",
        "To set it for yourself: tj config \(key.rawValue) VALUE", "Take this line out.")
    case .unknown(let name, let nearest):
      self.init(
        "unknown-setting", "there is no setting \"\(name)\"", nearest: nearest,
        "It is left as it is.")
    }
    severity = .warning
    position = Position(path, line: problem.line, column: problem.column)
  }

  private static func fitting(_ key: SettingKey) -> String {
    switch SettingDefinition(key).kind {
    case .path: "It is a path that begins with / or ~/."
    case .paths: "Each of its paths, separated by colons, begins with / or ~/, or it is *."
    case .command: "It is a command line, such as you type it."
    case .flag: "It is true or false."
    case .integer(let range):
      "It is a whole number from \(range.lowerBound) to \(range.upperBound)."
    case .clock: "It is a time from 00:00 to 12:00, such as 04:00."
    case .choice(let words): "It is one of: \(words.joined(separator: ", "))."
    }
  }

  init(_ refusal: PlaceName.Refusal) {
    self.init(
      "bad-place", refusal.words, "Write a place in words, such as --location 'Portland, OR'.")
  }

  init(_ failure: TextProgramFailure) {
    let setting = failure.key.rawValue
    let isPlace = failure.key == .locationCommand
    let program = "the \(setting) \"\(failure.command)\""
    var advice = [
      isPlace
        ? "To stop asking for places: tj config location false"
        : "To do without: tj config --user --unset \(setting)"
    ]
    let sentence: String
    switch failure.cause {
    case .notSet:
      sentence = "location is on, and location-command is not set"
      advice.insert("To set it: tj config location-command 'PROGRAM'", at: 0)
    case .notStarted: sentence = "\(program) could not be started"
    case .timedOut(let seconds):
      sentence = "\(program) did not \(isPlace ? "answer" : "end") within \(seconds) seconds"
    case .ended(let status): sentence = Self.ended(program, status)
    case .tooMuch(let most): sentence = "\(program) printed more than \(Plural.of(most, "byte"))"
    case .noText: sentence = "\(program) printed what is no text in UTF-8"
    case .nothing: sentence = "\(program) printed nothing"
    case .noPlace(let refusal): sentence = "\(program) printed no place: \(refusal.words)"
    case .notTaken(let place):
      sentence = "the thread's field location does not take \"\(place)\""
    }
    let (code, end) =
      switch failure.key {
      case .locationCommand: ("no-place", "the entry has no location")
      case .reviewCommand: ("no-remark", "the review goes without it")
      // The rest name no program that prints a text.
      case .markdownCommand, .journal, .trustedJournals, .editor, .pager, .location, .wrap, .color,
        .dayStarts, .dateOrder, .trashDays, .confirm:
        ("no-rendering", "what it did not render is rendered without it")
      }
    self.init(code, severity: .warning, "\(sentence); \(end)", advice: advice)
  }
}

extension PlaceName.Refusal {
  fileprivate var words: String {
    switch self {
    case .empty: "its first line is empty"
    case .tooLong: "it is longer than a place's name"
    case .noName: "it is not a place's name"
    case .coordinates: "coordinates are never stored"
    }
  }
}
