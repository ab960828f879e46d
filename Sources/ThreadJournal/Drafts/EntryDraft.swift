import ThreadStorage

/// What a writer edits: an entry's heading, fields and text as they stand in a file, and a line that says how to finish.
package struct EntryDraft: Sendable, Equatable {
  package struct Heading: Sendable, Equatable {
    /// As it is written.
    package var time: String
    package var title: [UInt8]

    package init(time: String, title: [UInt8]) {
      self.time = time
      self.title = title
    }

    /// The heading that `line` is; nil where it begins with no time.
    init?(_ line: some Collection<UInt8>) {
      let line = Array(line)
      let span = line.span
      guard let heading = EntryHeading(span, line: 0..<line.count) else { return nil }
      let end = heading.timestampRange.upperBound
      time = String(decoding: line[heading.timestampRange], as: UTF8.self)
      let title = line[end...].drop(while: Byte.isBlank)
      self.title = Array(title[...(title.lastIndex { !Byte.isBlank($0) } ?? title.startIndex - 1)])
    }

    fileprivate var line: [UInt8] {
      let time = Array(time.utf8)
      let gap = title.isEmpty ? [0x20] : EntryHeading.gap(between: time, and: title)
      return Array("## ".utf8) + time + gap + title + [0x0A]
    }
  }

  /// Nil where the draft has none: then time and title stay what they are.
  package var heading: Heading?
  /// The fields, in order; those left empty are not written.
  package var fields: [Entry.Field]
  package var text: [UInt8]

  package init(heading: Heading? = nil, fields: [Entry.Field], text: [UInt8]) {
    self.heading = heading
    self.fields = fields
    self.text = text
  }

  /// What the entry at `slice` of a file says.
  package init(of slice: EntrySlice, in bytes: [UInt8]) {
    let content = slice.content(in: bytes.span)
    heading = Heading(
      time: String(decoding: bytes[slice.heading.timestampRange], as: UTF8.self),
      title: Array(bytes[slice.heading.title]))
    fields = content.values(in: bytes).effective
    text = content.text(in: bytes.span)
  }

  package init(of entry: Entry) { self.init(of: entry.slice, in: entry.file.bytes) }

  /// The bytes for the editor, which end with `hint`, if there is one, in a comment of its own line.
  ///
  /// The lines of empty fields end in a space, behind which a value is typed.
  package func bytes(hint: String? = nil) -> [UInt8] {
    var draft = heading?.line ?? []
    for field in fields {
      let line = EntryLines.bytes(fields: [(String(utf8: field.name), field.value)], text: [])
      draft += field.value.isEmpty ? line.dropLast() + [0x20, 0x0A] : line
    }
    if !text.isEmpty {
      if !draft.isEmpty { draft.append(0x0A) }
      draft += EntryLines.bytes(fields: [], text: text)
    }
    guard let hint else { return draft }
    return draft + [0x0A] + DraftLines.comment(hint) + [0x0A]
  }

  package init(reading lines: DraftLines) {
    var lines = lines
    heading = lines.takeHeading()
    let content = EntryLines(reading: lines.bytes)
    fields = content.fields.map { Entry.Field(name: $0.name, value: $0.value) }
    text = content.text
  }

  /// Reads a draft as its note says: heading, field lines and text, or text alone with the note's fields.
  package init(reading bytes: [UInt8], for note: DraftNote) {
    if note.hint != nil {
      self.init(reading: DraftLines(bytes, for: note))
    } else {
      self.init(fields: note.fields, text: Escaping.trimmingBlankLines(bytes))
    }
  }

  /// Whether a writer has put words into it: more than the thread's empty fields and what the draft began with.
  package func holdsText(for note: DraftNote) -> Bool {
    let original = EntryDraft(reading: DraftLines(note.original, for: note))
    let isRenamed = heading != nil && !note.original.isEmpty && heading != original.heading
    if [.edit, .editSeveral].contains(note.purpose), !note.original.isEmpty {
      return text != original.text || fields != original.fields || isRenamed
    }
    return isRenamed || !text.isEmpty
      || fields.contains { !$0.value.isEmpty && !note.fields.contains($0) }
  }

  package var isEmpty: Bool {
    text.isEmpty && fields.allSatisfy(\.value.isEmpty) && heading?.title.isEmpty != false
  }

  /// The edit that makes this draft's entry say what `new` does, but for its time.
  ///
  /// A field that was not there and is left empty is not written; one that is gone or emptied is taken away.
  package func edit(to new: EntryDraft) -> EntryEdit {
    var edit = EntryEdit()
    if new.text != text { edit.text = new.text }
    if let title = new.heading?.title, title != heading?.title { edit.title = title }
    let newValues = Dictionary(new.fields.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    for field in fields where newValues[field.key] != field.value {
      let value = newValues[field.key].flatMap { $0.isEmpty ? nil : $0 }
      edit.fields.append((String(utf8: field.name), value))
    }
    let oldKeys = Set(fields.map(\.key))
    for field in new.fields where !oldKeys.contains(field.key) && !field.value.isEmpty {
      edit.fields.append((String(utf8: field.name), field.value))
    }
    return edit
  }

  /// `edit`, which was made of this draft, for the entry that says `current` by now.
  ///
  /// Nil where both changed one field, the title, the time or the same lines, and not to the same.
  package func edit(_ edit: EntryEdit, carriedTo current: EntryDraft) -> EntryEdit? {
    let theirs = self.edit(to: current)
    var carried = edit
    if let title = theirs.title, let mine = edit.title, title != mine { return nil }
    if edit.timestamp != nil, current.heading?.time != heading?.time { return nil }
    let values = Dictionary(
      theirs.fields.map { (FieldName.key($0.name), $0.value) }, uniquingKeysWith: { $1 })
    for (name, value) in edit.fields {
      if let other = values[FieldName.key(name)], other != value { return nil }
    }
    if let mine = edit.text, let other = theirs.text {
      guard let merged = LineMerge.merged(text, mine, other) else { return nil }
      carried.text = merged
    }
    return carried
  }
}

extension Journal {
  /// The edit that makes an entry that says `old` say what `new` does.
  ///
  /// - Throws: `TimeExpressionError` where the new time is one that the clock skips.
  package func edit(from old: EntryDraft, to new: EntryDraft) throws -> EntryEdit {
    var edit = old.edit(to: new)
    if let time = new.heading?.time, time != old.heading?.time {
      edit.timestamp = try self.time(time)
    }
    return edit
  }

  /// The time that the heading of a draft has; a day alone stays one, as in a file.
  package func time(_ text: String) throws -> Timestamp {
    if let day = Timestamp(text), day.precision == .day, day.utcOffset == nil { return day }
    return try TimeExpression.parse(text, now: now, zone: zone)
  }
}
