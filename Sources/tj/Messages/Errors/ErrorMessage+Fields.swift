import ThreadJournal
import ThreadStorage

extension ErrorMessage {
  /// Why a field or its value is not as the thread of this title wants it, which commands call `name`.
  init(_ error: FieldError, title: String, name: String, path: String) {
    func bad(_ sentence: String, _ advice: String...) -> ErrorMessage {
      ErrorMessage("bad-field-definition", sentence, advice: advice)
    }
    switch error {
    case .unknownField(let field, let nearest):
      let own = ErrorMessage.ownPart(called: field)
      self.init(
        "unknown-field", "\"\(title)\" defines no field \"\(field)\"",
        nearest: own == nil ? nearest : [], own,
        "To define it: tj field add \(name) \(ShellWord.quoted(field))")
    case .badValue(let field, let value, let reason):
      let text = String(utf8: value)
      self.init(
        "bad-field-value", "\(field.name) cannot be \"\(text)\"",
        ErrorMessage.fitting(field, value, reason))
      // `-f 'hours=7h quality=6'`
      let words = text.split { " ,".contains($0) }.map(String.init)
      if words.count > 1,
        words.dropFirst().allSatisfy({ FieldAssignment(Array($0.utf8)) != nil })
      {
        let each = (["\(field.name)=\(words[0])"] + words.dropFirst()).map(ShellWord.quoted)
        advice.append("Each is given by itself: \(each.joined(separator: ", "))")
      }
      // A number with a unit is told without it.
      if [.integer, .number].contains(field.type),
        field.unit != nil || Quantity(value[...].trimmed) == nil,
        [ForeignForm.duration, .hoursAndMinutes].contains(where: {
          $0.written(value[...].trimmed) != nil
        })
      {
        let change = "tj field change \(name) \(ShellWord.quoted(field.name)) --type duration"
        // What its numbers count, its name tells, or a value such as `40:30`.
        let named = field.key.split(separator: " ").lazy.compactMap { TimeUnit(String($0)) }.first
        let isLong =
          value.contains(.colon)
          && Int(String(utf8: value.prefix(while: Byte.isDigit))).map { $0 > 23 } == true
        let counted = named ?? (isLong ? .minutes : .hours)
        let word = counted == .minutes ? "min" : String(counted.rawValue.prefix(1))
        let unit = field.unit == nil ? " --unit \(word)" : ""
        let other =
          named == nil && !isLong && field.unit == nil
          ? "; where it counts minutes: --unit min" : ""
        advice.append("To make the field one of durations: \(change)\(unit) --convert\(other)")
      }
    case .otherUnit(let field, let from, let to):
      let words = [from, to].map { $0.map { "counts in \($0)" } ?? "has no unit" }
      let change = "tj field change \(name) \(ShellWord.quoted(field)) --unit"
      self.init(
        "other-unit",
        "\(field) \(words[0]) where it comes from, and \(words[1]) in \"\(title)\"",
        "Where both mean the same: \(change) \(ShellWord.quoted(from ?? ""))")
    case .fieldIsDeleted(let field):
      self.init(
        "field-deleted", "the field \"\(field)\" is deleted",
        "To bring it back: tj field restore \(name) \(ShellWord.quoted(field))")
    case .fieldIsNotDeleted(let field):
      self.init(
        "field-not-deleted", "the field \"\(field)\" is not deleted",
        "tj field list \(name) shows the fields.")
    case .isGroup(let group):
      self.init(
        "field-is-group", "\"\(group)\" is a group of fields, and has no value",
        "Name one of its fields; tj field list \(name) shows them.")
    case .badName(let field):
      self.init(CommandError.badFieldName(field))
    case .nameTaken(let field, let isGroup, let isDeleted):
      self.init(
        "field-exists", "\"\(title)\" has a \(isGroup ? "group" : "field") \"\(field)\" already",
        isDeleted || isGroup
          ? nil : "To change it: tj field change \(name) \(ShellWord.quoted(field)) --type TYPE",
        isDeleted
          ? "It is deleted; to bring it back: tj field restore \(name) \(ShellWord.quoted(field))"
          : "Names differ by more than capital letters.")
    case .unknownType(let type, let nearest):
      let types = FieldType.allCases.map(\.rawValue).joined(separator: ", ")
      self.init(
        "bad-field-definition", "there is no type \"\(type)\"", nearest: nearest,
        "Types: \(types)")
    case .badLimit(let limit, let type):
      self = bad(
        "\"\(limit)\" is no \(type.rawValue)", "Limits are values of the field's own type.")
    case .limitWithoutOrder(let type):
      self = bad(
        "\(type.withArticle) has no minimum and no maximum",
        "Limits are for integer, number, date, duration and time.")
    case .limitsReversed(let minimum, let maximum):
      self = bad("the minimum \(minimum) is more than the maximum \(maximum)", "Exchange them.")
    case .optionsWithoutChoice(let type):
      self = bad("\(type.withArticle) has no options", "Options are for --type choice.")
    case .noOptions:
      self = bad("a choice needs its options", "Such as: --options low,middle,high")
    case .unitOfOtherType(let type):
      self = bad(
        "\(type.withArticle) has no unit", "Units are for integer, number, text and choice.")
    case .locationIsText:
      self = bad(
        "the field location holds an entry's place, which is text", "Give it another name.")
    case .badOption(let option):
      self = bad(
        "\"\(option)\" cannot be an option, a unit or a default here",
        "Each is one line of text, and there once.")
    case .valuesDoNotFit(let field, let values, let count):
      self.init(
        "values-do-not-fit",
        "\(Plural.of(count, "value")) of \(field.name) would not fit: \(field.words)",
        advice: ErrorMessage.listed(values, of: field, count, path))
      let others = values.filter { $0.converted == nil }
      let dates = others.filter { ErrorMessage.date($0.value, field) != nil }
      if dates.contains(where: { $0.value.split { !Byte.isDigit($0) }.contains { $0.count == 4 } })
      {
        advice.append("To have dates read in an order of yours: tj config date-order")
      } else if !dates.isEmpty {
        advice.append("Dates have their years with four digits.")
      }
      let change = "tj field change \(name) \(ShellWord.quoted(field.name))"
      let doubtful = values.filter(\.mayBeMinutes)
      if let first = doubtful.first, !ForeignForm.isShortClock(first.value[...].trimmed) {
        advice += [
          "For decimals: \(change) --type duration --unit h --convert",
          "Where minutes stand behind the point, write them first as 7h30m.",
        ]
      } else if !doubtful.isEmpty {
        advice += [("minutes and seconds", "min"), ("hours and minutes", "h")].map {
          "For \($0.0): \(change) --type duration --unit \($0.1) --convert"
        }
      }
      if !others.isEmpty, let unit = field.unitOfDurations(values.map(\.value)) {
        advice[advice.count - 1] =
          "Nothing was changed. As numbers with a unit: \(change) --type \(field.type.rawValue) "
          + "--unit \(unit) --convert"
      }
    case .unitWouldChange(let field, let isRetyped, let unit, let newUnit, let count):
      let change = "tj field change \(name) \(ShellWord.quoted(field.name))"
      let type = isRetyped ? " --type \(field.type.rawValue)" : ""
      self.init(
        "values-do-not-fit",
        "\(Plural.of(count, "value")) of \(field.name) \(count == 1 ? "counts" : "count") in \(unit), "
          + "and would be read as \(newUnit)",
        "Nothing was changed. Where \(unit) was a slip, take it away first: \(change) --unit ''",
        "Then: \(change)\(type) --unit \(ShellWord.quoted(newUnit))"
          + (isRetyped ? " --convert" : ""))
    case .alreadyGrouped(let field, let group):
      self.init(
        "field-grouped", "\"\(field)\" is in the group \"\(group)\" already",
        "To dissolve that group: tj field ungroup \(name) \(ShellWord.quoted(group))")
    case .notGrouped(let field):
      self.init(
        "field-not-grouped", "\"\(field)\" is in no group",
        "tj field list \(name) shows the groups.")
    case .orderedByGroup(let field, let group):
      let words = "\(name) \(ShellWord.quoted(group)) \(ShellWord.quoted(field))"
      self.init(
        "field-grouped",
        "\"\(field)\" has its place in the group \"\(group)\", which has an order of its own",
        "To put it last there: tj field ungroup \(name) \(ShellWord.quoted(field)), then tj field group \(words)"
      )
    case .entryHasBoth(let line, let old, let new):
      self.init(
        "field-both", at: .init(path, line: line), "this entry has \"\(old)\" and \"\(new)\" both",
        "Take one of them away first; nothing was renamed.")
    case .frontMatter(let error):
      self.init(
        "front-matter-not-understood", at: .init(path),
        "the front matter's fields cannot be changed: \(error.words)",
        "Nothing was written. Change them by hand in your editor.")
    case .doesNotReadBack:
      self.init(EntryEditError.doesNotReadBack(part: "fields"))
    }
  }

