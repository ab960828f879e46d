import ThreadStorage

/// The scan of one thread's file for the entries that a query asks for.
///
/// Bytes come first: a cursor finds the rarest of what must stand in them (`Prefilter`), the entry around it is
/// read, its time is compared, then all that must stand in it. Only then are the thread's header and fields read and
/// the bytes kept (`ThreadFile`), so that a file without a match costs no more than the search for one literal; where
/// the query asks for fields, their definitions are read before.
package struct FileScan {
  private let path: String
  private let bytes: [UInt8]
  private let layout: FileLayout
  private let request: Request
  private var prefilter: Prefilter
  /// The thread, once an entry of it was looked at.
  private(set) var header: ThreadHeader?
  /// The file, once an entry of it was compared.
  private(set) var file: ThreadFile?
  /// Whether all of its entries count as deleted.
  private var countsAsDeleted = false
  /// Whether the thread's entries are live where they do not say otherwise.
  var hasLiveEntries: Bool { !countsAsDeleted }
  /// The fields that the thread defines; without any until they were asked for.
  private(set) var schema = FieldSchema()
  /// What its front matter says of a plan.
  private var plan: YAMLValue?

  package enum DeletedThreads: Sendable {
    case haveDeletedEntries
    case areLeftOut
    case areLikeOthers
  }

  /// Which entries are given their positions in their thread.
  package enum Positions: Sendable {
    case none
    /// Those of a thread in which one that is found has no id, and needs its position as a name.
    case asNames
    case all
  }

  struct Request: Sendable {
    let query: EntryQuery
    var scope = Journal.Scope.all
    var deletedThreads = DeletedThreads.haveDeletedEntries
    /// Whether the entries' lines are asked for; otherwise they are 0.
    var needsLines = true
    var positions = Positions.asNames
    /// Whether threads are delivered of which no entry matches, too.
    var needsEveryThread = false
    /// What is known of those that are kept, where not all are.
    var newest: NewestEntries?

    var zone: LocalTimeZone { query.reading.zone }
  }

  /// A scan for what `query` asks for, which is the request's, as its user keeps it from file to file.
  init(path: String, _ bytes: [UInt8], _ request: Request, _ query: EntryQuery) {
    self.path = path
    self.bytes = bytes
    self.request = request
    prefilter = query.prefilter
    layout = FileLayout(bytes.span)
    if query.asksForFields {
      schema = layout.schema(in: bytes.span)
      prefilter = prefilter.comparing(by: schema, query.reading)
    }
  }

  /// A scan of a file that is open, whose entries are what they say themselves.
  fileprivate init(_ file: ThreadFile, _ request: Request) {
    self.init(path: file.header.path, file.bytes, request, request.query)
    self.file = file
    header = file.header
    schema = file.schema
  }

  /// The entries that match `query`, in time order.
  mutating func entries(_ query: inout EntryQuery) -> [Entry] {
    if let newest = request.newest, !query.asksForContent { return entries(query, newest) }
    let request = request
    let length = bytes.count
    var found: [Entry] = []
    var lines = LineCounter()
    var file: ThreadFile?
    let isSorted = forEachMatch(&query) {
      file = $0
    } _: { (beginning, region, known, bytes) in
      guard let file else { return }
      let line = request.needsLines ? lines.line(at: region.lowerBound, in: bytes) : 0
      // Room for all entries of usual length, or for a quarter of them; what is not used takes no memory.
      if found.isEmpty { found.reserveCapacity(length / (request.query.isEmpty ? 128 : 1024)) }
      let slice =
        known?.slice ?? EntrySlice(heading: beginning.heading(in: bytes), upTo: region.upperBound)
      found.append(Entry(file, slice, known?.content, line: line))
    }
    let contents = bytes
    setPositions(of: &found, in: contents.span)
    return isSorted ? found : found.inTimeOrder
  }

  /// Gives `visit` each entry that matches, in the file's order: how it begins and where it stands, what was read of it
  /// already, and the file's bytes.
  ///
  /// - Parameter begin: Takes the file, once, before the first of them: to count one reference more for each would take
  ///   longer than to count the words of most.
  /// - Returns: Whether that is the order of their times.
  @inline(__always)
  mutating func forEachMatch(
    _ query: inout EntryQuery, _ begin: (ThreadFile) -> Void,
    _ visit: (
      EntryWalk.Beginning, Range<Int>, (slice: EntrySlice, content: EntryContent)?,
      borrowing Span<UInt8>
    ) -> Void
  ) -> Bool {
    let contents = bytes
    let bytes = contents.span
    let range = layout.bodyStart..<bytes.count
    var cursor = prefilter.isEmpty ? nil : Prefilter.Cursor(prefilter, range)
    if !request.needsEveryThread, cursor != nil,
      cursor?.next(in: bytes, from: range.lowerBound) == nil
    {
      return true
    }
    if header != nil, !isThreadAsked { return true }
    let comparesTimes = query.asksForTimes || request.newest != nil
    let comparesBytes = !prefilter.isDecidedByCursor && !prefilter.isEmpty
    let asksForContent = query.asksForContent
    var opened = false
    var latest: Instant?
    var isSorted = true
    func note(_ time: Timestamp) {
      let instant = time.instant(in: request.zone)
      if let latest, latest > instant { isSorted = false }
      latest = instant
    }
    var walk = EntryWalk(in: range, of: bytes)
    while let position = walk.position {
      let hit = cursor?.next(in: bytes, from: position)
      if cursor != nil {
        guard let hit else { break }
        walk.skip(to: hit, in: bytes)
      }
      guard let (beginning, region) = walk.next(in: bytes) else { break }
      if comparesTimes,
        !query.accepts(beginning.timestamp) || isTooOld(beginning.timestamp)
      {
        continue
      }
      if comparesBytes, !prefilter.mayMatch(bytes, in: region) { continue }
      if !opened {
        if file == nil { open(bytes, upTo: walk.firstHeading) }
        guard let file else { return true }
        begin(file)
        opened = true
      }
      let isDeleted = countsAsDeleted || beginning.isDeleted(in: bytes)
      guard request.scope.includes(isDeleted: isDeleted) else { continue }
      // Where nothing need be compared, what takes the entry reads it.
      if !asksForContent
        || query.isPlainWord && FileScan.isText(hit, below: beginning.line.next, in: bytes)
      {
        note(beginning.timestamp)
        visit(beginning, region, nil, bytes)
        continue
      }
      let slice = EntrySlice(heading: beginning.heading(in: bytes), upTo: region.upperBound)
      let content = slice.content(in: bytes)
      guard let file, query.matchesContent(Entry(file, slice, content)) else { continue }
      note(beginning.timestamp)
      visit(beginning, region, (slice, content), bytes)
    }
    if request.needsEveryThread, file == nil,
      layout.frontMatter != nil || walk.firstHeading < bytes.count
    {
      open(bytes, upTo: walk.firstHeading)
    }
    return isSorted
  }

  /// Whether so many newer entries were found that one of this time is none of the newest.
  private func isTooOld(_ time: Timestamp) -> Bool {
    request.newest.map { time.instant(in: request.zone).secondsSinceEpoch < $0.firstSecond }
      ?? false
  }

  /// As many of the newest entries as are kept, where `query` asks for no more than threads and times.
  ///
  /// The file is read from its end. Once so many are found, of those that are older only the time is looked at.
  private mutating func entries(_ query: EntryQuery, _ newest: NewestEntries) -> [Entry] {
    let contents = bytes
    let bytes = contents.span
    var found: [Entry] = []
    var firstSecond = newest.firstSecond
    var walk = BackwardEntryWalk(in: layout.bodyStart..<bytes.count)
    while let (beginning, region) = walk.previous(in: bytes) {
      guard query.accepts(beginning.timestamp),
        beginning.timestamp.instant(in: request.zone).secondsSinceEpoch >= firstSecond
      else { continue }
      if file == nil { open(bytes, upTo: layout.entries(in: bytes).firstHeading) }
      guard let file else { return [] }
      let heading = beginning.heading(in: bytes)
      let isDeleted = heading.attributes?.isDeleted == true || countsAsDeleted
      guard request.scope.includes(isDeleted: isDeleted) else { continue }
      found.append(Entry(file, EntrySlice(heading: heading, upTo: region.upperBound)))
      guard found.count.isMultiple(of: newest.limit) else { continue }
      found = Array(found.reversed().inTimeOrder.suffix(newest.limit).reversed())
      firstSecond = found.last?.instant.secondsSinceEpoch ?? firstSecond
    }
    found.sort { $0.slice.region.lowerBound < $1.slice.region.lowerBound }
    if request.needsLines {
      var lines = LineCounter()
      for index in found.indices {
        found[index].line = lines.line(at: found[index].slice.region.lowerBound, in: bytes)
      }
    }
    setPositions(of: &found, in: bytes)
    return found.inTimeOrder
  }

  /// Whether `offset` lies in a line of text or of a field's value, of an entry whose heading ends at `start`.
  private static func isText(
    _ offset: Int?, below start: Int, in bytes: borrowing Span<UInt8>
  ) -> Bool {
    guard let offset, offset >= start else { return false }
    let feed = ByteSearch.lastIndex(of: UInt8(ascii: "\n"), in: bytes, start..<offset)
    // A line that begins a field has its name, too, in which no word is looked for.
    return !EntryField.isBullet(bytes[feed.map { $0 + 1 } ?? start])
  }

  /// The fields that the thread defines, whether or not entries of it are found; none where it is not asked for.
  mutating func schemaOfAskedThread() -> FieldSchema {
    // The definitions were read for the query; of a thread without any, nothing else need be known.
    if request.query.asksForFields, schema.fields.isEmpty { return FieldSchema() }
    if header == nil {
      let contents = bytes
      readHeader(contents.span, upTo: layout.entries(in: contents.span).firstHeading)
    }
    return isThreadAsked ? schema : FieldSchema()
  }

  /// The file without a look at its entries; nil where its thread is not asked for.
  mutating func openedFile() -> ThreadFile? {
    let contents = bytes
    if file == nil { open(contents.span, upTo: layout.entries(in: contents.span).firstHeading) }
    return file
  }

  /// The names of fields that the entries carry, as typed, where all in scope are asked for; and whether one has an end.
  mutating func carriedNames() -> (names: [[UInt8]], hasEnds: Bool) {
    var names = InternTable<Bool>()
    var hasEnds = false
    let contents = bytes
    let bytes = contents.span
    var walk = layout.entries(in: bytes)
    readHeader(bytes, upTo: walk.firstHeading)
    guard isThreadAsked else { return ([], false) }
    while let (beginning, region) = walk.next(in: bytes) {
      let isDeleted = beginning.isDeleted(in: bytes) || countsAsDeleted
      guard request.scope.includes(isDeleted: isDeleted) else { continue }
      if beginning.timestamp.minutesToEnd > 0 { hasEnds = true }
      _ = EntryContent.scanFields(bytes, in: beginning.line.next..<region.upperBound) {
        _ = names.value(of: bytes, $0.name) { _ in true }
      }
    }
    return (names.spellings, hasEnds)
  }

  /// Whether entries of the thread, of which the header is known, may be asked for.
  private var isThreadAsked: Bool {
    guard let header, request.query.accepts(header) else { return false }
    return header.deletion == nil || request.deletedThreads != .areLeftOut
  }

  /// Keeps the file, whose preamble ends at `end`, if the thread is asked for.
  private mutating func open(_ bytes: borrowing Span<UInt8>, upTo end: Int) {
    if header == nil { readHeader(bytes, upTo: end) }
    guard isThreadAsked, let header else { return }
    file = ThreadFile(
      self.bytes, header: header, schema: schema, plan: plan, zone: request.zone)
  }

  private mutating func readHeader(_ bytes: borrowing Span<UInt8>, upTo end: Int) {
    let (header, frontMatter) = layout.head(path: path, bytes: bytes, upTo: end)
    self.header = header
    plan = frontMatter?.value(at: ["plan"])
    countsAsDeleted = header.deletion != nil && request.deletedThreads == .haveDeletedEntries
    if !request.query.asksForFields { schema = FieldSchema(frontMatter) }
  }

  /// Gives the entries, in file order, their positions among all of the thread, live and deleted ones apart.
  private func setPositions(of found: inout [Entry], in bytes: borrowing Span<UInt8>) {
    switch request.positions {
    case .none: return
    case .asNames:
      guard found.contains(where: { $0.slice.heading.attributes?.id == nil }) else { return }
    case .all: guard !found.isEmpty else { return }
    }
    var all: [(start: Int, instant: Instant, isDeleted: Bool)] = []
    var walk = layout.entries(in: bytes)
    while let (beginning, region) = walk.next(in: bytes) {
      let instant = beginning.timestamp.instant(in: request.zone)
      all.append((region.lowerBound, instant, beginning.isDeleted(in: bytes)))
    }
    let order = all.indices.sorted { (all[$0].instant, $0) < (all[$1].instant, $1) }
    var positions = [Int](repeating: 0, count: all.count)
    var (live, deleted) = (0, 0)
    for index in order.reversed() {
      if all[index].isDeleted { deleted += 1 } else { live += 1 }
      positions[index] = all[index].isDeleted ? deleted : live
    }
    var index = 0
    for entry in found.indices {
      while all[index].start < found[entry].slice.region.lowerBound { index += 1 }
      found[entry].position = positions[index]
    }
  }
}

extension [Entry] {
  /// The entries, of one file and in its order, in that of their times.
  fileprivate var inTimeOrder: [Entry] {
    let instants = map(\.instant)
    return indices.sorted { (instants[$0], $0) < (instants[$1], $1) }.map { self[$0] }
  }
}

extension ThreadFile {
  /// The entries in `scope` by their own marks.
  package func entries(
    for query: EntryQuery? = nil, _ scope: Journal.Scope = .all, needsLines: Bool = true,
    positions: FileScan.Positions = .all
  ) -> [Entry] {
    var query = query ?? .all(zone: zone)
    let request = FileScan.Request(
      query: query, scope: scope, deletedThreads: .areLikeOthers, needsLines: needsLines,
      positions: positions)
    var scan = FileScan(self, request)
    return scan.entries(&query)
  }
}
