/// Files that a change displaced, in `.threadjournal/displaced/`, kept so that nothing written to them late is lost.
///
/// Kept are the newest 100 of at most 64 MB together, none longer than 7 days, and always the newest. Words that
/// stand nowhere else are not dropped with them: a file that has other bytes than the change knew, as its name tells,
/// becomes a draft, and one that may still be written to stays.
struct Backups: Sendable {
  static let longestAge: Int64 = 7 * 86_400
  static let mostFiles = 100
  static let mostBytes = 64 << 20
  /// How long a file is kept that has a writer, or may have one where the system does not tell, in seconds.
  static let shortestAge: Int64 = 600

  /// Why files are dropped.
  enum Occasion {
    case limits
    /// The disk is full: all go whose bytes stand in the file that took their place.
    case fullDisk
  }

  /// What came of dropping.
  struct Pruning {
    var dropped = 0
    /// Names of files whose words may stand nowhere else.
    var foreign: [String] = []
  }

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

  /// A name that nothing has, ending in the displaced file's own.
  static func freshName(for name: String) -> String {
    StateFolder.freshName() + "-" + String(decoding: name.utf8.suffix(128), as: UTF8.self)
  }

  /// A fresh name that tells the checksums of the two contents that a change gives the file, and the transaction's
  /// number.
  static func freshName(
    for name: String, of number: UInt64?, _ before: Checksum, _ after: Checksum
  ) -> String {
    let fresh = freshName(
      for: "r\(before.text)\(after.text)-" + String(decoding: name.utf8.suffix(94), as: UTF8.self))
    guard let number else { return fresh }
    return prefix(of: number) + String(decoding: fresh.utf8.dropFirst(12), as: UTF8.self)
  }

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

  /// A fresh name that tells the same as `name`.
  static func freshName(like name: String) -> String {
    let digits = Array(StateFolder.freshName().utf8.suffix(4)) + Array(name.utf8.dropFirst(16))
    return String(decoding: Array(name.utf8.prefix(12)) + digits, as: UTF8.self)
  }

  /// A fresh name for a copy of what somebody saved; it is dropped for its age only.
  static func freshName(forSaveOf name: String) -> String {
    freshName(for: "s-" + String(decoding: name.utf8.suffix(126), as: UTF8.self))
  }

  /// The name that the file had, or the end of it.
  static func originalName(of name: String) -> String {
    let rest = name.utf8.dropFirst(17)
    let length = checksums(in: name) != nil ? 34 : isSave(name) ? 2 : 0
    return String(decoding: rest.dropFirst(length), as: UTF8.self)
  }

  private static func isSave(_ name: String) -> Bool {
    name.utf8.dropFirst(17).starts(with: "s-".utf8)
  }

  /// The checksums of the contents before and after that the name tells; nil where it tells none.
  static func checksums(in name: String) -> [String]? {
    let rest = Array(name.utf8.dropFirst(17).prefix(34))
    guard rest.count == 34, rest[0] == UInt8(ascii: "r"), rest[33] == UInt8(ascii: "-"),
      rest[1..<33].allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else { return nil }
    return [rest[1..<17], rest[17..<33]].map { String(decoding: $0, as: UTF8.self) }
  }

  /// Removes what is too old or too much; what fails stays for the next time.
  func prune(_ occasion: Occasion = .limits) -> Pruning {
    var pruning = Pruning()
    guard let names = try? folder.visibleNames(), names.count > 1 || occasion == .fullDisk else {
      return pruning
    }
    var bytes = 0
    for (index, (name, status)) in newestFirst(names).enumerated() {
      bytes += status.size
      let isTooMuch = index > 0 && (index >= Self.mostFiles || bytes > Self.mostBytes)
      guard isDue(name, status, isTooMuch && !Self.isSave(name), isNewest: index == 0, occasion),
        state.fault(of: name) == nil
      else { continue }
      switch state(of: name, status) {
      case .asDisplaced: if (try? folder.remove(name)) != nil { pruning.dropped += 1 }
      case .changed: pruning.foreign.append(name)
      case .mayBeWritten: break
      }
    }
    return pruning
  }

  private func newestFirst(_ names: [String]) -> [(name: String, status: FileStatus)] {
    var files: [(name: String, status: FileStatus)] = []
    for name in names {
      if let status = try? folder.status(of: name) { files.append((name, status)) }
    }
    // A rename sets the time of the last change, so this is when the file was displaced.
    return files.sorted { $1.status.changed.lexicographicallyPrecedes($0.status.changed) }
  }

  private func isDue(
    _ name: String, _ status: FileStatus, _ isTooMuch: Bool, isNewest: Bool, _ occasion: Occasion
  ) -> Bool {
    if occasion == .fullDisk { return Self.checksums(in: name) != nil }
    return isTooMuch || (!isNewest && age(status) > Self.longestAge)
  }

  private func age(_ status: FileStatus) -> Int64 { now - (status.changed.first ?? now) }

  /// Whether the file has the bytes that it was displaced with, and will keep them.
  private func state(of name: String, _ status: FileStatus) -> State {
    if status.kind == .symbolicLink || Self.isSave(name) { return .asDisplaced }
    guard let file = try? folder.open(name, O_RDONLY) else { return .mayBeWritten }
    // Without a writer nobody can become one: no other program knows this name.
    if file.isBeingWritten != false, age(status) < Self.shortestAge { return .mayBeWritten }
    guard let current = try? file.status() else { return .mayBeWritten }
    guard let checksums = Self.checksums(in: name) else {
      return current.modified.lexicographicallyPrecedes(current.changed) ? .asDisplaced : .changed
    }
    guard let bytes = try? file.allBytes(expected: current.size) else { return .mayBeWritten }
    // No words: a new file whose making was cut short.
    guard bytes.contains(where: { $0 > 32 }) else { return .asDisplaced }
    return checksums.contains(Checksum(bytes).text) ? .asDisplaced : .changed
  }
}
