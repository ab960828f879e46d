import ThreadStorage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Glibc
#endif

/// Another program, run in the foreground with our own streams.
enum ChildProcess {
  /// Runs a shell's command line and waits for it; its exit status, 128 and the signal's number, or 127.
  ///
  /// While it runs, `^C` and `^\` are its own to handle.
  static func run(_ command: String) -> Int32 { run(["/bin/sh", "-c", command]) }

  /// As `run`, for as long as a writer takes; nil where SIGTERM or SIGHUP came meanwhile.
  static func runAttended(_ command: String) -> Int32? {
    let interrupt = signal(SIGINT, SIG_IGN)
    let quit = signal(SIGQUIT, SIG_IGN)
    defer {
      signal(SIGINT, interrupt)
      signal(SIGQUIT, quit)
    }
    let (started, status) = InterruptedWait.status { spawn(["/bin/sh", "-c", command]) }
    return started ? status.map(exitStatus) : 127
  }

  /// Runs a program, found through `PATH`, with these arguments, and waits for it.
  ///
  /// - Parameter variables: Its environment, as `NAME=VALUE`; the session's own if absent.
  static func run(
    _ arguments: [String], variables: [String] = ProgramEnvironment.inherited()
  ) -> Int32 {
    let interrupt = signal(SIGINT, SIG_IGN)
    let quit = signal(SIGQUIT, SIG_IGN)
    defer {
      signal(SIGINT, interrupt)
      signal(SIGQUIT, quit)
    }
    guard let child = spawn(arguments, variables) else { return 127 }
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1 {
      if errno != EINTR { return 127 }
    }
    return exitStatus(status)
  }

  private static func exitStatus(_ status: Int32) -> Int32 {
    let signalNumber = status & 0x7f
    return signalNumber == 0 ? (status >> 8) & 0xff : 128 + signalNumber
  }

  private static func spawn(
    _ arguments: [String], _ variables: [String] = ProgramEnvironment.inherited()
  ) -> pid_t? {
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ] { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
    defer { for setting in settings { free(setting) } }
    var child: pid_t = 0
    let result = posix_spawnp(&child, arguments[0], nil, &attributes, pointers, &settings)
    return result == 0 ? child : nil
  }
}
