import ThreadJournal
import ThreadStorage

/// A text on its way into the journal; it becomes a draft before it could get lost.
final class TextInput {
  private(set) var bytes: [UInt8]
  private let note: DraftNote
  private let source: TextSource
  private let journal: Journal
  private var stream: DraftStream?
  private var kept = 0

  /// The text of `source`, empty where there is none; standard input whole and checked, in a draft from its first
  /// pause on.
  ///
  /// - Throws: `CommandError.interrupted` and `.badText`, after keeping what was read in a draft.
  init(_ source: TextSource, _ note: DraftNote, in journal: Journal) throws {
    bytes = if case .words(let text) = source { text } else { [] }
    self.note = note.inHand
    self.source = source
    self.journal = journal
    guard source == .input else { return }
    let reading = StandardInput.read { piece in
      bytes += piece
      // Should this fail, the text is still here, and the draft is tried again at the end.
      _ = try? keep()
    }
    bytes = reading.bytes
    if reading.signal != nil { throw CommandError.interrupted(draft: try keepOrShow()) }
    do {
      if let error = reading.error { throw error }
      try TextSource.check(bytes, from: "standard input")
    } catch {
      throw try keeping(after: error)
    }
  }

  /// What other programs put into a text that nobody sees there, in words; nil where there is nothing of it.
  private var unseen: String? {
    guard source == .input else { return nil }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      return "The text begins with a byte order mark, which nobody sees, and keeps it; without: "
        + "tail -c +4"
    }
    guard bytes.contains(.carriageReturn) else { return nil }
    let lines = bytes.split(separator: .lineFeed, omittingEmptySubsequences: false).dropLast()
    if lines.isEmpty {
      return "Returns stand in the text without line feeds, and stay so; for lines: tr '\\r' '\\n'"
    }
    return lines.allSatisfy { $0.last == .carriageReturn }
      ? "The lines end with returns, as on Windows, and stay so; without: tr -d '\\r'" : nil
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
      let content = EntryDraft(reading: bytes, for: note)
      if let unseen { session.note(unseen) }
      WaitingDraft.discard(saying: content, note, in: journal, session)
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
  ///
  /// Words of the command line are no draft for a mistake beside them: the shell has the line.
  func keeping(after error: any Error) throws -> any Error {
    if source != .input, EntryOptions.isMistake(error) {
      discard()
      return error
    }
    guard let path = try keepOrShow(after: error) else { return error }
    return CommandError.keptDraft(path: path, cause: error)
  }

  /// - Throws: `CommandError.unkept`, which shows it, where no draft can be written.
  private func keepOrShow(after cause: (any Error)? = nil) throws -> String? {
    do { return try keep() } catch {
      throw CommandError.unkept(text: bytes, cause: cause ?? error)
    }
  }

  func discard() {
    guard let draft = stream?.draft else { return }
    try? journal.directory.drafts.remove(draft)
    stream = nil
    kept = 0
  }
}

enum TextSource: Equatable {
  case words([UInt8])
  case input
  case none

  /// Where the arguments TEXT, or the option, of a command say; without them, what is piped into the command.
  init(_ arguments: ParsedArguments) {
    let words = arguments.values("TEXT") + arguments.values("text")
    let isInput = arguments.command == ["edit"] ? words.contains("-") : words == ["-"]
    if isInput || (words.isEmpty && Self.isPiped(into: arguments)) {
      self = .input
    } else {
      // Fields alone are an entry; who wants to write beside them says so.
      let isWhole =
        arguments.command == ["add"] && !arguments.flag("edit")
        && arguments.assignments("field").contains { !$0.value.isEmpty }
      self = words.isEmpty && !isWhole ? .none : .words(Array(words.joined(separator: " ").utf8))
    }
  }

  private static func isPiped(into arguments: ParsedArguments) -> Bool {
    guard arguments.command == ["edit"] else {
      guard arguments.flag("edit") else { return !Session.inputIsTerminal }
      // The editor begins with them; a loop's input is not meant for it.
      return Session.inputIsPipeOrFile && Session.inputIsShared != true
    }
    // A change of something else is often made in a loop over what standard input has.
    let others = ["field", "at", "title", "find"]
    return !others.contains(where: arguments.flag) && Session.inputIsPipeOrFile
  }

