import ThreadJournal
import ThreadStorage

/// Where an export or a report goes: standard output, or a file that appears under its name in one step.
final class ExportDestination {
  private let session: Session
  private let staged: StagedFile?
  private let replaces: Bool
  private var progress: ProgressLine
  /// What begins the output, held back until it is known that there is something to write.
  private var beginning: [UInt8]? = []

  static func file(_ arguments: ParsedArguments) throws -> String? {
    guard let bytes = arguments.bytes("output").last, bytes != [UInt8(ascii: "-")] else {
      guard !arguments.flag("force") else {
        throw CommandError.needsOption(option: "force", other: "output FILE")
      }
      return nil
    }
    return try Session.path(bytes)
  }

  /// - Throws: `TransferError` where the file is there already, or is a thread of the journal.
  init(
    _ file: String?, _ arguments: ParsedArguments, _ journal: Journal, _ session: Session
  ) throws {
    self.session = session
    replaces = arguments.flag("force")
    progress = ProgressLine(on: session.messages, terminal: session.messageTerminal, start: .now)
    staged = try file.map { try StagedFile(for: $0) }
    guard let file, let staged else { return }
    // What is written so far goes with a signal, too.
    StandardInput.catchInterrupts()
    if staged.replacesFile, !replaces { throw TransferError.fileExists(path: file) }
    // Where it is, whatever dots and links the path has.
    var folder = session.absolute(staged.path).split(
      separator: "/", omittingEmptySubsequences: false)
    let name = folder.removeLast()
    let path = Self.real(folder.joined(separator: "/")) + "/" + name
    let root = Self.real(journal.directory.root) + "/"
    let isState = path.hasPrefix(root + ".threadjournal/")
    if isState || path.hasPrefix(root) && path.hasSuffix(".md") {
      throw TransferError.fileInJournal(path: file, isState: isState)
    }
  }

  private static func real(_ folder: String) -> String {
    (try? SystemCalls.realPath(folder.isEmpty ? "/" : folder)) ?? folder
  }

  /// Writes `bytes`, which end with a whole character; false where the reader wants no more, or a signal came.
  func write(
    _ bytes: [UInt8], _ progressText: @autoclosure () -> String
  ) throws(StorageError) -> Bool {
    // On a terminal, what is printed shows how far it is.
    if staged != nil || !session.outputTerminal.isTerminal {
      progress.report(progressText(), at: .now)
    }
    if let staged {
      if StandardInput.isInterrupted { return false }
      try staged.write(bytes)
      return true
    }
    if beginning?.isEmpty == true {
      beginning = bytes
      return true
    }
    printBeginning()
    session.print(exactly: bytes)
    return session.output.state == .open
  }

  private func printBeginning() {
    if let beginning, !beginning.isEmpty { session.print(exactly: beginning) }
    beginning = nil
  }

  func finish() throws {
    progress.remove()
    guard let staged else { return printBeginning() }
    if StandardInput.isInterrupted { throw CommandError.interrupted(draft: nil) }
    do throws(StorageError) {
      try staged.commit(replacing: replaces)
    } catch {
      if case .exists(let path) = error { throw TransferError.fileExists(path: path) }
      throw error
    }
    StandardInput.releaseInterrupts()
  }
}
