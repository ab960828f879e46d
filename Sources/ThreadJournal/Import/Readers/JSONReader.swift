import ThreadStorage

/// Reads JSON (RFC 8259), a few hundred levels at most.
package struct JSONReader: Sendable {
  /// The most arrays and objects inside each other.
  package static let maximumDepth = 256

  private let bytes: [UInt8]
  /// The offset of the next byte.
  package private(set) var offset: Int
  /// How many arrays and objects are open.
  private var depth = 0

  /// A reader of `bytes`, which are UTF-8, at their start.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Whether nothing but white space is left.
  package mutating func isAtEnd() -> Bool {
    skipSpace()
    return offset >= bytes.count
  }

  /// Whether an object comes next.
  package mutating func isAtObject() -> Bool { isNext(UInt8(ascii: "{")) }

  /// Whether an array comes next.
  package mutating func isAtArray() -> Bool { isNext(UInt8(ascii: "[")) }

  private mutating func isNext(_ byte: UInt8) -> Bool {
    skipSpace()
    return offset < bytes.count && bytes[offset] == byte
  }

  /// Reads an object member by member, so that the whole is never in memory; `body` is given each name and reads its value.
  package mutating func eachMember(
    _ body: (inout JSONReader, [UInt8]) throws(JSONSyntaxError) -> Void
  ) throws(JSONSyntaxError) {
    try eachPart(from: UInt8(ascii: "{"), to: UInt8(ascii: "}")) {
      (reader: inout JSONReader) throws(JSONSyntaxError) in
      reader.skipSpace()
      guard reader.take(UInt8(ascii: "\"")) else { throw JSONSyntaxError(offset: reader.offset) }
      let name = try reader.string()
      reader.skipSpace()
      guard reader.take(UInt8(ascii: ":")) else { throw JSONSyntaxError(offset: reader.offset) }
      try body(&reader, name)
    }
  }

  /// Reads an array item by item, each of which `body` reads.
  package mutating func eachItem(
    _ body: (inout JSONReader) throws(JSONSyntaxError) -> Void
  ) throws(JSONSyntaxError) {
    try eachPart(from: UInt8(ascii: "["), to: UInt8(ascii: "]"), body)
  }

  private mutating func eachPart(
    from open: UInt8, to close: UInt8,
    _ body: (inout JSONReader) throws(JSONSyntaxError) -> Void
  ) throws(JSONSyntaxError) {
    skipSpace()
    guard depth < JSONReader.maximumDepth, take(open) else {
      throw JSONSyntaxError(offset: offset)
    }
    depth += 1
    defer { depth -= 1 }
    skipSpace()
    if take(close) { return }
    repeat {
      try body(&self)
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(close) else { throw JSONSyntaxError(offset: offset) }
  }

  /// Reads one value; another may follow.
  package mutating func value() throws(JSONSyntaxError) -> JSONValue {
    skipSpace()
    let start = offset
    return JSONValue(offset: start, content: try content())
  }

  private mutating func content() throws(JSONSyntaxError) -> JSONValue.Content {
    if isAtObject() {
      var members: [JSONValue.Member] = []
      try eachMember { (reader: inout JSONReader, name) throws(JSONSyntaxError) in
        members.append(JSONValue.Member(name: name, value: try reader.value()))
      }
      return .object(members)
    }
    if isAtArray() {
      var items: [JSONValue] = []
      try eachItem { (reader: inout JSONReader) throws(JSONSyntaxError) in
        items.append(try reader.value())
      }
      return .array(items)
    }
    if take(UInt8(ascii: "\"")) { return .string(try string()) }
    if take(word: "true") { return .boolean(true) }
    if take(word: "false") { return .boolean(false) }
    if take(word: "null") { return .null }
    return .number(try number())
  }

  private mutating func number() throws(JSONSyntaxError) -> [UInt8] {
    let start = offset
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try takeDigits() }
    if take(UInt8(ascii: ".")) { try takeDigits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try takeDigits()
    }
    return Array(bytes[start..<offset])
  }

  private mutating func takeDigits() throws(JSONSyntaxError) {
    let start = offset
    while offset < bytes.count, 0x30...0x39 ~= bytes[offset] { offset += 1 }
    if offset == start { throw JSONSyntaxError(offset: offset) }
  }

  /// Reads a string behind its opening quote.
  private mutating func string() throws(JSONSyntaxError) -> [UInt8] {
    var text: [UInt8] = []
    // What is read is never longer than what stands there.
    text.reserveCapacity(stringLength)
    while true {
      let start = offset
      while offset < bytes.count, bytes[offset] >= 0x20, bytes[offset] != UInt8(ascii: "\""),
        bytes[offset] != UInt8(ascii: "\\")
      {
        offset += 1
      }
      text += bytes[start..<offset]
      if take(UInt8(ascii: "\"")) { return text }
      guard take(UInt8(ascii: "\\")) else { throw JSONSyntaxError(offset: offset) }
      try takeEscape(into: &text)
    }
  }

  /// How many bytes there are before the closing quote.
  private var stringLength: Int {
    var end = offset
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(end, bytes.count) - offset
  }

  private mutating func takeEscape(into text: inout [UInt8]) throws(JSONSyntaxError) {
    guard offset < bytes.count else { throw JSONSyntaxError(offset: offset) }
    offset += 1
    switch bytes[offset - 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(bytes[offset - 1])
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): try takeScalar(into: &text)
    default: throw JSONSyntaxError(offset: offset - 1)
    }
  }

  /// Reads a `\u` escape, or two that make one character; half of such a pair is refused.
  private mutating func takeScalar(into text: inout [UInt8]) throws(JSONSyntaxError) {
    let escape = offset - 2
    var code = UInt32(try hexadecimal())
    if 0xD800..<0xDC00 ~= code, offset + 6 <= bytes.count, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset + 1] == UInt8(ascii: "u")
    {
      let start = offset
      offset += 2
      let low = UInt32(try hexadecimal())
      if 0xDC00..<0xE000 ~= low {
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
      } else {
        offset = start
      }
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw JSONSyntaxError(offset: escape, isHalfCharacter: true)
    }
    text.append(contentsOf: String(scalar).utf8)
  }

  private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt16 {
    let digits = bytes[offset...].prefix(4).prefix {
      (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20)
    }
    offset += digits.count
    guard digits.count == 4, let value = UInt16(String(utf8: digits), radix: 16) else {
      throw JSONSyntaxError(offset: offset)
    }
    return value
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  private mutating func take(word: String) -> Bool {
    guard bytes[offset...].starts(with: word.utf8) else { return false }
    offset += word.utf8.count
    return true
  }

  private mutating func skipSpace() {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    while offset < bytes.count, isSpace(bytes[offset]) { offset += 1 }
  }
}

