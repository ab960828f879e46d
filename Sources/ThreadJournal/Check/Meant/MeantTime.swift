import ThreadStorage

extension ThreadDocument {
  /// What else the time or the title of `heading` may have been meant as; `isNew` where its writer is still at it, and
  /// `amongTimes` where most entries have a time, so that a number may be one.
  func meant(
    _ heading: EntryHeading, isNew: Bool = false, amongTimes: Bool = false, in zone: LocalTimeZone
  ) -> MeantLine? {
    if !isNew, let second = meantSecondDate(heading) { return second }
    let zoned = meantBeforeZone(heading, in: zone)
    if let zoned, zoned.splices != nil { return zoned }
    let time =
      meantHalf(heading) ?? (isNew ? nil : meantWord(heading, in: zone)) ?? meantTime(
        heading, isNew: isNew, amongTimes: amongTimes) ?? zoned
    if let time = time ?? (isNew ? nil : meantLastDay(heading)) { return time }
    let isUnnamed = !isNew && heading.attributes?.id == nil
    return (isUnnamed ? meantSeason(heading, in: zone) : nil)
      ?? meantZone(heading, isNew: isNew, in: zone) ?? meantLength(heading, in: zone)
      ?? meantYear(heading) ?? (isNew ? nil : meantWeekday(heading))
      ?? meantGap(heading, in: zone) ?? meantNight(heading, in: zone)
  }

  /// The time of day in the title of a day among entries that have times, as a check tells of it, and the heading that has it
  /// as its time, where there is one reading; nil also of what heads sections, `2.30 Results` and `Evening`.
  package static func timeInTitle(
    _ title: ArraySlice<UInt8>, on date: CalendarDate
  ) -> (typed: String, heading: String?)? {
    let document = ThreadDocument(Array("## \(date.text) ".utf8) + title + [.lineFeed])
    guard let heading = document.entries.first?.heading else { return nil }
    if heading.timestamp.precision != .day {
      return (document.string(heading.timestampRange), document.string(heading.line))
    }
    guard
      case .headingTime(let typed, let meant, _) = document.meantTime(
        heading, isNew: false, amongTimes: true)?.kind,
      typed.utf8.contains(where: Byte.isDigit),
      LooseClock(document.bytes.span, at: heading.title.lowerBound, upTo: heading.title.upperBound)?
        .isLikely != false
    else { return nil }
    return (typed, meant)
  }

  /// `pm` behind a time that is not read so, for a sign or a slip of the finger: `7:30 pm?`, `7:30 pmish`, `7:30 pn`.
  private func meantHalf(_ heading: EntryHeading) -> MeantLine? {
    let (time, title) = (heading.timestamp, heading.title)
    guard time.precision == .minute, time.utcOffset == nil, time.minutesToEnd == 0,
      !heading.hasDeclaredTitle(bytes.span), 1...11 ~= time.hour,
      bytes[heading.timestampRange.upperBound - 1] | 0x20 != UInt8(ascii: "m")
    else { return nil }
    let word = bytes[title].prefix { !Byte.isBlank($0) }
    let letters = String(utf8: word.prefix(while: Byte.isLetter))
    let behind = String(utf8: word.dropFirst(letters.utf8.count))
    // `PM's` is somebody's, and `Eve` is a name.
    let isHalf =
      letters.lowercased() == "pm" && behind.first.map { "'’".contains($0) } != true
      || behind.isEmpty && ["pmish", "pn", "mp", "eve"].contains(letters)
    guard isHalf else { return nil }
    return MeantLine(at: title.lowerBound, .headingTime(String(utf8: word), nil))
  }

  /// Whether entries that tj has named have zones such as `+0900`: who writes them so means others so.
  private var hasZonesWithoutColon: Bool {
    entries.contains { other in
      let typed = bytes[other.heading.timestampRange]
      return other.heading.attributes?.id != nil && typed.count > 6
        && "+-".utf8.contains(typed[typed.endIndex - 5]) && !typed.suffix(5).contains(.colon)
    }
  }

