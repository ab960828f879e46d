import CSystem

/// Reading a file that is in no journal, such as a person's settings or what is imported.
public enum OutsideFile {
  public enum Content {
    case bytes([UInt8])
    /// A regular file of so many bytes, read a piece at a time: the bytes at a range, fewer where it ends before.
    case pieces(size: Int, read: (Range<Int>) throws(StorageError) -> [UInt8])
  }

  /// The bytes of the file at `path`; symbolic links are followed.
  /// - Parameter limit: How many bytes are read at most; nil for all.
  public static func read(_ path: String, upTo limit: Int? = nil) throws(StorageError) -> [UInt8] {
    // A pipe that nobody writes to must not hold up a reader that does not want one.
    let (file, status) = try open(path, O_NONBLOCK)
    guard status.kind == .regular else { throw .notRegularFile(path: path, kind: status.kind) }
    if let limit, status.size > limit { return try file.bytes(count: limit) }
    return try file.allBytes(expected: status.size)
  }

  /// What is in the file or pipe at `path`, as in `tj import <(zcat x.gz)`.
  /// - Parameter isLarge: Whether a regular file that begins with these bytes is read in pieces.
  public static func content(
    of path: String, inPieces isLarge: (_ start: [UInt8]) -> Bool
  ) throws(StorageError) -> Content {
    let (file, status) = try open(path, 0)
    switch status.kind {
    case .regular where isLarge(try file.bytes(count: 4)):
      return .pieces(size: status.size) { range throws(StorageError) in
        try file.bytes(at: range.lowerBound, count: range.count)
      }
    case .regular: return .bytes(try file.allBytes(expected: status.size))
    case .pipe: return .bytes(try stream(file))
    default: throw .notRegularFile(path: path, kind: status.kind)
    }
  }

  /// When the regular file at `path` was last written to; nil for others.
  package static func lastWrite(to path: String) -> Instant? {
    FileStatus(ofFileAt: path).flatMap { $0.kind == .regular ? $0.modified : nil }
  }

  private static func open(
    _ path: String, _ flags: Int32
  ) throws(StorageError) -> (file: OpenFile, status: FileStatus) {
    let descriptor = try StorageError.named(
      path,
      try SystemCalls.call(.open, path) {
        tj_open_at(AT_FDCWD, path, O_RDONLY | O_NOCTTY | flags, 0)
      })
    let file = OpenFile(descriptor: descriptor, path: path)
    return (file, try file.status())
  }

  private static func stream(_ file: OpenFile) throws(StorageError) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try SystemCalls.call(.read, file.path) {
        piece.withUnsafeMutableBytes { tj_read(file.descriptor, $0.baseAddress, $0.count) }
      }
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
  }
}