  /// Values that entries had before the field was defined, and that it does not take.
  init(
    unfit: (field: FieldDefinition, values: [UnfitValue], count: Int), in thread: ThreadHeader
  ) {
    let change = "tj field change \(thread.name) \(ShellWord.quoted(unfit.field.name))"
    self.init(
      "values-do-not-fit", severity: .warning,
      at: .init(thread.path, line: unfit.values.first?.line),
      unfit.count == 1
        ? "this value was there before \(unfit.field.name), and does not fit"
        : "the first of \(unfit.count) values that were there before \(unfit.field.name), and do not fit",
      advice: ["To see what they can become: \(change) --type \(unfit.field.type.rawValue)"])
  }

  /// Values with their lines, what `--convert` would make of them, and what to do.
  private static func listed(
    _ values: [UnfitValue], of field: FieldDefinition, _ count: Int, _ path: String
  ) -> [String] {
    var lines = values.map { unfit in
      let id = unfit.entry.map { " \($0)" } ?? ""
      let value = "\(path):\(unfit.line):\(id) \"\(String(decoding: unfit.value, as: UTF8.self))\""
      if unfit.mayBeMinutes, let meant = field.meant(by: unfit.value) {
        return "\(value) may be \(meant)"
      }
      return unfit.converted.map { "\(value) → \(String(decoding: $0, as: UTF8.self))" } ?? value
    }
    if count > values.count { lines.append("and \(count - values.count) more") }
    lines.append(
      values.allSatisfy { $0.converted != nil }
        ? "Nothing was changed. To convert them, add --convert"
        : values.allSatisfy { $0.converted != nil || $0.mayBeMinutes }
          ? "Nothing was changed."
          : "Nothing was changed. Those without an arrow need your hand: tj tag ID NAME=VALUE")
    return lines
  }

