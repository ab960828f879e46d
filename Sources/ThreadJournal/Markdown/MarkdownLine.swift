import ThreadStorage

/// How far a line is read: a column may be inside a TAB, which goes to the next multiple of four.
struct LineCursor {
  /// Where what is not read begins, at most a TAB before `column`.
  private(set) var offset: Int
  private var offsetColumn = 0
  private var column = 0
  /// The first byte that is no blank.
  private(set) var text: Int
  private var textColumn = 0
  /// The line's end, without blanks.
  let end: Int

  init(_ line: Range<Int>, in bytes: borrowing Span<UInt8>) {
    var end = line.upperBound
    while end > line.lowerBound, Byte.isBlankLineByte(bytes[end - 1]) { end -= 1 }
    self.end = end
    (offset, text) = (line.lowerBound, line.lowerBound)
    findText(in: bytes)
  }

  var isBlank: Bool { text == end }
  /// How many columns of blanks come next.
  var indent: Int { textColumn - column }
  var rest: Range<Int> { text..<end }

  private mutating func findText(in bytes: borrowing Span<UInt8>) {
    (text, textColumn) = (offset, offsetColumn)
    while text < end, Byte.isBlank(bytes[text]) {
      textColumn += Self.width(of: bytes[text], at: textColumn)
      text += 1
    }
  }

  private static func width(of byte: UInt8, at column: Int) -> Int {
    byte == Byte.tab ? 4 - column % 4 : 1
  }

  /// Goes over so many columns of blanks, of which there are enough.
  mutating func take(_ columns: Int, in bytes: borrowing Span<UInt8>) {
    column += columns
    while offset < text {
      let next = offsetColumn + Self.width(of: bytes[offset], at: offsetColumn)
      guard next <= column else { return }
      (offset, offsetColumn) = (offset + 1, next)
    }
  }

  /// Goes behind a mark of so many bytes.
  mutating func takeMark(_ length: Int, in bytes: borrowing Span<UInt8>) {
    (offset, offsetColumn) = (text + length, textColumn + length)
    column = offsetColumn
    findText(in: bytes)
  }
}

extension Span<UInt8> {
  /// How often the byte at `start` is repeated there.
  func run(at start: Int, upTo end: Int) -> Int {
    var offset = start
    while offset < end, self[offset] == self[start] { offset += 1 }
    return offset - start
  }

  package func endOfBlanks(in range: Range<Int>) -> Int {
    var offset = range.lowerBound
    while offset < range.upperBound, Byte.isBlank(self[offset]) { offset += 1 }
    return offset
  }

  func closesFence(_ mark: UInt8, _ length: Int, in rest: Range<Int>) -> Bool {
    guard rest.count >= length, self[rest.lowerBound] == mark else { return false }
    return run(at: rest.lowerBound, upTo: rest.upperBound) == rest.count
  }

  func isTableDelimiter(in range: Range<Int>) -> Bool {
    var hasDash = false
    for offset in range {
      switch self[offset] {
      case UInt8(ascii: "-"): hasDash = true
      case UInt8(ascii: "|"), UInt8(ascii: ":"), 0x20, 0x09, 0x0D: break
      default: return false
      }
    }
    return hasDash
  }

  /// The length of `-`, `*`, `+`, `1.` or `1)` where a blank follows, or nothing; with the number.
  func listMarker(in rest: Range<Int>) -> (length: Int, number: Int?)? {
    var (offset, number) = (rest.lowerBound, nil as Int?)
    if !"-*+".utf8.contains(self[offset]) {
      var value = 0
      while offset < rest.upperBound, offset - rest.lowerBound < 9, Byte.isDigit(self[offset]) {
        value = value * 10 + Int(self[offset] - 0x30)
        offset += 1
      }
      guard offset > rest.lowerBound, offset < rest.upperBound,
        self[offset] == Byte.dot || self[offset] == UInt8(ascii: ")")
      else { return nil }
      number = value
    }
    offset += 1
    guard offset == rest.upperBound || Byte.isBlank(self[offset]) else { return nil }
    return (offset - rest.lowerBound, number)
  }

  /// Whether the task that begins with `[ ] ` or `[x] ` is done; nil for no task.
  func taskBox(in rest: Range<Int>) -> Bool? {
    let start = rest.lowerBound
    guard rest.count > 4, self[start] == UInt8(ascii: "["),
      self[start + 2] == UInt8(ascii: "]"), Byte.isBlank(self[start + 3])
    else { return nil }
    switch self[start + 1] {
    case 0x20: return false
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return true
    default: return nil
    }
  }
}
