#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A change of several files: recorded and synced before the first of them is touched, so that a crash
/// between two of them is finished by the next command.
extension ChangeLog {
  private static let pendingName = "pending"

  /// Where the record of a change that is being made stands.
  public var pendingPath: String { marker.path(of: "changes/\(Self.pendingName)") }

  /// The change that was begun and not finished; nil where there is none.
  public func pending() throws(StorageError) -> [UInt8]? {
    guard let folder = try existingFolder() else { return nil }
    return try Self.bytes(of: Self.pendingName, in: folder)
  }

  /// Makes the record of a change that is about to be made durable; call it while the lock is held.
  public func begin(_ bytes: [UInt8]) throws(StorageError) {
    let folder = try folder()
    let temporary = Self.pendingName + ".new"
    try? folder.remove(temporary)
    try DraftBox.write(Self.file(of: bytes), to: temporary, in: folder)
    do throws(StorageError) {
      try folder.rename(temporary, over: Self.pendingName, in: folder)
      try folder.sync()
    } catch {
      try? folder.remove(temporary)
      try? folder.remove(Self.pendingName)
      throw error
    }
  }

  /// Makes the pending record the newest one, in one step: the change is made.
  public func commit() throws(StorageError) {
    let folder = try folder()
    let numbers = try Self.numbers(in: folder)
    let name = Checksum.hexadecimal((numbers.first ?? 0) &+ 1)
    try folder.rename(Self.pendingName, over: name, in: folder)
    try folder.sync()
    Self.prune(numbers, in: folder)
  }

  /// Takes the pending record away: nothing of the change is made.
  public func cancel() throws(StorageError) {
    let folder = try folder()
    try folder.remove(Self.pendingName)
    try folder.sync()
  }
}
