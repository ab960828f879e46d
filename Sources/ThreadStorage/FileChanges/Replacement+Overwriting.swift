extension Replacement {
  /// Overwrites the bytes where they stand, with the old ones in `backup`; false where somebody saved in between.
  /// - Throws: `halfWritten` where recovery has to finish it, from the backup.
  func overwrite(keeping backup: String) throws(StorageError) -> Bool {
    let file = try StorageError.named(target.path, try target.folder.open(target.name, O_RDWR))
    try displaced.write(before, toNew: backup)
    var isTouched = false
    do throws(StorageError) {
      try displaced.sync()
      // The times of two saves within one tick of the clock are the same: the bytes decide.
      guard try target.folder.status(of: target.name) == status, try file.status() == status,
        try file.allBytes(expected: status.size) == before
      else {
        try? displaced.remove(backup)
        return false
      }
      isTouched = true
      try overwriteDifference(file)
    } catch {
      if isTouched {
        do throws(StorageError) { try Self.overwrite(file, after.count, with: before) } catch {
          throw .halfWritten(path: target.path, cause: error)
        }
      }
      try? displaced.remove(backup)
      throw error
    }
    // The change is on the disk, even where the system cannot be asked any more.
    return (try? stands(in: file)) ?? true
  }

  /// Writes only what differs, so that what somebody adds in the same moment stays.
  private func overwriteDifference(_ file: OpenFile) throws(StorageError) {
    if after.count > shared { try file.write(Array(after[shared...]), at: shared) }
    let first = firstDifference
    if first < shared { try file.write(Array(after[first..<shared]), at: first) }
    if before.count > shared, try file.status().size == before.count {
      try file.truncate(to: shared)
    }
    try file.sync()
  }

  /// How many bytes both have.
  private var shared: Int { min(before.count, after.count) }

  private var firstDifference: Int { (0..<shared).first { before[$0] != after[$0] } ?? shared }

  /// Whether the name still names the file that was written, or one that somebody made from it.
  private func stands(in file: OpenFile) throws(StorageError) -> Bool {
    guard let named = try target.folder.status(of: target.name),
      try !named.isSameFile(as: file.status())
    else { return true }
    let first = firstDifference
    let same = (0..<(shared - first)).first {
      before[before.count - 1 - $0] != after[after.count - 1 - $0]
    }
    let changed = Array(after[first..<(after.count - (same ?? (shared - first)))])
    return try target.folder.bytes(of: target.name).firstOffset(of: changed) != nil
  }

  /// Writes what makes the file longer first, because only that can find the disk full.
  static func overwrite(_ file: OpenFile, _ size: Int, with bytes: [UInt8]) throws(StorageError) {
    if bytes.count > size { try file.write(Array(bytes[size...]), at: size) }
    try file.write(Array(bytes.prefix(size)), at: 0)
    if bytes.count < (try file.status().size) { try file.truncate(to: bytes.count) }
    try file.sync()
  }

  /// Whether `found` can be what an overwriting cut off half-way left, whatever part reached the disk.
  static func isBetween(_ found: [UInt8], _ before: [UInt8], _ after: [UInt8]) -> Bool {
    let sizes = min(before.count, after.count)...max(before.count, after.count)
    guard sizes.contains(found.count) else { return false }
    for (index, byte) in found.enumerated() {
      if index < before.count, before[index] == byte { continue }
      if index < after.count, after[index] == byte { continue }
      // A part that the file grew by and that did not reach the disk reads as zeros.
      guard byte == 0, index >= before.count else { return false }
    }
    return true
  }
}
