import CSystem

/// What a journal's folder holds of one kind: how much, and since when.
package struct StoredFiles: Sendable {
  package enum Kind: String, Sendable {
    case threads, drafts, settings
    case changes = "undo records"
    case displaced = "displaced files"
    case ownSettings = "your settings"
  }

  package let kind: Kind
  /// Where they are, relative to the journal, whose own path is empty; one's own settings from the root.
  package let path: String
  package fileprivate(set) var files = 0
  package fileprivate(set) var bytes = 0
  /// When the oldest was last written, of a displaced file when it was displaced; nil where there is none.
  package fileprivate(set) var oldest: Instant?

  fileprivate mutating func add(_ status: FileStatus) {
    files += 1
    bytes += status.size
    let time = kind == .displaced ? status.changed : status.modified
    oldest = oldest.map { min($0, time) } ?? time
  }
}

extension StoredFiles {
  /// One's own settings, the file at `path`; nil where there is none.
  package init?(settingsAt path: String) {
    let status = try? SystemCalls.status(path) { tj_status_at(AT_FDCWD, path, &$0) }
    guard let status else { return nil }
    self.init(kind: .ownSettings, path: path)
    add(status)
  }
}

extension JournalDirectory {
  /// Whether others than its owner may list the journal's directory, or reach what is in it.
  package var isOpenToOthers: Bool { ((try? rootFolder.status().permissions) ?? 0) & 0o055 != 0 }

  /// All files of the journal that hold words or settings, by their kinds; what cannot be looked at does not count.
  package func storedFiles() -> [StoredFiles] {
    var threads = StoredFiles(kind: .threads, path: "")
    let listing = threadFiles()
    for path in listing.files + listing.conflictCopies {
      guard let target = try? namedFile(at: path),
        let status = try? target.folder.status(of: target.name)
      else { continue }
      threads.add(status)
    }
    var settings = StoredFiles(kind: .settings, path: Self.settingsPath)
    if let status = try? marker.status(of: "config.yml") { settings.add(status) }
    return [
      threads, storedFiles(.drafts, in: .drafts), storedFiles(.changes, in: .changes),
      storedFiles(.displaced, in: .displaced), settings,
    ]
  }

  private func storedFiles(_ kind: StoredFiles.Kind, in state: StateFolder.Kind) -> StoredFiles {
    var stored = StoredFiles(kind: kind, path: "\(Self.markerName)/\(state.rawValue)")
    guard let folder = try? existingState(state)?.folder else { return stored }
    for name in (try? folder.names()) ?? [] {
      if let status = try? folder.status(of: name) { stored.add(status) }
    }
    return stored
  }
}
