import ThreadStorage

/// What a merge makes, piece by piece; pieces that follow each other on one side are copied at once.
struct MergeResult: Sendable {
  enum Source: Sendable {
    case ours
    case theirs
  }

  private(set) var bytes: [UInt8] = []
  private let ours: [UInt8]
  private let theirs: [UInt8]
  private let lineEnding: LineEnding
  /// What is not copied yet.
  private var pending: (source: Source, range: Range<Int>) = (.ours, 0..<0)

  /// - Parameter base: What both are made of, so that what each added can be counted.
  init(base: [UInt8], ours: [UInt8], theirs: [UInt8], lineEnding: LineEnding) {
    self.ours = ours
    self.theirs = theirs
    self.lineEnding = lineEnding
    bytes.reserve(ours.count + max(0, theirs.count - base.count) + 1024)
  }

  var count: Int { bytes.count + pending.range.count }

  mutating func append(_ range: Range<Int>, of source: Source) {
    if source == pending.source, range.lowerBound == pending.range.upperBound {
      pending.range = pending.range.lowerBound..<range.upperBound
    } else {
      flush()
      pending = (source, range)
    }
  }

  mutating func append(_ piece: ArraySlice<UInt8>) {
    flush()
    bytes += piece
  }

  /// Adds the ending of a line, and blank lines; a carriage return that ends the line's text stays one of the text.
  mutating func append(gap: ArraySlice<UInt8>) {
    if last == .carriageReturn, gap.first == .lineFeed { append([.carriageReturn]) }
    append(gap)
  }

  mutating func append(gap range: Range<Int>, of source: Source) {
    if source == pending.source, range.lowerBound == pending.range.upperBound {
      append(range, of: source)
    } else {
      append(gap: (source == .ours ? ours : theirs)[range])
    }
  }

  /// Copies what is not copied yet.
  mutating func flush() {
    bytes += (pending.source == .ours ? ours : theirs)[pending.range]
    pending.range = pending.range.upperBound..<pending.range.upperBound
  }

  /// Ends the last line, if it is open.
  mutating func endLine() {
    guard let last, last != .lineFeed else { return }
    flush()
    Escaping.appendEnding(lineEnding, afterReturn: last == .carriageReturn, to: &bytes)
  }

  /// Ends the last line, and puts a blank line behind it.
  mutating func endEntry() {
    flush()
    bytes += lineEnding.separator(behind: bytes, isWhole: true)
  }

  private var last: UInt8? {
    if pending.range.isEmpty { return bytes.last }
    return (pending.source == .ours ? ours : theirs)[pending.range.upperBound - 1]
  }
}
