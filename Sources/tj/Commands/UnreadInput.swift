import ThreadJournal
import ThreadStorage

/// The words on standard input of a command that failed before it came to read them.
///
/// Whatever keeps a command from its journal, or from a draft, they are printed back; as this is done in one
/// place, no cause can be forgotten. What was read before is not there any more, and so is told once.
enum UnreadInput {
  /// `error`, with the words where `arguments` would have them read.
  static func kept(with error: any Error, of arguments: ParsedArguments) -> any Error {
    isText(for: arguments) ? kept(with: error) : error
  }

  /// `error`, with the words where `arguments`, which are not understood, may have meant them to be read.
  static func kept(with error: CommandLineError, of arguments: [[UInt8]]) -> any Error {
    let words = arguments.map { String(decoding: $0, as: UTF8.self) }
    let names = CommandTable.standard.rows.map(\.name)
    switch words.first(where: names.contains) {
    case "add", "new": return kept(with: error)
    case "edit": return words.contains("-") ? kept(with: error) : error
    default: return error
    }
  }

  private static func isText(for arguments: ParsedArguments) -> Bool {
    let words = arguments.positionals("TEXT")
    switch arguments.command.first {
    case "add": return words == ["-"] || (words.isEmpty && !arguments.flag("edit"))
    case "new": return words == ["-"] || words.isEmpty
    case "edit": return words == ["-"]
    default: return false
    }
  }

  private static func kept(with error: any Error) -> any Error {
    // On a terminal nothing is typed yet; after an interrupt the writer wants to be gone.
    guard !Session.standardInputIsTerminal else { return error }
    if case CommandError.interrupted = error { return error }
    let text = StandardInput.read().bytes
    StandardInput.releaseInterrupts()
    return text.isEmpty ? error : CommandError.unkept(text: text, cause: error)
  }
}
