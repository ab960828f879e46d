import ThreadStorage

/// A thread as `tj list` tells it.
///
/// No `EntryScan`: that makes entries for a sink; here headings are counted and their times compared, and no entry is
/// made.
package struct ThreadSummary: Sendable {
  package let header: ThreadHeader
  /// How many entries it has that are not deleted.
  package private(set) var entries = 0
  package private(set) var deletedEntries = 0
  /// The latest of its entries' times and edits, soft-deleted ones left out (F22).
  package private(set) var updated: Timestamp?

  /// Reads the headings of a thread; nil where the file is none (F23).
  init?(path: String, bytes: borrowing Span<UInt8>, zone: LocalTimeZone) {
    let layout = FileLayout(bytes)
    var walk = layout.entries(in: bytes)
    guard walk.position != nil || layout.frontMatter != nil else { return nil }
    header = layout.head(path: path, bytes: bytes, upTo: walk.firstHeading).header
    var latest: (instant: Instant, time: Timestamp)?
    func note(_ time: Timestamp) {
      let instant = time.instant(in: zone)
      if latest.map({ $0.instant < instant }) ?? true { latest = (instant, time) }
    }
    while let (beginning, _) = walk.next(in: bytes) {
      let attributes =
        beginning.mayHaveMarks(in: bytes) ? beginning.heading(in: bytes).attributes : nil
      guard attributes?.isDeleted != true else {
        deletedEntries += 1
        continue
      }
      entries += 1
      note(beginning.timestamp)
      if let edited = attributes?.edited.flatMap({ Timestamp(bytes, at: $0) }) { note(edited) }
    }
    updated = latest?.time
  }
}
