import ThreadStorage

/// Writes JSON piece by piece into bytes that the caller drains: strings come from bytes, and nothing is held back.
struct JSONWriter {
  enum Layout {
    /// One value on a line of its own, for NDJSON.
    case compact
    /// Two spaces a level, for a document that a person may read.
    case indented
  }

  var bytes: [UInt8] = []
  /// Whether a text was written that does not come back from it: a NUL, or bytes that are no UTF-8.
  var hasLostText = false

  let layout: Layout
  private var isFirst = true
  private var followsKey = false
  private(set) var depth = 0

  /// A writer at the start of a document, or of an array or object so many levels deep.
  init(_ layout: Layout, depth: Int = 0) {
    self.layout = layout
    self.depth = depth
  }

  /// A document with the version that all documents have, which `body` goes on.
  static func document(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(.indented)
    writer.beginObject()
    writer.member("version", 1)
    body(&writer)
    writer.endObject()
    writer.endDocument()
    return writer.bytes
  }

  mutating func array(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
    key(name)
    beginArray()
    body(&self)
    endArray()
  }

  /// An array of objects, one for each of `elements`, whose members `body` writes.
  mutating func array<Elements: Sequence>(
    _ name: StaticString, _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
  ) {
    array(name) { writer in
      for element in elements { writer.object { body(&$0, element) } }
    }
  }

  /// The members that `body` writes, the last perhaps without its value, to be put into many objects of this depth.
  func part(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(layout, depth: depth)
    body(&writer)
    return writer.bytes
  }

