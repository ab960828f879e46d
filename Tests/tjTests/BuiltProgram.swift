import Foundation
import ThreadStorage

/// The program as it was built with these tests, run in a journal of its own.
struct BuiltProgram {
  /// What a run gave.
  struct Answer {
    var status: Int32
    var output: [UInt8]
    var messages: String
  }

  /// The folder that holds the journal and is the home of these runs.
  let folder: URL
  /// The journal, whose only thread is `thread.md`.
  let journal: URL

  /// Where `tj` stands beside the tests; nil where it was not built.
  static let path: String? = {
    var candidates = CommandLine.arguments.prefix(1).map { URL(filePath: $0) }
    candidates.append(URL(filePath: "/proc/self/exe").resolvingSymlinksInPath())
    for var folder in candidates {
      while folder.path.count > 1 {
        folder.deleteLastPathComponent()
        let program = folder.appending(path: "tj").path
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: program, isDirectory: &isFolder),
          !isFolder.boolValue, FileManager.default.isExecutableFile(atPath: program)
        {
          return program
        }
      }
    }
    return nil
  }()

  /// A fresh journal whose thread is `file`.
  init(thread file: [UInt8] = []) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tj-\(UUID().uuidString)")
    journal = folder.appending(path: "journal")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    _ = try run(["init", journal.path])
    try write(file)
  }

  /// The bytes of the thread.
  var thread: [UInt8] {
    get throws { [UInt8](try Data(contentsOf: journal.appending(path: "thread.md"))) }
  }

  /// Makes `file` the thread's bytes.
  func write(_ file: [UInt8]) throws {
    try Data(file).write(to: journal.appending(path: "thread.md"))
  }

  /// Runs `tj` in the journal.
  func run(_ arguments: [String], input: [UInt8] = []) throws -> Answer {
    try run(BuiltProgram.path ?? "tj", arguments, input: input)
  }

  /// Runs a line of shell in the journal, with `tj` first in `PATH`.
  func shell(_ line: String) throws -> Answer { try run("/bin/sh", ["-c", line], input: []) }

  /// Takes the folder away.
  func remove() { try? FileManager.default.removeItem(at: folder) }

  private func run(_ program: String, _ arguments: [String], input: [UInt8]) throws -> Answer {
    let paths = ["input", "output", "messages"].map { folder.appending(path: $0) }
    try Data(input).write(to: paths[0])
    for path in paths[1...] { try Data().write(to: path) }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let exists = FileManager.default.fileExists(atPath: journal.path)
    process.currentDirectoryURL = exists ? journal : folder
    let programs = (BuiltProgram.path.map { URL(filePath: $0).deletingLastPathComponent().path })
    process.environment = [
      "PATH": "\(programs ?? ""):/usr/local/bin:/usr/bin:/bin", "HOME": folder.path, "TZ": "UTC",
      "LC_ALL": "C.UTF-8", "TJ_NOW": "2026-04-01T08:00:00Z",
    ]
    process.standardInput = try FileHandle(forReadingFrom: paths[0])
    process.standardOutput = try FileHandle(forWritingTo: paths[1])
    process.standardError = try FileHandle(forWritingTo: paths[2])
    try process.run()
    process.waitUntilExit()
    return Answer(
      status: process.terminationStatus, output: [UInt8](try Data(contentsOf: paths[1])),
      messages: String(decoding: try Data(contentsOf: paths[2]), as: UTF8.self))
  }
}
