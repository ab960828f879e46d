/// A day that a text names in whatever form: `26 nov`, `za 21-11`, `1e december`, `21-22 nov`, `Day 12 - 2026-11-20`.
///
/// It is only for messages, and so it reads more than a date may be: near the day of another entry, few things are another.
package struct NamedDay {
  /// What it may be, without the date beside it in any year; nothing where that is not known, as in `Thursday`.
  package private(set) var dates: [CalendarDate] = []
  /// Behind its last byte.
  package private(set) var end: Int
  package private(set) var hasYear = false
  /// Whether it can hardly be anything else: no other words stand before it, or a time of day beside it.
  package private(set) var isClear: Bool
  /// Whether nothing but the day of the week stands before a date.
  package private(set) var isFirst = false
  /// Whether it begins with the name of a day of the week, which is hardly another word.
  package private(set) var isName = false

  /// - Parameters:
  ///   - date: That of the entry beside it.
  ///   - order: How days by numbers are read; nil for either way.
  package init?(
    _ bytes: borrowing Span<UInt8>, in range: Range<Int>, near date: CalendarDate? = nil,
    order: ForeignDate.Order? = nil
  ) {
    end = range.upperBound
    let pieces = Piece.all(in: bytes, range)
    isClear = pieces.contains(where: \.isTime)
    var isBehindWords = false
    for (index, piece) in pieces.enumerated() {
      if let found = Found(pieces, at: index, near: date, order) {
        isClear = isClear || !isBehindWords && !found.isLoose
        (dates, hasYear) = (found.dates, found.hasYear)
        isFirst = pieces[..<index].allSatisfy { $0.weekday != nil || $0.word == "feira" }
        end = pieces[found.end - 1].end
        if end < range.upperBound, bytes[end] == UInt8(ascii: ".") { end += 1 }
        return
      }
      // `1.2.0` is a version.
      isBehindWords = isBehindWords || piece.isOther || piece.isVersion
    }
    // A heading of nothing else is a day, but for one number; and so is what begins with the name of one.
    guard let first = pieces.first else { return nil }
    let isTimed = isClear
    let isOfDays =
      pieces.contains { $0.isName || $0.isOrdinal || $0.weekday != nil && isTimed }
      || pieces.contains { $0.month != nil } && pieces.contains { $0.number?.digits ?? 4 < 3 }
      || pieces.count(where: { $0.number != nil }) > 1
      || isTimed && TimeWords.presentDays.contains(first.word)
    guard pieces.contains(where: \.isOther) ? first.isName : isOfDays else { return nil }
    isClear = isClear || pieces.count == 1 && TimeWords.pastDays.contains(first.word)
    isName = first.isName && first.word != "sun"
  }

  /// Whether two numbers with a stroke between them may be a part of something: `3/4`, `7/10`.
  package static func isFraction(_ part: Int, _ whole: Int) -> Bool {
    part <= whole && [2, 3, 4, 5, 8, 10].contains(whole)
  }

  /// The same as it is typed.
  package static func isFraction(_ typed: String) -> Bool {
    let numbers = typed.split(separator: "/").compactMap { Int($0) }
    return numbers.count == 2 && isFraction(numbers[0], numbers[1])
  }

  /// Whether `range` begins with a number, or with the name of a month or of a day of the week.
  package static func mayBegin(_ bytes: borrowing Span<UInt8>, in range: Range<Int>) -> Bool {
    var scan = TimeScan(position: range.lowerBound, end: range.upperBound)
    if scan.next(in: bytes).map(Byte.isDigit) == true { return true }
    let word = scan.word(in: bytes)
    return SpokenDate.month(named: word) != nil || SpokenDate.weekday(named: word) != nil
  }

  /// Where a day without its year ends that `text` begins with, for sure or perhaps: `Nov 11`, `18. November`, `1.11.`.
  package static func yearlessEnd(in text: ArraySlice<UInt8>, isSure: Bool = true) -> Int? {
    guard let day = NamedDay(text.span, in: 0..<text.count), !day.hasYear, !day.dates.isEmpty,
      day.isClear || !isSure
    else { return nil }
    return text.startIndex + day.end
  }

  /// What the pieces from one on may be.
  private struct Found {
    private(set) var dates: [CalendarDate] = []
    let hasYear: Bool
    /// Whether it may well be something else, as `3.11`, `11/12 rounds` and `Dec 5 items`.
    let isLoose: Bool
    /// Behind its last piece.
    let end: Int

    init?(
      _ pieces: [Piece], at index: Int, near date: CalendarDate?, _ order: ForeignDate.Order?
    ) {
      let first = pieces[index]
      guard index + 1 < pieces.count, pieces[index + 1].isJoined else { return nil }
      let second = pieces[index + 1]
      let third = index + 2 < pieces.count && pieces[index + 2].isJoined ? pieces[index + 2] : nil
      var days: [(month: Int, day: Int)] = []
      var isByNumbers = false
      var year: Piece?
      var next = index + 2
      switch (first.number, second.number) {
      case (let day?, nil): days = second.month.map { [($0, day.value)] } ?? []
      case (nil, let day?):
        days = first.month.map { [($0, day.value)] } ?? []
        if first.weekday != nil, let date, second.isOrdinal || third?.number == nil,
          third?.month == nil
        {
          // `mar` is Tuesday, too.
          days += Self.days(day.value, on: first.weekday, near: date)
        }
      case (let one?, let two?):
        isByNumbers = true
        if one.digits == 4, let three = third?.number {
          (year, next) = (first, index + 3)
          days = [(two.value, three.value)]
        } else {
          days = [(two.value, one.value), (one.value, two.value)]
          if order == .mdy { days.reverse() }
          if one.value == two.value { days.removeLast() }
        }
      case (nil, nil): return nil
      }
      if year == nil, let last = third, let number = last.number, [2, 4].contains(number.digits) {
        let isYear = number.digits == 4 || date.map { number.value == $0.year % 100 } == true
        if isYear { (year, next) = (last, index + 3) }
      }
      end = next
      hasYear = year?.number?.digits == 4
      // The begin and the end of `1.2.10` are no days by themselves.
      if !hasYear {
        let isEnd = index > 0 && pieces[index - 1].number != nil && first.isBehindSign
        let isBegin =
          isByNumbers && year == nil && third?.number != nil && third?.isBehindSign == true
        if isEnd || isBegin { return nil }
      }
      let behind = next < pieces.count ? pieces[next] : nil
      let isNamed = index > 0 && pieces[index - 1].weekday != nil
      if isByNumbers, year == nil, let one = first.number, let two = second.number {
        // `9-12 Deep work` are hours, and `3.11 things` something else.
        let isHours = second.sign == UInt8(ascii: "-") && 1...8 ~= two.value - one.value
        let isPoint = second.sign == UInt8(ascii: ".") && !second.isBeforePoint
        if behind?.isOther == true, isHours || isPoint && one.digits + two.digits < 4 {
          return nil
        }
        let isPadded = first.isPadded || second.isPadded
        // `10/10` is a rating, too, and `24/7` always, unless such a day is near.
        let isShort = date == nil && one.digits + two.digits < 4
        isLoose =
          second.sign == UInt8(ascii: ".")
          ? isPoint : !isNamed && (isShort || behind?.isOther == true && !isPadded)
      } else {
        isLoose = year == nil && first.month != nil && behind?.isSmall == true
      }
      let any = CalendarDate(year: 2000, month: 1, day: 1)
      guard let near = date ?? any else { return nil }
      let years = year?.number.map { [$0.value < 100 ? $0.value + 2000 : $0.value] }
      let likely = years ?? [near.year - 1, near.year, near.year + 1]
      for day in days {
        let all = likely.compactMap { CalendarDate(year: $0, month: day.month, day: day.day) }
        dates += all.sorted { $0.days(from: near) < $1.days(from: near) }.prefix(1)
      }
      if index > 0, let weekday = pieces[index - 1].weekday {
        let meant = dates.filter { $0.weekday == weekday }
        if !meant.isEmpty { dates = meant }
      }
      // `1.2. Aims` may be a section, unless that is the day of a few days before or after; `Weds 25 Nov` is none.
      let digits = (first.number?.digits ?? 0) + (second.number?.digits ?? 0)
      // `7/4` is no part of anything, and so no less a day than `25/4`.
      let mayBeSection =
        second.sign != UInt8(ascii: "/")
        || NamedDay.isFraction(first.number?.value ?? 0, second.number?.value ?? 0)
      let isSection = isByNumbers && digits < 3 && behind != nil && mayBeSection && !isNamed
      let isWhole = hasYear || !isByNumbers && index > 0 && pieces[index - 1].weekday != nil
      let likeliest = dates.first
      if date != nil, !isWhole {
        dates = dates.filter { $0.days(from: near) <= (isSection ? 3 : 31) }
      }
      // What is near in the other order may be meant, too, and else that of the order is.
      if order != nil, isByNumbers, let likeliest, let other = dates.first {
        dates = other == likeliest ? [likeliest] : [likeliest, other]
      }
      if dates.isEmpty || date == nil && isSection && !second.isBeforePoint { return nil }
    }

    /// The days near a date that have this number in their month, and are this day of the week.
    private static func days(
      _ number: Int, on weekday: Int?, near date: CalendarDate
    ) -> [(month: Int, day: Int)] {
      (-31...31).compactMap { offset in
        let day = date.advanced(byDays: offset)
        let parts = day.parts
        return parts.day == number && day.weekday == weekday ? (parts.month, parts.day) : nil
      }
    }
  }

  /// A number or a word, and how it stands behind the one before it.
  private struct Piece {
    private(set) var end: Int
    /// With as many digits as were typed; nil of a word, and of a number that is none of a date.
    private(set) var number: (value: Int, digits: Int)?
    /// In small letters; empty of a number, and `0` of one that is none of a date for its digits.
    let word: String
    /// Whether the word begins with a small letter, or the number with a zero.
    let isSmall: Bool
    let isPadded: Bool
    let month: Int?
    let weekday: Int?
    /// Whether no more than the signs of a date stand before it, and the first of them.
    let isJoined: Bool
    let sign: UInt8?
    /// Whether one sign and no blank stands before it.
    let isBehindSign: Bool
    /// Whether it is a part of a time of day, as `22:15` has two.
    private(set) var isTime = false
    private(set) var isBeforePoint = false
    private(set) var isOrdinal = false
    /// Whether it is the last part of a version.
    private(set) var isVersion = false

    /// Whether it says no more than that a date follows; signs such as `📅` say nothing.
    private var isLabel: Bool {
      TimeWords.dateLabels.contains(word)
        || word.unicodeScalars.allSatisfy { !$0.properties.isAlphabetic && $0.value > 0x7F }
    }
    /// Whether it is the name of a day by itself: short ones are other words, too, as `So`, `Mit` and `Sam`.
    var isName: Bool {
      TimeWords.pastDays.contains(word)
        || weekday != nil && (word.utf8.count > 3 || TimeWords.shortWeekdays.contains(word))
    }
    /// Whether it says something else than a day.
    var isOther: Bool {
      !word.isEmpty && month == nil && weekday == nil && !isLabel
        && !TimeWords.pastDays.contains(word) && !TimeWords.presentDays.contains(word)
    }

    /// The first ones; more say nothing of a day.
    static func all(in bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> [Piece] {
      var scan = TimeScan(position: range.lowerBound, end: range.upperBound)
      var found: [Piece] = []
      while found.count < 9, !scan.isAtEnd {
        let gap = scan.position
        while let byte = scan.next(in: bytes), !Byte.isLetterOrDigit(byte) {
          let blank = WideBlank.length(in: bytes, at: scan.position, upTo: scan.end)
          let length = scan.isDash(in: bytes) ? 3 : byte < 0x80 ? 1 : blank
          if length == 0 { break }
          scan.position += length
        }
        let (start, last) = (scan.position, found.indices.last)
        let signs = Array(bytes.copy(gap..<start))
        if signs.first == UInt8(ascii: ".") { last.map { found[$0].isBeforePoint = true } }
        guard start < scan.end else { break }
        var number = scan.number(in: bytes)
        let isNumber = number != nil
        var word = isNumber ? "" : scan.word(in: bytes)
        guard scan.position > start else { break }
        // `1st`, `1e`, `3 de noviembre`
        if TimeWords.articles.contains(word), let last,
          found[last].number != nil || found[last].month != nil
        {
          found[last].isOrdinal = signs.isEmpty
          if signs.isEmpty { found[last].end = scan.position }
          continue
        }
        // A year is of our days, and a number of three digits is none of a date.
        if let digits = number?.digits, digits > 2,
          digits != 4 || !(1900...2100 ~= number?.value ?? 0)
        {
          (number, word) = (nil, "0")
        }
        let month = SpokenDate.month(named: word)
        var isTime = false
        var isVersion = false
        if let last {
          isTime = signs == [.colon] && number?.digits == 2 && found[last].number != nil
          // `7h` and `v2` are no days, and `26nov` is one.
          let isOdd = signs.isEmpty && month == nil && found[last].month == nil
          if isTime { found[last].isTime = true }
          if isTime || isOdd { (found[last].number, number) = (nil, nil) }
          // `1.2.0`, but not `1.2.2026`.
          isVersion =
            signs == [UInt8(ascii: ".")] && found[last].sign == signs[0] && number?.digits != 4
        }
        let isDate = signs.allSatisfy { $0 >= 0x80 || " \t.,/-_'".utf8.contains($0) }
        found.append(
          Piece(
            end: scan.position, number: number, word: word,
            isSmall: 0x61...0x7A ~= bytes[start], isPadded: bytes[start] == UInt8(ascii: "0"),
            month: month, weekday: SpokenDate.weekday(named: word),
            isJoined: isDate && signs.count < 6, sign: signs.first,
            isBehindSign: isDate && signs.count == 1 && signs != [.space], isTime: isTime,
            isVersion: isVersion))
      }
      return found
    }
  }
}