  /// Adds what `part` has made; a value follows where it ends with a key.
  mutating func append(_ part: [UInt8], isKey: Bool) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    bytes.append(part.span, 0..<part.count)
    followsKey = isKey
  }

  mutating func object(_ body: (inout JSONWriter) -> Void) {
    beginObject()
    body(&self)
    endObject()
  }

  mutating func beginObject() { begin(UInt8(ascii: "{")) }
  mutating func endObject() { end(UInt8(ascii: "}")) }
  mutating func beginArray() { begin(UInt8(ascii: "[")) }
  mutating func endArray() { end(UInt8(ascii: "]")) }

  mutating func key(_ name: StaticString) {
    startValue()
    // The program's own names have nothing to escape.
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    endKey()
  }

  mutating func key(_ name: [UInt8]) {
    startValue()
    appendQuoted(name.span, 0..<name.count)
    endKey()
  }

  private mutating func endKey() {
    bytes.append(UInt8(ascii: ":"))
    if layout == .indented { bytes.append(0x20) }
    followsKey = true
  }

  /// A member of an object: a string, or null for nil.
  mutating func member(_ name: StaticString, _ text: String?) {
    key(name)
    if let text { string(text) } else { null() }
  }

  mutating func member(_ name: StaticString, _ text: [UInt8]) {
    key(name)
    string(text)
  }

  /// A member of an object: a number, or null for nil.
  mutating func member(_ name: StaticString, _ number: Int?) {
    key(name)
    if let number { integer(number) } else { null() }
  }

  mutating func member(_ name: StaticString, _ value: Bool) {
    key(name)
    boolean(value)
  }

  /// A string of UTF-8; bytes that are not UTF-8 become U+FFFD.
  mutating func string(_ text: [UInt8]) {
    startValue()
    appendQuoted(text.span, 0..<text.count)
  }

  /// The text at `range` as a string, or null for nil.
  mutating func string(_ text: borrowing Span<UInt8>, _ range: Range<Int>?) {
    guard let range else { return null() }
    startValue()
    appendQuoted(text, range)
  }

  mutating func string(_ text: String) { string(Array(text.utf8)) }

  /// A member whose bytes come back as they are: a string or, where they are no text, one of hexadecimal digits that
  /// is called `name_hex`.
  mutating func member(_ name: StaticString, exactly text: [UInt8]) {
    guard TextCheck.firstFault(in: text) != nil else { return member(name, text) }
    key(Array("\(name)_hex".utf8))
    let digits = Array("0123456789abcdef".utf8)
    quoted { bytes in
      for byte in text {
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      }
    }
  }

  /// A string that needs no escapes.
  mutating func quoted(_ body: (inout [UInt8]) -> Void) {
    startValue()
    bytes.append(UInt8(ascii: "\""))
    body(&bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func integer(_ number: Int) { literal(String(number)) }

  /// A number by its decimal text, as it is where JSON can write it so, else as a string.
  mutating func number(_ text: [UInt8]) {
    if Self.isNumber(text.span) { literal(text) } else { string(text) }
  }

  mutating func boolean(_ value: Bool) { literal(value ? "true" : "false") }

  mutating func null() { literal("null") }

  /// The newline behind a document or an NDJSON value, after which another may start.
  mutating func endDocument() {
    bytes.append(0x0A)
    isFirst = true
  }

  private mutating func literal(_ text: String) {
    startValue()
    bytes += text.utf8
  }

  private mutating func literal(_ text: [UInt8]) {
    startValue()
    bytes.append(text.span, 0..<text.count)
  }

  private mutating func begin(_ bracket: UInt8) {
    startValue()
    bytes.append(bracket)
    depth += 1
    isFirst = true
  }

  private mutating func end(_ bracket: UInt8) {
    depth -= 1
    if !isFirst { appendLineBreak() }
    bytes.append(bracket)
    isFirst = false
  }

  /// The comma and the line break that stand before a value, or a key.
  private mutating func startValue() {
    if followsKey {
      followsKey = false
      isFirst = false
      return
    }
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    if depth > 0 { appendLineBreak() }
  }

  private mutating func appendLineBreak() {
    guard layout == .indented else { return }
    let spaces = 2 * max(depth, 0)
    bytes.append(addingCapacity: spaces + 1) {
      $0.append(0x0A)
      for _ in 0..<spaces { $0.append(0x20) }
    }
  }

  private mutating func appendQuoted(_ text: borrowing Span<UInt8>, _ range: Range<Int>) {
    bytes.append(UInt8(ascii: "\""))
    var copied = range.lowerBound
    var offset = copied
    while offset < range.upperBound {
      offset = text.endOfPlainASCII(in: offset..<range.upperBound)
      guard offset < range.upperBound else { break }
      if text[offset] == 0x0A {
        // The only escape of most texts.
        bytes.append(text, copied..<offset)
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(UInt8(ascii: "n"))
        offset += 1
        copied = offset
        continue
      }
      let scalar = text.scalar(at: offset)
      let next = min(offset + scalar.length, range.upperBound)
      if let escape = Self.escape(of: scalar) {
        if !scalar.isValid || scalar.value == 0 { hasLostText = true }
        bytes.append(text, copied..<offset)
        bytes += escape.utf8
        copied = next
      }
      offset = next
    }
    bytes.append(text, copied..<range.upperBound)
    bytes.append(UInt8(ascii: "\""))
  }

  private static func escape(of scalar: DecodedScalar) -> String? {
    guard scalar.isValid else { return "\u{FFFD}" }
    switch scalar.value {
    case 0x22: return "\\\""
    case 0x5C: return "\\\\"
    case 0x08: return "\\b"
    case 0x09: return "\\t"
    case 0x0C: return "\\f"
    case 0x0D: return "\\r"
    case 0x00..<0x10: return "\\u000" + String(scalar.value, radix: 16)
    case 0x10..<0x20, 0x7F..<0xA0: return "\\u00" + String(scalar.value, radix: 16)
    // They would turn the order of what a terminal shows around them.
    case 0x202A...0x202E, 0x2066...0x2069: return "\\u" + String(scalar.value, radix: 16)
    default: return nil
    }
  }

  /// Whether JSON's grammar has `text` as a number: no leading zeros, no bare point, no plus.
  private static func isNumber(_ text: Span<UInt8>) -> Bool {
    var offset = 0
    func digits() -> Int {
      let start = offset
      while offset < text.count, 0x30...0x39 ~= text[offset] { offset += 1 }
      return offset - start
    }
    func skip(_ candidates: UInt8...) -> Bool {
      guard offset < text.count, candidates.contains(text[offset]) else { return false }
      offset += 1
      return true
    }
    _ = skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")), digits() == 0 { return false }
    if skip(UInt8(ascii: ".")), digits() == 0 { return false }
    if skip(UInt8(ascii: "e"), UInt8(ascii: "E")) {
      _ = skip(UInt8(ascii: "+"), UInt8(ascii: "-"))
      if digits() == 0 { return false }
    }
    return offset == text.count && offset > 0
  }
}

extension Span<UInt8> {
  /// The first offset that has a control character, a quote, a backslash or a byte that is not ASCII; eight at a time.
  fileprivate func endOfPlainASCII(in range: Range<Int>) -> Int {
    let (ones, highBits): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    var offset = range.lowerBound
    while offset + 8 <= range.upperBound {
      let word = bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let quotes = word ^ (ones &* 0x22)
      let backslashes = word ^ (ones &* 0x5C)
      // The high bit of a byte's sum or difference says that it is out of range; a borrow can only add a find.
      let found =
        word | (word &- ones &* 0x20) | (word &+ ones) | (quotes &- ones) | (backslashes &- ones)
      guard found & highBits == 0 else { break }
      offset += 8
    }
    while offset < range.upperBound, 0x20..<0x7F ~= self[offset], self[offset] != 0x22,
      self[offset] != 0x5C
    {
      offset += 1
    }
    return offset
  }
}
