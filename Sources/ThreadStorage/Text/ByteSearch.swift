import CSystem

/// Searches over raw bytes at the speed of the C library; no pointer outlives a call.
package enum ByteSearch {
  @inline(__always)
  package static func firstIndex(
    of byte: UInt8, in bytes: borrowing Span<UInt8>, _ range: Range<Int>
  ) -> Int? {
    find(in: bytes, range) { memchr($0, Int32(byte), $1).map { UnsafeRawPointer($0) } }
  }

  package static func lastIndex(
    of byte: UInt8, in bytes: borrowing Span<UInt8>, _ range: Range<Int>
  ) -> Int? {
    find(in: bytes, range) { tj_memrchr($0, Int32(byte), $1) }
  }

  /// The offset of the first occurrence of `needle` that lies whole in `range` of `bytes`, or nil.
  package static func firstIndex(
    of needle: [UInt8], in bytes: borrowing Span<UInt8>, _ range: Range<Int>
  ) -> Int? {
    if needle.isEmpty { return range.lowerBound }
    return find(in: bytes, range) { start, count in
      needle.withUnsafeBytes { tj_memmem(start, count, $0.baseAddress, $0.count) }
    }
  }

  /// The offset that `search` finds in the memory of `range`; nil also for an empty range, or one that is not in `bytes`.
  @inline(__always)
  private static func find(
    in bytes: borrowing Span<UInt8>, _ range: Range<Int>,
    _ search: (UnsafeRawPointer, Int) -> UnsafeRawPointer?
  ) -> Int? {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, range.lowerBound < range.upperBound,
        range.upperBound <= buffer.count, range.lowerBound >= 0
      else { return nil }
      return search(base + range.lowerBound, range.count).map { $0 - base }
    }
  }
}

/// A letter that is looked for 64 bytes at a time, perhaps only beside another one.
package struct LetterBlocks: Sendable {
  private var letter: tj_letter

  /// A letter or its neighbour: a byte, and the bit that case changes in it.
  package typealias Probe = (byte: UInt8, caseBit: UInt8)

  /// - Parameters:
  ///   - neighbour: What must stand at `offset`, -1 or 1; with `allowsLetters`, or any byte beyond ASCII.
  ///   - leads: Bytes with one of which another form of the letter begins.
  package init(
    _ probe: Probe, beside neighbour: (probe: Probe, offset: Int)?, allowsLetters: Bool,
    leads: (ClosedRange<UInt8>, ClosedRange<UInt8>)
  ) {
    func length(_ range: ClosedRange<UInt8>) -> Int8 { Int8(truncatingIfNeeded: range.count - 128) }
    letter = tj_letter(
      letter: probe.byte, letter_case: probe.caseBit, beside: neighbour?.probe.byte ?? 0,
      beside_case: neighbour?.probe.caseBit ?? 0, offset: Int8(neighbour?.offset ?? 0),
      beside_limit: allowsLetters ? 0 : .min,
      lead_start: (leads.0.lowerBound, leads.1.lowerBound),
      lead_length: (length(leads.0), length(leads.1)))
  }

  /// Where the next 64 bytes with the letter begin, and a bit for each place in them; no bit where `end` is too near.
  package func next(
    in buffer: UnsafeRawBufferPointer, from start: Int, upTo end: Int
  ) -> (start: Int, hits: UInt64) {
    // The byte before the first one is read, too, where that is the neighbour's place.
    guard let base = buffer.baseAddress, start + min(Int(letter.offset), 0) >= 0,
      end <= buffer.count
    else { return (start, 0) }
    var hits: UInt64 = 0
    let found = withUnsafePointer(to: letter) {
      tj_find_letter(base.assumingMemoryBound(to: UInt8.self), start, end, $0, &hits)
    }
    return (found, hits)
  }
}

extension Span<UInt8> {
  package func contains(_ byte: UInt8, in range: Range<Int>) -> Bool {
    ByteSearch.firstIndex(of: byte, in: self, range) != nil
  }

  /// Whether the bytes at `range` are those of `other` at `otherRange`.
  package func isEqual(
    _ range: Range<Int>, to other: borrowing Span<UInt8>, _ otherRange: Range<Int>
  ) -> Bool {
    guard range.count == otherRange.count, range.lowerBound >= 0, range.upperBound <= count,
      otherRange.lowerBound >= 0, otherRange.upperBound <= other.count
    else { return false }
    return withUnsafeBufferPointer { bytes in
      other.withUnsafeBufferPointer { other in
        guard let left = bytes.baseAddress, let right = other.baseAddress else { return true }
        return memcmp(left + range.lowerBound, right + otherRange.lowerBound, range.count) == 0
      }
    }
  }
}

