import ThreadJournal
import ThreadStorage

/// The words of what may be wrong with front matter, fields and the files of a journal.
extension ErrorMessage {
  static func message(_ fault: FrontMatterFault) -> ErrorMessage {
    let begin = "front matter begins in the first line, with `---`, "
    let sentence =
      switch fault {
      case .blankLinesAbove:
        "front matter begins in the first line, and here blank lines stand before it"
      case .blanksBehind: begin + "and here blanks stand behind that"
      case .keys: begin + "and here something stands beside that"
      case .marks: begin + "and here other dashes stand"
      case .otherMarks: begin + "and is YAML; what stands here is not read"
      case .missing: begin + "and here that line is missing"
      case .belowTitle: begin + "and here something stands above that line"
      case .joined:
        "this is text, and would be front matter between the first line, `---`, and another one"
      case .inEntry: "this looks like the front matter of a thread, and is text of an entry"
      case .second: "this is front matter below other front matter, and not read"
      }
    let advice =
      switch fault {
      case .blankLinesAbove: "`tj check --fix` takes them out."
      case .blanksBehind, .keys, .marks, .missing: "`tj check --fix` fixes it."
      case .otherMarks: "Write it as YAML between two lines of `---`."
      case .belowTitle: "Move what stands above it below it, if it is meant as front matter."
      case .joined:
        "Begin the file with a line of `---`, and write each key on a line of its own."
      case .inEntry:
        "Where another file was read into this one, move its lines out; to show such lines, put them into a code block."
      case .second: "Write what it says into the first one, and take it out."
      }
    return fault == .inEntry
      ? .init("front-matter-text", severity: .note, sentence, advice)
      : .init("front-matter-place", severity: .warning, sentence, advice)
  }

  /// What is said of a line that names the field `name` and is text, and would be `line`.
  static func message(
    _ fault: JournalProblem.FieldFault, of name: String, _ line: String, isFixable: Bool
  ) -> ErrorMessage {
    switch fault {
    case .below, .wrapped:
      .init(
        "field-form", severity: .warning,
        "this line is text, not a part of the field \"\(name)\"" + fault.words(line),
        "Write it so; or, where it is meant as text, put a blank line before it.")
    case .misspelt:
      .init(
        "field-form", severity: .warning,
        "this line is text; perhaps the field \"\(name)\" is meant, which would be: \(line)",
        "Write it so, if it is meant as that field.")
    case .indented:
      .init(
        "field-indented", severity: .note,
        "this line is text, not the field \"\(name)\", for the space before it; without that it would be: "
          + line,
        "It may be meant as it stands.")
    case .inValue(let other):
      .init(
        "field-form", severity: .warning,
        "this is part of the value of \"\(other)\", not the field \"\(name)\"; on a line of its own it would "
          + "be: \(line)",
        "Write it so, without spaces before it; or, where it is meant as that value, leave it.")
    default:
      .init(
        "field-form", severity: .warning,
        "this line is text, not the field \"\(name)\"" + fault.words(line),
        isFixable
          ? "`tj check --fix` fixes it."
          : "Write it so, directly below the heading or the fields there; or, where it is meant as text, put a space before it."
      )
    }
  }

  /// The lines of fields that one line would be.
  static func joined(_ lines: [String]) -> String { lines.joined(separator: ", and below it ") }

  static func message(named weekday: String, of date: CalendarDate) -> ErrorMessage {
    .init(
      "heading-weekday", severity: .note,
      "\(date.text) is a \(TimeText.weekday(date.weekday)), and the title says \"\(weekday)\"",
      "Correct the date or the title, if that is a slip.")
  }

  /// An entry that lasts so long, as its end is before its start.
  static func message(lasting length: String) -> ErrorMessage {
    .init(
      "heading-length", severity: .note,
      "the entry lasts \(length), as its end is read as one on the next day",
      "Correct it; or, where it is meant so, write its zone, as in 22:00-20:00 +01:00.")
  }

  /// How a zone is written that no word of a title is: `+10:00` for `+1000`, and `14:00Z`.
  static func clearZone(_ word: String) -> String {
    word.utf8.count == 5
      ? "with a colon: \(word.prefix(3)):\(word.suffix(2))" : "without the blank before it"
  }

  /// What is said of a new thread whose name is nearly that of the one at `path`.
  static func message(near path: String) -> ErrorMessage {
    .init(
      "file-name", severity: .note,
      "this is a thread of its own, and its name is one letter from that of \(path)",
      "If that is a slip, move its entries there; else `tj check --fix` gives them ids, and this is not told again."
    )
  }

  static var ofTextAlone: ErrorMessage {
    .init(
      "no-entry", severity: .note, "the thread has text and no entry",
      "An entry begins with a heading, such as: ## 2026-03-28")
  }

