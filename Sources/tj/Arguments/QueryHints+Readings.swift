import ThreadJournal
import ThreadStorage

/// How a query is read that many mean otherwise.
extension EntrySelection {
  /// Tells between what `OR` stands, where one side of it has several terms: many take it for the words beside it alone.
  func tellSides(by command: String, _ session: Session) {
    let words = terms.flatMap { term in
      let isApart = term.contains(" OR ") && !term.contains("\"")
      return isApart ? term.split(separator: " ").map(String.init) : [term]
    }
    let sides = words.split(separator: "OR")
    guard !isJSON, sides.contains(where: { $0.count > 1 }), sides.contains(where: { $0.count == 1 })
    else { return }
    let all = sides.map { "\"\($0.joined(separator: " "))\"" }
    // With the words beside each OR alone, the others belong to every side.
    let (first, last) = (sides[0], sides[sides.count - 1])
    let middle = sides.dropFirst().dropLast()
    let beside = Array(first.suffix(1)) + middle.joined() + last.prefix(1)
    let alone = beside.map { Array(first.dropLast()) + [$0] + last.dropFirst() }
    let line = alone.joined(separator: ["OR"]).map(ShellWord.quoted).joined(separator: " ")
    let isClear = middle.allSatisfy { $0.count == 1 }
    session.note(
      "OR stands between \(all.joined(separator: " and ")). "
        + "To group otherwise, write each side in full" + (isClear ? ": \(command) \(line)" : "."))
  }

  /// Tells that the one thread of a name is not the only one whose names begin so.
  func tellOneThread(in journal: Journal, _ session: Session) {
    let names = query.names.filter { !$0.isTag && !$0.isExcluded }
    guard !isJSON, !names.isEmpty else { return }
    let headers = journal.definitions(of: journal.directory.threadFiles().files)
      .map(\.header).filter { $0.deletion == nil }
    for name in names {
      let count = headers.count { name.query.accepts($0) }
      guard count > 1, let one = try? journal.thread(named: name.words, by: .wholeName) else {
        continue
      }
      session.note(
        "\(count) threads have names that begin with \"\(name.words)\". "
          + "For \(one.title) alone: \(ShellWord.quoted("thread:\(one.path)"))")
    }
  }

  /// Tells in which order times of day are, where days start later than midnight: `bed:<6:00`.
  func tellOrderOfTimes(_ fields: DefinedFields?, _ session: Session) {
    guard session.dayStartsAt > 0, !isJSON else { return }
    for term in terms {
      let parts = term.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2, fields?.hasTimes(parts[0]) == true,
        parts[1].contains("..") || parts[1].first.map(Comparison.isSign) == true
      else { continue }
      let minutes = session.dayStartsAt / 60
      let start = "\((minutes / 60).twoDigits):\((minutes % 60).twoDigits)"
      return session.note(
        "Times of \(parts[0]) are in the order of a day from \(start) on, so that 00:30 comes behind "
          + "23:30 (see day-starts in tj config).")
    }
  }

  /// Tells how a day or a month without its year is read of a field of dates, which may be of what is to come:
  /// `due:dec` is the latest one that has begun.
  func tellYearless(_ fields: DefinedFields?, _ session: Session) {
    let today = session.today.daysSinceEpoch
    for (name, typed) in query.typedValues where fields?.hasDates(name) == true {
      let value = String(typed.drop(while: Comparison.isSign))
      let bytes = Array(value.utf8)
      func days(_ shift: Int) -> Range<Int>? {
        guard let range = try? session.range(value, inDays: shift), let start = range.start?.day,
          let end = range.end?.day
        else { return nil }
        return start..<end
      }
      // With its year, or as `12 days ago`, it says which one is meant.
      guard NamedDay.mayBegin(bytes.span, in: bytes.indices), !value.lowercased().hasSuffix("ago"),
        let read = days(0), read.upperBound <= today,
        let next = [7, 366].lazy.compactMap(days).first(where: { $0.upperBound > today })
      else { continue }
      let key = EntryQuery.key(of: name)
      let term = "\(key):\(typed.dropLast(value.count))\(Self.text(of: next, ".."))"
      session.note(
        "\(ShellWord.quoted("\(key):\(value)")) is read as \(Self.text(of: read, " to ")); "
          + "for the next one: \(ShellWord.quoted(term))")
    }
  }

  /// The days, counted from 1970-01-01: one, a month where `sign` is of a range, or the ends.
  private static func text(of days: Range<Int>, _ sign: String) -> String {
    let (first, last) = (days.lowerBound, days.upperBound - 1)
    let isMonth =
      Period.month.start(of: first) == first && Period.month.next(after: first) == last + 1
    if isMonth, sign == ".." { return Period.month.name(ofStart: first) }
    let ends = first == last ? [first] : [first, last]
    return ends.map { CalendarDate(daysSinceEpoch: $0).text }.joined(separator: sign)
  }

  /// Tells of entries with a value in a field, where some have the same words in their texts: `mood 8`, `mood: 8`.
  ///
  /// - Parameter paths: The files that were looked at; nil for all.
  func tellValue(
    in journal: Journal, at paths: [String]? = nil, by command: String, _ session: Session
  ) {
    let words = terms.flatMap { $0.split(separator: " ") }
    guard words.count == 2, words[1].first?.isNumber == true,
      let name = journal.definedFields().name(of: words[0].filter { $0 != ":" })
    else { return }
    let term = "\(EntryQuery.key(of: name)):\(words[1])"
    guard let meant = try? EntryQuery.parse([term], now: session.now, zone: session.zone) else {
      return
    }
    let scan = EntryScan(
      journal, for: meant, scope, in: paths ?? journal.directory.threadFiles().files,
      needsLines: false, positions: .none)
    let count = scan.run(deliver: { _ in true }).count
    guard count > 0 else { return }
    session.note(
      "The words were looked for in texts. As the value of \(name), in \(Plural.entries(count)): "
        + "\(command) \(ShellWord.quoted(term))")
  }

  /// Tells that `time`, as a column or to sort by, is the entry's, where there is a field of that name, too.
  ///
  /// - Parameter isField: Whether what is looked at has a field with this name.
  func tellOwnColumns(_ session: Session, isField: (String) -> Bool) {
    let sorted = sortsByTime ? [CSVColumns.Entry.time.rawValue] : []
    let named = (columns ?? []) + sorted
    let names = named.filter { CSVColumns.Entry(rawValue: $0) != nil && isField($0) }
    guard let name = names.first else { return }
    session.note("\(name) is the entry's own. The field is \(CSVColumns.fieldPrefix)\(name)")
  }

  /// Tells that a time of day in a query is a moment of today: `date:>12:00`.
  func tellToday(in journal: Journal, _ session: Session) {
    for term in terms {
      guard term.hasPrefix("date:") else { continue }
      let value = term.dropFirst(5).drop { "<>=.".contains($0) }
      let isClock = value.first?.isNumber == true && value.prefix(3).contains(":")
      guard isClock, journal.definedFields().name(of: "date") == nil else { continue }
      session.note("Behind date: a time of day is that of today, and not of each day.")
    }
  }
}