  /// `am` between a time and a noun, where other entries have the hours of a clock of 24: `12:15 am Bienenstand`; and a number
  /// or a letter that is read as a zone: `9:00-13:00 +1000 palabras`, `14:00 Z stack`.
  private func meantWord(_ heading: EntryHeading, in zone: LocalTimeZone) -> MeantLine? {
    let (typed, title) = (bytes[heading.timestampRange], bytes[heading.title])
    guard heading.attributes?.id == nil, let first = title.first else { return nil }
    let word = typed.lastIndex(where: Byte.isBlank).map { typed[($0 + 1)...] } ?? []
    let time = heading.timestamp
    let isHalf =
      time.utcOffset == nil && word.elementsEqual("am".utf8) && 0x41...0x5A ~= first
      && hasLateHours
    let isNumber =
      time.utcOffset.map { $0 != zone.offset(at: time.instant(in: zone)) } == true
      && (Byte.isLetter(first) || first >= 0x80)
      && (String(utf8: word).lowercased() == "z"
        || word.count == 5 && word.dropFirst().allSatisfy(Byte.isDigit)
          && (word.first == UInt8(ascii: "+") || time.minutesToEnd > 0))
      && !hasZonesWithoutColon
    guard isHalf || isNumber else { return nil }
    let other =
      string(heading.line.lowerBound..<(word.startIndex - 1)) + "  "
      + string(word.startIndex..<heading.line.upperBound)
    let local = Timestamp(instant: time.instant(in: zone), in: zone)
    return MeantLine(
      at: word.startIndex,
      .headingWord(
        String(utf8: word), isZone: isNumber,
        readAs: isNumber ? local.minuteText : time.minuteText.suffix(5).description,
        other: other))
  }

  /// Whether an entry has an hour of the afternoon of a clock of 24.
  private var hasLateHours: Bool {
    entries.contains { slice in
      slice.heading.timestamp.hour > 12
        && !TypedClock.hasHalf(bytes[slice.heading.timestampRange])
    }
  }

  /// A title that begins like a time, or a day's that ends in one: `## 2026-11-21 9.05`, `## 2026-11-21 Walk 9:05`.
  private func meantTime(
    _ heading: EntryHeading, isNew: Bool, amongTimes: Bool
  ) -> MeantLine? {
    let isDeclared = heading.hasDeclaredTitle(bytes.span)
    let isDay = heading.timestamp.precision == .day
    // What has an id was perhaps written by tj, which sets such a title off by two spaces; by hand they are rather a slip.
    let isKept = isDeclared && !isNew && heading.attributes?.id != nil
    guard !isDeclared || (isNew ? isDay : !isKept || isDay && amongTimes) else { return nil }
    let title = heading.title
    let clock = clock(of: heading, isNew: isNew)
    // In a draft, two spaces are what it takes to have another title than a time on a day.
    if isKept || isDeclared && isNew, clock?.written == nil { return nil }
    guard let clock else {
      if let meant = meantBehindWeekday(heading) { return meant }
      let isBare =
        isDay && heading.timestamp.utcOffset == nil && heading.attributes?.id == nil
      // In a draft the time is given, and another one is typed behind it.
      let second =
        isNew && heading.timestamp.precision != .day
        ? TypedClock(bytes.span, in: title, after: .day)?.end : nil
      guard
        let end = DoubtfulClock.end(in: bytes.span, title: title, after: heading.timestamp)
          ?? second
      else {
        return (isBare ? timeBeforeTitle(heading, amongTimes) : nil)
          ?? endBehindTitle(heading)
          ?? timeBehindTitle(heading, isNew, amongTimes)
          ?? (isBare && amongTimes ? slippedTime(heading) : nil)
          ?? (isBare ? timeLikeNumber(heading, amongTimes) : nil)
      }
      // A word for a time is a title where two blanks say so.
      if isDeclared, !bytes[title.lowerBound..<end].contains(where: Byte.isDigit) { return nil }
      let loose =
        isDay ? LooseClock(bytes.span, at: title.lowerBound, upTo: title.upperBound) : nil
      if let meant = endBehindWord(heading) { return meant }
      // `7p-7a` begins with a time, too.
      let whole = loose.map { $0.isSpan ? max(end, $0.end) : end } ?? end
      let isClear = loose.map { $0.end == whole && (amongTimes || $0.isSpan) } == true
      return meantTime(
        heading, upTo: whole, isClear ? loose?.written : nil,
        isSure: isNew || amongTimes || !isPoint(title.lowerBound..<whole, in: title))
    }
    if let end = meantEnd(heading, clock) { return end }
    // Four digits alone may be a year.
    let digits = bytes[title]
    if !isNew, !amongTimes, clock.written == nil, digits.count == 4,
      digits.allSatisfy(Byte.isDigit), digits.first != UInt8(ascii: "0"),
      DoubtfulClock.end(in: bytes.span, title: title, after: heading.timestamp) == nil
    {
      return nil
    }
    let line = Line(startingAt: heading.line.lowerBound, in: bytes.span, upTo: bytes.count)
    let meant = clock.written.flatMap { self.line(of: heading, with: $0, clock) }
    if isKept, meant == nil { return nil }
    // `8h15 - 12h00`, and among times `14.30 Markt`
    if meant == nil,
      let loose = LooseClock(bytes.span, at: title.lowerBound, upTo: title.upperBound),
      loose.isSpan && loose.end > clock.end
        || isDay && amongTimes && loose.end == clock.end
    {
      // `18 Uhr 15`
      let rest = string(offset(behindSignsAt: loose.end, upTo: title.upperBound)..<title.upperBound)
      let isWhole = rest.isEmpty || !DoubtfulClock.mayGoOn(with: rest)
      return meantTime(heading, upTo: loose.end, isWhole ? loose.written : nil, isSure: true)
    }
    let range = title.lowerBound..<clock.end
    let isClear = !isKept && !mayBeLength(range, in: title)
    return MeantLine(
      at: title.lowerBound,
      .headingTime(
        string(range), meant.map { String(utf8: $0) },
        isSure: !isKept && (isNew || amongTimes || !isPoint(range, in: title))),
      splices: isClear ? meant.flatMap { splices(replacing: line, by: $0) } : nil)
  }

