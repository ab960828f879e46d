import ThreadStorage

extension Timestamp {
  /// Whether it is of midnight and has no end, as days are that other programs write.
  var isMidnight: Bool { precision != .day && secondOfDay == 0 && minutesToEnd == 0 }
}

extension ImportReader {
  mutating func readCSV() {
    var reader = CSVReader(bytes)
    do throws(CSVReader.UnterminatedQuote) {
      guard let header = try reader.next() else { return }
      var peek = reader
      let first = try? peek.next()
      guard var table = table(header, above: reader) else { return }
      noteTimes(of: &table, above: reader)
      isForeign = !table.isOwn || reader.delimiter == UInt8(ascii: ";") || isSaved(first, table)
      var areEmpty = table.roles.map { if case .field = $0 { !table.isOwn } else { false } }
      var dates: [ImportedEntry] = []
      var halves = table.roles.map { _ in ClockHalves(isOfField: true) } + [ClockHalves()]
      var shifted: [(line: Int, count: Int)] = []
      var repeated = RepeatedRows()
      while let record = try reader.next() {
        let count = reading.entries.count
        readRow(record, table)
        if !table.isOwn { noteRows(inCellsOf: record, table, delimiter: reader.delimiter) }
        if isShifted(record, table) { shifted.append((record.line, record.cells.count)) }
        if reading.entries.count > count, !table.isOwn {
          note(record, table, in: &halves)
        }
        if reading.entries.count > count {
          if isDateAlone(record, table) {
            dates.append(reading.entries.removeLast())
          } else if !table.isOwn {
            repeated.note(record, at: reading.entries[count].timestamp)
          }
        }
        for (index, cell) in record.cells.prefix(areEmpty.count).enumerated()
        where !cell.bytes[...].trimmed.isEmpty { areEmpty[index] = false }
      }
      // Where most are so, a program writes them so.
      if shifted.count * 2 < reading.entries.count {
        for row in shifted {
          note(.cellCount(row.count, expected: table.roles.count), line: row.line)
        }
      }
      // Where all are so, the days are what the table tells.
      if reading.entries.isEmpty { reading.entries = dates } else { noteDates(dates) }
      let names = zip(header.cells, areEmpty).filter(\.1).map {
        String(utf8: text($0.0)[...].trimmed)
      }.filter { !$0.isEmpty }
      if !names.isEmpty, !reading.entries.isEmpty {
        leaveOut(.emptyColumns(names), line: header.line)
      }
      for halves in halves { leaveOut(halves) }
      for row in repeated.doubtful { leaveOut(.rowAgain, showing: row.text[...], line: row.line) }
      noteMidnights(first, of: table)
      noteNights(of: table, line: header.line)
      if !table.isOwn { noteOverlaps() }
      if !table.isOwn { noteFarDay() }
      if !table.isOwn, isNewestFirst { reading.entries.reverse() }
    } catch {
      note(.unterminatedQuote, line: error.line)
    }
  }

  /// Whether no row is later than the one above it, as banks write them: of one day, too, the last row came first.
  private var isNewestFirst: Bool {
    let times = reading.entries.map(\.timestamp.wallClockSeconds)
    return zip(times, times.dropFirst()).allSatisfy(>=) && times.first != times.last
  }

  /// Whether a spreadsheet has saved a table of ours, as it wrote the times in another form.
  private func isSaved(_ first: CSVReader.Record?, _ table: CSVTable) -> Bool {
    guard let first, first.cells.count >= table.leastCells else { return false }
    let time = joined([.entry(.time)], of: first, table)
    return !time.isEmpty && Timestamp(time) == nil
  }

  /// Notes the times of day of a row: of each field by itself, and behind these those of its start and its end.
  private func note(
    _ record: CSVReader.Record, _ table: CSVTable, in halves: inout [ClockHalves]
  ) {
    for (index, role) in table.roles.enumerated() {
      guard case .field = role, index < record.cells.count else { continue }
      halves[index].note(record.cells[index].bytes[...].trimmed, line: record.line)
    }
    for roles: [CSVTable.Role] in [[.entry(.time), .clock], [.entry(.end), .endClock]] {
      let time = Array(joined(roles, of: record, table).utf8)
      halves[table.roles.count].note(time[...], line: record.line, mayHaveDay: true)
    }
  }

