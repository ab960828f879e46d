import ThreadStorage

/// Entries that count, and perhaps should not.
extension ThreadDocument {
  /// An entry that begins inside a comment, where that begins, and whether anything closes it: if not, readers of Markdown
  /// hide all behind it.
  typealias EntryInComment = (offset: Int, opening: Int, isClosed: Bool)

  /// The first entry inside of each comment, `<!--` to `-->`, or `%%` to `%%`.
  var entriesInComments: [EntryInComment] {
    let found =
      entriesInComments(between: "<!--", and: "-->")
      // Obsidian's; elsewhere these signs are text.
      + entriesInComments(between: "%%", and: "%%").filter(\.isClosed)
    return found.sorted { $0.offset < $1.offset }
  }

  private func entriesInComments(
    between opening: String, and closing: String
  ) -> [EntryInComment] {
    let (mark, end) = (Array(opening.utf8), Array(closing.utf8))
    let span = bytes.span
    var fences = RangeCursor(codeBlocks)
    var rest = entries[...]
    var found: [EntryInComment] = []
    var position = preamble.lowerBound
    while let opening = ByteSearch.firstIndex(of: mark, in: span, position..<bytes.count) {
      position = opening + mark.count
      let before = bytes[preamble.lowerBound..<opening].suffix(4)
      let indent = before.reversed().prefix { $0 == 0x20 }.count
      let start = opening - indent
      guard indent < 4, start == preamble.lowerBound || bytes[start - 1] == 0x0A,
        fences.range(at: opening) == nil
      else { continue }
      let closing = ByteSearch.firstIndex(of: end, in: span, position..<bytes.count)
      position = closing.map { $0 + end.count } ?? bytes.count
      while let entry = rest.first, entry.region.lowerBound < opening { rest.removeFirst() }
      if let entry = rest.first, entry.region.lowerBound < position {
        found.append((entry.region.lowerBound, opening, closing != nil))
      }
    }
    return found
  }

  /// The latest of the entries that are later than `day`, and how many others there are.
  func entriesAhead(of day: CalendarDate) -> (latest: EntryHeading, others: Int)? {
    let ahead = entries.filter {
      !$0.isDeleted && $0.heading.timestamp.date.daysSinceEpoch > day.daysSinceEpoch
    }.map(\.heading)
    return ahead.max { $0.timestamp.date.daysSinceEpoch < $1.timestamp.date.daysSinceEpoch }
      .map { ($0, ahead.count - 1) }
  }

  /// An entry that is not where its time is, what is rather meant, and how many more have the same slip.
  typealias Stray = (heading: EntryHeading, meant: Timestamp?, others: Int)

  /// The entries that are out of the order of the others, each with the day that may be meant and how many more below it
  /// have the same slip, or are out of order; of days none where all are in an order, whether the oldest or the newest come
  /// first, or many are in none.
  ///
  /// - Parameter isMeant: Whether the time is one that a command set, which leaves the entry where it stands.
  func entriesOutOfOrder(besides isMeant: (EntrySlice) -> Bool) -> [Stray] {
    let live = entries.filter { !$0.isDeleted }
    let headings = live.map(\.heading)
    guard headings.count > 3 else { return [] }
    let dates = headings.map(\.timestamp.date)
    let isOrdered = [1, -1].contains { sign in
      TimeOrder.breaks(dates.map { sign * $0.daysSinceEpoch }).isEmpty
    }
    let slips = isOrdered ? [] : Self.slips(dates)
    let slipped = Set(slips.flatMap { Array($0.run) })
    let others = dates.indices.filter { !slipped.contains($0) }
    let strays = isOrdered ? [] : Self.strays(others.map { dates[$0] }).map { others[$0] }
    let outside = slipped.union(strays)
    // One that a command gave another time stays where it stood; the others are in their places without it.
    let inside = dates.indices.filter { !outside.contains($0) }.map { live[$0] }
      .filter { $0.heading.attributes?.edited == nil || !isMeant($0) }
    let nights = TimeOrder.nights(inside.map(\.heading.timestamp)) {
      inside[$0].heading.attributes?.id != nil
    }.filter { !isMeant(inside[$0.index]) }
    let doubted = strays.filter { !isMeant(live[$0]) }
    var found: [Stray] = []
    for slip in slips where !isMeant(live[slip.run.lowerBound]) {
      let meant = Timestamp(slip.meant.text)
      found.append((headings[slip.run.lowerBound], meant, slip.run.count - 1))
    }
    let besides = found.count + doubted.count + nights.count - 1
    for stray in doubted { found.append((headings[stray], nil, besides)) }
    return found + nights.map { (inside[$0.index].heading, $0.meant, $0.others) }
  }

