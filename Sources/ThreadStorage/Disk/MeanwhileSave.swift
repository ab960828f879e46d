#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What somebody saved between a change's reading and its exchange, and what may yet happen to it.
///
/// For a moment the thread is without it: an editor that reads the thread just then, and saves what
/// it read after the exchange was taken back, overwrites it. So a copy is kept, and the next changes
/// of the thread look whether its words are still there.
struct MeanwhileSave {
  /// The ending of the record that a copy is watched by; its bytes are the lines to look for.
  static let watchSuffix = "watched"
  /// How long a save is watched, in seconds.
  static let watchTime: Int64 = 86_400

  let displaced: OpenFolder
  let drafts: OpenFolder
  let place: ThreadPlace
  let bytes: [UInt8]

  /// Copies the bytes among the displaced files; nil where there is no room for it.
  func copy() -> String? {
    // Not a second name for the file: who saves in place would overwrite that as well.
    let copy = DisplacedFiles.freshName(forSaveOf: place.name)
    do throws(StorageError) {
      // Not synced yet: the shorter the thread is without these bytes, the better.
      try displaced.open(copy, O_WRONLY | O_CREAT | O_EXCL).write(bytes)
      return copy
    } catch {
      try? displaced.remove(copy)
      return nil
    }
  }

  /// Records what is to be looked for: the lines that stand in none of `others`.
  func watch(_ copy: String, beyond others: [[UInt8]]) {
    var known: Set<ArraySlice<UInt8>> = []
    for other in others { known.formUnion(Self.lines(of: other)) }
    let lines = Self.lines(of: bytes).filter { !known.contains($0) }
    guard !lines.isEmpty else {
      try? displaced.remove(copy)
      return
    }
    if let file = try? displaced.open(copy, O_RDONLY) { try? file.sync() }
    try? displaced.sync()
    var record = DraftRecord(.exchange, target: place.path)
    record.part = copy
    record.bytes = Array(lines.joined(separator: [10]))
    let name = DraftBox.freshName() + "." + Self.watchSuffix
    try? DraftBox.write(record.encoded, to: name, in: drafts)
  }

  /// Whether each of these lines, those of a watching record, stands in `thread`.
  static func stand(_ lines: [UInt8], in thread: [UInt8]) -> Bool {
    Set(Self.lines(of: lines)).isSubset(of: Self.lines(of: thread))
  }

  /// The lines that have more than spaces.
  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split { $0 == 10 || $0 == 13 }.filter { $0.contains { $0 > 32 } }
  }
}
