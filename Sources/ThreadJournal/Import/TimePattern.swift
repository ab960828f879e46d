import ThreadStorage

/// A pattern of `strptime`, such as `%Y-%m-%d %H:%M`, by which times are read; names are English.
package struct TimePattern: Sendable, Hashable {
  private var parts: [Part] = []

  private enum Part: Sendable, Hashable {
    case literal(UInt8)
    case space
    case field(UInt8)
  }

  /// The pattern that `text` writes; nil where a `%` is followed by what is not known.
  package init?(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        parts.append(byte == 0x20 ? .space : .literal(byte))
        continue
      }
      var letter = bytes.popFirst()
      // `%-d` writes no leading zero; reading takes both.
      if letter == UInt8(ascii: "-") || letter == UInt8(ascii: "_") { letter = bytes.popFirst() }
      guard let letter else { return nil }
      let known = String(UnicodeScalar(letter))
      if let longer = TimePattern.abbreviations[known] {
        bytes = Array(longer.utf8) + bytes
      } else if letter == UInt8(ascii: "%") {
        parts.append(.literal(letter))
      } else if "YmdHMSIpyjbBhaAefzZ".utf8.contains(letter) {
        parts.append(.field(letter))
      } else {
        return nil
      }
    }
  }

  private static let abbreviations = [
    "F": "%Y-%m-%d", "T": "%H:%M:%S", "R": "%H:%M", "r": "%I:%M:%S %p", "D": "%m/%d/%y",
    "c": "%a %b %e %H:%M:%S %Y", "x": "%m/%d/%y", "X": "%H:%M:%S",
  ]

  /// The patterns that jrnl's own settings have, first the one it starts with.
  package static let jrnl = ["%F %r", "%F %T", "%F %R", "%F", "%d.%m.%Y %H:%M"].compactMap {
    TimePattern($0)
  }

  /// The time that `text` writes after this pattern, all of it; nil where it does not, or does not exist.
  package func timestamp(_ text: String) -> Timestamp? {
    guard let (time, rest) = beginning(of: Array(text.utf8)[...]), rest.isEmpty else { return nil }
    return time
  }

  /// The time that `text` begins with after this pattern, and what stands behind it.
  func beginning(of text: ArraySlice<UInt8>) -> (time: Timestamp, rest: ArraySlice<UInt8>)? {
    var scan = TimePatternScan(text)
    for part in parts {
      switch part {
      case .literal(let byte): guard scan.take(byte) else { return nil }
      case .space: scan.skipSpaces()
      case .field(let letter): guard scan.takeField(letter) else { return nil }
      }
    }
    return scan.timestamp.map { ($0, scan.rest) }
  }
}

/// What of a text a pattern has read so far.
private struct TimePatternScan {
  private let bytes: ArraySlice<UInt8>
  private var offset: Int
  private var year: Int?
  private var month: Int?
  private var day: Int?
  private var hour: Int?
  private var minute = 0
  private var second = 0
  private var isAfternoon: Bool?
  private var isHalfDay = false
  private var precision = Timestamp.Precision.day
  private var utcOffset: Int32?

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    offset = bytes.startIndex
  }

  /// What was not read yet.
  var rest: ArraySlice<UInt8> { bytes[offset...] }

  mutating func take(_ byte: UInt8) -> Bool {
    guard offset < bytes.endIndex, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  mutating func skipSpaces() {
    while offset < bytes.endIndex, bytes[offset] == 0x20 { offset += 1 }
  }

  mutating func takeField(_ letter: UInt8) -> Bool {
    switch letter {
    case UInt8(ascii: "Y"): year = number(4)
    case UInt8(ascii: "y"): year = number(2).map { $0 < 69 ? 2000 + $0 : 1900 + $0 }
    case UInt8(ascii: "m"): month = number(2)
    case UInt8(ascii: "d"), UInt8(ascii: "e"):
      skipSpaces()
      day = number(2)
      return day != nil
    case UInt8(ascii: "b"), UInt8(ascii: "B"), UInt8(ascii: "h"): month = name(of: Self.months)
    case UInt8(ascii: "a"), UInt8(ascii: "A"): return name(of: Self.weekdays) != nil
    case UInt8(ascii: "z"), UInt8(ascii: "Z"): return takeZone()
    default: return takeClock(letter)
    }
    return letter == UInt8(ascii: "Y") || letter == UInt8(ascii: "y") ? year != nil : month != nil
  }

  private mutating func takeClock(_ letter: UInt8) -> Bool {
    switch letter {
    case UInt8(ascii: "H"), UInt8(ascii: "I"):
      hour = number(2)
      isHalfDay = letter == UInt8(ascii: "I")
      if precision == .day { precision = .minute }
      return hour != nil
    case UInt8(ascii: "M"):
      guard let value = number(2) else { return false }
      minute = value
    case UInt8(ascii: "S"):
      guard let value = number(2) else { return false }
      second = value
      precision = .second
    case UInt8(ascii: "p"):
      guard let half = name(of: ["am", "pm"]) else { return false }
      isAfternoon = half == 2
    case UInt8(ascii: "f"): return number(9) != nil
    default: return false
    }
    return true
  }

  /// Up to `digits` digits, one at least.
  private mutating func number(_ digits: Int) -> Int? {
    var value = 0
    let start = offset
    while offset < bytes.endIndex, offset - start < digits, 0x30...0x39 ~= bytes[offset] {
      value = value * 10 + Int(bytes[offset] - 0x30)
      offset += 1
    }
    return offset > start ? value : nil
  }

  /// The place, 1 the first, of the name that is next, in full or its first three letters.
  private mutating func name(of names: [String]) -> Int? {
    let rest = String(decoding: bytes[offset...].prefix(12), as: UTF8.self).lowercased()
    for (index, name) in names.enumerated() {
      for candidate in [name, String(name.prefix(3))] where rest.hasPrefix(candidate) {
        offset += candidate.utf8.count
        return index + 1
      }
    }
    return nil
  }

  private mutating func takeZone() -> Bool {
    if take(UInt8(ascii: "Z")) {
      utcOffset = 0
      return true
    }
    let isWest = take(UInt8(ascii: "-"))
    guard isWest || take(UInt8(ascii: "+")), let hours = number(2) else { return false }
    _ = take(UInt8(ascii: ":"))
    guard let minutes = number(2), hours < 24, minutes < 60 else { return false }
    utcOffset = Int32((isWest ? -1 : 1) * (hours * 3600 + minutes * 60))
    return true
  }

  /// The time, where what was read is one that exists.
  var timestamp: Timestamp? {
    guard let year, let month, let day,
      let date = CalendarDate(year: year, month: month, day: day)
    else { return nil }
    var hour = self.hour ?? 0
    if isHalfDay || isAfternoon != nil {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isAfternoon == true ? 12 : 0)
    }
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    let seconds = Int64(date.daysSinceEpoch) * 86_400
    return Timestamp(
      wallClockSeconds: seconds + Int64(hour * 3600 + minute * 60 + min(second, 59)),
      utcOffset: utcOffset, precision: precision)
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
}
