import ThreadStorage

package struct ImportReader {
  private(set) var options: ImportOptions
  /// The zone here, where the times of a table are read in UTC.
  private(set) var zoneBesideUTC: LocalTimeZone?
  /// The file, as the user named it.
  let file: String
  let bytes: [UInt8]
  var reading = ImportReading()
  /// Whether the file is one of our own exports, which may have no entries.
  var isOwnExport = false
  /// Whether the values of a table, or of a file of dated headings, may be written as another program writes them.
  var isForeign = false
  /// How many entries are read of a JSON document at most.
  var entryLimit = Int.max
  /// The threads that a JSON document tells of.
  var threads: [ImportedThread] = []
  /// Whether the file is a JSON document with entries.
  var isDocument = false
  private(set) var lines = LineCounter()
  /// The zone of the name that was asked for last, as most rows have the same.
  private(set) var lastZone: (name: String, zone: LocalTimeZone?)?

  /// What the file called `file`, whose content is `bytes`, holds.
  package static func read(
    _ bytes: [UInt8], file: String, _ options: ImportOptions
  ) -> ImportReading {
    var reader = ImportReader(options: options, file: file, bytes: bytes)
    reader.read()
    return reader.reading
  }

  package static func read(
    _ archive: ZIPArchive.Source, file: String, _ options: ImportOptions
  ) -> ImportReading {
    var reader = ImportReader(options: options, file: file, bytes: [])
    reader.readArchive(archive)
    return reader.reading
  }

  mutating func read() {
    guard !ZIPArchive.isArchive(bytes) else { return readArchive(ZIPArchive.Source(bytes)) }
    if let document = ForeignDocument(bytes, file: file) {
      return note(.document(document), line: 1)
    }
    if let cipher { return note(.encrypted(by: cipher), line: 1) }
    guard isReadable() else { return }
    guard bytes.contains(where: { $0 > 0x20 }) else { return note(.emptyFile, line: 1) }
    guard
      let format = options.format ?? ImportFormat(detecting: bytes, file: file) ?? formatByName
    else {
      guard ImportFormat.isArrayOfObjects(bytes) else {
        return note(.unknownFormat(datedLine()), line: 1)
      }
      return readJSON(.json)
    }
    switch format {
    case .csv: readCSV()
    case .markdown: readMarkdown()
    case .json, .jrnl, .dayone:
      let start = bytes.first { $0 > 0x20 && $0 < 0x80 }
      if format != .jrnl || start == UInt8(ascii: "{") {
        readJSON(format)
      } else if !readJrnlYAML() {
        readJrnlText()
      }
    }
    // Programs that write JSON know what time it was.
    if format != .json, format != .dayone, !isOwnExport,
      reading.entries.allSatisfy({ $0.isForeign || format == .jrnl })
    {
      noteTimesBehindLater()
    }
    if reading.entries.isEmpty, reading.problems.isEmpty, !isOwnExport {
      // With a form that was said, others were said not to be.
      let isJrnls = format == .jrnl && options.timePattern == nil
      if format == .markdown {
        note(.noDay(datedLine()), line: 1)
      } else if isJrnls, let line = datedLine() {
        note(.noStart(line), line: 1)
      } else {
        note(.noEntries, line: 1)
      }
    }
  }

  /// That a text is a note, where only the file's name tells a day.
  private var formatByName: ImportFormat? {
    isPlainText && noteDay != nil && datedLine()?.patterns.isEmpty != false ? .markdown : nil
  }

  var isPlainText: Bool { file.lowercased().hasSuffix(".txt") }

  /// What the file is encrypted by; nil where nothing says that it is.
  private var cipher: String? {
    let beginnings = [
      ("gAAAAA", "jrnl"), ("JRNLv3\0", "jrnl"), ("-----BEGIN PGP MESSAGE-----", "gpg"),
      ("age-encryption.org/", "age"), ("-----BEGIN AGE ENCRYPTED FILE-----", "age"),
      ("Salted__", "openssl"),
    ]
    if let known = beginnings.first(where: { bytes.starts(with: $0.0.utf8) }) {
      // What jrnl encrypted before its version 4.6 is one word of Base64.
      let isWord = known.0 != "gAAAAA" || !bytes[...].trimmed.contains { $0 <= 0x20 }
      return isWord ? known.1 : nil
    }
    // The packets that gpg's own files begin with: a session key, by a password (version 4) or a key (version 3).
    let isPacket: (Int, UInt8) -> Bool = { $0 < bytes.count && bytes[$0] == $1 }
    if bytes.first == 0x8C, isPacket(2, 4) { return "gpg" }
    if bytes.first == 0x84 && isPacket(2, 3) || bytes.first == 0x85 && isPacket(3, 3) {
      return "gpg"
    }
    return nil
  }

  /// Whether the bytes are UTF-8 without NUL; each line where they are not is noted.
  private mutating func isReadable() -> Bool {
    guard !bytes.span.isUTF16 else {
      note(.utf16, line: 1)
      return false
    }
    guard TextCheck.firstFault(in: bytes) != nil else { return true }
    let encoding = ForeignEncoding(of: bytes)
    let lines = bytes.split(separator: .lineFeed, omittingEmptySubsequences: false)
    for (index, text) in lines.enumerated() {
      if let nul = text.firstIndex(of: 0) {
        note(.nulByte(column: nul - text.startIndex + 1), line: index + 1)
      } else if let invalid = TextCheck.firstInvalidUTF8(in: text.span) {
        note(.notUTF8(column: invalid + 1, probably: encoding), line: index + 1)
      }
    }
    return reading.problems.isEmpty
  }

  /// The zone called, say, `Europe/Berlin`; nil where there is none of this name.
  mutating func zone(named name: String) -> LocalTimeZone? {
    if let lastZone, lastZone.name == name { return lastZone.zone }
    let zone = options.namedZone(name)
    lastZone = (name, zone)
    return zone
  }

  /// The number of the line of the byte at `offset`.
  mutating func lineNumber(at offset: Int) -> Int {
    let bytes = bytes
    return lines.line(at: offset, in: bytes.span)
  }

  /// How many problems of a file are kept: more than anyone reads.
  private static let mostProblems = 1000

  mutating func note(_ kind: ImportProblem.Kind, line: Int) {
    guard reading.problems.count < Self.mostProblems else {
      reading.furtherProblems += 1
      return
    }
    reading.problems.append(ImportProblem(file: file, line: line, kind: kind))
  }

  mutating func leaveOut(_ kind: ImportOmission.Kind, line: Int, count: Int = 1) {
    reading.leaveOut(ImportOmission(file: file, line: line, kind: kind, count: count))
  }

  /// Notes a line of which what stands in it is shown.
  mutating func leaveOut(
    _ kind: ImportOmission.Kind, showing text: ArraySlice<UInt8>, line: Int,
    of dates: [CalendarDate] = []
  ) {
    var omission = ImportOmission(file: file, line: line, kind: kind)
    omission.shown = [
      ImportOmission.Line(number: line, text: Array(text.trimmed), dates: dates)
    ]
    reading.leaveOut(omission)
  }

  /// An entry to be filled, of `thread` or else the one for those that name none.
  mutating func entry(
    at time: Timestamp, in thread: ImportedThread? = nil, line: Int
  ) -> ImportedEntry {
    if time.isSkipped(in: options.zone) { leaveOut(.skippedTime, line: line) }
    return ImportedEntry(file: file, line: line, thread: thread ?? defaultThread, timestamp: time)
  }

  /// Has the times of a table read in UTC.
  mutating func readInUTC() {
    zoneBesideUTC = zoneBesideUTC ?? options.zone
    options.zone = .utc
  }

  /// A time of a table, on the clock here where it was read in UTC.
  func local(_ time: Timestamp) -> Timestamp {
    guard let zone = zoneBesideUTC, time.precision != .day else { return time }
    let start = Timestamp(instant: time.instant(in: options.zone), in: zone)
    return time.minutesToEnd > 0 ? start.ending(afterMinutes: Int(time.minutesToEnd)) : start
  }

  /// Tells of a time that `text` writes in UTC, where the clock here shows another; of a table, these columns have it.
  mutating func noteUTC(_ text: String, _ time: Timestamp, columns: [String] = [], line: Int) {
    guard text.last == "Z", time.precision != .day,
      options.zone.offset(at: time.instant(in: options.zone)) != 0
    else { return }
    leaveOut(.utcTimes(columns: columns), showing: Array(text.utf8)[...], line: line)
  }

  /// Tells where all times of day are of the night, as lengths are.
  mutating func noteNights(of table: CSVTable, line: Int) {
    let times = reading.entries.map(\.timestamp)
    guard let clock = table.clock, CSVTable.mayBeLength(clock), times.count > 1,
      times.allSatisfy({ $0.precision != .day && $0.hour < 5 }),
      times.contains(where: { $0.secondOfDay > 0 }),
      !options.mapping.contains(where: { FieldName.key($0.header) == FieldName.key(clock) })
    else { return }
    leaveOut(.nights(column: clock), line: line)
  }

  /// Tells of rows after midnight that begin while another one of their thread goes on, and end later, so that they may be of the
  /// evening before; a whole day has none, and where half of the rows are so, that is usual.
  mutating func noteOverlaps() {
    func end(_ entry: ImportedEntry) -> Int64 {
      entry.timestamp.wallClockSeconds + Int64(entry.timestamp.minutesToEnd) * 60
    }
    let spans = reading.entries.filter {
      $0.timestamp.minutesToEnd > 0 && $0.timestamp.secondOfDay > 0
    }
    for rows in Dictionary(grouping: spans, by: \.thread).values {
      let sorted = rows.sorted { $0.timestamp.wallClockSeconds < $1.timestamp.wallClockSeconds }
      let found = zip(sorted, sorted.dropFirst()).filter { above, entry in
        let start = entry.timestamp.wallClockSeconds
        return entry.timestamp.hour < 5 && above.timestamp.wallClockSeconds < start
          && start < end(above) && end(above) < end(entry)
      }
      for (_, entry) in found where found.count * 2 < rows.count {
        leaveOut(.overlap, line: entry.line)
      }
    }
  }

  /// Tells of a time that is read on the clock here, which shows another than UTC, where the name of a column says UTC.
  mutating func noteLocal(
    _ time: Timestamp, ofUTC column: String, columns: [String], line: Int
  ) {
    let offset = options.zone.offset(at: time.instant(in: options.zone))
    guard time.precision != .day, offset != 0, time.utcOffset == offset else { return }
    leaveOut(.utcColumn(column, columns: columns), line: line)
  }

  /// Tells of the zone or offset in the column `name` beside a time, of these columns, that is read in another one.
  mutating func noteZone(
    _ text: String, of name: String, beside time: Timestamp, columns: [String], line: Int
  ) {
    if zoneBesideUTC != nil { return }
    // What Samsung writes beside times in UTC is how far the clock there was from them.
    let key = name.lowercased()
    if key == "time_offset" {
      return noteLocal(time, ofUTC: name, columns: columns, line: line)
    }
    let sign = text.hasPrefix("UTC") || text.hasPrefix("GMT") ? text.dropFirst(3) : text[...]
    if let offset = Timestamp("2000-01-01 12:00:00 \(sign.isEmpty ? "+0000" : sign)")?.utcOffset {
      if offset == time.utcOffset { return }
      let zone = offset == 0 ? "UTC" : text
      return leaveOut(
        .zoneField(name, zone: zone, isKnown: offset == 0, columns: columns), line: line)
    }
    // Other things than zones have offsets, too.
    if key.contains("offset") { return }
    let zone = zone(named: text)
    if zone?.offset(at: time.instant(in: options.zone)) != time.utcOffset {
      leaveOut(
        .zoneField(name, zone: text, isKnown: zone != nil, columns: columns), line: line)
    }
  }

  var defaultThread: ImportedThread {
    if let thread = options.into { return thread }
    return ImportedThread(title: stem.isEmpty ? "Imported" : stem)
  }

  /// The file's name without its suffix; empty for standard input.
  var stem: String {
    if file == ImportOptions.standardInput { return "" }
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  /// The thread of notes that are a file each, after their folder.
  var noteThread: ImportedThread {
    let folder = file.split(separator: "/").dropLast().last { $0 != "." && $0 != ".." }
    return ImportedThread(title: folder.map(String.init) ?? "Daily notes")
  }

  /// `thread`, or the one that all entries go into.
  func thread(_ thread: ImportedThread) -> ImportedThread { options.into ?? thread }

  /// The lines at `range` joined with line feeds, without the blank ones around them.
  func text(of range: Range<Int>) -> [UInt8] {
    Escaping.trimmingBlankLines(Array(bytes[range].lines.joined(separator: [0x0A])))
  }

  /// Adds a field to the entry, unless it can have no such name; `dropOverridden` follows the last.
  mutating func add(_ name: String, _ value: [UInt8], to entry: inout ImportedEntry) {
    guard FieldName.isValid(name) else { return note(.badFieldName(name), line: entry.line) }
    entry.fields.append((name, value))
  }

  /// Leaves of the fields of one name the last, which counts; `lines` has those of the names, where they differ.
  mutating func dropOverridden(of entry: inout ImportedEntry, at lines: [String: Int] = [:]) {
    var seen: Set<String> = []
    let isLast = entry.fields.reversed().map { seen.insert(FieldName.key($0.name)).inserted }
    guard seen.count < entry.fields.count else { return }
    let marked = zip(entry.fields, isLast.reversed())
    for (field, isLast) in marked where !isLast {
      leaveOut(.overridden(field.name), line: lines[field.name] ?? entry.line)
    }
    entry.fields = marked.filter(\.1).map(\.0)
  }

  mutating func setID(_ text: String, of entry: inout ImportedEntry) {
    entry.id = EntryID(text)
    if entry.id == nil { note(.badID(text), line: entry.line) }
  }

  /// Gives the entry's time its end, else the one of that length; where there are both, they agree.
  mutating func setEnd(_ end: String, length typed: String, of entry: inout ImportedEntry) {
    // `1:30` is hours and minutes: no entry has seconds in its length.
    let clock = Array(typed.utf8)[...].trimmed
    let form: ForeignForm = ForeignForm.isShortClock(clock) ? .hoursAndMinutes : .duration
    let length = form.written(clock).map { String(utf8: $0) } ?? typed
    if !end.isEmpty {
      setEnd(end, of: &entry)
      guard entry.timestamp.minutesToEnd > 0 else { return }
    }
    guard !length.isEmpty, length != entry.timestamp.lengthText(in: options.zone) else { return }
    if !end.isEmpty { return note(.otherLength(length, end: end), line: entry.line) }
    guard let seconds = FieldValue.seconds(Array(length.utf8)[...].trimmed),
      seconds % 60 == 0, 1...1440 ~= seconds / 60, entry.timestamp.precision != .day
    else { return note(.badEnd(length), line: entry.line) }
    entry.timestamp = entry.timestamp.ending(afterMinutes: Int(seconds / 60))
  }

  /// Tells how the end of `time` is written where the clock changed before it.
  mutating func noteChange(before time: Timestamp, line: Int) {
    guard let end = time.end(in: options.zone) else { return }
    let offset = time.offset(in: options.zone)
    let written = Timestamp(instant: end.instant(in: options.zone), utcOffset: offset)
    guard written.utcOffset != end.utcOffset else { return }
    let clocks = [end, written].map { "\($0.hour.twoDigits):\($0.minute.twoDigits)" }
    var text = Array("\(clocks[0]) here, is written as \(clocks[1]) ".utf8)
    Timestamp.appendOffset(offset, to: &text)
    leaveOut(.clockChange, showing: text[...], line: line)
  }

  /// Gives the entry's time its end, to the minute, as a time with an end is written (F8a).
  private mutating func setEnd(_ text: String, of entry: inout ImportedEntry) {
    let start = entry.timestamp
    let wall = start.wallClockSeconds - Int64(start.secondOfDay % 60)
    guard start.precision != .day else { return note(.endOfDay(text), line: entry.line) }
    guard let (end, isLocal) = end(text, after: wall, of: start) else {
      return note(.noEnd(text), line: entry.line)
    }
    // From midnight to midnight, a calendar has a day, also of 23 or 25 hours.
    let last = Timestamp(instant: end, in: options.zone)
    if isForeign, start.secondOfDay == 0, last.secondOfDay == 0,
      last.date == start.date.advanced(byDays: 1), let day = Timestamp(start.date.text)
    {
      entry.timestamp = day
      return
    }
    let whole = Timestamp(wallClockSeconds: wall, utcOffset: start.utcOffset, precision: .minute)
    guard let time = whole?.ending(at: end.minute, in: options.zone) else {
      // Timers write what was started by mistake.
      if start.instant(in: options.zone).minute == end.minute {
        return leaveOut(.shortEnd, line: entry.line)
      }
      return note(.badEnd(text), line: entry.line)
    }
    let hasSeconds = wall != start.wallClockSeconds || end.minute != end
    if hasSeconds { leaveOut(.seconds, line: entry.line) }
    if isLocal {
      let local = Timestamp(instant: end, in: options.zone)
      noteRepeated(local, typed: Array(text.utf8)[...], line: entry.line)
    }
    let isNextDay = time.secondOfDay / 60 + Int(time.minutesToEnd) > 1440
    if isNextDay, time.minutesToEnd > 12 * 60, options.time(text) == nil,
      let length = time.lengthText(in: options.zone)
    {
      leaveOut(.longEnd, showing: Array(length.utf8)[...], line: entry.line)
    }
    entry.timestamp = time
  }

  /// The end that `text` writes, and whether the zone here says when that was: a time of day alone is on the clock of
  /// `start`, on its day or the next.
  func end(
    _ text: String, after wall: Int64, of start: Timestamp
  ) -> (instant: Instant, isLocal: Bool)? {
    if let end = options.time(text) { return (end.instant(in: options.zone), true) }
    let isMidnight = text.hasPrefix("24:00")
    // `13.00`, as starts may be written.
    let pointed = text.contains(".") ? ForeignForm.bareClock(text) : nil
    let clock = isMidnight ? "00:00" + text.dropFirst(5) : pointed ?? text
    guard let time = options.time(start.date.text + " " + clock) else { return nil }
    let written = time.wallClockSeconds
    func at(_ wall: Int64) -> Timestamp? {
      Timestamp(wallClockSeconds: wall, utcOffset: nil, precision: .second)
    }
    let end = written + (isMidnight || written < wall ? 86_400 : 0)
    let isLocal =
      at(start.wallClockSeconds)?.withOffset(in: options.zone).utcOffset == start.utcOffset
    if TimePattern.endsWithZone(clock) {
      // On the first day of that clock on which it is behind the start.
      let days = (-1...2).compactMap { day in
        Timestamp(
          wallClockSeconds: written + Int64(day) * 86_400, utcOffset: time.utcOffset,
          precision: .second)?.instant(in: options.zone)
      }
      let begin = start.instant(in: options.zone)
      return days.first { $0 >= begin }.map { ($0, false) }
    }
    let offset = isLocal ? nil : start.utcOffset
    return Timestamp(wallClockSeconds: end, utcOffset: offset, precision: .second)
      .map { ($0.instant(in: options.zone), offset == nil) }
  }

  mutating func setTitle(_ title: [UInt8], of entry: inout ImportedEntry) {
    let trimmed = Array(title[...].trimmed)
    if trimmed.contains(0x0A) || trimmed.contains(0x0D) || trimmed.contains(0) {
      return note(.badTitle(String(utf8: trimmed)), line: entry.line)
    }
    entry.title = trimmed
  }
}

extension ImportedEntry {
  mutating func add(tags: [[UInt8]]) {
    guard !tags.isEmpty else { return }
    fields.append(("tags", Self.list(of: tags)))
  }

  /// Texts in one value; `Müller, Ann` is one of them.
  static func list(of texts: [[UInt8]]) -> [UInt8] {
    let separator = texts.contains { $0.contains(UInt8(ascii: ",")) } ? "; " : ", "
    return Array(texts.joined(separator: Array(separator.utf8)))
  }

  mutating func add(isStarred: Bool) {
    if isStarred { fields.append(("starred", Array("true".utf8))) }
  }
}

extension ArraySlice<UInt8> {
  /// The lines, without their line feeds and the returns before these.
  var lines: [ArraySlice<UInt8>] {
    split(separator: .lineFeed, omittingEmptySubsequences: false).map {
      $0.last == .carriageReturn ? $0.dropLast() : $0
    }
  }
}
