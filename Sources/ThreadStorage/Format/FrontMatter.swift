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

  /// The front matter that was found at `block` and `content` of `file`.
  public init(file: [UInt8], block: Range<Int>, content: Range<Int>) {
    self.block = block
    document = YAMLDocument(file, range: content)
  }

  /// The top-level mapping, or what stands there instead.
  public var root: YAMLValue { document.root }

  /// What is wrong or not understood, in the order of the file.
  public var problems: [YAMLProblem] { document.problems }

  /// The value at the end of `path`, key by key; of equal keys the last.
  public func value(at path: [String]) -> YAMLValue? { document.value(at: path) }

  /// `splices`, if the block stays front matter: what stands behind a lone CR may come to begin a line, a heading.
  public func checked(_ splices: [Splice]) throws(FrontMatterEditError) -> [Splice] {
    let head = Array(document.bytes[..<block.upperBound]).applying(splices)
    guard case .found(let new, _) = ThreadDocument.locateFrontMatter(in: head.span),
      new.upperBound == head.count
    else { throw .unsafe(offset: block.lowerBound) }
    return splices
  }

  /// A new block with `pairs`, for a file that has none.
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

  /// Finds the front matter of a file, without reading past it (F20); only LF and CR LF end a line.
  public static func locate(in file: borrowing Span<UInt8>) -> Location {
    let start = ThreadDocument.start(of: file)
    var line = Line(startingAt: start, in: file, upTo: file.count)
    guard file.equal(line.text, "---") else { return .none }
    let content = line.next
    while line.next < file.count {
      line = Line(startingAt: line.next, in: file, upTo: file.count)
      if file.equal(line.text, "---") || file.equal(line.text, "...") {
        return .found(block: start..<line.next, content: content..<line.text.lowerBound)
      }
    }
    return .unterminated
  }
}

extension ThreadDocument {
  /// The splices that set a top-level key of the front matter, which is made where there is none (F23).
  public func splices(
    settingFrontMatter key: String, to value: YAMLNewValue
  ) throws(FrontMatterEditError) -> [Splice] {
    if let frontMatter {
      return try frontMatter.checked(frontMatter.document.setting([key], to: value))
    }
    let start = ThreadDocument.start(of: bytes.span)
    var block = try FrontMatter.newBlock([(key, value)], lineEnding: lineEnding.bytes)
    if start < bytes.count {
      let blankEnd = Line.end(ofBlankAt: start, in: bytes.span, upTo: bytes.count)
      if blankEnd == nil { block += lineEnding.bytes }
    }
    return [Splice(insertingAt: start, block)]
  }

  /// The splices that take a top-level key out of the front matter; none where it is not there.
  public func splices(removingFrontMatter key: String) throws(FrontMatterEditError) -> [Splice] {
    guard let frontMatter, frontMatter.value(at: [key]) != nil else { return [] }
    return try frontMatter.checked(frontMatter.document.removing([key]))
  }
}
