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
    guard let state = try directory.existingState(.drafts) else { return [] }
    return try state.names { DraftRecord.Kind(rawValue: String($0.dropFirst(17))) != nil }.map {
      name in
      let record = (try? Self.read(name, in: state.folder)).flatMap { DraftRecord(decoding: $0) }
      return Leftover(
        path: "\(JournalDirectory.markerName)/drafts/\(name)", target: record?.target)
    }
  }
}
