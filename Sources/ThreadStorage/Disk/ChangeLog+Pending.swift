/// The record of a change is its intent: it is on the disk before the first file is touched, so that a crash in the
/// middle is finished by the next command, and a change that cannot be recorded is not made.
///
/// The record is written as `NUMBER.new`, synced, and renamed to `NUMBER.pending`; once the change is made, it is
/// renamed to `NUMBER`, which `undo` reads. What a crash leaves is one of these: a `.new` was never whole and goes, a
/// `.pending` is finished.
extension ChangeLog {
  static let pendingSuffix = "pending"
  static let temporarySuffix = "new"

  /// The record of a change that was begun.
  public struct Pending: Sendable {
    /// The record's number.
    public let number: UInt64
    /// Where it stands.
    public let path: String
    /// The bytes that were recorded; nil where they are damaged, or cannot be read.
    public var bytes: [UInt8]?
    /// Why they cannot be read.
    public var failure: StorageError?
    let name: String
  }

  /// The changes that were begun and not finished, in their order.
  public func pending() throws(StorageError) -> [Pending] {
    guard let state = try directory.existingState(.changes) else { return [] }
    let ending = "." + Self.pendingSuffix
    var found: [Pending] = []
    for name in try state.names(where: { $0.utf8.dropFirst(16).elementsEqual(ending.utf8) }) {
      guard let number = Self.number(of: name) else { continue }
      var pending = Pending(number: number, path: state.folder.path(of: name), name: name)
      do throws(StorageError) {
        pending.bytes = try Self.bytes(of: name, in: state.folder)
      } catch {
        // One that cannot be read does not hide the others.
        pending.failure = error
      }
      found.append(pending)
    }
    return found
  }

  /// Clears away the records that were never whole; call it while the lock is held.
  package func removeUnbegun() {
    guard let state = (try? directory.existingState(.changes)) ?? nil else { return }
    let ending = "." + Self.temporarySuffix
    let names = try? state.names { $0.utf8.dropFirst(16).elementsEqual(ending.utf8) }
    for name in names ?? [] { try? state.folder.remove(name) }
  }

  /// Makes the record of a change that is about to be made durable; call it while the lock is held.
  public func begin(_ bytes: [UInt8]) throws(StorageError) -> Pending {
    let state = try directory.state(.changes)
    let folder = state.folder
    let number = try nextNumber(in: folder)
    let temporary = "\(Checksum.hexadecimal(number)).\(Self.temporarySuffix)"
    let name = "\(Checksum.hexadecimal(number)).\(Self.pendingSuffix)"
    try DraftBox.write(Self.file(of: bytes), to: temporary, in: folder)
    switch state.fault(of: temporary, asksGit: false) {
    case .ownedBy, .writableByOthers: folder.limits.note(.owners)
    default: break
    }
    do throws(StorageError) {
      try folder.rename(temporary, toFree: name, in: folder)
      try folder.sync()
    } catch {
      try? folder.remove(temporary)
      try? folder.remove(name)
      try? folder.sync()
      throw error
    }
    return Pending(number: number, path: folder.path(of: name), bytes: bytes, name: name)
  }

  /// Makes a pending record one of those that are kept, in one step: the change is made.
  public func commit(_ pending: Pending) throws(StorageError) {
    let folder = try folder()
    try folder.rename(pending.name, toFree: Checksum.hexadecimal(pending.number), in: folder)
    try folder.sync()
    prune(in: folder)
  }

  /// Takes a pending record away: nothing of the change is made.
  public func cancel(_ pending: Pending) throws(StorageError) {
    let folder = try folder()
    try folder.remove(pending.name)
    // Should this fail, a power cut may bring the record back, and the change be made after all: nothing is lost.
    try? folder.sync()
  }

  /// Sets a pending record aside that no change of this program can have made; it is not tried again.
  ///
  /// - Returns: Where it is now.
  public func refuse(_ pending: Pending) throws(StorageError) -> String {
    try directory.state(.changes).refuse(pending.name)
  }
}
