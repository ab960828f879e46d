extension JournalWriter {
  /// Drops displaced files; those with words that stand nowhere else become drafts, which is noted.
  /// - Returns: Whether there is more room now.
  @discardableResult
  mutating func prune(_ displaced: Backups, onFullDisk: Bool = false) -> Bool {
    let pruning = displaced.prune(onFullDisk: onFullDisk, erasing: isErasing ? number : nil)
    for name in pruning.foreign {
      keepSave(name, in: displaced.folder, of: Backups.originalName(of: name))
    }
    return pruning.dropped > 0
  }

  /// Makes a displaced file that holds somebody's words a draft, and tells of it.
  mutating func keepSave(_ name: String, in displaced: OpenFolder, of thread: String) {
    let path = (try? draft(of: name, in: displaced)) ?? displaced.path(of: name)
    recovered.append(RecoveryNote(outcome: .savedByOthers(path: path), thread: thread))
  }

  /// Moves the file itself, so that who has it open still writes to what is kept.
  private func draft(of name: String, in displaced: OpenFolder) throws(StorageError) -> String {
    let draft = SystemRandom.freshName() + ".md"
    try displaced.rename(name, toFree: draft, in: drafts)
    if let file = try? drafts.open(draft, O_RDONLY) { file.closeToOthers() }
    try? drafts.sync()
    return drafts.path(of: draft)
  }

  private func watches(of path: String) -> [(name: String, watch: ConcurrentSave.Watch)] {
    let names = try? draftState.names { StateFolder.hasEnding(ConcurrentSave.watchSuffix, $0) }
    return (names ?? []).compactMap { name in
      guard
        let watch = (try? drafts.bytes(of: name)).flatMap({ ConcurrentSave.Watch(decoding: $0) })
      else {
        try? drafts.remove(name)
        return nil
      }
      return watch.path == path ? (name, watch) : nil
    }
  }

  /// Renames a thread's file by `rename`, and watches its saves under the new name, or the old one where that fails.
  func movingWatches(
    of path: String, to newPath: String, _ rename: () throws(StorageError) -> Void
  ) throws(StorageError) {
    let old = watches(of: path)
    var new: [String] = []
    do throws(StorageError) {
      // Before the rename: a kill between the two leaves both, and the old one is looked at no more.
      for (_, watch) in old {
        let moved = ConcurrentSave.Watch(path: newPath, copy: watch.copy, lines: watch.lines)
        new.append(try moved.write(to: drafts))
      }
      try rename()
    } catch {
      for name in new { try? drafts.remove(name) }
      throw error
    }
    for (name, _) in old { try? drafts.remove(name) }
  }

  /// Looks whether what somebody saved in the moment of an earlier change is still in the thread.
  mutating func lookForOverwrittenSaves(of target: NamedFile, _ thread: [UInt8]) {
    for (name, watch) in watches(of: target.path) {
      if !watch.lineSet.isSubset(of: ConcurrentSave.lines(of: thread)),
        let displaced = displacedFolder(holding: watch.copy)
      {
        keepSave(watch.copy, in: displaced, of: watch.path)
        try? drafts.remove(name)
      } else if isOlder(name, than: ConcurrentSave.watchTime) {
        try? drafts.remove(name)
      }
    }
  }

  /// The folder of displaced files, if it has a file of this name, which a record gave, that may be acted on.
  func displacedFolder(holding name: String) -> OpenFolder? {
    guard let state = try? directory.existingState(.displaced),
      state.fault(of: name) == nil, (try? state.folder.status(of: name)) != nil
    else { return nil }
    return state.folder
  }

  /// Whether the draft's file of this name was last changed more than `age` seconds ago.
  func isOlder(_ name: String, than age: Int64) -> Bool {
    guard let status = try? drafts.status(of: name) else { return true }
    return lock.now() - status.changed.secondsSinceEpoch > age
  }
}
