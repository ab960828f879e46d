/// What was changed last, for undo: the caller's own records in `.threadjournal/changes/`.
///
/// A record is a file named by its number, sixteen hexadecimal digits. That of a change that is being made ends in
/// `.pending` (ChangeLog+Pending.swift); the record of an addition, whose draft is its intent, is written after it and not
/// synced: a power cut may lose the newest ones, and then only their undo is lost. A record that is cut off is
/// passed over.
public struct ChangeLog: Sendable {
  /// How many records are kept at most: those of 100 changes, and of the undoing of each.
  public static let limit = 200
  /// How many bytes they may have together; the newest few are kept whatever their size.
  public static let mostBytes = 64 << 20
  /// Those few: ten changes, and the undoing of each.
  public static let fewest = 20
  /// Numbers grow by one with each change; what is beyond this was not written by the program.
  private static let highestNumber: UInt64 = 1 << 48

  let directory: JournalDirectory

  /// A record and its number, which grows with every record.
  public struct Record: Hashable, Sendable {
    /// The record's number.
    public let number: UInt64
    /// The bytes that were recorded.
    public let bytes: [UInt8]
  }

  /// The folder, made where it is missing.
  func folder() throws(StorageError) -> OpenFolder { try directory.state(.changes).folder }

  /// The number that a file's name tells, of a record or one that is pending; nil for other names.
  static func number(of name: String) -> UInt64? {
    guard StateFolder.beginsWithNumber(name),
      let number = UInt64(
        name.utf8.prefix(16).map { String(UnicodeScalar($0)) }.joined(), radix: 16),
      number < highestNumber
    else { return nil }
    let rest = name.utf8.dropFirst(16)
    let endings = ["", "." + pendingSuffix, "." + temporarySuffix]
    return endings.contains { rest.elementsEqual($0.utf8) } ? number : nil
  }

  /// The numbers of the records, the newest first.
  public func numbers() throws(StorageError) -> [UInt64] { try numbers(asksGit: true) }

  private func numbers(asksGit: Bool) throws(StorageError) -> [UInt64] {
    guard let state = try directory.existingState(.changes) else { return [] }
    return try state.names(asksGit: asksGit) { $0.utf8.count == 16 }.compactMap(Self.number)
      .sorted(by: >)
  }

  /// The numbers of all records, those too that are left alone, the newest first.
  public func allNumbers() throws(StorageError) -> [UInt64] {
    guard let folder = try directory.existingState(.changes)?.folder else { return [] }
    return try folder.visibleNames().filter { $0.utf8.count == 16 }.compactMap(Self.number)
      .sorted(by: >)
  }

  /// A number that no file has yet, higher than all.
  func nextNumber(in folder: OpenFolder) throws(StorageError) -> UInt64 {
    let state = try directory.state(.changes)
    var next = (try state.names(asksGit: false).compactMap(Self.number).max() ?? 0) + 1
    if next == Self.highestNumber {
      // No journal has so many: git may have brought it along.
      next = (try state.names().compactMap(Self.number).max() ?? 0) + 1
    }
    let taken = Set(try folder.visibleNames().compactMap(Self.number))
    while taken.contains(next) { next += 1 }
    guard next < Self.highestNumber else {
      throw .damaged(path: folder.path(of: Checksum.hexadecimal(next - 1)))
    }
    return next
  }

  /// Adds a record and drops those beyond the limits; call it while the lock is held.
  public func append(_ bytes: [UInt8]) throws(StorageError) {
    let folder = try folder()
    let name = Checksum.hexadecimal(try nextNumber(in: folder))
    let file = try folder.open(name, O_WRONLY | O_CREAT | O_EXCL)
    do throws(StorageError) {
      try file.write(Self.file(of: bytes))
    } catch {
      try? folder.remove(name)
      throw error
    }
    prune(in: folder)
  }

  /// Drops the oldest records beyond the limits.
  func prune(in folder: OpenFolder) {
    guard let numbers = try? numbers(asksGit: false) else { return }
    var bytes = 0
    for (index, number) in numbers.enumerated() {
      let name = Checksum.hexadecimal(number)
      bytes += ((try? folder.facts(of: name)) ?? nil)?.size ?? 0
      let isTooMuch = index >= Self.fewest && bytes > Self.mostBytes
      if index >= Self.limit || isTooMuch { try? folder.remove(name) }
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
    guard let folder = try directory.existingState(.changes)?.folder else { return nil }
    return try Self.bytes(of: Checksum.hexadecimal(number), in: folder).map {
      Record(number: number, bytes: $0)
    }
  }
}
