import ThreadJournal
import ThreadStorage

/// A draft that waits for its writer, with what is known of it.
struct WaitingDraft {
  /// The draft.
  let file: DraftBox.Draft
  /// What it is for; nil where that is not known.
  let note: DraftNote?
  /// What it says.
  let content: EntryDraft

  /// All drafts that wait, the newest first; one that goes away meanwhile is left out.
  static func all(in journal: Journal) throws -> [WaitingDraft] {
    let box = journal.directory.drafts
    return try box.list().reversed().compactMap { file in
      guard let text = try? box.text(of: file) else { return nil }
      let note = (try? box.note(of: file)).flatMap { DraftNote(decoding: $0) }
      let content =
        note.map { EntryDraft(reading: text, for: $0) } ?? EntryDraft(fields: [], text: text)
      return WaitingDraft(file: file, note: note, content: content)
    }
  }

  /// Its first words; of a draft without text its first field.
  var firstLine: [UInt8] {
    let text = content.text.split(separator: 0x0A).first { $0.contains { $0 > 0x20 } }
    if let text { return Array(text.prefix(120)) }
    guard let field = content.fields.first(where: { !$0.value.isEmpty }) else { return [] }
    return field.name + Array(":: ".utf8) + field.value.prefix(100)
  }
}

/// The list of drafts.
struct DraftListing {
  let session: Session
  let journal: Journal

  /// A line for each draft: number, age, purpose and thread, first words.
  func print(_ drafts: [WaitingDraft]) {
    for (index, draft) in drafts.enumerated() {
      let head = "\(index + 1)  \(age(of: draft))  \(purpose(of: draft.note)):  "
      session.printLine(Array(head.utf8) + draft.firstLine)
    }
    if drafts.isEmpty { session.note("No draft is waiting.") }
  }

  /// The drafts as one JSON document.
  func printJSON(_ drafts: [WaitingDraft]) {
    let document = JSONWriter.document { writer in
      writer.array("drafts", drafts.enumerated()) { writer, item in
        let (index, draft) = item
        writer.member("number", index + 1)
        writer.member("file", draft.file.path)
        let instant = Instant(secondsSinceEpoch: draft.file.modified)
        let modified = Timestamp(instant: instant, in: session.zone)
        writer.member("modified", modified.rfc3339(in: session.zone))
        writer.member("purpose", draft.note?.purpose.rawValue)
        let thread = draft.note.flatMap { $0.newThread?.title ?? $0.thread }
        writer.member("thread", thread?.isEmpty == true ? nil : thread)
        writer.member("entry", draft.note?.entry)
        writer.member("text", draft.content.text)
      }
    }
    session.output.write(document)
  }

  private func purpose(of note: DraftNote?) -> String {
    guard let note else { return "for no known thread" }
    switch note.purpose {
    case .add where note.thread.isEmpty: return "for no known thread"
    case .add: return "add to \(ThreadHeader.fileName(of: note.thread))"
    case .edit: return "edit \(note.entry) of \(ThreadHeader.fileName(of: note.thread))"
    case .new: return "new thread \(note.newThread?.title ?? "")"
    }
  }

  private func age(of draft: WaitingDraft) -> String {
    let seconds = max(0, session.now.secondsSinceEpoch - draft.file.modified)
    for (unit, length) in [("d", Int64(86_400)), ("h", 3600), ("min", 60)] where seconds >= length {
      return "\(seconds / length) \(unit) ago"
    }
    return "just now"
  }
}
