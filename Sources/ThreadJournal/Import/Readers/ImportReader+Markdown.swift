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
    let own = hasTitle ? thread(ImportedThread(title: header.title, id: header.id)) : defaultThread
    let schema = document.fieldSchema
    if !schema.fields.isEmpty { reading.schemas[own] = schema }
    if let created = header.created { reading.created[own] = created }
    leaveOutText(in: document.preamble, of: document)
    let lines = document.positions(of: document.entries.map(\.region.lowerBound)).map(\.line)
    for (slice, line) in zip(document.entries, lines) {
      readSlice(slice, of: document, own, line: line)
    }
  }

  /// Notes the first text above the entries, which no entry holds; the file's own title is none.
  private mutating func leaveOutText(in range: Range<Int>, of document: ThreadDocument) {
    let text = bytes[range].lines.first { line in
      !line.allSatisfy(Byte.isBlankLineByte) && !line.starts(with: "# ".utf8)
    }
    guard let text else { return }
    leaveOut(.text, line: document.position(of: text.startIndex).line)
  }

  private mutating func readSlice(
    _ slice: EntrySlice, of document: ThreadDocument, _ own: ImportedThread, line: Int
  ) {
    let attributes = slice.heading.attributes
    let origin = attributes.flatMap { document.origin(of: $0) }.map { thread($0) }
    var entry = entry(at: slice.heading.timestamp, in: origin ?? own, line: line)
    let content = document.content(of: slice)
    entry.id = document.id(of: slice)
    entry.title = Array(document[slice.heading.title])
    entry.text = content.text(in: document.bytes.span)
    for field in content.fields {
      add(document.string(field.name), field.value(in: document.bytes.span), to: &entry)
    }
    dropOverridden(of: &entry)
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
      return (day.withOffset(in: options.zone), String(title))
    }
    return nil
  }

  private mutating func readNote(
    _ document: ThreadDocument, _ note: (day: Timestamp, rest: String)
  ) {
    let folder = file.split(separator: "/").dropLast().last { $0 != "." && $0 != ".." }
    let own = thread(ImportedThread(title: folder.map(String.init) ?? "Daily notes"))
    var entry = entry(at: note.day, in: own, line: 1)
    entry.title = Array(note.rest.utf8)
    entry.text = text(of: document.preamble.lowerBound..<bytes.count)
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
    let header = ThreadHeader(path: file, document: document)
    // Where the file begins with a dated heading, this is no title of the whole.
    let isTitle = dated(Array(header.title.utf8)[...]) == nil
    let own = isTitle ? thread(ImportedThread(title: header.title)) : defaultThread
    let start = document.preamble.lowerBound
    var lines = LineCounter()
    var textStart = start
    var offset = start
    while offset < bytes.count {
      let line = Line(startingAt: offset, in: bytes.span, upTo: bytes.count)
      if let text = heading(line.text), let (time, title) = dated(text) {
        endText(textStart..<offset, of: document)
        let number = lines.line(at: offset, in: bytes.span)
        var entry = entry(at: time, in: own, line: number)
        setTitle(title, of: &entry)
        reading.entries.append(entry)
        textStart = line.next
      }
      offset = line.next
    }
    endText(textStart..<bytes.count, of: document)
    if reading.entries.isEmpty { noteUndatedHeading(from: start) }
  }

  /// Gives the last entry its text, which without an entry is left out.
  private mutating func endText(_ range: Range<Int>, of document: ThreadDocument) {
    guard let last = reading.entries.indices.last else {
      return leaveOutText(in: range, of: document)
    }
    reading.entries[last].text = text(of: range)
  }

  /// Notes the first heading with a digit, which may be a time that is not known.
  private mutating func noteUndatedHeading(from start: Int) {
    var lines = LineCounter()
    for line in bytes[start...].lines {
      guard let heading = heading(line.indices), heading.contains(where: Byte.isDigit)
      else { continue }
      let number = lines.line(at: line.startIndex, in: bytes.span)
      return note(.undatedHeadings(String(utf8: heading)), line: number)
    }
  }

  /// What a heading of any level says; nil where the line is none.
  private func heading(_ line: Range<Int>) -> ArraySlice<UInt8>? {
    let text = bytes[line]
    let hashes = text.prefix { $0 == .hash }
    guard (1...6).contains(hashes.count) else { return nil }
    let gap = text[hashes.endIndex...].prefix(while: Byte.isBlank)
    return gap.isEmpty ? nil : text[gap.endIndex...]
  }

  /// The time that `text` begins with, after the pattern where there is one, and the title that is set off behind it.
  private func dated(_ text: ArraySlice<UInt8>) -> (time: Timestamp, title: [UInt8])? {
    let time: Timestamp
    let rest: ArraySlice<UInt8>
    if let pattern = options.timePattern {
      guard let beginning = pattern.beginning(of: text) else { return nil }
      (time, rest) = beginning
    } else {
      guard case .valid(let written, let end) = Timestamp.scan(text.span, in: 0..<text.count)
      else { return nil }
      (time, rest) = (written, text.dropFirst(end))
    }
    let title = rest.drop { $0 == .space || $0 == 0x2C || $0 == 0x3A || $0 == 0x2D }
    guard title.startIndex > rest.startIndex || rest.isEmpty else { return nil }
    return (time.withOffset(in: options.zone), Array(title))
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
