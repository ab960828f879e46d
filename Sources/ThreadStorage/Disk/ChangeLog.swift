#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What was changed last, for undo: the caller's own records in `.threadjournal/changes/`, the last 200.
///
/// A record is not synced: a power cut may lose the newest ones, and then only their undo is lost. A
/// record that is cut off is passed over.
public struct ChangeLog: Sendable {
  /// How many records are kept: those of 100 changes, and of the undoing of each.
  public static let limit = 200

  let marker: OpenFolder

  /// A record and its number, which grows with every record.
  public struct Record: Hashable, Sendable {
    /// The record's number.
    public let number: UInt64
    /// The bytes that were recorded.
    public let bytes: [UInt8]
  }

  func folder() throws(StorageError) -> OpenFolder { try marker.madeFolder("changes") }

  /// The folder as it is; nil where nothing was ever recorded.
  func existingFolder() throws(StorageError) -> OpenFolder? {
    do throws(StorageError) { return try marker.folder("changes") } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
  }

  /// The numbers of the records, the newest first.
  public func numbers() throws(StorageError) -> [UInt64] {
    guard let folder = try existingFolder() else { return [] }
    return try Self.numbers(in: folder)
  }

  static func numbers(in folder: OpenFolder) throws(StorageError) -> [UInt64] {
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
      try file.write(Self.file(of: bytes))
    } catch {
      try? folder.remove(name)
      throw error
    }
    Self.prune(numbers, in: folder)
  }

  /// Drops the records of `numbers`, the newest first, that one more leaves beyond the limit.
  static func prune(_ numbers: [UInt64], in folder: OpenFolder) {
    for number in numbers.dropFirst(limit - 1) {
      try? folder.remove(Checksum.hexadecimal(number))
    }
  }

  /// A record's file: its checksum on a line, then its bytes.
  static func file(of bytes: [UInt8]) -> [UInt8] {
    Array("\(Checksum(bytes).text)\n".utf8) + bytes
  }

  /// The bytes of the record in the file `name`; nil where it is gone or cut off.
  static func bytes(of name: String, in folder: OpenFolder) throws(StorageError) -> [UInt8]? {
    let file: [UInt8]
    do throws(StorageError) { file = try folder.bytes(of: name) } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
    let bytes = Array(file.dropFirst(17))
    return file.starts(with: "\(Checksum(bytes).text)\n".utf8) ? bytes : nil
  }

  /// The record of this number; nil where it is gone or cut off.
  public func record(_ number: UInt64) throws(StorageError) -> Record? {
    guard let folder = try existingFolder() else { return nil }
    return try Self.bytes(of: Checksum.hexadecimal(number), in: folder).map {
      Record(number: number, bytes: $0)
    }
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