extension Span<UInt8> {
  /// Where the bytes begin that may stand in an id and end at `end`, looked for no further back than `start`.
  func nameStart(before end: Int, from start: Int) -> Int {
    guard start >= 0, end <= count else { return end }
    return withUnsafeBufferPointer {
      guard let base = $0.baseAddress, start < end else { return end }
      return start + tj_name_start(base + start, end - start)
    }
  }
}

/// A byte of a file, with names for those that the formats give a meaning to.
package typealias Byte = UInt8

extension Byte {
  @inlinable package static var tab: UInt8 { UInt8(ascii: "\t") }
  @inlinable package static var lineFeed: UInt8 { UInt8(ascii: "\n") }
  @inlinable package static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
  @inlinable package static var space: UInt8 { UInt8(ascii: " ") }
  @inlinable package static var quote: UInt8 { UInt8(ascii: "\"") }
  @inlinable package static var hash: UInt8 { UInt8(ascii: "#") }
  @inlinable package static var dot: UInt8 { UInt8(ascii: ".") }
  @inlinable package static var colon: UInt8 { UInt8(ascii: ":") }
  @inlinable package static var equals: UInt8 { UInt8(ascii: "=") }
  @inlinable package static var backslash: UInt8 { UInt8(ascii: "\\") }
  @inlinable package static var openBrace: UInt8 { UInt8(ascii: "{") }
  @inlinable package static var closeBrace: UInt8 { UInt8(ascii: "}") }

  @inlinable @inline(__always)
  package static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

  /// Whether a line of such bytes alone is blank.
  @inlinable @inline(__always)
  package static func isBlankLineByte(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == carriageReturn
  }

  @inlinable @inline(__always)
  package static func isSpace(_ byte: UInt8) -> Bool { byte == space || byte &- tab < 5 }

  @inlinable @inline(__always)
  package static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  @inlinable @inline(__always)
  package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

  @inlinable @inline(__always)
  package static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

  /// Whether `byte` may stand in an id, a class or an attribute's key after its first letter (F11).
  @inlinable @inline(__always)
  package static func isNameByte(_ byte: UInt8) -> Bool {
    // A bit for each ASCII character: those below 64, then the others.
    let named: UInt64 = byte < 64 ? 0x03FF_2000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
    return byte < 128 && (named >> UInt64(byte & 63)) & 1 == 1
  }

  /// The same, or whether it belongs to a character beyond ASCII.
  @inlinable @inline(__always)
  package static func isWordByte(_ byte: UInt8) -> Bool { byte >= 0x80 || isNameByte(byte) }

  /// The number whose digits begin at `start`, and how many they are; nil where no digit stands there.
  ///
  /// At most 18 bytes may be before `end`.
  static func number(
    in bytes: borrowing Span<UInt8>, at start: Int, upTo end: Int
  ) -> (value: Int, digits: Int)? {
    var (value, position) = (0, start)
    while position < end, isDigit(bytes[position]) {
      value = value * 10 + Int(bytes[position] - 0x30)
      position += 1
    }
    return position == start ? nil : (value, position - start)
  }
}

extension [UInt8] {
  /// Whether these are a UUID, as a thread's `id` is (F22): 32 hexadecimal digits with dashes between.
  package var isUUID: Bool {
    guard count == 36 else { return false }
    for (index, byte) in enumerated() {
      let isDigit = byte &- 0x30 < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6
      let isDash = index == 8 || index == 13 || index == 18 || index == 23
      guard isDash ? byte == UInt8(ascii: "-") : isDigit else { return false }
    }
    return true
  }

  /// Where `other` first stands in these bytes; nil where it is empty or nowhere.
  package func firstOffset(of other: [UInt8]) -> Int? {
    other.isEmpty ? nil : ByteSearch.firstIndex(of: other, in: span, 0..<count)
  }
}

extension String {
  /// The text of `bytes`, in which U+FFFD stands for what is no UTF-8.
  package init(utf8 bytes: some Collection<UInt8>) { self.init(decoding: bytes, as: UTF8.self) }
}

extension ArraySlice<UInt8> {
  /// These bytes without the ASCII white space at their ends.
  package var trimmed: ArraySlice<UInt8> {
    guard let last = lastIndex(where: { !Byte.isSpace($0) }) else { return [] }
    return self[...last].drop(while: Byte.isSpace)
  }

  /// These bytes without white space and control characters at their end.
  package var withoutBlankEnd: ArraySlice<UInt8> {
    self[..<(lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? startIndex)]
  }
}
