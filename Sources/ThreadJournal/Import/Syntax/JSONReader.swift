import ThreadStorage

/// Reads JSON (RFC 8259), a few hundred levels at most.
package struct JSONReader: Sendable {
  package static let maximumDepth = 256

  private var scanner: ByteScanner
  private var depth = 0

  package init(_ bytes: [UInt8]) {
    scanner = ByteScanner(bytes[ThreadDocument.start(of: bytes.span)...])
  }

  package var offset: Int { scanner.offset }

  /// Whether nothing but white space is left.
  package mutating func isAtEnd() -> Bool { next() == nil }

  mutating func isAtObject() -> Bool { next() == .openBrace }

  mutating func isAtArray() -> Bool { next() == UInt8(ascii: "[") }

  /// The byte behind the white space that is next.
  private mutating func next() -> UInt8? {
    scanner.take { $0 == .space || $0 == .lineFeed || $0 == .carriageReturn || $0 == .tab }
    return scanner.next
  }

  /// Reads `sign`, which must stand behind white space, if any.
  private mutating func expect(_ sign: Unicode.Scalar) throws(JSONSyntaxError) {
    _ = next()
    guard scanner.take(sign: sign) else { throw JSONSyntaxError(offset: offset) }
  }

  /// Reads an object member by member, or an array item by item, so that the whole is never in memory.
  ///
  /// An object with two members of one name says two things, and is refused.
  ///
  /// - Parameter body: Is given the name of each member, of an item an empty one, and reads its value.
  mutating func eachPart(
    _ body: (inout JSONReader, [UInt8]) throws(JSONSyntaxError) -> Void
  ) throws(JSONSyntaxError) {
    let isObject = isAtObject()
    guard depth < Self.maximumDepth else { throw JSONSyntaxError(offset: offset) }
    try expect(isObject ? "{" : "[")
    depth += 1
    defer { depth -= 1 }
    let close: Unicode.Scalar = isObject ? "}" : "]"
    if next() == UInt8(ascii: close) { return scanner.skip(1) }
    var names: Set<[UInt8]> = []
    repeat {
      var name: [UInt8] = []
      if isObject {
        try expect("\"")
        let start = offset - 1
        name = try string()
        guard names.insert(name).inserted else {
          throw JSONSyntaxError(offset: start, repeatedName: name)
        }
        try expect(":")
      }
      try body(&self, name)
      _ = next()
    } while scanner.take(sign: ",")
    try expect(close)
  }

  /// Reads one value; another may follow.
  package mutating func value() throws(JSONSyntaxError) -> JSONValue {
    _ = next()
    let start = offset
    return JSONValue(offset: start, content: try content())
  }

  private mutating func content() throws(JSONSyntaxError) -> JSONValue.Content {
    if isAtObject() {
      var members: [JSONValue.Member] = []
      try eachPart { (reader: inout JSONReader, name) throws(JSONSyntaxError) in
        members.append(JSONValue.Member(name: name, value: try reader.value()))
      }
      return .object(members)
    }
    if isAtArray() {
      var items: [JSONValue] = []
      try eachPart { (reader: inout JSONReader, _) throws(JSONSyntaxError) in
        items.append(try reader.value())
      }
      return .array(items)
    }
    if scanner.take(sign: "\"") { return .string(try string()) }
    if scanner.take(word: "true") { return .boolean(true) }
    if scanner.take(word: "false") { return .boolean(false) }
    if scanner.take(word: "null") { return .null }
    return .number(try number())
  }

  private mutating func number() throws(JSONSyntaxError) -> [UInt8] {
    let start = scanner
    _ = scanner.take(sign: "-")
    if !scanner.take(sign: "0") { try takeDigits() }
    if scanner.take(sign: ".") { try takeDigits() }
    if scanner.take(sign: "e") || scanner.take(sign: "E") {
      if !scanner.take(sign: "+") { _ = scanner.take(sign: "-") }
      try takeDigits()
    }
    return Array(start.rest.prefix(offset - start.offset))
  }

  private mutating func takeDigits() throws(JSONSyntaxError) {
    if scanner.take(while: Byte.isDigit).isEmpty { throw JSONSyntaxError(offset: offset) }
  }

  private mutating func string() throws(JSONSyntaxError) -> [UInt8] {
    var text: [UInt8] = []
    // What is read is never longer than what stands there.
    text.reserveCapacity(stringLength)
    while true {
      text += scanner.take { $0 >= 0x20 && $0 != .quote && $0 != .backslash }
      if scanner.take(sign: "\"") { return text }
      guard scanner.take(sign: "\\") else { throw JSONSyntaxError(offset: offset) }
      try takeEscape(into: &text)
    }
  }

  /// How many bytes there are before the closing quote.
  private var stringLength: Int {
    var isEscaped = false
    return scanner.rest.prefix { byte in
      if isEscaped || byte == .backslash {
        isEscaped.toggle()
        return true
      }
      return byte != .quote
    }.count
  }

  private mutating func takeEscape(into text: inout [UInt8]) throws(JSONSyntaxError) {
    guard let letter = scanner.next else { throw JSONSyntaxError(offset: offset) }
    switch Unicode.Scalar(letter) {
    case "\"", "\\", "/": text.append(letter)
    case "b": text.append(0x08)
    case "f": text.append(0x0C)
    case "n": text.append(.lineFeed)
    case "r": text.append(.carriageReturn)
    case "t": text.append(.tab)
    case "u": return try takeScalar(into: &text)
    default: throw JSONSyntaxError(offset: offset)
    }
    scanner.skip(1)
  }

  /// Reads a `\u` escape behind its backslash, or two that make one character; half of such a pair is refused.
  private mutating func takeScalar(into text: inout [UInt8]) throws(JSONSyntaxError) {
    let escape = offset - 1
    var code = try hexadecimal()
    let behind = scanner
    if 0xD800..<0xDC00 ~= code, scanner.rest.count >= 6, scanner.take(word: "\\u") {
      scanner = behind
      scanner.skip(1)
      let low = try hexadecimal()
      if 0xDC00..<0xE000 ~= low {
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
      } else {
        scanner = behind
      }
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw JSONSyntaxError(offset: escape, isHalfCharacter: true)
    }
    text.append(contentsOf: String(scalar).utf8)
  }

  /// Reads `u` and four digits.
  private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
    scanner.skip(1)
    let digits = scanner.rest.prefix(4).prefix {
      (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20)
    }
    scanner.skip(digits.count)
    guard digits.count == 4, let value = UInt32(String(utf8: digits), radix: 16) else {
      throw JSONSyntaxError(offset: offset)
    }
    return value
  }
}