  /// What is said of a file that has entries, and would be a thread if it were at `meant`.
  static func message(ofLikeThread meant: String?, others: Int) -> ErrorMessage {
    .init(
      "file-name", severity: .note,
      "this has entries, and is not read: the names of threads end in .md"
        + (others > 0 ? "; the same goes for \(Plural.of(others, "more file"))" : ""),
      meant?.split(separator: "/").last.map { "To make it a thread, rename it to \($0)." }
        ?? "To take in what it has: tj import FILE, and then take it away.")
  }

  /// An entry out of the order of the others, which rather is of the day, or of the time, that is meant.
  static func message(
    of time: Timestamp, outOfOrder meant: Timestamp?, _ others: Int
  ) -> ErrorMessage {
    let isTime = meant.map { $0.precision != .day } == true
    // Only beside others of its own day, one of the next day is meant.
    let isOfDay = isTime || meant.map { $0.date.days(from: time.date) == 1 } == true
    return .init(
      "out-of-order", severity: .note,
      "this entry is of \(isOfDay ? time.minuteText : time.date.text)"
        + (meant.map {
          (isOfDay
            ? ", below later ones of that day; perhaps \(isTime ? $0.minuteText : $0.date.text) is meant"
            : ", among entries of about \($0.date.text)") + besides(others)
        } ?? ", and \(others == 0 ? "the only one that is " : "")not in order of time"),
      "Correct the \(isTime ? "time" : "date"), if that is a slip"
        + (isOfDay ? "; where only the place is, it may stay." : "."))
  }

  /// That the same goes for so many others.
  static func besides(
    _ others: Int, _ one: String = "entry", _ many: String = "entries"
  ) -> String {
    switch others {
    case 0: ""
    case 1: "; so is 1 other \(one)"
    default: "; so are \(Plural.grouped(others)) other \(many)"
    }
  }

  static func words(for likeness: JournalProblem.Likeness) -> String {
    switch likeness {
    case .text: "time, title and text"
    case .heading(let others): "time and title" + headedAlike(others)
    case .hours: "begin and end"
    case .words: "values, title and text, a few minutes before"
    }
  }

  /// That so many more entries have the time and title of another one.
  static func headedAlike(_ others: Int) -> String {
    switch others {
    case 0: ""
    case 1: "; 1 more entry is headed like another one"
    default: "; \(Plural.grouped(others)) more entries are headed like another one"
    }
  }

  /// One sentence for so many notes of the kind with this code.
  static func sum(_ count: Int, ofNotes code: String) -> String {
    let number = Plural.grouped(count)
    return switch code {
    case "not-a-thread": "\(number) Markdown files are no threads: no front matter, no entries"
    case "no-entry": "\(number) threads have text and no entry"
    case "entry-without-id": "\(number) entries have no id yet; `tj check --fix` gives them one"
    case "time-changed":
      "\(number) entries have other times than tj wrote; `tj check --fix` marks them as edited"
    case "heading-weekday": "\(number) titles are another day of the week than their dates"
    case "heading-length": "\(number) entries last until late on the next day"
    case "heading-clock": "\(number) lines look like headings of entries, without a date"
    case "heading-undated": "\(number) threads have headings without a whole date"
    case "heading-place": "\(number) lines look like headings of entries, at another level or place"
    case "entry-again": "\(number) entries have the time, title and text of another one"
    case "field-blanks":
      "\(number) values have blanks around them; `tj check --fix` takes them away"
    case "field-like": "\(number) names of fields are like those of other entries"
    case "title-time": "\(number) titles have a number that may be a time of day"
    case "field-unlike": "\(number) values are unlike the others of their fields"
    case "field-indented": "\(number) lines look like fields, with a space before them"
    case "fields-undefined": "\(number) threads have field values and define no fields"
    case "fields-unread": "\(number) threads have lines that look like fields, and none is read"
    case "front-matter-text": "\(number) times front matter looks like text, or text like it"
    case "lost-heading": "\(number) headings are gone, or stand without their texts"
    case "entries-gone":
      "entries that tj wrote, or the last commit has, are gone from \(number) threads"
    case "conflict-text": "\(number) entries hold a merge conflict's markers in their text"
    default: "\(number) notes of one kind"
    }
  }

  /// What is said of a file that has so many ids of entries of another one, in place of each by itself.
  static func message(ofCopy path: String, of original: String, ids count: Int) -> ErrorMessage {
    .init(
      "duplicate-id", at: .init(path),
      "this seems to be a copy of \(original): \(Plural.grouped(count)) ids of its entries stand here, too (--all lists them)"
    )
  }

