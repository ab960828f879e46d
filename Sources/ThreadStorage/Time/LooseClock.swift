/// A time of day, or one to another, in whatever form clocks are typed, which counts nothing: `7.05`, `1830-2000`,
/// `18-20`, `6pm`, `9:30 - 12`, `9 bis 11`, `7a-7p`, `2300-700`.
package struct LooseClock {
  /// Behind its last byte.
  package let end: Int
  package let isSpan: Bool
  /// Whether a colon, `pm` or `Uhr` says that it is one; else it may be any number.
  package let isPlain: Bool
  /// Whether `pm` or `Uhr` says so, or the `h` of `1830h`.
  package let isNamed: Bool
  /// Whether it has more than the numbers of hours.
  package let hasMinutes: Bool
  /// Whether it is one time to another, of which one has a sign before its minutes: `9.30-12`.
  package let isSignedSpan: Bool
  /// Whether it has an hour that people are awake in, and minutes as they are rounded, or says what it is; verses,
  /// results and years may have others.
  package let isLikely: Bool
  /// Whether it is the hours of a shift, as hardly anything else is: `2300-0700`, and where nothing follows, `7-19`.
  package let isShift: Bool
  /// Its first hour.
  package let hour: Int
  /// Whether a capital, or a word that no number counts, follows: `9-12 Acme`, `9-12 by hand`.
  package let isBeforeTitle: Bool
  /// As a heading has it; nil where it may mean something else, too.
  package let written: String?

  /// What begins at `start` and is no part of a longer word.
  package init?(_ bytes: borrowing Span<UInt8>, at start: Int, upTo end: Int) {
    var scan = ClockScan(bytes, at: start, upTo: end)
    guard let first = ClockPart(&scan) else { return nil }
    var range = scan
    range.skipBlanks()
    let hasDash = range.skipDash()
    let isUntil = hasDash || TimeWords.until.contains { range.skip(word: $0) }
    let other = isUntil ? ClockPart(&range) : nil
    let last = other.flatMap { first.mayEnd(at: $0) ? $0 : nil }
    if last != nil { scan = range }
    guard last != nil || !hasDash && !first.isOfSpan, scan.isFollowedByNoUnit else { return nil }
    self.end = scan.end
    isBeforeTitle = scan.isFollowedByCapital || scan.isFollowedByPreposition
    let parts = [first, last].compactMap(\.self)
    isSpan = last != nil
    hour = first.minute / 60
    isPlain = parts.contains(where: \.isPlain)
    isNamed = parts.contains(where: \.isNamed)
    hasMinutes = parts.contains(where: \.hasMinutes)
    isSignedSpan = last != nil && parts.contains { $0.hasMinutes && !$0.isNumber }
    let isRound = parts.allSatisfy { $0.minute % 5 == 0 }
    // `1945`, `2015 Review` and `2010-2020` are years, and `1830-2000` and `1830 Dinner` are none.
    let isQuarter = parts.allSatisfy { $0.minute % 15 == 0 }
    let areYears =
      parts.allSatisfy { $0.isNumber && 15..<21 ~= $0.minute / 60 }
      && !(isQuarter && (last != nil || first.minute != 20 * 60 + 15 && scan.isFollowedByCapital))
    // `1200 Calories` are counted, as `1400 Meeting` may be.
    let areHundreds =
      last == nil && first.isNumber && first.minute >= 10 * 60 && first.minute % 60 == 0
    // `8:15-20` is a verse, and `9:30-12` is none.
    let isVerse = last.map {
      first.hasColon && !$0.hasMinutes && first.minute % 60 > 9
        && first.minute % 60 < $0.minute / 60
    }
    isLikely =
      isNamed
      || isRound && !areYears && !areHundreds && isVerse != true
        && (isSpan && isPlain || first.minute >= 5 * 60)
    guard let last else {
      guard first.isWhole, first.minute < 24 * 60 else { return nil }
      isShift = false
      written = first.text
      return
    }
    // In `6-8pm` the first hour may be one of the evening as well, and `22:00-1:00` ends on the next day.
    let isClear = first.isHalf == last.isHalf
    // `22-6` is a shift at night.
    let isNight = 19...23 ~= first.minute / 60 && 4...8 ~= last.minute / 60
    // `7-7`, `18-6` and `8-20`
    let isTwelve =
      !hasMinutes && !isPlain && first.minute % 720 == last.minute % 720
      && 6...8 ~= first.minute / 60 % 12
    isShift = isTwelve || isNight && parts.allSatisfy(\.isNumber)
    let isInOrder =
      first.minute < last.minute || isNight || (first.isPlain && last.isPlain)
      || isTwelve && first.minute > last.minute
    // `9-5` and `11-1` end in the afternoon, or are results.
    let mayBeWorked =
      7 * 60...12 * 60 ~= first.minute && 60..<12 * 60 ~= last.minute
      && 60...9 * 60 ~= last.minute + 12 * 60 - first.minute
    guard isInOrder || !isClear || mayBeWorked || isTwelve else { return nil }
    written = isClear && isInOrder ? "\(first.text)-\(last.text)" : nil
  }
}

