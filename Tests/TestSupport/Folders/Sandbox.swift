import FoundationEssentials
import TestSystem
import ThreadStorage

/// An empty home directory of its own, and the built `tj` run in it with nothing else in its environment.
///
/// The directory goes away with the value.
public final class Sandbox: Sendable {
  /// What a program wrote, and how it ended.
  public struct Outcome: Sendable {
    /// Standard output; on a terminal standard error too.
    public var output: [UInt8]
    /// Standard error, where it is not the terminal.
    public var errors: [UInt8]
    /// The exit status; 128 and the signal's number where a signal ended it.
    public var status: Int32

    /// Standard output as text.
    public var text: String { String(decoding: output, as: UTF8.self) }
    /// Standard error as text.
    public var errorText: String { String(decoding: errors, as: UTF8.self) }
  }

  /// Why a program could not be run at all.
  public struct Failure: Error, CustomStringConvertible {
    /// What failed.
    public let description: String
  }

  /// A program that is running.
  public struct Running: Sendable {
    let child: pid_t
    let files: (output: String, errors: String)

    /// Waits until it ends.
    public func wait() throws -> Outcome {
      let status = Sandbox.wait(for: child)
      return Outcome(
        output: try Sandbox.bytes(at: files.output), errors: try Sandbox.bytes(at: files.errors),
        status: status)
    }
  }

  /// The home directory, without symbolic links.
  public let home: String
  private let files: String

  /// Makes an empty home directory.
  public init(in base: String = TestFolders.base) throws {
    let made = "\(base)/tj-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: true)
    let root = realpath(made, nil)
    defer { free(root) }
    let folder = root.map { String(cString: $0) } ?? made
    home = folder + "/home"
    files = folder + "/files"
    for path in [home, files] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: String(home.dropLast("/home".count)))
  }

  /// The folder that holds the built programs: beside the test bundle, or above it.
  public static let programs: String = {
    for argument in CommandLine.arguments where argument.hasPrefix("/") {
      var folder = argument[...]
      while let slash = folder.lastIndex(of: "/") {
        folder = folder[..<slash]
        if access(folder + "/tj", X_OK) == 0 { return String(folder) }
      }
    }
    return "."
  }()

  /// What every program finds in its environment unless something else is said.
  public var environment: [String: String] {
    [
      "HOME": home, "PATH": "\(Sandbox.programs):/usr/local/bin:/usr/bin:/bin",
      "TZ": "America/New_York", "TJ_NOW": "2026-03-28T07:12:33-04:00", "LC_ALL": "C.UTF-8",
      "TERM": "xterm-256color", "GIT_CONFIG_NOSYSTEM": "1",
    ]
  }

  /// Runs `tj` with these arguments.
  public func tj(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> Outcome {
    try start(["tj"] + arguments, input: Array(input.utf8), environment: environment).wait()
  }

  /// Runs a line of a POSIX shell.
  public func shell(
    _ line: String, in folder: String? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    try start(["/bin/sh", "-c", line], in: folder, environment: environment).wait()
  }

  /// Starts a program, whose standard streams are files.
  public func start(
    _ arguments: [String], input: [UInt8] = [], in folder: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Running {
    let name = "\(files)/\(UUID().uuidString)"
    let streams = [name + ".in", name + ".out", name + ".err"]
    try Sandbox.write(input, to: streams[0])
    let child = try spawn(
      arguments, streams: streams, in: folder ?? home, environment: environment,
      isSessionLeader: false)
    return Running(child: child, files: (streams[1], streams[2]))
  }

  /// Runs a line of a POSIX shell on a terminal of its own, without echo.
  ///
  /// - Parameters:
  ///   - typed: What is typed ahead.
  ///   - answers: What is typed once the terminal shows the words before it, one after the other.
  public func terminal(
    _ line: String, columns: Int = 80, rows: Int = 1000, typed: String = "",
    answers: [(after: String, keys: String)] = [],
    in folder: String? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    var (master, slave) = (Int32(-1), Int32(-1))
    var name = [CChar](repeating: 0, count: 128)
    let code = test_open_terminal(
      Int32(columns), Int32(rows), &master, &slave, &name, Int32(name.count))
    guard code == 0 else { throw Failure(description: "no terminal can be had: \(code)") }
    defer { close(master) }
    let path = String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard Sandbox.type(Array(typed.utf8), on: master) else {
      throw Failure(description: "the terminal takes no input: \(errno)")
    }
    let child = try spawn(
      ["/bin/sh", "-c", line], streams: [path, path, path], in: folder ?? home,
      environment: environment, isSessionLeader: true)
    close(slave)
    var output: [UInt8] = []
    var answered = 0
    var left = answers[...]
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      // A program that waits for what nobody types must not hold up the tests for ever.
      if poll(&request, 1, 60_000) == 0 {
        kill(child, SIGKILL)
        _ = Sandbox.wait(for: child)
        let shown = String(decoding: output.suffix(500), as: UTF8.self)
        throw Failure(description: "it waits for what nobody types, having shown: \(shown)")
      }
      let count = read(master, &piece, piece.count)
      if count == 0 || (count < 0 && errno != EINTR) { break }
      output += piece[..<max(count, 0)]
      guard let answer = left.first,
        let shown = output[answered...].firstRange(of: Array(answer.after.utf8))
      else { continue }
      answered = shown.upperBound
      left.removeFirst()
      guard Sandbox.type(Array(answer.keys.utf8), on: master) else { break }
    }
    return Outcome(output: output, errors: [], status: Sandbox.wait(for: child))
  }

  /// The bytes of a file; `path` is relative to the home directory.
  public func contents(of path: String) throws -> [UInt8] {
    try Sandbox.bytes(at: path.hasPrefix("/") ? path : "\(home)/\(path)")
  }

  /// Writes a file, and makes its folder; `path` is relative to the home directory.
  public func write(_ bytes: [UInt8], to path: String) throws {
    try FileManager.default.createDirectory(
      at: URL(filePath: "\(home)/\(path)").deletingLastPathComponent(),
      withIntermediateDirectories: true)
    try Sandbox.write(bytes, to: "\(home)/\(path)")
  }

  static func bytes(at path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }

  static func wait(for child: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + status & 0x7f
  }

  private static func type(_ keys: [UInt8], on terminal: Int32) -> Bool {
    #if canImport(Darwin)
      return Darwin.write(terminal, keys, keys.count) == keys.count
    #elseif canImport(Musl)
      return Musl.write(terminal, keys, keys.count) == keys.count
    #else
      return Glibc.write(terminal, keys, keys.count) == keys.count
    #endif
  }

  private func spawn(
    _ arguments: [String], streams: [String], in folder: String, environment: [String: String],
    isSessionLeader: Bool
  ) throws -> pid_t {
    let variables = self.environment.merging(environment) { _, new in new }
    let program =
      arguments[0].hasPrefix("/") ? arguments[0] : "\(Sandbox.programs)/\(arguments[0])"
    var words: [UnsafeMutablePointer<CChar>?] =
      ([program] + arguments.dropFirst()).map { strdup($0) } + [nil]
    var pairs: [UnsafeMutablePointer<CChar>?] =
      variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    let paths = streams.map { strdup($0) }
    defer { for word in words + pairs + paths { free(word) } }
    var names: [UnsafePointer<CChar>?] = paths.map { UnsafePointer($0) }
    var child: pid_t = 0
    let code = test_spawn(&child, folder, &words, &pairs, &names, isSessionLeader ? 1 : 0)
    guard code == 0 else { throw Failure(description: "\(program) cannot be started: \(code)") }
    return child
  }
}