  /// Tells where all rows are of midnight, as other programs write days, or one or a few among others are.
  private mutating func noteMidnights(_ first: CSVReader.Record?, of table: CSVTable) {
    let count = reading.entries.count
    guard !table.isOwn, reading.problems.isEmpty, count > 1, let first,
      first.cells.count >= table.leastCells,
      let one = reading.entries.first(where: \.timestamp.isMidnight)
    else { return }
    let midnights = reading.entries.count(where: \.timestamp.isMidnight)
    // Of a row an hour, one is of midnight.
    let gaps = zip(reading.entries, reading.entries.dropFirst()).compactMap { above, entry in
      entry.timestamp.isMidnight
        ? abs(entry.timestamp.wallClockSeconds - above.timestamp.wallClockSeconds) : nil
    }
    if midnights < count, !gaps.isEmpty, gaps.allSatisfy({ 1...7200 ~= $0 }) { return }
    if midnights * 4 <= count { return leaveOut(.someMidnights, line: one.line, count: midnights) }
    guard midnights == count else { return }
    let text = joined([.entry(.time), .clock], of: first, table)
    let pattern = "%Y-%m-%d" + text.dropFirst(10)
    let readsDays = TimePattern(pattern)?.timestamp(text)?.precision == .day
    leaveOut(
      .midnights(pattern: readsDays ? pattern : nil), line: first.line, count: count)
  }

  /// What the columns are for; nil, with problems noted, where that cannot be told.
  private mutating func table(
    _ header: CSVReader.Record, above reader: CSVReader
  ) -> CSVTable? {
    let names = header.cells.map { cell in String(utf8: text(cell)[...].trimmed) }
    reading.headersOfTables = names
    isOwnExport = names.starts(with: CSVColumns.Entry.allCases.prefix(4).map(\.rawValue))
    let mapped = mappedRoles(names)
    guard reading.problems.isEmpty else { return nil }
    let cells = isOwnExport ? [] : reader.cells(of: names)
    let isPart = !isOwnExport && isPartOfExport(names, mapped, cells)
    let times = CSVTimes(
      names, cells, lengths: CSVTable.lengths(in: names, cells), time: { options.time($0) })
    // A row above all names none, whatever the command takes it for.
    if mapped.contains(where: { $1 == .entry(.time) && options.time(names[$0]) != nil }) {
      note(.noTimeColumn(headers: names, times, namesBelow: nil), line: header.line)
      return nil
    }
    let marks = reader.marks(in: names)
    let table = CSVTable(
      names, mapped, isOwnExport: isOwnExport, isPart: isPart, times, marks: marks,
      texts: CSVTable.texts(in: names, cells, besides: marks))
    if !table.guessed.isEmpty { reading.guessedColumns[file] = table.guessed }
    if !table.isOwn, !mapped.values.contains(.entry(.time)),
      let index = table.roles.firstIndex(of: .entry(.time)), times.days.contains(names[index]),
      table.clock == nil
    {
      // What the command names is meant so.
      for column in names.indices
      where times.lengths.contains(names[column]) && mapped[column] == nil {
        leaveOut(.lengths(column: names[column], day: names[index]), line: header.line)
      }
    }
    let again = names.indices.filter { table.roles[$0] == .ignored && mapped[$0] == nil }
    if !again.isEmpty { leaveOut(.dayAgain(again.map { names[$0] }), line: header.line) }
    for (name, role) in zip(names, table.roles) where role == .coordinates {
      leaveOut(.coordinates(column: name), line: header.line)
    }
    if table.clock != nil || table.day.map(times.moments.contains) == true {
      reading.ends.formUnion(table.ends.map { FieldName.key($0) })
    }
    checkFields(of: table, line: header.line)
    if !table.roles.contains(.entry(.time)) {
      note(
        .noTimeColumn(headers: names, times, namesBelow: lineOfNames(below: header.line)),
        line: header.line)
    }
    reading.fieldOrder = table.roles.compactMap { role in
      if case .field(let name) = role { name } else { nil }
    }
    return reading.problems.isEmpty ? table : nil
  }

