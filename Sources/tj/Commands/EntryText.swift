import ThreadJournal
import ThreadStorage

/// Where the text of an entry comes from: the arguments, standard input, or the editor.
enum EntryText {
  /// The words of the command line as one text; nil where there are none or they are `-`.
  static func argument(_ words: [String]) -> [UInt8]? {
    words.isEmpty || words == ["-"] ? nil : Array(words.joined(separator: " ").utf8)
  }

  /// Standard input, whole and checked.
  ///
  /// - Throws: `CommandError.interrupted` and `.badText`, after keeping what was read in a draft.
  static func standardInput(for note: DraftNote, in journal: Journal) throws -> [UInt8] {
    let reading = StandardInput.read()
    if reading.signal != nil {
      let draft = try keep(reading.bytes, note, in: journal)
      throw CommandError.interrupted(draft: draft)
    }
    if let error = reading.error {
      throw try kept(reading.bytes, note, in: journal, after: error)
    }
    do {
      try check(reading.bytes, from: "standard input")
    } catch {
      throw try kept(reading.bytes, note, in: journal, after: error)
    }
    return Escaping.trimmingBlankLines(reading.bytes)
  }

  /// `error`, once what waits on standard input, which no one would read otherwise, is in a draft.
  static func keepingInput(
    for note: DraftNote, in journal: Journal, after error: any Error
  ) throws -> any Error {
    try kept(try standardInput(for: note, in: journal), note, in: journal, after: error)
  }

  /// Refuses text that no thread may hold (C7).
  static func check(_ text: [UInt8], from source: String) throws {
    guard let fault = TextCheck.firstFault(in: text) else { return }
    throw CommandError.badText(
      source: source, fault: fault.fault, line: fault.line, column: fault.column)
  }

  /// Runs `body`, and keeps `text` in a draft where it fails before the text is safe elsewhere.
  static func keeping<Result>(
    _ text: [UInt8], _ note: DraftNote, in journal: Journal, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as StorageError {
      if case .keptDraft = error { throw error }
      throw try kept(text, note, in: journal, after: error)
    } catch {
      throw try kept(text, note, in: journal, after: error)
    }
  }

  /// `error`, with the path of the draft that now holds `text`, if that holds anything.
  private static func kept(
    _ text: [UInt8], _ note: DraftNote, in journal: Journal, after error: any Error
  ) throws -> any Error {
    guard let path = try keep(text, note, in: journal) else { return error }
    return CommandError.keptDraft(path: path, cause: error)
  }

  private static func keep(
    _ text: [UInt8], _ note: DraftNote, in journal: Journal
  ) throws -> String? {
    guard !text.isEmpty else { return nil }
    return try journal.directory.drafts.create(text, note: note.encoded).path
  }
}
