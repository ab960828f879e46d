import ThreadStorage

extension ImportReader {
  /// Reads a thread file, a note whose name is its date, or a file with dated headings.
  mutating func readMarkdown() {
    let document = ThreadDocument(bytes)
    let day = noteDay
    if document.entries.contains(where: { document.id(of: $0) != nil }) {
      readThread(document)
    } else if let day {
      readNote(document, day)
    } else if !document.entries.isEmpty {
      readThread(document)
    } else {
      readDatedHeadings(document)
    }
  }

  private mutating func readThread(_ document: ThreadDocument) {
    let header = ThreadHeader(path: file, document: document)
    let hasTitle = header.hasOwnTitle || header.title != ThreadHeader.fileName(of: file)
    var own = hasTitle ? ImportedThread(title: header.title, id: header.id) : defaultThread
    own = thread(own)
    let schema = document.fieldSchema
    if !schema.fields.isEmpty { reading.schemas[own] = schema }
    if let created = header.created { reading.created[own] = created }
    notePreamble(of: document)
    let lines = document.positions(of: document.entries.map(\.region.lowerBound)).map(\.line)
    for (slice, line) in zip(document.entries, lines) {
      readSlice(slice, of: document, own, line: line)
    }
  }

  /// Notes the first text above the entries, which no entry holds.
  private mutating func notePreamble(of document: ThreadDocument) {
    var position = document.preamble.lowerBound
    while position < document.preamble.upperBound {
      let line = Line(startingAt: position, in: bytes.span, upTo: document.preamble.upperBound)
      if isText(line) {
        return leaveOut(.text, line: document.position(of: position).line)
      }
      position = line.next
    }
  }

  private mutating func readSlice(
    _ slice: EntrySlice, of document: ThreadDocument, _ own: ImportedThread, line: Int
  ) {
    let origin = slice.heading.attributes.flatMap { document.origin(of: $0) }
    var entry = ImportedEntry(
      file: file, line: line, thread: origin.map { thread($0) } ?? own,
      timestamp: slice.heading.timestamp)
    let content = document.content(of: slice)
    entry.id = document.id(of: slice)
    entry.title = Array(document[slice.heading.title])
    entry.text = content.text(in: document.bytes.span)
    for field in content.fields {
      add(document.string(field.name), field.value(in: document.bytes.span), to: &entry)
    }
    dropOverridden(of: &entry)
    let attributes = slice.heading.attributes
    entry.edited = attributes?.edited.map { document.string($0) }
    entry.deleted = attributes?.deleted.map { document.string($0) }
    if entry.deleted == nil, slice.isDeleted { entry.deleted = "true" }
    reading.entries.append(entry)
  }