  /// The line of a table's first ones that names columns, one of them as days are called or with times below; nil for none.
  private func lineOfNames(below first: Int) -> Int? {
    let rows = bytes[ThreadDocument.start(of: bytes.span)...].lines.prefix(21).map { line in
      var reader = CSVReader(Array(line))
      return (try? reader.next())?.cells.map { String(utf8: $0.bytes[...].trimmed) } ?? []
    }
    func hasTime(_ row: [String]) -> Bool { row.contains { options.time($0) != nil } }
    // `"closingBalance";"21033,10"` above the table is of its whole.
    func hasNumber(_ row: [String]) -> Bool {
      row.contains { $0.contains(where: \.isNumber) && !$0.contains(where: \.isLetter) }
    }
    let found = rows.indices.dropLast().dropFirst(first).filter { index in
      let names = rows[index].filter { !$0.isEmpty }
      // Below a row with a time, none names them; a line above all may say when the file was made.
      let isBelowRow = rows[..<index].contains { row in
        row.count { !$0.isEmpty } >= names.count && hasTime(row)
      }
      return names.count > 1 && !isBelowRow && !hasTime(names) && !hasNumber(names)
        && (names.contains(where: CSVTable.isDay) || hasTime(rows[index + 1]))
    }
    let named = found.first { rows[$0].contains(where: CSVTable.isDay) }
    return (named ?? found.first).map { $0 + 1 }
  }

  /// Notes the columns that times are made of, and whether the rows that `reader` reads have times of day as `0730`.
  private mutating func noteTimes(of table: inout CSVTable, above reader: CSVReader) {
    let columns = table.timeColumns
    reading.readTimes[file] = CSVTimes.Read(columns: columns)
    guard !table.isOwn, let index = table.roles.firstIndex(of: .clock) else { return }
    var reader = reader
    // Numbers of two digits alone may be minutes.
    var isClear = false
    while let record = try? reader.next() {
      guard index < record.cells.count else { continue }
      let text = record.cells[index].bytes[...].trimmed
      // A word in one row says nothing of the others.
      guard text.contains(where: Byte.isDigit) else { continue }
      if ForeignForm.bareTime(text) == nil { return }
      isClear = isClear || text.count > 2 || text.last == UInt8(ascii: "h")
    }
    table.hasBareClocks = isClear
  }

  /// Keeps a time that is written in another way than ours, which shows the order of day and month if one does.
  private mutating func noteForm(of text: String, _ time: Timestamp) {
    let read = reading.readTimes[file]
    let date = read?.example?.time.date.parts
    let isOpen = date.map { $0.day == $0.month } ?? true
    guard isOpen || read?.otherDay != nil, Timestamp(text) == nil else { return }
    let bytes = Array(text.utf8)
    let days = ForeignDate(bytes.span, at: 0, upTo: bytes.count)?.dates ?? []
    if isOpen {
      reading.readTimes[file]?.example = (text, time)
      // With points the day comes first everywhere.
      let isToldElse = options.timePattern != nil || !text.contains { $0 == "/" || $0 == "-" }
      reading.readTimes[file]?.otherDay = isToldElse ? nil : days.first { $0 != time.date }
    } else if days.count == 1, days.allSatisfy({ $0.parts.day != $0.parts.month }) {
      reading.readTimes[file]?.otherDay = nil
    }
  }

  /// Whether these are some of the columns of an export of ours: ids tell.
  private func isPartOfExport(
    _ names: [String], _ mapped: [Int: CSVTable.Role], _ cells: [[[UInt8]]]
  ) -> Bool {
    let names = names.map { $0.lowercased() }
    let mappedID = mapped.first { $0.value == .entry(.id) }?.key
    let others = Set(CSVColumns.Entry.allCases.map(\.rawValue)).subtracting(["id", "time"])
    // Somebody may have given the time another name.
    let isTimed =
      names.contains(CSVColumns.Entry.time.rawValue) || mapped.values.contains(.entry(.time))
      || others.intersection(names).count > 2
    // A row that is new has none.
    guard isTimed, let column = mappedID ?? names.firstIndex(of: CSVColumns.Entry.id.rawValue),
      let id = cells[column].first
    else { return false }
    return EntryID.isLikeNew(String(utf8: id))
  }

