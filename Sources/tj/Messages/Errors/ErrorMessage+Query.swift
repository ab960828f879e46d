import ThreadJournal
import ThreadStorage

/// What is wrong with a query, and what it finds that may not be meant.
extension ErrorMessage {
  init(_ error: QueryError) {
    self.init(
      "bad-query",
      "\"\(error.argument)\" cannot be read as a query from its character \(error.column) on: "
        + error.reason.words, advice: error.advice)
  }

  init(_ problem: QueryFieldProblem) {
    switch problem {
    case .undefined(let name, let nearest):
      let meant = Self.meant(byKey: name)
      self.init(
        "unknown-field", severity: .warning,
        "no thread that was looked at defines a field \"\(name)\"",
        nearest: !meant.isEmpty
          ? []
          : nearest.map { other in
            let key = EntryQuery.isKey(other) ? other : EntryQuery.key(of: other)
            return key == other ? other : ShellWord.quoted(key + ":…")
          },
        "For a word with a colon, put a backslash before it: \(name)\\:…")
      advice = meant + advice
    case .unfit(let name, "*", .text, _, _):
      self.init(
        "bad-field-value", severity: .warning,
        "\"*\" was looked for as a part of the text of \(name), and does not stand for any value",
        advice: Self.presence(of: name, "*").map { "For entries that have a value: \($0)" })
    case .unfit(let name, let value, let type, let meant, let fitsElsewhere):
      self.init(
        "bad-field-value", severity: .warning,
        "\"\(value)\" cannot be compared with the field \"\(name)\""
          + (fitsElsewhere ? " where it is \(type.words); " : ", which is \(type.words); ")
          + "only values with this text are found\(fitsElsewhere ? " there" : "")",
        nearest: meant.map { meant -> [String] in
          let sign = value.prefix(while: Comparison.isSign)
          // `5:20` of a pace are minutes, and `6` may be.
          let bare = value.dropFirst(sign.count)
          let isNumber = bare.utf8.allSatisfy(Byte.isDigit)
          let isShort = isNumber && ClockMeaning(ofFieldNamed: name) == .shortDuration
          let inMinutes = isShort && meant.hasSuffix("h") ? Array("\(bare)m".utf8) : nil
          let minutes =
            type == .duration
            ? ForeignForm.minutesAndSeconds(Array(bare.utf8)[...]) ?? inMinutes : nil
          return [meant, minutes.map { "\(sign)\(String(utf8: $0))" }].compactMap(\.self).map {
            ShellWord.quoted("\(EntryQuery.key(of: name)):\($0)")
          }
        } ?? Self.presence(of: name, value),
        "What a query may be: tj help find")
    case .comma(let name, let asked, let meant):
      self.init("comma-value", looked: name, asked, meant)
    case .point(let name, let asked, let meant):
      self.init("point-value", looked: name, asked, [meant])
    case .word(let name, let isExcluded, let meant):
      let term = ShellWord.quoted("tag:\(name)")
      self.init(
        "word-or-field", severity: .warning,
        "\"\(name)\" was looked for as a word, and is a field, too",
        isExcluded
          ? "For entries without it: not:\(term)"
          : meant.map { "For entries with that value: \(ShellWord.quoted($0))" }
            ?? "For entries that have it: \(term)")
    }
  }
}

extension ErrorMessage {
  /// That other numbers were looked for in the field `name` than may be meant.
  private init(_ code: String, looked name: String, _ asked: String, _ meant: [String]) {
    let areDecimal = meant.allSatisfy { $0.contains(".") }
    let number = areDecimal ? "a number with decimals" : "one number"
    let kind = meant.contains { $0.contains("..") } ? "one range" : number
    let terms = meant.map { ShellWord.quoted("\(EntryQuery.key(of: name)):\($0)") }
    self.init(
      code, severity: .warning, "\(name) was looked for as \(asked)",
      "For \(kind): \(terms.joined(separator: " or "))")
  }

  /// What a key of a query may be meant as that other programs have.
  private static func meant(byKey name: String) -> [String] {
    switch FieldName.key(name) {
    case "from", "since", "after": ["For a time: --from TIME, or date:TIME.."]
    case "to", "until", "before": ["For a time: --to TIME, or date:..TIME"]
    case "on", "at", "day", "week", "month", "year", "when", "time":
      ["For a time: --on TIME, or date:TIME"]
    case "in", "journal", "file": ["For a thread: thread:NAME"]
    case "has", "with": ["For entries that have a field or tag: tag:NAME"]
    case "no", "without": ["For entries without a field or tag: not:tag:NAME"]
    case "text", "body", "word": ["Words of the text stand without a key."]
    default: []
    }
  }

  /// The term for a field that is there, or is not, by a value as other programs have it: `mood:*`, `mood:none`.
  private static func presence(of name: String, _ value: String) -> [String] {
    let term = "tag:\(name)"
    return switch value.lowercased() {
    case "*", "any", "exists": [ShellWord.quoted(term)]
    case "none", "null", "nil", "empty", "missing": [ShellWord.quoted("not:\(term)")]
    default: []
    }
  }

