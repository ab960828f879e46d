/// The line that starts an entry (F6), as offsets into the file.
public struct EntryHeading: Sendable, Hashable {
  /// The line, without its ending.
  public let line: Range<Int>
  public let timestampRange: Range<Int>
  /// The timestamp's value (F8).
  public let timestamp: Timestamp
  /// The title between timestamp and attributes, without white space around it; often empty (F9).
  public let title: Range<Int>
  /// The attributes that close the line, if any (F10).
  public let attributes: EntryAttributes?

  /// The heading that `line` of `bytes`, which excludes the line's ending, is; nil for any other line.
  package init?(_ bytes: borrowing Span<UInt8>, line: Range<Int>) {
    guard case .valid(let timestamp, let range) = Self.scanTimestamp(bytes, line: line) else {
      return nil
    }
    self.init(bytes, line: line, timestamp: timestamp, at: range)
  }

  /// Whether `line` starts an entry; cheaper than reading it.
  package static func isHeading(_ bytes: borrowing Span<UInt8>, line: Range<Int>) -> Bool {
    if case .valid = scanTimestamp(bytes, line: line) { return true }
    return false
  }

  /// The heading `line`, of which the timestamp at `range` was read already.
  package init(
    _ bytes: borrowing Span<UInt8>, line: Range<Int>, timestamp: Timestamp, at range: Range<Int>
  ) {
    self.line = line
    self.timestamp = timestamp
    timestampRange = range
    attributes = EntryAttributes.closing(bytes, line: range.upperBound..<line.upperBound)
    title = bytes.trimmingBlanks(
      range.upperBound..<(attributes?.range.lowerBound ?? line.upperBound))
  }

  package enum TimestampScan {
    case none
    /// It looks like an entry's heading, but its date or time does not exist (F12).
    case impossible(Range<Int>)
    case valid(Timestamp, Range<Int>)
  }

  /// The timestamp that makes `line` a heading; a space or the line's end must follow it (F6).
  package static func scanTimestamp(
    _ bytes: borrowing Span<UInt8>, line: Range<Int>
  ) -> TimestampScan {
    let start = line.lowerBound
    guard line.count > 3, bytes[start] == Byte.hash, bytes[start + 1] == Byte.hash,
      Byte.isBlank(bytes[start + 2])
    else { return .none }
    var position = start + 3
    while position < line.upperBound, Byte.isBlank(bytes[position]) { position += 1 }
    switch Timestamp.scan(bytes, in: position..<line.upperBound) {
    case .none: return .none
    case .impossible(let end): return .impossible(position..<end)
    case .valid(let timestamp, let end):
      let isEnded = end == line.upperBound || bytes[end] == Byte.space
      return isEnded ? .valid(timestamp, position..<end) : .impossible(position..<end)
    }
  }
}

extension Span<UInt8> {
  /// `range` without the spaces and tabs at its ends.
  func trimmingBlanks(_ range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    var upper = range.upperBound
    while lower < upper, Byte.isBlank(self[lower]) { lower += 1 }
    while upper > lower, Byte.isBlank(self[upper - 1]) { upper -= 1 }
    return lower..<upper
  }
}
