import ThreadJournal
import ThreadStorage

/// A text in the drafts' folder, and what is known of it.
struct WaitingDraft {
  let file: DraftBox.Draft
  let note: DraftNote?
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

  /// Takes away the drafts of `text`, which is in the journal now as `note` says, and tells where one cannot be.
  static func discard(
    saying text: [UInt8], _ note: DraftNote, in journal: Journal, _ session: Session
  ) {
    let text = Escaping.trimmingBlankLines(text)
    guard !text.isEmpty, journal.directory.drafts.waitingCount() > 0 else { return }
    do { try discard(exactly: text, note, in: journal, session) } catch {
      session.warn(ErrorMessage(any: error))
    }
  }

  private static func discard(
    exactly text: [UInt8], _ note: DraftNote, in journal: Journal, _ session: Session
  ) throws {
    for draft in try all(in: journal) where draft.content.text == text {
      guard let other = draft.note else { continue }
      let isSame =
        other.purpose == .edit
        ? note.purpose == .edit && other.entry == note.entry
        : note.purpose != .edit && ["", note.thread].contains(other.thread)
      guard isSame else { continue }
      try journal.directory.drafts.remove(draft.file)
      session.note("The draft with the same words is removed.")
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
