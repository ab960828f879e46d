import ThreadJournal
import ThreadStorage

extension WordsBehindOption {
  /// Refuses words that may be meant to belong to a field's value before them: behind `name=`, and wherever a text
  /// stands before the option, as nobody cuts a text in two.
  static func checkFields(_ arguments: ParsedArguments, for schema: FieldSchema) throws {
    var given = arguments.given
    try checkTextInTwo(arguments, for: schema)
    var meant: [(index: Int, words: [String], value: String?, isRefused: Bool)] = []
    // `bed=11` of `-f bed=11 pm` is none without it.
    var areRead = true
    for (index, option) in given.enumerated() where option.name == "field" {
      guard let bytes = option.bytes, !bytes.contains(where: Byte.isSpace),
        let assignment = FieldAssignment(bytes), let field = schema.anyField(named: assignment.name)
      else { continue }
      let words = arguments.words(behind: index)
      if words == ["-"] { continue }
      // What has a space was in quotation marks.
      let bare = Array(words.prefix { !$0.isEmpty && !$0.utf8.contains(where: Byte.isSpace) })
      let isInside = given[..<index].contains { $0.name == "TEXT" }
      var isRefused = true
      var belonging = bare.count
      var value: String?
      if assignment.value.isEmpty {
        // Of a variable that is empty, `-f category="$c" "$text"`.
        if !isInside, words.count == 1, field.type == .text { continue }
        // With a text in quotation marks behind them, all words before it are meant.
        if !isInside, bare.count == words.count { belonging = min(bare.count, 1) }
        let whole = bare.prefix(belonging).joined(separator: " ")
        // What the field does not take was never meant for it.
        let bytes = Array(whole.utf8)
        guard field.check(bytes) == nil || !field.readings(of: bytes).isEmpty else { continue }
        value = whole
      } else {
        let own = Array(assignment.value.utf8)
        let isRead = field.check(own) == nil || field.converted(own) != nil
        if let found = longer(assignment.value, bare, field) {
          (belonging, value, isRefused) = (found.count, found.value, isInside || !isRead)
          areRead = areRead && isRead
        } else if !isInside || !isRead {
          continue
        } else if field.type == .text {
          value = ([assignment.value] + bare).joined(separator: " ")
        } else if let next = bare.first?.lowercased(),
          !["of", "out", "to", "-"].contains(next), !field.isOtherUnit(next)
        {
          continue
        }
      }
      guard belonging > 0 else { continue }
      let pair = value.map { "\(assignment.name)=\($0)" }
      meant.append((index, Array(bare.prefix(belonging)), pair, isRefused))
    }
    guard let first = meant.first(where: \.isRefused) else { return }
    // Each of several values goes on: `-f bed=11:30 pm -f wake=7:15 am`.
    for (index, words, value, _) in meant.reversed() {
      guard let value else { continue }
      given[index].bytes = Array(value.utf8)
      given.removeSubrange(index + 1..<index + 1 + words.count)
    }
    throw CommandError.textBehindOption(
      first.words.joined(separator: " "), option: "field",
      inOption: first.value.map { _ in line(arguments, given) },
      inText: areRead ? line(arguments, at: first.index, taking: 0) : nil)
  }

  /// Refuses a text in two pieces, of which the first stands behind a value of text and may belong to it: nobody cuts a text
  /// in two, as `spot=North Cott --at 7:00 sea breeze` seems to.
  private static func checkTextInTwo(
    _ arguments: ParsedArguments, for schema: FieldSchema
  ) throws {
    let given = arguments.given
    guard let index = given.firstIndex(where: { $0.name == "TEXT" }).map({ $0 - 1 }), index >= 0,
      given[index].name == "field", let bytes = given[index].bytes,
      !bytes.contains(where: Byte.isSpace), let assignment = FieldAssignment(bytes),
      !assignment.value.isEmpty, schema.anyField(named: assignment.name)?.type == .text
    else { return }
    let words = arguments.words(behind: index)
    guard words.count < arguments.values("TEXT").count,
      words.allSatisfy({ !$0.isEmpty && !$0.utf8.contains(where: Byte.isSpace) })
    else { return }
    throw CommandError.textBehindOption(
      words.joined(separator: " "), option: "field",
      inOption: line(arguments, at: index, taking: words.count),
      inText: line(arguments, at: index, taking: 0))
  }

  /// The assignment with a value that the field takes, where it is clear which one is meant.
  static func fitting(_ assignment: FieldAssignment, _ schema: FieldSchema) -> String {
    let typed = "\(assignment.name)=\(assignment.value)"
    guard let field = schema.field(named: assignment.name), !assignment.value.isEmpty,
      field.check(Array(assignment.value.utf8)) != nil
    else { return typed }
    var value = assignment.value
    while let last = value.last, ",;".contains(last) { value.removeLast() }
    let bytes = Array(value.utf8)
    if field.check(bytes) == nil { return "\(assignment.name)=\(value)" }
    let meant = field.readings(of: bytes)
    return meant.count == 1 ? "\(assignment.name)=\(meant[0])" : typed
  }

