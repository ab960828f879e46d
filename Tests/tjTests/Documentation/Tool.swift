import Foundation

/// A program of the machine that a test asks, where it is installed.
struct Tool {
  private let file: URL

  /// The program `name` in `PATH`, or nil.
  init?(_ name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let paths = folders.map { "\($0)/\(name)" }
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return nil }
    file = URL(filePath: path)
  }

  /// What it prints, on standard output and error together, when given `input`.
  func output(_ arguments: [String], input: [UInt8]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let inputFile = folder.appending(path: "input")
    try Data(input).write(to: inputFile)
    let process = Process()
    let pipe = Pipe()
    process.executableURL = file
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: inputFile)
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
