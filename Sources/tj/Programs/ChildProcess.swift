import ThreadStorage

/// Another program, as it is started: found through `PATH`, without the signals that we ignore.
struct ChildProcess {
  var arguments: [String]
  /// What its environment has besides our variables, or instead of those of the same name, as `NAME=VALUE`.
  var variables: [String] = []
  /// The names of those of our variables that it is not to have.
  var withoutVariables: [String] = []
  /// What it reads; nil for our own standard input.
  var input: Int32?
  /// Where it writes: then it reads nothing and has no standard error; nil for our own standard output.
  var output: Int32?
  /// Whether it can be killed with all that it starts.
  var hasOwnGroup = false

  init(_ arguments: [String]) { self.arguments = arguments }

  init(shell command: String) { self.init(["/bin/sh", "-c", command]) }

  func start() -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
      if input != 0 { posix_spawn_file_actions_addclose(&actions, input) }
    }
    if let output {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, output, 1)
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ] { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setpgroup(&attributes, 0)
    let group = hasOwnGroup ? Int16(POSIX_SPAWN_SETPGROUP) : 0
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | group)
    let words = arguments.map { strdup($0) }
    let settings = variables.map { strdup($0) }
    defer { for copy in words + settings { free(copy) } }
    var child: pid_t = 0
    let result = posix_spawnp(
      &child, arguments[0], &actions, &attributes, words + [nil], settings + inherited + [nil])
    return result == 0 ? child : nil
  }

  /// Runs it in the foreground and waits for it; its exit status, 128 and the signal's number, or 127.
  ///
  /// While it runs, `^C` and `^\` are its own to handle.
  func run() -> Int32 {
    ChildProcess.leavingInterrupts {
      start().flatMap { ChildProcess.status(of: $0, waits: true) } ?? 127
    }
  }

  /// As `run`, for as long as a writer takes; nil where SIGTERM or SIGHUP came meanwhile.
  func runAttended() -> Int32? {
    ChildProcess.leavingInterrupts {
      let (started, status) = InterruptedWait.status { start() }
      return started ? status.map(ChildProcess.exitStatus) : 127
    }
  }

  private static func leavingInterrupts<Result>(_ body: () -> Result) -> Result {
    let interrupt = signal(SIGINT, SIG_IGN)
    let quit = signal(SIGQUIT, SIG_IGN)
    defer {
      signal(SIGINT, interrupt)
      signal(SIGQUIT, quit)
    }
    return body()
  }

  /// The exit status of a child that has ended, 128 and the signal's number, or 127; nil while it runs.
  static func status(of child: pid_t, waits: Bool) -> Int32? {
    var raw: Int32 = 0
    var result = waitpid(child, &raw, waits ? 0 : WNOHANG)
    while result == -1, errno == EINTR { result = waitpid(child, &raw, waits ? 0 : WNOHANG) }
    return result == 0 ? nil : result < 0 ? 127 : exitStatus(raw)
  }

  private static func exitStatus(_ status: Int32) -> Int32 {
    let signalNumber = status & 0x7f
    return signalNumber == 0 ? (status >> 8) & 0xff : 128 + signalNumber
  }

  /// Our own variables, but for those that it gets anew or is not to have.
  private var inherited: [UnsafeMutablePointer<CChar>?] {
    #if canImport(Darwin)
      guard var next = _NSGetEnviron().pointee else { return [] }
    #else
      var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
    #endif
    let names = withoutVariables.map { $0 + "=" } + variables.map { $0.prefix { $0 != "=" } + "=" }
    var inherited: [UnsafeMutablePointer<CChar>?] = []
    while let variable = next.pointee {
      if !names.contains(where: { strncmp(variable, $0, $0.utf8.count) == 0 }) {
        inherited.append(variable)
      }
      next += 1
    }
    return inherited
  }
}

/// A program that runs beside the session, in a process group of its own, and whose output is awaited only so long.
///
/// It reads nothing, and what it says on standard error goes nowhere.
final class BackgroundCommand {
  enum Outcome: Equatable {
    /// It ended, or printed more than was wanted; 128 and the signal's number where a signal ended it.
    case finished(status: Int32, output: [UInt8])
    /// It did not end in time, and was killed with all that it started in its group.
    case timedOut
  }

  private let child: pid_t
  private let output: Int32
  private let deadline: ContinuousClock.Instant
  private let mostBytes: Int
  private var status: Int32?

  /// Starts a program, which has `limit` from now; nil where it cannot be started.
  init?(_ program: ChildProcess, limit: Duration, mostBytes: Int) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var program = program
    program.output = ends[1]
    program.hasOwnGroup = true
    let child = program.start()
    close(ends[1])
    guard let child else {
      close(ends[0])
      return nil
    }
    self.child = child
    self.mostBytes = mostBytes
    output = ends[0]
    deadline = .now + limit
  }

  deinit {
    endGroup()
    close(output)
  }

  /// Waits until it ends or its time is over, and returns the first bytes of its output.
  func finish() -> Outcome {
    var bytes: [UInt8] = []
    var isOpen = true
    while true {
      if isOpen { isOpen = readMore(&bytes) } else { _ = poll(nil, 0, 2) }
      if bytes.count >= mostBytes {
        endGroup()
        return .finished(status: 0, output: bytes)
      }
      reap(waits: false)
      if let status, !isOpen { return .finished(status: status, output: bytes) }
      if status == nil, ContinuousClock.now >= deadline {
        endGroup()
        return .timedOut
      }
    }
  }

  /// Reads what is there, waiting a little for it; false where there will be no more.
  private func readMore(_ bytes: inout [UInt8]) -> Bool {
    let hasEnded = status != nil
    var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    let remaining = ContinuousClock.now.duration(to: deadline)
    let wait: Int32 = hasEnded || remaining < .zero ? 0 : remaining < .milliseconds(50) ? 5 : 50
    guard poll(&ready, 1, wait) > 0 else {
      // What it left running may keep the pipe open for ever.
      return !hasEnded
    }
    var piece = [UInt8](repeating: 0, count: max(mostBytes - bytes.count, 1))
    let count = read(output, &piece, piece.count)
    if count > 0 { bytes += piece[..<count] }
    return count > 0 || (count < 0 && errno == EINTR)
  }

  private func reap(waits: Bool) {
    if status == nil { status = ChildProcess.status(of: child, waits: waits) }
  }

  private func endGroup() {
    guard status == nil else { return }
    kill(-child, SIGKILL)
    reap(waits: true)
  }
}
