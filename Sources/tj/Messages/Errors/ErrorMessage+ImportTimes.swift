import ThreadJournal
import ThreadStorage

/// How times in what is to be imported are to be read, or why they cannot be.
extension ErrorMessage {
  /// How to say in which form times are, by the forms that all of `texts` fit and that are not the one that was said.
  ///
  /// - Parameter table: All times of the table that they are of, where they are of one.
  static func timeFormats(
    fitting texts: [String], mayHaveTitles: Bool, besides said: String?, in table: TableTimes? = nil
  ) -> [String] {
    guard let text = texts.first else { return [] }
    var patterns = TimePattern.fitting(texts, mayHaveTitles: mayHaveTitles).filter { $0 != said }
    if let table { patterns = table.better(patterns, for: text) }
    guard let first = patterns.first else {
      let areOthersRead = table?.areReadElsewhere == true
      if let order = table?.orders { return order }
      let parts = text.split(separator: " ")
      let clock = parts.dropFirst().last?.split(separator: ".") ?? []
      if (parts.first ?? "").count(where: \.isNumber) > 5, clock.count == 2,
        clock.allSatisfy({ Int($0) != nil }), clock[1].utf8.count == 1
      {
        return [
          "Write its minutes with two digits: a spreadsheet takes 12.50 for a number, and leaves 12.5."
        ]
      }
      if areOthersRead, let short = shortYear(text, besides: said) { return [short] }
      if let other = otherWeekday(text) { return [other] }
      if texts.contains(where: hasForeignMonth) {
        return ["This form of a date is not read. Write it as 2026-10-04, or as 4 October 2026."]
      }
      if let meant = seemingTime(text, isRow: !mayHaveTitles) { return [meant] }
      if let missing = missingTime(text) { return [missing] }
      if areOthersRead { return [otherForm] }
      if let said {
        if !["%Y", "%y", "%F", "%D", "%s"].contains(where: said.contains) {
          return [
            "--time-format \(ShellWord.quoted(said)) has no year, which a file has to tell: %Y"
          ]
        }
        return ["It does not fit --time-format \(ShellWord.quoted(said)), or is in no calendar."]
      }
      return [
        "Say how times are written, as strptime does; of 21.11.2026 09:05: "
          + "--time-format '%d.%m.%Y %H:%M'"
      ]
    }
    if patterns.count == 1 {
      return ["Say how times are written: --time-format \(ShellWord.quoted(first))"]
    }
    return patterns.map { pattern in
      let day = TimePattern(pattern)?.day(of: text) ?? text
      return "If \"\(text)\" is \(day): --time-format \(ShellWord.quoted(pattern))"
    }
  }

  private static let otherForm =
    "Other times of the table are written in another way. Write it as they are."

  /// That the year of a date has two digits, where others have four, as they have unless it was said that they have two.
  private static func shortYear(_ text: String, besides said: String?) -> String? {
    if said?.contains("%y") == true { return nil }
    let bytes = Array(text.utf8)
    let date = ForeignDate(bytes.span, at: 0, upTo: bytes.count)
    return date?.hasShortYear == true
      ? "Its year has two digits. Write it with four, as it stands in the others." : nil
  }

