import ThreadJournal
import ThreadStorage

/// The options that every command takes, before or after its name.
struct GlobalOptions: Sendable {
  var journal: [UInt8]?
  var color: ColorChoice?
  var allowsPager = true
}

/// Everything around a command that is not its arguments: clock, zone, environment, streams and terminal.
///
/// Nothing else reads them.
final class Session {
  let globals: GlobalOptions
  /// `$TJ_NOW`, else the system's.
  let now: Instant
  let zone: LocalTimeZone
  let output: OutputStream
  let messages: OutputStream
  let outputTerminal: Terminal
  let messageTerminal: Terminal
  let settingsStore: SettingsStore
  /// What commands that were then refused had finished of what a crash left.
  let notices = DeferredNotices()
  /// What a command has saved, so that a failure to print it is not told as if nothing had been done.
  var isSaved = false
  private var savedNames: [String] = []
  /// Messages that wait until what was asked for is on the screen.
  private var held: [UInt8] = []

  init(_ globals: GlobalOptions) throws(SessionError) {
    self.globals = globals
    outputTerminal = Terminal(descriptor: 1, environment: Self.environment)
    messageTerminal = Terminal(descriptor: 2, environment: Self.environment)
    let store = SettingsStore()
    settingsStore = store
    output = OutputStream(
      descriptor: 1,
      paging: Paging.chosen(
        for: outputTerminal, isAllowed: globals.allowsPager,
        command: { store.settings().text(.pager) ?? "" }, environment: Self.environment))
    messages = OutputStream(descriptor: 2)
    let zoneName = Self.environment("TZ")
    let folder = Self.environment("TZDIR") ?? ZoneVariable.folder
    let unknownZone = zoneName.flatMap { ZoneVariable.namesZone($0, folder: folder) ? nil : $0 }
    zone = unknownZone == nil ? .system : .utc
    now = try Self.currentTime(zone)
    if let unknownZone { report(.unknownZone(unknownZone)) }
  }

  /// Whether standard input is a terminal, so that someone can be asked.
  static var inputIsTerminal: Bool { isatty(0) == 1 }