  /// The value that goes on in the words behind it: a text in all before an assignment, as `note=bad sleep again`.
  static func whole(
    _ value: String, _ words: [String], _ field: FieldDefinition
  ) -> (count: Int, value: String)? {
    guard field.type == .text else { return longer(value, words, field) }
    let bare = words.prefix {
      !$0.utf8.contains(where: Byte.isSpace) && FieldAssignment(Array($0.utf8)) == nil
    }
    return bare.isEmpty ? nil : (bare.count, ([value] + bare).joined(separator: " "))
  }

  /// The value that goes on in so many of the words behind it, as the field takes it: `7h 30m`, `11:15 pm`, `1 200`;
  /// nil where none does.
  static func longer(
    _ value: String, _ words: [String], _ field: FieldDefinition
  ) -> (count: Int, value: String)? {
    guard field.type != .text else { return nil }
    for count in (1...3).reversed() where count <= words.count {
      var forms = [([value] + words.prefix(count)).joined(separator: " ")]
      let last = words[count - 1]
      let digits = last.utf8.allSatisfy(Byte.isDigit) ? last.utf8.count : 0
      let isWhole = value.utf8.allSatisfy(Byte.isDigit)
      // `62 kgs`
      if count == 1, field.hasUnit(last) { forms.append(value) }
      switch field.type {
      case .duration where count == 2 && words[0].lowercased() == "and":
        forms.append("\(value) \(last)")
      case .duration where count == 1 && 1...2 ~= digits && value.lowercased().hasSuffix("h"):
        forms.append("\(value) \(last)m")
      case .number where count == 1 && isWhole && last.first == ".": forms.append(value + last)
      case .number where count == 1 && digits == 2 && isWhole:
        // In `5 30 minutes` the second number counts something.
        let next = words.count > 1 ? words[1].lowercased() : ""
        if TimeUnit(next) == nil { forms.append("\(value).\(last)") }
      case .number where count == 1 && digits == 3 && isWhole && value.utf8.count < 4,
        .integer where count == 1 && digits == 3 && isWhole && value.utf8.count < 4:
        forms.append(value + last)
      default: break
      }
      for form in forms.map({ Array($0.utf8) }) {
        if field.check(form) == nil { return (count, String(utf8: form)) }
        if let converted = field.converted(form) { return (count, String(utf8: converted)) }
      }
    }
    return nil
  }

  /// Whether words go on with a value that has a meaning without them: `AMU 2`, `AMU and ITU`, `Vit D`.
  static func goesOn(_ words: [String], _ arguments: ParsedArguments, _ schema: FieldSchema) -> Bool
  {
    guard let first = words.first else { return false }
    if ["and", "+", "&"].contains(first.lowercased()) { return words.count > 1 }
    guard first.utf8.count < 3, first.utf8.allSatisfy(Byte.isDigit) else {
      return words.count == 1 && first.utf8.count == 1 && first.first?.isUppercase == true
    }
    // `gym 5 km`, and `gym 7` of a mood
    let keys = Set(arguments.assignments("field").map { FieldName.key($0.name) })
    let text = Array(words.joined(separator: " ").utf8)
    return !(words.count > 1 && BareValue.isCounted(by: words[1].lowercased()))
      && schema.valuesAtStart(of: text, besides: keys).isEmpty
  }

  /// Whether the words behind a number say another amount, which is none of the field's values: `75 mcg` of one in mg,
  /// `3 glasses`, `500 x 2`, `5 or 6`.
  static func isOtherAmount(_ words: [String], ofAll count: Int, _ field: FieldDefinition) -> Bool {
    guard let first = words.first?.lowercased(), field.isOfNumbers else { return false }
    if field.isOtherUnit(first) { return true }
    let isCounted =
      count == 1 && field.unit != nil && first.hasSuffix("s") && BareValue.isCounted(by: first)
    return isCounted
      || ["x", "×", "or", "to"].contains(first) && words.dropFirst().first?.first?.isNumber == true
  }

  /// Whether a number behind a day is rather an hour than a count, a price or a length: `22h bed`, not `7 km`.
  static func isHour(_ text: String, before next: String) -> Bool {
    let word = next.lowercased()
    guard !["of", "in", "on", "with", "for"].contains(word) else { return false }
    guard text.first?.isNumber == true else { return false }
    if text.lowercased().contains("h") { return true }
    let units = ["km", "mi", "kg", "g", "lb", "l", "ml", "kcal", "€", "eur", "euro", "usd", "%"]
    guard TimeUnit(word) == nil, !units.contains(word), !word.hasSuffix("s") else { return false }
    // Where the word behind it is counted, it is none: `15 Seiten`.
    let clock = text.utf8.count == 2 ? "\(text):00" : text
    let bytes = Array("\(clock) \(next)".utf8)
    guard LooseClock(bytes.span, at: 0, upTo: bytes.count) != nil, let hour = Int(text.prefix(2))
    else { return false }
    // `12.50` is rather a price, and what has no minutes a year, or many of something.
    if text.contains(".") || text.utf8.count == 2 { return 13...23 ~= hour }
    return text.utf8.count == 4 && !text.hasSuffix("00")
      && (text.hasSuffix("0") || text.hasSuffix("5"))
  }
}
