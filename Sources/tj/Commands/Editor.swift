import ThreadJournal
import ThreadStorage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The writer's editor, on a draft: the setting `editor`, else `$VISUAL`, else `$EDITOR`, else `vi`.
struct Editor {
  /// The command line, as a shell takes it.
  let command: String

  /// The editor of this session.
  init(_ session: Session) {
    command = session.settings.text(.editor) ?? "vi"
  }

  /// What the writer made of a draft.
  enum Result {
    /// The draft as it was left.
    case edited(EntryDraft)
    /// The writer left it as it was, or empty: there is nothing to do, and the draft is gone.
    case unchanged
  }

  /// Writes a draft, opens it in the editor, and reads it back; the draft stays until `remove`.
  ///
  /// - Throws: `CommandError` where the editor fails or returns at once; the draft is kept.
  func edit(
    _ draft: EntryDraft, _ note: DraftNote, in journal: Journal
  ) throws -> (result: Result, draft: DraftBox.Draft) {
    let hint = note.hint ?? ""
    let before = draft.bytes(hint: hint)
    let box = journal.directory.drafts
    let file = try box.create(before, note: note.encoded)
    let start = ContinuousClock.now
    let status = ChildProcess.run("\(command) \(ShellWord.quoted(file.path))")
    let isInstant = start.duration(to: .now) < .seconds(1)
    guard status == 0 else {
      throw CommandError.editorFailed(command: command, status: status, draft: file.path)
    }
    let after: [UInt8]
    do throws(StorageError) {
      after = try box.text(of: file)
    } catch {
      // The editor, or its writer, removed the file: that is a way to cancel.
      if error.code == ENOENT { return (.unchanged, file) }
      throw error
    }
    if after == before {
      if isInstant {
        throw CommandError.editorReturnedAtOnce(command: command, draft: file.path)
      }
      try box.remove(file)
      return (.unchanged, file)
    }
    try EntryText.check(after, from: file.path)
    return (.edited(EntryDraft(reading: after, hint: hint)), file)
  }
}
