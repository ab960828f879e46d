import ThreadStorage

/// The search of one thread's file.
struct FileSearch {
  private let path: String
  private let layout: FileLayout
  private let query: EntryQuery
  private let filter: QueryFilter
  private let scope: Journal.Scope
  private let zone: LocalTimeZone
  /// The thread, once an entry of it was looked at.
  private(set) var header: ThreadHeader?
  /// The fields that the thread defines; without any until they were asked for.
  private(set) var schema = FieldSchema()

  init(
    path: String, _ bytes: borrowing Span<UInt8>, _ query: EntryQuery, _ filter: QueryFilter,
    _ scope: Journal.Scope, _ zone: LocalTimeZone
  ) {
    self.path = path
    self.query = query
    self.filter = filter
    self.scope = scope
    self.zone = zone
    layout = FileLayout(bytes)
    if query.asksForFields { readSchema(bytes) }
  }

  /// The entries that match, in time order.
  mutating func entries(
    in bytes: borrowing Span<UInt8>, _ matcher: inout QueryMatcher, needsLines: Bool
  ) -> [Entry] {
    let range = layout.bodyStart..<bytes.count
    var cursor = filter.isEmpty ? nil : QueryFilter.Cursor(filter, range)
    var place = range.lowerBound
    if cursor != nil {
      guard let first = cursor?.next(in: bytes, from: range.lowerBound) else { return [] }
      place = first
    }
    var found: [Found] = []
    var lines = LineTally()
    var walk = EntryWalk(in: range)
    while let region = walk.next(in: bytes) {
      if cursor != nil, place < region.lowerBound {
        guard let next = cursor?.next(in: bytes, from: region.lowerBound) else { break }
        place = next
      }
      if cursor != nil, place >= region.upperBound { continue }
      guard case .heading(let heading) = EntryHeading.scan(bytes, line: walk.headingLine),
        query.mayMatch(heading.timestamp), filter.mayMatch(bytes, in: region)
      else { continue }
      if header == nil { readHeader(bytes, upTo: walk.firstHeading) }
      guard let header, isInScope(heading, of: header) else { continue }
      guard query.mayMatch(header) else { return [] }
      let entry = Entry(
        EntrySlice(heading: heading, upTo: region.upperBound), in: bytes, thread: header,
        line: needsLines ? lines.line(of: region.lowerBound, in: bytes) : 0, zone: zone)
      if matcher.matches(entry, type: { [schema] in schema.field(named: $0)?.type }) {
        found.append(Found(offset: region.lowerBound, entry: entry))
      }
    }
    if !query.asksForFields, !found.isEmpty { readSchema(bytes) }
    return sorted(withPositions(found, in: bytes))
  }

  private func isInScope(_ heading: EntryHeading, of header: ThreadHeader) -> Bool {
    scope.includes(isDeleted: heading.attributes?.isDeleted == true || header.deletion != nil)
  }

  private mutating func readHeader(_ bytes: borrowing Span<UInt8>, upTo end: Int) {
    header = layout.header(path: path, bytes: bytes, upTo: end)
  }

  private mutating func readSchema(_ bytes: borrowing Span<UInt8>) {
    guard let place = layout.frontMatter else { return }
    let file = bytes.copy(0..<place.block.upperBound)
    schema = FieldSchema(FrontMatter(file: file, block: place.block, content: place.content))
  }

  /// An entry and the offset of its heading.
  private struct Found {
    let offset: Int
    var entry: Entry
  }

  private func sorted(_ found: [Found]) -> [Entry] {
    let instants = found.map(\.entry.instant)
    let isSorted = instants.indices.dropFirst().allSatisfy { instants[$0 - 1] <= instants[$0] }
    if isSorted { return found.map(\.entry) }
    let order = instants.indices.sorted { (instants[$0], $0) < (instants[$1], $1) }
    return order.map { found[$0].entry }
  }

  /// The entries with their places in the thread, where one of them has no id and needs its place as a name.
  private func withPositions(_ found: [Found], in bytes: borrowing Span<UInt8>) -> [Found] {
    guard let header, found.contains(where: { $0.entry.id == nil }) else { return found }
    let list = EntryList(ThreadDocument(bytes.copy(0..<bytes.count)), header: header, zone: zone)
    var placed = found
    var index = 0
    for place in placed.indices {
      while list.document.entries[index].region.lowerBound < placed[place].offset { index += 1 }
      placed[place].entry.position = list.position(at: index)
    }
    return placed
  }
}

/// A walk over the entries of a file, as ranges of bytes.
struct EntryWalk {
  private var headings: HeadingSearch
  private let end: Int
  private var following: Line?
  private var hasStarted = false
  /// The heading of the entry that `next` returned last, without its line's ending.
  private(set) var headingLine: Range<Int>
  /// The offset of the file's first heading.
  private(set) var firstHeading: Int

  init(in range: Range<Int>) {
    headings = HeadingSearch(in: range)
    end = range.upperBound
    headingLine = end..<end
    firstHeading = end
  }

  /// The next entry: from its heading to the one after it.
  mutating func next(in bytes: borrowing Span<UInt8>) -> Range<Int>? {
    if !hasStarted {
      hasStarted = true
      following = nextHeading(in: bytes)
      firstHeading = following?.text.lowerBound ?? end
    }
    guard let line = following else { return nil }
    headingLine = line.text
    following = nextHeading(in: bytes)
    return line.text.lowerBound..<(following?.text.lowerBound ?? end)
  }

  private mutating func nextHeading(in bytes: borrowing Span<UInt8>) -> Line? {
    while let line = headings.nextCandidate(in: bytes) {
      if EntryHeading.isHeading(bytes, line: line.text) { return line }
    }
    return nil
  }
}

/// Counts lines on the way through a file.
private struct LineTally {
  private var line = 1
  private var offset = 0

  /// The line, 1-based, of `offset`, which is not before the last one asked for.
  mutating func line(of offset: Int, in bytes: borrowing Span<UInt8>) -> Int {
    while let lineFeed = ByteSearch.firstIndex(
      of: UInt8(ascii: "\n"), in: bytes, self.offset..<offset)
    {
      line += 1
      self.offset = lineFeed + 1
    }
    return line
  }
}
