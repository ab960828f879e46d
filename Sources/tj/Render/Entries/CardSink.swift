import ThreadJournal
import ThreadStorage

/// Entries as cards with their whole text and a blank line between two, or on a line each.
struct CardSink: EntrySink {
  private let layout: Layout
  private let query: EntryQuery?
  private let showsThread: Bool
  private let isOneline: Bool
  private let journal: Journal
  /// On a terminal the shortest beginning of each id that is unique in the journal.
  private var idLengths: [String: Int] = [:]
  /// What is known of the zone's offsets, from thread to thread.
  private var offsets: UTCOffsetCache
  /// The columns of ids and times, where they are known of all entries.
  private var columns: (id: Int, time: Int)?

  init(
    _ session: Session, _ journal: Journal, _ query: EntryQuery? = nil, isOneline: Bool,
    showsThread: Bool
  ) {
    layout = session.layout
    self.query = query
    self.showsThread = showsThread
    self.isOneline = isOneline
    self.journal = journal
    offsets = UTCOffsetCache(journal.zone)
  }

  var needsAll: Bool { layout.columns != nil }
  func separator(behind last: UInt8?) -> [UInt8] { isOneline ? [] : [0x0A] }

  mutating func prepare(_ threads: [ThreadEntries]) {
    if layout.columns != nil {
      idLengths = journal.uniqueIDLengths(
        of: threads.flatMap { $0.entries.compactMap { $0.id?.description } })
    }
    if isOneline { columns = widths(of: threads) }
  }

  mutating func append(_ thread: ThreadEntries, to output: inout [UInt8]) {
    var view = EntryView(thread.file, layout, marking: query, showsThread: showsThread)
    swap(&view.offsets, &offsets)
    defer { swap(&view.offsets, &offsets) }
    // Cards are about as long as what they show, and the thread's title.
    let titles = showsThread ? thread.entries.count * (thread.header.title.utf8.count + 4) : 0
    let room = thread.entries.reduce(titles) { $0 + $1.slice.region.count }
    output.makeRoom(for: room)
    view.idLengths = idLengths
    if isOneline { (view.idColumns, view.timeColumns) = columns ?? widths(of: [thread]) }
    // A span lends its elements; iterating over the array would copy each of them.
    let entries = thread.entries.span
    let bytes = thread.file.bytes
    for index in entries.indices {
      if index > 0, !isOneline { output.append(0x0A) }
      if isOneline {
        view.appendLine(of: entries[index], to: &output)
      } else {
        view.append(entries[index], in: bytes.span, to: &output)
      }
    }
  }

  private mutating func widths(of threads: [ThreadEntries]) -> (id: Int, time: Int) {
    var widths = (id: 0, time: 0)
    for thread in threads {
      var view = EntryView(thread.file, layout, showsThread: showsThread)
      swap(&view.offsets, &offsets)
      defer { swap(&view.offsets, &offsets) }
      view.idLengths = idLengths
      for entry in thread.entries {
        widths.id = max(widths.id, view.id(of: entry).count)
        // The dash before an end is one column of three bytes.
        let dash = entry.timestamp.minutesToEnd > 0 ? 2 : 0
        widths.time = max(widths.time, view.time(of: entry).count - dash)
      }
    }
    return widths
  }
}
