/// A replacement of a byte range of a file by other bytes; every edit of a thread is a list of these (F2).
public struct Splice: Hashable, Sendable {
  /// The bytes that go, as offsets into the original; empty for an insertion.
  public var range: Range<Int>
  public var replacement: [UInt8]

  public init(_ range: Range<Int>, _ replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }

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

extension [Splice] {
  /// These, and then `next`, whose offsets are into what these make of `bytes`; as splices of `bytes`.
  package func followed(by next: [Splice], on bytes: [UInt8]) -> [Splice] {
    let middle = bytes.applying(self)
    let first = sorted { $0.range.lowerBound < $1.range.lowerBound }
    let second = next.sorted { $0.range.lowerBound < $1.range.lowerBound }
    var (one, other) = (0, 0)
    // How much further back a byte stands in the middle than in `bytes`.
    var shift = 0
    var result: [Splice] = []
    while one < first.count || other < second.count {
      let start = Swift.min(
        one < first.count ? first[one].range.lowerBound + shift : .max,
        other < second.count ? second[other].range.lowerBound : .max)
      var range = start..<start
      var shiftBehind = shift
      var inner: [Splice] = []
      while true {
        if one < first.count, first[one].range.lowerBound + shiftBehind <= range.upperBound {
          let end = first[one].range.lowerBound + shiftBehind + first[one].replacement.count
          range = start..<Swift.max(range.upperBound, end)
          shiftBehind += first[one].replacement.count - first[one].range.count
          one += 1
        } else if other < second.count, second[other].range.lowerBound <= range.upperBound {
          range = start..<Swift.max(range.upperBound, second[other].range.upperBound)
          inner.append(second[other])
          other += 1
        } else {
          break
        }
      }
      result.append(
        Splice(
          range.lowerBound - shift..<range.upperBound - shiftBehind,
          middle.applying(inner, within: range)))
      shift = shiftBehind
    }
    return result
  }
}
