import ThreadStorage

/// A line that names a field as other programs, or a slip of the finger, have it: `[mood:: 5]`, `1. mood:: 5`, `> mood:: 5`,
/// `"mood": 5`, `:mood: 5`, `@mood 5`, `- mood:; 5`, `Mood - 5`, `o- mood:: 5`, or with other blanks than ours.
struct ForeignField {
  /// The same with a colon, or two, behind the name, and nothing else around it.
  let line: [UInt8]
  /// Whether the line says nothing besides.
  let isWhole: Bool

  /// The line, if it has such a form; whether it names a field, only its thread knows.
  init?(_ typed: ArraySlice<UInt8>) {
    // A space before it says that it is text.
    guard typed.count > 3, typed.count <= 1000, typed.first != .space else { return nil }
    if let keys = StrayKeys.length(in: typed) {
      let rest = Array(typed.dropFirst(keys))
      if EntryField.scan(rest.span, line: 0..<rest.count)?.backslashes == 0 {
        (self.line, self.isWhole) = (rest, StrayKeys.areClear(typed.prefix(keys)))
        return
      }
    }
    var line = Self.withPlainBlanks(typed)
    var isWhole = true
    if line.first == .tab { line.removeFirst() }
    if line.first == UInt8(ascii: ">") {
      // Somebody else may say so.
      isWhole = false
      line.removeFirst()
    }
    line = Array(line.drop { $0 == .space })
    let digits = line.prefix(while: Byte.isDigit).count
    if 1...2 ~= digits, line.count > digits + 2, [0x2E, 0x29].contains(line[digits]),
      line[digits + 1] == .space
    {
      line.removeFirst(digits + 2)
    }
    // `- - mood:: 6`: an editor had begun the line's item, or its writer had.
    while line.count > 2, EntryField.isBullet(line[0]), line[1] == .space,
      line[2...].drop(while: Byte.isBlank).first.map(EntryField.isBullet) == true
    {
      line = Array(line[2...].drop(while: Byte.isBlank))
    }
    let bullet = line.starts(with: [0x2D, .space]) ? 2 : 0
    if let member = Self.jsonMember(line[bullet...]) {
      line = member
    } else if let first = line.first, first == 0x5B || first == 0x28,
      let close = line.firstIndex(of: first == 0x5B ? 0x5D : 0x29),
      line[..<close].contains(.colon)
    {
      isWhole = line[(close + 1)...].trimmed.isEmpty
      line = Array(line[1..<close])
    } else if line.first == .colon || line.first == UInt8(ascii: "@") {
      // A space ends the name behind `@`, a colon that behind `:`.
      let end: UInt8 = line[0] == .colon ? .colon : .space
      guard let offset = line.dropFirst().firstIndex(of: end), offset > 1 else { return nil }
      line = Array(line[1..<offset]) + Array(": ".utf8) + line[(offset + 1)...].trimmed
    } else if let sign = Self.firstSign(in: line, from: bullet) {
      line.replaceSubrange(sign.range, with: sign.text.utf8)
    }
    guard !line.elementsEqual(typed) else { return nil }
    (self.line, self.isWhole) = (line, isWhole)
  }

  /// The line with a space for each blank of more bytes than one, up to where its value begins.
  private static func withPlainBlanks(_ typed: ArraySlice<UInt8>) -> [UInt8] {
    let bytes = Array(typed)
    var line: [UInt8] = []
    line.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      let isValue = line.last == .colon || line.last == .space
      if isValue, line.contains(.colon), bytes[position] > 0x20, bytes[position] != .colon,
        WideBlank.length(in: bytes.span, at: position, upTo: bytes.count) == 0
      {
        return line + bytes[position...]
      }
      let length = WideBlank.length(in: bytes.span, at: position, upTo: bytes.count)
      line.append(length > 0 ? .space : bytes[position])
      position += max(length, 1)
    }
    return line
  }

  /// `"mood": "5",` as `mood:: 5`; nil where the value is none of JSON, as behind a word that is quoted.
  private static func jsonMember(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    guard line.first == Byte.quote, let close = line.dropFirst().firstIndex(of: Byte.quote) else {
      return nil
    }
    let rest = line[(close + 1)...].trimmed
    guard rest.first == .colon else { return nil }
    var value = rest.dropFirst().trimmed
    if value.last == UInt8(ascii: ",") { value = value.dropLast() }
    if value.count > 1, value.first == Byte.quote, value.last == Byte.quote {
      value = value.dropFirst().dropLast()
    } else if !["true", "false"].contains(String(utf8: value)), Double(String(utf8: value)) == nil {
      return nil
    }
    return line[(line.startIndex + 1)..<close] + Array(":: ".utf8) + value
  }

  /// The first sign that is written in place of `::` behind a name.
  private static func firstSign(
    in line: [UInt8], from start: Int
  ) -> (range: Range<Int>, text: String)? {
    // What stands behind a colon is a value.
    let colon = line.firstIndex(of: .colon).map { $0 + 2 } ?? line.count
    let limit = min(line.count, colon, start + 4 * FieldName.maximumLength)
    let signs = [(":;", "::"), (";;", "::"), (";:", "::"), ("：：", "::"), ("：", ":")]
    for (typed, text) in signs {
      let range = start..<limit
      guard let offset = ByteSearch.firstIndex(of: Array(typed.utf8), in: line.span, range) else {
        continue
      }
      return (offset..<offset + typed.utf8.count, text)
    }
    for typed in [" - ", " – "] where start == 0 {
      guard let offset = ByteSearch.firstIndex(of: Array(typed.utf8), in: line.span, 0..<limit)
      else { continue }
      return (offset..<offset + typed.utf8.count, ": ")
    }
    return nil
  }
}

