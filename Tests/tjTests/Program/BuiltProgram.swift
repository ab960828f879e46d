import TestSupport

/// The program as it was built with these tests, run in a journal of its own, whose only thread is `thread.md`.
struct BuiltProgram {
  private static let environment = ["TZ": "UTC", "TJ_NOW": "2026-04-01T08:00:00Z"]

  private let sandbox: Sandbox

  /// A fresh journal whose thread is `file`.
  init(thread file: [UInt8] = []) throws {
    sandbox = try Sandbox()
    _ = try sandbox.tj("init", "journal", environment: Self.environment)
    try write(file)
  }

  /// The bytes of the thread.
  var thread: [UInt8] {
    get throws { try sandbox.contents(of: "journal/thread.md") }
  }

  /// Makes `file` the thread's bytes.
  func write(_ file: [UInt8]) throws { try sandbox.write(file, to: "journal/thread.md") }

  /// Runs `tj` in the journal.
  func run(_ arguments: [String], input: [UInt8] = []) throws -> Sandbox.Outcome {
    try sandbox.start(
      ["tj"] + arguments, input: input, in: sandbox.home + "/journal",
      environment: Self.environment
    ).wait()
  }

  /// Runs a line of shell in the journal, with `tj` first in `PATH`.
  func shell(_ line: String) throws -> Sandbox.Outcome {
    try sandbox.shell(line, in: sandbox.home + "/journal", environment: Self.environment)
  }
}
