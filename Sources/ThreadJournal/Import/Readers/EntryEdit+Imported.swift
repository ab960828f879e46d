import ThreadStorage

extension EntryEdit {
  /// What makes the entry at `slice` say what `entry` does; what it says already stays as it is typed.
  init(
    from document: ThreadDocument, _ slice: EntrySlice, to entry: ImportedEntry,
    _ zone: LocalTimeZone
  ) {
    self.init()
    let content = document.content(of: slice)
    let span = document.bytes.span
    func string(_ range: Range<Int>?) -> String? {
      range.map { String(utf8: EntryAttributes.unquoted(document.bytes.span, $0)) }
    }
    func isOther(_ mark: String?, than own: String?) -> Bool {
      let times = [mark, own].map { $0.flatMap { Timestamp($0) }?.instant(in: zone) }
      return mark != own && (times[0] == nil || times[0] != times[1])
    }
    let time = slice.heading.timestamp
    let isSameTime = time.instant(in: zone) == entry.timestamp.instant(in: zone)
    if !entry.tellsEnd {
      let hasEnd = time.minutesToEnd > 0 && entry.timestamp.precision != .day
      let moved = entry.timestamp
      if !isSameTime {
        timestamp = hasEnd ? moved.ending(afterMinutes: Int(time.minutesToEnd)) : moved
      }
    } else if !isSameTime || time.length(in: zone) != entry.timestamp.length(in: zone) {
      timestamp = entry.timestamp
    }
    let isSameTitle = document[slice.heading.title].elementsEqual(entry.title)
    if !isSameTitle, entry.tells(.title) { title = entry.title }
    let text = Escaping.trimmingBlankLines(entry.text)
    if entry.tells(.text), text != content.text(in: span) { self.text = text }
    var values: [String: [UInt8]] = [:]
    for field in content.fields {
      values[FieldName.key(document.string(field.name))] = field.value(in: span)
    }
    for (name, value) in entry.fields where values[FieldName.key(name)] != value {
      fields.append((name, value))
    }
    let named = Set(entry.fields.map { FieldName.key($0.name) })
    for key in values.keys.sorted() where !named.contains(key) && entry.tells(fieldWithKey: key) {
      fields.append((key, nil))
    }
    let attributes = slice.heading.attributes
    if let mark = entry.edited, isOther(mark, than: string(attributes?.edited)) { edited = mark }
    removesEdited =
      entry.isUnedited && string(attributes?.edited).flatMap { Timestamp($0) } != nil
    if let mark = entry.restored, isOther(mark, than: string(attributes?.restored(in: span))) {
      restored = mark
    }
    if let mark = entry.deleted {
      let isSame =
        slice.isDeleted && (mark == "true" || !isOther(mark, than: string(attributes?.deleted)))
      if !isSame { deletion = .mark(mark) }
    } else if slice.isDeleted, entry.tells(.deleted) {
      deletion = .unmark
    }
  }
}
