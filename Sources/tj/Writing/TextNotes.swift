import ThreadJournal
import ThreadStorage

/// What is told of a text that says more than its words, such as a time.
enum TextNotes {
  /// Tells of a time that the text begins with, as other programs take it, and of options in it, which are not the
  /// entry's.
  ///
  /// - Parameters:
  ///   - named: What the text has of fields.
  ///   - at: The time that was given.
  ///   - adding: The line that adds the entry with this day and text: `tj edit --at` of a day keeps the time of day.
  static func tellOptions(
    in words: [String], _ named: FieldsInText?, of entry: String, _ schema: FieldSchema,
    at: String? = nil, isTitled: Bool = false,
    adding: ((_ day: String, _ text: String) -> String)? = nil, _ session: Session
  ) {
    let text = words.joined(separator: " ")
    let lines = text.split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    // Nobody types options into a longer line.
    guard lines.first.map({ $0.utf8.count <= 1000 }) == true else { return }
    let line = withoutMark(String(lines.first ?? ""), session)
    let found = OptionsInText(line, schema, session)
    // A text of several lines stays as it is.
    func newText(_ rest: String) -> String {
      rest.isEmpty || lines.count > 1 ? "" : " --text \(ShellWord.quoted(rest))"
    }
    let time = at == nil ? found.time : nil
    let title = isTitled ? nil : found.title
    if time != nil || title != nil {
      let options = [("at", time.map { dated($0, session) }), ("title", title)].compactMap {
        name, value in
        value.map { "--\(name) \(ShellWord.quoted($0))" }
      }
      let line = "tj edit \(entry) \(options.joined(separator: " "))\(newText(found.rest))"
      return session.note(
        time == nil
          ? "Its text seems to name a title. To set it so: \(line)"
          : "Its time is now. For that one: \(line)")
    }
    let fields = named?.fields ?? []
    // Of two times that are values of fields none is the entry's.
    if fields.count(where: { schema.field(named: $0.name)?.type == .time }) > 1 { return }
    let spanned = spanBesideValues(line, session)
    // `meeting 9:00-12:00` and `nap 11.40-12.25 on me`, but not `the shop that is open 9:00-12:00 was full` or `office hours
    // are 9:00-17:00`
    let states: Set = ["is", "are", "was", "were", "open"]
    let isSetOff =
      spanned.map { $0.isSetOff } == true
      && states.isDisjoint(with: text.lowercased().split(separator: " ").map(String.init))
    let span = fields.isEmpty && !isSetOff ? nil : spanned?.time
    let begun = session.timeAndText(line) ?? span
    let few = lines.count == 1 ? timeBeforeFewWords(line, session) : nil
    if let at, TimeExpression.isClock(at), let found = begun ?? few, let day = found.times.first,
      !TimeExpression.isClock(day), !says(found), !beginsWithPrice(line),
      !times(day, isLabel: found.sign != nil, session).isEmpty,
      let meant = WordsBehindOption.time(day, with: at, session),
      (try? session.time(meant))?.date != (try? session.time(at))?.date
    {
      // `--at 7pm 'yesterday spar'`
      return session.note(
        "Its day is today. For that one: tj edit \(entry) --at \(ShellWord.quoted(dated(meant, session)))"
          + newText(found.text))
    }
    let alone = session.times(alone: line)
    if let at {
      // `--at yesterday 7pm`, in two words of which the second became the text
      let whole = alone.first.map { TextTime(times: [$0], text: "", sign: nil) }
      guard let begun = begun ?? whole, let clock = begun.times.first,
        TimeExpression.isClock(clock),
        let time = try? session.time(at, keepsDay: true), !says(begun)
      else { return }
      let isDay = time.precision == .day
      let isSpan = (try? session.time(clock)).map { $0.minutesToEnd > 0 } == true
      guard isDay || isSpan && time.minutesToEnd == 0 else { return }
      return session.note(
        "Its time \(isDay ? "is the day alone" : "has no end"). For that one: tj edit \(entry) --at "
          + "\(ShellWord.quoted(TimeExpression.nearEnd(of: clock)))\(newText(begun.text))")
    }
    // `yesterday 'ran home'`, and `yesterday ran 5k`, but not `yesterday was long`.
    let bare = words.prefix { !$0.utf8.contains(where: Byte.isSpace) }.count
    let next = words.dropFirst().first?.lowercased() ?? ""
    let isDay =
      words.first?.lowercased() == "yesterday" && !TextTime.sentenceWords.contains(next)
      && !TimeExpression.partsOfDay.contains(next)
    let behind = dayAtEnd(line, session)
    let logged = fields.isEmpty ? behind : dayBeforeValues(text, session) ?? behind
    guard
      let found = alone.isEmpty
        ? split(words, bare, session) ?? begun ?? logged
          ?? (isDay ? split(words, 1, session) : nil)
          ?? few
        : TextTime(times: alone, text: "", sign: ":"),
      found.times.first?.lowercased() != "now", !says(found)
    else { return }
    let meant = found.times.flatMap { times($0, isLabel: found.sign != nil, session) }
    guard !meant.isEmpty else { return }
    let edits = meant.map { time in
      let time = dated(TimeExpression.nearEnd(of: time), session)
      if let adding, lines.count == 1, !found.text.isEmpty,
        (try? session.time(time, keepsDay: true))?.precision == .day
      {
        return "tj undo, then \(adding(time, found.text))"
      }
      return "tj edit \(entry) --at \(ShellWord.quoted(time))" + newText(found.text)
    }
    session.note("Its time is now. For that one: \(edits.joined(separator: ", or: "))")
  }

