#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The system's calls that the benchmark needs.
enum Console {
  static func print(_ text: String) { write(text, 1) }
  static func error(_ text: String) { write(text, 2) }
  static func exit(_ code: Int32) -> Never {
    #if canImport(Darwin)
      Darwin.exit(code)
    #elseif canImport(Musl)
      Musl.exit(code)
    #else
      Glibc.exit(code)
    #endif
  }

  private static func write(_ text: String, _ descriptor: Int32) {
    write(Array(text.utf8), descriptor)
  }

  private static func write(_ bytes: [UInt8], _ descriptor: Int32) {
    var written = 0
    bytes.withUnsafeBytes { buffer in
      while written < buffer.count, let base = buffer.baseAddress {
        #if canImport(Darwin)
          let count = Darwin.write(descriptor, base + written, buffer.count - written)
        #elseif canImport(Musl)
          let count = Musl.write(descriptor, base + written, buffer.count - written)
        #else
          let count = Glibc.write(descriptor, base + written, buffer.count - written)
        #endif
        guard count > 0 else { return }
        written += count
      }
    }
  }

  /// Writes a file anew.
  static func writeFile(_ bytes: [UInt8], _ path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { throw BenchmarkError.failed("cannot write \(path)") }
    write(bytes, descriptor)
    close(descriptor)
  }

  static func makeFolder(_ path: String) { _ = mkdir(path, 0o700) }
  static func hasFile(_ path: String) -> Bool { access(path, F_OK) == 0 }
  static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Seconds on a clock that only goes forward.
  static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// One run of a program.
struct ProgramRun {
  let seconds: Double
  /// Peak resident memory in megabytes (10^6 bytes), but not less than this process's own, with which it starts.
  let megabytes: Double
  let status: Int32
  /// What it printed, where that was kept.
  let output: [UInt8]

  /// Runs a program found through `PATH`, its output into a pipe that is read to the end.
  ///
  /// - Throws: Where it cannot be started.
  init(_ arguments: [String], keepsOutput: Bool = false) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw BenchmarkError.failed("no pipe") }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let start = Console.seconds
    let code = posix_spawnp(&process, words[0] ?? strdup(""), &actions, nil, &words, environ)
    close(ends[1])
    guard code == 0 else {
      close(ends[0])
      throw BenchmarkError.failed("cannot start \(arguments[0])")
    }
    var kept: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(ends[0], &buffer, buffer.count)
      guard count > 0 else { break }
      if keepsOutput { kept += buffer[..<count] }
    }
    close(ends[0])
    var status: Int32 = 0
    var usage = rusage()
    wait4(process, &status, 0, &usage)
    seconds = Console.seconds - start
    #if canImport(Darwin)
      let unit = 1.0
    #else
      let unit = 1024.0
    #endif
    megabytes = Double(usage.ru_maxrss) * unit / 1e6
    self.status = status & 0x7f == 0 ? (status >> 8) & 0xff : -1
    output = kept
  }

  /// The peak memory of a run in megabytes, started from a small process of its own; nil where that fails.
  static func peak(of arguments: [String]) -> Double? {
    guard let own = CommandLine.arguments.first,
      let run = try? ProgramRun([own, peakOption] + arguments, keepsOutput: true)
    else { return nil }
    return Double(String(decoding: run.output, as: UTF8.self))
  }

  /// What asks the benchmark for no more than the peak memory of the program that follows.
  static let peakOption = "--peak"

  /// Whether a program of this name can be started.
  static func isInstalled(_ name: String) -> Bool {
    if name.contains("/") { return Console.hasFile(name) }
    return (Console.environment("PATH") ?? "").split(separator: ":").contains {
      access("\($0)/\(name)", X_OK) == 0
    }
  }
}