  /// The day that the file's name begins with: `2026-03-28`, `2026_03_28`, `20260328`, or after the pattern.
  private var noteDay: (day: Timestamp, rest: String)? {
    let name = ThreadHeader.fileName(of: file)
    if options.timePattern != nil, let (time, title) = dated(Array(name.utf8)[...]) {
      return (time, String(utf8: title))
    }
    let digits = name.utf8.filter { (0x30...0x39).contains($0) }.prefix(8)
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
      return (day.withOffset(in: options.zone), String(title))
    }
    return nil
  }

  /// The thread for notes: the folder that they are in.
  private var folderThread: ImportedThread {
    if let thread = options.into { return thread }
    let folder = file.split(separator: "/").dropLast().last { $0 != "." && $0 != ".." }
    return ImportedThread(title: folder.map(String.init) ?? "Daily notes")
  }

  private mutating func readNote(
    _ document: ThreadDocument, _ note: (day: Timestamp, rest: String)
  ) {
    var entry = ImportedEntry(file: file, line: 1, thread: folderThread, timestamp: note.day)
    entry.title = Array(note.rest.utf8)
    let start = document.frontMatter?.block.upperBound ?? ThreadDocument.start(of: bytes.span)
    entry.text = ImportReader.text(of: bytes[start...])
    for pair in document.frontMatter?.root.pairs ?? [] {
      readProperty(pair, into: &entry)
    }
    dropOverridden(of: &entry)
    reading.entries.append(entry)
  }

  /// A scalar or a list of a note's front matter becomes a field; `title` the title.
  private mutating func readProperty(_ pair: YAMLPair, into entry: inout ImportedEntry) {
    let name = String(utf8: pair.name)
    let value: [UInt8]
    if let items = pair.value.items {
      value = Array(items.compactMap(\.stringBytes).joined(separator: Array(", ".utf8)))
    } else {
      value = pair.value.stringBytes ?? []
    }
    guard !value.isEmpty else { return }
    if name == "title" {
      setTitle(value, of: &entry)
    } else if FieldName.isValid(name) {
      add(name, value, to: &entry)
    }
  }

  /// Reads headings of any level whose text begins with a time; what is below each is its entry.
  private mutating func readDatedHeadings(_ document: ThreadDocument) {
    let start = document.frontMatter?.block.upperBound ?? ThreadDocument.start(of: bytes.span)
    let header = ThreadHeader(path: file, document: document)
    // Where the file begins with a dated heading, this is no title of the whole.
    let isTitle = dated(Array(header.title.utf8)[...]) == nil
    let own = isTitle ? thread(ImportedThread(title: header.title)) : defaultThread
    var lines = LineCounter()
    var undated: (text: [UInt8], line: Int)?
    var current: (entry: ImportedEntry, start: Int)?
    var position = start
    while position < bytes.count {
      let line = Line(startingAt: position, in: bytes.span, upTo: bytes.count)
      if let (time, title) = datedHeading(line.text) {
        finish(&current, at: position)
        let number = lines.line(at: position, in: bytes.span)
        var entry = ImportedEntry(file: file, line: number, thread: own, timestamp: time)
        setTitle(title, of: &entry)
        current = (entry, line.next)
      } else if current == nil {
        if undated == nil, let heading = heading(line.text),
          heading.contains(where: { $0 &- 0x30 < 10 })
        {
          undated = (Array(heading), lines.line(at: position, in: bytes.span))
        }
        if reading.leftOut.isEmpty, isText(line) {
          leaveOut(.text, line: lines.line(at: position, in: bytes.span))
        }
      }
      position = line.next
    }
    finish(&current, at: bytes.count)
    if reading.entries.isEmpty, let undated {
      note(.undatedHeadings(String(utf8: undated.text)), line: undated.line)
    }
  }

  private mutating func finish(_ current: inout (entry: ImportedEntry, start: Int)?, at end: Int) {
    guard case (var entry, let start)? = current else { return }
    entry.text = ImportReader.text(of: bytes[start..<end])
    reading.entries.append(entry)
    current = nil
  }

  /// Whether something stands on the line, other than the file's own title.
  private func isText(_ line: Line) -> Bool {
    !line.isBlank(in: bytes.span) && !bytes[line.text].starts(with: "# ".utf8)
  }

  /// The time and the title of a line such as `### 2026-03-28 Saturday`.
  private func datedHeading(_ line: Range<Int>) -> (time: Timestamp, title: [UInt8])? {
    heading(line).flatMap { dated($0) }
  }

  /// What a heading of any level says; nil where the line is none.
  private func heading(_ line: Range<Int>) -> ArraySlice<UInt8>? {
    let text = bytes[line]
    let hashes = text.prefix { $0 == UInt8(ascii: "#") }
    guard (1...6).contains(hashes.count) else { return nil }
    let gap = text[hashes.endIndex...].prefix { $0 == 0x20 || $0 == 0x09 }
    return gap.isEmpty ? nil : text[gap.endIndex...]
  }

  /// The time that `text` begins with, after the pattern where there is one, and what it says behind it.
  private func dated(_ text: ArraySlice<UInt8>) -> (time: Timestamp, title: [UInt8])? {
    if let pattern = options.timePattern {
      return pattern.beginning(of: text).flatMap { dated($0.time, $0.rest) }
    }
    guard case .valid(let time, let end) = Timestamp.scan(text.span, in: 0..<text.count) else {
      return nil
    }
    return dated(time, text.dropFirst(end))
  }

  /// The time with the local offset, and the title that `rest` is, if something stands between them.
  private func dated(
    _ time: Timestamp, _ rest: ArraySlice<UInt8>
  ) -> (time: Timestamp, title: [UInt8])? {
    let title = rest.drop { $0 == 0x20 || $0 == 0x2C || $0 == 0x3A || $0 == 0x2D }
    guard title.startIndex > rest.startIndex || rest.isEmpty else { return nil }
    return (time.withOffset(in: options.zone), Array(title))
  }

  /// The lines of `body` joined with line feeds, without the blank ones around them.
  private static func text(of body: ArraySlice<UInt8>) -> [UInt8] {
    Escaping.trimmingBlankLines(Array(body.lines.joined(separator: [0x0A])))
  }
}

extension ThreadDocument {
  /// The thread that an exported entry says it is from.
  fileprivate func origin(of attributes: EntryAttributes) -> ImportedThread? {
    let values = EntryAttributes.values(in: bytes, attributes)
    guard let title = values["thread"], !title.isEmpty else { return nil }
    return ImportedThread(title: title, path: values["path"])
  }
}
