import Foundation
import TestSupport
import ThreadJournal
import ThreadStorage

@testable import tj

/// A journal in a fresh temporary folder, removed with its last reference.
final class CheckedFolder {
  private let journalFolder: JournalFolder
  var folder: URL { URL(filePath: journalFolder.root) }

  init() throws { journalFolder = try JournalFolder() }

  /// The checkout's fixtures.
  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Fixtures").standardized

  /// The journal as it is now, on a fixed day.
  func journal() throws -> Journal {
    Journal(
      try JournalDirectory(opening: folder.path), zone: .utc,
      now: Instant(secondsSinceEpoch: 1_798_790_400))
  }

  func write(_ text: String, _ path: String) throws { try write(Array(text.utf8), path) }

  func write(_ bytes: [UInt8], _ path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// Takes a copy of a fixture, or of a folder of them, into the journal.
  func take(_ fixture: String, as name: String? = nil) throws {
    let source = Self.fixtures.appending(path: fixture)
    try FileManager.default.copyItem(
      at: source, to: folder.appending(path: name ?? source.lastPathComponent))
  }

  func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: path)))
  }

  /// The problems, one a line: `path:line:column: severity code`.
  func problems(_ scope: CheckScope = .whole) throws -> [String] {
    try journal().check(scope).problems.map(Self.summary)
  }

  static func summary(of problem: JournalProblem) -> String {
    let message = ErrorMessage(problem)
    let place = problem.line.map { "\($0):\(problem.column ?? 0)" } ?? "-"
    return "\(problem.path) \(place) \(message.severity.rawValue) \(message.code)"
      + (problem.isFixable ? " fix" : "")
  }
}
