import ThreadStorage

/// The laws of lines outside of files, of texts and of times; each check throws ``PropertyViolation``.
public enum LineProperties {
  /// Checks that lines read as an entry's, written and read again, are the same (F3, F7, F16).
  public static func checkLines(_ lines: [UInt8]) throws {
    let first = EntryLines(reading: lines)
    let fields = first.fields.map {
      (name: String(decoding: $0.name, as: UTF8.self), value: $0.value)
    }
    let second = EntryLines(reading: EntryLines.bytes(fields: fields, text: first.text))
    let sameFields = first.fields.elementsEqual(second.fields) {
      $0.name == $1.name && $0.value == $1.value
    }
    try PropertyViolation.unless(
      sameFields && first.text == second.text, "lines read, written and read are the same",
      for: lines)
  }

  /// Checks that `bytes` as a text, a field's value and, without line ends, a title come back (F3).
  public static func checkValues(_ bytes: [UInt8]) throws {
    let text = Escaping.trimmingBlankLines(bytes)
    try PropertyViolation.unless(
      Escaping.trimmingBlankLines(text) == text, "trimming twice is trimming once", for: bytes)
    let line = bytes.filter { $0 != 10 && $0 != 13 && $0 != 0 }
    let end = line.lastIndex { $0 != 32 && $0 != 9 }.map { $0 + 1 } ?? 0
    let title = Array(line[..<end].drop { $0 == 32 || $0 == 9 })
    guard let time = Timestamp("2026-03-28 07:12:33-04:00") else { return }
    let entry = NewEntry(
      id: PropertySamples.id, timestamp: time, title: title,
      fields: [("note", bytes), ("other", title)], text: bytes, edited: "2026-03-28")
    for ending in [LineEnding.lineFeed, .carriageReturnLineFeed] {
      let file = ThreadDocument(entry.block(lineEnding: ending))
      try PropertyViolation.unless(
        file.entries.count == 1 && EntryValues(of: file.entries[0], in: file) == EntryValues(entry),
        "a text, a title and a value come back", for: bytes)
    }
  }

  /// Checks that text is refused exactly where it is no UTF-8 or has a NUL.
  public static func checkText(_ bytes: [UInt8]) throws {
    let isText = String(validating: bytes, as: UTF8.self) != nil && !bytes.contains(0)
    try PropertyViolation.unless(
      (TextCheck.firstFault(in: bytes) == nil) == isText, "text is UTF-8 without NUL", for: bytes)
  }

  /// Checks that a timestamp, written canonically and as RFC 3339, is read as the same (F8).
  public static func checkTimestamp(_ bytes: [UInt8], zone: LocalTimeZone) throws {
    guard case .valid(let time, let end) = Timestamp.scan(bytes.span, in: 0..<bytes.count) else {
      return
    }
    let typed = String(decoding: bytes[..<end], as: UTF8.self)
    try PropertyViolation.unless(
      Timestamp(typed) == time, "a timestamp ends where it ends", for: bytes)
    let canonical = Timestamp(time.canonicalText)
    let isSame =
      canonical?.wallClockSeconds == time.wallClockSeconds
      && canonical?.nanoseconds == time.nanoseconds && canonical?.utcOffset == time.utcOffset
      && canonical?.minutesToEnd == time.minutesToEnd
    try PropertyViolation.unless(isSame, "a canonical time is the same time", for: bytes)
    let standard = Timestamp(time.rfc3339(in: zone))
    try PropertyViolation.unless(
      standard?.instant(in: .utc) == time.withOffset(in: zone).instant(in: .utc),
      "a time with its offset is the same instant", for: bytes)
  }
}