  /// Whether a title goes on behind hours and minutes with a letter, which may be how long that took: `10h20 vélo`.
  private func mayBeLength(_ range: Range<Int>, in title: Range<Int>) -> Bool {
    range.upperBound < title.upperBound && range.count < 6
      && bytes[range].count(where: Byte.isDigit) == range.count - 1
      && bytes[range].contains { "hu".utf8.contains($0 | 0x20) }
  }

  /// Whether a title goes on behind two numbers with a point, which may be an amount: `12.50 Coffee`.
  private func isPoint(_ range: Range<Int>, in title: Range<Int>) -> Bool {
    range.upperBound < title.upperBound && bytes[range].contains(UInt8(ascii: "."))
      && bytes[range].allSatisfy { Byte.isDigit($0) || $0 == UInt8(ascii: ".") }
  }

  /// A day's title that begins with what may be a time where other entries have theirs: `7.05 fog`, `1830-2000 Paint`.
  private func timeBeforeTitle(_ heading: EntryHeading, _ amongTimes: Bool) -> MeantLine? {
    let title = heading.title
    let isInBrackets = bytes[title].first == UInt8(ascii: "(")
    let start = title.lowerBound + (isInBrackets ? 1 : 0)
    guard let clock = LooseClock(bytes.span, at: start, upTo: title.upperBound),
      !isInBrackets || bytes[clock.end..<title.upperBound].first == UInt8(ascii: ")"),
      // A pace, a price and a length are rarely round and of the morning; `5-7 friends` are counted.
      clock.isLikely,
      amongTimes
        ? clock.isPlain || clock.hasMinutes || clock.end == title.upperBound
          || clock.isSpan && (clock.hour > 6 && clock.isBeforeTitle || isOfSpans)
        : clock.isNamed || clock.isSignedSpan && clock.isBeforeTitle
          || !clock.isSpan && isPoint(title.lowerBound..<clock.end, in: title)
          || clock.isShift && (clock.hasMinutes || clock.end == title.upperBound)
    else { return nil }
    let end = clock.end + (isInBrackets ? 1 : 0)
    return meantTime(heading, upTo: end, clock.written, isSure: clock.isPlain)
  }

