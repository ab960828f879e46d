import ThreadStorage

/// What older versions of files have in the place of what records say.
extension WrittenEntries {
  /// The entries of which their file, parsed by `document`, has an older version than tj wrote last, or than `commit`
  /// has: one that tj wrote over, or one that tj edited last before that, whatever was typed in it since.
  func overwritten(
    _ file: (EntryID) -> String?, _ document: (String) -> ThreadDocument?, _ commit: LastCommit?
  ) -> [LostEntry] {
    let changed = Set(versions.filter { !$0.value.earlier.isEmpty || $0.value.isOnOlder }.keys)
    let committed = commit?.entries { changed.contains($0) || $1.heading.attributes?.edited != nil }
    let newest = Dictionary((committed ?? []).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    var byPath: [String: [EntryID]] = [:]
    for id in changed.union(newest.keys.compactMap(\.self)) {
      if let path = file(id) { byPath[path, default: []].append(id) }
    }
    return byPath.flatMap { path, ids -> [LostEntry] in
      guard let document = document(path) else { return [] }
      let present = Dictionary(grouping: Self.blocks(in: document, Set(ids).contains), by: \.id)
      return ids.compactMap { id in
        // Several entries of one id are another problem.
        guard let found = present[id], found.count == 1,
          !isSplit(id, into: found[0].block, document),
          versions[id]?.isUnfixed(by: found[0].block) != true
        else { return nil }
        var lost = overwritten(id, by: found[0].block, newest[id])
        lost?.path = path
        // Who brings back what was deleted may mean it.
        if lost?.isDeletion == true, lost?.isCommitted == false { lost?.isRestorable = false }
        return lost
      }
    }
  }

  /// The entries of the thread at `path` that lack the last lines which tj wrote, as these went with `missing`, entries that
  /// stood below.
  func cutOff(
    in document: ThreadDocument, at path: String, with missing: [LostEntry]
  ) -> [LostEntry] {
    let blocks = Dictionary(grouping: Self.blocks(in: document), by: \.id).compactMapValues {
      $0.count == 1 ? $0[0].block : nil
    }
    lazy var present = WrittenVersion.lines(in: [document.bytes])
    let times = document.entries.map(\.heading.timestamp.wallClockSeconds)
    return document.entries.indices.compactMap { index in
      guard let id = document.id(of: document.entries[index]), let block = blocks[id],
        let version = versions[id], version.entry.path == path, !version.isForeign,
        version.entry.isCut(to: block), !version.isSettled(in: block)
      else { return nil }
      let next = index + 1 < times.count ? times[index + 1] : nil
      let isAbove = missing.contains { lost in
        let time = lost.timestamp.wallClockSeconds
        return next.map { min(times[index], $0)...max(times[index], $0) ~= time } ?? true
      }
      guard isAbove else { return nil }
      let gone = gone(from: version.entry.block, in: block)
        .filter { !$0.starts(with: "- ".utf8) }
      // What became an entry of its own stands there.
      guard gone.isDisjoint(with: present) else { return nil }
      var lost = version.entry
      lost.overwritingBlock = block
      return lost
    }
  }

  private func gone(from old: [UInt8], in new: [UInt8]) -> Set<[UInt8]> {
    WrittenVersion.lines(in: [old]).subtracting(WrittenVersion.lines(in: [new]))
  }

  /// Whether what stands here of the entry `id` lacks only what somebody typed below it, which begins an entry of its own
  /// now, as its heading was corrected.
  private func isSplit(_ id: EntryID, into block: [UInt8], _ document: ThreadDocument) -> Bool {
    guard let version = versions[id] else { return false }
    let gone = gone(from: version.entry.block, in: block)
    let text = gone.filter { $0.first != .hash && Timestamp.beginning(of: $0[...]) == nil }
    return !text.isEmpty && text.count < gone.count && gone.isSubset(of: version.found)
      && text.isSubset(of: WrittenVersion.lines(in: [document.bytes]))
  }

  private func overwritten(
    _ id: EntryID, by block: [UInt8], _ committed: LostEntry?
  ) -> LostEntry? {
    let version = versions[id]
    let isExact = version.map { $0.earlier.contains(block) && !$0.isForeign } == true
    guard let present = EntryParts(block: block), version?.isSettled(in: block) != true else {
      return nil
    }
    // What tj wrote here over the commit's version, or since that was edited, as to take that back, is newer.
    let committed = committed.flatMap { isEarlier($0.block, of: id) ? nil : $0 }
    let (own, theirs) = (parts(version?.entry.block), parts(committed?.block))
    let isTheirsNewer =
      theirs.map { present.isOlder(than: $0) && !$0.isEdited(by: version?.entry.written) } ?? false
    guard isExact || own.map(present.isOlder) == true || isTheirsNewer,
      var lost = version?.entry ?? committed
    else { return present.isDeleted ? nil : version?.lost(from: block) }
    lost.overwritingBlock = block
    if let committed, let theirs, committed.block != block,
      own.map({ !theirs.isOlder(than: $0) }) ?? true
    {
      (lost.block, lost.isCommitted, lost.commit) = (committed.block, true, committed.commit)
      if isTheirsNewer { lost.written = theirs.edited.flatMap { Timestamp($0) } }
    }
    if isExact || version?.entry.block == block { return lost }
    // What was typed in the older version since then stays.
    let base = [version?.before, version?.entry.block].compactMap(\.self).first {
      $0 != lost.block && parts($0)?.edited == present.edited
    }
    lost.merged = base.flatMap { EntryMerge.block($0, block, lost.block) }
    lost.isRestorable = lost.merged != nil
    return lost
  }
}