  /// The days that are out of an order which the others have, but for one that may be at the begin or the end; no more than
  /// a third.
  ///
  /// Where others are out of it, too, those that are by months.
  private static func strays(_ dates: [CalendarDate]) -> [Int] {
    guard dates.count > 2 else { return [] }
    for sign in [1, -1] {
      let days = dates.map { sign * $0.daysSinceEpoch }
      let strays = outside(days)
      let left = Set(days.indices).subtracting(strays).sorted().map { days[$0] }
      let breaks = TimeOrder.breaks(left).count
      guard !strays.isEmpty, strays.count * 3 <= days.count else { continue }
      if breaks < 2 { return strays }
      // Among small disorders, what is months from both its neighbours.
      let far = strays.filter { index in
        [index - 1, index + 1].allSatisfy {
          days.indices.contains($0) && abs(days[$0] - days[index]) > 60
        }
      }
      if breaks * 4 < days.count, !far.isEmpty { return far }
    }
    return []
  }

  /// The days that lie outside of their neighbours', which are in order: by more than a week where these are near one another,
  /// as one of last week may have been forgotten, and else, or at the ends, by most of a month; also some in a row of
  /// which each is as far from the next one.
  private static func outside(_ days: [Int]) -> [Int] {
    let last = days.count - 1
    func isOutside(_ run: ClosedRange<Int>) -> Bool {
      guard run.upperBound < last else { return false }
      let (before, after) = (days[run.lowerBound - 1], days[run.upperBound + 1])
      let least = after - before <= 14 ? 7 : 25
      return before <= after
        && days[run].allSatisfy { $0 < before - least || $0 > after + least }
    }
    func isFar(_ index: Int) -> Bool { abs(days[index] - days[index - 1]) > 25 }
    var inner: Set<Int> = []
    for index in 1..<last {
      var end = index
      repeat {
        if isOutside(index...end) { inner.formUnion(index...end) }
        end += 1
      } while end < min(last, index + 4) && isFar(end)
    }
    let isFirst = days[0] - days[1] > 25 && !inner.contains(1)
    let isLast =
      max(days[last - 1], days[last - 2]) - days[last] > 25 && isFar(last)
      && !inner.contains(last - 1)
    return (isFirst ? [0] : []) + inner.sorted() + (isLast ? [last] : [])
  }

  /// The runs of dates that a year or a month more or less would put between their neighbours, which are near one another;
  /// at the end, a year, or of several a month that was copied on, so that all are in order with it.
  private static func slips(_ dates: [CalendarDate]) -> [(run: Range<Int>, meant: CalendarDate)] {
    var found: [(run: Range<Int>, meant: CalendarDate)] = []
    var index = 1
    while index < dates.count {
      defer { index += 1 }
      let before = dates[index - 1]
      guard dates[index].days(from: before) > 25 else { continue }
      for months in [12, -12, 1, -1] {
        let shift = TimeAmount(months: months)
        let meant = dates[index...].prefix(30).map { shift.date(from: $0) ?? $0 }
        let isAtEnd = index + meant.count == dates.count && meant.count < index
        let isLast = meant.count > 1 && isAtEnd && meant.count * 2 <= index
        let isCopied =
          isLast
          && TimeOrder.breaks((Array(dates[..<index]) + meant).map { months * $0.daysSinceEpoch })
            .isEmpty
        // At the end of a file, a year's number is that of the last one in January, also behind a pause.
        let isRising = dates[0] <= before && before <= meant[0]
        let longest = isAtEnd && isRising && months == 12 ? 62 : 31
        let run = zip(dates[index...], meant).prefix {
          $0.days(from: before) > 25 && $1.days(from: before) <= longest
        }
        let count = isCopied ? meant.count : run.count
        let end = index + count
        let after =
          end < dates.count ? dates[end] : isCopied || abs(months) == 12 ? meant.last : nil
        guard count > 0, let after, after.days(from: before) <= longest,
          meant.prefix(count).allSatisfy({ min(before, after)...max(before, after) ~= $0 })
        else { continue }
        found.append((index..<end, meant[0]))
        index = end
        break
      }
    }
    return found
  }

  /// An entry's time and title as they are typed.
  func typed(_ heading: EntryHeading) -> [UInt8] {
    Array(bytes[heading.timestampRange.lowerBound..<heading.title.upperBound].trimmed)
  }

