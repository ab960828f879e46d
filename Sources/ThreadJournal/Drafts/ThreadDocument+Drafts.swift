import ThreadStorage

/// What is wrong with an entry of a draft besides what `check` would tell of it in a file.
extension ThreadDocument {
  /// The lines of the text that are those of fields which the thread does not define, as they are refused among the
  /// fields.
  func undefinedFields(
    in entry: EntrySlice, _ schema: FieldSchema
  ) -> [(offset: Int, kind: DraftFault.Kind)] {
    var fences = RangeCursor(codeBlocks)
    return bytes.lines(in: content(of: entry).body).compactMap { line in
      guard fences.range(at: line.text.lowerBound) == nil,
        let parts = EntryField.scan(bytes.span, line: line.text), parts.backslashes == 0,
        schema.anyField(named: string(parts.name)) == nil
      else { return nil }
      return (line.text.lowerBound, .undefinedField(string(parts.name)))
    }
  }

  /// What is wrong where an entry had a time of day, and now has a title that may be one instead: `## 2026-11-23 715`.
  func lostTime(
    of heading: EntryHeading, after old: EntryDraft.Heading?
  ) -> JournalProblem.Kind? {
    guard let old, let time = Timestamp(old.time), time.precision != .day,
      heading.timestamp.precision == .day, let first = bytes[heading.title].first,
      first < 0x80, !Byte.isLetter(first), !heading.hasDeclaredTitle(bytes.span),
      !bytes[heading.title].elementsEqual(old.title)
    else { return nil }
    let word = bytes[heading.title].prefix { $0 != 0x20 }
    return .headingTime(String(utf8: word), nil)
  }

  /// A field `skip` that its writer added and gave no reason; without a value it would not be kept.
  func emptySkip(
    in entry: EntrySlice, after old: EntryDraft?
  ) -> [(offset: Int, kind: DraftFault.Kind)] {
    let key = FieldDefinition.skip.key
    guard old?.fields.contains(where: { $0.key == key }) != true else { return [] }
    return content(of: entry).fields.filter {
      FieldName.key(bytes[$0.name]) == key && $0.value(in: bytes.span)[...].trimmed.isEmpty
    }.map { ($0.lines.lowerBound, .check(.emptySkip)) }
  }
}
