import ThreadJournal
import ThreadStorage

/// A text on its way into the journal; it becomes a draft before it could get lost.
final class IncomingText {
  /// The text as it came.
  private(set) var bytes: [UInt8]
  private let note: DraftNote
  private let journal: Journal
  private var stream: DraftStream?
  /// How many of the bytes are in the draft.
  private var kept = 0

  /// A text that is there already.
  init(_ bytes: [UInt8], _ note: DraftNote, in journal: Journal) {
    self.bytes = bytes
    self.note = note
    self.journal = journal
  }

  /// Standard input, whole and checked; in a draft from its first pause on.
  ///
  /// - Throws: `CommandError.interrupted` and `.badText`, after keeping what was read in a draft.
  init(readingInputFor note: DraftNote, in journal: Journal) throws {
    bytes = []
    self.note = note
    self.journal = journal
    let reading = StandardInput.read { piece in
      bytes += piece
      // Should this fail, the text is still here, and the draft is tried again at the end.
      _ = try? keep()
    }
    bytes = reading.bytes
    if reading.signal != nil { throw CommandError.interrupted(draft: try keepOrShow()) }
    do {
      if let error = reading.error { throw error }
      try EntryText.check(bytes, from: "standard input")
    } catch {
      throw try keeping(after: error)
    }
  }

  /// Runs `body`, which brings the text into the journal, and keeps it in a draft where that fails.
  ///
  /// `body` is given what it has to call before a wait: it makes the draft, and tells where it is.
  func delivering<Result>(
    _ session: Session, _ body: (_ whenBusy: @escaping () throws -> Void) throws -> Result
  ) throws -> Result {
    defer { StandardInput.releaseInterrupts() }
    do {
      let result = try body {
        let path = try self.keep()
        if let path { session.note("Another tj is busy; meanwhile your text is in \(path)") }
        if StandardInput.releaseInterrupts() != nil { throw CommandError.interrupted(draft: path) }
      }
      discard()
      return result
    } catch {
      switch error {
      case CommandError.interrupted: break
      // The record of the change has it, which the next command finishes.
      case JournalError.willBeFinished: discard()
      default: throw try keeping(after: error)
      }
      throw error
    }
  }

  /// Brings what is not in the draft yet there, and returns its path; nil where there is no text.
  private func keep() throws -> String? {
    guard !bytes.isEmpty else { return nil }
    if let stream {
      if kept < bytes.count { try stream.append(Array(bytes[kept...])) }
    } else {
      stream = try DraftStream(bytes, note: note.encoded, in: journal.directory.drafts)
    }
    kept = bytes.count
    return stream?.draft.path
  }

  /// `error`, with the path of the draft that now holds the text, if there is any.
  func keeping(after error: any Error) throws -> any Error {
    guard let path = try keepOrShow(after: error) else { return error }
    return CommandError.keptDraft(path: path, cause: error)
  }

  /// Keeps the text.
  ///
  /// - Throws: `CommandError.unkept`, which shows it, where no draft can be written.
  private func keepOrShow(after cause: (any Error)? = nil) throws -> String? {
    do { return try keep() } catch {
      throw CommandError.unkept(text: bytes, cause: cause ?? error)
    }
  }

  /// Takes the draft away: the text is safe elsewhere.
  func discard() {
    guard let draft = stream?.draft else { return }
    try? journal.directory.drafts.remove(draft)
    stream = nil
    kept = 0
  }
}

/// Where the text of an entry comes from: the arguments, standard input, or the editor.
enum EntryText {
  /// The words of the command line as one text; nil where there are none or they are `-`.
  static func argument(_ words: [String]) -> [UInt8]? {
    words.isEmpty || words == ["-"] ? nil : Array(words.joined(separator: " ").utf8)
  }

  /// The words of the command line, else standard input.
  static func given(
    _ words: [String], for note: DraftNote, in journal: Journal
  ) throws -> IncomingText {
    try argument(words).map { IncomingText($0, note, in: journal) }
      ?? IncomingText(readingInputFor: note, in: journal)
  }

  /// Runs `body`, which finds out what is to be done with the text, and keeps the text in a draft where that fails.
  ///
  /// - Parameters:
  ///   - readsInput: Whether standard input is the text, where `words` are none.
  ///   - note: What is known of the text's purpose by then.
  static func keeping<Result>(
    _ words: [String], readsInput: Bool, in journal: Journal, for note: () -> DraftNote,
    while body: () throws -> Result
  ) throws -> Result {
    do { return try body() } catch {
      if let text = argument(words) {
        throw try IncomingText(text, note(), in: journal).keeping(after: error)
      }
      guard readsInput else { throw error }
      throw try IncomingText(readingInputFor: note(), in: journal).keeping(after: error)
    }
  }

  /// Refuses text that no thread may hold.
  static func check(_ text: [UInt8], from source: String) throws {
    guard let fault = TextCheck.firstFault(in: text) else { return }
    throw CommandError.badText(
      source: source, fault: fault.fault, line: fault.line, column: fault.column)
  }
}