  /// What would fit the field in place of `value`.
  static func fitting(
    _ field: FieldDefinition, _ value: [UInt8], _ error: FieldValueError
  ) -> String {
    switch error {
    case .wrongType(let type):
      "It is \(type.words)\(field.unit.map { ", in \($0)" } ?? "")"
        + (proposal(for: value, field).map { ". Did you mean \($0)?" }
          ?? otherUnit(of: value, field) + "." + bareNumber(value, field))
    case .tooLarge: "It has at most 15 digits before its point; of a duration the seconds count."
    case .belowMinimum(let least): "It is at least \(least)."
    case .aboveMaximum(let most): "It is at most \(most)."
    case .notAnOption(let nearest):
      "It is one of: \(field.options.joined(separator: ", "))."
        + (nearest.first.map { " Did you mean \($0)?" } ?? "")
    case .coordinates: "Coordinates are never stored; write a place, such as Portland, OR."
    }
  }

  /// What a value that its field does not take is meant as; nil where nothing tells.
  static func proposal(for value: [UInt8], _ field: FieldDefinition) -> String? {
    field.meant(by: value) ?? date(value, field) ?? nearest(to: value, field)
  }

  /// The dates that a value in another form can be, where the field is of dates.
  private static func date(_ value: [UInt8], _ field: FieldDefinition) -> String? {
    let text = Array(value[...].trimmed)
    guard field.type == .date, let found = ForeignDate(text.span, at: 0, upTo: text.count),
      found.end == text.count
    else { return nil }
    return found.dates.map(\.text).joined(separator: " or ")
  }