  /// Whether the line begins with a number as `11.30`: nobody writes a month before a dot and a day.
  private static func beginsWithPrice(_ line: String) -> Bool {
    let word = line.prefix { $0 != " " }
    let parts = word.split(separator: ".").map { Int($0) }
    return parts.count == 2 && !word.hasSuffix(".") && parts[1].map { $0 > 12 } == true
  }

  /// The time that `typed` means now, with its date, as the line may be run tomorrow; a time of day is that of yesterday where
  /// that is nearer than the one to come: `22:00-5:30` in the morning.
  static func dated(_ typed: String, _ session: Session) -> String {
    guard let time = try? session.time(typed, keepsDay: true) else { return typed }
    // `1/21 10:20` is rather of next week than of last year.
    if typed.count(where: { $0 == "/" }) == 1, let next = time.date.aYearLater,
      time.date < session.today, next.days(from: session.today) <= 31
    {
      return next.text + (time.precision == .day ? "" : " \(clock(of: time))")
    }
    if time.precision == .day { return time.date.text }
    let seconds =
      time.instant(in: session.zone).secondsSinceEpoch - session.now.secondsSinceEpoch
    // A night is told of in the morning.
    let isNight =
      time.minutesToEnd > 0 && time.secondOfDay + Int(time.minutesToEnd) * 60 > 86_400
    guard TimeExpression.isClock(typed), seconds > (isNight ? 3600 : 43_200) else {
      return time.shown(in: session.zone)
    }
    return "\(time.date.advanced(byDays: -1).text) \(clock(of: time))"
  }

  /// Tells the same of a text of several words that was written in an editor or as an answer, unless several lines have
  /// their days.
  static func tellOptions(
    inWritten text: [UInt8], _ named: FieldsInText, of entry: String, _ schema: FieldSchema,
    isTitled: Bool = false, _ session: Session
  ) {
    let text = String(utf8: Escaping.trimmingBlankLines(text))
    guard session.datedLines(of: text).isEmpty else { return }
    tellOptions(in: [text], named, of: entry, schema, isTitled: isTitled, session)
  }

