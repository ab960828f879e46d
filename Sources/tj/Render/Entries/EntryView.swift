import ThreadJournal
import ThreadStorage

/// Writes the entries of a thread as cards with the whole text, or a line each.
///
/// Into a pipe the same lines are printed unwrapped and uncut, so that they can be searched and compared.
struct EntryView {
  /// Columns for ids and for times on lines of one entry, so that what follows is aligned.
  var idColumns = 10
  var timeColumns = 16
  /// On a terminal the shortest beginning of each id that is unique in the journal.
  var idLengths: [String: Int] = [:]

  let layout: Layout
  let query: EntryQuery?
  private let showsThread: Bool
  private let threadTitle: [UInt8]
  private let zone: LocalTimeZone
  var fields: ShownFields
  /// What is known of the zone's offsets.
  var offsets: UTCOffsetCache
  /// The memory for an entry's fields.
  private var room: [EntryField] = []
  /// Whether a carriage return may stand anywhere in the entry at hand.
  var hasReturns = false

  init(_ file: ThreadFile, _ layout: Layout, marking query: EntryQuery? = nil, showsThread: Bool) {
    self.layout = layout
    // Without colour there is nothing to mark.
    self.query = layout.palette.isColored ? query : nil
    self.showsThread = showsThread
    threadTitle = showsThread ? layout.oneLine(Array(file.header.title.utf8)) : []
    zone = file.zone
    fields = ShownFields(file.schema, layout)
    offsets = UTCOffsetCache(file.zone)
  }

  /// An entry with its fields and text; the caller puts a blank line between two.
  ///
  /// - Parameter bytes: Those of the thread's file.
  mutating func append(
    _ entry: borrowing Entry, in bytes: borrowing Span<UInt8>, to output: inout [UInt8]
  ) {
    let isDeleted = entry.slice.isDeleted
    hasReturns = ByteSearch.firstIndex(of: 0x0D, in: bytes, entry.slice.region) != nil
    appendHead(of: entry, in: bytes, to: &output)
    let content = entry.content(in: bytes, takingRoom: &room)
    defer { room = content.fields }
    appendFields(of: content, in: bytes, isDeleted: isDeleted, to: &output)
    guard !content.body.isEmpty else { return }
    output.append(0x0A)
    guard layout.columns != nil || layout.palette.isColored else {
      return appendPlainBody(of: content, in: bytes, to: &output)
    }
    var body = StyledText()
    let text = content.text(in: bytes)
    let matches = matches(in: text)
    if layout.palette.isColored, !isDeleted {
      body.append(MarkdownText(text), matches: matches, transform: layout.text)
    } else {
      body.append(text, matches: matches, isDeleted ? .faint : .plain, transform: layout.text)
    }
    layout.append(body, indent: 2, to: &output)
  }

  /// Writes the lines of the body from the file's bytes, which is several times as fast: most output goes into a pipe.
  private func appendPlainBody(
    of content: EntryContent, in bytes: borrowing Span<UInt8>, to output: inout [UInt8]
  ) {
    var position = content.body.lowerBound
    while position < content.body.upperBound {
      let line = Line(startingAt: position, in: bytes, upTo: content.body.upperBound)
      let backslash = Escaping.backslashToRemove(
        bytes, line: line.text, isFirstOfBody: position == content.body.lowerBound)
      if !line.text.isEmpty {
        output.append(0x20)
        output.append(0x20)
      }
      output.append(bytes, line.text.lowerBound..<(backslash ?? line.text.upperBound))
      if let backslash { output.append(bytes, backslash + 1..<line.text.upperBound) }
      output.append(0x0A)
      position = line.next
    }
  }

  /// An entry on one line: id, time, title, the first line of its text, and its fields.
  ///
  /// Where a terminal has no room for all, words are cut rather than fields, as long as some words are left.
  mutating func appendLine(of entry: borrowing Entry, to output: inout [UInt8]) {
    var line = StyledText()
    line.append(id(of: entry), .date, padding: idColumns)
    line.append(separator: "  ")
    line.append(time(of: entry), .date, padding: timeColumns)
    var summary = summary(of: entry)
    let hasWords = !summary.bytes.isEmpty
    let fields = self.fields(of: entry)
    if showsThread || hasWords || !fields.bytes.isEmpty { line.append(separator: "  ") }
    if showsThread {
      line.append(threadTitle)
      if hasWords || !fields.bytes.isEmpty { line.append(separator: " › ", .faint) }
    }
    if let columns = layout.columns, !fields.bytes.isEmpty {
      let room = columns - line.columns - fields.columns - 2
      summary = summary.truncated(to: max(room, EntryView.fewestColumnsOfWords))
    }
    line.append(summary)
    if hasWords, !fields.bytes.isEmpty { line.append(separator: "  ") }
    line.append(fields)
    if let deletion = entry.deletion {
      line.append("  deleted \(TimeText.deletion(deletion, in: zone))", .faint)
    }
    if let columns = layout.columns { line = line.truncated(to: columns) }
    appendLine(line, to: &output)
  }