  /// A day's title that begins with a time but for one slip of the finger: `7::05`, `14:3p`, `21:0022:30`.
  private func slippedTime(_ heading: EntryHeading) -> MeantLine? {
    SlippedClock(bytes[heading.title]).map {
      meantTime(heading, upTo: $0.end, $0.written, isSure: false)
    }
  }

  /// A number of a day's title that is written as clocks are; where the other entries have no times, one to another.
  private func timeLikeNumber(_ heading: EntryHeading, _ amongTimes: Bool) -> MeantLine? {
    guard let range = clockLikeNumber(in: heading.title, amongTimes),
      amongTimes || bytes[range].contains(UInt8(ascii: "h")) && bytes[range].count > 3
    else { return nil }
    return meantTime(heading, range, nil, [], isSure: false)
  }

  /// An end that a word of another language sets off: `8:00 bis 8:20 Sauerstoff`.
  private func endBehindWord(_ heading: EntryHeading) -> MeantLine? {
    let (time, title) = (heading.timestamp, heading.title)
    let word = bytes[title].prefix { !Byte.isBlank($0) }
    guard time.precision == .minute, time.utcOffset == nil, time.minutesToEnd == 0,
      word.count < title.count, TimeWords.until.contains(String(utf8: word).lowercased()),
      let clock = LooseClock(bytes.span, at: word.endIndex + 1, upTo: title.upperBound),
      clock.isPlain, !clock.isSpan, let end = clock.written
    else { return nil }
    let written = "\(time.minuteText.suffix(5))-\(end)"
    return meantTime(heading, upTo: clock.end, written, isSure: true)
  }

  /// Where the entries without an id begin whose time may stand in their title, whose title may go on below it, or which say
  /// what another one says, and of which nothing would be told with an id: it says that they are meant so.
  ///
  /// - Parameter copies: Where those begin that say what another one says.
  func entriesInDoubt(in zone: LocalTimeZone, copies: Set<Int>) -> Set<Int> {
    let amongTimes = isOfTimes
    let found = entries.filter { slice in
      let heading = slice.heading
      guard heading.attributes?.id == nil, !heading.title.isEmpty,
        let told = meant(heading, amongTimes: amongTimes, in: zone), told.splices == nil
      else { return false }
      switch told.kind {
      case .headingTime, .headingWeekday, .headingWord: break
      default: return false
      }
      let line = bytes[heading.line.lowerBound..<heading.title.upperBound]
      let named = ThreadDocument(line + Array(" {#aaaaaaaaaa}\n".utf8))
      return named.entries.first.map {
        named.meant($0.heading, amongTimes: amongTimes, in: zone) == nil
      } == true
    }
    return copies.union((found + [wrappedTitle?.entry].compactMap(\.self)).map(\.region.lowerBound))
  }

  /// A time at the end of a day's title: `Walk 9:05`, `Walk (9:05)`, `Walk 18-20` where other entries have theirs.
  ///
  /// In a draft one to another is told beside the time that was handed out, too.
  private func timeBehindTitle(
    _ heading: EntryHeading, _ isNew: Bool, _ amongTimes: Bool
  ) -> MeantLine? {
    let (time, title) = (heading.timestamp, heading.title)
    let isDay = time.precision == .day
    guard isDay || isNew, time.utcOffset == nil, time.minutesToEnd == 0,
      heading.attributes == nil, let (range, clock, before) = clockBehindWords(title),
      isDay || (clock.isSpan && clock.isPlain), clock.isLikely,
      clock.isPlain
        || (amongTimes || clock.isSignedSpan) && clock.written != nil
          && !(bytes[range].contains(UInt8(ascii: ".")) && hasPrices)
    else { return nil }
    // `ca. 19 Uhr`
    var words = TimeWords.about.contains(before.lowercased()) ? "" : before
    for word in [",", " -", " –", " @", " at", " um", " from", " von", " de", " fra", " från"]
    where words.hasSuffix(word) {
      words.removeLast(word.count)
    }
    // `yesterday 6pm` is of another day than the date.
    let written = TimeWords.beginsWithNearDay(before) ? nil : clock.written
    return meantTime(
      heading, range, written, Array(words.utf8)[...],
      isSure: clock.isPlain && (isNew || amongTimes || clock.isSpan || clock.isNamed))
  }