  /// Tells of all that the text of a new entry says besides its words: fields, a number, a time, options.
  ///
  /// - Parameter given: The entry's fields.
  static func tell(
    _ text: [UInt8], besides given: [Entry.Field], of entry: String, _ schema: FieldSchema,
    _ session: Session
  ) {
    let named = FieldsInText(text, schema, besides: given)
    session.tell(named, of: entry)
    session.tell(
      numberOf: text, schema, besides: named.keys.union(given.map(\.key)), of: entry)
    tellOptions(inWritten: text, named, of: entry, schema, session)
  }

  /// The time with its end that stands in a text, which is rather that of its entry: `Halfmoon 9:30-12:15`, `nap from 11:45 to
  /// 13:05`; and whether it stands behind the first word, or at the end.
  static func spanBesideValues(
    _ text: String, _ session: Session
  ) -> (time: TextTime, isSetOff: Bool)? {
    let words = text.split(separator: " ").map { $0.filter { !",;()".contains($0) } }
    func clock(_ word: String) -> String? {
      TimeExpression.isClock(word) ? word : TimeExpression.clockOfWord(word)
    }
    for (index, word) in words.enumerated() {
      var (range, found) = (index...index, word.contains { "-–".contains($0) } ? clock(word) : nil)
      if index > 1, index + 1 < words.count, ["to", "till", "until"].contains(word),
        let start = clock(words[index - 1]), let end = clock(words[index + 1]),
        // `2:35 to 2:31` are results.
        start.prefix(while: { $0 != ":" }) != end.prefix(while: { $0 != ":" }) || start < end
      {
        (range, found) = (
          (index - (words[index - 2] == "from" ? 2 : 1))...(index + 1), "\(start)-\(end)"
        )
      }
      if let found, let time = try? session.time(found), time.minutesToEnd > 0 {
        let time = TextTime(times: [found], text: "", sign: nil)
        return (time, range.lowerBound == 1 || range.upperBound == words.count - 1)
      }
    }
    return nil
  }

  /// The day that a text with values of fields begins with, which is no sentence: `yesterday morning 3km in 22min`.
  private static func dayBeforeValues(_ text: String, _ session: Session) -> TextTime? {
    let words = text.split(separator: " ").map(String.init)
    let first = words.first?.lowercased() ?? ""
    // `last week 40 km`
    guard isWeekday(first) || ["yesterday", "last", "this"].contains(first), words.count > 1,
      !["week", "month", "year"].contains(words[1].lowercased())
    else { return nil }
    return (1...3).reversed().lazy.compactMap { split(words, $0, session) }.first
  }

  /// The day before that a few words end with: `call yesterday`, `called mom last night`, but not `better than yesterday`.
  private static func dayAtEnd(_ text: String, _ session: Session) -> TextTime? {
    let words = text.split(separator: " ").map(String.init)
    guard let start = words.firstIndex(where: { ["yesterday", "last"].contains($0.lowercased()) }),
      // With a time of day it is hardly one of prose: `V5 at the hive yesterday 6pm`.
      1...2 ~= start || 3..<6 ~= start && words.last?.first?.isNumber == true,
      !beforeDays.contains(words[start - 1].lowercased()),
      !TextTime.sentenceWords.contains(words[0].lowercased())
    else { return nil }
    let time = words[start...].joined(separator: " ")
    guard (try? session.time(time)) != nil else { return nil }
    var rest = words[..<start].joined(separator: " ")
    if rest.hasSuffix(",") { rest.removeLast() }
    return TextTime(times: [time], text: rest, sign: nil)
  }

  /// Behind these, a day is one that is spoken of.
  private static let beforeDays: Set = [
    "about", "after", "as", "before", "for", "from", "like", "not", "of", "since", "than", "to",
    "until", "was", "day", "all", "only", "and", "or", "vs", "late", "early", "just",
  ]

  /// Whether a text goes on so that it says something of the time it begins with: `24/11 has gone`, `7:30 hours
  /// of sleep`, `3 days ago I saw her`.
  private static func says(_ found: TextTime) -> Bool {
    guard found.sign == nil else { return false }
    let isAgo = found.times.first?.hasSuffix("ago") == true
    return found.isSentence || TimeUnit(found.nextWord) != nil
      || isAgo && TextTime.sentenceWords.contains(found.nextWord)
  }

