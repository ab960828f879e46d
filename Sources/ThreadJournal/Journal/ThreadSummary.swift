import ThreadStorage

/// What a list says of a thread.
package struct ThreadSummary: Sendable {
  /// What names it.
  package let header: ThreadHeader
  /// How many entries it has that are not deleted.
  package let entries: Int
  /// How many soft-deleted entries it has.
  package let deletedEntries: Int
  /// The latest of its entries' times and edits, soft-deleted ones left out (F22).
  package let updated: Timestamp?

  /// Reads the summary of a thread; it looks at the headings only.
  ///
  /// - Returns: nil where the file is no thread (F23).
  init?(path: String, bytes: borrowing Span<UInt8>, zone: LocalTimeZone) {
    let layout = FileLayout(bytes)
    var walk = layout.entries(in: bytes)
    guard walk.position != nil || layout.frontMatter != nil else { return nil }
    header = layout.header(path: path, bytes: bytes, upTo: walk.firstHeading)
    var counts = (live: 0, deleted: 0)
    var latest: (instant: Instant, time: Timestamp)?
    func note(_ time: Timestamp) {
      let instant = time.instant(in: zone)
      if latest.map({ $0.instant < instant }) ?? true { latest = (instant, time) }
    }
    while let (beginning, _) = walk.next(in: bytes) {
      let attributes =
        beginning.mayHaveMarks(in: bytes) ? beginning.heading(in: bytes).attributes : nil
      guard attributes?.isDeleted != true else {
        counts.deleted += 1
        continue
      }
      counts.live += 1
      note(beginning.timestamp)
      if let edited = attributes?.edited.flatMap({ Timestamp(bytes, at: $0) }) { note(edited) }
    }
    entries = counts.live
    deletedEntries = counts.deleted
    updated = latest?.time
  }
}
