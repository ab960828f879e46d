import ThreadStorage

/// The names that a new file cannot have: those that a file system may take for one that is there.
///
/// Neither case nor normalization tells two names apart, as on some systems they do not.
struct TakenNames {
  private let directory: JournalDirectory
  private var keys: Set<String>

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

  mutating func insert(_ path: String) { keys.insert(FieldName.key(path)) }

  /// The path in `folder` for a thread of this title: its file name, with a number where that is taken (F31).
  func freePath(forTitle title: String, in folder: String = "") -> String {
    let prefix = folder.isEmpty ? "" : folder + "/"
    return prefix + JournalFileName.fileName(forTitle: title) { contains(prefix + $0) }
  }
}
