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
      let name = try reader.memberName()
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
    if isAtObject() {
      var members: [JSONValue.Member] = []
      try eachMember { (reader: inout JSONReader, name) throws(JSONSyntaxError) in
        members.append(JSONValue.Member(name: name, value: try reader.value()))
      }
      return JSONValue(offset: start, content: .object(members))
    }
    if isAtArray() {
      var items: [JSONValue] = []
      try eachItem { (reader: inout JSONReader) throws(JSONSyntaxError) in
        items.append(try reader.value())
      }
      return JSONValue(offset: start, content: .array(items))
    }
    return JSONValue(offset: start, content: try scalar())
  }

  private mutating func memberName() throws(JSONSyntaxError) -> [UInt8] {
    skipSpace()
    guard take(UInt8(ascii: "\"")) else { throw JSONSyntaxError(offset: offset) }
    let name = try string()
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw JSONSyntaxError(offset: offset) }
    return name
  }

  private mutating func scalar() throws(JSONSyntaxError) -> JSONValue.Content {
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
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard offset < bytes.count, let digit = hexadecimalDigit(bytes[offset]) else {
        throw JSONSyntaxError(offset: offset)
      }
      value = value << 4 | digit
      offset += 1
    }
    return value
  }

  private func hexadecimalDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case 0x30...0x39: UInt16(byte - 0x30)
    case 0x41...0x46: UInt16(byte - 0x41 + 10)
    case 0x61...0x66: UInt16(byte - 0x61 + 10)
    default: nil
    }
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
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      default: return
      }
    }
  }
}
