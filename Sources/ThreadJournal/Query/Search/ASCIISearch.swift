/// A search for ASCII bytes, with or without regard to case, 64 bytes at a time.
///
/// Of the bytes searched for, the two that are the rarest in texts are looked at first; no pointer
/// leaves this file.
struct ASCIISearch: Sendable {
  /// What is searched for; in lower case where case does not count.
  let needle: [UInt8]
  let ignoresCase: Bool
  private let first: Probe
  private let second: Probe

  /// A byte of the needle that is looked for, and the bit that case changes in it.
  private struct Probe {
    let offset: Int
    let byte: UInt8
    let caseBit: UInt8
  }

  /// A search for `needle`, which is not empty and has no upper-case letter where case does not count.
  init(_ needle: [UInt8], ignoringCase: Bool) {
    self.needle = needle
    ignoresCase = ignoringCase
    let ranked = needle.indices.sorted {
      (ASCIISearch.frequency(of: needle[$0]), $0) < (ASCIISearch.frequency(of: needle[$1]), $1)
    }
    let probes = [ranked[0], ranked.first { needle[$0] != needle[ranked[0]] } ?? ranked[0]].map {
      Probe(
        offset: $0, byte: needle[$0],
        caseBit: ignoringCase && ASCIISearch.isLetter(needle[$0]) ? 0x20 : 0)
    }
    first = probes[0]
    second = probes[1]
  }

  private static let commonFirst = Array(" e\ntaoinsr-hldc012umfpg3456789wyb:v.,#kxjqz".utf8)

  /// How often a byte stands in texts; the higher the more often.
  static func frequency(of byte: UInt8) -> Int {
    commonFirst.firstIndex(of: lowercased(byte)).map { commonFirst.count - $0 } ?? 0
  }

  @inline(__always)
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  @inline(__always)
  static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  private typealias Block = SIMD16<UInt8>

  /// The offset of the first occurrence that lies whole in `range`.
  func firstIndex(in bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int? {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
    return bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let length = needle.count
      return needle.withUnsafeBufferPointer { needle in
        var start = range.lowerBound
        let blockEnd = range.upperBound - 64 - length
        let bytes = (Block(repeating: first.byte), Block(repeating: second.byte))
        let bits = (Block(repeating: first.caseBit), Block(repeating: second.caseBit))
        while start <= blockEnd {
          let one = base + start + first.offset
          let other = base + start + second.offset
          let hits = (
            ASCIISearch.hits(one, other, 0, bytes, bits),
            ASCIISearch.hits(one, other, 16, bytes, bits),
            ASCIISearch.hits(one, other, 32, bytes, bits),
            ASCIISearch.hits(one, other, 48, bytes, bits)
          )
          let any = (hits.0 | hits.1) | (hits.2 | hits.3)
          if any[0] | any[1] != 0,
            let found = place(of: needle, at: base + start, hits.0)
              ?? place(of: needle, at: base + start + 16, hits.1).map({ $0 + 16 })
              ?? place(of: needle, at: base + start + 32, hits.2).map({ $0 + 32 })
              ?? place(of: needle, at: base + start + 48, hits.3).map({ $0 + 48 })
          {
            return start + found
          }
          start += 64
        }
        while start + length <= range.upperBound {
          if matches(needle, base + start) { return start }
          start += 1
        }
        return nil
      }
    }
  }

  /// A bit pattern that is not 0 where both probes hit at one of 16 places.
  @inline(__always)
  private static func hits(
    _ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ offset: Int, _ bytes: (Block, Block),
    _ bits: (Block, Block)
  ) -> SIMD2<UInt64> {
    let first = one.loadUnaligned(fromByteOffset: offset, as: Block.self) | bits.0
    let second = other.loadUnaligned(fromByteOffset: offset, as: Block.self) | bits.1
    let mask = (first .== bytes.0) .& (second .== bytes.1)
    return unsafeBitCast(mask, to: SIMD2<UInt64>.self)
  }

  /// The first of the places where the probes hit, counted from `start`, at which the needle stands.
  @inline(__always)
  private func place(
    of needle: UnsafeBufferPointer<UInt8>, at start: UnsafeRawPointer, _ hits: SIMD2<UInt64>
  ) -> Int? {
    for half in 0..<2 {
      var word = hits[half].littleEndian
      while word != 0 {
        let offset = word.trailingZeroBitCount >> 3
        if matches(needle, start + half * 8 + offset) { return half * 8 + offset }
        word &= ~(0xff << UInt64(offset * 8))
      }
    }
    return nil
  }

  @inline(__always)
  private func matches(
    _ needle: UnsafeBufferPointer<UInt8>, _ place: UnsafeRawPointer
  ) -> Bool {
    guard place.load(fromByteOffset: first.offset, as: UInt8.self) | first.caseBit == first.byte,
      place.load(fromByteOffset: second.offset, as: UInt8.self) | second.caseBit == second.byte
    else { return false }
    for index in 0..<needle.count {
      let byte = place.load(fromByteOffset: index, as: UInt8.self)
      if (ignoresCase ? ASCIISearch.lowercased(byte) : byte) != needle[index] { return false }
    }
    return true
  }
}
