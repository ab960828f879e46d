/// A replacement of a byte range of a file by other bytes; every edit of a thread is a list of these (F2).
public struct Splice: Hashable, Sendable {
  /// The bytes that go, as offsets into the original; empty for an insertion.
  public var range: Range<Int>
  /// The bytes that replace them.
  public var replacement: [UInt8]

  /// A splice of `range` by `replacement`.
  public init(_ range: Range<Int>, _ replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }

  /// An insertion of `replacement` before the byte at `offset`.
  public init(insertingAt offset: Int, _ replacement: [UInt8]) {
    self.init(offset..<offset, replacement)
  }
}

extension [UInt8] {
  /// These bytes with `splices`, which must not overlap, applied in the order of their ranges.
  public func applying(_ splices: [Splice]) -> [UInt8] {
    let ordered = splices.sorted { $0.range.lowerBound < $1.range.lowerBound }
    var result: [UInt8] = []
    let growth = ordered.reduce(0) { $0 + $1.replacement.count - $1.range.count }
    result.reserveCapacity(count + Swift.max(growth, 0))
    var copied = 0
    for splice in ordered {
      precondition(splice.range.lowerBound >= copied, "splices overlap")
      result += self[copied..<splice.range.lowerBound]
      result += splice.replacement
      copied = splice.range.upperBound
    }
    result += self[copied...]
    return result
  }

  /// The bytes at `range` with `splices`, whose offsets are into the whole, applied.
  func applying(_ splices: [Splice], within range: Range<Int>) -> [UInt8] {
    Array(self[range]).applying(
      splices.map { splice in
        let lower = splice.range.lowerBound - range.lowerBound
        return Splice(lower..<lower + splice.range.count, splice.replacement)
      })
  }
}
