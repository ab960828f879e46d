/// A thread file: its bytes, and where the parts of a thread stand in them.
///
/// The format is described for people in tj-thread(5), whose rules are cited as (F1) and so on. Parsing loses
/// nothing: `bytes` are the file's, whatever they are (F1), and every part is a range of them. It goes in layers, and
/// each only where it is asked for: the front matter's lines, and its YAML (`FrontMatter`); the entries' headings,
/// found by their `##` alone (`HeadingSearch`), each with time, title and attributes (`EntryHeading`); below a
/// heading the field lines and the text (`EntryContent`), whose lines that would be taken for something else are
/// escaped (`Escaping`).
///
/// An edit is a list of splices (F2): it says what one part becomes, and leaves every other byte. Before it is given
/// out, the entry is read again as the splices leave it, and compared with what was wanted (F3).
public struct ThreadDocument: Sendable {
  public let bytes: [UInt8]
  /// The front matter with its fences, if the file has any (F20).
  public let frontMatter: FrontMatter?
  /// Whether the file begins with `---` that no later line closes; it is then no front matter (F20).
  public let hasUnterminatedFrontMatter: Bool
  /// What stands between the front matter and the first entry; it is the writer's own.
  public let preamble: Range<Int>
  /// The entries, in file order.
  public let entries: [EntrySlice]
  /// Lines that look like an entry's heading but whose date does not exist (F12).
  public let impossibleHeadings: [Range<Int>]
  /// How new lines end (F5).
  public let lineEnding: LineEnding

  /// Parses the bytes of a file; every sequence of bytes is a document.
  public init(_ bytes: [UInt8]) {
    let span = bytes.span
    self.bytes = bytes
    lineEnding = LineEnding(firstLineOf: span)
    let location = ThreadDocument.locateFrontMatter(in: span)
    hasUnterminatedFrontMatter = location == .unterminated
    frontMatter =
      if case .found(let block, let content) = location {
        FrontMatter(file: bytes, block: block, content: content)
      } else {
        nil
      }
    let bodyStart = frontMatter?.block.upperBound ?? ThreadDocument.start(of: span)
    var search = HeadingSearch(in: bodyStart..<bytes.count)
    var headings: [EntryHeading] = []
    var impossible: [Range<Int>] = []
    while let line = search.next(in: span)?.text {
      switch EntryHeading.scanTimestamp(span, line: line) {
      case .valid(let timestamp, let range):
        headings.append(EntryHeading(span, line: line, timestamp: timestamp, at: range))
      case .impossible(let range): impossible.append(range)
      case .none: break
      }
    }
    impossibleHeadings = impossible
    preamble = bodyStart..<(headings.first?.line.lowerBound ?? bytes.count)
    entries = headings.indices.map { index in
      let end = index + 1 < headings.count ? headings[index + 1].line.lowerBound : bytes.count
      return EntrySlice(heading: headings[index], upTo: end)
    }
  }

  /// Where the front matter stands (F20); with a heading inside, it is one whose closing line was lost (F6).
  package static func locateFrontMatter(in bytes: borrowing Span<UInt8>) -> FrontMatter.Location {
    let location = FrontMatter.locate(in: bytes)
    guard case .found(let block, _) = location else { return location }
    var search = HeadingSearch(in: start(of: bytes)..<block.upperBound)
    while let line = search.next(in: bytes) {
      if EntryHeading.isHeading(bytes, line: line.text) { return .unterminated }
    }
    return location
  }

  /// Where the text begins: behind a byte order mark, if there is one.
  package static func start(of bytes: borrowing Span<UInt8>) -> Int {
    bytes.count >= 3 && bytes[0] == 0xef && bytes[1] == 0xbb && bytes[2] == 0xbf ? 3 : 0
  }

  /// Whether the file is a thread: it has front matter or an entry (F23).
  public var isThread: Bool { frontMatter != nil || !entries.isEmpty }

  /// Whether the bytes begin with the byte order mark of UTF-16, which no command can work on.
  public var isUTF16: Bool { bytes.span.isUTF16 }

  public func content(of slice: EntrySlice) -> EntryContent { slice.content(in: bytes.span) }

  public subscript(range: Range<Int>) -> ArraySlice<UInt8> { bytes[range] }

  /// The id of the entry at `slice`, or nil where it has none.
  public func id(of slice: EntrySlice) -> EntryID? {
    slice.heading.attributes?.id.flatMap { EntryID(string($0)) }
  }

  package var entryIDs: [EntryID] { entries.compactMap { id(of: $0) } }

  /// The bytes at `range` as text; invalid UTF-8 is shown as U+FFFD.
  public func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// The line and column (both 1-based, the column in bytes) of the byte at `offset`.
  public func position(of offset: Int) -> (line: Int, column: Int) {
    LineCounter.position(of: offset, in: bytes.span)
  }

  /// The positions of `offsets`, which must be in rising order; one pass over the file.
  package func positions(of offsets: [Int]) -> [(line: Int, column: Int)] {
    let span = bytes.span
    var lines = LineCounter()
    return offsets.map { (lines.line(at: $0, in: span), lines.column(at: $0)) }
  }
}
