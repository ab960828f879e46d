import ThreadStorage

/// The search of one thread's file.
struct FileSearch {
  private let path: String
  private let layout: FileLayout
  private let query: EntryQuery
  private var filter: QueryFilter
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
    if query.asksForFields {
      readSchema(bytes)
      self.filter = filter.comparing(by: schema, query.reading)
    }
  }

  /// The entries that match, in time order.
  mutating func found(
    in bytes: borrowing Span<UInt8>, _ matcher: inout QueryMatcher, needsLines: Bool
  ) -> [FoundEntry] {
    let range = layout.bodyStart..<bytes.count
    var cursor = filter.isEmpty ? nil : QueryFilter.Cursor(filter, range)
    var place = range.lowerBound
    if cursor != nil {
      guard let first = cursor?.next(in: bytes, from: range.lowerBound) else { return [] }
      place = first
    }
    var found: [FoundEntry] = []
    var lines = LineTally()
    var walk = EntryWalk(in: range)
    while let region = walk.next(in: bytes) {
      if cursor != nil, place < region.lowerBound {
        guard let next = cursor?.next(in: bytes, from: region.lowerBound) else { break }
        place = next
      }
      if cursor != nil, place >= region.upperBound { continue }
      guard case .heading(let heading) = EntryHeading.scan(bytes, line: walk.headingLine),
        query.mayMatch(heading.timestamp),
        filter.isDecidedByCursor || filter.mayMatch(bytes, in: region)
      else { continue }
      if header == nil { readHeader(bytes, upTo: walk.firstHeading) }
      guard let header, isInScope(heading, of: header) else { continue }
      guard query.mayMatch(header) else { return [] }
      let slice = EntrySlice(heading: heading, upTo: region.upperBound)
      var entry = FoundEntry(slice: slice, content: slice.content(in: bytes))
      guard matcher.matches(entry, in: bytes, header, schema, zone) else { continue }
      if needsLines { entry.line = lines.line(of: region.lowerBound, in: bytes) }
      found.append(entry)
    }
    setPositions(of: &found, in: bytes)
    return sorted(found)
  }

  private func isInScope(_ heading: EntryHeading, of header: ThreadHeader) -> Bool {
    scope.includes(isDeleted: heading.attributes?.isDeleted == true || header.deletion != nil)
  }

  private mutating func readHeader(_ bytes: borrowing Span<UInt8>, upTo end: Int) {
    let (header, frontMatter) = layout.headerAndFrontMatter(path: path, bytes: bytes, upTo: end)
    self.header = header
    if !query.asksForFields { schema = FieldSchema(frontMatter) }
  }

  private mutating func readSchema(_ bytes: borrowing Span<UInt8>) {
    guard let place = layout.frontMatter else { return }
    let file = bytes.copy(0..<place.block.upperBound)
    schema = FieldSchema(FrontMatter(file: file, block: place.block, content: place.content))
  }

  private func sorted(_ found: [FoundEntry]) -> [FoundEntry] {
    let instants = found.map { $0.slice.heading.timestamp.instant(in: zone) }
    let isSorted = instants.indices.dropFirst().allSatisfy { instants[$0 - 1] <= instants[$0] }
    if isSorted { return found }
    return instants.indices.sorted { (instants[$0], $0) < (instants[$1], $1) }.map { found[$0] }
  }

  /// Gives the entries their places in the thread, where one of them has no id and needs its place as a name.
  private func setPositions(of found: inout [FoundEntry], in bytes: borrowing Span<UInt8>) {
    guard let header, found.contains(where: { $0.slice.heading.attributes?.id == nil }) else {
      return
    }
    let list = EntryList(ThreadDocument(bytes.copy(0..<bytes.count)), header: header, zone: zone)
    var index = 0
    for place in found.indices {
      let offset = found[place].slice.region.lowerBound
      while list.document.entries[index].region.lowerBound < offset { index += 1 }
      found[place].position = list.position(at: index)
    }
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