  /// Says that a text came from standard input, where the command line does not: a loop's input may go by in it.
  static func tell(_ text: TextInput, _ session: Session) {
    let lines = Escaping.trimmingBlankLines(text.bytes).split(
      separator: .lineFeed, omittingEmptySubsequences: false)
    guard text.bytes.contains(where: { $0 > 0x20 }) else { return }
    session.note("Its text is what standard input had: \(Plural.of(lines.count, "line")).")
    if Session.inputIsShared == true { session.note("To leave a loop its input: tj … < /dev/null") }
  }

  static func check(_ text: [UInt8], from source: String) throws {
    guard let fault = TextCheck.firstFault(in: text) else { return }
    throw CommandError.badText(
      source: source, fault: fault.fault, line: fault.line, column: fault.column)
  }
}

/// The words on standard input of a command that failed before it came to read them.
///
/// Whatever keeps a command from its journal, or from a draft, they are printed back; as this is done here for
/// every command that `readsText`, no cause can be forgotten. What was read before is gone from the input, so it is
/// told only once.
enum UnreadInput {
  /// `error`, with the words where a command would have them read.
  static func kept(with error: any Error, of invocation: Invocation) -> any Error {
    guard case .run(let arguments) = invocation.action, readsText(arguments.command[0]) else {
      return error
    }
    // Beside other words, which may have been meant otherwise, only those of a pipe would be lost.
    let isInput = TextSource(arguments) == .input
    let isPipe = Session.inputIsPipeOrFile && lseek(0, 0, SEEK_CUR) < 0
    return isInput || isPipe && bytesWait(upTo: 200) ? kept(with: error) : error
  }

  /// `error`, with the words where `arguments`, which are not understood, may have meant them to be read.
  static func kept(with error: CommandLineError, of arguments: [[UInt8]]) -> any Error {
    let words = arguments.map { String(utf8: $0) }
    let names = CommandTable.standard.rows.map(\.name)
    // Of a loop's input only the shell knows whose words they are.
    guard Session.inputIsShared != true else { return error }
    if case .unknownCommand = error {
      let isPipe = Session.inputIsPipeOrFile && lseek(0, 0, SEEK_CUR) < 0
      return isPipe && bytesWait(upTo: 200) ? kept(with: error) : error
    }
    guard let name = words.first(where: names.contains), readsText(name) else { return error }
    return kept(with: error)
  }

  private static func readsText(_ name: String) -> Bool {
    CommandTable.standard.definition(named: name)?.readsText == true
  }

  /// Tells of words that wait on standard input of a command that had its text from elsewhere.
  static func tell(_ line: String, _ session: Session) {
    guard Session.inputIsPipeOrFile, waitingBytes().contains(where: { $0 > 0x20 }) else { return }
    session.note("Standard input has words, too; they were not read. To add them: \(line)")
  }

  /// The first bytes that wait there; none where others read them, as a loop does.
  private static func waitingBytes() -> ArraySlice<UInt8> {
    var bytes = [UInt8](repeating: 0, count: 256)
    let position = lseek(0, 0, SEEK_CUR)
    var count = 0
    if position == 0 {
      // A file of which nobody has read yet; some shells have it as their own input, too, for a while.
      count = pread(0, &bytes, bytes.count, 0)
    } else if position < 0, bytesWait() {
      count = read(0, &bytes, bytes.count)
    }
    return bytes.prefix(max(count, 0))
  }

  /// Whether there are bytes in a pipe that nobody else reads, or come in these milliseconds.
  private static func bytesWait(upTo milliseconds: Int32 = 0) -> Bool {
    guard Session.inputIsShared == false else { return false }
    var waiting = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, milliseconds) == 1 && waiting.revents & Int16(POLLIN) != 0
  }

  private static func kept(with error: any Error) -> any Error {
    // On a terminal nothing is typed yet; after an interrupt the writer wants to be gone.
    guard !Session.inputIsTerminal else { return error }
    if case CommandError.interrupted = error { return error }
    let text = StandardInput.read().bytes
    StandardInput.releaseInterrupts()
    return text.isEmpty ? error : CommandError.unkept(text: text, cause: error)
  }
}
