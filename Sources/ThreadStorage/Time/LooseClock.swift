/// A time of day, or one to another, in whatever form clocks are typed, which counts nothing: `7.05`, `1830-2000`,
/// `18-20`, `6pm`, `9:30 - 12`.
package struct LooseClock {
  /// Behind its last byte.
  package let end: Int
  package let isSpan: Bool
  /// Whether a colon, `pm` or `Uhr` says that it is one; else it may be any number.
  package let isPlain: Bool
  /// Whether `pm` or `Uhr` says so.
  package let isNamed: Bool
  /// Whether it has more than the numbers of hours.
  package let hasMinutes: Bool
  /// Whether it has an hour that people are awake in, and minutes as they are rounded, or says what it is; verses,
  /// results and years may have others.
  package let isLikely: Bool
  /// As a heading has it; nil where it may mean something else, too.
  package let written: String?

  /// What begins at `start` and is no part of a longer word.
  package init?(_ bytes: borrowing Span<UInt8>, at start: Int, upTo end: Int) {
    guard let first = ClockPart(bytes, at: start, upTo: end) else { return nil }
    var last: ClockPart?
    let gap = WideBlank.end(in: bytes, from: first.end, upTo: end)
    if let dash = Timestamp.dashEnd(bytes, at: gap, end) {
      last = ClockPart(bytes, at: WideBlank.end(in: bytes, from: dash, upTo: end), upTo: end)
      guard last != nil else { return nil }
    } else {
      var scan = TimeScan(position: gap, end: end)
      if DoubtfulClock.until.contains(scan.word(in: bytes)) {
        scan.skip(" ", in: bytes)
        last = ClockPart(bytes, at: scan.position, upTo: end)
      }
    }
    let clockEnd = last?.end ?? first.end
    guard !DoubtfulClock.isCounted(by: bytes, at: clockEnd, upTo: end) else { return nil }
    self.end = clockEnd
    let parts = [first, last].compactMap(\.self)
    isSpan = last != nil
    isPlain = parts.contains(where: \.isPlain)
    isNamed = parts.contains(where: \.isNamed)
    hasMinutes = parts.contains(where: \.hasMinutes)
    let isRound = parts.allSatisfy { $0.minute % 5 == 0 }
    // `1945` and `2010-2020` are years, and `1830-2000` are none.
    let areYears =
      parts.allSatisfy { $0.isNumber && 15..<21 ~= $0.minute / 60 }
      && (last == nil || !parts.allSatisfy { $0.minute % 15 == 0 })
    // `8:15-20` is a verse, and `9:30-12` is none.
    let isVerse = last.map {
      first.hasColon && !$0.hasMinutes && first.minute % 60 > 9
        && first.minute % 60 < $0.minute / 60
    }
    isLikely =
      isNamed
      || isRound && !areYears && isVerse != true && (isSpan && isPlain || first.minute >= 5 * 60)
    guard let last else {
      guard first.isWhole, first.minute < 24 * 60 else { return nil }
      written = first.text
      return
    }
    // In `6-8pm` the first hour may be one of the evening as well, and `22:00-1:00` ends on the next day.
    let isClear = first.isHalf == last.isHalf
    guard first.minute < last.minute || !isClear || (first.isPlain && last.isPlain) else {
      return nil
    }
    written = isClear ? "\(first.text)-\(last.text)" : nil
  }
}

/// One time of day, of which the form need not say that it is one.
private struct ClockPart {
  let end: Int
  let minute: Int
  let hasColon: Bool
  let hasMinutes: Bool
  /// Whether it is four digits.
  let isNumber: Bool
  let isHalf: Bool
  /// Whether `pm` or `Uhr` says that it is a time.
  let isNamed: Bool
  /// Whether it is more than an hour's number.
  let isWhole: Bool
  let text: String

  var isPlain: Bool { hasColon || isNamed }

  init?(_ bytes: borrowing Span<UInt8>, at start: Int, upTo end: Int) {
    guard let number = Byte.number(in: bytes, at: start, upTo: min(end, start + 5)) else {
      return nil
    }
    var position = start + number.digits
    var (hour, minutes) = (number.value, 0)
    var hasColon = false
    var hasMinutes = number.digits == 4
    if hasMinutes {
      (hour, minutes) = (number.value / 100, number.value % 100)
    } else {
      guard number.digits <= 2 else { return nil }
      let sign = position < end ? bytes[position] : 0x20
      if sign == .colon || sign == 0x2E || sign | 0x20 == UInt8(ascii: "h"),
        let found = Byte.number(in: bytes, at: position + 1, upTo: min(end, position + 4)),
        found.digits == 2
      {
        (minutes, position) = (found.value, position + 3)
        (hasColon, hasMinutes) = (sign == .colon, true)
      }
    }
    guard hour <= 24, minutes < 60 else { return nil }
    var word = WideBlank.end(in: bytes, from: position, upTo: end)
    let wordStart = word
    while word < end, Byte.isLetter(bytes[word]) || (bytes[word] == 0x2E && word < wordStart + 4) {
      word += 1
    }
    let unit = String(utf8: bytes.copy(wordStart..<word)).lowercased()
    let half = ["am", "a.m.", "pm", "p.m."].firstIndex(of: unit)
    if let half {
      guard 1...12 ~= hour else { return nil }
      hour = hour % 12 + half / 2 * 12
    }
    let hasUnit = half != nil || unit == "uhr" || unit == "h"
    if hasUnit { position = word }
    if position < end {
      // A part of a longer number, a date or a word is none.
      let next = bytes[position]
      let isNumber = position + 1 < end && Byte.isDigit(bytes[position + 1])
      guard !Byte.isLetterOrDigit(next), !"%/'_\"".utf8.contains(next),
        next < 0x80 || Timestamp.dashEnd(bytes, at: position, end) != nil
          || WideBlank.length(in: bytes, at: position, upTo: end) > 0,
        !(isNumber && ".,:".utf8.contains(next))
      else { return nil }
    }
    self.end = position
    minute = hour * 60 + minutes
    isHalf = half != nil
    isNamed = isHalf || unit == "uhr"
    isNumber = number.digits == 4
    (self.hasColon, self.hasMinutes) = (hasColon, hasMinutes)
    isWhole = hasColon || isNamed || (hasMinutes && unit != "h")
    let isTyped = half == nil && number.digits > 1
    text = (isTyped ? hour.twoDigits : "\(hour)") + ":" + minutes.twoDigits
  }
}
