import ThreadStorage

/// A zone of the tz database (RFC 9636), read from the bytes of its file.
package struct TimeZoneFile: Sendable {
  /// The seconds since 1970 at which the offset changes, rising.
  private var transitions: [Int64] = []
  /// The offset from each transition on, in seconds east of UTC.
  private var offsets: [Int] = []
  /// The offset before the first transition.
  private var firstOffset = 0
  /// The rule for times behind the last transition, if the file has one.
  private var rule: TimeZoneRule?

  /// The zone that the file's `bytes` describe; nil where they are no such file.
  package init?(_ bytes: [UInt8]) {
    guard let first = Header(bytes, at: 0, timeSize: 4) else { return nil }
    // From version 2 on, a second block has the times in 64 bits; the first is for older readers.
    var header = first
    if first.version >= UInt8(ascii: "2") {
      guard let second = Header(bytes, at: first.end, timeSize: 8) else { return nil }
      header = second
    }
    guard read(bytes, header) else { return nil }
    if first.version >= UInt8(ascii: "2") {
      let footer = bytes[header.end...].dropFirst().prefix { $0 != 0x0A }
      rule = TimeZoneRule(String(utf8: footer))
    }
  }

  /// The zone.
  package var zone: LocalTimeZone {
    LocalTimeZone { second in offset(at: second) }
  }

  /// Seconds east of UTC at a second since 1970.
  private func offset(at second: Int64) -> Int {
    guard let last = transitions.last, let first = transitions.first else {
      return rule?.offset(at: second) ?? firstOffset
    }
    if second >= last, let rule { return rule.offset(at: second) }
    if second < first { return firstOffset }
    return offsets[transitions.indices.partitioningIndex { transitions[$0] > second } - 1]
  }

  /// The counts at the start of a block, and where its parts stand.
  private struct Header {
    var version: UInt8
    var timeSize: Int
    var start: Int
    var times: Int
    var types: Int
    var end: Int

    init?(_ bytes: [UInt8], at offset: Int, timeSize: Int) {
      guard bytes.count - offset >= 44, bytes[offset...].starts(with: "TZif".utf8) else {
        return nil
      }
      let counts = (0..<6).map { TimeZoneFile.number(bytes, at: offset + 20 + 4 * $0, size: 4) }
      guard counts.allSatisfy({ (0...100_000).contains($0) }) else { return nil }
      version = bytes[offset + 4]
      self.timeSize = timeSize
      start = offset + 44
      times = Int(counts[3])
      types = Int(counts[4])
      let leaps = Int(counts[2]) * (timeSize + 4)
      end =
        start + times * (timeSize + 1) + types * 6 + Int(counts[5]) + leaps + Int(counts[1])
        + Int(counts[0])
      guard types > 0, end <= bytes.count else { return nil }
    }
  }

  private mutating func read(_ bytes: [UInt8], _ header: Header) -> Bool {
    let indices = header.start + header.times * header.timeSize
    let types = indices + header.times
    let typeOffsets = (0..<header.types).map {
      Int(TimeZoneFile.number(bytes, at: types + 6 * $0, size: 4))
    }
    for place in 0..<header.times {
      let type = Int(bytes[indices + place])
      guard type < typeOffsets.count else { return false }
      let time = TimeZoneFile.number(
        bytes, at: header.start + place * header.timeSize, size: header.timeSize)
      if let last = transitions.last, last >= time { return false }
      transitions.append(time)
      offsets.append(typeOffsets[type])
    }
    firstOffset = typeOffsets.first ?? 0
    return true
  }

  /// A big-endian signed number of 4 or 8 bytes.
  private static func number(_ bytes: [UInt8], at offset: Int, size: Int) -> Int64 {
    let bits = bytes[offset..<offset + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return size == 4
      ? Int64(Int32(truncatingIfNeeded: bits)) : Int64(bitPattern: bits)
  }
}
