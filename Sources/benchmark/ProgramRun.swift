import ThreadStorage

struct ProgramRun {
  let seconds: Double
  /// Peak resident memory in megabytes (10^6 bytes), but not less than this process's own, with which it starts.
  let megabytes: Double
  let status: Int32
  let output: [UInt8]

  /// Runs a program found through `PATH`, its output into a pipe that is read to the end.
  ///
  /// - Throws: Where it cannot be started.
  init(_ arguments: [String], keepsOutput: Bool = false) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw BenchmarkError("no pipe") }
    let start = ContinuousClock.now
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var program = ChildProcess(arguments)
    program.output = ends[1]
    let process = program.start()
    close(ends[1])
    defer { close(ends[0]) }
    guard let process else { throw BenchmarkError("cannot start \(arguments[0])") }
    var kept: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while case let count = read(ends[0], &buffer, buffer.count), count > 0 {
      if keepsOutput { kept += buffer[..<count] }
    }
    var status: Int32 = 0
    var usage = rusage()
    wait4(process, &status, 0, &usage)
    seconds = start.duration(to: .now) / .seconds(1)
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
    return Double(String(utf8: run.output))
  }

  static let peakOption = "--peak"

  static func isInstalled(_ name: String) -> Bool {
    if name.contains("/") { return access(name, X_OK) == 0 }
    let folders = getenv("PATH").map { String(cString: $0) }?.split(separator: ":") ?? []
    return folders.contains { access("\($0)/\(name)", X_OK) == 0 }
  }
}
