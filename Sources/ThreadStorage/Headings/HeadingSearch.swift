/// A walk over the lines of a file that may be entry headings, at the speed of the memory.
package struct HeadingSearch {
  private var position: Int
  private let end: Int
  private var mayStartHere: Bool

  /// A search of `range`, whose lower bound must be the start of a line.
  package init(in range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
    mayStartHere = true
  }

  /// The next line that begins with `##` and a space or tab.
  package mutating func next(in bytes: borrowing Span<UInt8>) -> Line? {
    while true {
      if !mayStartHere {
        guard let found = HeadingMarker.firstIndex(in: bytes, position..<Swift.max(position, end))
        else { return nil }
        position = found + 1
      }
      mayStartHere = false
      guard bytes.hasHeadingMarker(at: position, upTo: end) else { continue }
      let line = Line(startingAt: position, in: bytes, upTo: end)
      // The search goes on before the line feed that ends this line, where the next marker begins.
      position = Swift.max(position, line.next - 1)
      return line
    }
  }
}

extension Span<UInt8> {
  fileprivate func hasHeadingMarker(at offset: Int, upTo end: Int) -> Bool {
    offset + 3 <= end && self[offset] == Byte.hash && self[offset + 1] == Byte.hash
      && Byte.isBlank(self[offset + 2])
  }
}

/// A search for line feeds before `##`, 64 bytes at a time; no pointer leaves this file.
package enum HeadingMarker {
  private typealias Block = SIMD16<UInt8>

  /// The offset of the first line feed in `range` that `##` follows within it.
  static func firstIndex(in bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int? {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
    return bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return nil }
      var start = range.lowerBound
      while start + 66 <= range.upperBound {
        let pointer = base + start
        let hits = (hits(pointer), hits(pointer + 16), hits(pointer + 32), hits(pointer + 48))
        let any = (hits.0 | hits.1) | (hits.2 | hits.3)
        if any[0] | any[1] != 0 {
          let first = offset(hits.0) ?? offset(hits.1).map { $0 + 16 }
          return start + (first ?? offset(hits.2).map { $0 + 32 } ?? (offset(hits.3) ?? 0) + 48)
        }
        start += 64
      }
      while start + 3 <= range.upperBound {
        if isMarker(base + start) { return start }
        start += 1
      }
      return nil
    }
  }

  /// The offset of the last line feed in `range` that `##` follows within it.
  package static func lastIndex(in bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int? {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
    return bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return nil }
      // Before this all is still to be looked at.
      var end = range.upperBound - 2
      while end - 64 >= range.lowerBound {
        let pointer = base + end - 64
        let hits = (hits(pointer), hits(pointer + 16), hits(pointer + 32), hits(pointer + 48))
        let any = (hits.0 | hits.1) | (hits.2 | hits.3)
        if any[0] | any[1] != 0 {
          let last = lastOffset(hits.3).map { $0 + 48 } ?? lastOffset(hits.2).map { $0 + 32 }
          return end - 64 + (last ?? lastOffset(hits.1).map { $0 + 16 } ?? lastOffset(hits.0) ?? 0)
        }
        end -= 64
      }
      while end - 16 >= range.lowerBound {
        if let last = lastOffset(hits(base + end - 16)) { return end - 16 + last }
        end -= 16
      }
      while end > range.lowerBound {
        end -= 1
        if isMarker(base + end) { return end }
      }
      return nil
    }
  }

  @inline(__always)
  private static func isMarker(_ pointer: UnsafeRawPointer) -> Bool {
    pointer.load(as: UInt8.self) == Byte.lineFeed
      && pointer.load(fromByteOffset: 1, as: UInt8.self) == Byte.hash
      && pointer.load(fromByteOffset: 2, as: UInt8.self) == Byte.hash
  }

  /// A bit pattern with ones where, of the 16 bytes from `pointer` on, one is a line feed before `##`.
  @inline(__always)
  private static func hits(_ pointer: UnsafeRawPointer) -> SIMD2<UInt64> {
    let feeds = pointer.loadUnaligned(as: Block.self) .== Block(repeating: Byte.lineFeed)
    let first = pointer.loadUnaligned(fromByteOffset: 1, as: Block.self)
    let second = pointer.loadUnaligned(fromByteOffset: 2, as: Block.self)
    let hashes = (first .== Block(repeating: Byte.hash)) .& (second .== Block(repeating: Byte.hash))
    return unsafeBitCast(feeds .& hashes, to: SIMD2<UInt64>.self)
  }

  @inline(__always)
  private static func offset(_ hits: SIMD2<UInt64>) -> Int? {
    let low = hits[0].littleEndian
    if low != 0 { return low.trailingZeroBitCount >> 3 }
    let high = hits[1].littleEndian
    return high == 0 ? nil : 8 + (high.trailingZeroBitCount >> 3)
  }

  @inline(__always)
  private static func lastOffset(_ hits: SIMD2<UInt64>) -> Int? {
    let high = hits[1].littleEndian
    if high != 0 { return 15 - high.leadingZeroBitCount >> 3 }
    let low = hits[0].littleEndian
    return low == 0 ? nil : 7 - low.leadingZeroBitCount >> 3
  }
}
