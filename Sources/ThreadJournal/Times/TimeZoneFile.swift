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
    guard let first = Self.block(bytes, at: 0, timeSize: 4) else { return nil }
    // From version 2 on, a second block has the times in 64 bits; the first is for older readers.
    let isLong = bytes[4] >= UInt8(ascii: "2")
    let block = isLong ? Self.block(bytes, at: first.end, timeSize: 8) : first
    guard let block, read(bytes, block, timeSize: isLong ? 8 : 4) else { return nil }
    if isLong {
      let footer = bytes[block.end...].dropFirst().prefix { $0 != .lineFeed }
      rule = TimeZoneRule(String(utf8: footer))
    }
  }

  package var zone: LocalTimeZone { LocalTimeZone { offset(at: $0) } }

  /// Seconds east of UTC at a second since 1970.
  private func offset(at second: Int64) -> Int {
    guard let last = transitions.last, let first = transitions.first else {
      return rule?.offset(at: second) ?? firstOffset
    }
    if second >= last, let rule { return rule.offset(at: second) }
    if second < first { return firstOffset }
    return offsets[transitions.indices.partitioningIndex { transitions[$0] > second } - 1]
  }

  /// How many times and types a block has, where they start, and where it ends.
  private typealias Block = (start: Int, times: Int, types: Int, end: Int)

  private static func block(_ bytes: [UInt8], at offset: Int, timeSize: Int) -> Block? {
    guard bytes.count - offset >= 44, bytes[offset...].starts(with: "TZif".utf8) else {
      return nil
    }
    // The counts of UTC marks, standard-time marks, leap seconds, times, types, and letters of names.
    let counts = (0..<6).map { Int(number(bytes, at: offset + 20 + 4 * $0, size: 4)) }
    guard counts.allSatisfy({ (0...100_000).contains($0) }) else { return nil }
    let end =
      offset + 44 + counts[3] * (timeSize + 1) + counts[4] * 6 + counts[5]
      + counts[2] * (timeSize + 4) + counts[1] + counts[0]
    guard counts[4] > 0, end <= bytes.count else { return nil }
    return (offset + 44, counts[3], counts[4], end)
  }

  private mutating func read(_ bytes: [UInt8], _ block: Block, timeSize: Int) -> Bool {
    let indices = block.start + block.times * timeSize
    let types = indices + block.times
    let typeOffsets = (0..<block.types).map { Int(Self.number(bytes, at: types + 6 * $0, size: 4)) }
    for index in 0..<block.times {
      let type = Int(bytes[indices + index])
      guard type < typeOffsets.count else { return false }
      let time = Self.number(bytes, at: block.start + index * timeSize, size: timeSize)
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
    return size == 4 ? Int64(Int32(truncatingIfNeeded: bits)) : Int64(bitPattern: bits)
  }
}

/// A POSIX rule for a zone's offset, such as `EST5EDT,M3.2.0,M11.1.0`.
struct TimeZoneRule: Sendable {
  /// Seconds east of UTC in winter, or always.
  private var standard = 0
  /// Summer time, if there is any: its offset, and when it begins and ends.
  private var summer: (offset: Int, begin: Change, end: Change)?

  /// A moment of each year, on the clock that is left.
  fileprivate struct Change: Sendable {
    /// The day of a year, counted from 1970.
    let day: @Sendable (Int) -> Int
    /// Seconds after midnight, also negative or more than a day.
    var time = 7200

    /// The moment in seconds since 1970 on its own clock.
    func second(in year: Int) -> Int64 { Int64(day(year)) * 86_400 + Int64(time) }
  }

  init?(_ text: String) {
    var scan = ByteScanner(Array(text.utf8)[...])
    guard scan.skipName(), let standard = scan.utcOffset() else { return nil }
    self.standard = -standard
    if scan.isAtEnd { return }
    guard scan.skipName() else { return nil }
    var offset = self.standard + 3600
    if scan.next != UInt8(ascii: ",") {
      guard let written = scan.utcOffset() else { return nil }
      offset = -written
    }
    guard let begin = scan.change(), let end = scan.change(), scan.isAtEnd else { return nil }
    summer = (offset, begin, end)
  }

  /// Seconds east of UTC at a second since 1970.
  func offset(at second: Int64) -> Int {
    guard let summer else { return standard }
    let local = second.addingReportingOverflow(Int64(standard)).partialValue
    let days = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
    let year = CalendarDate(daysSinceEpoch: Int(days)).year
    let begin = summer.begin.second(in: year) - Int64(standard)
    let end = summer.end.second(in: year) - Int64(summer.offset)
    let isSummer = begin < end ? (begin..<end).contains(second) : !(end..<begin).contains(second)
    return isSummer ? summer.offset : standard
  }
}