  /// What to do where a title begins or ends with a time, or a word for one.
  static func advice(onTime text: String, hasReading: Bool, isSure: Bool) -> String {
    if let example = ZoneName.example(in: text) { return "\(advice(onZone: example))." }
    if !hasReading, !text.contains(where: \.isNumber) {
      return
        "Write the hours that are meant, as 21:30; or, where it is the title, put two spaces before it."
    }
    return isSure || !hasReading
      ? "A time is written as 9:05, 9:05 pm or 14:00-15:30, after one space; a zone as in 9:05 +01:00."
      : "Write it so, with one space before the time; or, where it is meant as the title, leave it."
  }

  static func message(ofUnreadFields count: Int) -> ErrorMessage {
    .init(
      "fields-unread", severity: .note,
      count == 1
        ? "this line looks like a field, and is text"
        : "the first of \(count) lines that look like fields, and all of them are text",
      "A field stands directly below its entry's heading, as in: - pain:: 6")
  }

  static func message(joinedHeading heading: String) -> ErrorMessage {
    .init(
      "heading-level", severity: .warning,
      "what stands here starts no entry, as it would on a line of its own: \(heading)",
      "Write it so; or, where it is meant as text, put it between backticks.")
  }

  /// What is said of a value where so many others of its field are of the type that the field has here.
  static func message(
    of value: [UInt8], unlike others: Int, of field: FieldDefinition
  ) -> ErrorMessage {
    let meant = field.meant(by: value).map { "; perhaps \($0) is meant" } ?? ""
    return .init(
      "field-unlike", severity: .note,
      "\"\(String(utf8: value.prefix(80)))\" is unlike \(others) others of \(field.name), each of which is "
        + field.type.words + meant,
      "Correct it, if that is a slip. Values of one type have a mean and a sum: tj field add THREAD NAME"
    )
  }

  /// What is said of a value that so many others are but for a slip.
  static func message(
    of value: String, standing count: Int, near meant: String, others: Int, of name: String
  ) -> ErrorMessage {
    let place = count > 1 ? "in \(count) entries" : "only here"
    return .init(
      "field-unlike", severity: .note,
      "\"\(value)\" of \(name) stands \(place), and \"\(meant)\" in \(Plural.entries(others)); perhaps that is meant",
      "Correct it, if that is a slip.")
  }

  /// What is said of a number with a point that may stand between thousands.
  static func message(thousands value: [UInt8], others: Int, of field: FieldDefinition)
    -> ErrorMessage
  {
    let whole = String(utf8: value.filter { $0 != .dot })
    return message(
      decimals: value, meant: whole, others, of: field,
      "Where thousands are meant, write them without a point.")
  }

  /// What is said of a number of hours whose decimals may be minutes.
  static func message(minutes value: [UInt8], others: Int, of field: FieldDefinition)
    -> ErrorMessage
  {
    message(
      decimals: value, meant: String(utf8: ForeignForm.pointedMinutes(value[...].trimmed) ?? []),
      others, of: field,
      "Where minutes are meant, write them as a part of the hour: 1.5 for 1h30m.")
  }

  private static func message(
    decimals value: [UInt8], meant: String, _ others: Int, of field: FieldDefinition,
    _ advice: String
  ) -> ErrorMessage {
    .init(
      "field-unlike", severity: .note,
      "\"\(String(utf8: value))\" of \(field.name) is read with decimals, and may be meant as \(meant)"
        + (others > 0 ? "; so it is with \(Plural.of(others, "more value"))" : ""),
      advice)
  }

  static func message(
    slip: UsualNumbers.Slip, _ value: [UInt8], of name: String
  ) -> ErrorMessage {
    .init(
      "field-unlike", severity: .note,
      "\(name) is \(String(utf8: value)), where \(slip.usual)"
        + (slip.meant.map { "; perhaps \($0) is meant" } ?? ""),
      "Correct it, if that is a slip.")
  }

  static func message(overfull value: [UInt8], of name: String) -> ErrorMessage {
    .init(
      "field-unlike", severity: .note,
      "\"\(String(utf8: value))\" of \(name) has more minutes or seconds than clocks show behind another unit",
      "Correct it, if that is a slip.")
  }

  static func message(blanksAround value: [UInt8], of name: String) -> ErrorMessage {
    .init(
      "field-blanks", severity: .note,
      "the value of \(name) has blanks around it, and is another one than \"\(String(utf8: value[...].trimmed))\"",
      "`tj check --fix` takes them away.")
  }