/// A line that has the whole name of a field and two signs behind it, with one slip of the finger: `- mood:. 5`, `_ mood:: 5`,
/// `-x mood:: 5`, `- moo:d: 5`, `- mood: : 5`.
struct SlippedField {
  let field: FieldDefinition
  let value: [UInt8]
  /// Whether no other key than a sign is in question.
  let isClear: Bool

  /// Where `line` stands where field lines do; those of other places are prose.
  init?(_ line: ArraySlice<UInt8>, _ schema: FieldSchema) {
    guard let first = line.first, schema.fields.count <= 100 else { return nil }
    let isItem = EntryField.isBullet(first)
    var label: [UInt8] = []
    var signs: [Int] = []
    for offset in line.prefix(4 * FieldName.maximumLength + 16).indices {
      let byte = line[offset]
      guard Self.isSign(byte) else {
        if !Byte.isBlank(byte) { label.append(byte) }
        continue
      }
      signs.append(offset)
      let rest = line[(offset + 1)...]
      guard signs.count > 1, rest.first.map(Self.isSign) != true,
        // A key or a blank may stand between them.
        offset - signs[signs.count - 2] < 4,
        let (field, isWhole) = Self.field(label[(isItem ? 1 : 0)...], schema)
      else { continue }
      let typed = signs.map { line[$0] }
      let isDouble = offset == signs[signs.count - 2] + 1
      let hasColon = typed.contains(.colon) || typed.contains(UInt8(ascii: ";"))
      // `mood...` may be the begin of a verse, and a space before other lines makes them text.
      guard hasColon || isItem && isDouble && signs.count == 2 && !rest.trimmed.isEmpty,
        !Byte.isBlank(first) || typed == [.colon, .colon] && isDouble
      else { return nil }
      self.field = field
      // `:.5` may be a half.
      let isNumber = ".,".utf8.contains(byte) && rest.first.map(Byte.isDigit) == true
      value = FieldNaming.plain(Array((isNumber ? line[offset...] : rest).trimmed), of: field)
      isClear = isWhole && !isNumber && !Byte.isBlank(first)
      return
    }
    return nil
  }

  static func isSign(_ byte: UInt8) -> Bool { ":;._,".utf8.contains(byte) }

  /// The field of which a label has all letters, perhaps behind one other key.
  private static func field(
    _ label: ArraySlice<UInt8>, _ schema: FieldSchema
  ) -> (field: FieldDefinition, isWhole: Bool)? {
    let typed = FieldName.key(label)
    let names = schema.fields.filter { $0.deletion == nil }.map { field in
      (field, String(utf8: field.key.utf8.filter { !isSign($0) && !Byte.isBlank($0) }))
    }
    if let whole = names.first(where: { $0.1 == typed }) { return (whole.0, true) }
    let rest = String(typed.dropFirst())
    return names.first { $0.1 == rest && rest.count > 1 }.map { ($0.0, false) }
  }
}

/// Keys that were typed before what they stand at, as in an editor that was still, or already, in another mode: `o## `,
/// `jj- mood:: 6`, `:## `.
enum StrayKeys {
  /// How many bytes of the line are such keys; nil where it begins otherwise.
  static func length(in line: ArraySlice<UInt8>) -> Int? {
    let signs = Array(":.;,/".utf8)
    let count = line.prefix { Byte.isLetterOrDigit($0) || signs.contains($0) }.count
    return 1...3 ~= count ? count : nil
  }

  /// Whether they are hardly a word that stood there, nor a sign or digit that keeps the line from being read.
  static func areClear(_ keys: ArraySlice<UInt8>) -> Bool {
    Set(keys).count == 1 && keys.allSatisfy(Byte.isLetter)
  }
}
