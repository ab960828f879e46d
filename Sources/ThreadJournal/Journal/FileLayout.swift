import ThreadStorage

/// Where the parts of a file stand that come before its entries.
struct FileLayout {
  /// The front matter's block and content, if there is any.
  let frontMatter: (block: Range<Int>, content: Range<Int>)?
  /// Whether the first line opens front matter that nothing closes.
  let isUnterminated: Bool
  /// Where preamble and entries begin.
  let bodyStart: Int

  init(_ bytes: borrowing Span<UInt8>) {
    let located = ThreadDocument.locateFrontMatter(in: bytes)
    if case .found(let block, let content) = located {
      frontMatter = (block, content)
      bodyStart = block.upperBound
    } else {
      frontMatter = nil
      bodyStart = ThreadDocument.start(of: bytes)
    }
    isUnterminated = if case .unterminated = located { true } else { false }
  }

  func entries(in bytes: borrowing Span<UInt8>) -> EntryWalk {
    EntryWalk(in: bodyStart..<bytes.count, of: bytes)
  }

  func schema(in bytes: borrowing Span<UInt8>) -> FieldSchema {
    guard let frontMatter else { return FieldSchema() }
    let head = bytes.copy(0..<frontMatter.block.upperBound)
    return FieldSchema(
      FrontMatter(file: head, block: frontMatter.block, content: frontMatter.content))
  }

  /// The header of the file, whose preamble ends at `end`, and what it was read from.
  func head(
    path: String, bytes: borrowing Span<UInt8>, upTo end: Int
  ) -> (header: ThreadHeader, frontMatter: FrontMatter?) {
    let head = bytes.copy(0..<end)
    let parsed = frontMatter.map {
      FrontMatter(file: head, block: $0.block, content: $0.content)
    }
    let header = ThreadHeader(
      path: path, bytes: head, frontMatter: parsed,
      preamble: bodyStart..<Swift.max(bodyStart, end), lineEnding: LineEnding(firstLineOf: bytes))
    return (header, parsed)
  }
}