  /// What a value that its field takes in no form is near to.
  private static func nearest(to value: [UInt8], _ field: FieldDefinition) -> String? {
    let text = String(utf8: value[...].trimmed)
    return switch field.type {
    case .date: dateInDigits(text)
    case .boolean: answer(text.lowercased())
    default:
      numberAsDay(value, field) ?? number(value, field) ?? grouped(text, field)
        ?? price(text, field)
    }
  }

  /// The number of which a spreadsheet made a day: `12.3` for `12. Mrz` and `12-Mar`.
  static func numberAsDay(_ value: [UInt8], _ field: FieldDefinition) -> String? {
    let text = value[...].trimmed
    let words = String(utf8: text).split { " .-".contains($0) }.map { $0.lowercased() }
    guard field.isOfNumbers, words.count == 2, let day = Int(words[0]), 1...31 ~= day,
      let month = SpokenDate.month(named: words[1])
    else { return nil }
    let number = "\(day).\(month)"
    return field.check(Array(number.utf8)) == nil ? number : nil
  }

  /// The date that `20261120` is, and `2026-13-02` with the day before the month.
  private static func dateInDigits(_ text: String) -> String? {
    let digits = text.split(separator: "-").joined(separator: "")
    guard text.first != "-", digits.utf8.count == 8, digits.utf8.allSatisfy(Byte.isDigit),
      let year = Int(digits.prefix(4)), let last = Int(digits.suffix(2)),
      let middle = Int(digits.dropFirst(4).prefix(2))
    else { return nil }
    let date = CalendarDate(year: year, month: middle, day: last)
    return (date ?? CalendarDate(year: year, month: last, day: middle))?.text
  }

  /// `yes` or `no` for a word that begins like it, or is written for it.
  private static func answer(_ word: String) -> String? {
    guard word.utf8.count < 5 else { return ["true", "false"].nearest(to: word, limit: 1).first }
    if word.hasPrefix("y") || ["1", "x", "on", "done"].contains(word) { return "yes" }
    return word.hasPrefix("n") || ["0", "off"].contains(word)
      ? "no" : ["yes", "no", "true", "false"].nearest(to: word, limit: 1).first
  }

  /// The number before the field's own unit, which has no space before it.
  private static func number(_ value: [UInt8], _ field: FieldDefinition) -> String? {
    let text = String(utf8: value)
    guard let unit = field.unit, [.integer, .number].contains(field.type),
      text.lowercased().hasSuffix(unit.lowercased())
    else { return nil }
    let number = String(text.dropLast(unit.count))
    return field.check(Array(number.utf8)) == nil ? number : nil
  }

  /// The number before the stroke that stands for no cents, `1'400.-`, `92.–`, or behind the sign of a currency: `R249,90`.
  private static func price(_ text: String, _ field: FieldDefinition) -> String? {
    guard field.isOfNumbers else { return nil }
    let end = [".-", ".–", ".—", ",-", ",–", ",—"].first(where: text.hasSuffix) ?? ""
    let sign = text.prefix { $0.isLetter || $0.isCurrencySymbol }
    guard !end.isEmpty || 1...3 ~= sign.count else { return nil }
    let number = Array(
      text.dropFirst(sign.count).dropLast(end.count).filter { !"'’".contains($0) }.utf8)
    guard number.first.map(Byte.isDigit) == true || number.first == UInt8(ascii: "-") else {
      return nil
    }
    return field.check(number) == nil ? String(utf8: number) : field.meant(by: number)
  }

