extension JournalWriter {
  /// How many of a thread's last bytes an append draft remembers by checksum.
  static let rememberedTail = 1024

  /// Adds a block at the end of a thread, at a cost that does not depend on the thread's size.
  ///
  /// `block` makes the exact bytes from the thread's end, so that they can begin with the newlines
  /// that it needs; nil leaves the thread alone. It is called again where the file was replaced meanwhile.
  /// - Parameters:
  ///   - key: Bytes that stand in the thread exactly if the block does, such as `{#k3f9q2wz7h`.
  ///   - tailLimit: How many of the last bytes `block` sees.
  /// - Returns: Where the block stands, or nil where there was none to add.
  /// - Throws: `keptDraft` once the block is safe in a draft, which the next `withLock` finishes.
  public mutating func append(
    to path: String, key: String = "", tailLimit: Int = 65_536,
    _ block: (FileTail) throws -> [UInt8]?
  ) throws -> AppendedBlock? {
    let place = try directory.place(of: path)
    var draft: String?
    do {
      for _ in 0..<Self.attempts {
        let (file, facts) = try open(place, O_RDWR | O_APPEND)
        let tail = try tail(of: file, facts, limit: tailLimit)
        guard let bytes = try block(tail), !bytes.isEmpty else {
          if let draft { try? drafts.remove(draft) }
          return nil
        }
        let record = Self.record(of: bytes, place.path, tail, key)
        let written = try DraftBox.write(record, in: drafts)
        if let draft { try? drafts.remove(draft) }
        draft = written
        if let added = try add(bytes, to: file, facts, place) {
          // Should this fail, recovery finds the block in the thread and the draft goes.
          try? drafts.remove(written)
          return added
        }
      }
      throw StorageError.changedMeanwhile(path: path)
    } catch let error as StorageError {
      guard let draft else { throw error }
      throw StorageError.keptDraft(path: drafts.path(of: draft), cause: error)
    }
  }

  /// The end of an open thread, of which at least the remembered part.
  func tail(
    of file: OpenFile, _ facts: FileFacts, limit: Int
  ) throws(StorageError) -> FileTail {
    let count = min(facts.size, max(limit, Self.rememberedTail))
    return FileTail(
      size: facts.size, bytes: try file.bytes(at: facts.size - count, count: count))
  }

  private static func record(
    of block: [UInt8], _ target: String, _ tail: FileTail, _ key: String
  ) -> DraftRecord {
    var record = DraftRecord(.append, target: target)
    record.size = tail.size
    record.before = Checksum(tail.bytes.suffix(rememberedTail)).text
    record.key = key
    record.bytes = block
    return record
  }

  /// Writes, syncs and verifies; nil where somebody else changed the file so that it must be done again.
  func add(
    _ block: [UInt8], to file: OpenFile, _ before: FileFacts, _ place: ThreadPlace
  ) throws(StorageError) -> AppendedBlock? {
    var written = 0
    do throws(StorageError) {
      try SystemCalls.writeAll(block, file.path) {
        let count = file.appendOnce($0)
        written += max(count, 0)
        return count
      }
    } catch {
      takeBack(block, written, from: file, at: before.size)
      throw error
    }
    try file.sync()
    let end = try file.position()
    let start = end - block.count
    // Somebody wrote between: without a newline of its own, the block may have run into their last line.
    if start != before.size, start > 0, block.first != 10, block.first != 13,
      try file.bytes(at: start - 1, count: 1) != [10]
    {
      takeBack(block, block.count, from: file, at: start)
      return try found(block, in: place)
    }
    let named = try place.folder.facts(of: place.name)
    if try named?.isSameFile(as: file.facts()) == true,
      try file.bytes(at: start, count: block.count) == block
    {
      return AppendedBlock(offset: start, bytes: block)
    }
    return try found(block, in: place)
  }

  /// The block's place in the file that has the thread's name now; nil where it is not there.
  private func found(
    _ block: [UInt8], in place: ThreadPlace
  ) throws(StorageError) -> AppendedBlock? {
    let (file, facts) = try open(place, O_RDONLY)
    let bytes = try file.allBytes(expected: facts.size)
    let kept = Array(block.drop { $0 == 10 || $0 == 13 })
    guard let offset = bytes.firstOffset(of: kept) else { return nil }
    try file.sync()
    return AppendedBlock(offset: offset, bytes: kept)
  }

  /// Cuts off what was written of the block, only if the file is exactly what it was and that.
  private func takeBack(_ block: [UInt8], _ written: Int, from file: OpenFile, at size: Int) {
    guard written > 0, (try? file.facts().size) == size + written,
      (try? file.bytes(at: size, count: written)) == Array(block.prefix(written))
    else { return }
    try? file.truncate(to: size)
    try? file.sync()
  }
}