  /// Whether a title of its first entries ends in an amount that no clock shows: `Lunch 11.80`.
  private var hasPrices: Bool {
    entries.prefix(200).contains { slice in
      let word = bytes[slice.heading.title].split(whereSeparator: Byte.isBlank).last ?? []
      guard let point = word.lastIndex(of: UInt8(ascii: ".")), word.count < 8 else { return false }
      let cents = word[(point + 1)...]
      return cents.count == 2 && cents.allSatisfy(Byte.isDigit)
        && word[..<point].allSatisfy(Byte.isDigit) && (cents.first ?? 0) > UInt8(ascii: "5")
    }
  }

  /// The time that ends a title behind words that do not say what else it is, and these.
  func clockBehindWords(
    _ title: Range<Int>
  ) -> (range: Range<Int>, clock: LooseClock, words: String)? {
    guard let (range, clock) = clockBehind(title) else { return nil }
    var words = String(utf8: bytes[title.lowerBound..<range.lowerBound].trimmed)
    if words.hasSuffix("(") { words = String(utf8: Array(words.utf8.dropLast())[...].trimmed) }
    // `Psalm 23:4` and `5 km in 22:31` are no times of day, and `Summer 1930` is a year.
    let isNumber = range.count == 4 && bytes[range].allSatisfy(Byte.isDigit)
    let word = words.split(separator: " ").last?.lowercased() ?? ""
    guard !isNumber, !words.utf8.contains(where: Byte.isDigit),
      !TimeWords.beforeOthers.contains(word), !TimeWords.books.contains(word),
      // `nuit de 6h30`, `dormi 7h30`
      clock.isPlain
        || !TimeWords.numbered.contains(word)
          && (clock.isSpan || !["de", "slept", "dormi", "dormito", "spałem"].contains(word))
    else { return nil }
    return (range, clock, words)
  }

  /// The time that ends a title, perhaps in brackets, the longest one.
  private func clockBehind(_ title: Range<Int>) -> (range: Range<Int>, clock: LooseClock)? {
    let isInBrackets = bytes[title].last == UInt8(ascii: ")")
    let end = title.upperBound - (isInBrackets ? 1 : 0)
    for blank in max(title.lowerBound, end - 24)..<end where Byte.isBlank(bytes[blank]) {
      let start = blank + 1
      let hasBracket = start < end && bytes[start] == UInt8(ascii: "(")
      guard hasBracket == isInBrackets else { continue }
      let first = start + (hasBracket ? 1 : 0)
      if let clock = LooseClock(bytes.span, at: first, upTo: end), clock.end == end {
        return (first..<end, clock)
      }
    }
    return nil
  }

  /// What is told of a time that a title begins with, perhaps behind a day of the week, up to `end`.
  func meantTime(
    _ heading: EntryHeading, upTo end: Int, _ written: String?, isSure: Bool
  ) -> MeantLine {
    let title = heading.title
    let rest = bytes[end..<title.upperBound]
    return meantTime(heading, title.lowerBound..<end, written, rest, isSure: isSure)
  }

  /// What is told of the time at `range` in a title of which `words` are the rest; it is `written` so in a heading.
  private func meantTime(
    _ heading: EntryHeading, _ range: Range<Int>, _ written: String?,
    _ words: ArraySlice<UInt8>, isSure: Bool
  ) -> MeantLine {
    let title = String(utf8: words.drop { Byte.isBlank($0) || ",;:.|".utf8.contains($0) }.trimmed)
    let meant = written.map {
      "## \(heading.timestamp.date.text) \($0)" + (title.isEmpty ? "" : " \(title)")
        + string(heading.title.upperBound..<heading.line.upperBound)
    }
    return MeantLine(at: range.lowerBound, .headingTime(string(range), meant, isSure: isSure))
  }

