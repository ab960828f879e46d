import CSystem

/// Another program, as it is started: found through `PATH`, without the signals that we ignore.
package struct ChildProcess {
  package var arguments: [String]
  /// What its environment has besides our variables, or instead of those of the same name, as `NAME=VALUE`.
  package var variables: [String] = []
  /// The names of those of our variables that it is not to have.
  package var withoutVariables: [String] = []
  /// What it reads; nil for our own standard input.
  package var input: Int32?
  /// Where it writes: then it reads nothing but `input`, and has no standard error; nil for our own standard output.
  package var output: Int32?
  /// Whether what it prints goes nowhere, and only what it says on standard error is told.
  package var isQuiet = false
  /// Whether it can be killed with all that it starts.
  package var hasOwnGroup = false

  package init(_ arguments: [String]) { self.arguments = arguments }

  package init(shell command: String) { self.init(["/bin/sh", "-c", command]) }

  /// A pipe of which a program inherits only what it is given; nil where there can be no more.
  package static func pipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    return tj_pipe(&ends) == 0 ? (ends[0], ends[1]) : nil
  }

  package func start() -> pid_t? {
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
      if input == nil { posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) }
      posix_spawn_file_actions_adddup2(&actions, output, 1)
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    if isQuiet, output == nil {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
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
  package func run() -> Int32 {
    Self.leavingInterrupts { start().flatMap { Self.status(of: $0, waits: true) } ?? 127 }
  }

  /// As `run`, with a program that reads `bytes`.
  package func run(reading bytes: [UInt8]) -> Int32 {
    guard let ends = Self.pipe() else { return 127 }
    var program = self
    program.input = ends.reading
    return Self.leavingInterrupts {
      let child = program.start()
      close(ends.reading)
      var rest = bytes[...]
      while child != nil, !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(ends.writing, $0.baseAddress, $0.count) }
        if count < 0, errno != EINTR { break }
        rest = rest.dropFirst(max(count, 0))
      }
      close(ends.writing)
      return child.flatMap { Self.status(of: $0, waits: true) } ?? 127
    }
  }

  /// As `run`, for as long as a writer takes; nil where SIGTERM or SIGHUP came meanwhile.
  package func runAttended() -> Int32? {
    Self.leavingInterrupts {
      tj_catch_interrupts()
      defer { tj_release_interrupts() }
      guard let child = start() else { return 127 }
      var status: Int32 = 0
      return tj_await_child(child, &status) == 0 ? Self.exitStatus(status) : nil
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
  package static func status(of child: pid_t, waits: Bool) -> Int32? {
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
