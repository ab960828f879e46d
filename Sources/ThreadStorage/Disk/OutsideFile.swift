import CSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reading a file that is in no journal, such as a person's settings or what is imported.
public enum OutsideFile {
  /// The bytes of the file at `path`; symbolic links are followed.
  ///
  /// - Parameters:
  ///   - allowsPipes: Whether a pipe is read to its end, as in `tj import <(zcat x.gz)`.
  ///   - limit: How many bytes of a regular file are read at most; nil for all.
  /// - Throws: `missing`, `notRegularFile`, or what the system says.
  public static func read(
    _ path: String, allowsPipes: Bool = false, upTo limit: Int? = nil
  ) throws(StorageError) -> [UInt8] {
    // A pipe that nobody writes to must not hold up a reader that does not want one.
    let waiting: Int32 = allowsPipes ? 0 : O_NONBLOCK
    do throws(StorageError) {
      let descriptor = try SystemCalls.call(.open, path) {
        tj_open_at(AT_FDCWD, path, O_RDONLY | O_NOCTTY | waiting, 0)
      }
      let file = OpenFile(descriptor: descriptor, path: path)
      let facts = try file.facts()
      if facts.kind == .regular {
        if let limit, facts.size > limit { return try file.bytes(count: limit) }
        return try file.allBytes(expected: facts.size)
      }
      guard allowsPipes, facts.kind == .pipe else {
        throw .notRegularFile(path: path, kind: facts.kind)
      }
      return try stream(file)
    } catch {
      throw JournalDirectory.named(error, path)
    }
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
