import ThreadStorage

/// The search of one thread's file.
package struct FileSearch {
  private let path: String
  private let layout: FileLayout
  private let request: Request
  private var filter: QueryFilter
  /// The thread, once an entry of it was looked at.
  private(set) var header: ThreadHeader?
  /// Whether all of its entries count as deleted.
  private var countsAsDeleted = false
  /// The fields that the thread defines; without any until they were asked for.
  private(set) var schema = FieldSchema()

  /// What is looked for.
  package struct Request: Sendable {
    let query: EntryQuery
    let filter: QueryFilter
    let scope: Journal.Scope
    let deletedThreads: JournalSearch.DeletedThreads
    let needsPositions: Bool
    let zone: LocalTimeZone

    /// A request for the entries in `scope` that match `query`.
    ///
    /// - Parameters:
    ///   - needsPositions: Whether an entry without an id is given its place as a name.
    ///   - zone: The zone of times without one.
    package init(
      _ query: EntryQuery, _ scope: Journal.Scope,
      deletedThreads: JournalSearch.DeletedThreads = .haveDeletedEntries,
      needsPositions: Bool = true, zone: LocalTimeZone
    ) {
      self.query = query
      filter = QueryFilter(query)
      self.scope = scope
      self.deletedThreads = deletedThreads
      self.needsPositions = needsPositions
      self.zone = zone
    }
  }

  /// A search of `bytes`, the file at `path`.
  package init(path: String, _ bytes: borrowing Span<UInt8>, _ request: Request) {
    self.path = path
    self.request = request
    filter = request.filter
    layout = FileLayout(bytes)
    if request.query.asksForFields {
      readSchema(bytes)
      filter = filter.comparing(by: schema, request.query.reading)
    }
  }

  /// The entries that match, in time order.
  package mutating func found(
    in bytes: borrowing Span<UInt8>, _ matcher: inout QueryMatcher, needsLines: Bool
  ) -> [FoundEntry] {
    let range = layout.bodyStart..<bytes.count
    var cursor = filter.isEmpty ? nil : QueryFilter.Cursor(filter, range)
    if cursor != nil, cursor?.next(in: bytes, from: range.lowerBound) == nil { return [] }
    var found: [FoundEntry] = []
    // Where all are asked for, room for entries of usual length; what is not used takes no memory.
    if request.query.isEmpty { found.reserveCapacity(range.count / 256) }
    var latest: Instant?
    var isSorted = true
    var lines = LineTally()
    // Asked for each entry, where the header itself would be copied.
    var isHeaderKnown = header != nil
    var walk = EntryWalk(in: range, of: bytes)
    while let position = walk.position {
      if cursor != nil {
        guard let place = cursor?.next(in: bytes, from: position) else { break }
        walk.skip(to: place, in: bytes)
      }
      guard let (beginning, region) = walk.next(in: bytes) else { break }
      guard request.query.mayMatch(beginning.timestamp),
        filter.isDecidedByCursor || filter.mayMatch(bytes, in: region)
      else { continue }
      if !isHeaderKnown {
        readHeader(bytes, upTo: walk.firstHeading)
        guard isThreadAsked else { return [] }
        isHeaderKnown = true
      }
      let heading = beginning.heading(in: bytes)
      guard isInScope(heading) else { continue }
      let slice = EntrySlice(heading: heading, upTo: region.upperBound)
      // Where all entries are asked for, nothing is compared, and what prints them reads them.
      let content = request.query.isEmpty ? nil : slice.content(in: bytes)
      var entry = FoundEntry(slice: slice, content: content)
      guard matches(entry, in: bytes, &matcher) else { continue }
      if needsLines { entry.line = lines.line(of: region.lowerBound, in: bytes) }
      let instant = beginning.timestamp.instant(in: request.zone)
      if let latest, latest > instant { isSorted = false }
      latest = instant
      found.append(consume entry)
    }
    setPositions(of: &found, in: bytes)
    return isSorted ? found : sorted(found)
  }

  /// The fields that the thread defines, whether or not entries of it are found; none where it is not asked for.
  mutating func schemaOfAskedThread(in bytes: borrowing Span<UInt8>) -> FieldSchema {
    if header == nil {
      let walk = EntryWalk(in: layout.bodyStart..<bytes.count, of: bytes)
      readHeader(bytes, upTo: walk.firstHeading)
    }
    return isThreadAsked ? schema : FieldSchema()
  }

  /// The names of fields that the entries carry, as typed, where all in scope are asked for.
  mutating func carriedNames(in bytes: borrowing Span<UInt8>) -> [[UInt8]] {
    var names = SpellingTable<Bool>()
    var walk = EntryWalk(in: layout.bodyStart..<bytes.count, of: bytes)
    readHeader(bytes, upTo: walk.firstHeading)
    guard isThreadAsked else { return [] }
    while let (beginning, region) = walk.next(in: bytes) {
      guard isInScope(beginning, in: bytes) else { continue }
      _ = EntryContent.scanFields(bytes, in: beginning.line.next..<region.upperBound) {
        _ = names.value(of: bytes, $0.name) { _ in true }
      }
    }
    return names.spellings
  }

  /// Whether the entry is in scope; most headings have neither a value nor a class that could make it deleted.
  private func isInScope(
    _ beginning: EntryWalk.Beginning, in bytes: borrowing Span<UInt8>
  ) -> Bool {
    let rest = beginning.timestampRange.upperBound..<beginning.line.text.upperBound
    for offset in rest
    where bytes[offset] == UInt8(ascii: "=") || bytes[offset] == UInt8(ascii: ".") {
      return isInScope(beginning.heading(in: bytes))
    }
    return request.scope.includes(isDeleted: countsAsDeleted)
  }

  private func isInScope(_ heading: EntryHeading) -> Bool {
    request.scope.includes(
      isDeleted: heading.attributes?.isDeleted == true || countsAsDeleted)
  }

  /// Whether entries of the thread, of which the header is known, may be asked for.
  private var isThreadAsked: Bool {
    guard let header, request.query.mayMatch(header) else { return false }
    return header.deletion == nil || request.deletedThreads != .areLeftOut
  }

  private func matches(
    _ entry: FoundEntry, in bytes: borrowing Span<UInt8>, _ matcher: inout QueryMatcher
  ) -> Bool {
    if let isMatch = matcher.quickMatch(entry, in: bytes, schema) { return isMatch }
    guard let header else { return false }
    return matcher.matches(entry, in: bytes, header, schema, request.zone)
  }

  private mutating func readHeader(_ bytes: borrowing Span<UInt8>, upTo end: Int) {
    let (header, frontMatter) = layout.headerAndFrontMatter(path: path, bytes: bytes, upTo: end)
    self.header = header
    countsAsDeleted =
      header.deletion != nil && request.deletedThreads == .haveDeletedEntries
    if !request.query.asksForFields { schema = FieldSchema(frontMatter) }
  }

  private mutating func readSchema(_ bytes: borrowing Span<UInt8>) {
    guard let place = layout.frontMatter else { return }
    let file = bytes.copy(0..<place.block.upperBound)
    schema = FieldSchema(FrontMatter(file: file, block: place.block, content: place.content))
  }

  private func sorted(_ found: [FoundEntry]) -> [FoundEntry] {
    let instants = found.map { $0.slice.heading.timestamp.instant(in: request.zone) }
    return instants.indices.sorted { (instants[$0], $0) < (instants[$1], $1) }.map { found[$0] }
  }

  /// Gives the entries their places in the thread, where one of them has no id and needs its place as a name.
  private func setPositions(of found: inout [FoundEntry], in bytes: borrowing Span<UInt8>) {
    guard request.needsPositions, let header,
      found.contains(where: { $0.slice.heading.attributes?.id == nil })
    else { return }
    let document = ThreadDocument(bytes.copy(0..<bytes.count))
    let list = EntryList(document, header: header, zone: request.zone)
    var index = 0
    for place in found.indices {
      let offset = found[place].slice.region.lowerBound
      while list.document.entries[index].region.lowerBound < offset { index += 1 }
      found[place].position = list.position(at: index)
    }
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