  /// The line without the signs of a heading before a time: `## 11/8 7pm mitts`, but not what would begin an entry.
  private static func withoutMark(_ line: String, _ session: Session) -> String {
    let rest = line.drop { $0 == "#" }
    guard line.hasPrefix("#"), rest.first == " ",
      ThreadDocument(Array("\(line)\n".utf8)).entries.isEmpty
    else { return line }
    let text = String(rest.drop { $0 == " " })
    return session.timeAndText(text) == nil ? line : text
  }

  /// The time that a few words begin with which are no sentence, as `--at` reads it or asks about it: `noon jump rope`,
  /// `last nite ran`, `tues 6ish mitts`, but not `noon is too early`, `tuesday was fine`.
  private static func timeBeforeFewWords(_ line: String, _ session: Session) -> TextTime? {
    let words = line.split(separator: " ").map(String.init)
    // More words, and what ends as a sentence does, are prose.
    guard 2...8 ~= words.count, let end = line.last, end.isLetter || end.isNumber else {
      return nil
    }
    for count in (1...min(4, words.count - 1)).reversed() {
      let rest = words.dropFirst(count).joined(separator: " ")
      let next = words[count].lowercased().prefix { $0.isLetter || $0 == "'" || $0 == "’" }
      // `Sunday Times`, `yesterday Ann cried`
      let isName = words[count].first?.isUppercase == true && words[count].last?.isLowercase == true
      let times = timesMeant(words.prefix(count).map { $0.lowercased() }, session)
      guard !times.isEmpty else { continue }
      guard let sign = rest.first, sign.isLetter || sign.isNumber else { return nil }
      let isSentence =
        isName || behindTimes.contains(String(next)) || next.contains { "'’".contains($0) }
        || TextTime.sentenceWords.contains(String(next))
        || TimeWords.goesOn(behindDay: Array(rest.lowercased().utf8)[...])
        // `yesterday Lou was late`, `yesterday 7h30 of sleep`
        || !inSentences.isDisjoint(with: words[count...].prefix(3).map { $0.lowercased() })
        || isWeekday(String(next)) || TimeExpression.partsOfDay.contains(String(next))
      return isSentence ? nil : TextTime(times: times, text: rest, sign: nil)
    }
    return nil
  }

  /// The times that these words mean where they are all that is said of it; empty for other words.
  private static func timesMeant(_ typed: [String], _ session: Session) -> [String] {
    let short = ["yest", "nite", "tmrw"]
    let words = typed.map { short.contains($0) ? TimeExpression.english[$0] ?? $0 : $0 }
    func isRead(_ time: String) -> Bool { (try? session.time(time)) != nil }
    let round = TimeExpression.roundHours(words).filter(isRead)
    if !round.isEmpty { return round }
    let text = words.joined(separator: " ")
    if text == "half an hour ago" || text.hasPrefix("a couple ") && words.last == "ago" {
      return Array(TimeExpression.nearest(to: text, isOneTime: true).prefix(1))
    }
    // `6p ran`; `6a` is a grade, and `50p` a price.
    let hour = text.hasSuffix("p") ? Int(text.dropLast()) : nil
    if let hour { return 1...12 ~= hour && isRead(text) ? [text] : [] }
    // `sat` and `sun` are other words, and `midnight snack` is no time.
    let isDay =
      ["noon", "yesterday", "last", "tues", "thur", "thurs", "weds"].contains(words[0])
      || CalendarDate.weekdayNames.contains(words[0])
      // `mon night`
      || words.count == 2 && isWeekday(words[0]) && TimeExpression.partsOfDay.contains(words[1])
    let isPart = words.count == 2 && words[0] == "this"
    guard isDay || isPart, isRead(text), let time = try? session.time(text) else { return [] }
    // What is noted this morning is of now.
    let ago = session.now.secondsSinceEpoch - time.instant(in: session.zone).secondsSinceEpoch
    return isPart && ago < 6 * 3600 ? [] : [text]
  }

