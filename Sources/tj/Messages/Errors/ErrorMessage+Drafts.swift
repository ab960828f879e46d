import ThreadJournal
import ThreadStorage

/// What is wrong with a text that is not in a thread yet.
extension ErrorMessage {
  /// `error`, which is about the draft at `path`.
  init(_ error: any Error, inDraft path: String) {
    if case CommandError.amongOthers(let first, let others) = error {
      self.init(first, inDraft: path)
      advice += Self.also(others)
      return
    }
    self.init(any: error)
    switch error {
    case let fault as DraftFault: position = .init(path, line: fault.line)
    case CommandError.atLine(let line, let cause):
      position = .init(path, line: line)
      if let cause = cause as? ThreadFieldError, case .unknownField = cause.error {
        advice.append("As text, it takes a space before it.")
      }
    default: break
    }
  }

  /// What else is wrong, each with what to do first.
  static func also(_ errors: [any Error]) -> [String] {
    errors.map { error in
      let other = ErrorMessage(any: error)
      return (["Also: \(other.sentence)."] + other.advice.prefix(1)).joined(separator: " ")
    }
  }

  init(_ fault: DraftFault) {
    let words = "\"\(fault.words)\""
    let asText = "As text, it takes a space before it."
    let number = fault.titleBlanks.map { $0 == 3 ? "three" : "two" }
    let asTitle =
      number.map { "As the title, it takes \($0) spaces before it." }
      ?? "As the title, where the day has no time, it is given on the command line: --title"
    func timeInTitle(_ text: String, _ meant: String?) -> ErrorMessage {
      .init(
        "draft-time", "\"\(text)\" looks like a part of the time, and would be one of the title",
        meant.map { "In the time: \($0)" }
          ?? ZoneName.example(in: text).map { "\(Self.advice(onZone: $0))." }
          ?? "A time is written as 9:05, 9:05 pm or 14:00-15:30, after one space.",
        asTitle)
    }
    func heading(_ advice: String) -> ErrorMessage {
      .init("draft-heading", "\(words) begins with no time that can be read", advice, asText)
    }
    let example = "Such as: ## 2026-03-28 07:12 A title"
    switch fault.kind {
    case .check(.headingForm(_, let dates, let meant)):
      self = heading(
        meant.map { "It would be: \($0)" }
          ?? (dates.isEmpty ? example : Self.advice(dates, of: fault.words)))
    case .check(.headingPlace(let meant, isIndented: false)), .check(.headingHidden(let meant)),
      .check(.headingJoined(let meant)):
      self.init(
        "draft-heading", "\(words) does not begin as a heading does, with ## and a space",
        "It would be: \(meant)", DraftFault.withTime(meant).map { "With a time of day: \($0)" },
        asText)
    case .check(.file(.impossibleTime, let time, _)):
      self.init("draft-heading", "\"\(time)\" does not exist", example, asText)
    case .check(.headingTime(let text, let meant, _)): self = timeInTitle(text, meant)
    case .check(.headingEnd(let text, let meant, _)): self = timeInTitle(text, meant)
    case .check(.headingYear(let year)):
      self.init(
        "draft-time", "the year \(year) would be the entry's",
        "Correct it; or, where it is meant, give it on the command line: --at")
    case .carriageReturn:
      self.init(
        "draft-heading", "a carriage return stands in this heading, and alone it ends no line",
        "Save it with other line endings: LF, or CRLF.")
    case .check(.headingZone(let zone, let meant, let isEnd, _)):
      self.init(
        "draft-time", "\"\(zone)\" would be a time zone, and it is not the one here",
        isEnd ? "As an end: \(meant)" : "As a time of day: \(meant)",
        "A zone takes a T before the time, such as: ## 2026-03-28T07:12\(zone)")
    case .check(.headingLength(let length, let end, let other, let isZone, let asEnd)):
      self.init(
        "draft-time", "with \"\(end)\" as its end the entry would last \(length)",
        "\(isZone ? "As a time zone" : "In the afternoon"): \(other)", "As the end: \(asEnd)")
    // A space before it is no way to say that it is text.
    case .anotherEntry, .check(.headingPlace(_, isIndented: true)):
      self.init(
        "draft-two-entries", "this line would begin another entry",
        "As text, it takes a backslash before it; the entry's own heading is the first line.",
        "A second entry is added by itself: tj add; or below several that are edited: tj edit ID ID"
      )
    case .aboveFirstEntry:
      self.init(
        "draft-no-entry", "this line belongs to no entry",
        "Write it below an entry's heading, such as: ## 2026-03-28 07:12 A title")
    case .inCodeBlock:
      self.init(
        "draft-two-entries", "this line would begin another entry, inside a code block",
        "As text, it takes a backslash before it.")
    case .unknownID(let id):
      self.init(
        "draft-id", "there was no entry \(id) in this text",
        "A new entry's heading has no id: ## 2026-03-28 07:12 A title")
    case .sameID(let id, let first):
      self.init(
        "draft-id", "the entry \(id) is here twice; its first heading is at line \(first)",
        "Take the id of one away, with its braces, for a new entry.")
    case .attributes:
      self.init(
        "draft-attributes",
        "what stands in the braces of this heading, and that they end it, is not changed here",
        "Leave it as it was, with the title before it, or take it away for a new entry. To move one: tj move"
      )
    case .lostBraces(let heading):
      self.init(
        "draft-attributes",
        "an entry that was here has this time and title, and its braces are gone",
        "To keep that entry: \(heading)", "For another entry, write another time.")
    case .newAttributes(let text):
      self.init(
        "draft-attributes", "\"\(text)\" ends this heading, and attributes are not written here",
        "Take it away; tj gives each entry an id of its own.")
    case .noThread:
      self.init(
        "draft-no-entry", "this entry has none above it that says of which thread it is",
        "Write it below an entry of its thread.")
    case .check(.fieldForm(let name, let value, let field)):
      let line = field.line(name, value)
      switch field {
      case .title:
        self.init(
          "draft-field", "\(words) names the field \(name), and would be the title",
          "On a line of its own below the heading: \(line)", asTitle)
      case .below, .wrapped:
        self.init(
          "draft-field", "this line stands below the field \(name), and is not read as its value",
          "As a part of it, so: \(line)", "As text, it takes a blank line before it.")
      case .inValue(let other):
        self.init(
          "draft-field",
          "the field \(name) is named in the value of \(other), and is not read as one",
          "On a line of its own, without spaces before it: \(line)",
          "As a part of that value, it is given on the command line: -f")
      default:
        self.init(
          "draft-field",
          "\(words) names the field \(name), and is not read as one"
            + (fault.textLine.map { ", because line \($0) is text" } ?? ""),
          "Directly below the heading and the field lines, so: "
            + Self.joined(field.lines(name, value)), asText)
      }
    case .undefinedField(let name):
      self.init(
        "draft-field", "\(words) is the line of a field, and the thread defines no \(name)",
        "To define it: tj field add THREAD \(ShellWord.quoted(name))", asText)
    case .check(.emptySkip):
      self.init(
        "draft-field", "skip has no value here, and so leaves no planned day out",
        "Write why the day is left out, as in: - skip:: ill", "Or take the line away.")
    case .wordsInComment:
      self.init(
        "draft-comment", "words stand in the comment that tj wrote here, which is no text",
        "Write them above it; the comment itself may go.")
    case .openComment:
      self.init(
        "draft-comment", "the comment that begins here has no end",
        "Take the line away, or close it with -->")
    case .sameField(let name):
      self.init(
        "draft-field", "the field \(name) stands above already",
        "Leave the line that is right, and take the other away.")
    case .heading, .check: self = heading(example)
    }
  }
}
