import CSystem

/// The journal's lock, held as long as this value lives; the system lets it go if the program dies.
struct JournalLock: Sendable {
  static let name = "lock"
  /// Seconds between two tries, at most.
  private static let longestPause = 0.02

  private let file: OpenFile

  /// Waits for the lock at most `timeLimit` seconds.
  init(in marker: OpenFolder, timeLimit: Double) throws(StorageError) {
    var waited = 0.0
    var pause = 0.0005
    while true {
      if let file = try Self.attempt(in: marker) {
        self.file = file
        break
      }
      guard waited < timeLimit else { throw .busy(processID: Self.holder(in: marker)) }
      // Uneven pauses, so that several that wait do not knock all at once.
      var generator = SystemRandom()
      let length = pause * Double.random(in: 0.5...1.5, using: &generator)
      SystemCalls.pause(nanoseconds: Int64(length * 1e9))
      waited += length
      pause = min(pause * 1.5, Self.longestPause)
    }
    // Only shown to people: a disk too full for it does not stop the command.
    let digits = String(getpid())
    let line = digits + String(repeating: " ", count: max(0, 11 - digits.utf8.count)) + "\n"
    // A file that has other names, or other bytes, is not one that was made here to be written to.
    guard let status = try? file.status(), status.links == 1, status.size <= line.utf8.count else {
      return
    }
    try? file.write(Array(line.utf8), at: 0)
  }

  /// The locked file, or nil where another has the lock, or the file was replaced meanwhile.
  private static func attempt(in marker: OpenFolder) throws(StorageError) -> OpenFile? {
    let file = try file(in: marker)
    let status = try file.regularStatus(upTo: .max)
    do throws(StorageError) {
      try SystemCalls.call(.lock, file.path) { tj_lock(file.descriptor) }
    } catch {
      guard error.code == EWOULDBLOCK else { throw error }
      return nil
    }
    // `git clean` may have removed the file between the two calls; a lock on it would be nobody's.
    guard let named = try marker.status(of: name), named.isSameFile(as: status) else { return nil }
    return file
  }

  private static func file(in marker: OpenFolder) throws(StorageError) -> OpenFile {
    do throws(StorageError) { return try marker.open(name, O_RDWR) } catch {
      guard error.code == ENOENT else { throw marker.explained(error, name) }
    }
    let mode = try marker.status().permissions & 0o666 | 0o600
    return try marker.open(name, O_RDWR | O_CREAT, mode: mode)
  }

  private static func holder(in marker: OpenFolder) -> Int? {
    guard let bytes = try? marker.open(name, O_RDONLY).bytes(count: 16) else { return nil }
    return Int(String(utf8: bytes.prefix(while: Byte.isDigit)))
  }

  /// The file system's own time of now, in seconds since 1970, as the lock file's last change shows it.
  func now() -> Int64 { (try? file.status())?.modified.secondsSinceEpoch ?? 0 }
}