  /// On a line of an entry, fields leave so much room for words.
  private static let fewestColumnsOfWords = 24

  private mutating func fields(of entry: borrowing Entry) -> StyledText {
    var line = StyledText()
    let file = entry.file.bytes
    hasReturns = true
    appendTags(
      of: entry.content, in: file.span, isDeleted: entry.slice.isDeleted, to: &line)
    return line
  }

  /// The title and the text's first line.
  private mutating func summary(of entry: borrowing Entry) -> StyledText {
    var line = StyledText()
    let isDeleted = entry.slice.isDeleted
    let (title, text) = (entry.title, entry.text)
    if !title.isEmpty {
      appendTitle(title, isDeleted: isDeleted, to: &line)
      if !text.isEmpty { line.append(separator: "  ") }
    }
    let end = text.firstIndex(of: 0x0A) ?? text.count
    line.append(
      Array(text[..<end]), matches: matches(in: text).filter { $0.upperBound <= end },
      isDeleted ? .deleted : .plain, transform: layout.oneLine)
    return line
  }

  private func matches(in text: [UInt8]) -> [Range<Int>] { query?.highlights(in: text) ?? [] }

  private func appendLine(_ line: StyledText, to output: inout [UInt8]) {
    layout.palette.append(line, to: &output)
    output.append(0x0A)
  }

  // MARK: The first line of a card

  /// Time and title on the left; marks and id on the right, below the title where it would have no room beside them.
  private mutating func appendHead(
    of entry: borrowing Entry, in bytes: borrowing Span<UInt8>, to output: inout [UInt8]
  ) {
    guard let columns = layout.textColumns else {
      let isColored = layout.palette.isColored
      if !isColored { appendTime(of: entry, in: bytes, to: &output) }
      var line = StyledText(movedFrom: &output, layout.palette)
      if isColored { line.append(time(of: entry), .date) }
      line.append(separator: "  ")
      let start = line.bytes.count
      appendTitle(of: entry, in: bytes, to: &line)
      if line.bytes.count > start { line.append(separator: "  ") }
      appendMarks(of: entry, in: bytes, to: &line)
      line.append(separator: "\n")
      return line.moveBack(to: &output, layout.palette)
    }
    var line = StyledText()
    line.append(time(of: entry), .date)
    var (title, marks) = (StyledText(), StyledText())
    appendTitle(of: entry, in: bytes, to: &title)
    appendMarks(of: entry, in: bytes, to: &marks)
    let titleColumn = line.columns + 2
    let room = columns - titleColumn - marks.columns - 2
    let isBeside = room >= 30 || title.columns <= room
    let width = isBeside ? room : columns - titleColumn
    for (index, piece) in TextWrap.lines(of: title.bytes, columns: width).enumerated() {
      line.appendSpaces(titleColumn - line.columns)
      line.append(title.slice(piece.range))
      if index == 0, isBeside { line.append(marks, endingAt: columns) }
      appendLine(line, to: &output)
      line = StyledText()
    }
    if !isBeside {
      line.append(marks, endingAt: columns)
      appendLine(line, to: &output)
    }
  }

  /// The time of an entry to the minute, with its end, and with the offset where that is not the zone's own.
  mutating func time(of entry: borrowing Entry) -> [UInt8] {
    var text: [UInt8] = []
    let file = entry.file.bytes
    appendTime(of: entry, in: file.span, to: &text)
    return text
  }

  /// By how many minutes the clock here is set forward between the begin and the end of a time that has the zone here.
  private mutating func changeOfClock(during time: Timestamp) -> Int {
    let start = time.instant(in: zone)
    let end = Instant(secondsSinceEpoch: start.secondsSinceEpoch + Int64(time.minutesToEnd) * 60)
    guard let offset = time.utcOffset, offset == offsets.offset(at: start) else { return 0 }
    return Int(offsets.offset(at: end) - offset) / 60
  }

