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
  package func applying(_ splices: [Splice], within range: Range<Int>) -> [UInt8] {
    Array(self[range]).applying(
      splices.map { splice in
        let lower = splice.range.lowerBound - range.lowerBound
        return Splice(lower..<lower + splice.range.count, splice.replacement)
      })
  }
}

extension [Splice] {
  /// These splices and `later` ones of what they make, joined as splices of the original; `result` has both applied.
  package func followed(by later: [Splice], making result: [UInt8]) -> [Splice] {
    let (first, second) = (inOrder, later.inOrder)
    var joined: [Splice] = []
    var (index, next) = (0, 0)
    // How much longer the file is so far: with the first splices than the original, with both than with the first.
    var (shift, laterShift) = (0, 0)
    while index < first.count || next < second.count {
      let lower = Swift.min(
        index < first.count ? first[index].range.lowerBound + shift : .max,
        next < second.count ? second[next].range.lowerBound : .max)
      let (start, resultStart) = (lower - shift, lower + laterShift)
      var upper = lower
      // The end of the later splices that were joined: of the first ones, only those that touch them are joined.
      var reach = lower
      while true {
        if index < first.count, first[index].range.lowerBound + shift <= reach {
          shift += first[index].growth
          upper = Swift.max(upper, first[index].range.upperBound + shift)
          index += 1
        } else if next < second.count, second[next].range.lowerBound <= upper {
          laterShift += second[next].growth
          reach = Swift.max(reach, second[next].range.upperBound)
          upper = Swift.max(upper, reach)
          next += 1
        } else {
          break
        }
      }
      joined.append(
        Splice(start..<upper - shift, [UInt8](result[resultStart..<upper + laterShift])))
    }
    return joined
  }

  private var inOrder: [Splice] { sorted { $0.range.lowerBound < $1.range.lowerBound } }
}

extension Splice {
  fileprivate var growth: Int { replacement.count - range.count }
}
