import ThreadJournal
import ThreadStorage

/// Where an export goes: standard output, or a file that is put into its place in one step.
final class ExportDestination {
  private let session: Session
  private let staged: StagedFile?
  private let replaces: Bool
  private var progress: ProgressLine

  /// The destination that `request` names.
  ///
  /// - Throws: `TransferError` where the file is there already, or is a thread of the journal.
  init(_ request: ExportRequest, _ journal: Journal, _ session: Session) throws {
    self.session = session
    replaces = request.replaces
    progress = ProgressLine(
      on: session.messages, terminal: session.messageTerminal, start: .now)
    guard let file = request.file else {
      staged = nil
      return
    }
    let staged = try StagedFile(for: file)
    if staged.replacesFile, !request.replaces { throw TransferError.fileExists(path: file) }
    let path = session.absolute(staged.path)
    if path.hasSuffix(".md"), path.hasPrefix(journal.directory.root + "/") {
      throw TransferError.fileInJournal(path: file)
    }
    self.staged = staged
  }

  /// Whether anyone still takes what is written.
  var isOpen: Bool { staged != nil || session.output.state == .open }

  /// Takes `bytes`, which end with a whole character.
  func write(_ bytes: [UInt8]) throws(StorageError) {
    if let staged { return try staged.write(bytes) }
    // A file must be exact; on a terminal nothing may speak to the terminal.
    session.output.write(
      session.outputTerminal.isTerminal ? TerminalText.escaped(bytes) : bytes)
  }

  /// Shows how far the work is, where it takes long and does not show itself.
  func report(_ text: @autoclosure () -> String) {
    if staged != nil || !session.outputTerminal.isTerminal { progress.report(text(), at: .now) }
  }

  /// Puts the file into its place.
  func finish() throws {
    progress.remove()
    guard let staged else { return }
    do throws(StorageError) {
      try staged.commit(replacing: replaces)
    } catch {
      if case .exists(let path) = error { throw TransferError.fileExists(path: path) }
      throw error
    }
  }
}