  /// How lines that look like entries' begin some, besides those which do so in the form that was said.
  static func advice(
    on kind: ImportOmission.Kind, _ lines: [ImportOmission.Line], besides said: String?
  ) -> [String] {
    switch kind {
    case .deeperHeading, .otherDay, .clockInTitle, .dateAlone, .longEnd, .clockChange, .looseQuote,
      .rowInCell, .rowAgain, .formulaError, .labels, .propertyLine, .propertyBelow, .propertyGap,
      .taskField:
      return []
    case .sectionDay: return ["To have an entry of that day, put it into a file of its own."]
    case .slipOfBracket:
      return [
        "To have an entry begin there, write its time as in [2026-03-28 21:05], with nothing before it and a blank behind it."
      ]
    case .dayAmongTimes, .dayBelowText: return ["If it is text, put a word before it."]
    case .behindLater:
      return [
        "Where one is of the afternoon, write it so there; one of the next day belongs below that day, or into its own note."
      ]
    case .otherWeekday:
      let days = lines.prefix(3).flatMap { line in
        line.dates.map { "\($0.text) is a \(TimeText.weekday($0.weekday))" }
      }
      return ["Where the date is the slip, correct it there: \(days.joined(separator: ", "))"]
    // A section that no form of times makes a day.
    case .heading where !lines.contains(where: { $0.text.contains(where: Byte.isDigit) }): return []
    case .halfMissing: return ["Where one is of the afternoon, write PM behind it there."]
    default: break
    }
    let areHeadings = lines.allSatisfy { $0.text.first == .hash }
    let dates = lines.first?.dates ?? []
    let date = dates.count == 1 ? dates[0].text : "2026-03-28"
    let heading = areHeadings ? lines.first?.text ?? [] : []
    let byHand = [
      "To have an entry begin there, write it as a heading: ## \(date)"
        + (dates.count == 1 ? clock(in: heading, on: date) : "")
    ]
    if kind == .clockBelow, let first = lines.first, let day = first.dates.first {
      let text = first.text[...].drop { $0 == .hash || Byte.isBlank($0) }
      let clock = ImportReader.withColon(text) ?? ImportReader.withBareClock(text)
      let title = clock.map { String(utf8: $0) } ?? "HH:MM, and its title"
      let heading = ThreadDocument.timeInTitle(text, on: day)?.heading ?? "## \(date) \(title)"
      return ["To have an entry begin there, write it as a heading: \(heading)"]
    }
    guard kind == .heading || areHeadings && kind != .day(.note) else { return byHand }
    let times = lines.map { line in
      let text = line.text.drop { $0 == .hash || $0 == 0x5B || Byte.isBlank($0) }
      return String(utf8: text.prefix { $0 != 0x5D })
    }
    // No format reads a day in a link.
    let areLinks =
      areHeadings
      && lines.allSatisfy { line in
        line.text.drop { $0 == .hash || Byte.isBlank($0) }.first == 0x5B
      }
    if areLinks {
      let day = times.first.flatMap { TimePattern("%Y-%m-%d")?.day(of: $0) } ?? date
      return [
        "To have an entry begin there, write it as a heading: ## \(day)"
          + clock(in: heading, on: day)
      ]
    }
    func isMarked(_ line: ImportOmission.Line) -> Bool { line.text.first == 0x5B }
    let areMarked = lines.allSatisfy(isMarked)
    // In a file without them, a bracket or a list's bullet hides a date.
    let areHidden = zip(lines, times).allSatisfy { line, time in
      line.text.first.map(EntryField.isBullet) == true
        || isMarked(line) && Timestamp(time).map { $0.precision != .day } == true
    }
    if areHidden, said?.utf8.first.map(EntryField.isBullet) != true {
      return [
        lines.count == 1
          ? "Write it without what stands before its date, as the others are."
          : "Write them without what stands before their dates, as the others are."
      ]
    }
    // Elsewhere a time of day that is not read is none.
    func isDay(_ time: String) -> Bool {
      TimePattern("%Y-%m-%d")?.day(of: time) != nil
        && (areHeadings || !time.dropFirst(11).prefix(5).contains(":"))
    }
    let days = times.filter(isDay)
    let most = TimePattern.mostFitting(times, mayHaveTitles: !areMarked)
    let areDays = days.count > most.count || days.first == times.first && days.count == most.count
    // No format reads a day without its year.
    if !areDays, most.isEmpty {
      if !dates.isEmpty {
        return areMarked
          ? ["To have an entry begin there, write its time as in [\(date) 21:05]."] : byHand
      }
      return timeFormats(
        fitting: Array(times.prefix(1)), mayHaveTitles: !areMarked, besides: said)
    }
    // A format with such years would not read the others.
    if !areHeadings, !areDays, let short = shortYear(most[0], besides: said) {
      return [short]
    }
    let read = areDays ? days : most
    let formats =
      areDays ? ["%Y-%m-%d"] : TimePattern.fitting(most, mayHaveTitles: !areMarked)
    if let said, !formats.contains(where: { said.hasPrefix($0) }) {
      let (isOne, form) = (lines.count == 1, ShellWord.quoted(said))
      return [
        "\(isOne ? "It does" : "They do") not fit --time-format \(form), which reads others: "
          + "correct \(isOne ? "it where it stands" : "them where they stand")."
      ]
    }
    let advice =
      areDays
      ? ["To have entries begin there: --time-format '%Y-%m-%d'"]
      : timeFormats(fitting: most, mayHaveTitles: !areMarked, besides: nil)
    if read.count == lines.count { return advice }
    let verb = read.count == 1 ? "is" : "are"
    return advice + ["Of these \(lines.count) lines, \(read.count) \(verb) written so."]
  }

  /// The time of day among the words of a heading, behind a space; empty without one.
  private static func clock(in heading: [UInt8], on day: String) -> String {
    let words = String(utf8: heading).split(separator: " ")
    // `9 pm` has two.
    let parts = words.indices.dropFirst().flatMap { index in
      [words[index...].prefix(2).joined(separator: " "), String(words[index])]
    }
    let clock = parts.first { Timestamp("\(day) \($0)").map { $0.precision != .day } == true }
    return clock.map { " \($0)" } ?? ""
  }

