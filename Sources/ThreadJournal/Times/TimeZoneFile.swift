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

/// A POSIX rule for a zone's offset, such as `EST5EDT,M3.2.0,M11.1.0`.
struct TimeZoneRule: Sendable {
  /// Seconds east of UTC in winter, or always.
  private var standard = 0
  /// Summer time, if there is any: its offset, and when it begins and ends.
  private var summer: (offset: Int, begin: Change, end: Change)?

  /// A moment of each year, on the clock that is left.
  fileprivate struct Change: Sendable {
    enum Day: Sendable {
      /// The day of the year from 1, in which 29 February is never counted.
      case withoutLeapDay(Int)
      /// The day of the year from 0.
      case ofYear(Int)
      /// The week (5 the last) and the weekday (0 is Sunday) of a month.
      case ofMonth(month: Int, week: Int, weekday: Int)
    }
    var day: Day
    /// Seconds after midnight, also negative or more than a day.
    var time = 7200
  }

  /// The rule that `text` writes; nil where it is none.
  init?(_ text: String) {
    var scan = ByteScanner(Array(text.utf8)[...])
    guard scan.skipName(), let standard = scan.offset() else { return nil }
    self.standard = -standard
    if scan.isAtEnd { return }
    guard scan.skipName() else { return nil }
    var offset = self.standard + 3600
    if !scan.isAtChange {
      guard let written = scan.offset() else { return nil }
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
    let begin = Self.second(of: summer.begin, in: year) - Int64(standard)
    let end = Self.second(of: summer.end, in: year) - Int64(summer.offset)
    let isSummer = begin < end ? (begin..<end).contains(second) : !(end..<begin).contains(second)
    return isSummer ? summer.offset : standard
  }

  /// The moment in seconds since 1970 on its own clock.
  private static func second(of change: Change, in year: Int) -> Int64 {
    let first = CalendarDate(year: year, month: 1, day: 1)?.daysSinceEpoch ?? 0
    let day: Int
    switch change.day {
    case .ofYear(let number): day = first + number
    case .withoutLeapDay(let number):
      let isLeap = CalendarDate.dayCount(year: year, month: 2) == 29
      day = first + number - 1 + (isLeap && number >= 60 ? 1 : 0)
    case .ofMonth(let month, let week, let weekday):
      let start = CalendarDate(year: year, month: month, day: 1)
      let firstWeekday = (start?.weekday ?? 0) % 7
      var number = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
      if number >= CalendarDate.dayCount(year: year, month: month) { number -= 7 }
      day = (start?.daysSinceEpoch ?? first) + number
    }
    return Int64(day) * 86_400 + Int64(change.time)
  }
}

extension ByteScanner {
  /// Whether a change is next.
  fileprivate var isAtChange: Bool { rest.first == UInt8(ascii: ",") }

  /// Passes over `EST` or `<-03>`.
  fileprivate mutating func skipName() -> Bool {
    guard take(UInt8(ascii: "<")) else {
      return skip { (0x61...0x7A).contains($0 | 0x20) } > 0
    }
    skip { $0 != UInt8(ascii: ">") }
    return take(UInt8(ascii: ">"))
  }

  private mutating func number() -> Int? { number(upTo: 4) }

  /// `5`, `-3:30`, `2:00:00`, in seconds.
  fileprivate mutating func offset() -> Int? {
    let isNegative = take(UInt8(ascii: "-"))
    if !isNegative { _ = take(UInt8(ascii: "+")) }
    guard let hours = number() else { return nil }
    var seconds = hours * 3600
    if take(UInt8(ascii: ":")) {
      guard let minutes = number() else { return nil }
      seconds += minutes * 60
      if take(UInt8(ascii: ":")) {
        guard let rest = number() else { return nil }
        seconds += rest
      }
    }
    return isNegative ? -seconds : seconds
  }

  /// `,M3.2.0/2`, `,J60` or `,59`.
  fileprivate mutating func change() -> TimeZoneRule.Change? {
    guard take(UInt8(ascii: ",")) else { return nil }
    var change: TimeZoneRule.Change
    if take(UInt8(ascii: "M")) {
      guard let month = number(), take(UInt8(ascii: ".")), let week = number(),
        take(UInt8(ascii: ".")), let weekday = number(), (1...12).contains(month),
        (1...5).contains(week), (0...6).contains(weekday)
      else { return nil }
      change = TimeZoneRule.Change(day: .ofMonth(month: month, week: week, weekday: weekday))
    } else if take(UInt8(ascii: "J")) {
      guard let number = number(), (1...365).contains(number) else { return nil }
      change = TimeZoneRule.Change(day: .withoutLeapDay(number))
    } else {
      guard let number = number(), number <= 365 else { return nil }
      change = TimeZoneRule.Change(day: .ofYear(number))
    }
    if take(UInt8(ascii: "/")) {
      guard let time = offset() else { return nil }
      change.time = time
    }
    return change
  }
}

/// The value of `TZ`, looked at before the C library opens whatever it names.
package enum ZoneVariable {
  /// Files of the tz database have a few thousand bytes.
  private static let longestFile = 1 << 20

  /// Whether the C library finds a zone by `value`: a file of the tz database in `folder`, another such file, or a rule.
  ///
  /// By any other value it takes UTC without a word, or waits for who would write into a FIFO of that name.
  package static func namesZone(_ value: String, folder: String = "/usr/share/zoneinfo") -> Bool {
    let isFileOnly = value.utf8.first == UInt8(ascii: ":")
    let name = isFileOnly ? String(value.dropFirst()) : value
    guard !name.isEmpty else { return true }
    if name.utf8.first == UInt8(ascii: "/") { return isZone(name) }
    let parts = name.utf8.split(separator: UInt8(ascii: "/"))
    guard !parts.contains(where: { $0.elementsEqual("..".utf8) }) else { return false }
    return isZone(folder + "/" + name) || (!isFileOnly && isRule(name))
  }

  /// Whether a file of the form of RFC 9636 is at `path`.
  private static func isZone(_ path: String) -> Bool {
    guard let bytes = try? OutsideFile.read(path, upTo: longestFile + 1),
      bytes.count <= longestFile
    else { return false }
    return TimeZoneFile(bytes) != nil
  }

  /// Whether `text` is a rule such as `EST5EDT,M3.2.0,M11.1.0`, of which the days may be left out.
  ///
  /// A name has three letters at least, and no zone is more than a day off: the C library reads nothing else.
  private static func isRule(_ text: String) -> Bool {
    let name = text.utf8.prefix { (0x61...0x7A).contains($0 | 0x20) }
    guard name.count >= 3 || text.utf8.first == UInt8(ascii: "<") else { return false }
    let hours = text.utf8.drop { !(0x30...0x39).contains($0) }.prefix { (0x30...0x39).contains($0) }
    guard name.isEmpty || Int(String(utf8: hours)) ?? 0 <= 24 else { return false }
    return TimeZoneRule(text) != nil || TimeZoneRule(text + ",M3.2.0,M11.1.0") != nil
  }
}
