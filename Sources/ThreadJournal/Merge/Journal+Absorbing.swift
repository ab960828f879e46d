import ThreadStorage

extension Journal {
  /// What became of a thread that took a copy of it back.
  package struct Absorption: Sendable {
    package let thread: ThreadHeader
    /// Nil where it had all of the copy.
    package fileprivate(set) var change: ThreadChange?
    package fileprivate(set) var conflicts: [MergeConflict] = []
    /// Where those of the copy's entries are that were moved to other threads since, with how many there are.
    package fileprivate(set) var elsewhere: [String: Int] = [:]
  }

  /// Merges the copy at `path` that a sync tool kept into its thread, and removes the copy, as one change.
  ///
  /// - Parameter history: The versions that git has of the thread at a path, the oldest first.
  /// - Throws: `JournalError.noOriginal` where no thread is known of which it is a copy; `MergeRefusal`.
  package func absorb(
    _ path: String, history: (String) -> some Sequence<[UInt8]>
  ) throws -> Outcome<Absorption> {
    let found = try original(ofCopy: path)
    var last: (own: [UInt8], copy: [UInt8], merge: ThreadMerge)?
    func merge(_ own: [UInt8], _ copy: [UInt8]) throws -> ThreadMerge {
      if let last, last.own == own, last.copy == copy { return last.merge }
      let base = try CopyBase(ours: own, theirs: copy, history: history(found.path))
      let merge = try ThreadMerge(base: base.bytes, ours: own, theirs: copy)
      last = (own, copy, merge)
      return merge
    }
    // Reading what git has takes long. Others wait for that only where one of the two files changes meanwhile.
    if let own = try? document(at: found.path), let copy = try? document(at: path) {
      _ = try? merge(own.bytes, withoutMoved(copy, at: path, from: own, of: found).bytes)
    }
    return try change("absorb \(path)") { plan in
      var result = Absorption(thread: try currentLive(found))
      let copy = withoutMoved(
        try plan.document(at: path), at: path,
        from: try plan.document(at: result.thread.path), of: result.thread)
      result.elsewhere = copy.moved
      try plan.edit(result.thread.path) { document in
        let merge = try merge(document.bytes, copy.bytes)
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

  /// A copy's bytes without the entries that stand, as they are in it, in another thread than its own, and how many
  /// there are in which.
  private func withoutMoved(
    _ copy: ThreadDocument, at copyPath: String, from own: ThreadDocument, of thread: ThreadHeader
  ) -> (bytes: [UInt8], moved: [String: Int]) {
    let known = Set(own.entryIDs)
    var blocks: [EntryID: [UInt8]] = [:]
    for slice in copy.entries {
      guard let id = copy.id(of: slice), !known.contains(id) else { continue }
      blocks[id] = copy.block(of: slice, lineEnding: .lineFeed)
    }
    guard !blocks.isEmpty else { return (copy.bytes, [:]) }
    var owners: [EntryID: String] = [:]
    for path in directory.threadFiles().files where path != thread.path && path != copyPath {
      // What another copy of the thread has, the thread has not for that.
      guard let document = try? document(at: path),
        !mayBeCopy(ThreadHeader(path: path, document: document), of: thread)
      else { continue }
      for slice in document.entries {
        guard let id = document.id(of: slice), let block = blocks[id] else { continue }
        if document.block(of: slice, lineEnding: .lineFeed) == block { owners[id] = path }
      }
    }
    guard !owners.isEmpty else { return (copy.bytes, [:]) }
    var bytes = Array(copy.bytes[..<(copy.entries.first?.region.lowerBound ?? 0)])
    for slice in copy.entries where copy.id(of: slice).map({ owners[$0] == nil }) ?? true {
      bytes += copy.bytes[slice.region]
    }
    return (bytes, Dictionary(owners.values.map { ($0, 1) }, uniquingKeysWith: +))
  }

  /// Whether a file is a copy of the thread by its id, or, where one of the two has none, may be by its name.
  private func mayBeCopy(_ file: ThreadHeader, of thread: ThreadHeader) -> Bool {
    guard let id = file.id, let own = thread.id else {
      return JournalFileName.original(ofCopy: file.path) == thread.path
    }
    return id == own
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
    guard same.count < 2 else { throw JournalError.ambiguousThread(name: path, candidates: same) }
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
