import ThreadStorage

/// What records say of entries without ids, which only what they say tells from each other.
struct UnnamedEntries {
  /// What they said before commands changed them.
  private var changed: Set<EntryKey> = []
  /// The same of those that say something else since, or stand elsewhere, and the commands that did that, by file.
  private var before: [String: [EntryKey: (summary: String, time: Timestamp)]] = [:]
  /// What entries said as a fix gave them their ids, and before a command changed them.
  private var named: [EntryID: EntryKey] = [:]
  /// Whether there was a purge, of which nothing tells what entries without ids it took out.
  private var isAfterPurge = false

  /// Whether a command changed this entry, or may have purged it.
  func isChanged(_ entry: LostEntry) -> Bool {
    isAfterPurge || entry.key.map(changed.contains) == true
  }

  /// The command that made an entry that says the same and stands in the file at `path` again say something else, or took it
  /// from there, and when.
  func change(of key: EntryKey, at path: String) -> (summary: String, time: Timestamp)? {
    before[path]?[key]
  }

  mutating func readPurge() { (isAfterPurge, before, named) = (true, [:], [:]) }

  /// Keeps what the entry `id` said as a fix gave it its id: an editor that was open may save it without.
  mutating func name(_ id: EntryID, _ block: [UInt8]) {
    let document = ThreadDocument(block)
    if let slice = document.entries.first { named[id] = document.key(of: slice) }
  }

  /// Takes into account that a command changed such an entry of the file at `path`, or took it from there.
  mutating func change(_ id: EntryID, at path: String, by record: Transaction) {
    guard record.summary != Journal.fixSummary, record.undoes == nil,
      let key = named.removeValue(forKey: id)
    else { return }
    before[path, default: [:]][key] = (record.summary, record.time)
  }

  /// Takes a change into account: what the entries without ids said before it in the lines that it replaced.
  mutating func read(_ change: FileChange, _ keys: [EntryKey], of record: Transaction) {
    changed.formUnion(keys)
    if case .renamed(let from, let to) = change { before[to] = before.removeValue(forKey: from) }
    guard !keys.isEmpty || before[change.path] != nil else { return }
    let after = Set(
      change.inverted.partsBefore.flatMap { part in
        let document = ThreadDocument(part.bytes)
        return document.entries.map(document.key(of:))
      })
    for key in after { before[change.path]?[key] = nil }
    // What a fix corrects is told for itself.
    guard record.summary != Journal.fixSummary, record.undoes == nil else { return }
    for key in keys where !after.contains(key) {
      before[change.path, default: [:]][key] = (record.summary, record.time)
    }
  }

  /// Leaves out what stands there as it was, without ids, behind all changes of a record.
  mutating func leaveOut(_ keys: Set<EntryKey>) { changed.subtract(keys) }
}
