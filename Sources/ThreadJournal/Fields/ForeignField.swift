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
