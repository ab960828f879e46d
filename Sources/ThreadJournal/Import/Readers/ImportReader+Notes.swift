import ThreadStorage

extension ImportReader {
  /// The day that the file's name begins with: `2026-03-28`, `2026_03_28`, `20260328`, or after the pattern or setting.
  var noteDay: (day: Timestamp, rest: String)? {
    let isMarkdown = ImportFormat(detecting: [], file: file) == .markdown
    let name = isMarkdown ? stem : ThreadHeader.fileName(of: file)
    let bytes = Array(name.utf8)[...]
    if options.timePattern != nil || foreignDate(bytes) != nil,
      let (time, title, _) = dated(bytes)
    {
      return (time, String(utf8: title))
    }
    let digits = name.utf8.filter(Byte.isDigit).prefix(8)
    guard digits.count == 8 else { return nil }
    let parts = [digits.prefix(4), digits.dropFirst(4).prefix(2), digits.dropFirst(6)].map {
      String(utf8: Array($0))
    }
    for separator in ["-", "_", ".", ""] {
      let written = parts.joined(separator: separator)
      guard name.hasPrefix(written) else { continue }
      let rest = name.dropFirst(written.count)
      guard rest.isEmpty || rest.first == " " || rest.first == "-" || rest.first == "_",
        let day = Timestamp(parts.joined(separator: "-"))
      else { continue }
      let title = rest.drop { $0 == " " || $0 == "-" || $0 == "_" }
      return (day, String(title))
    }
    return nil
  }

  /// Reads a note: its time is what its front matter says, else the day of its name; other keys are its fields.
  mutating func readNote(_ document: ThreadDocument, _ day: Timestamp?, title: String) {
    let pairs = document.frontMatter?.root.pairs ?? []
    leaveOutProblems(of: document)
    var date = noteDate(document)
    var time = date.flatMap { noteTime($0.value) }
    if let day {
      // A note is often made on another day than it is about.
      if time == nil || (date?.name == "created" && time?.date != day.date) { date = nil }
      if let other = time, date != nil, other.date != day.date {
        leaveOut(.replacedDay(day.date.text), line: 1)
      }
      if date == nil || (time?.date == day.date && time?.precision == .day) { time = day }
    }
    var clock: String?
    if let value = document.frontMatter?.value(at: ["time"])?.stringBytes, let day = time,
      day.precision == .day, let joined = options.time("\(day.date.text) \(String(utf8: value))")
    {
      (time, clock) = (joined, "time")
    }
    guard let written = time else { return note(.noEntries, line: 1) }
    var entry = entry(at: written, in: thread(noteThread), line: 1)
    entry.isForeign = true
    entry.title = Array(title.utf8)
    // Headings of ours begin entries in a note, too.
    let end = document.entries.first?.region.lowerBound ?? bytes.count
    entry.text = text(of: document.preamble.lowerBound..<end)
    var lines = LineCounter()
    var linesOfNames: [String: Int] = [:]
    var seen: Set<[UInt8]> = []
    let isLast = pairs.reversed().map { seen.insert($0.name).inserted }
    for (pair, isLast) in zip(pairs, isLast.reversed()) {
      let name = String(utf8: pair.name)
      let line = lines.line(at: pair.range.lowerBound, in: bytes.span)
      linesOfNames[name] = line
      if !isLast {
        leaveOut(.overridden(name), line: line)
      } else if name == date?.name || name == clock {
        continue
      } else if name == "title", let value = pair.value.stringBytes, !value[...].trimmed.isEmpty {
        setTitle(value, of: &entry)
        // A name that is made of the title says nothing more; nor do the folders that some write before it, with dots.
        let name = day == nil ? title.split(separator: ".").last ?? "" : title[...]
        let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        if !words.allSatisfy({ TextPattern(Array($0.utf8)).matches(entry.title) }) {
          leaveOut(.replacedTitle, line: line)
        }
      } else {
        readProperty(name, pair.value, line: line, into: &entry)
      }
    }
    dropOverridden(of: &entry, at: linesOfNames)
    if end == bytes.count || !entry.text.isEmpty || !entry.fields.isEmpty || !entry.title.isEmpty {
      reading.entries.append(entry)
    }
    lines = LineCounter()
    for slice in document.entries {
      let line = lines.line(at: slice.region.lowerBound, in: bytes.span)
      readSlice(slice, of: document, thread(noteThread), line: line)
    }
  }

  /// The key of front matter that gives a note its time, and its value: the first of `date` and `created` that is one.
  func noteDate(_ document: ThreadDocument) -> (name: String, value: YAMLValue)? {
    var dates: [(name: String, value: YAMLValue)] = []
    for name in ["date", "created"] {
      guard let value = document.frontMatter?.value(at: [name]) else { continue }
      if value.stringBytes?.isEmpty == false { dates.append((name, value)) }
    }
    return dates.first { noteTime($0.value) != nil } ?? dates.first
  }

  /// The time that a value of front matter means: written out, or the milliseconds since 1970 that some programs write.
  func noteTime(_ value: YAMLValue) -> Timestamp? {
    let text = String(utf8: value.stringBytes ?? [])
    if text.utf8.count == 13, let milliseconds = value.integerValue {
      let instant = Instant(secondsSinceEpoch: Int64(milliseconds / 1000))
      return Timestamp(instant: instant, in: options.zone)
    }
    return options.time(text)
  }

  /// A value of a note's front matter becomes a field; of a mapping, each of its values becomes one.
  private mutating func readProperty(
    _ name: String, _ value: YAMLValue, line: Int, into entry: inout ImportedEntry
  ) {
    if let pairs = value.pairs, !pairs.isEmpty {
      for pair in pairs {
        readProperty("\(name).\(String(utf8: pair.name))", pair.value, line: line, into: &entry)
      }
      return
    }
    let written: [UInt8]
    if case .unsupported(let problem) = value.content,
      [.alias, .anchor, .tag].contains(problem.kind)
    {
      return leaveOut(.property(name), line: line)
    }
    if let items = value.items, items.allSatisfy({ $0.stringBytes != nil }) {
      written = ImportedEntry.list(of: items.compactMap(\.stringBytes))
    } else if value.pairs != nil || value.isNull {
      written = []
    } else {
      // What is no text or list of texts, such as `[[Name]]`, stays as it stands.
      written = value.stringBytes ?? Array(bytes[value.range].lines.joined(separator: [0x0A]))
    }
    let text = Array(written[...].trimmed)
    let lastKey = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let isPlace = FieldName.key(name) == FieldDefinition.location.key
    if text.isEmpty {
      leaveOut(.emptyProperty(name), line: line)
    } else if CSVTable.isCoordinates(lastKey)
      || ((isPlace || CSVTable.isPlace(name)) && PlaceName.isCoordinates(text))
    {
      leaveOut(.coordinates(column: name), line: line)
    } else if FieldName.isValid(name), !text.contains(0) {
      entry.fields.append((name, text))
    } else {
      leaveOut(.property(name), line: line)
    }
  }
}
