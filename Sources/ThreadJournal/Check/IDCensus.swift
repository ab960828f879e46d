import ThreadStorage

/// Which file has which ids of entries and threads; the first file, in the order of paths, owns an id.
struct IDCensus: Sendable {
  private var files: [String] = []
  private var owners: [String: Int32] = [:]
  private var threads: [String: Int32] = [:]
  /// The thread id of a file, by its path.
  private var threadIDs: [String: String] = [:]

  /// What earlier files have in common with one.
  struct Overlap {
    /// The first earlier file with the same thread id.
    var twin: String?
    /// For entries, by index, whose id another file owns: its path, and whether its thread id is the same.
    var entries: [Int: (path: String, isSameThread: Bool)] = [:]
  }

  /// Notes the ids of the file of `document`, and returns which of them earlier files have.
  mutating func note(_ document: ThreadDocument, _ header: ThreadHeader) -> Overlap {
    let file = Int32(truncatingIfNeeded: files.count)
    files.append(header.path)
    var overlap = Overlap()
    let threadID = header.id.map { $0.lowercased() }
    if let threadID {
      threadIDs[header.path] = threadID
      if let twin = threads[threadID] {
        overlap.twin = files[Int(twin)]
      } else {
        threads[threadID] = file
      }
    }
    // What looks like entries in a file of another encoding is nothing that a command can name.
    guard !document.isUTF16 else { return overlap }
    for (index, slice) in document.entries.enumerated() {
      guard let id = slice.heading.attributes?.id else { continue }
      let key = document.string(id)
      guard let owner = owners[key] else {
        owners[key] = file
        continue
      }
      guard owner != file else { continue }
      let other = files[Int(owner)]
      overlap.entries[index] = (other, areTwins(other, header.path))
    }
    return overlap
  }

  /// The file that owns the entry's id `id`.
  func owner(of id: String) -> String? { owners[id].map { files[Int($0)] } }

  /// Whether a file has an entry of this id.
  func has(_ id: String) -> Bool { owners[id] != nil }

  /// Whether the files at both paths have the same thread id.
  func areTwins(_ path: String, _ other: String) -> Bool {
    guard let id = threadIDs[path] else { return false }
    return id == threadIDs[other]
  }
}