  static func sentence(
    _ error: FieldValueError, _ field: FieldDefinition, _ value: [UInt8]
  ) -> String {
    let shown = "\"\(String(utf8: value.prefix(80)))\""
    switch error {
    case .wrongType(let type):
      let meant = proposal(for: value, field).map { "; perhaps \($0) is meant" } ?? ""
      return "\(shown) does not fit \(field.name), which is \(type.words)\(meant)"
    case .tooLarge: return "\(shown) has more digits than are counted, of \(field.name)"
    case .belowMinimum(let least): return "\(shown) is below \(least), the least for \(field.name)"
    case .aboveMaximum(let most): return "\(shown) is above \(most), the most for \(field.name)"
    case .notAnOption(let nearest):
      let suggestion = nearest.first.map { "; perhaps \"\($0)\" is meant" } ?? ""
      return "\(shown) is none of the options of \(field.name)\(suggestion)"
    case .coordinates:
      return "\(shown) says where on the globe this was; \(field.name) is a place's name"
    }
  }

  static func sentence(_ problem: FieldProblem.Kind) -> String {
    switch problem {
    case .notAMapping: "`fields` is no mapping from names to types, so the thread defines none"
    case .badName(let name): "\"\(name)\" cannot be the name of a field"
    case .duplicateName(let name): "\"\(name)\" is defined already; the last one counts"
    case .badDefinition(let name): "this is no definition, so \"\(name)\" is text"
    case .unknownType(let type): "there is no type \"\(type)\", so the field is text"
    case .unknownKey(let key, let meant):
      "\"\(key)\" says nothing in a definition" + (meant.map { "; perhaps `\($0)` is meant" } ?? "")
    case .notIndented(let name):
      "\"\(name)\" is no field; it would be one if it were indented below `fields`, by two spaces"
    case .badLimit(let name): "this is no limit that \"\(name)\" can have"
    case .limitsReversed(let name): "the least value of \"\(name)\" is above its greatest"
    case .badDefault(let name): "this is no value that \"\(name)\" can have, so it has no default"
    case .badAsk(let name): "this is neither true nor false, so \"\(name)\" is asked for"
    case .badOptions(let name): "the choice \"\(name)\" needs options, as a list of texts"
    case .optionsWithoutChoice(let name):
      "\"\(name)\" is no choice, so its options bind nothing; it needs `type: choice`"
    case .badGroup(let name): "the group \"\(name)\" needs a list of fields' names"
    case .unknownMember(let name): "the thread defines no field \"\(name)\""
    case .groupInGroup(let name): "\"\(name)\" is a group; groups do not nest"
    case .memberTwice(let name): "\"\(name)\" is in a group already; the first one counts"
    }
  }
}

extension StateFault {
  var isOthers: Bool {
    if case .ownedBy = self { true } else { false }
  }

  var words: String {
    switch self {
    case .trackedByGit: "git tracks this file"
    case .ownedBy(let user): "the user of number \(user) owns this file"
    case .writableByOthers: "others may write to this file"
    case .notAFile(let kind): "this is \(kind.words)"
    case .unknownName: "tj gives no file such a name"
    case .tooLarge(let size): "this file has \(size) bytes"
    case .refused: "it was set aside"
    }
  }
}

extension YAMLProblem.Kind {
  var words: String {
    switch self {
    case .alias: "an alias"
    case .ambiguousFlow: "YAML parsers read this differently; put it in quotes"
    case .anchor: "an anchor"
    case .badIndentation: "its indentation fits nothing above"
    case .badBlockHeader: "something stands behind `|` or `>`"
    case .complexKey: "a key that is no plain text"
    case .directive: "a directive"
    case .duplicateKey: "a key that stands there already"
    case .invalidEscape: "a backslash with nothing that it escapes"
    case .invalidUTF8: "it is not UTF-8"
    case .mergeKey: "a merge key"
    case .missingColon: "a colon is missing"
    case .multipleDocuments: "a second document"
    case .rootNotMapping: "it is no mapping from keys to values"
    case .tab: "a tab, where YAML wants spaces"
    case .tag: "a tag"
    case .tooDeep: "it is nested too deeply"
    case .tooManyProblems: "too much before it was not understood"
    case .unexpectedText: "nothing can stand here"
    case .unreadableCharacter: "a character that YAML does not allow"
    case .unterminatedFlow: "a bracket is never closed"
    case .unterminatedQuote: "a quote is never closed"
    }
  }
}

extension JournalProblem.FieldFault {
  /// What is wrong with a line that would be `line`.
  func words(_ line: String) -> String {
    switch self {
    case .form, .several, .misspelt, .indented, .inValue: "; it would be: \(line)"
    case .value: "; it would be: \(line), whose value does not fit"
    case .place:
      ": fields stand directly below the heading, with no text and no empty line above them"
    case .preamble: ": it stands above the first entry, perhaps without its heading"
    case .title: "; on a line of its own below the heading it would be: \(line)"
    case .below: ", though that has no value above it; it would be: \(line)"
    case .wrapped: ", whose value ends above it; indented by two spaces it would go on with that"
    case .formAndPlace: "; directly below the heading it would be: \(line)"
    }
  }
}
