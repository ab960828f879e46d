#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension DraftBox {
  /// A change that a crash or an error left unfinished; the next `withLock` finishes it.
  public struct Leftover: Hashable, Sendable {
    /// The path of its record, relative to the journal.
    public let path: String
    /// The path of the file that it is about; nil where the record is cut off.
    public let target: String?
  }

  /// The changes that nobody finished yet, by the names of their records.
  ///
  /// One that another program is just making is among them, and gone when asked again.
  public func leftovers() throws(StorageError) -> [Leftover] {
    let folder: OpenFolder
    do throws(StorageError) { folder = try marker.folder("drafts") } catch {
      guard error.code == ENOENT else { throw error }
      return []
    }
    return try folder.visibleNames().sorted().compactMap { name in
      let suffix = name.utf8.split(separator: UInt8(ascii: ".")).last.map { String(Substring($0)) }
      guard let suffix, DraftRecord.Kind(rawValue: suffix) != nil, suffix != name else {
        return nil
      }
      let record = (try? Self.read(name, in: folder)).flatMap { DraftRecord(decoding: $0) }
      return Leftover(
        path: "\(JournalDirectory.markerName)/drafts/\(name)", target: record?.target)
    }
  }
}
