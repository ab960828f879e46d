/// A reader of the YAML subset of F20, as PyYAML and ruamel.yaml read it.
///
/// What only one of them reads, or reads otherwise, is a problem, never a value.
struct YAMLParser {
  let bytes: [UInt8]
  var end: Int
  var position: Int
  var lineStart: Int
  var problems: [YAMLProblem] = []
  var depth = 0
  /// How many bytes may still be read again after values that were not understood.
  var budget: Int

  /// The number of collections inside each other that are read.
  static let maximumDepth = 64
  /// The length in bytes at which PyYAML no longer takes text for a key.
  static let maximumKeyLength = 1000

  init(bytes: [UInt8], range: Range<Int>) {
    self.bytes = bytes
    end = range.upperBound
    position = range.lowerBound
    lineStart = range.lowerBound
    budget = 65536 + 8 * range.count
  }

  /// The byte at `offset`, with a line feed standing for the end.
  func byte(_ offset: Int) -> UInt8 { offset < end ? bytes[offset] : .lineFeed }

  var current: UInt8 { byte(position) }
  var isAtEnd: Bool { position >= end }
  var column: Int { position - lineStart }
  var isAtBreak: Bool { current == .lineFeed || current == .carriageReturn }

  /// Whether a comment starts here: a `#` after white space or a line's start.
  var isAtComment: Bool {
    current == UInt8(ascii: "#") && (position == lineStart || bytes[position - 1] == .space)
  }

  /// Whether white space or a line's end stands at `offset`.
  func isBlank(_ offset: Int) -> Bool {
    let byte = byte(offset)
    return Byte.isBlank(byte) || byte == .lineFeed || byte == .carriageReturn
  }

  /// Whether `indicator`, followed by white space, stands here.
  func isAtIndicator(_ indicator: Character) -> Bool {
    current == indicator.asciiValue && !isAtEnd && isBlank(position + 1)
  }

  func problem(_ kind: YAMLProblem.Kind) -> YAMLProblem { YAMLProblem(kind, at: position) }

  mutating func skipBreak() {
    guard position < end else { return }
    if bytes[position] == .carriageReturn && byte(position + 1) == .lineFeed && position + 1 < end {
      position += 1
    }
    position += 1
    lineStart = position
  }

  mutating func skipLine() {
    while !isAtBreak { position += 1 }
    skipBreak()
  }

  /// Goes past spaces on this line, `andTabs` too.
  mutating func skipSpaces(andTabs: Bool = false) {
    while current == .space || andTabs && current == .tab { position += 1 }
  }

  /// Goes past white space, comments and line ends to the next text.
  mutating func skipToText() throws(YAMLProblem) {
    while !isAtEnd {
      skipSpaces()
      if isAtComment {
        while !isAtBreak { position += 1 }
      }
      if current == .tab { throw problem(.tab) }
      guard isAtBreak else { return }
      skipBreak()
    }
  }

  /// Checks that nothing but a comment follows on this line.
  mutating func finishLine() throws(YAMLProblem) {
    skipSpaces()
    if current == .tab { throw problem(.tab) }
    guard isAtBreak || isAtComment else { throw problem(.unexpectedText) }
  }

  mutating func descend() throws(YAMLProblem) {
    guard depth < Self.maximumDepth else { throw problem(.tooDeep) }
    depth += 1
  }

  /// Notes a problem that does not hinder reading on, and gives the value that stands for it.
  mutating func unsupported(_ kind: YAMLProblem.Kind, from start: Int, to end: Int) -> YAMLValue {
    let problem = YAMLProblem(kind, at: start)
    problems.append(problem)
    return YAMLValue(.unsupported(problem), at: start..<max(start, end))
  }

  /// The value from `start` to here, in which `flaw` was found.
  mutating func flawed(_ flaw: YAMLProblem, from start: Int) -> YAMLValue {
    problems.append(flaw)
    return YAMLValue(.unsupported(flaw), at: start..<position)
  }
}
