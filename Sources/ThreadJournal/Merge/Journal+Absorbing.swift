import ThreadStorage

extension Journal {
  /// What became of a thread that took a copy of it back.
  package struct Absorption: Sendable {
    package let thread: ThreadHeader
    /// Nil where it had all of the copy.
    package fileprivate(set) var change: ThreadChange?
    package fileprivate(set) var conflicts: [MergeConflict] = []
  }

  /// Merges the copy at `path` that a sync tool kept into its thread, and removes the copy, as one change.
  ///
  /// - Parameter history: The versions that git has of the thread at a path, the oldest first.
  /// - Throws: `JournalError.noOriginal` where no thread is known of which it is a copy; `MergeRefusal`.
  package func absorb(
    _ path: String, history: (String) -> some Sequence<[UInt8]>
  ) throws -> Outcome<Absorption> {
    let found = try original(ofCopy: path)
    let history = history(found.path)
    return try change("absorb \(path)") { plan in
      var result = Absorption(thread: try currentLive(found))
      let copy = withoutMoved(
        try plan.document(at: path), besides: [path, result.thread.path],
        known: Set(ThreadMerge.ids(of: try plan.document(at: result.thread.path).bytes)))
      try plan.edit(result.thread.path) { document in
        let base = try CopyBase(ours: document.bytes, theirs: copy, history: history)
        let merge = try ThreadMerge(base: base.bytes, ours: document.bytes, theirs: copy)
        result.conflicts = merge.conflicts
        guard merge.bytes != document.bytes else { return [] }
        result.change = ThreadChange(
          path: result.thread.path, before: document.bytes, after: merge.bytes)
        return [Splice(0..<document.bytes.count, merge.bytes)]
      }
      try plan.remove(path)
      return result
    }
  }

  /// A copy's bytes without the entries that stand, as they are in it, in another thread than its own.
  private func withoutMoved(
    _ copy: ThreadDocument, besides paths: Set<String>, known: Set<EntryID>
  ) -> [UInt8] {
    var blocks: [EntryID: [UInt8]] = [:]
    for slice in copy.entries {
      guard let id = copy.id(of: slice), !known.contains(id) else { continue }
      blocks[id] = copy.block(of: slice, lineEnding: .lineFeed)
    }
    guard !blocks.isEmpty else { return copy.bytes }
    var moved: Set<EntryID> = []
    for path in directory.threadFiles().files where !paths.contains(path) {
      guard let document = try? document(at: path) else { continue }
      for slice in document.entries {
        guard let id = document.id(of: slice), let block = blocks[id] else { continue }
        if document.block(of: slice, lineEnding: .lineFeed) == block { moved.insert(id) }
      }
    }
    guard !moved.isEmpty else { return copy.bytes }
    var bytes = Array(copy.bytes[..<(copy.entries.first?.region.lowerBound ?? 0)])
    for slice in copy.entries where copy.id(of: slice).map({ !moved.contains($0) }) ?? true {
      bytes += copy.bytes[slice.region]
    }
    return bytes
  }

  /// The files that a sync tool or a file manager kept as copies: by their names, or where a thread may be called so, by
  /// name and id.
  package func copies() -> [String] {
    let listing = directory.threadFiles()
    let named = listing.files.filter { path in
      guard let original = JournalFileName.original(ofCopy: path),
        let id = (try? header(at: path))??.id, let thread = (try? header(at: original)) ?? nil
      else { return false }
      return thread.id == id
    }
    return listing.conflictCopies + named
  }

  /// The thread that the file at `path` is a copy of: the one with its id; where it or the thread has none, the one
  /// with whose name the copy's begins, in the same folder.
  private func original(ofCopy path: String) throws -> ThreadHeader {
    guard let copy = try header(at: path) else { throw JournalError.notAThread(path: path) }
    let others = directory.threadFiles().files.filter { $0 != path }
      .compactMap { try? header(at: $0) }
    let twins = others.filter { $0.id != nil && $0.id == copy.id }
    // Of several, some may be copies of another.
    let same = twins.filter { twin in
      let original = JournalFileName.original(ofCopy: twin.path)
      return !twins.contains { $0.path == original }
    }
    guard same.count < 2 else {
      throw JournalError.ambiguousThread(name: path, candidates: same)
    }
    let name = ThreadHeader.withoutSuffix(path)
    let named = others.filter { other in
      let stem = ThreadHeader.withoutSuffix(other.path)
      let rest = name.utf8.dropFirst(stem.utf8.count)
      return name.utf8.starts(with: stem.utf8) && rest.first.map(" -._(".utf8.contains) == true
        && !rest.contains(UInt8(ascii: "/")) && (other.id == nil || copy.id == nil)
        && (!FileNameConvention.isThread(path) || other.title == copy.title
          || JournalFileName.original(ofCopy: path) == other.path)
    }
    let original = same.first ?? named.max { $0.path.utf8.count < $1.path.utf8.count }
    // The plain name is the thread's, and the longer one the copy's.
    let isOriginal = original.map { JournalFileName.original(ofCopy: $0.path) == path } ?? false
    guard let original, !isOriginal else {
      throw JournalError.noOriginal(path: path, copy: original?.path)
    }
    return original
  }
}