  /// The number whose thousands are set apart, `120 612`; with a comma it may have a fraction, too: `120,612`.
  private static func grouped(_ text: String, _ field: FieldDefinition) -> String? {
    let groups = text.split(omittingEmptySubsequences: false) { " ,'’\u{A0}\u{202F}".contains($0) }
    let pointed = Array(groups.joined(separator: ".").utf8)
    guard field.isOfNumbers, groups.count > 1, ForeignForm.isGrouped(pointed[...]) else {
      return nil
    }
    let isFraction = groups.count == 2 && text.contains(",")
    let meant = [groups.joined()] + (isFraction ? [groups.joined(separator: ".")] : [])
    let fitting = meant.filter { field.check(Array($0.utf8)) == nil }
    return fitting.isEmpty ? nil : fitting.joined(separator: " or ")
  }

  /// The number alone, where the field has no unit, or of the unit that its name is: 60 for `minutes=1h`.
  private static func bareNumber(_ value: [UInt8], _ field: FieldDefinition) -> String {
    guard [.integer, .number].contains(field.type), field.unit == nil,
      let quantity = Quantity(value[...].trimmed), !field.isOtherUnit(String(utf8: quantity.unit))
    else { return "" }
    let number = Array(quantity.number)
    var meant = field.check(number) == nil ? number : field.converted(number)
    if TimeUnit(field.key) != nil {
      var named = field
      named.unit = field.key
      meant = named.converted(value)
    }
    return meant.map { " Did you mean \(String(utf8: $0))?" } ?? ""
  }

  /// What of an entry is called so that is no field, and how it is given.
  private static func ownPart(called name: String) -> String? {
    switch FieldName.key(name) {
    case "date", "time", "at", "when": "For an entry's time: --at TIME, with tj add or tj edit"
    case "title": "For an entry's title: --title TITLE, with tj add or tj edit"
    case "tag", "tags": "A tag is a word of the text, such as #idea."
    default: nil
    }
  }

  /// Why the unit that a value has is not the field's, or what a day lacks; nothing where that is not what is wrong.
  private static func otherUnit(of value: [UInt8], _ field: FieldDefinition) -> String {
    let text = value[...].trimmed
    if field.type == .duration, text.first == UInt8(ascii: "-") { return ", and has no sign" }
    if field.type == .date, NamedDay.yearlessEnd(in: text, isSure: false) == text.endIndex {
      return ", with its year"
    }
    guard let quantity = Quantity(text) else { return "" }
    let unit = String(utf8: quantity.unit)
    switch field.type {
    case .integer, .number:
      let own = field.unit.map { "converted to \($0)" } ?? "dropped, and the field has no unit"
      return unit == field.unit ? "" : "; \(unit) is not \(own)"
    case .duration where unit == "m": return "; m alone may be metres, and min is minutes"
    case .duration: return TimeUnit(unit.lowercased()) == nil ? "; \(unit) is no time" : ""
    case .text, .boolean, .date, .time, .choice: return ""
    }
  }
}

extension FieldDefinition {
  /// The unit in which durations are numbers that the field takes; nil where there is none for all.
  fileprivate func unitOfDurations(_ values: [[UInt8]]) -> String? {
    guard [.integer, .number].contains(type) else { return nil }
    return ["h", "min", "s"].first { unit in
      var field = self
      field.unit = unit
      return values.allSatisfy {
        FieldValue($0, as: .duration) != nil && field.converted($0) != nil
      }
    }
  }

  /// Its type, limits, unit and options on one line.
  var words: String {
    var words = type.rawValue
    if let minimum { words += maximum == nil ? " from \(minimum)" : " \(minimum)" }
    if let maximum { words += " to \(maximum)" }
    if let unit { words += " \(unit)" }
    if !options.isEmpty { words += ": \(options.joined(separator: ", "))" }
    if let usual { words += ", default \(usual)" }
    if !isAsked { words += ", not asked" }
    return deletion == nil ? words : words + " (deleted)"
  }
}

extension FieldType {
  fileprivate var withArticle: String { (self == .integer ? "an " : "a ") + rawValue }

  var words: String {
    switch self {
    case .text: "any text"
    case .integer: "a whole number, such as 7"
    case .number: "a number, such as 7.5"
    case .boolean: "true or false"
    case .date: "a date, such as 2026-03-28"
    case .duration: "a duration, such as 7h30m"
    case .time: "a time of day, such as 22:30"
    case .choice: "one of its options"
    }
  }
}
