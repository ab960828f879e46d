/// The `{#id key="value" .class}` that closes an entry's heading (F10), as offsets into the file.
public struct EntryAttributes: Sendable, Hashable {
  /// From the opening brace to behind the closing one.
  public private(set) var range: Range<Int>
  /// The id, without its `#`.
  public private(set) var id: Range<Int>?
  /// The value of `edited`, between its quotes.
  public private(set) var edited: Range<Int>?
  /// The value of `deleted`, between its quotes.
  public private(set) var deleted: Range<Int>?
  /// Whether a bare `.deleted` class marks the entry deleted.
  public private(set) var hasDeletedClass = false

  public var isDeleted: Bool { deleted != nil || hasDeletedClass }

  /// Whether it is `{#id}`, without anything else.
  package var isOnlyID: Bool { id.map { $0.count + 3 == range.count } ?? false }

  /// The value of `restored`, between its quotes, of several the last.
  package func restored(in bytes: borrowing Span<UInt8>) -> Range<Int>? {
    if isOnlyID { return nil }
    var restored: Range<Int>?
    for case .pair(let key, let value) in Self.tokens(bytes, in: range)
    where bytes.equal(key, "restored") {
      restored = value
    }
    return restored
  }

  enum Token {
    case id(Range<Int>)
    case className(Range<Int>)
    case pair(key: Range<Int>, value: Range<Int>)
  }

  /// The attributes that close `line`, or nil; the last brace that starts well-formed ones counts.
  package static func closing(
    _ bytes: borrowing Span<UInt8>, line: Range<Int>
  ) -> EntryAttributes? {
    var end = line.upperBound
    while end > line.lowerBound, Byte.isBlank(bytes[end - 1]) { end -= 1 }
    guard end > line.lowerBound, bytes[end - 1] == Byte.closeBrace else { return nil }
    if let attributes = onlyID(bytes, line.lowerBound..<end) { return attributes }
    var start = end - 1
    while start > line.lowerBound + 1 {
      start -= 1
      if bytes[start] == Byte.openBrace, Byte.isBlank(bytes[start - 1]),
        let attributes = EntryAttributes(bytes, range: start..<end)
      {
        return attributes
      }
    }
    return nil
  }

  /// The attributes of a line that closes with ` {#id}`, as nearly all headings do, at one go.
  private static func onlyID(
    _ bytes: borrowing Span<UInt8>, _ line: Range<Int>
  ) -> EntryAttributes? {
    let end = line.upperBound - 1
    let start = bytes.nameStart(before: end, from: line.lowerBound + 3)
    guard start >= line.lowerBound + 3, start < end, end - start <= 64,
      Byte.isLetterOrDigit(bytes[start]), bytes[start - 1] == Byte.hash,
      bytes[start - 2] == Byte.openBrace, Byte.isBlank(bytes[start - 3])
    else { return nil }
    return EntryAttributes(range: start - 2..<end + 1, id: start..<end)
  }

  /// Whether `line`, which stands behind a timestamp, is ` {#id}` and nothing else.
  package static func isOnlyID(_ bytes: borrowing Span<UInt8>, _ line: Range<Int>) -> Bool {
    let start = line.lowerBound
    return line.count > 4 && line.count <= 4 + 64 && bytes[start] == Byte.space
      && bytes[start + 1] == Byte.openBrace && bytes[start + 2] == Byte.hash
      && bytes[line.upperBound - 1] == Byte.closeBrace
      && Byte.isLetterOrDigit(bytes[start + 3])
      && bytes.nameStart(before: line.upperBound - 1, from: start + 3) == start + 3
  }

  private init(range: Range<Int>, id: Range<Int>) {
    self.range = range
    self.id = id
  }

  init?(_ bytes: borrowing Span<UInt8>, range: Range<Int>) {
    self.range = range
    var ids = 0
    let isComplete = EntryAttributes.scanTokens(bytes, in: range) { token, bytes in
      switch token {
      case .id(let name):
        id = name
        ids += 1
      case .className(let name): hasDeletedClass = hasDeletedClass || bytes.equal(name, "deleted")
      case .pair(let key, let value):
        if bytes.equal(key, "edited") { edited = value }
        if bytes.equal(key, "deleted") { deleted = value }
      }
    }
    guard isComplete, ids <= 1 else { return nil }
  }

  /// Calls `body` with each token between the braces of `range`; false where something else stands there.
  static func scanTokens(
    _ bytes: borrowing Span<UInt8>, in range: Range<Int>,
    _ body: (Token, borrowing Span<UInt8>) -> Void
  ) -> Bool {
    let end = range.upperBound - 1
    var position = range.lowerBound + 1
    while true {
      let gap = position
      while position < end, Byte.isBlank(bytes[position]) { position += 1 }
      if position == end { return true }
      guard position > gap || gap == range.lowerBound + 1,
        let token = scanToken(bytes, at: &position, upTo: end)
      else { return false }
      body(token, bytes)
    }
  }