/// A value of a JSON text, with its place.
package struct JSONValue: Sendable, Hashable {
  /// The offset of the value's first byte.
  package var offset: Int
  /// What it is.
  package var content: Content

  /// The kinds of JSON values.
  package enum Content: Sendable, Hashable {
    case null
    case boolean(Bool)
    /// A number, as it is spelt.
    case number([UInt8])
    /// A text, with its escapes read.
    case string([UInt8])
    case array([JSONValue])
    /// Members in the order of the text, a name perhaps more than once.
    case object([Member])
  }

  /// A name and its value.
  package struct Member: Sendable, Hashable {
    /// The name, with its escapes read.
    package var name: [UInt8]
    package var value: JSONValue
  }

  /// The member of this name, of several the last; nil where there is none, or this is no object.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.last { $0.name.elementsEqual(name.utf8) }?.value
  }

  /// The bytes of a string.
  package var string: [UInt8]? {
    if case .string(let text) = content { text } else { nil }
  }

  /// The string as text.
  package var text: String? { string.map { String(utf8: $0) } }

  /// The items of an array.
  package var items: [JSONValue]? {
    if case .array(let items) = content { items } else { nil }
  }

  /// Whether it is `null`.
  package var isNull: Bool { content == .null }
}

/// What is no JSON, at a byte offset.
package struct JSONSyntaxError: Error, Sendable, Hashable {
  /// The offset of the byte that cannot stand there; the end of the text where it is not complete.
  package var offset: Int
  /// Whether it is an escape of UTF-16 that lacks its other half, of which no text can be made.
  package var isHalfCharacter = false
}
