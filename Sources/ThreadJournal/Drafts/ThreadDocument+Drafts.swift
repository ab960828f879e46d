import ThreadStorage

/// What is wrong with an entry of a draft besides what `check` would tell of it in a file.
extension ThreadDocument {
  /// The lines of the text that are those of fields which the thread does not define, as they are refused among the
  /// fields.
  func undefinedFields(
    in entry: EntrySlice, _ schema: FieldSchema
  ) -> [(offset: Int, kind: DraftFault.Kind)] {
    var fences = RangeCursor(codeBlocks)
    return bytes.lines(in: content(of: entry).body).compactMap { line in
      guard fences.range(at: line.text.lowerBound) == nil,
        let parts = EntryField.scan(bytes.span, line: line.text), parts.backslashes == 0,
        schema.anyField(named: string(parts.name)) == nil
      else { return nil }
      return (line.text.lowerBound, .undefinedField(string(parts.name)))
    }
  }

  /// What is wrong where an entry had a time of day, or is a new one beside such, and has a title that may be one instead:
  /// `## 2026-11-23 715`, `8 u`, `vanaf 20u`.
  func lostTime(
    of heading: EntryHeading, after old: EntryDraft.Heading?, amongTimes: Bool
  ) -> JournalProblem.Kind? {
    let title = bytes[heading.title]
    let hadTime = old.flatMap { Timestamp($0.time) }.map { $0.precision != .day } ?? amongTimes
    guard hadTime, heading.timestamp.precision == .day, let first = title.first,
      !heading.hasDeclaredTitle(bytes.span), old.map({ title.elementsEqual($0.title) }) != true
    else { return nil }
    let words = title.split(separator: .space)
    let begins = TimeWords.beginnings.contains(String(utf8: words[0]).lowercased())
    let hour = words.dropFirst(begins ? 1 : 0)
    let isTyped = old != nil && first < 0x80 && !Byte.isLetter(first)
    guard isTyped || Self.beginWithHour(hour) else { return nil }
    return .headingTime(String(utf8: isTyped ? words[0] : hour.first ?? []), nil)
  }

  /// Whether the first of these words is an hour, with its unit or minutes, or alone.
  private static func beginWithHour(_ words: ArraySlice<ArraySlice<UInt8>>) -> Bool {
    guard let word = words.first else { return false }
    let digits = word.prefix(while: Byte.isDigit)
    guard 1...2 ~= digits.count, let hour = Int(String(utf8: digits)), hour <= 24 else {
      return false
    }
    let rest = word.dropFirst(digits.count)
    let units = ["u", "h", "uur", "uhr", "am", "pm"]
    switch rest.first {
    case nil:
      return words.count == 1
        || units.contains(String(utf8: words[words.startIndex + 1]).lowercased())
    case UInt8(ascii: "u"), UInt8(ascii: "h"):
      // `20u` and `9u30`, but not `2h run`
      let minutes = rest.dropFirst().prefix(while: Byte.isDigit)
      return minutes.count == 2 || rest.count == 1 && hour > 4
    case .colon, .dot:
      let next = words.dropFirst().first.map { String(utf8: $0).lowercased() }
      return rest.dropFirst().prefix(while: Byte.isDigit).count == 2
        && next.map { BareValue.isCounted(by: $0) } != true
    default: return units.contains(String(utf8: rest).lowercased())
    }
  }

  /// A field `skip` that its writer added and gave no reason; without a value it would not be kept.
  func emptySkip(
    in entry: EntrySlice, after old: EntryDraft?
  ) -> [(offset: Int, kind: DraftFault.Kind)] {
    let key = FieldDefinition.skip.key
    guard old?.fields.contains(where: { $0.key == key }) != true else { return [] }
    return content(of: entry).fields.filter {
      FieldName.key(bytes[$0.name]) == key && $0.value(in: bytes.span)[...].trimmed.isEmpty
    }.map { ($0.lines.lowerBound, .check(.emptySkip)) }
  }
}
