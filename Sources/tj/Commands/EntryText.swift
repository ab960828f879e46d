import ThreadJournal
import ThreadStorage

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

  /// Refuses text that no thread may hold (C7).
  static func check(_ text: [UInt8], from source: String) throws {
    guard let fault = TextCheck.firstFault(in: text) else { return }
    throw CommandError.badText(
      source: source, fault: fault.fault, line: fault.line, column: fault.column)
  }
}
