import Foundation
import ThreadStorage

@testable import ThreadJournal

/// A fresh temporary folder with a journal in it, removed with its last reference.
final class ChangeFolder: Sendable {
  let root: String

  init() throws {
    root = NSTemporaryDirectory() + "/tj-change-" + UUID().uuidString
    _ = try JournalDirectory.create(at: root)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  /// The journal at a fixed moment, in UTC.
  func journal() throws -> Journal {
    var journal = Journal(
      try JournalDirectory(opening: root), zone: LocalTimeZone { _ in 0 },
      now: Instant(secondsSinceEpoch: 1_774_700_000))
    journal.lockTimeLimit = 0.5
    return journal
  }

  /// Takes everything away and writes these files.
  func fill(_ files: [String: String]) {
    let manager = FileManager.default
    for name in (try? manager.contentsOfDirectory(atPath: root)) ?? []
    where name != ".threadjournal" {
      try? manager.removeItem(atPath: root + "/" + name)
    }
    for area in ["drafts", "displaced", "changes"] {
      try? manager.removeItem(atPath: root + "/.threadjournal/" + area)
    }
    for (path, text) in files { write(text, path) }
  }

  func write(_ text: String, _ path: String) {
    try? Data(text.utf8).write(to: URL(filePath: root + "/" + path))
  }

  func text(_ path: String) -> String? {
    (try? Data(contentsOf: URL(filePath: root + "/" + path))).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The threads' files and the settings, with their bytes.
  func files() -> [String: String] {
    var files = [".threadjournal/config.yml": text(".threadjournal/config.yml") ?? ""]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    where name != ".threadjournal" {
      files[name] = text(name)
    }
    return files
  }

  /// The names in a folder of `.threadjournal/`.
  func names(_ area: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(root)/.threadjournal/\(area)")) ?? [])
      .sorted()
  }

  /// Lets the next command find what an earlier one left.
  func recover() throws { _ = try journal().change("nothing") { _ in } }
}
