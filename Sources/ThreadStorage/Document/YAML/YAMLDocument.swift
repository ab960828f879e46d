/// The YAML in a range of a file, with the edits that leave every other byte alone (F2, F20).
public struct YAMLDocument: Sendable {
  /// The whole file.
  public let bytes: [UInt8]
  /// The part of the file that is YAML.
  public let range: Range<Int>
  /// The top-level mapping, or what stands in its place.
  public let root: YAMLValue
  /// What is wrong or not understood, in the order of the file.
  public let problems: [YAMLProblem]

  /// Reads the whole of a file, such as the journal's configuration.
  public init(_ bytes: [UInt8]) {
    self.init(bytes, range: 0..<bytes.count)
  }

  /// Reads `range` of a file.
  public init(_ bytes: [UInt8], range: Range<Int>) {
    self.bytes = bytes
    self.range = range.clamped(to: 0..<bytes.count)
    var parser = YAMLParser(bytes: bytes, range: self.range)
    root = parser.document()
    problems = parser.problems
  }

  /// The value at the end of `path`, key by key; of equal keys the last.
  public func value(at path: [String]) -> YAMLValue? { root.value(at: path) }

  /// What ends the file's first line: CRLF, or LF for anything else (F5).
  public var lineEnding: [UInt8] {
    guard let feed = bytes.firstIndex(of: .lineFeed), feed > 0,
      bytes[feed - 1] == .carriageReturn
    else { return [.lineFeed] }
    return [.carriageReturn, .lineFeed]
  }
}
