import ThreadStorage

/// How a line that is no field line names a field.
struct FieldNaming {
  enum Sign {
    case doubleColon
    case colon
    case equals
    /// A blank or another sign, such as a dash.
    case other
  }

  /// What other programs have for a bullet, and what an editor makes of `-` and `--`.
  private static let bullets = ["•", "⁃", "·", "◦", "~"].map { Array($0.utf8) } + dashes
  /// Of three bytes each.
  private static let dashes = ["–", "—", "−", "‐", "―", "→"].map { Array($0.utf8) }
  private static let signs = Array(" \t-;,.>|/(".utf8)

  let hasBullet: Bool
  /// Whether its name is emphasized, as labels in prose are.
  let isMarked: Bool
  let field: FieldDefinition
  let name: String
  let sign: Sign
  /// Whether a blank, or nothing, follows the sign.
  let hasGap: Bool
  /// Whether a dash stands for the sign.
  private(set) var hasDash = false
  let value: [UInt8]
  /// Whether a dash stands between the name and a number, and may be that one's: `mood-2`.
  private(set) var mayBeMinus = false

  var isDouble: Bool { sign == .doubleColon }

  /// Whether the field can have the value, or one that is meant by it.
  var hasFittingValue: Bool { field.type == .text || field.mayTake(value) }

  private static func bulletLength(_ line: ArraySlice<UInt8>) -> Int? {
    guard let first = line.first, first >= UInt8(ascii: "~") else { return nil }
    return bullets.first { line.starts(with: $0) }?.count
  }

  /// How many bytes a blank or sign at the begin of `text` has that may stand behind a name; 0 where none does.
  private static func signLength(_ text: ArraySlice<UInt8>) -> Int {
    guard let first = text.first else { return 0 }
    if signs.contains(first) { return 1 }
    return first == 0xE2 && dashes.contains(where: { text.starts(with: $0) }) ? 3 : 0
  }

  /// `value` with the zero that a number such as `.5` or `-.5` lacks, and our minus for a longer one.
  static func plain(_ value: [UInt8], of field: FieldDefinition) -> [UInt8] {
    let isLong = dashes.contains { value.starts(with: $0) }
    let minus = isLong ? 3 : value.first == UInt8(ascii: "-") ? 1 : 0
    let rest = value[minus...]
    let isFraction = rest.first == UInt8(ascii: ".")
    guard field.isOfNumbers || field.type == .duration,
      rest.dropFirst(isFraction ? 1 : 0).first.map(Byte.isDigit) == true
    else { return value }
    return Array((minus > 0 ? "-" : "").utf8) + (isFraction ? [UInt8(ascii: "0")] : []) + rest
  }

  /// Whether `text` begins with a sign that is a number's: `-5`, `−5`, `.5`, `-.5`.
  private static func isOfNumber(_ text: ArraySlice<UInt8>) -> Bool {
    let isLong = dashes.contains { text.starts(with: $0) }
    let rest = text.dropFirst(isLong ? 3 : text.first == UInt8(ascii: "-") ? 1 : 0)
    let isFraction = rest.first.map { ".,".utf8.contains($0) } == true
    return (isFraction || rest.startIndex > text.startIndex)
      && rest.dropFirst(isFraction ? 1 : 0).first.map(Byte.isDigit) == true
  }

  /// The field that `line` begins with the name of, and where that ends: at a blank, or at a sign, which may also stand
  /// in a name as in `well-being 7`.
  private static func leadingName(
    _ line: ArraySlice<UInt8>, _ schema: FieldSchema
  ) -> (end: Int, field: FieldDefinition)? {
    let word = line.prefix { !Byte.isBlank($0) }
    if word.endIndex < line.endIndex, let field = schema.field(named: String(utf8: word)) {
      return (word.endIndex, field)
    }
    for end in word.indices.reversed() where signLength(word[end...]) > 0 {
      if let field = schema.field(named: String(utf8: word[..<end])) { return (end, field) }
    }
    return nil
  }

