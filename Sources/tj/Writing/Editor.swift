import ThreadJournal
import ThreadStorage

/// The writer's editor, on a draft: the setting `editor`, else `$VISUAL`, else `$EDITOR`, else `vi`.
struct Editor {
  /// Editors that return while their window is still open, unless they are told to wait.
  private static let detaching: Set<String> = [
    "code", "codium", "cursor", "zed", "subl", "atom", "mate", "gedit", "kate", "open", "xdg-open",
  ]

  /// Editors of the terminal, which are left as fast as one types.
  private static let waiting: Set<String> = [
    "vi", "vim", "nvim", "nano", "pico", "micro", "helix", "hx", "kak", "kakoune", "joe", "ne",
    "mg", "ed", "mcedit",
  ]

  let command: String

  init(_ session: Session) { command = session.settings.text(.editor) ?? "vi" }

  enum Result {
    case written
    case unchanged
    case empty
    case removed
    /// It was written, and cannot be taken as it is; the draft stays.
    case refused
  }

  /// Opens a draft in the editor; the draft stays in any case.
  func open(_ file: DraftBox.Draft, _ note: DraftNote, in journal: Journal) throws -> Result {
    let box = journal.directory.drafts
    let before = try box.text(of: file)
    let start = ContinuousClock.now
    guard let status = run(ShellWord.quoted(file.path)) else {
      throw CommandError.interrupted(draft: kept(file, note, box))
    }
    let isFast = start.duration(to: .now) < .seconds(1) && !Self.waiting.contains(name)
    let isInstant = isFast || isDetaching
    let after: [UInt8]
    do throws(StorageError) { after = try box.text(of: file) } catch {
      // The editor, or its writer, removed the file: that is a way to cancel.
      if error.code == ENOENT { return .removed }
      throw error
    }
    guard status == 0 else {
      throw CommandError.editorFailed(
        command: command, status: status, draft: kept(file, note, box))
    }
    if after == before {
      if isInstant { throw CommandError.editorReturnedAtOnce(command: command, draft: file.path) }
      return .unchanged
    }
    return note.isEmpty(after) ? .empty : .written
  }

  /// Opens a file at a line, 1-based, as far as the editor can be told it; its exit status, nil where a signal came.
  func open(_ path: String, atLine line: Int) -> Int32? {
    let place =
      switch name {
      case "vi", "vim", "nvim", "gvim", "nano", "emacs", "emacsclient", "micro", "helix", "hx",
        "kak", "kakoune":
        "+\(line) \(ShellWord.quoted(path))"
      case "code", "codium", "cursor": "--goto \(ShellWord.quoted("\(path):\(line):1"))"
      default: ShellWord.quoted(path)
      }
    return run(place)
  }

  /// Runs it on the terminal, where there is one, also if our own standard input is a pipe: an editor that reads from a
  /// pipe leaves the terminal without line ends.
  private func run(_ words: String) -> Int32? {
    let onTerminal =
      Session.inputIsTerminal ? "" : "(: < /dev/tty) 2> /dev/null && exec < /dev/tty; "
    return ChildProcess(shell: "\(onTerminal)\(command) \(words)").runAttended()
  }

  /// The program's name, without its folder and arguments.
  private var name: String {
    command.split(separator: " ").first?.split(separator: "/").last.map(String.init) ?? ""
  }

  private var isDetaching: Bool {
    let words = command.split(separator: " ")
    return Self.detaching.contains(name) && !words.contains { $0 == "-w" || $0.contains("wait") }
  }

  /// The draft's path if it stays; one without a word of the writer's, there or on the command line, is removed, unless the
  /// editor has some beside it.
  private func kept(_ file: DraftBox.Draft, _ note: DraftNote, _ box: DraftBox) -> String? {
    guard let text = try? box.text(of: file),
      !EntryDraft(reading: text, for: note).holdsText(for: note), box.unsaved(of: file) == nil,
      note.title == nil, note.fields.allSatisfy(\.value.isEmpty)
    else { return file.path }
    try? box.remove(file)
    return nil
  }
}
