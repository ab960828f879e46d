import ThreadStorage

/// Which files a check is about.
package struct CheckScope: Sendable {
  /// Files and folders, relative to the journal; nil for the whole journal.
  package var paths: [String]?

  /// The whole journal.
  package static let whole = CheckScope(paths: nil)

  /// These files and folders; the empty path is the journal's own folder.
  package init(paths: [String]?) {
    self.paths = paths
  }

  /// Whether everything is meant, also what belongs to no file.
  package var isWhole: Bool { paths?.contains("") ?? true }

  /// Whether the file at `path` is meant.
  package func includes(_ path: String) -> Bool {
    guard let paths, !isWhole else { return true }
    return paths.contains { chosen in
      path.utf8.elementsEqual(chosen.utf8) || path.utf8.starts(with: (chosen + "/").utf8)
    }
  }
}