  /// An end behind seconds or a zone, where what begins with a minus may be a zone: `22:30:00 - 06:15`.
  private func meantEnd(_ heading: EntryHeading, _ clock: TypedClock) -> MeantLine? {
    let time = heading.timestamp
    guard clock.continuesTime, let written = clock.written, written.hasPrefix("-"),
      time.precision != .minute || time.utcOffset != nil, time.minutesToEnd == 0
    else { return nil }
    let start = offset(behindSignsAt: clock.end, upTo: heading.title.upperBound)
    let rest =
      (start < heading.line.upperBound ? " " : "") + string(start..<heading.line.upperBound)
    let end =
      "## " + time.minuteText + written
      + (time.utcOffset.map { " " + Timestamp.offsetText($0) } ?? "")
    let typed = string(heading.timestampRange)
    let isZone = time.utcOffset == nil && Timestamp("\(typed) \(written)")?.utcOffset != nil
    return MeantLine(
      at: heading.title.lowerBound,
      .headingEnd(
        string(heading.title.lowerBound..<clock.end), end: end + rest,
        zone: isZone ? "## \(typed) \(written)\(rest)" : nil))
  }

  /// What the time is that a title begins with; nil where it begins with none.
  func clock(of heading: EntryHeading, isNew: Bool = false) -> TypedClock? {
    guard !heading.title.isEmpty,
      let clock = TypedClock(bytes.span, in: heading.title, after: heading.timestamp.precision)
    else { return nil }
    // `12:15  am Bienenstand`
    let title = bytes[heading.title]
    if title.starts(with: "am ".utf8), title.dropFirst(3).first.map({ 0x41...0x5A ~= $0 }) == true,
      hasLateHours
    {
      return nil
    }
    // `+0,1 kg` is a number.
    if bytes[heading.title].first == UInt8(ascii: "+"),
      bytes[clock.end..<heading.title.upperBound].first == UInt8(ascii: ",")
    {
      return nil
    }
    // With its offset the time was written by a program, and a title behind it is meant, but for an end: tj sets a title
    // that begins like one off by two spaces.
    let isByHand = heading.timestamp.utcOffset == nil || clock.continuesTime
    return isNew || isByHand ? clock : nil
  }

  /// The heading's line with the time `written`, which is then not in the title.
  func line(
    of heading: EntryHeading, with written: String, _ clock: TypedClock
  ) -> [UInt8]? {
    let start = offset(behindSignsAt: clock.end, upTo: heading.title.upperBound)
    let title = bytes[start..<heading.title.upperBound]
    // `9 Uhr 30`, `9h30 de sommeil` and `10 o'clock news` have no single reading.
    let typed = string(heading.title.lowerBound..<clock.end).lowercased()
    guard
      title.isEmpty
        || !DoubtfulClock.mayGoOn(with: String(utf8: title)) && !typed.hasSuffix("clock")
    else { return nil }
    var line = Array(bytes[heading.line.lowerBound..<heading.timestampRange.upperBound])
    if !clock.continuesTime || written.hasSuffix("m") { line.append(0x20) }
    line += written.utf8
    if !title.isEmpty { line.append(0x20) }
    line += bytes[start..<heading.line.upperBound]
    let document = ThreadDocument(line)
    // It must have become a time, all of it, and leave neither a time nor a sign as the title.
    guard let new = document.entries.first?.heading,
      new.timestamp != heading.timestamp || written.isEmpty || written == "am",
      line[new.title].elementsEqual(title), document.clock(of: new) == nil,
      document.hasPlainTitle(new),
      // An end is one, and behind seconds it would be a zone.
      !written.dropFirst().contains("-") || new.timestamp.minutesToEnd > 0,
      // It changes nothing else, whatever stands before it.
      !written.hasPrefix("-")
        || (new.timestamp.minutesToEnd > 0
          && new.timestamp.utcOffset == heading.timestamp.utcOffset)
    else { return nil }
    return line
  }
}
