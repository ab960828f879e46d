import ThreadStorage

/// The names that a new file cannot have: those that a file system may take for one that is there.
///
/// Neither case nor normalization tells two names apart, as on some systems they do not.
struct TakenNames {
  private let directory: JournalDirectory
  private var keys: Set<String>
  /// The paths that were inserted, by their bytes.
  private var inserted: Set<[UInt8]> = []

  /// The names of the threads and conflict copies in `directory`, but for the file at `exception`.
  init(in directory: JournalDirectory, except exception: String? = nil) {
    self.directory = directory
    let listing = directory.threadFiles()
    let names = (listing.files + listing.conflictCopies).filter { name in
      // By their bytes, as `==` does not tell normalizations apart.
      exception.map { !name.utf8.elementsEqual($0.utf8) } ?? true
    }
    keys = Set(names.map { FieldName.key($0) })
  }

  /// Whether no new file can be at `path`.
  func contains(_ path: String) -> Bool {
    // What cannot be looked at, the making of the file reports.
    keys.contains(FieldName.key(path)) || (try? directory.hasFile(at: path)) ?? false
  }

  /// Whether there is a file at `path`, or one was inserted: by its bytes, where the disk tells such names apart.
  ///
  /// It is asked for a file that stood at this path before, beside others that the disk told apart there.
  func hasFile(at path: String) -> Bool {
    guard directory.tellsCasesApart else { return contains(path) }
    return inserted.contains(Array(path.utf8)) || (try? directory.hasFile(at: path)) ?? true
  }

  mutating func insert(_ path: String) {
    keys.insert(FieldName.key(path))
    inserted.insert(Array(path.utf8))
  }

  /// The path in `folder` for a thread of this title: its file name, with a number where that is taken (F31).
  func freePath(forTitle title: String, in folder: String = "") -> String {
    let prefix = folder.isEmpty ? "" : folder + "/"
    return prefix + JournalFileName.fileName(forTitle: title) { contains(prefix + $0) }
  }
}