extension ByteScanner {
  /// Passes over `EST` or `<-03>`.
  fileprivate mutating func skipName() -> Bool {
    guard take(sign: "<") else { return !take(while: Byte.isLetter).isEmpty }
    take { $0 != UInt8(ascii: ">") }
    return take(sign: ">")
  }

  /// `5`, `-3:30`, `2:00:00`, in seconds.
  fileprivate mutating func utcOffset() -> Int? {
    let isNegative = take(sign: "-")
    _ = isNegative || take(sign: "+")
    guard let hours = number(upTo: 4) else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where take(sign: ":") {
      guard let count = number(upTo: 4) else { return nil }
      seconds += count * unit
    }
    return isNegative ? -seconds : seconds
  }

  /// `,M3.2.0/2`, `,J60` or `,59`.
  fileprivate mutating func change() -> TimeZoneRule.Change? {
    guard take(sign: ","), let day = day() else { return nil }
    guard take(sign: "/") else { return TimeZoneRule.Change(day: day) }
    return utcOffset().map { TimeZoneRule.Change(day: day, time: $0) }
  }

  /// `M3.2.0`, a month, its week (5 the last) and weekday (0 is Sunday); `J60`, a day from 1 in years without 29
  /// February; `59`, a day from 0.
  private mutating func day() -> (@Sendable (Int) -> Int)? {
    if take(sign: "M") {
      guard let month = number(upTo: 4), take(sign: "."), let week = number(upTo: 4),
        take(sign: "."), let weekday = number(upTo: 4), (1...12).contains(month),
        (1...5).contains(week), (0...6).contains(weekday)
      else { return nil }
      return { year in
        let start = CalendarDate(year: year, month: month, day: 1)
        let number = (weekday - (start?.weekday ?? 0) % 7 + 7) % 7 + (week - 1) * 7
        let isInMonth = number < CalendarDate.dayCount(year: year, month: month)
        return (start?.daysSinceEpoch ?? 0) + (isInMonth ? number : number - 7)
      }
    }
    let skipsLeapDay = take(sign: "J")
    guard let number = number(upTo: 4), number <= 365, number > 0 || !skipsLeapDay else {
      return nil
    }
    return { year in
      let first = CalendarDate(year: year, month: 1, day: 1)?.daysSinceEpoch ?? 0
      guard skipsLeapDay else { return first + number }
      let isLeap = CalendarDate.dayCount(year: year, month: 2) == 29
      return first + number - (isLeap && number >= 60 ? 0 : 1)
    }
  }
}

/// The value of `TZ`, looked at before the C library opens whatever it names.
package enum ZoneVariable {
  /// Files of the tz database have a few thousand bytes.
  private static let longestFile = 1 << 20

  /// Where the tz database is, unless `TZDIR` says so.
  package static let folder = "/usr/share/zoneinfo"

  /// Whether the C library finds a zone by `value`: a tz database file, in `folder` or elsewhere, or a rule.
  ///
  /// For any other value it silently takes UTC, or blocks where that is the name of a FIFO.
  package static func namesZone(_ value: String, folder: String) -> Bool {
    let isFileOnly = value.utf8.first == .colon
    let name = isFileOnly ? String(value.dropFirst()) : value
    guard !name.isEmpty else { return true }
    if name.utf8.first == UInt8(ascii: "/") { return isZone(name) }
    let parts = name.utf8.split(separator: UInt8(ascii: "/"))
    guard !parts.contains(where: { $0.elementsEqual("..".utf8) }) else { return false }
    return isZone(folder + "/" + name) || (!isFileOnly && isRule(name))
  }

  /// Whether a file of the form of RFC 9636 is at `path`.
  private static func isZone(_ path: String) -> Bool {
    guard let bytes = try? OutsideFile.read(path, upTo: longestFile + 1), bytes.count <= longestFile
    else { return false }
    return TimeZoneFile(bytes) != nil
  }

  /// Whether `text` is a rule such as `EST5EDT,M3.2.0,M11.1.0`, of which the days may be left out.
  ///
  /// A name has three letters at least, and no zone is more than a day off: the C library reads nothing else.
  private static func isRule(_ text: String) -> Bool {
    let name = text.utf8.prefix(while: Byte.isLetter)
    guard name.count >= 3 || text.utf8.first == UInt8(ascii: "<") else { return false }
    let hours = text.utf8.drop { !Byte.isDigit($0) }.prefix(while: Byte.isDigit)
    guard name.isEmpty || Int(String(utf8: hours)) ?? 0 <= 24 else { return false }
    return TimeZoneRule(text) != nil || TimeZoneRule(text + ",M3.2.0,M11.1.0") != nil
  }
}
