#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Glibc
#endif

/// A program that runs beside the session, in a process group of its own, and whose output is awaited only so long.
///
/// It reads nothing, and what it says on standard error goes nowhere.
final class SessionProgram {
  /// What became of it.
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

  /// Starts a shell's command line, which has `limit` from now; nil where it cannot be started.
  convenience init?(_ command: String, limit: Duration, mostBytes: Int) {
    self.init(["/bin/sh", "-c", command], limit: limit, mostBytes: mostBytes)
  }

  /// Starts a program, found through `PATH`, with these arguments.
  ///
  /// - Parameter variables: Its environment, as `NAME=VALUE`; the session's own if absent.
  init?(
    _ arguments: [String], variables: [String] = ProgramEnvironment.inherited(), limit: Duration,
    mostBytes: Int
  ) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let child = Self.spawn(arguments, variables, output: ends[1])
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
    kill()
    close(output)
  }

  /// Waits until it ends or its time is over, and returns the first bytes of its output.
  func finish() -> Outcome {
    var bytes: [UInt8] = []
    var isOpen = true
    while true {
      if isOpen { isOpen = readMore(&bytes) } else { pause(milliseconds: 2) }
      if bytes.count >= mostBytes {
        kill()
        return .finished(status: 0, output: bytes)
      }
      reap(waits: false)
      if let status, !isOpen { return .finished(status: status, output: bytes) }
      if status == nil, ContinuousClock.now >= deadline {
        kill()
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

  private func pause(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }

  private func reap(waits: Bool) {
    guard status == nil else { return }
    var raw: Int32 = 0
    var result = waitpid(child, &raw, waits ? 0 : WNOHANG)
    while result == -1, errno == EINTR { result = waitpid(child, &raw, waits ? 0 : WNOHANG) }
    guard result != 0 else { return }
    let number = raw & 0x7f
    status = result < 0 ? 127 : number == 0 ? (raw >> 8) & 0xff : 128 + number
  }

  private func kill() {
    guard status == nil else { return }
    #if canImport(Darwin)
      _ = Darwin.kill(-child, SIGKILL)
    #elseif canImport(Musl)
      _ = Musl.kill(-child, SIGKILL)
    #else
      _ = Glibc.kill(-child, SIGKILL)
    #endif
    reap(waits: true)
  }

  private static func spawn(
    _ arguments: [String], _ variables: [String], output: Int32
  ) -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in [SIGINT, SIGQUIT, SIGPIPE] { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETPGROUP))
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
    defer { for setting in settings { free(setting) } }
    var child: pid_t = 0
    let result = posix_spawnp(&child, arguments[0], &actions, &attributes, &words, &settings)
    return result == 0 ? child : nil
  }
}

/// The environment that programs are started in.
enum ProgramEnvironment {
  /// The session's own variables, as `NAME=VALUE`, but for those of these names.
  static func inherited(without names: [String] = []) -> [String] {
    #if canImport(Darwin)
      var next = _NSGetEnviron().pointee
    #else
      var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
    #endif
    var variables: [String] = []
    while let variable = next.pointee {
      let text = String(cString: variable)
      if !names.contains(where: { text.hasPrefix($0 + "=") }) { variables.append(text) }
      next += 1
    }
    return variables
  }
}