  /// That `tj stats` was asked for a field that is not there, by `--by`, or by `-f`.
  init(unknownField name: String, nearest: [String], isGrouping: Bool) {
    let names = name.split(separator: ",").map { String(utf8: Array($0.utf8)[...].trimmed) }
    self.init(
      "unknown-field", "no thread that was looked at defines a field \"\(name)\"", nearest: nearest,
      !isGrouping && names.count > 1
        ? "Each by itself: \(names.map { "-f \(ShellWord.quoted($0))" }.joined(separator: " "))"
        : isGrouping
          ? "Groups: \(Grouping.names.joined(separator: ", ")), or a field of the threads."
          : "To see the fields: tj field list THREAD")
  }

  /// The same of the name of a group, whose fields have the values.
  init(group name: String, members: [String]) {
    self.init(
      "unknown-field", "\"\(name)\" is a group of fields, and has no values itself",
      "Its fields: \(members.joined(separator: ", "))")
  }
}

extension QueryError.Reason {
  fileprivate var words: String {
    switch self {
    case .expectedTerm: "a word, a phrase or a term was expected"
    case .expectedClosingQuote: "the quotation mark here is not closed"
    case .expectedValue(let key): "a value was expected for \(key):"
    case .expectedBound(let key): "\(key):.. needs a number or a date on one side"
    case .endBeforeStart: "the range ends before it begins"
    case .expectedState(let found):
      "is: takes edited, deleted or on-this-day, not \"\(found)\""
    case .expectedPattern(let found):
      "\"\(found)\" is no date with *, such as *-11-21, *-*-01 or 2026-*-01"
    case .expectedTime(let error): ErrorMessage(error).sentence
    case .expectedExpression(let error): error.reason.words
    case .expectedTermBesideOr: "OR stands between two terms"
    case .unknownSign(let found, _): "\(found) compares nothing here"
    case .signWithoutColon: "a colon was expected"
    case .commaInComparison: "a comma does not belong to a number"
    case .alternatives: "one of those with a comma between them is enough, and both may be meant"
    case .unpairedParenthesis: "this parenthesis has no other one, and terms are not grouped"
    }
  }
}

extension QueryError {
  fileprivate var advice: [String] {
    let help = "What a query may be: tj help find"
    switch reason {
    case .expectedClosingQuote:
      var text = Array(argument.utf8)
      text.insert(UInt8(ascii: "\\"), at: column - 1)
      let word = ShellWord.quoted(String(utf8: text))
      return ["Close it, or put a backslash before it where it is text: \(word)", help]
    case .unpairedParenthesis(let text):
      return [
        "As text it stands in quotation marks: \(ShellWord.quoted(text))",
        "To group, write each side of OR in full: lake rain OR lake snow", help,
      ]
    case .expectedTime(let error): return ErrorMessage(error).advice
    case .expectedValue(let key) where ["tag", "thread", "title", "is", "not"].contains(key):
      return [help]
    case .expectedValue(let key):
      return [
        "No space stands between them: \(ShellWord.quoted("\(key):7")). "
          + "A shell takes > and < for itself, unless they are in quotes: 'mood:>7'", help,
      ]
    case .expectedTermBesideOr: return ["As a word it stands in quotation marks: '\"OR\"'", help]
    case .unknownSign(_, let nearest), .signWithoutColon(_, let nearest),
      .commaInComparison(let nearest):
      let isText = if case .commaInComparison = reason { false } else { true }
      return ErrorMessage.suggestion([ShellWord.quoted(nearest)])
        + (isText ? ["As text it stands in quotation marks."] : []) + [help]
    case .alternatives(let meant):
      let terms = meant.map(ShellWord.quoted).joined(separator: " ")
      return ["For both together: \(terms)", help]
    case .endBeforeStart:
      let ends = argument.split(separator: ":").last?.split(separator: ".").compactMap { Int($0) }
      // `bed:22..1`
      guard let ends, ends.count == 2, 13...23 ~= ends[0], 0...12 ~= ends[1],
        let colon = argument.lastIndex(of: ":")
      else { return ["Write the lower end first.", help] }
      let term = "\(argument[...colon])\(ends[0]):00..\(ends[1]):00"
      return ["Write the lower end first. For times of day: \(ShellWord.quoted(term))", help]
    case .expectedTerm, .expectedBound, .expectedState, .expectedPattern,
      .expectedExpression:
      return [help]
    }
  }
}

extension RegularExpressionError.Reason {
  fileprivate var words: String {
    switch self {
    case .empty: "re: needs an expression"
    case .unclosedGroup: "this ( is not closed"
    case .unknownGroup:
      "of groups with a ?, only (?:ab) is known; small letters match capitals, too"
    case .unopenedGroup: "this ) closes nothing"
    case .unclosedClass: "this [ is not closed"
    case .nothingToRepeat: "there is nothing to repeat before this"
    case .endBeforeStart: "the end comes before the start"
    case .unknownEscape: "this backslash stands before a letter that means nothing"
    case .unfinishedEscape: "the expression ends with a backslash"
    case .tooLarge(let limit): "written out, the expression has more than \(limit) parts"
    }
  }
}