  /// The time in a title that was `old` and was changed by hand, of which its id says nothing.
  ///
  /// Behind one blank it is read, and without the id it is doubted; what was added to a title of a day behind a sign is doubted
  /// by itself: `Summary of 2026, 21:00`.
  func meantInChangedTitle(
    of heading: EntryHeading, since old: [UInt8], amongTimes: Bool, in zone: LocalTimeZone
  ) -> JournalProblem.Kind? {
    let title = bytes[heading.title]
    if let kind = meant(heading, with: title, before: [], amongTimes, in: zone) { return kind }
    guard heading.timestamp.precision == .day, !heading.hasDeclaredTitle(bytes.span),
      !old.isEmpty, title.starts(with: old)
    else { return nil }
    let signs = title.dropFirst(old.count).prefix { " ,;@-".utf8.contains($0) }
    guard signs.contains(where: { $0 != .space }) else { return nil }
    return meant(heading, with: title[signs.endIndex...], before: old, amongTimes, in: zone)
  }

  /// The time that `words` are, or begin with, as the title of `heading`, `before` others.
  private func meant(
    _ heading: EntryHeading, with words: ArraySlice<UInt8>, before others: [UInt8],
    _ amongTimes: Bool, in zone: LocalTimeZone
  ) -> JournalProblem.Kind? {
    let day = Array(bytes[heading.line.lowerBound..<heading.timestampRange.upperBound])
    let unnamed = ThreadDocument(day + [0x20] + words)
    guard !words.isEmpty, let read = unnamed.entries.first?.heading else { return nil }
    let rest =
      (others.isEmpty ? "" : " " + String(utf8: others))
      + string(heading.title.upperBound..<heading.line.upperBound)
    let end = read.timestampRange.upperBound
    // Words behind the time would stand before the others.
    func line(_ line: String, _ typed: String) -> String? {
      others.isEmpty || typed.utf8.count == words.count ? line + rest : nil
    }
    if read.timestamp != heading.timestamp, end > day.count {
      let clock = String(utf8: unnamed.bytes[(day.count + 1)..<end])
      return .headingTime(clock, line(String(utf8: unnamed.bytes), clock))
    }
    guard
      case .headingTime(let text, let meant, let isSure)? =
        unnamed.meant(read, amongTimes: amongTimes, in: zone)?.kind
    else { return nil }
    return .headingTime(text, meant.flatMap { line($0, text) }, isSure: isSure)
  }

  /// Whether an entry with the id of another is rather a version of that than a new one made from it: it has its time and
  /// title, as what a merge left, or is in the trash with it.
  func isVersion(_ slice: EntrySlice, of first: EntrySlice) -> Bool {
    slice.isDeleted && first.isDeleted
      || slice.heading.timestamp.precision != .day && label(slice.heading) == label(first.heading)
  }

  /// The entries that say what an earlier one says, at the same time or a few minutes later, and have not both the same id; with
  /// where that begins.
  ///
  /// Entries without ids that share only the heading with an earlier one are told once, with the number of more of them;
  /// nobody does two things from one minute to another, whatever they are.
  var repeatedEntries: [RepeatedEntry] {
    let counts = Dictionary(entries.map { (label($0.heading), 1) }, uniquingKeysWith: +)
    let days = entries.filter { !$0.isDeleted && $0.heading.timestamp.precision == .day }
    // Whether each day has one entry, but for the one that has two.
    let isOneADay =
      days.count > 4 && Set(days.map(\.heading.timestamp.date)).count == days.count - 1
    let schema = fieldSchema
    var firsts: [EntryMeaning: EntrySlice] = [:]
    var firstWithText: [EntryMeaning: (slice: EntrySlice, meaning: EntryMeaning)] = [:]
    var firstWithHeading: [EntryLabel: EntrySlice] = [:]
    var firstWithSpan: [Timestamp: EntrySlice] = [:]
    var found: [RepeatedEntry] = []
    var alike: [(slice: EntrySlice, first: EntrySlice)] = []
    func note(_ slice: EntrySlice, _ first: EntrySlice, _ likeness: JournalProblem.Likeness) {
      found.append(
        RepeatedEntry(
          offset: slice.region.lowerBound, first: first.region.lowerBound, likeness: likeness,
          hasText: !content(of: slice).body.isEmpty))
    }
    for slice in entries where !slice.isDeleted {
      let (words, time) = (label(slice.heading), slice.heading.timestamp)
      let span = time.minutesToEnd == 0 ? nil : firstWithSpan[time]
      if time.minutesToEnd != 0, span == nil { firstWithSpan[time] = slice }
      guard counts[words, default: 0] > 1 || span != nil else { continue }
      let content = content(of: slice)
      let (id, isEmpty) = (self.id(of: slice), content.body.isEmpty)
      let other = firstWithHeading[words]
      // What tj has written twice, of no minute that was typed, is not doubted where it has one value at most; a copy has
      // no id, or that of the first one, or that has none.
      let otherID = other.map { self.id(of: $0) }
      let isByHand = id == nil || otherID == .some(nil) || otherID == id
      // A day has many entries, and as many runs as somebody notes.
      let canRepeat = isByHand && (slice.heading.timestamp.precision != .day || isOneADay)
      if other == nil { firstWithHeading[words] = slice }
      let meaning = EntryMeaning(
        label: words, values: content.fields.map { value(of: $0, schema) },
        text: Array(bytes[content.body]))
      let first = firsts[meaning]
      if first == nil { firsts[meaning] = slice }
      let wording = EntryMeaning(label: words, values: [], text: meaning.text)
      let nearly = firstWithText[wording]
      if nearly == nil { firstWithText[wording] = (slice, meaning) }
      // Several values of one time, or one of a minute that was typed, are rather entered twice.
      let isTyped = time.precision != .day && time.secondOfDay % 60 == 0
      let isPasted =
        time.precision != .day && content.fields.count > 1 || isTyped && !content.fields.isEmpty
      if let first, isEmpty && !isPasted ? canRepeat : id == nil || self.id(of: first) != id {
        note(slice, first, .text)
      } else if let span, id == nil || self.id(of: span) != id {
        note(slice, span, .hours)
      } else if isTyped, !isEmpty, let nearly, meaning.isSlip(of: nearly.meaning) {
        note(slice, nearly.slice, .text)
      } else if canRepeat, let other {
        alike.append((slice, other))
      }
    }
    if let (slice, first) = alike.first { note(slice, first, .heading(others: alike.count - 1)) }
    for (first, slice) in zip(entries, entries.dropFirst()) where isAgain(slice, first, schema) {
      note(slice, first, .words)
    }
    return found
  }