  private mutating func appendTime(
    of entry: borrowing Entry, in bytes: borrowing Span<UInt8>, to text: inout [UInt8]
  ) {
    let (time, range) = (entry.timestamp, entry.slice.heading.timestampRange)
    let start = range.lowerBound
    let isDay = time.precision == .day
    if isDay || (range.count == 25 && bytes[start + 16] == UInt8(ascii: ":")) {
      text.append(bytes, start..<start + (isDay ? 10 : 16))
      guard !isDay else { return }
      text[text.count - 6] = 0x20
    } else {
      time.appendMinutes(to: &text)
      if time.minutesToEnd > 0 {
        text += "–".utf8
        time.appendEnd(to: &text, laterBy: changeOfClock(during: time))
      }
    }
    guard let offset = time.utcOffset, offset != offsets.offset(at: time.instant(in: zone)) else {
      return
    }
    text.append(0x20)
    Timestamp.appendOffset(offset, to: &text)
  }

  private func appendTitle(
    of entry: borrowing Entry, in bytes: borrowing Span<UInt8>, to line: inout StyledText
  ) {
    let title = entry.slice.heading.title
    if showsThread {
      line.append(threadTitle.span, 0..<threadTitle.count)
      if !title.isEmpty { line.append(separator: " › ", .faint) }
    }
    let isDeleted = entry.slice.isDeleted
    guard query == nil, layout.columns == nil else {
      return appendTitle(entry.title, isDeleted: isDeleted, to: &line)
    }
    line.append(bytes, title, isDeleted ? .deleted : .title, mayHaveReturns: hasReturns)
  }

  private func appendTitle(_ title: [UInt8], isDeleted: Bool, to line: inout StyledText) {
    let matches = query?.highlights(in: title, .title) ?? []
    line.append(
      title, matches: matches, isDeleted ? .deleted : .title, transform: layout.oneLine)
  }

  private func appendMarks(
    of entry: borrowing Entry, in bytes: borrowing Span<UInt8>, to line: inout StyledText
  ) {
    let attributes = entry.slice.heading.attributes
    if attributes?.isDeleted == true, let deletion = entry.deletion {
      line.append("deleted \(TimeText.deletion(deletion, in: zone)) · ", .faint)
    }
    if attributes?.edited != nil, entry.edited != nil { line.append("edited · ", .faint) }
    guard let id = attributes?.id, idLengths.isEmpty else {
      return line.append(self.id(of: entry), .date)
    }
    line.append(bytes, id, .date)
  }

  /// As much of an entry's id as is shown: in a pipe all of it; for an entry without one `THREAD@N`.
  func id(of entry: borrowing Entry) -> [UInt8] {
    guard let id = entry.id?.description else {
      return Array(ShellWord.quoted(entry.reference).utf8)
    }
    return Array(id.utf8.prefix(idLengths[id] ?? id.utf8.count))
  }
}

extension StyledText {
  /// Adds the bytes at `range`; where they may have carriage returns, with a space for each.
  mutating func append(
    _ text: borrowing Span<UInt8>, _ range: Range<Int>, _ style: Style = .plain,
    mayHaveReturns: Bool = false
  ) {
    if mayHaveReturns, ByteSearch.firstIndex(of: 0x0D, in: text, range) != nil {
      return append(text.copy(range).map { $0 == 0x0D ? 0x20 : $0 }, style)
    }
    text.withUnsafeBufferPointer { append(UnsafeBufferPointer(rebasing: $0[range]), style) }
  }

  fileprivate mutating func appendSpaces(_ count: Int) {
    append(String(repeating: " ", count: max(count, 0)))
  }

  /// Adds `text`, and spaces behind it up to so many columns.
  fileprivate mutating func append(_ text: [UInt8], _ style: Style, padding columns: Int) {
    append(text, style)
    appendSpaces(columns - DisplayWidth.columns(of: text))
  }

  /// Adds `marks`, at least two spaces behind what is there.
  fileprivate mutating func append(_ marks: StyledText, endingAt columns: Int) {
    appendSpaces(max(columns - marks.columns - self.columns, 2))
    append(marks)
  }
}
