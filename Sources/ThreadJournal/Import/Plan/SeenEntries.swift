import ThreadStorage

/// The new entries of an import so far: what overlapping files both have is added once.
struct SeenEntries {
  /// All that an entry says.
  struct Content: Hashable {
    /// Nil where that does not count.
    private let thread: ImportedThread?
    private let id: EntryID?
    private let instant: Instant
    private let length: Int64?
    private let marks: [String?]
    private let parts: [[UInt8]]

    init(_ entry: ImportedEntry, _ zone: LocalTimeZone, withThread: Bool = true) {
      thread = withThread ? entry.thread : nil
      id = entry.id
      instant = entry.comparedInstant(in: zone)
      length = entry.timestamp.length(in: zone)
      marks = [entry.edited, entry.deleted]
      let fields = entry.fields.flatMap { [Array($0.name.utf8), $0.value] }
      parts = [entry.title, Escaping.trimmingBlankLines(entry.text)] + fields
    }
  }

  let hasSeveralFiles: Bool
  /// How often each file has an entry, or each folder of notes.
  private var counts: [Content: [String: Int]] = [:]
  /// The first file and thread that has each, whatever its thread.
  private var homes: [Content: (file: String, thread: ImportedThread)] = [:]
  private var placesOfIDs: [EntryID: FilePlace] = [:]
  /// The entries of the journal that are replaced.
  private var replaced: Set<FoundEntry.Place> = []

  init(hasSeveralFiles: Bool) { self.hasSeveralFiles = hasSeveralFiles }

  /// Whether `entry` takes the place of an entry of the journal, which it then has for itself.
  mutating func isReplaced(
    _ own: FoundEntry, by entry: ImportedEntry, _ preference: ImportPreference,
    _ zone: LocalTimeZone
  ) -> Bool {
    let isTaken =
      switch preference {
      case .journal: false
      case .file: true
      case .newest: own.isOlder(than: entry, zone) && !own.mayBeChanged(since: entry, zone)
      case .newestByMarks: own.isOlder(than: entry, zone)
      }
    return isTaken && replaced.insert(own.place).inserted
  }

  /// Whether another file than the entry's own has the same, as often as its own has it up to this one.
  mutating func isInOtherFile(_ entry: ImportedEntry, _ zone: LocalTimeZone) -> Bool {
    guard hasSeveralFiles else { return false }
    let content = Content(entry, zone)
    let before = counts[content, default: [:]]
    let count = before[entry.home] ?? 0
    counts[content, default: [:]][entry.home] = count + 1
    return before.contains { $0.key != entry.home && $0.value > count }
  }

  /// The thread of another file that has the same, as two downloads of one table do; nil for none.
  mutating func otherThread(of entry: ImportedEntry, _ zone: LocalTimeZone) -> String? {
    guard hasSeveralFiles, !entry.isBare, !entry.thread.title.isEmpty else { return nil }
    let content = Content(entry, zone, withThread: false)
    guard let home = homes[content] else {
      homes[content] = (entry.file, entry.thread)
      return nil
    }
    return home.file == entry.file || home.thread == entry.thread ? nil : home.thread.title
  }

  /// Where an entry is that had this one's id before; else this one is noted.
  mutating func place(ofIDOf entry: ImportedEntry) -> FilePlace? {
    guard let id = entry.id else { return nil }
    if let first = placesOfIDs[id] { return first }
    placesOfIDs[id] = (entry.file, entry.line)
    return nil
  }
}