  /// The columns that `--map` knows; a field may be called as the others are.
  private static let targets: [CSVColumns.Entry] = [.time, .end, .text, .title, .thread, .id]

  /// The roles that the options give to columns, by the columns' indices.
  private mutating func mappedRoles(_ names: [String]) -> [Int: CSVTable.Role] {
    var roles: [Int: CSVTable.Role] = [:]
    for (target, header) in options.mapping {
      let key = FieldName.key(header)
      let index =
        names.firstIndex { FieldName.key($0) == key }
        ?? names.firstIndex { FieldName.key(CSVColumns.fieldName(ofHeader: $0)) == key }
      guard let index else {
        // Another file may have what is for nothing.
        if target.isEmpty { continue }
        note(.noColumn(header, headers: names, namesBelow: lineOfNames(below: 1)), line: 1)
        continue
      }
      let isUTC = target.lowercased() == "utc"
      if isUTC { readInUTC() }
      let own = isUTC ? .time : Self.targets.first { $0.rawValue == target.lowercased() }
      let role: CSVTable.Role =
        target.isEmpty
        ? .ignored
        : own.map { CSVTable.Role.entry($0) } ?? .field(CSVColumns.fieldName(ofHeader: target))
      if case .field(let name) = role, let unit = UnitWord.unit(inName: names[index]) {
        reading.mappedUnits[FieldName.key(name), default: []].insert(unit)
      }
      if roles[index] != nil {
        note(.mappedTwice(header, isEnd: role == .entry(.end)), line: 1)
        continue
      }
      // Of two columns for the time, or the end, the second has the clock's.
      let isSecond = roles.values.contains(role)
      roles[index] =
        isSecond && role == .entry(.time)
        ? .clock
        : isSecond && role == .entry(.end) ? .endClock : role
    }
    return roles
  }

  private mutating func checkFields(of table: CSVTable, line: Int) {
    var seen: Set<CSVTable.Role> = []
    var names: Set<String> = []
    for role in table.roles {
      if case .field(let name) = role {
        // A column without a name is of no use, and may be empty: a row that has something in it is refused.
        if name.isEmpty { continue }
        if !FieldName.isValid(name) { note(.badFieldName(name), line: line) }
        if !names.insert(FieldName.key(name)).inserted { note(.columnTwice(name), line: line) }
      } else if role != .coordinates, role != .ignored, !seen.insert(role).inserted {
        let column = if case .entry(let column) = role { column } else { CSVColumns.Entry.time }
        note(.columnTwice(column.rawValue), line: line)
      }
    }
  }

  /// What a cell says; where another program may have written it, a `'` at its start is its own.
  private func text(_ cell: CSVReader.Cell, isOwn: Bool = true) -> [UInt8] {
    options.isRaw || !isOwn ? cell.bytes : CSVFormula.unguarded(cell.bytes)
  }

  private mutating func readRow(_ record: CSVReader.Record, _ table: CSVTable) {
    if record.cells.allSatisfy({ $0.bytes[...].trimmed.isEmpty }) { return }
    let isTooLong = record.cells.dropFirst(table.roles.count).contains { !$0.bytes.isEmpty }
    if record.cells.count < table.leastCells || isTooLong {
      return note(.cellCount(record.cells.count, expected: table.roles.count), line: record.line)
    }
    guard let time = time(of: record, table) else { return }
    var entry = entry(at: time, line: record.line)
    entry.isForeign = isForeign
    entry.told = table.told
    var named = ImportedThread(title: "")
    for (role, cell) in zip(table.roles, record.cells) {
      var cell = cell
      if cell.hasLooseQuote { leaveOut(.looseQuote, showing: cell.bytes[...], line: record.line) }
      if isForeign, record.endsWithCRLF { cell.bytes = Self.withLineFeeds(cell.bytes) }
      read(cell, as: role, table, into: &entry, &named)
    }
    if !named.title.isEmpty {
      if let into = options.into, into.title != named.title {
        leaveOut(.member(CSVColumns.Entry.thread.rawValue), line: record.line)
      }
      entry.thread = thread(named)
    }
    setEnd(
      end(of: record, table),
      length: joined([.entry(.length)], of: record, table), of: &entry)
    // A row that was copied to make a new one, whose id was emptied, is no edit of the other.
    if entry.id == nil, table.roles.contains(.entry(.id)) { entry.edited = nil }
    if !table.isOwn { noteChange(before: entry.timestamp, line: record.line) }
    entry.timestamp = local(entry.timestamp)
    reading.entries.append(entry)
  }