  /// Behind a day, these go on with a sentence, or make one word of both.
  private static let behindTimes: Set = [
    "felt", "feels", "feel", "seems", "seemed", "went", "goes", "came", "comes", "started",
    "starts", "begins", "began", "ended", "ends", "brought", "made", "means", "meant", "works",
    "worked",
    "again", "already", "for", "with", "off", "blues", "that", "when", "because", "but", "if", "so",
    "as", "after", "before", "then", "not", "never", "still", "may", "must", "no",
    "his", "her", "their", "read", "reading", "left", "everyone", "everything", "nothing", "nobody",
    "somebody", "someone",
  ]

  /// Words that few words without a verb have.
  private static let inSentences: Set = [
    "is", "was", "were", "are", "had", "has", "have", "will", "would", "felt", "feels", "seems",
    "of", "i", "we", "he", "she", "they", "it",
  ]

  private static func isWeekday(_ word: String) -> Bool {
    word.utf8.count > 2 && CalendarDate.weekdayNames.contains { $0.hasPrefix(word) }
  }

  /// The times that an entry of now may be meant to have by `text`: of a day that is no later, not today as a whole;
  /// and of a later one with its date, or that a sign sets off, or tomorrow with a time of day.
  ///
  /// A Friday on a Thursday is the coming one unless a sign follows; with a time of day either may be meant.
  private static func times(_ text: String, isLabel: Bool, _ session: Session) -> [String] {
    guard let time = try? session.time(text, keepsDay: true) else { return [] }
    let ago = session.today.daysSinceEpoch - time.date.daysSinceEpoch
    let isOfDay = time.precision != .day
    let first = text.lowercased().prefix(while: \.isLetter)
    let hasMonth = text.lowercased().split(separator: " ").dropFirst().contains {
      SpokenDate.month(named: String($0)) != nil
    }
    if isWeekday(String(first)), !isLabel, ago > 3, !hasMonth {
      // A part of the day is no time of day.
      guard isOfDay, text.contains(where: \.isNumber) else { return [] }
      let clock = clock(of: time)
      return [7 - ago, -ago].map { days in
        let day = CalendarDate(daysSinceEpoch: session.today.daysSinceEpoch + days)
        return "\(day.text) \(clock)"
      }
    }
    let isSetOff = isLabel || text.first?.isNumber == true
    let isMeant = ago > 0 || isOfDay && (ago == 0 || first == "tomorrow") || ago < 0 && isSetOff
    // In the evening, `3-11:30` may be of the afternoon.
    let isShort = text.first != "0" && text.allSatisfy { $0.isNumber || ":.-–".contains($0) }
    let later = Timestamp(
      wallClockSeconds: time.wallClockSeconds + 43_200, utcOffset: nil, precision: .minute)?
      .ending(afterMinutes: Int(time.minutesToEnd))
    if isMeant, isShort, time.minutesToEnd > 0, 1...11 ~= time.hour, let later,
      later.instant(in: session.zone).secondsSinceEpoch + Int64(time.minutesToEnd) * 60
        <= session.now.secondsSinceEpoch
    {
      return ["\(later.date.text) \(clock(of: later))", text]
    }
    return isMeant ? [text] : []
  }

  /// The time of day, with its end where it has one.
  static func clock(of time: Timestamp) -> Substring {
    time.canonicalText.dropFirst(11).prefix(time.minutesToEnd > 0 ? 11 : 5)
  }

  /// So many words as a time, and the others as a text; nil where the words are no time.
  static func split(_ words: [String], _ count: Int, _ session: Session) -> TextTime? {
    let time = words.prefix(count).joined(separator: " ")
    guard count < words.count, !session.beginsWithOtherNumbers(words.joined(separator: " ")),
      (try? session.time(time)) != nil
    else { return nil }
    return TextTime(
      times: [time], text: words.dropFirst(count).joined(separator: " "), sign: nil)
  }
}
