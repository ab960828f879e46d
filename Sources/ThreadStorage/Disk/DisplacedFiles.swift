/// Files that a change displaced, in `.threadjournal/displaced/`, kept so that nothing written to them late is lost.
///
/// Kept are the newest 100 of at most 64 MB together, none longer than 7 days, and always the newest.
struct DisplacedFiles: Sendable {
  static let longestAge: Int64 = 7 * 86_400
  static let mostFiles = 100
  static let mostBytes = 64 << 20

  let folder: OpenFolder
  /// Seconds since 1970.
  let now: Int64

  /// A name that nothing has, ending in the displaced file's own.
  static func freshName(for name: String) -> String {
    DraftBox.freshName() + "-" + String(decoding: name.utf8.suffix(128), as: UTF8.self)
  }

  /// Removes what is too old or too much; what fails stays for the next time.
  func prune(keeping kept: Set<String> = []) {
    guard let names = try? folder.visibleNames(), names.count > 1 else { return }
    var files: [(name: String, facts: FileFacts)] = []
    for name in names {
      if let facts = try? folder.facts(of: name) { files.append((name, facts)) }
    }
    // A rename sets the time of the last change, so this is when the file was displaced.
    files.sort { $1.facts.changed.lexicographicallyPrecedes($0.facts.changed) }
    var bytes = 0
    for (index, file) in files.enumerated() where !kept.contains(file.name) {
      bytes += file.facts.size
      let age = now - (file.facts.changed.first ?? now)
      if index > 0, index >= Self.mostFiles || bytes > Self.mostBytes || age > Self.longestAge {
        try? folder.remove(file.name)
      }
    }
  }
}
