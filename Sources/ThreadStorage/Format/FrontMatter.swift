/// The YAML block at the start of a file, with its values and edits (F20).
public struct FrontMatter: Sendable {
  /// Where a file's front matter is, in byte offsets into the file.
  public enum Location: Hashable, Sendable {
    /// The first line is not `---`.
    case none
    /// The first line is `---`, and no line closes it.
    case unterminated
    /// `block` goes from the first `---` through the closing line; `content` is what is between.
    case found(block: Range<Int>, content: Range<Int>)
  }

  /// The two lines of dashes and all between them, in byte offsets into the file.
  public let block: Range<Int>
  /// What is between the lines of dashes.
  public let document: YAMLDocument

  /// The front matter of a file; nil if it has none, or one that is not closed.
  public init?(file: [UInt8]) {
    guard case .found(let block, let content) = Self.locate(in: file.span) else { return nil }
    self.init(file: file, block: block, content: content)
  }

  /// The front matter that was found at `block` and `content` of `file`.
  public init(file: [UInt8], block: Range<Int>, content: Range<Int>) {
    self.block = block
    document = YAMLDocument(file, range: content)
  }

  /// The top-level mapping, or what stands in its place.
  public var root: YAMLValue { document.root }

  /// What is wrong or not understood, in the order of the file.
  public var problems: [YAMLProblem] { document.problems }

  /// The value at the end of `path`, key by key; of equal keys the last.
  public func value(at path: [String]) -> YAMLValue? { document.value(at: path) }

  /// The splices that give the key at `path` a value, in place, or add it at its mapping's end.
  /// - Throws: as `YAMLDocument.setting(_:to:)`.
  public func setting(
    _ path: [String], to value: YAMLNewValue
  ) throws(FrontMatterEditError) -> [Splice] {
    try staying(document.setting(path, to: value))
  }

  /// The splices that add `pairs`, whose keys are new, to the mapping at `path`.
  /// - Throws: as `YAMLDocument.adding(_:to:)`.
  public func adding(
    _ pairs: [YAMLNewValue.Pair], to path: [String]
  ) throws(FrontMatterEditError) -> [Splice] {
    try staying(document.adding(pairs, to: path))
  }

  /// The splices that take the key at `path` and its value away.
  /// - Throws: as `YAMLDocument.removing(_:)`.
  public func removing(_ path: [String]) throws(FrontMatterEditError) -> [Splice] {
    try staying(document.removing(path))
  }

  /// The splices that give the key at `path` another name, in its place.
  /// - Throws: as `YAMLDocument.renamingKey(_:to:)`.
  public func renamingKey(
    _ path: [String], to name: String
  ) throws(FrontMatterEditError) -> [Splice] {
    try staying(document.renamingKey(path, to: name))
  }

  /// The splices that put the key at `path` before `sibling` of the same mapping.
  /// - Throws: as `YAMLDocument.moving(_:before:)`.
  public func moving(
    _ path: [String], before sibling: String
  ) throws(FrontMatterEditError) -> [Splice] {
    try staying(document.moving(path, before: sibling))
  }

  /// The splices that put the key at `path` after `sibling` of the same mapping.
  /// - Throws: as `YAMLDocument.moving(_:after:)`.
  public func moving(
    _ path: [String], after sibling: String
  ) throws(FrontMatterEditError) -> [Splice] {
    try staying(document.moving(path, after: sibling))
  }

  /// `splices`, if the block is still front matter with them: YAML takes a lone CR for a line's end, so what stands
  /// behind one may come to begin a line of the file, as an entry's heading.
  private func staying(_ splices: [Splice]) throws(FrontMatterEditError) -> [Splice] {
    let head = Array(document.bytes[..<block.upperBound]).applying(splices)
    guard case .found(let new, _) = ThreadDocument.locateFrontMatter(in: head.span),
      new.upperBound == head.count
    else { throw .unsafe(offset: block.lowerBound) }
    return splices
  }

