/// One entry of a thread file: where its heading, fields and body stand.
public struct EntrySlice: Sendable, Hashable {
  /// The line that starts the entry.
  public let heading: EntryHeading
  /// The whole entry: from its heading to the next one, or to the end of the file.
  public let region: Range<Int>

  package init(heading: EntryHeading, upTo end: Int) {
    self.heading = heading
    region = heading.line.lowerBound..<end
  }

  public var isDeleted: Bool { heading.attributes?.isDeleted ?? false }

  /// Reads the parts below the heading.
  ///
  /// - Parameter room: An array whose memory the fields may take.
  public func content(
    in bytes: borrowing Span<UInt8>, room: consuming [EntryField] = []
  ) -> EntryContent {
    EntryContent(bytes, below: heading.line, upTo: region.upperBound, room: room)
  }
}

/// The field lines and the body of an entry (F13, F19), as offsets into the file.
public struct EntryContent: Sendable, Hashable {
  /// The field lines, in file order, a name perhaps more than once (F18).
  public let fields: [EntryField]
  /// The offset behind the heading's line ending.
  public let start: Int
  /// The body without the blank lines around it and without its last line's ending; empty where there is none.
  public let body: Range<Int>

  package init(
    _ bytes: borrowing Span<UInt8>, below heading: Range<Int>, upTo end: Int,
    room: consuming [EntryField] = []
  ) {
    start = Line.next(behindText: heading.upperBound, in: bytes, upTo: end)
    var fields = room
    fields.removeAll(keepingCapacity: true)
    let bodyStart = EntryContent.scanFields(bytes, in: start..<end) { field in
      // Most entries have a few fields or none; one allocation is enough for them.
      if fields.isEmpty { fields.reserveCapacity(4) }
      fields.append(field)
    }
    self.fields = fields
    body = Escaping.contentRange(in: bytes, bodyStart..<end)
  }

  /// Gives `visit` the fields of an entry, whose lines below its heading are `range`; returns where its body begins.
  @inline(__always)
  package static func scanFields(
    _ bytes: borrowing Span<UInt8>, in range: Range<Int>, _ visit: (EntryField) -> Void
  ) -> Int {
    let end = range.upperBound
    var position = range.lowerBound
    var isFirst = true
    while position < end {
      if isFirst, let next = Line.end(ofBlankAt: position, in: bytes, upTo: end) {
        position = next
        continue
      }
      guard EntryField.isBullet(bytes[position]) else { break }
      let line = Line(startingAt: position, in: bytes, upTo: end)
      guard let parts = EntryField.scan(bytes, line: line.text), parts.backslashes == 0 else {
        break
      }
      isFirst = false
      let field = self.field(bytes, parts, startingWith: line, upTo: end)
      visit(field)
      position = field.lines.upperBound
    }
    return position
  }

  private static func field(
    _ bytes: borrowing Span<UInt8>, _ parts: EntryField.Parts, startingWith first: Line,
    upTo end: Int
  ) -> EntryField {
    var position = first.next
    while position + 1 < end, bytes[position] == Byte.space, bytes[position + 1] == Byte.space {
      position = Line(startingAt: position, in: bytes, upTo: end).next
    }
    return EntryField(
      name: parts.name, firstValueLine: parts.value, hasMoreLines: position > first.next,
      lines: first.text.lowerBound..<position)
  }

  /// Where the text stands as it is, between line feeds alone and without escapes; nil where it may not.
  package func plainText(in bytes: borrowing Span<UInt8>) -> Range<Int>? {
    let mayDiffer =
      ByteSearch.firstIndex(of: Byte.backslash, in: bytes, body) != nil
      || ByteSearch.firstIndex(of: Byte.carriageReturn, in: bytes, body) != nil
    return mayDiffer ? nil : body
  }

  /// The text of the body: its lines with the escapes taken off, joined with line feeds (F7, F16, F19).
  public func text(in bytes: borrowing Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(body.count)
    var position = body.lowerBound
    while position < body.upperBound {
      let line = Line(startingAt: position, in: bytes, upTo: body.upperBound)
      let isFirst = position == body.lowerBound
      if !isFirst { text.append(Byte.lineFeed) }
      if let backslash = Escaping.backslashToRemove(bytes, line: line.text, isFirstOfBody: isFirst)
      {
        text += bytes.copy(line.text.lowerBound..<backslash)
        text += bytes.copy(backslash + 1..<line.text.upperBound)
      } else {
        bytes.withUnsafeBufferPointer { text += $0[line.text] }
      }
      position = line.next
    }
    return text
  }
}