/// One time of day, of which the form need not say that it is one.
private struct ClockPart {
  let minute: Int
  let hasColon: Bool
  let hasMinutes: Bool
  /// Whether it is four digits, or three.
  let isNumber: Bool
  let isShort: Bool
  let isHalf: Bool
  /// Whether one letter says which half of the day it is: `7a`.
  let isLetter: Bool
  /// Whether `pm` or `Uhr` says that it is a time.
  let isNamed: Bool
  /// Whether it is more than an hour's number.
  let isWhole: Bool
  let text: String

  var isPlain: Bool { hasColon || isNamed }
  /// Whether it is none by itself: `7a` is a class, and `700` any number.
  var isOfSpan: Bool { isShort || isLetter }

  /// Whether the two say together what either does not: `7a-7p`, `2300-700`.
  func mayEnd(at last: ClockPart) -> Bool {
    guard isOfSpan || last.isOfSpan else { return true }
    let isOtherHalf = isLetter && last.isLetter && (minute < 720) == (last.minute >= 720)
    let areNumbers = isNumber && last.isNumber && minute % 15 == 0 && last.minute % 15 == 0
    return isOtherHalf || areNumbers && isShort != last.isShort
  }

  /// Reads one, if it is next.
  init?(_ scan: inout ClockScan) {
    let numbers = scan.numbers(":.hu", upTo: 24)
    guard numbers?.hasSeconds != true, let number = numbers?.hour ?? scan.number() else {
      return nil
    }
    isNumber = number.digits > 2
    isShort = number.digits == 3
    var hour = isNumber ? number.value / 100 : number.value
    let minutes = isNumber ? number.value % 100 : numbers?.minute ?? 0
    guard hour <= 24, minutes < 60 else { return nil }
    let letters = scan.half(after: hour)
    let letter = letters == nil ? scan.letterOfHalf() : nil
    let half = letters ?? letter
    isLetter = letter != nil
    if let half {
      guard 1...12 ~= hour, !scan.mayBePlace(behind: hour) else { return nil }
      hour = hour % 12 + (half == "pm" ? 12 : 0)
    }
    var word = half == nil ? scan.clockWord() : nil
    // `0915hrs`, and not the length `9 hrs`.
    if isNumber, half == nil, word == nil, scan.skip(anyCase: "hrs") { word = "hrs" }
    if let next = scan.next {
      // A part of a longer number, a date or a word is none.
      let isNumber =
        ".,:".utf8.contains(next)
        && scan.bytes[(scan.position + 1)...].first.map(Byte.isDigit) == true
      guard !isNumber, !Byte.isLetterOrDigit(next), !"%/'_\"".utf8.contains(next),
        next < 0x80 || scan.isEnded
      else { return nil }
    }
    minute = hour * 60 + minutes
    isHalf = half != nil
    // `8h` may be a length, and `1830h` is none.
    isNamed = isHalf || word != nil && (word != "h" || isNumber)
    (hasColon, hasMinutes) = (numbers?.hasColon == true, isNumber || numbers != nil)
    isWhole = hasColon || isNamed || (hasMinutes && word != "h")
    let isTyped = half == nil && number.digits > 1
    text = (isTyped ? hour.twoDigits : "\(hour)") + ":" + minutes.twoDigits
  }
}