  /// The tokens between the braces of `range`, which were read as attributes before.
  static func tokens(_ bytes: borrowing Span<UInt8>, in range: Range<Int>) -> [Token] {
    var tokens: [Token] = []
    _ = scanTokens(bytes, in: range) { token, _ in tokens.append(token) }
    return tokens
  }

  private static func scanToken(
    _ bytes: borrowing Span<UInt8>, at position: inout Int, upTo end: Int
  ) -> Token? {
    switch bytes[position] {
    case Byte.hash:
      let length = EntryID.length(in: bytes, at: position + 1)
      guard length > 0, position + 1 + length <= end else { return nil }
      defer { position += 1 + length }
      return .id(position + 1..<position + 1 + length)
    case Byte.dot:
      let name = scanName(bytes, from: position + 1, upTo: end)
      position = name.upperBound
      return name.isEmpty ? nil : .className(name)
    default:
      let key = scanName(bytes, from: position, upTo: end)
      guard !key.isEmpty, key.upperBound + 1 < end, bytes[key.upperBound] == Byte.equals,
        bytes[key.upperBound + 1] == Byte.quote,
        let value = scanQuoted(bytes, from: key.upperBound + 2, upTo: end)
      else { return nil }
      position = value.upperBound + 1
      return .pair(key: key, value: value)
    }
  }

  private static func scanName(
    _ bytes: borrowing Span<UInt8>, from start: Int, upTo end: Int
  ) -> Range<Int> {
    guard start < end, isNameStart(bytes[start]) else { return start..<start }
    var position = start + 1
    while position < end, isNamePart(bytes[position]) { position += 1 }
    return start..<position
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_")
      || (Byte.isLetterOrDigit(byte) && byte >= UInt8(ascii: "A"))
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    Byte.isWordByte(byte) || byte == Byte.colon || byte == Byte.dot
  }

  private static func scanQuoted(
    _ bytes: borrowing Span<UInt8>, from start: Int, upTo end: Int
  ) -> Range<Int>? {
    var position = start
    while position < end {
      if bytes[position] == Byte.quote { return start..<position }
      position += bytes[position] == Byte.backslash ? 2 : 1
    }
    return nil
  }

  /// The value between quotes at `range`, with `\"` and `\\` read as what they stand for (F10).
  public static func unquoted(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    var value: [UInt8] = []
    var position = range.lowerBound
    while position < range.upperBound {
      if bytes[position] == Byte.backslash, position + 1 < range.upperBound,
        bytes[position + 1] == Byte.quote || bytes[position + 1] == Byte.backslash
      {
        position += 1
      }
      value.append(bytes[position])
      position += 1
    }
    return value
  }
}

extension Span<UInt8> {
  func equal(_ range: Range<Int>, _ text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { expected in
      for index in 0..<expected.count where self[range.lowerBound + index] != expected[index] {
        return false
      }
      return true
    }
  }

  package func copy(_ range: Range<Int>) -> [UInt8] {
    withUnsafeBufferPointer { Array($0[range]) }
  }
}

extension EntryAttributes {
  /// The values of the attributes that have one, by key, with their escapes read; of equal keys the last.
  package static func values(in bytes: [UInt8], _ attributes: EntryAttributes) -> [String: String] {
    var values: [String: String] = [:]
    for case .pair(let key, let value) in tokens(bytes.span, in: attributes.range) {
      values[String(utf8: bytes[key])] = String(utf8: unquoted(bytes.span, value))
    }
    return values
  }

  /// Its classes, without their points.
  package static func classes(in bytes: [UInt8], _ attributes: EntryAttributes) -> [String] {
    tokens(bytes.span, in: attributes.range).compactMap {
      if case .className(let name) = $0 { String(utf8: bytes[name]) } else { nil }
    }
  }

  /// The names of those that say nothing, as ours are in small letters: `.Deleted`, `EDITED="…"`.
  static func misspelt(in bytes: [UInt8], _ attributes: EntryAttributes) -> [Range<Int>] {
    tokens(bytes.span, in: attributes.range).compactMap { token in
      let (name, meant): (Range<Int>, [String]) =
        switch token {
        case .id(let name): (name, [])
        case .className(let name): (name, ["deleted"])
        case .pair(let name, _): (name, ["edited", "deleted", "restored"])
        }
      let typed = String(utf8: bytes[name])
      return meant.contains(typed.lowercased()) && !meant.contains(typed) ? name : nil
    }
  }

  /// What says neither an id nor when the entry was edited, deleted or restored, as typed.
  package static func others(in bytes: [UInt8], _ attributes: EntryAttributes) -> [[UInt8]] {
    tokens(bytes.span, in: attributes.range).compactMap { token in
      switch token {
      case .id: nil
      case .className(let name):
        bytes.span.equal(name, "deleted") ? nil : Array(bytes[name])
      case .pair(let key, let value):
        ["edited", "deleted", "restored"].contains(String(utf8: bytes[key]))
          ? nil : Array(bytes[key.lowerBound..<value.upperBound])
      }
    }
  }
}
