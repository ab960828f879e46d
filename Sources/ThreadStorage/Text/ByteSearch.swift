import CSystem

/// Searches over raw bytes at the speed of the C library; no pointer leaves this file.
package enum ByteSearch {
  @inline(__always)
  package static func firstIndex(
    of byte: UInt8, in bytes: borrowing Span<UInt8>, _ range: Range<Int>
  ) -> Int? {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress, range.lowerBound < range.upperBound,
        range.upperBound <= buffer.count, range.lowerBound >= 0,
        let found = memchr(base + range.lowerBound, Int32(byte), range.count)
      else { return nil }
      return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
  }

  package static func lastIndex(
    of byte: UInt8, in bytes: borrowing Span<UInt8>, _ range: Range<Int>
  ) -> Int? {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress, range.lowerBound < range.upperBound,
        range.upperBound <= buffer.count, range.lowerBound >= 0,
        let found = tj_memrchr(base + range.lowerBound, Int32(byte), range.count)
      else { return nil }
      return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
  }

  /// The offset of the first occurrence of `needle` that lies whole in `range` of `bytes`, or nil.
  package static func firstIndex(
    of needle: [UInt8], in bytes: borrowing Span<UInt8>, _ range: Range<Int>
  ) -> Int? {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress, range.lowerBound < range.upperBound,
        range.upperBound <= buffer.count, range.lowerBound >= 0
      else { return needle.isEmpty ? range.lowerBound : nil }
      return needle.withUnsafeBufferPointer { pattern in
        guard let patternBase = pattern.baseAddress, pattern.count > 0 else {
          return range.lowerBound
        }
        let found = tj_memmem(base + range.lowerBound, range.count, patternBase, pattern.count)
        return found.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) }
      }
    }
  }
}

extension Span<UInt8> {
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

/// A byte of a file, with names for those that the formats give a meaning to.
typealias Byte = UInt8

extension Byte {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let hash = UInt8(ascii: "#")
  static let dot = UInt8(ascii: ".")
  static let colon = UInt8(ascii: ":")
  static let equals = UInt8(ascii: "=")
  static let backslash = UInt8(ascii: "\\")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

  /// Whether a line of such bytes alone is blank.
  @inline(__always)
  static func isBlankLineByte(_ byte: UInt8) -> Bool { isBlank(byte) || byte == carriageReturn }

  @inline(__always)
  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
  }

  /// Whether `byte` may stand in an id, a class or an attribute's key after its first letter (F11).
  @inline(__always)
  static func isNameByte(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
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
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D) }
    guard let last = lastIndex(where: { !isSpace($0) }) else { return [] }
    return self[...last].drop(while: isSpace)
  }
}
