import ThreadStorage

extension Entry {
  /// Where its lines stand, if they are not those that are written of its values, as an export has these.
  ///
  /// Of most entries the offsets of the parts tell that they are; of others the lines are made and compared.
  ///
  /// - Parameter isPlain: Whether the values have each field, and the text stands in the file as it is.
  package func source(
    _ content: EntryContent, isPlain: Bool, in bytes: borrowing Span<UInt8>,
    lineEnding: LineEnding
  ) -> Range<Int>? {
    if lineEnding == .lineFeed, isPlain, slice.isPlainlyWritten(content, in: bytes) { return nil }
    let region = slice.region
    guard let block = written(content, in: bytes)?.block(lineEnding: lineEnding) else {
      return region
    }
    // Behind all but a file's last entry there is an empty line.
    let lines = region.upperBound < bytes.count ? block + lineEnding.bytes : block
    return bytes.isEqual(region, to: lines.span, 0..<lines.count) ? nil : region
  }

  /// The entry as an import makes it of its exported values; nil where these cannot say it.
  private func written(_ content: EntryContent, in bytes: borrowing Span<UInt8>) -> NewEntry? {
    let (title, fields) = (title, fields)
    guard let id, timestamp.utcOffset != nil || timestamp.precision == .day, title.isImportedTitle,
      fields.effective.count == fields.count
    else { return nil }
    let zone = file.zone
    return NewEntry(
      id: id, timestamp: timestamp, title: title,
      fields: fields.map { (String(utf8: $0.name), $0.value) }, text: content.text(in: bytes),
      edited: edited?.rfc3339(in: zone),
      deleted: deletion.map { $0.time?.rfc3339(in: zone) ?? "true" },
      restored: restored?.rfc3339(in: zone))
  }
}

extension EntrySlice {
  /// Whether the lines are those that are written of the values, as far as the offsets of the parts tell: one space or
  /// line feed between them, no attribute but an id, and no first line of the text that may have to be escaped.
  fileprivate func isPlainlyWritten(
    _ content: EntryContent, in bytes: borrowing Span<UInt8>
  ) -> Bool {
    guard let attributes = heading.attributes, attributes.isOnlyID,
      heading.hasWrittenTime(in: bytes), attributes.range.upperBound == heading.line.upperBound,
      bytes[attributes.range.lowerBound - 1] == .space
    else { return false }
    if heading.title.isEmpty {
      guard attributes.range.lowerBound == heading.timestampRange.upperBound + 1 else {
        return false
      }
    } else {
      let title = bytes.copy(heading.title)
      let gap = EntryHeading.gap(between: bytes.copy(heading.timestampRange), and: title)
      guard title.isImportedTitle, attributes.range.lowerBound == heading.title.upperBound + 1,
        heading.title.lowerBound == heading.timestampRange.upperBound + gap.count,
        (heading.timestampRange.upperBound..<heading.title.lowerBound).allSatisfy({
          bytes[$0] == .space
        })
      else { return false }
    }
    var end = heading.line.upperBound + 1
    guard content.start == end else { return false }
    for field in content.fields {
      // `- name:: value`, or `- name::` without one.
      let sign = field.firstValueLine.isEmpty ? 2 : 3
      guard !field.hasMoreLines, field.lines.lowerBound == end, bytes[end] == UInt8(ascii: "-"),
        field.name.upperBound + sign == field.firstValueLine.lowerBound,
        field.lines.upperBound == field.firstValueLine.upperBound + 1
      else { return false }
      end = field.lines.upperBound
    }
    if !content.body.isEmpty {
      guard content.body.lowerBound == end + 1, bytes[end] == .lineFeed,
        content.fields.isEmpty || !EntryField.isBullet(bytes[content.body.lowerBound])
      else { return false }
      end = content.body.upperBound + 1
    }
    if region.upperBound == bytes.count { return region.upperBound == end }
    return region.upperBound == end + 1 && bytes[end] == .lineFeed
  }
}

extension [UInt8] {
  /// Whether an import takes it as a title as it is.
  fileprivate var isImportedTitle: Bool {
    !contains(.carriageReturn) && self[...].trimmed.count == count
  }
}

extension EntryHeading {
  /// Whether its time is behind `## ` and is `YYYY-MM-DD HH:MM:SS±HH:MM`, as an export's is written again.
  fileprivate func hasWrittenTime(in bytes: borrowing Span<UInt8>) -> Bool {
    let start = timestampRange.lowerBound
    guard start == line.lowerBound + 3, bytes[start - 1] == .space, timestampRange.count == 25,
      timestamp.precision == .second, timestamp.minutesToEnd == 0, let offset = timestamp.utcOffset
    else { return false }
    return bytes[start + 10] == .space && bytes[start + 16] == .colon && bytes[start + 22] == .colon
      && bytes[start + 17] != UInt8(ascii: "6") && (offset != 0 || bytes[start + 19] == 0x2B)
  }
}