  private mutating func read(
    _ cell: CSVReader.Cell, as role: CSVTable.Role, _ table: CSVTable,
    into entry: inout ImportedEntry, _ named: inout ImportedThread
  ) {
    let value = text(cell, isOwn: table.isOwn)
    if table.mayBeOwn, !options.isRaw, CSVFormula.unguarded(value) != value {
      leaveOut(.formulaMark, line: entry.line)
    }
    if !table.isOwn, CSVFormula.isError(value[...].trimmed) {
      leaveOut(.formulaError, showing: value[...], line: entry.line)
    }
    var string: String { String(utf8: value) }
    switch role {
    case .field(let name) where name.isEmpty:
      if !value[...].trimmed.isEmpty { note(.badFieldName(name), line: entry.line) }
    case .field(let name)
    where isForeign && table.places.contains(name) && PlaceName.isCoordinates(value):
      leaveOut(.coordinates(column: name), line: entry.line)
    case .field(let name):
      let value = table.isOwn ? value : Self.inPlainSigns(value)
      // In an export of ours `""` is a value, and nothing is none.
      let isEmpty = table.isOwn ? value.isEmpty : value[...].trimmed.isEmpty
      if !isEmpty || (isOwnExport && cell.isQuoted) { entry.fields.append((name, value)) }
      let isDay = entry.timestamp.precision == .day
      let clock = table.hasBareClocks ? ForeignForm.bareClock(string) ?? string : string
      if !value.isEmpty, table.ends.contains(name), !isDay,
        end(clock, after: entry.timestamp.wallClockSeconds, of: entry.timestamp) != nil
      {
        leaveOut(.endField(name), line: entry.line)
      } else if isDay, !table.isOwn, let day = table.day,
        ForeignForm.isClockSpan(value[...].trimmed)
      {
        leaveOut(.spanField(name, day: day), line: entry.line)
      } else if table.weekdays.contains(name) {
        noteWeekday(value[...].trimmed, of: entry.timestamp.date, number: entry.line)
      } else if !value.isEmpty, table.zones.contains(name), !isDay {
        noteZone(
          string, of: name, beside: entry.timestamp, columns: table.timeColumns, line: entry.line)
      }
    case .entry where value.isEmpty: break
    case .entry(.thread): named.title = String(utf8: value[...].trimmed)
    case .entry(.path): named.path = string
    case .entry(.id): setID(string, of: &entry)
    case .entry(.edited):
      if Timestamp(string) == nil { note(.badTime(string), line: entry.line) }
      entry.edited = string
    case .entry(.deleted):
      if Timestamp(string) == nil, string != "true" { note(.badTime(string), line: entry.line) }
      entry.deleted = string
    case .entry(.title): setTitle(value, of: &entry)
    case .entry(.text): entry.text = table.hasHTMLBreaks ? Self.withoutHTMLBreaks(value) : value
    case .entry(.time), .entry(.end), .entry(.length), .clock, .endClock, .coordinates, .ignored:
      break
    }
  }

  /// A value without the no-break spaces around it that web pages and spreadsheets leave, and nobody sees; of a number with a
  /// `-` for its minus.
  private static func inPlainSigns(_ value: [UInt8]) -> [UInt8] {
    let mark = Array("\u{A0}".utf8)
    var value = value[...]
    while value.starts(with: mark) { value.removeFirst(mark.count) }
    while value.count >= mark.count, value.suffix(mark.count).elementsEqual(mark) {
      value.removeLast(mark.count)
    }
    return ForeignForm.withPlainMinus(value) ?? Array(value)
  }