  /// Whether it has a year, and a word that is probably the name of a month in another language.
  private static func hasForeignMonth(_ text: String) -> Bool {
    let numbers = text.split { !$0.isNumber }
    // `5-gen-26` has one, too.
    guard numbers.count > 1 || numbers.contains(where: { $0.count == 4 }) else { return false }
    let others = [
      "jän", "mär", "mrt", "mai", "okt", "dez", "fév", "avr", "jui", "aoû", "déc", "ene", "abr",
      "agos", "dic", "gen", "mag", "giu", "lug", "set", "ott",
    ]
    let words = text.lowercased().split { !$0.isLetter }.map(String.init)
    return words.contains { word in
      // "Martes" is no March.
      let letters = Array(word.utf8)
      if SpokenDate.weekdayName(in: letters.span, letters.indices) != nil { return false }
      if let month = CalendarDate.monthNames.first(where: { word.hasPrefix($0.prefix(3)) }) {
        return word != month && word.count > 3 && word != "sept"
      }
      return others.contains { word.hasPrefix($0) }
    }
  }

  /// That the day of the week before a date is not the one that it has.
  private static func otherWeekday(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard let spoken = SpokenDate(bytes.span, at: 0, upTo: bytes.count), spoken.contradictsWeekday
    else { return nil }
    return "\(spoken.date.text) is another day of the week. Correct it where it stands."
  }

  /// That a text in a form of ours is of a day, or a time of day, that does not exist.
  private static func missingTime(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    if ForeignDate.impossibleEnd(in: bytes.span, at: 0, upTo: bytes.count) != nil {
      return "There is no such day. Correct it where it stands."
    }
    let parts = text.prefix(10).split(maxSplits: 2, omittingEmptySubsequences: false) {
      "-/.".contains($0)
    }
    let numbers = parts.compactMap { Int($0) }
    guard parts.map(\.count) == [4, 2, 2], numbers.count == 3 else { return nil }
    if CalendarDate(year: numbers[0], month: numbers[1], day: numbers[2]) == nil {
      return "There is no such day. Correct it where it stands."
    }
    let clock = text.dropFirst(11).prefix { $0 != " " }
    let isClock = clock.contains(":") && clock.allSatisfy { $0.isNumber || $0 == ":" }
    return isClock && Timestamp("\(parts.joined(separator: "-")) \(clock)") == nil
      ? "There is no such time of day. Correct it where it stands." : nil
  }

  /// Whether a word has a fraction as no clock shows it: `2:04.90`, `25.80`.
  private static func isResult(_ word: String) -> Bool {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts[0].split(separator: ":", omittingEmptySubsequences: false) + parts[1...]
    return parts.count == 2 && numbers.allSatisfy { 1...2 ~= $0.count && Int($0) != nil }
      && (numbers.count == 3 || Timestamp("2000-01-01 \(parts[0]):\(parts[1])") == nil)
  }

  /// What a text that is no time seems to be, and what can be done; no format reads these.
  ///
  /// - Parameter isRow: Whether it stands in a row of a table.
  private static func seemingTime(_ text: String, isRow: Bool) -> String? {
    if let zone = ZoneName.example(in: text) {
      return "\(advice(onZone: zone)). Write it so in the file."
    }
    let words = text.split(separator: " ").map(String.init)
    if words.count > 1, TimeWords.weeks.contains(words[0].lowercased()), Int(words[1]) != nil {
      return
        "A week is no day. A day in the front matter, or in the file's name, is: date: 2026-03-23"
    }
    if text.utf8.allSatisfy(Byte.isDigit), let number = Int(text) {
      switch number {
      case 1900..<2200: return "A year alone is no day, as 2026-03-28 is."
      case 10_000..<100_000:
        return "It seems to be a spreadsheet's number of a day. Format the column as a date there."
      case 100_000_000..<10_000_000_000:
        return "It seems to be seconds since 1970, in UTC. \(formula(86_400))"
      case 100_000_000_000..<10_000_000_000_000:
        return "It seems to be milliseconds since 1970, in UTC. \(formula(86_400_000))"
      default: return nil
      }
    }
    if isRow, !text.utf8.contains(where: Byte.isDigit) {
      return "If this is no entry, such as a row of sums, take it out."
    }
    if words.count > 1, let day = Timestamp(words[0]), day.precision == .day {
      if Timestamp(words[1]) != nil {
        return "Both columns have the day. Name the one that has all of it: --map TIME=COLUMN"
      }
      func isClock(_ word: String) -> Bool { Timestamp("\(words[0]) \(word)") != nil }
      if words.count > 2, isClock(words[1]),
        TimeWords.englishHalves.contains(words[2].lowercased())
      {
        return "A time of 24 hours has no \(words[2]): \(words[1]). Correct it where it stands."
      }
      if words.count > 2, isClock(words[1]), isClock(words[2]) {
        return words[1].allSatisfy { "0:".contains($0) }
          ? "Both columns have a time of day. Give the first one days alone, as 2026-03-28."
          : "Both columns have times. Name the one that has all of it: --map TIME=COLUMN"
      }
      if words.count == 4, isClock("\(words[1])-\(words[3])") {
        return "An end stands behind a - without spaces: \(words[1])-\(words[3])"
      }
      let clock = words.dropFirst().joined(separator: " ")
      let written = ImportReader.withColon(Array(clock.utf8)[...]).map { String(utf8: $0) }
      if let meant = TimeExpression.clock(meantBy: clock) ?? written, meant != clock {
        return "Write its time of day so: \(meant)"
      }
    }
    if isRow, words.count == 2, isResult(words[1]) {
      return "What stands behind its day is no time of day. To have it as a field, "
        + "name the column of the days alone: --map TIME=COLUMN"
    }
    // 2026-03-28T07:12:33-04:56:02
    let offset = text.split { $0 == "+" || $0 == "-" }.last?.split(separator: ":") ?? []
    if offset.count == 3, offset.allSatisfy({ Int($0) != nil }),
      Timestamp(String(text.dropLast(3))) != nil
    {
      return "Offsets have hours and minutes: \(text.dropLast(3))"
    }
    let hasYear = text.split { !$0.isNumber }.contains { $0.count == 4 }
    let months = CalendarDate.monthNames.map { $0.prefix(3) }
    let bytes = Array(text.utf8)
    let isDay =
      words.contains { months.contains($0.lowercased().prefix(3)) }
      || NamedDay.yearlessEnd(in: bytes[...]) != nil
    if isDay, !hasYear { return "A date needs its year, as in 2026-03-28." }
    return nil
  }

