import ThreadStorage

package enum ImportFormat: String, Sendable, Hashable, CaseIterable {
  /// A table with a header line, ours or another program's.
  case csv
  /// Our JSON document, or an entry a line.
  case json
  case jrnl
  /// Day One's JSON, or the ZIP file with it.
  case dayone
  /// A thread file, a file with dated headings, or a note whose name is its date.
  case markdown

  /// What `bytes` of a file called `file` seem to be; nil where nothing tells.
  package init?(detecting bytes: [UInt8], file: String) {
    if ZIPArchive.isArchive(bytes) {
      self = .dayone
      return
    }
    let start = bytes[ThreadDocument.start(of: bytes.span)...].drop {
      $0 == .space || $0 == .lineFeed || $0 == .carriageReturn || $0 == .tab
    }
    // Where the name tells nothing, as of standard input, the first line may.
    let line = start.prefix { $0 != .lineFeed && $0 != .carriageReturn }
    switch file.lowercased().split(separator: ".").last {
    case "csv", "tsv", "tab": self = .csv
    case "md", "markdown", "mdown": self = .markdown
    case "ndjson", "jsonl": self = .json
    case _ where line.first == .openBrace: self = ImportFormat(ofJSON: bytes)
    case _ where line.starts(with: CSVColumns.ownStart): self = .csv
    case _ where ImportFormat.isArrayOfObjects(start): return nil
    case _ where line.first == UInt8(ascii: "["): self = .jrnl
    case _ where Timestamp.beginning(of: line)?.time.precision == .minute: self = .jrnl
    case _
    where line.elementsEqual("---".utf8) || line.starts(with: "# ".utf8)
      || line.starts(with: "## ".utf8):
      self = .markdown
    case _ where ImportFormat.isTable(bytes): self = .csv
    default: return nil
    }
  }

  /// Whether it is a table: rows as long as the header, which names times, or the first row has one.
  private static func isTable(_ bytes: [UInt8]) -> Bool {
    var reader = CSVReader(bytes)
    guard let header = try? reader.next(), header.cells.count > 1, let row = try? reader.next(),
      row.cells.count == header.cells.count
    else { return false }
    let names = header.cells.map { FieldName.key($0.bytes[...].trimmed) }
    return names.contains(where: CSVTable.timeNames.contains)
      || row.cells.contains { cell in
        let text = Array(cell.bytes[...].trimmed)
        return Timestamp(String(utf8: text)) != nil
          || ForeignDate(text.span, at: 0, upTo: text.count)?.end == text.count
      }
  }

  /// Whether it is JSON as most programs write it, with an array for a table.
  static func isArrayOfObjects(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.lazy.filter { $0 > 0x20 }.prefix(2).elementsEqual([UInt8(ascii: "["), .openBrace])
  }

  /// Whose JSON it is; by the members that only one program's has.
  private init(ofJSON bytes: [UInt8]) {
    var first: JSONValue?
    var reader = JSONReader(bytes)
    try? reader.eachPart { (json: inout JSONReader, name) throws(JSONSyntaxError) in
      guard name.elementsEqual("entries".utf8), json.isAtArray() else {
        _ = try json.value()
        return
      }
      try json.eachPart { (json: inout JSONReader, _) throws(JSONSyntaxError) in
        first = try json.value()
        // The first one tells; the rest is not looked at.
        throw JSONSyntaxError(offset: json.offset)
      }
    }
    self = first?["creationDate"] != nil ? .dayone : first?["date"] != nil ? .jrnl : .json
  }
}

package struct ImportOptions: Sendable {
  /// What the file is called that has no name.
  package static let standardInput = "standard input"
  package var format: ImportFormat?
  /// The thread that all entries go into; nil for the ones they name, else one named after the file.
  package var into: ImportedThread?
  /// Which column is for what: `TIME`, `TEXT`, a field's name, nothing, … and the column's header.
  package var mapping: [(target: String, header: String)] = []
  /// How times are written, where it is not as everywhere else.
  package var timePattern: TimePattern?
  /// How dates such as 11.12.2026 are read; nil for not at all.
  package var dateOrder: ForeignDate.Order?
  /// Whether `'` before a formula is text, as `--raw` wrote it.
  package var isRaw = false
  /// The zone of times that name none.
  package var zone: LocalTimeZone
  /// The zone of a name such as `Europe/Berlin`; nil where it is not known.
  package var namedZone: @Sendable (String) -> LocalTimeZone?

  package init(
    zone: LocalTimeZone, namedZone: @escaping @Sendable (String) -> LocalTimeZone? = { _ in nil }
  ) {
    self.zone = zone
    self.namedZone = namedZone
  }

  /// The time that `text` means, with the local offset where it names none; a day alone stays one.
  func time(_ text: some StringProtocol) -> Timestamp? {
    let typed = Array(Array(text.utf8)[...].trimmed)
    let trimmed = String(utf8: TypedClock.withPlainHalf(typed))
    let patterned =
      timePattern?.timestamp(trimmed) ?? timePattern?.withoutClock.timestamp(trimmed)
    if let time = patterned ?? Timestamp(trimmed) { return local(time) }
    // Behind a day as the pattern has it, the time of day is written as everywhere.
    let day = timePattern?.withoutClock.beginning(of: Array(trimmed.utf8)[...])
    if let day, let time = time(on: day.time.date, day.rest) { return local(time) }
    // `2026/03/28` and `2026.03.28` are `2026-03-28`.
    let date = String(trimmed.prefix(10).map { $0 == "/" || $0 == "." ? "-" : $0 })
    if let time = Timestamp(date + trimmed.dropFirst(10)) { return local(time) }
    let bytes = Array(trimmed.utf8)
    if let time = spoken(bytes) { return local(time) }
    guard let dateOrder, let found = ForeignDate(bytes.span, at: 0, upTo: bytes.count),
      let date = found.date(in: dateOrder)
    else { return nil }
    return time(on: date, bytes[found.end...]).map(local)
  }

  /// The time with its month in words, in any of some languages, and its day or its year first: it has one reading.
  private func spoken(_ bytes: [UInt8]) -> Timestamp? {
    guard let found = SpokenDate(bytes.span, at: 0, upTo: bytes.count), !found.contradictsWeekday,
      bytes[..<found.end].contains(where: Byte.isLetter)
    else { return nil }
    return time(on: found.date, bytes[found.end...])
  }

  /// The time of day that `rest` says, all of it, also behind a comma or a word as in headings: `, 18:31`, `a las 18:31`.
  private func time(on date: CalendarDate, _ rest: ArraySlice<UInt8>) -> Timestamp? {
    if let time = Timestamp(date.text + String(utf8: rest)) { return time }
    let words = Array(rest)
    guard let clock = TypedClock(words.span, in: 0..<words.count, after: .day),
      clock.end == words.count, let written = clock.written
    else { return nil }
    return Timestamp("\(date.text) \(written)")
  }

  /// How many of `texts` are times.
  package func count(of texts: [String]) -> Int { texts.count { time($0) != nil } }

  /// `time` with its local offset; a day has none.
  func local(_ time: Timestamp) -> Timestamp {
    time.precision == .day ? time : time.withOffset(in: zone)
  }
}
