/// Files that a change displaced, in `.threadjournal/displaced/`, kept so that nothing written to them late is lost.
///
/// Kept are the newest 100 of at most 64 MB together, none longer than 7 days but the newest, and that one no longer
/// than records of changes; none after a purge. Words that stand nowhere else are not dropped with them: a file that
/// has other bytes than the change knew, as its name tells, becomes a draft, and one that may still be written to stays.
/// Nobody but its owner can read any of them: a thread may be closed to others later, and they are copies of it.
struct Backups: Sendable {
  static let longestAge: Int64 = 7 * 86_400
  static let mostFiles = 100
  static let mostBytes = 64 << 20
  /// How long a file is kept that has a writer, or may have one where the system does not tell, in seconds.
  static let shortestAge: Int64 = 600

  private enum State {
    case asDisplaced
    case changed
    case mayBeWritten
  }

  let state: StateFolder
  /// Seconds since 1970.
  let now: Int64

  var folder: OpenFolder { state.folder }

  /// Whether a displaced file may have this name: sixteen hexadecimal digits, `-`, and what it was called.
  static func isName(_ name: String) -> Bool {
    let rest = name.utf8.dropFirst(16)
    return StateFolder.beginsWithNumber(name) && rest.first == UInt8(ascii: "-")
      && !rest.contains(UInt8(ascii: "/")) && !rest.contains(0)
  }

  /// A name that nothing has: sixteen digits, beginning with those of `number`, `-`, `mark`, and the end of `name`.
  static func freshName(
    for name: String, marked mark: String = "", of number: UInt64? = nil
  ) -> String {
    let digits = number.map(prefix) ?? ""
    return digits + SystemRandom.freshName().dropFirst(digits.utf8.count) + "-" + mark
      + String(utf8: name.utf8.suffix(128 - mark.utf8.count))
  }

  /// The mark of a file that a change wrote or displaced: the checksums of its contents before and after.
  static func mark(_ before: Checksum, _ after: Checksum) -> String {
    "r\(before.text)\(after.text)-"
  }

  /// The mark of a copy of what somebody saved; it is dropped for its age only.
  static let saveMark = "s-"

  /// What the names of a transaction's backups begin with: numbers have at most twelve digits.
  private static func prefix(of number: UInt64) -> String {
    String(Checksum.hexadecimal(number).dropFirst(4))
  }

  /// The names of the files that the transaction of this number wrote or displaced.
  func names(of number: UInt64) throws(StorageError) -> [String] {
    let prefix = Self.prefix(of: number)
    return try state.names {
      $0.utf8.starts(with: prefix.utf8) && Self.checksums(in: $0) != nil
    }
  }

  /// Whether the purge of this number displaced the file: a removed file's name has its own checksum twice.
  func isOf(_ purge: UInt64, _ name: String) -> Bool {
    guard let sums = Self.checksums(in: name) else { return false }
    return sums[0] == sums[1] || name.utf8.starts(with: Self.prefix(of: purge).utf8)
  }

  /// The name that the file had, or the end of it.
  static func originalName(of name: String) -> String {
    let length = checksums(in: name) != nil ? 34 : isSave(name) ? saveMark.utf8.count : 0
    return String(utf8: name.utf8.dropFirst(17 + length))
  }

  private static func isSave(_ name: String) -> Bool {
    name.utf8.dropFirst(17).starts(with: saveMark.utf8)
  }

  /// The checksums of the contents before and after that the name tells; nil where it tells none.
  static func checksums(in name: String) -> [String]? {
    let rest = Array(name.utf8.dropFirst(17).prefix(34))
    guard rest.count == 34, rest[0] == UInt8(ascii: "r"), rest[33] == UInt8(ascii: "-"),
      rest[1..<33].allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else { return nil }
    return [rest[1..<17], rest[17..<33]].map { String(utf8: $0) }
  }

  /// Removes what is too old or too much; on a full disk all whose bytes stand in the file that replaced theirs.
  ///
  /// What the purge of the number `purge` has displaced stays until drafts are searched for its words.
  /// - Returns: How many were dropped, and the names of those that may hold words of their own.
  func prune(onFullDisk: Bool, erasing purge: UInt64?) -> (dropped: Int, foreign: [String]) {
    var dropped = 0
    var foreign: [String] = []
    guard let names = try? folder.visibleNames(), names.count > 1 || onFullDisk else {
      return (0, [])
    }
    var bytes = 0
    for (index, (name, status)) in newestFirst(names).enumerated() {
      bytes += status.size
      let isTooMuch = index > 0 && (index >= Self.mostFiles || bytes > Self.mostBytes)
      let isOld = index > 0 && age(status) > Self.longestAge
      let isDue =
        onFullDisk ? Self.checksums(in: name) != nil : isOld || isTooMuch && !Self.isSave(name)
      guard isDue, state.fault(of: name) == nil, purge.map({ !isOf($0, name) }) ?? true
      else { continue }
      switch state(of: name, status) {
      case .asDisplaced: if (try? folder.remove(name)) != nil { dropped += 1 }
      case .changed: foreign.append(name)
      case .mayBeWritten: break
      }
    }
    return (dropped, foreign)
  }

