import ThreadStorage

/// The laws of the thread format (F1 to F5), for any bytes at all; each check throws ``PropertyViolation``.
public enum ThreadProperties {
  /// Checks that a file's parts are the whole file, in order, and that every entry's parts lie in it (F1).
  public static func checkReading(_ file: [UInt8]) throws {
    let document = ThreadDocument(file)
    func unless(_ holds: Bool, _ law: @autoclosure () -> String) throws {
      try PropertyViolation.unless(holds, law(), for: file)
    }
    let hasMark = file.starts(with: [0xef, 0xbb, 0xbf])
    let start = hasMark ? 3 : 0
    try unless(document.bytes == file, "the bytes are the file's")
    try unless(
      document.preamble.lowerBound == document.frontMatter?.block.upperBound ?? start,
      "the preamble begins behind the front matter")
    try unless(
      document.frontMatter?.block.lowerBound ?? start == start, "front matter begins the file")
    var end = document.preamble.upperBound
    for slice in document.entries {
      try unless(slice.region.lowerBound == end, "entries follow one another")
      try unless(end == start || file[end - 1] == 10, "a heading begins its line (F6)")
      end = slice.region.upperBound
      try checkParts(of: slice, in: document)
    }
    try unless(end == file.count, "the last entry ends the file")
  }

  private static func checkParts(of slice: EntrySlice, in document: ThreadDocument) throws {
    let content = document.content(of: slice)
    let span = document.bytes.span
    func unless(_ holds: Bool, _ law: @autoclosure () -> String) throws {
      try PropertyViolation.unless(holds, law(), for: Array(document[slice.region]))
    }
    let parts =
      [slice.heading.timestampRange, slice.heading.title]
      + [slice.heading.attributes?.range].compactMap { $0 } + content.fields.map(\.lines)
      + [content.body]
    var end = slice.region.lowerBound
    for part in parts {
      try unless(part.lowerBound >= end, "parts follow one another")
      end = part.upperBound
    }
    try unless(end <= slice.region.upperBound, "an entry's parts are inside of it")
    let typed = document.string(slice.heading.timestampRange)
    try unless(Timestamp(typed) == slice.heading.timestamp, "a heading's time is what stands there")
    let text = content.text(in: span)
    try unless(Escaping.trimmingBlankLines(text) == text, "no blank lines surround a text (F19)")
    for field in content.fields {
      try unless(FieldName.isValid(document.string(field.name)), "a field's name is one (F15)")
    }
  }

  /// Checks that every entry of a file, written anew, is read as the same values (F3).
  public static func checkRewriting(_ file: [UInt8]) throws {
    let document = ThreadDocument(file)
    for slice in document.entries {
      let entry = newEntry(of: slice, in: document)
      for ending in [LineEnding.lineFeed, .carriageReturnLineFeed] {
        let written = ThreadDocument(entry.block(lineEnding: ending))
        let wanted = EntryValues(entry)
        try PropertyViolation.unless(
          written.entries.count == 1 && written.preamble.isEmpty
            && EntryValues(of: written.entries[0], in: written) == wanted,
          "an entry written anew is the same (F3)", for: Array(document[slice.region]))
      }
    }
  }

  private static func newEntry(of slice: EntrySlice, in document: ThreadDocument) -> NewEntry {
    let content = document.content(of: slice)
    let span = document.bytes.span
    let attributes = slice.heading.attributes
    func value(_ range: Range<Int>?) -> String? {
      range.map {
        String(decoding: EntryAttributes.unquoted(document.bytes.span, $0), as: UTF8.self)
      }
    }
    return NewEntry(
      id: document.id(of: slice) ?? EntryID("k3f9q2wz7h") ?? PropertySamples.id,
      timestamp: slice.heading.timestamp, title: Array(document[slice.heading.title]),
      fields: content.fields.map {
        (document.string($0.name), $0.value(in: document.bytes.span))
      },
      text: content.text(in: span), edited: value(attributes?.edited),
      deleted: value(attributes?.deleted))
  }
}
