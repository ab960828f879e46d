import ThreadStorage

/// What a writer edits: an entry's fields and text as they stand below a heading, and a line that says how to finish.
package struct EntryDraft: Sendable {
  /// The fields, in order; those left empty are not written.
  package var fields: [Entry.Field]
  package var text: [UInt8]

  package init(fields: [Entry.Field], text: [UInt8]) {
    self.fields = fields
    self.text = text
  }

  /// The bytes for the editor, which end with `hint` in a comment of its own line.
  package func bytes(hint: String) -> [UInt8] {
    let draft = EntryLines.bytes(
      fields: fields.map { (String(utf8: $0.name), $0.value) }, text: text)
    return draft + [0x0A] + Self.comment(hint) + [0x0A]
  }

  /// Reads what the editor left; `hint` is what its comment said.
  package init(reading bytes: [UInt8], hint: String) {
    let comment = Self.comment(hint)
    let lines = bytes.split(separator: .lineFeed, omittingEmptySubsequences: false)
    let kept = lines.filter { line in
      !(line.last == .carriageReturn ? line.dropLast() : line).elementsEqual(comment)
    }
    let content = EntryLines(reading: Array(kept.joined(separator: [0x0A])))
    fields = content.fields.map { Entry.Field(name: $0.name, value: $0.value) }
    text = content.text
  }

  /// Reads a draft as its note says: field lines and text, or text alone with the note's fields.
  package init(reading bytes: [UInt8], for note: DraftNote) {
    if let hint = note.hint {
      self.init(reading: bytes, hint: hint)
    } else {
      self.init(fields: note.fields, text: Escaping.trimmingBlankLines(bytes))
    }
  }

  /// Whether a writer has put words into it: more than the thread's empty fields and what the draft began with.
  package func holdsText(for note: DraftNote) -> Bool {
    if note.purpose == .edit, !note.original.isEmpty {
      let original = EntryDraft(reading: note.original, hint: "")
      return text != original.text || fields != original.fields
    }
    return !text.isEmpty || fields.contains { !$0.value.isEmpty && !note.fields.contains($0) }
  }

  package var isEmpty: Bool { text.isEmpty && fields.allSatisfy(\.value.isEmpty) }

  private static func comment(_ hint: String) -> [UInt8] { Array("<!-- tj: \(hint) -->".utf8) }

  /// The edit that makes this draft's entry say what `new` does.
  ///
  /// A field that was not there and is left empty is not written; one that is gone or emptied is taken away.
  package func edit(to new: EntryDraft) -> EntryEdit {
    var edit = EntryEdit()
    if new.text != text { edit.text = new.text }
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
}