  /// Removes what was displaced more than `limit` seconds ago, or by the transaction of the number `aged` or one before.
  ///
  /// Those of the transactions `kept` are as young as these, which their names tell.
  /// - Returns: The names of those that may hold words of their own.
  func pruneAged(
    _ aged: UInt64, keeping kept: ClosedRange<UInt64>, limit: Int64
  ) -> [String] {
    var foreign: [String] = []
    for name in (try? folder.visibleNames()) ?? [] {
      let number = Self.checksums(in: name) == nil ? nil : UInt64(name.prefix(12), radix: 16)
      if let number, kept.contains(number) { continue }
      guard let status = try? folder.status(of: name),
        age(status) > limit || number.map({ $0 <= aged }) == true, state.fault(of: name) == nil
      else { continue }
      switch state(of: name, status) {
      case .asDisplaced: try? folder.remove(name)
      case .changed: foreign.append(name)
      case .mayBeWritten: break
      }
    }
    return foreign
  }

  /// The file, opened; nil where its mode does not allow that.
  private func open(_ name: String, _ flags: Int32) throws(StorageError) -> OpenFile? {
    do throws(StorageError) { return try folder.open(name, flags) } catch {
      guard error.code == EACCES else { throw error }
      return nil
    }
  }

  /// Removes the file whatever its age, or empties it where somebody may still write to it.
  /// - Returns: Whether it is gone: not where somebody has written words of their own to it.
  func erase(_ name: String) throws(StorageError) -> Bool {
    guard let status = try folder.status(of: name) else { return true }
    if status.kind == .regular, let file = try open(name, O_RDONLY) {
      let mayBeWritten = file.isBeingWritten != false && age(status) < Self.shortestAge
      guard try hasOwnBytes(name, file, trustsTimes: true) else { return false }
      // One that has another name may be anybody's: its bytes are not touched.
      if mayBeWritten, status.size > 0, status.links == 1, let writable = try open(name, O_WRONLY) {
        try writable.truncate(to: 0)
        try writable.sync()
        return true
      }
    }
    try folder.remove(name)
    return true
  }

  private func newestFirst(_ names: [String]) -> [(name: String, status: FileStatus)] {
    let files = names.compactMap { name in
      (try? folder.status(of: name)).map { (name: name, status: $0) }
    }
    // A rename sets the time of the last change, so this is when the file was displaced.
    return files.sorted { $0.status.changed > $1.status.changed }
  }

  private func age(_ status: FileStatus) -> Int64 { now - status.changed.secondsSinceEpoch }

  /// Whether the file has the bytes that it was displaced with, and will keep them.
  private func state(of name: String, _ status: FileStatus) -> State {
    if status.kind == .symbolicLink || Self.isSave(name) { return .asDisplaced }
    guard let file = try? folder.open(name, O_RDONLY) else { return .mayBeWritten }
    // Without a writer nobody can become one: no other program knows this name.
    if file.isBeingWritten != false, age(status) < Self.shortestAge { return .mayBeWritten }
    guard let isOwn = try? hasOwnBytes(name, file, trustsTimes: false) else { return .mayBeWritten }
    return isOwn ? .asDisplaced : .changed
  }

  /// Whether the file has the bytes that it was displaced with.
  /// - Parameter trustsTimes: Whether one that was written to before it was displaced need not be read.
  private func hasOwnBytes(
    _ name: String, _ file: OpenFile, trustsTimes: Bool
  ) throws(StorageError) -> Bool {
    let status = try file.status()
    let checksums = Self.checksums(in: name)
    if Self.isSave(name) || (trustsTimes || checksums == nil) && status.modified < status.changed {
      return true
    }
    let bytes = try file.allBytes(expected: status.size)
    // No words: a new file whose making was cut short.
    guard bytes.contains(where: { $0 > 32 }) else { return true }
    return checksums?.contains(Checksum(bytes).text) == true
  }
}
