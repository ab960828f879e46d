import ThreadStorage

/// A thread's file, opened once: its bytes, what names it, and the fields that it defines.
///
/// Its entries are places in the bytes, and are read when they are asked for.
package final class ThreadFile: Sendable {
  /// The file's bytes.
  package let bytes: [UInt8]
  /// What names the thread.
  package let header: ThreadHeader
  /// The fields that it defines.
  package let schema: FieldSchema
  /// The zone of times without one.
  package let zone: LocalTimeZone

  init(_ bytes: [UInt8], header: ThreadHeader, schema: FieldSchema, zone: LocalTimeZone) {
    self.bytes = bytes
    self.header = header
    self.schema = schema
    self.zone = zone
  }

  /// The file at `path`.
  package convenience init(_ bytes: [UInt8], path: String, zone: LocalTimeZone) {
    let span = bytes.span
    let layout = FileLayout(span)
    let (header, frontMatter) = layout.headerAndFrontMatter(
      path: path, bytes: span, upTo: layout.entries(in: span).firstHeading)
    self.init(bytes, header: header, schema: FieldSchema(frontMatter), zone: zone)
  }

  /// The entries in `scope` by their own marks, with their places in the thread.
  package func entries(
    for query: EntryQuery? = nil, _ scope: Journal.Scope = .all, needsLines: Bool = true
  ) -> [Entry] {
    var query = query ?? .all(zone: zone)
    let request = FileScan.Request(
      query, scope, deletedThreads: .areLikeOthers, needsLines: needsLines, positions: .all,
      zone: zone)
    var scan = FileScan(self, request)
    let bytes = bytes
    return scan.entries(in: bytes.span, &query)
  }

  /// The same, all that `scope` says.
  package func entries(_ scope: Journal.Scope) -> [Entry] { entries(for: nil, scope) }
}

extension Journal {
  /// The thread's file at `path`, read whole.
  ///
  /// - Throws: `StorageError` where it cannot be read, `JournalError.utf16` where it is UTF-16.
  package func file(at path: String) throws -> ThreadFile {
    let bytes = try directory.read(path)
    guard !bytes.span.isUTF16 else { throw JournalError.utf16(path: path) }
    return ThreadFile(bytes, path: path, zone: zone)
  }
}

/// Entries of one thread, in time order; entries of the same time in file order.
package struct ThreadEntries: Sendable {
  /// The thread.
  package let file: ThreadFile
  /// The entries.
  package var entries: [Entry]

  /// What names the thread.
  package var header: ThreadHeader { file.header }
  /// The fields that it defines.
  package var schema: FieldSchema { file.schema }

  /// Some entries of a thread.
  package init(_ file: ThreadFile, _ entries: [Entry]) {
    self.file = file
    self.entries = entries
  }

  /// All entries of a file, with their lines and places.
  package init(_ file: ThreadFile) { self.init(file, file.entries(.all)) }

  /// Leaves only the `count` newest.
  package func newest(_ count: Int) -> ThreadEntries {
    ThreadEntries(file, Array(entries.suffix(count)))
  }

  /// The same entries with no more of the file's bytes than they take, to be kept for long.
  package func compacted() -> ThreadEntries {
    var bytes: [UInt8] = []
    var starts: [Int] = []
    for entry in entries {
      starts.append(bytes.count)
      bytes += file.bytes[entry.slice.region]
    }
    guard bytes.count < file.bytes.count / 2 else { return self }
    let file = ThreadFile(bytes, header: header, schema: schema, zone: file.zone)
    let moved = zip(entries, starts).compactMap { entry, start -> Entry? in
      let end = start + entry.slice.region.count
      let line = Line(startingAt: start, in: bytes.span, upTo: end)
      guard let heading = EntryHeading(bytes.span, line: line.text) else { return nil }
      return Entry(
        file, EntrySlice(heading: heading, upTo: end), line: entry.line, position: entry.position)
    }
    return ThreadEntries(file, moved)
  }
}

extension [ThreadEntries] {
  /// The entries of all threads in the order of their times, or in that of the threads, in runs of one thread; of all
  /// together no more than the `limit` newest.
  ///
  /// - Parameter isReversed: Whether the newest come first; in thread order, of each thread.
  package func arranged(
    byTime: Bool, limit: Int? = nil, isReversed: Bool = false
  ) -> [ThreadEntries] {
    var places = indices.flatMap { thread in
      self[thread].entries.enumerated().map {
        (thread: thread, index: $0.offset, instant: $0.element.instant)
      }
    }
    if byTime || limit != nil {
      places.sort { ($0.instant, $0.thread, $0.index) < ($1.instant, $1.thread, $1.index) }
    }
    if let limit { places = places.suffix(limit) }
    if isReversed { places.reverse() }
    if !byTime {
      let sign = isReversed ? -1 : 1
      places.sort { ($0.thread, sign * $0.index) < ($1.thread, sign * $1.index) }
    }
    var runs: [ThreadEntries] = []
    var last: Int?
    for place in places {
      let entry = self[place.thread].entries[place.index]
      if place.thread == last {
        runs[runs.count - 1].entries.append(entry)
      } else {
        runs.append(ThreadEntries(self[place.thread].file, [entry]))
      }
      last = place.thread
    }
    return runs
  }
}