  init?(_ bytes: [UInt8], _ line: Range<Int>, _ schema: FieldSchema) {
    var start = line.lowerBound
    let end = line.upperBound
    guard start < end, bytes[start] > 0x20 else { return nil }
    let isStrong = bytes[start...].starts(with: "**".utf8)
    if EntryField.isBullet(bytes[start]), !isStrong {
      hasBullet = true
      start += 1
      // `--` is a dash to some.
      if bytes[start - 1] == UInt8(ascii: "-"), start < end, bytes[start] == bytes[start - 1] {
        start += 1
      }
    } else if let length = Self.bulletLength(bytes[start..<end]) {
      hasBullet = true
      start += length
    } else {
      hasBullet = false
      if bytes[start] == .hash, start + 1 < end, bytes[start + 1] > 0x20 { start += 1 }
    }
    let blanks: [UInt8] = [0x20, 0x09]
    // `**mood**:: 5` is a habit from elsewhere.
    let marks: [UInt8] = [0x2A, 0x5F]
    while start < end, blanks.contains(bytes[start]) { start += 1 }
    isMarked = start < end && marks.contains(bytes[start])
    while start < end, marks.contains(bytes[start]) { start += 1 }
    let limit = min(end, start + 4 * FieldName.maximumLength + 10)
    for (byte, single) in [(0x3A, Sign.colon), (0x3D, .equals)] {
      guard
        let offset = ByteSearch.firstIndex(of: UInt8(byte), in: bytes.span, start..<limit)
      else { continue }
      let isDouble = single == .colon && offset + 1 < end && bytes[offset + 1] == 0x3A
      var nameEnd = offset
      while nameEnd > start, (blanks + marks).contains(bytes[nameEnd - 1]) { nameEnd -= 1 }
      var valueStart = offset + (isDouble ? 2 : 1)
      while isMarked, valueStart < end, marks.contains(bytes[valueStart]) { valueStart += 1 }
      let typed = String(utf8: bytes[start..<nameEnd])
      let known = isDouble ? schema.anyField(named: typed) : schema.field(named: typed)
      guard nameEnd > start, let field = known else { continue }
      hasGap = valueStart == end || blanks.contains(bytes[valueStart])
      (self.field, name, sign) = (field, typed, isDouble ? .doubleColon : single)
      value = Array(bytes[WideBlank.trimming(bytes.span, valueStart..<end)].trimmed)
      return
    }
    // `mood – 7`, `mood; 7`, `mood (7)`, `mood 7`.
    guard let (nameEnd, field) = Self.leadingName(bytes[start..<limit], schema) else {
      return nil
    }
    var valueStart = nameEnd
    while valueStart < end {
      let length = Self.signLength(bytes[valueStart..<end])
      if length == 0 || valueStart > nameEnd && Self.isOfNumber(bytes[valueStart..<end]) { break }
      valueStart += length
    }
    guard valueStart < end else { return nil }
    hasGap = true
    (self.field, name, sign) = (field, String(utf8: bytes[start..<nameEnd]), .other)
    let typed = bytes[nameEnd..<valueStart].trimmed
    hasDash =
      Self.signLength(typed) == 3 || ["-", "->"].contains { typed.elementsEqual($0.utf8) }
    // A minus is one, and another dash before a number may be one.
    mayBeMinus =
      hasDash && typed.endIndex == valueStart && Byte.isDigit(bytes[valueStart])
      || Self.dashes.contains { bytes[valueStart..<end].starts(with: $0) }
        && !bytes[valueStart..<end].starts(with: "−".utf8)
    let rest = bytes[valueStart..<end].trimmed
    let isInBrackets = typed.last == UInt8(ascii: "(") && rest.last == UInt8(ascii: ")")
    value = Self.plain(Array(rest.dropLast(isInBrackets ? 1 : 0)), of: field)
  }
}