  /// Whether standard input is where somebody put words, and not only no terminal, as `/dev/null` is.
  static var inputIsPipeOrFile: Bool {
    var status = stat()
    guard fstat(0, &status) == 0 else { return false }
    return [S_IFIFO, S_IFREG, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }

  /// Whether the parent process reads the same input, as a loop of a shell does; nil where the system does not tell.
  static var inputIsShared: Bool? {
    var (own, parent) = (stat(), stat())
    guard fstat(0, &own) == 0, stat("/proc/\(getppid())/fd/0", &parent) == 0 else { return nil }
    return own.st_dev == parent.st_dev && own.st_ino == parent.st_ino
  }

  /// The name of the file of the working directory that standard output goes to, where it is a small number, or one
  /// behind `=`: what a shell makes of `mood>7`.
  static var numberedOutputFile: String? {
    var own = stat()
    guard fstat(1, &own) == 0, own.st_mode & S_IFMT == S_IFREG else { return nil }
    return (0...100).flatMap { ["\($0)", "=\($0)"] }.first { name in
      var other = stat()
      return stat(name, &other) == 0 && other.st_dev == own.st_dev && other.st_ino == own.st_ino
    }
  }

  static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// This program, as a word that a shell finds it by.
  var programWord: String {
    let name = CommandLine.argc > 0 ? CommandLine.unsafeArgv[0].map { String(cString: $0) } : nil
    // git puts a file's name in place of what begins with a percent sign.
    guard let name, !name.isEmpty, !name.hasPrefix("-"), !name.contains("%") else { return "tj" }
    return ShellWord.quoted(name.contains("/") ? absolute(name) : name)
  }

  func variable(_ name: String) -> String? {
    Self.environment(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether the locale shows all of Unicode, so that bars need not be made of `#`.
  var isUnicode: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(variable).first { !$0.isEmpty } ?? ""
    return ["utf-8", "utf8"].contains { locale.lowercased().contains($0) }
  }

  /// Numbers by chance, or those that the number `$TJ_SEED` decides.
  var randomNumbers: any RandomNumberGenerator & Sendable {
    variable("TJ_SEED").flatMap { UInt64($0) }.map { SeededNumbers(seed: $0) } ?? SystemRandom()
  }

  /// The path in an environment variable, or nil where it is unset or empty.
  ///
  /// - Throws: `SessionError` for bytes that are not UTF-8: replaced ones would name another file.
  static func path(_ name: String) throws(SessionError) -> String? {
    guard let value = getenv(name), value[0] != 0 else { return nil }
    guard let path = String(validatingCString: value) else {
      throw .unrepresentablePath(String(cString: value))
    }
    return path
  }

  private static func currentTime(_ zone: LocalTimeZone) throws(SessionError) -> Instant {
    guard let text = environment("TJ_NOW"), !text.isEmpty else {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return Instant(
        secondsSinceEpoch: Int64(time.tv_sec), nanoseconds: Int32(truncatingIfNeeded: time.tv_nsec))
    }
    guard let timestamp = Timestamp(text), timestamp.utcOffset != nil else { throw .badClock(text) }
    return timestamp.instant(in: zone)
  }

  func palette(for terminal: Terminal) -> Palette {
    let set = settings.text(.color).flatMap { ColorChoice(rawValue: $0) }
    return Self.palette(globals.color ?? set ?? .auto, for: terminal)
  }

  static func palette(
    _ choice: ColorChoice,
    for terminal: Terminal = Terminal(descriptor: 2, environment: environment)
  ) -> Palette {
    Palette.chosen(
      by: choice, isTerminal: terminal.isTerminal, noColor: environment("NO_COLOR"),
      term: environment("TERM"))
  }

  func report(_ message: ErrorMessage) {
    let message = message.naming(globals.journal)
    tell(message.rendered(palette(for: messageTerminal), columns: messageColumns))
  }

  func warn(_ message: ErrorMessage) { report(message.asWarning) }

  func note(_ line: String) {
    let line = ShellWord.advice(line, namingJournal: globals.journal)
    let text = TerminalText.escaped(Array(line.utf8))
    tell(messageColumns.map { MessageWrap.wrapped(text, columns: $0) } ?? text + [0x0A])
  }

  /// The width that messages are wrapped at; nil into a pipe or a file.
  private var messageColumns: Int? { messageTerminal.isTerminal ? messageTerminal.columns : nil }

  /// Writes a message: on the screen of what was asked for, behind that, and once a pager is quit.
  private func tell(_ bytes: [UInt8]) {
    if messageTerminal.isTerminal, outputTerminal.isTerminal {
      if output.isPaged {
        held += bytes
        return
      }
      output.flush()
    }
    messages.write(bytes)
    messages.flush()
  }

  /// Writes out what was asked for, waits for the pager, and tells what was to be told behind it.
  @discardableResult
  func finishResults() -> OutputStream.State {
    let state = output.finish()
    messages.write(held)
    messages.flush()
    held = []
    return state
  }

  /// Whether somebody can be asked, and sees the question.
  var canAsk: Bool { Session.inputIsTerminal && messageTerminal.isTerminal }

  /// - Parameter isUsual: What an empty answer means.
  func confirms(_ question: String, isUsual: Bool = false) -> Bool {
    finishResults()
    let choices = isUsual ? "[Y/n]" : "[y/N]"
    messages.write(TerminalText.escaped(Array("\(question) \(choices) ".utf8)))
    messages.flush()
    // At the input's end the standard library asks again as long as an interruption is the last error that there was.
    errno = 0
    guard let answer = readLine(strippingNewline: true)?.lowercased() else { return false }
    return answer.isEmpty ? isUsual : ["y", "yes"].contains(answer)
  }
}

extension Session {
  /// Prints the id or path of what was saved; where it does not arrive, `finishOutput` tells it.
  func acknowledge(_ name: String) {
    isSaved = true
    savedNames.append(name)
    output.write("\(name)\n")
  }

  /// Prints the id of an entry that was saved, and on a terminal how it is read.
  func acknowledge(entry id: String, in journal: Journal) {
    acknowledge(id)
    tell(entry: id, in: journal)
  }

  /// Tells on a terminal how an entry is read.
  func tell(entry id: String, in journal: Journal) {
    guard messageTerminal.isTerminal, let entry = try? journal.entry(id) else { return }
    note("\(entry.thread.title): \(entry.slice.reading(in: entry.file.bytes, zone))")
  }

  /// Tells which entry was added a few minutes ago where `THREAD@1` names another one, as that is newer by its time.
  func tellLastAdded(besides entry: Entry, named name: String, in journal: Journal) {
    guard case .position(_, 1)? = EntryReference(name),
      let id = journal.lastAdded(
        to: entry.thread.path, since: Instant(secondsSinceEpoch: now.secondsSinceEpoch - 600)),
      id != entry.id
    else { return }
    note("\(name) was the newest by its time. The one that was added last is \(id).")
  }

  /// Prints a text as it is; on a terminal nothing may speak to the terminal.
  func print(exactly text: [UInt8]) {
    output.write(outputTerminal.isTerminal ? TerminalText.escaped(text) : text)
  }

  /// Writes out what is left; where that fails, reports it and returns false.
  ///
  /// A reader that has gone wants no more, and is no failure; but what was saved is told in any case.
  func finishOutput() -> Bool {
    let code: Int32
    switch finishResults() {
    case .open: return true
    case .closed where savedNames.isEmpty: return true
    case .closed: code = EPIPE
    case .failed(let number): code = number
    }
    report(isSaved ? .savedUnprinted(names: savedNames, code) : .outputFailed(code))
    return false
  }
}