  /// Whether an entry that has its seconds, as what was noted at once has, says much, and what the one before it says, which is
  /// a few minutes older: its command was given twice.
  private func isAgain(_ slice: EntrySlice, _ first: EntrySlice, _ schema: FieldSchema) -> Bool {
    let (time, earlier) = (slice.heading.timestamp, first.heading.timestamp)
    let seconds = time.wallClockSeconds - earlier.wallClockSeconds
    guard 1..<600 ~= seconds, time.precision != .day, time.wallClockSeconds % 60 != 0,
      !slice.isDeleted, !first.isDeleted,
      bytes[slice.heading.title].elementsEqual(bytes[first.heading.title])
    else { return false }
    let (content, other) = (content(of: slice), content(of: first))
    let words = bytes[content.body].split(whereSeparator: Byte.isSpace).count
    return content.fields.count + words > 3
      && bytes[content.body].elementsEqual(bytes[other.body])
      && content.fields.map { value(of: $0, schema) } == other.fields.map { value(of: $0, schema) }
  }
}

extension ThreadDocument {
  /// The name of a field and its value, in whatever form it is typed.
  fileprivate func value(of field: EntryField, _ schema: FieldSchema) -> EntryMeaning.Value {
    let (name, typed) = (string(field.name), field.value(in: bytes.span))
    let value = schema.field(named: name)?.value(of: typed) ?? .text(typed)
    return EntryMeaning.Value(key: FieldName.key(name), value: value)
  }
}

/// What an entry says, whatever the forms of its values: `1:10` is `01:10`.
private struct EntryMeaning: Hashable {
  struct Value: Hashable {
    let key: String
    let value: FieldValue
  }

  let label: EntryLabel
  let values: [Value]
  let text: [UInt8]

  /// Whether all of several values are those of `other` but one, which is of a slip: `foo` beside `food`.
  func isSlip(of other: EntryMeaning) -> Bool {
    guard values.count > 1, values.map(\.key) == other.values.map(\.key) else { return false }
    let unlike = zip(values, other.values).filter { $0 != $1 }
    guard unlike.count == 1,
      case (.text(let typed), .text(let meant)) = (unlike[0].0.value, unlike[0].1.value)
    else { return false }
    return String(utf8: typed).isSlip(of: String(utf8: meant), atMost: 1)
  }
}

/// An entry that is like an earlier one.
struct RepeatedEntry {
  /// Where it begins, and the earlier one.
  let offset: Int
  let first: Int
  let likeness: JournalProblem.Likeness
  let hasText: Bool
}

extension [RepeatedEntry] {
  /// Where those begin that say all that an earlier one says.
  var copies: Set<Int> {
    Set(filter { $0.likeness == .text && $0.hasText }.map(\.offset))
  }
}