  /// What the columns of these roles say, with a space between two.
  private func joined(
    _ roles: [CSVTable.Role], of record: CSVReader.Record, _ table: CSVTable
  ) -> String {
    let cells = roles.compactMap { table.roles.firstIndex(of: $0) }.map { record.cells[$0] }
    let parts = cells.map { text($0)[...].trimmed }.filter { !$0.isEmpty }
    return parts.map { String(utf8: $0) }.joined(separator: " ")
  }

  /// The end of the row, whose time of day is written as those of the starts are.
  private func end(of record: CSVReader.Record, _ table: CSVTable) -> String {
    let typed = joined([.entry(.end), .endClock], of: record, table)
    let words = typed.split(separator: " ").map(String.init)
    guard table.hasBareClocks, let last = words.last, let clock = ForeignForm.bareClock(last) else {
      return typed
    }
    return (words.dropLast() + [clock]).joined(separator: " ")
  }

  /// `a<br>b` as two lines.
  private static func withoutHTMLBreaks(_ text: [UInt8]) -> [UInt8] {
    let mark = Array("<br>".utf8)
    var (lines, rest) = ([UInt8](), text)
    while let offset = rest.firstOffset(of: mark) {
      lines += rest[..<offset] + [.lineFeed]
      rest.removeFirst(offset + mark.count)
    }
    return lines + rest
  }

  /// Text whose lines end as those of the table do, with line feeds alone.
  private static func withLineFeeds(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(.carriageReturn) else { return text }
    return Array(text[...].lines.joined(separator: [.lineFeed]))
  }

  /// What stands in the clock's column beside a day where that is no time in any form: `dopo cena`, `?`.
  private func wordForClock(of record: CSVReader.Record, _ table: CSVTable) -> String? {
    let word = joined([.clock], of: record, table)
    let day = options.time(joined([.entry(.time)], of: record, table))
    return word.isEmpty || word.contains(where: \.isNumber) || day?.precision != .day ? nil : word
  }

  /// The time of the row: of the time's column, with the clock's where that is one of its own.
  private mutating func time(of record: CSVReader.Record, _ table: CSVTable) -> Timestamp? {
    let typed = joined([.entry(.time), .clock], of: record, table)
    var whole = typed
    var day = joined([.entry(.time)], of: record, table)
    // `2026-03-28 00:00:00` beside a time of day is a day.
    if !table.isOwn, table.clock != nil, let time = options.time(day), time.isMidnight {
      day = time.date.text
      let clock = joined([.clock], of: record, table)
      whole = clock.isEmpty ? day : "\(day) \(clock)"
    }
    var time = options.time(whole)
    if time == nil, table.hasBareClocks, let index = table.roles.firstIndex(of: .clock),
      let clock = ForeignForm.bareTime(text(record.cells[index])[...].trimmed)
    {
      whole = "\(day) \(clock)"
      time = options.time(whole)
    }
    reading.note(time: whole)
    if let time {
      noteForm(of: typed, local(time))
      noteRepeated(time, typed: Array(whole.utf8)[...], line: record.line)
      noteWeekday(Array(day.utf8)[...], of: time.date, number: record.line)
    } else {
      let word = wordForClock(of: record, table)
      note(
        word.map { .badClock($0, column: table.clock ?? "") } ?? .badTime(whole), line: record.line)
    }
    if let time, !table.isOwn {
      let columns = table.timeColumns
      noteUTC(whole, time, columns: columns, line: record.line)
      if let column = table.isInUTC ? table.day : columns.first(where: CSVTable.isUTC) {
        noteLocal(time, ofUTC: column, columns: columns, line: record.line)
      }
    }
    if let time, time.minutesToEnd > 12 * 60, let length = time.lengthText(in: options.zone) {
      let end = time.secondOfDay / 60 + Int(time.minutesToEnd)
      if isLikeOffset(end % 1440, behind: time, isWhole: table.clock == nil) {
        note(.endOrOffset(whole, length: length), line: record.line)
        return nil
      }
      if end > 1440 { leaveOut(.longEnd, showing: Array(length.utf8)[...], line: record.line) }
    }
    return time
  }
}