  /// A new block with `pairs`, for a file that has none.
  /// - Throws: where a value cannot be written in YAML.
  public static func newBlock(
    _ pairs: [(String, YAMLNewValue)], lineEnding: [UInt8]
  ) throws(FrontMatterEditError) -> [UInt8] {
    let dashes = Array("---".utf8)
    let lines = try YAMLNewValue.lines(
      of: pairs.map { .init($0.0, $0.1) }, column: 0, lineEnding: lineEnding)
    return dashes + lines + lineEnding + dashes + lineEnding
  }

  /// Whether it says `pairs`, in their order, and nothing else.
  public func says(_ pairs: [(String, YAMLNewValue)]) -> Bool {
    YAMLMeaning(root, in: document.bytes)
      == YAMLMeaning(.blockMapping(pairs.map { .init($0.0, $0.1) }))
  }

  /// Finds the front matter of a file, without reading past it (F20).
  public static func locate(in file: Span<UInt8>) -> Location {
    file.withUnsafeBufferPointer { LineSearch(file: $0).location }
  }
}

/// A search for the lines of dashes, from line to line; only LF and CR LF end a line.
private struct LineSearch {
  let file: UnsafeBufferPointer<UInt8>

  var location: FrontMatter.Location {
    let start = hasMark ? 3 : 0
    guard isMarker(at: start, of: UInt8(ascii: "-")) else { return .none }
    guard let content = nextLine(from: start) else { return .unterminated }
    var line = content
    while line < file.count {
      let next = nextLine(from: line)
      if isMarker(at: line, of: UInt8(ascii: "-")) || isMarker(at: line, of: UInt8(ascii: ".")) {
        return .found(block: start..<(next ?? file.count), content: content..<line)
      }
      guard let next else { break }
      line = next
    }
    return .unterminated
  }

  private var hasMark: Bool {
    file.count >= 3 && file[0] == 0xEF && file[1] == 0xBB && file[2] == 0xBF
  }

  /// Whether the line at `offset` is three times `dash` and nothing else.
  private func isMarker(at offset: Int, of dash: UInt8) -> Bool {
    let end = offset + 3
    guard end <= file.count, file[offset] == dash, file[offset + 1] == dash,
      file[offset + 2] == dash
    else { return false }
    if end == file.count || file[end] == .lineFeed { return true }
    return file[end] == .carriageReturn && end + 1 < file.count && file[end + 1] == .lineFeed
  }

  /// The start of the next line; nil if the line at `start` has no end.
  private func nextLine(from start: Int) -> Int? {
    guard start < file.count, let base = file.baseAddress,
      let found = memchr(base + start, Int32(UInt8.lineFeed), file.count - start)
    else { return nil }
    return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found)) + 1
  }
}

extension ThreadDocument {
  /// The splices that set a top-level key of the front matter, which is made where there is none (F23).
  ///
  /// - Throws: `FrontMatterEditError` where the key cannot be set without touching what is not understood.
  public func splices(
    settingFrontMatter key: String, to value: YAMLNewValue
  ) throws(FrontMatterEditError) -> [Splice] {
    if let frontMatter { return try frontMatter.setting([key], to: value) }
    let start = ThreadDocument.start(of: bytes.span)
    var block = try FrontMatter.newBlock([(key, value)], lineEnding: lineEnding.bytes)
    if start < bytes.count {
      let first = Line(startingAt: start, in: bytes.span, upTo: bytes.count)
      if !first.isBlank(in: bytes.span) { block += lineEnding.bytes }
    }
    return [Splice(insertingAt: start, block)]
  }

  /// The splices that take a top-level key out of the front matter; none where it is not there.
  ///
  /// - Throws: `FrontMatterEditError` where that cannot be done safely.
  public func splices(
    removingFrontMatter key: String
  ) throws(FrontMatterEditError) -> [Splice] {
    guard let frontMatter, frontMatter.value(at: [key]) != nil else { return [] }
    return try frontMatter.removing([key])
  }
}
