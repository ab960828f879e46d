#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What was changed last, for undo: the caller's own records in `.threadjournal/changes/`, the last 100.
///
/// A record is not synced: a power cut may lose the newest ones, and then only their undo is lost. A
/// record that is cut off is passed over.
public struct ChangeLog: Sendable {
  /// How many records are kept.
  public static let limit = 100

  let marker: OpenFolder

  /// A record and its number, which grows with every record.
  public struct Record: Hashable, Sendable {
    /// The record's number.
    public let number: UInt64
    /// The bytes that were recorded.
    public let bytes: [UInt8]
  }

  private func folder() throws(StorageError) -> OpenFolder {
    try marker.madeFolder("changes")
  }

  /// The numbers of the records, the newest first.
  public func numbers() throws(StorageError) -> [UInt64] { try Self.numbers(in: folder()) }

  private static func numbers(in folder: OpenFolder) throws(StorageError) -> [UInt64] {
    try folder.visibleNames().filter { $0.utf8.count == 16 }.compactMap { UInt64($0, radix: 16) }
      .sorted(by: >)
  }

  /// Adds a record and drops those beyond the limit; call it while the lock is held.
  public func append(_ bytes: [UInt8]) throws(StorageError) {
    let folder = try folder()
    let numbers = try Self.numbers(in: folder)
    let name = Checksum.hexadecimal((numbers.first ?? 0) &+ 1)
    let file = try folder.open(name, O_WRONLY | O_CREAT | O_EXCL)
    do throws(StorageError) {
      try file.write(Array("\(Checksum(bytes).text)\n".utf8) + bytes)
    } catch {
      try? folder.remove(name)
      throw error
    }
    for number in numbers.dropFirst(Self.limit - 1) {
      try? folder.remove(Checksum.hexadecimal(number))
    }
  }

  /// The record of this number; nil where it is gone or cut off.
  public func record(_ number: UInt64) throws(StorageError) -> Record? {
    let file: [UInt8]
    do throws(StorageError) {
      file = try folder().bytes(of: Checksum.hexadecimal(number))
    } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
    let bytes = Array(file.dropFirst(17))
    guard file.starts(with: "\(Checksum(bytes).text)\n".utf8) else { return nil }
    return Record(number: number, bytes: bytes)
  }

  /// All whole records, the newest first.
  public func records() throws(StorageError) -> [Record] {
    var records: [Record] = []
    for number in try numbers() {
      if let record = try record(number) { records.append(record) }
    }
    return records
  }

  /// Takes a record away, after its change was undone.
  public func remove(_ number: UInt64) throws(StorageError) {
    do throws(StorageError) { try folder().remove(Checksum.hexadecimal(number)) } catch {
      guard error.code == ENOENT else { throw error }
    }
  }
}
