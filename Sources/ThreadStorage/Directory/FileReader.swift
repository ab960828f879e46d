/// Reads many files, one after the other, into the same memory; each parallel task has its own.
public final class FileReader {
  private let directory: JournalDirectory
  /// What was read last; who keeps it has this memory for good, and the next file gets other.
  private var bytes: [UInt8] = []

  public init(_ directory: JournalDirectory) { self.directory = directory }

  /// The bytes of the file at `path`, of which there are less than `limit` where they are all.
  public func read(_ path: String, upTo limit: Int = .max) throws(StorageError) -> [UInt8] {
    let file = try directory.open(path)
    let size = try file.regularStatus().size
    // Who keeps a small file is not to keep the memory of a large one before it.
    bytes.removeAll(keepingCapacity: bytes.capacity / 4 <= size)
    try file.append(to: &bytes, expected: Swift.min(size, limit), upTo: limit)
    return bytes
  }
}
