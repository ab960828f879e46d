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

  /// Takes away the drafts of which all is in the journal now, as `content` and `note` say, and tells where one cannot be.
  static func discard(
    saying content: EntryDraft, _ note: DraftNote, in journal: Journal, _ session: Session
  ) {
    guard !content.text.isEmpty, journal.directory.drafts.waitingCount() > 0 else { return }
    do {
      for draft in try all(in: journal)
      where draft.note.map({
        !$0.isInHand && note.covers($0, draft.content, saying: content, in: journal)
      }) == true {
        try journal.directory.drafts.remove(draft.file)
        session.note("The draft with the same words is removed.")
      }
    } catch {
      session.warn(ErrorMessage(any: error))
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

extension DraftNote {
  /// The note of a draft that this process is about to finish.
  var inHand: DraftNote {
    var note = self
    note.process = ProcessID.own
    return note
  }

  /// Whether a process that still runs has the text, and will finish it, or say that it cannot.
  fileprivate var isInHand: Bool { process.map(ProcessID.isRunning) ?? false }

  /// Whether all that the draft `other` says is in what was added or changed as this note and `content` say.
  fileprivate func covers(
    _ other: DraftNote, _ draft: EntryDraft, saying content: EntryDraft, in journal: Journal
  ) -> Bool {
    guard draft.text == content.text else { return false }
    if other.purpose == .edit || purpose == .edit {
      return other.purpose == purpose && other.entry == entry && draft == content
        && other.time == time && other.title == title && other.fields == fields
    }
    guard other.purpose != .editSeveral, ["", thread].contains(other.thread),
      other.newThread == nil || other.newThread?.title == newThread?.title
    else { return false }
    let otherTitle = other.title(of: draft)
    let schema = try? journal.schema(at: thread)
    // A value of the command line that the thread does not take was refused, and is in no entry of it.
    let given = draft.fields.filter { field in
      let isTaken = schema.map {
        (try? $0.checking(field.value, for: String(utf8: field.name))) != nil
      }
      return !field.value.isEmpty && (isTaken != false || !other.fields.contains(field))
    }
    guard otherTitle.isEmpty || otherTitle == title(of: content),
      given.allSatisfy(content.fields.contains)
    else { return false }
    let (begun, added) = (other.time(of: draft, in: journal), time(of: content, in: journal))
    // Of a time that nobody gave, only the day says which entry was meant.
    return other.isTimed || other.hasOtherTime(draft)
      ? begun?.canonicalText == added?.canonicalText : begun?.date == added?.date
  }

  private func title(of draft: EntryDraft) -> [UInt8] {
    draft.heading?.title ?? Array((title ?? "").utf8)
  }

  /// Whether the draft's writer changed the time in its heading.
  private func hasOtherTime(_ draft: EntryDraft) -> Bool {
    let original = EntryDraft(reading: DraftLines(original, for: self))
    return draft.heading != nil && draft.heading?.time != original.heading?.time
  }

  private func time(of draft: EntryDraft, in journal: Journal) -> Timestamp? {
    if hasOtherTime(draft), let typed = draft.heading?.time {
      return try? journal.time(typed).withOffset(in: journal.zone)
    }
    return time.flatMap { Timestamp($0) }?.withOffset(in: journal.zone)
  }
}
