import CSystem

/// An open file, closed with its last reference; errors name it by `path`.
final class OpenFile: Sendable {
  let descriptor: Int32
  let path: String
  private let limits: FileSystemLimits

  init(descriptor: Int32, path: String, limits: FileSystemLimits = FileSystemLimits()) {
    self.descriptor = descriptor
    self.path = path
    self.limits = limits
  }

  // After a sync that succeeded, a close that fails changes nothing: the bytes are on the disk.
  deinit { _ = try? SystemCalls.call(.close, path) { tj_close(descriptor) } }

  func status() throws(StorageError) -> FileStatus {
    try SystemCalls.status(path) { tj_status_of(descriptor, &$0) }
  }

  /// The most bytes of a file that is read into memory: a file of a terabyte may be nothing but a hole.
  static let mostBytes = 1 << 30

  /// The status of a regular file that may be read.
  func regularStatus(upTo limit: Int = mostBytes) throws(StorageError) -> FileStatus {
    let status = try status()
    guard status.kind == .regular else { throw .notRegularFile(path: path, kind: status.kind) }
    guard status.size <= limit else { throw .tooLarge(path: path, limit: limit) }
    return status
  }

  /// Whether anybody has this file, open here for reading only, open for writing; nil where the system does not tell.
  var isBeingWritten: Bool? {
    switch tj_is_written(descriptor) {
    case 0: false
    case 1: true
    default: nil
    }
  }

  /// The bytes from `offset` on, at most `count`, fewer where the file ends before.
  func bytes(at offset: Int = 0, count: Int) throws(StorageError) -> [UInt8] {
    var failure: StorageError?
    let result = [UInt8](unsafeUninitializedCapacity: max(count, 0)) { buffer, filled in
      do throws(StorageError) {
        filled = try fill(UnsafeMutableRawBufferPointer(buffer), from: offset)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return result
  }

  /// All bytes; `expected` is the size it is likely to have.
  func allBytes(expected: Int) throws(StorageError) -> [UInt8] {
    var bytes: [UInt8] = []
    try append(to: &bytes, expected: expected)
    return bytes
  }

  /// Adds to `bytes`, which are empty, all of the file, at most `limit`; `expected` are as many as it is likely to have.
  func append(
    to bytes: inout [UInt8], expected: Int, upTo limit: Int = .max
  ) throws(StorageError) {
    // One more than expected: a full buffer means that the file has grown.
    var room = min(expected &+ 1, limit)
    while room > 0 {
      let start = bytes.count
      try bytes.append(addingCapacity: room) { (output: inout OutputSpan) throws(StorageError) in
        try output.withUnsafeMutableBufferPointer { (rest, count) throws(StorageError) in
          count = try fill(UnsafeMutableRawBufferPointer(rest), from: start)
        }
      }
      if bytes.count - start < room { return }
      room = min(bytes.count, limit - bytes.count)
    }
  }

  private func fill(
    _ buffer: UnsafeMutableRawBufferPointer, from offset: Int
  ) throws(StorageError) -> Int {
    var filled = 0
    if let start = buffer.baseAddress { tj_fill_soon(start, buffer.count) }
    while filled < buffer.count, let start = buffer.baseAddress {
      let count = try SystemCalls.call(.read, path) {
        tj_read_at(descriptor, start + filled, buffer.count - filled, Int64(offset + filled))
      }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Writes at the file's position; with `O_APPEND` at its end.
  func write(_ bytes: [UInt8]) throws(StorageError) {
    try SystemCalls.writeAll(bytes, path) { tj_write(descriptor, $0.baseAddress, $0.count) }
  }

  /// One write at the file's position, of which the system may take only a part; -errno where it fails.
  func appendOnce(_ bytes: UnsafeRawBufferPointer) -> Int {
    tj_write(descriptor, bytes.baseAddress, bytes.count)
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(StorageError) {
    var next = Int64(offset)
    try SystemCalls.writeAll(bytes, path) {
      let count = tj_write_at(descriptor, $0.baseAddress, $0.count, next)
      if count > 0 { next += Int64(count) }
      return count
    }
  }

  /// Where the next byte would be written; after a write with `O_APPEND`, the end of what was written.
  func position() throws(StorageError) -> Int {
    Int(try SystemCalls.call(.status, path) { tj_position(descriptor) })
  }

  func sync() throws(StorageError) {
    try limits.syncing { () throws(StorageError) in
      try SystemCalls.call(.sync, path) { tj_sync(descriptor) }
    }
  }

  func truncate(to size: Int) throws(StorageError) {
    try SystemCalls.call(.truncate, path) { tj_truncate(descriptor, Int64(size)) }
  }

  func changeMode(_ mode: UInt32) throws(StorageError) {
    try SystemCalls.call(.changeMode, path) { tj_change_mode(descriptor, mode) }
  }

  /// Takes the file away from all readers but its owner, unless it has another name; whether that changed anything.
  ///
  /// The access list goes with the group's bits of the mode, which are its mask, and comes back with them.
  @discardableResult
  func closeToOthers() -> Bool {
    guard let status = try? status(), status.links == 1, status.permissions & 0o077 != 0 else {
      return false
    }
    return (try? changeMode(status.permissions & 0o700)) != nil
  }

  func changeOwner(user: UInt32, group: UInt32) throws(StorageError) {
    try SystemCalls.call(.changeOwner, path) { tj_change_owner(descriptor, user, group) }
  }
}

extension [UInt8] {
  /// Makes room for `count` more bytes, and where that takes other memory, for as many as are there.
  ///
  /// Where room is made again and again, all that is there would else be copied each time.
  package mutating func makeRoom(for count: Int) {
    let needed = self.count + count
    if needed > capacity { reserveCapacity(Swift.max(needed, 2 * capacity)) }
  }

  /// Makes room for `count` bytes in all, and has the system make ready what memory that takes.
  package mutating func reserve(_ count: Int) {
    reserveCapacity(count)
    withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { tj_fill_now(start, count) }
    }
  }
}