/// A value of a JSON text, and where it begins.
package struct JSONValue: Sendable, Hashable {
  package var offset: Int
  package var content: Content

  package enum Content: Sendable, Hashable {
    case null
    case boolean(Bool)
    /// A number, as it is spelt.
    case number([UInt8])
    /// A text, with its escapes read.
    case string([UInt8])
    case array([JSONValue])
    /// Members in the order of the text.
    case object([Member])
  }

  package struct Member: Sendable, Hashable {
    /// The name, with its escapes read.
    package var name: [UInt8]
    package var value: JSONValue
  }

  /// The member of this name; nil where there is none, or this is no object.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    // Of most others the length tells.
    let count = name.utf8.count
    return members.first { $0.name.count == count && $0.name.elementsEqual(name.utf8) }?.value
  }

  package var string: [UInt8]? {
    if case .string(let text) = content { text } else { nil }
  }

  package var text: String? { string.map { String(utf8: $0) } }

  package var items: [JSONValue]? {
    if case .array(let items) = content { items } else { nil }
  }

  /// Whether it is null, or a text, list or object without anything in it.
  var isEmpty: Bool {
    switch content {
    case .null: true
    case .string(let text): text.isEmpty
    case .array(let items): items.isEmpty
    case .object(let members): members.isEmpty
    case .number, .boolean: false
    }
  }

  package var isNull: Bool { content == .null }
}

/// What is no JSON, at a byte offset.
package struct JSONSyntaxError: Error, Sendable, Hashable {
  /// The offset of the byte that cannot stand there; the end of the text where it is not complete.
  package var offset: Int
  /// Whether it is an escape of UTF-16 that lacks its other half, of which no text can be made.
  package var isHalfCharacter = false
  /// The name of a member that its object has already.
  package var repeatedName: [UInt8]?
}
