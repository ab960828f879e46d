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
      case .literal(let byte): guard scan.scanner.take(byte) else { return nil }
      case .space: scan.scanner.skip { $0 == 0x20 }
      case .field(let letter): guard scan.takeField(letter) else { return nil }
      }
    }
    return scan.timestamp.map { ($0, scan.scanner.rest) }
  }
}

/// What of a text a pattern has read so far.
private struct TimePatternScan {
  /// What was not read yet.
  var scanner: ByteScanner
  /// The numbers that were read, by the letters of their fields; names as their places, 1 the first.
  private var values: [UInt8: Int] = [:]
  private var utcOffset: Int32?

  init(_ bytes: ArraySlice<UInt8>) { scanner = ByteScanner(bytes) }

  mutating func takeField(_ letter: UInt8) -> Bool {
    var letter = letter
    switch letter {
    case UInt8(ascii: "z"), UInt8(ascii: "Z"): return takeZone()
    case UInt8(ascii: "a"), UInt8(ascii: "A"): return name(of: Self.weekdays) != nil
    case UInt8(ascii: "p"): values[letter] = name(of: ["am", "pm"])
    case UInt8(ascii: "b"), UInt8(ascii: "B"), UInt8(ascii: "h"):
      letter = UInt8(ascii: "m")
      values[letter] = name(of: Self.months)
    case UInt8(ascii: "d"), UInt8(ascii: "e"):
      scanner.skip { $0 == 0x20 }
      letter = UInt8(ascii: "d")
      values[letter] = scanner.number(upTo: 2)
    case UInt8(ascii: "Y"): values[letter] = scanner.number(upTo: 4)
    case UInt8(ascii: "f"): values[letter] = scanner.number(upTo: 9)
    case UInt8(ascii: "j"): return false
    default: values[letter] = scanner.number(upTo: 2)
    }
    return values[letter] != nil
  }

  /// The place, 1 the first, of the name that is next, in full or its first three letters.
  private mutating func name(of names: [String]) -> Int? {
    let rest = String(utf8: scanner.rest.prefix(12)).lowercased()
    for (index, name) in names.enumerated() {
      for candidate in [name, String(name.prefix(3))] where rest.hasPrefix(candidate) {
        scanner.skip(candidate.utf8.count)
        return index + 1
      }
    }
    return nil
  }

  private mutating func takeZone() -> Bool {
    if scanner.take(UInt8(ascii: "Z")) {
      utcOffset = 0
      return true
    }
    let isWest = scanner.take(UInt8(ascii: "-"))
    guard isWest || scanner.take(UInt8(ascii: "+")), let hours = scanner.number(upTo: 2) else {
      return false
    }
    _ = scanner.take(UInt8(ascii: ":"))
    guard let minutes = scanner.number(upTo: 2), hours < 24, minutes < 60 else { return false }
    utcOffset = Int32((isWest ? -1 : 1) * (hours * 3600 + minutes * 60))
    return true
  }

  /// The time, where what was read is one that exists.
  var timestamp: Timestamp? {
    func value(_ letter: Unicode.Scalar) -> Int? { values[UInt8(ascii: letter)] }
    let shortYear = value("y").map { $0 < 69 ? 2000 + $0 : 1900 + $0 }
    guard let year = value("Y") ?? shortYear, let month = value("m"), let day = value("d"),
      let date = CalendarDate(year: year, month: month, day: day)
    else { return nil }
    let half = value("p")
    var hour = value("I") ?? value("H") ?? 0
    if value("I") != nil || half != nil {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (half == 2 ? 12 : 0)
    }
    let (minute, second) = (value("M") ?? 0, value("S") ?? 0)
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    let hasHour = value("I") != nil || value("H") != nil
    let seconds = Int64(date.daysSinceEpoch) * 86_400
    return Timestamp(
      wallClockSeconds: seconds + Int64(hour * 3600 + minute * 60 + min(second, 59)),
      utcOffset: utcOffset,
      precision: value("S") != nil ? .second : hasHour ? .minute : .day)
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
}

/// A reader of a short text in ASCII.
struct ByteScanner {
  /// What was not read yet.
  private(set) var rest: ArraySlice<UInt8>

  /// A reader at the start of `bytes`.
  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  /// Reads `byte`, if it is next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  /// Passes over `count` bytes.
  mutating func skip(_ count: Int) { rest = rest.dropFirst(count) }

  /// Passes over what is next of the bytes that are meant; returns how many they were.
  @discardableResult
  mutating func skip(while isMeant: (UInt8) -> Bool) -> Int {
    let count = rest.prefix(while: isMeant).count
    skip(count)
    return count
  }

  /// Reads up to `limit` digits, one at least.
  mutating func number(upTo limit: Int) -> Int? {
    let digits = rest.prefix(limit).prefix { 0x30...0x39 ~= $0 }
    skip(digits.count)
    return digits.isEmpty ? nil : digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
