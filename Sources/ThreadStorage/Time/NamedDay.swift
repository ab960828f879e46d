/// A day that a heading names in whatever form: `26 nov`, `za 21-11`, `1e december`, `21-22 nov`, `Day 12 - 2026-11-20`.
///
/// It is only for messages, and so it reads more than a date may be: near the day of another entry, few things are another.
package struct NamedDay {
  /// What it may be; nothing where it is a day of which that is not known, as in `Thursday`.
  package private(set) var dates: [CalendarDate] = []
  /// Behind its last byte.
  package private(set) var end: Int
  package private(set) var hasYear = false
  /// Whether it can hardly be anything else: no other words stand before it, or a time of day beside it.
  package private(set) var isClear: Bool

  /// - Parameter date: That of the entry beside it.
  package init?(
    _ bytes: borrowing Span<UInt8>, in range: Range<Int>, near date: CalendarDate?
  ) {
    end = range.upperBound
    let pieces = Piece.all(in: bytes, range)
    isClear = pieces.contains(where: \.isTime)
    var isBehindWords = false
    for (index, piece) in pieces.enumerated() {
      if let found = Found(pieces, at: index, near: date) {
        isClear = isClear || !isBehindWords && !found.isByPoint
        (dates, hasYear) = (found.dates, found.hasYear)
        end = pieces[found.end - 1].range.upperBound
        return
      }
      isBehindWords = isBehindWords || piece.isOther
    }
    // A heading of nothing else is a day, but for one number; and so is what begins with the name of one.
    guard let first = pieces.first, pieces.contains(where: \.isOfDay) else { return nil }
    let isOnlyDay = !pieces.contains(where: \.isOther) && (pieces.count > 1 || first.number == nil)
    // `So it goes` and `Do it yourself` begin with words.
    let isNamed = first.isWeekday && first.word.count > 2 || first.isRelative
    guard isOnlyDay || isNamed else { return nil }
    isClear = isClear || pieces.count == 1 && Self.past.contains(first.word)
  }

  /// Whether it is a day of the week or `yesterday`, at the begin.
  package static func isName(_ bytes: borrowing Span<UInt8>, in range: Range<Int>) -> Bool {
    Piece.all(in: bytes, range).first.map { $0.isWeekday || $0.isRelative } ?? false
  }

  /// What the pieces from one on may be.
  private struct Found {
    private(set) var dates: [CalendarDate] = []
    let hasYear: Bool
    /// Whether it is two numbers with a point between them, which may be anything else, as `3.11`.
    let isByPoint: Bool
    /// Behind its last piece.
    let end: Int

    init?(_ pieces: [Piece], at index: Int, near date: CalendarDate?) {
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
        if first.isWeekday, let date, third?.number == nil, third?.month == nil {
          for offset in -31...31 {
            let near = date.advanced(byDays: offset).parts
            let isMeant = date.advanced(byDays: offset).weekday == first.weekday
            if near.day == day.value, isMeant { days.append((near.month, near.day)) }
          }
        }
      case (let one?, let two?):
        isByNumbers = true
        if one.digits == 4, let three = third?.number {
          (year, next) = (first, index + 3)
          days = [(two.value, three.value)]
        } else {
          days = [(two.value, one.value)]
          if one.value != two.value { days.append((one.value, two.value)) }
        }
      case (nil, nil): return nil
      }
      if year == nil, let last = third, let number = last.number, [2, 4].contains(number.digits) {
        let isYear = number.digits == 4 || date.map { number.value == $0.year % 100 } == true
        if isYear { (year, next) = (last, index + 3) }
      }
      end = next
      hasYear = year?.number?.digits == 4
      // The end of `1.2.10` is no day by itself.
      if !hasYear, index > 0, pieces[index - 1].number != nil, first.isJoined,
        !first.isBehindBlank
      {
        return nil
      }
      isByPoint = isByNumbers && year == nil && second.isBehindPoint && !second.isBeforePoint
      guard let near = date ?? (hasYear ? CalendarDate(year: 2000, month: 1, day: 1) : nil) else {
        return nil
      }
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
      let isSection = isByNumbers && digits < 3 && next < pieces.count
      let isWhole = hasYear || !isByNumbers && index > 0 && pieces[index - 1].isWeekday
      if !isWhole { dates = dates.filter { $0.days(from: near) <= (isSection ? 3 : 31) } }
      if dates.isEmpty { return nil }
    }
  }

  /// A number or a word, and how it stands behind the one before it.
  private struct Piece {
    let range: Range<Int>
    /// With as many digits as were typed; nil of a word, and of a part of a time.
    private(set) var number: (value: Int, digits: Int)?
    let word: String
    /// Whether no more than the signs of a date stand before it.
    let isJoined: Bool
    let isBehindBlank: Bool
    let isBehindPoint: Bool
    private(set) var isBeforePoint = false
    /// Whether it is a part of a time of day, as `22:15` has two.
    private(set) var isTime = false

    var month: Int? { SpokenDate.month(named: word) }
    var weekday: Int? { SpokenDate.weekday(named: word) }
    var isWeekday: Bool { weekday != nil }
    var isRelative: Bool { NamedDay.relatives.contains(word) }
    /// Whether it says no more than that a date follows; signs such as `📅` say nothing.
    var isLabel: Bool {
      NamedDay.labels.contains(word)
        || !word.isEmpty
          && word.unicodeScalars.allSatisfy { !$0.properties.isAlphabetic && $0.value > 0x7F }
    }
    var isOfDay: Bool { number != nil || isWeekday || isRelative || month != nil }
    /// Whether it says something else than a day.
    var isOther: Bool { !word.isEmpty && !isLabel && !isOfDay }

    /// The first ones.
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
        let start = scan.position
        let signs = Array(bytes.copy(gap..<start))
        var number = scan.number(in: bytes)
        // A year is of our days, and a number of three digits is none of a date.
        let isOther = number.map { $0.digits > 2 && !($0.digits == 4 && 1900...2100 ~= $0.value) }
        if isOther == true { number = nil }
        let word = isOther == nil ? scan.word(in: bytes) : isOther == true ? "0" : ""
        if signs.first == UInt8(ascii: ".") {
          found.indices.last.map { found[$0].isBeforePoint = true }
        }
        guard scan.position > start else { break }
        // `1st`, `1e`, `3 de noviembre`
        if NamedDay.articles.contains(word), found.last?.number != nil { continue }
        let isTime = signs == [.colon] && number != nil && found.last?.number != nil
        if isTime, let last = found.indices.last {
          (found[last].number, found[last].isTime) = (nil, true)
        }
        // `7h` and `v2` are no days, and `26nov` is one.
        let isBeside = signs.isEmpty && !found.isEmpty
        let isOdd =
          isBeside && SpokenDate.month(named: number == nil ? word : found.last?.word ?? "") == nil
        if isOdd { found.indices.last.map { found[$0].number = nil } }
        let isDate = signs.allSatisfy { $0 >= 0x80 || " \t.,/-_'".utf8.contains($0) }
        found.append(
          Piece(
            range: start..<scan.position, number: isTime || isOdd ? nil : number, word: word,
            isJoined: isDate && signs.count < 6, isBehindBlank: signs.contains(.space),
            isBehindPoint: found.last?.isBeforePoint == true, isTime: isTime))
      }
      return found
    }
  }

  private static let articles: Set = [
    "st", "nd", "rd", "th", "e", "er", "º", "ª", "°", "ste", "de", "del", "of",
  ]
  private static let past: Set = [
    "yesterday", "gestern", "hier", "ayer", "ieri", "gisteren", "eergisteren", "vorgestern",
  ]
  private static let relatives = past.union([
    "today", "tonight", "heute", "hoy", "oggi", "vandaag",
  ])
  /// What says no more than that a date follows.
  private static let labels: Set = [
    "date", "datum", "fecha", "data", "day", "tag", "jour", "día", "giorno", "dag", "entry",
    "eintrag", "todo", "done", "le", "du", "am", "den", "der", "vom", "el", "il", "on", "the",
    "at", "um", "om", "à", "pm",
  ]
}
