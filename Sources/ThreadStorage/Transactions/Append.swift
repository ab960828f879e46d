extension JournalWriter {
  /// Adds bytes at the end of a thread, at a cost that does not depend on its size.
  ///
  /// They go out in one `write` behind `O_APPEND`, and the file is synced. Then the path is asked again: where an
  /// editor or git has put another file there meanwhile, and the bytes are not in that, they are not added. What an
  /// earlier try wrote of them, at the end, is completed; after a failed sync the system may only hold them for
  /// written, so they are written again.
  /// - Returns: Whether they stand there; else the thread is not what it was when they were planned.
  func append(_ hunk: Hunk, to path: String) throws(StorageError) -> Bool {
    let target = try directory.namedFile(at: path)
    let (file, status) = try open(target, O_RDWR | O_APPEND)
    let start = hunk.offset - hunk.leading.count
    guard start >= 0, status.size >= hunk.offset,
      try file.bytes(at: start, count: hunk.leading.count) == hunk.leading
    else { return false }
    let there = try file.bytes(
      at: hunk.offset, count: min(hunk.after.count, status.size - hunk.offset))
    if there == hunk.after {
      let (named, current) = try open(target, O_RDWR)
      if current == status { try named.write(hunk.after, at: hunk.offset) }
      try named.sync()
      return true
    }
    guard status.size == hunk.offset + there.count, hunk.after.starts(with: there) else {
      return false
    }
    return try add(Array(hunk.after[there.count...]), to: file, status, target)
  }

  /// Writes, syncs and verifies; false where somebody else changed the file so that it must be done otherwise.
  private func add(
    _ block: [UInt8], to file: OpenFile, _ before: FileStatus, _ target: NamedFile
  ) throws(StorageError) -> Bool {
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
    let start = try file.position() - block.count
    // Somebody wrote between: without a newline of its own, the block may have run into their last line.
    if start != before.size, start > 0, block.first != 10, block.first != 13,
      try file.bytes(at: start - 1, count: 1) != [10]
    {
      takeBack(block, block.count, from: file, at: start)
      return try stands(block, in: target)
    }
    let named = try target.folder.status(of: target.name)
    if try named?.isSameFile(as: file.status()) == true,
      try file.bytes(at: start, count: block.count) == block
    {
      return true
    }
    return try stands(block, in: target)
  }

  /// Whether the block is in the file that has the thread's name now.
  private func stands(_ block: [UInt8], in target: NamedFile) throws(StorageError) -> Bool {
    let (file, status) = try open(target, O_RDONLY)
    let bytes = try file.allBytes(expected: status.size)
    guard bytes.firstOffset(of: Array(block.drop { $0 == 10 || $0 == 13 })) != nil else {
      return false
    }
    try file.sync()
    return true
  }

  /// Cuts off what was written of the block, if nothing stands behind it.
  private func takeBack(_ block: [UInt8], _ written: Int, from file: OpenFile, at size: Int) {
    guard written > 0, (try? file.status().size) == size + written,
      (try? file.bytes(at: size, count: written)) == Array(block.prefix(written))
    else { return }
    try? file.truncate(to: size)
    try? file.sync()
  }
}

extension Hunk {
  /// The addition of `bytes` at the end of a thread.
  public init(adding bytes: [UInt8], behind tail: FileTail) {
    self.init(
      offset: tail.size, before: [], after: bytes, leading: tail.bytes.suffix(Self.contextLength))
  }
}

/// The end of a thread file, as far as it was read.
public struct FileTail: Hashable, Sendable {
  public let size: Int
  public let bytes: [UInt8]

  /// Whether `bytes` are the whole file.
  public var isWhole: Bool { bytes.count == size }
}

extension JournalDirectory {
  package static let mostBytes = OpenFile.mostBytes

  /// The last bytes of a thread, at most `limit` of them.
  public func tail(of path: String, limit: Int) throws(StorageError) -> FileTail {
    let target = try namedFile(at: path)
    let file = try StorageError.named(path, try target.folder.open(target.name, O_RDONLY))
    let size = try file.regularStatus().size
    let count = min(size, limit)
    return FileTail(size: size, bytes: try file.bytes(at: size - count, count: count))
  }
}