  /// How a spreadsheet makes a time of a number, of which a day has so many.
  private static func formula(_ ofDay: Int) -> String {
    let time = "TEXT(A2/\(ofDay)+DATE(1970,1,1),\"yyyy-mm-dd hh:mm:ss\")"
    return "In a table, of the one in A2: =\(time)&\"Z\""
  }

  /// How to say in which form the day in a note's name is; nil where no form is known.
  static func timeFormats(inNameOf file: String) -> [String]? {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    guard !TimePattern.fitting([stem], mayHaveTitles: true).isEmpty else { return nil }
    return timeFormats(fitting: [stem], mayHaveTitles: true, besides: nil)
  }
}

/// The times of a table, some of which are not read.
struct TableTimes {
  let texts: [String]
  /// How they are read now.
  let options: ImportOptions

  /// Whether some of them are read as they are.
  var areReadElsewhere: Bool { options.count(of: texts) > 0 }

  /// Those of the patterns for `text` that read more of the times than are read now, with day and month in the order
  /// of the setting.
  func better(_ patterns: [String], for text: String) -> [String] {
    guard !texts.isEmpty else { return patterns }
    let count = options.count(of: texts)
    let bytes = Array(text.utf8)
    let date = options.dateOrder.flatMap { order in
      ForeignDate(bytes.span, at: 0, upTo: bytes.count)?.dates(in: order).first
    }
    return patterns.filter { pattern in
      guard let known = TimePattern(pattern) else { return false }
      if let date, known.day(of: text) != date.text { return false }
      var others = options
      others.timePattern = known
      return others.count(of: texts) > count
    }
  }

  /// Which setting of the order of day and month reads most of the times; nil where it reads no more than now.
  var orders: [String]? {
    guard options.dateOrder == nil else { return nil }
    let counts = ForeignDate.Order.allCases.map { order in
      var others = options
      others.dateOrder = order
      return (order: order, count: others.count(of: texts))
    }
    guard let most = counts.map(\.count).max(), most > options.count(of: texts) else { return nil }
    let orders = counts.filter { $0.count == most }.map(\.order)
    guard orders.count > 1 else {
      let times = most == texts.count ? "all of these times" : "\(most) of \(texts.count) times"
      return orders.map { "To read \(times): tj config date-order \($0.rawValue)" }
    }
    let read = texts.lazy.map { text in
      let bytes = Array(text.utf8)
      let date = ForeignDate(bytes.span, at: 0, upTo: bytes.count)
      return (text: text, dates: orders.compactMap { date?.date(in: $0) })
    }.filter { $0.dates.count == orders.count }
    if let (text, dates) = read.first(where: { Set($0.dates).count == orders.count }) {
      return zip(orders, dates).map { order, date in
        "If \"\(text)\" is \(date.text): tj config date-order \(order.rawValue)"
      }
    }
    // With the month in words both are one day, and others of who writes so have the same order.
    guard let text = read.first?.text else { return nil }
    let order = text.first?.isNumber == true ? ForeignDate.Order.dmy : .mdy
    return ["To read these times: tj config date-order \(order.rawValue)"]
  }
}
