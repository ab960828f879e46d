import ThreadStorage

/// When output is paged, and through what: nothing is started until there are more lines than the screen has.
struct Paging: Equatable, Sendable {
  /// Lines on the screen; output that fills them all leaves none for the prompt.
  var rows: Int
  /// Columns on the screen; a longer line takes several rows.
  var columns: Int
  /// A command line for `/bin/sh`.
  var command: String
  /// What the pager finds in its environment besides ours.
  var environment: [String]

  /// Lets `less` begin at the end; others keep their own beginning.
  mutating func beginAtEnd() {
    let program = command.split(separator: " ").first?.split(separator: "/").last
    if program == "less" { command += " +G" }
  }

  /// The paging for standard output; nil where there is none: no terminal, `--no-pager`, `cat`, a pager not installed.
  ///
  /// - Parameter command: The pager that is set; not asked for where there is no terminal.
  static func chosen(
    for terminal: Terminal, isAllowed: Bool, command: () -> String, environment: (String) -> String?
  ) -> Paging? {
    guard terminal.isTerminal, isAllowed, environment("TERM") != "dumb" else { return nil }
    let command = command()
    let isPlainText = command.utf8.allSatisfy(Byte.isBlank)
    guard !isPlainText, command != "cat", Pager.isInstalled(command, path: environment("PATH"))
    else { return nil }
    let additions = [("LESS", "FRX"), ("LESSCHARSET", "utf-8"), ("LV", "-c")]
      .filter { environment($0.0) == nil }.map { $0.0 + "=" + $0.1 }
    return Paging(
      rows: terminal.rows, columns: terminal.columns, command: command, environment: additions)
  }
}

/// A running pager, which reads what we write and then the keyboard.
struct Pager {
  let input: Int32
  private let child: pid_t
  private let interruptAction: sigaction

  /// Starts `command`; nil where that fails, and output then goes on as if no pager were wanted.
  static func start(_ command: String, environment: [String]) -> Pager? {
    guard let ends = ChildProcess.pipe() else { return nil }
    var program = ChildProcess(shell: command)
    program.variables = environment
    program.input = ends.reading
    // The terminal sends ^C to us too; it is the pager's to act on, and dying would leave it without its keyboard.
    var interruptAction = sigaction()
    sigaction(SIGINT, nil, &interruptAction)
    signal(SIGINT, SIG_IGN)
    let child = program.start()
    close(ends.reading)
    guard let child else {
      close(ends.writing)
      sigaction(SIGINT, &interruptAction, nil)
      return nil
    }
    return Pager(input: ends.writing, child: child, interruptAction: interruptAction)
  }

  /// Ends the pager's input and waits until it is quit; how it ended does not matter.
  func wait() {
    close(input)
    _ = ChildProcess.status(of: child, waits: true)
    var action = interruptAction
    sigaction(SIGINT, &action, nil)
  }

  /// Whether the program that `command` starts with is there; true where only the shell can tell.
  static func isInstalled(_ command: String, path: String?) -> Bool {
    let program = command.utf8.drop { $0 == 0x20 }.prefix { $0 != 0x20 }
    let isPlain = program.allSatisfy { Byte.isLetterOrDigit($0) || "+,-./_".utf8.contains($0) }
    guard isPlain, let name = String(program) else { return true }
    if program.contains(UInt8(ascii: "/")) { return access(name, X_OK) == 0 }
    let folders = (path ?? "/usr/bin:/bin").utf8.split(separator: UInt8(ascii: ":"))
    return folders.contains { access(String(Substring($0)) + "/" + name, X_OK) == 0 }
  }
}
