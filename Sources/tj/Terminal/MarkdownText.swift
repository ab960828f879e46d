import ThreadJournal
import ThreadStorage

/// A Markdown text as a coloured terminal shows it: what its marks mean, in place of the marks.
///
/// Line by line, as `MarkdownLineReader` reads them: a quote has a bar, a list bullets, a task a box, a heading is bold,
/// code dim. Inside a line: emphasis, code, links and tags. What it does not know, or what has no end on its line, is
/// shown as it was typed; no letter is ever left out. It takes time linear in the text: a mark that has no end is
/// looked for once in a line.
struct MarkdownText {
  static let bar: StaticString = "│"
  static let bullet: StaticString = "•"
  static let openTask: StaticString = "☐"
  static let doneTask: StaticString = "☑"

  /// Bytes of the text in one style.
  struct Piece {
    let range: Range<Int>
    let style: Style
    /// What is shown in their place.
    var shown: StaticString?
  }

  let bytes: [UInt8]
  /// In the order of the text, which they cover.
  private(set) var pieces: [Piece] = []
  /// The hashtags, each with its `#`; those before the line at hand are gone.
  private var tags: ArraySlice<Range<Int>>

  init(_ text: [UInt8]) {
    bytes = text
    tags = Hashtag.all(in: text).map { $0.lowerBound - 1..<$0.upperBound }[...]
    var reader = MarkdownLineReader()
    var line = lineRange(from: 0)
    while true {
      let following = line.upperBound < bytes.count ? lineRange(from: line.upperBound + 1) : nil
      switch reader.layout(of: line, following: following, in: bytes.span) {
      case .code: add(line, .faint)
      case .table: add(line)
      case .words(let hang, _): addWords(line, from: hang)
      }
      guard let following else { return }
      add(line.upperBound..<following.lowerBound)
      line = following
    }
  }

  private func lineRange(from start: Int) -> Range<Int> {
    let feed = ByteSearch.firstIndex(of: UInt8(ascii: "\n"), in: bytes.span, start..<bytes.count)
    return start..<(feed ?? bytes.count)
  }

  private mutating func add(_ range: Range<Int>, _ style: Style = .plain) {
    if !range.isEmpty { pieces.append(Piece(range: range, style: style)) }
  }

  private mutating func replace(
    _ range: Range<Int>, by shown: StaticString, _ style: Style = .plain
  ) {
    pieces.append(Piece(range: range, style: style, shown: shown))
  }

  // MARK: Lines

  /// A line whose words begin at `start`, behind quote marks, a list marker and a task's box.
  private mutating func addWords(_ line: Range<Int>, from start: Int) {
    guard !isRule(line) else { return add(line, .faint) }
    var offset = line.lowerBound
    while offset < start {
      switch bytes[offset] {
      case UInt8(ascii: ">"): replace(offset..<offset + 1, by: MarkdownText.bar, .faint)
      case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
        replace(offset..<offset + 1, by: MarkdownText.bullet)
      case UInt8(ascii: "["):
        let isOpen = bytes[offset + 1] == UInt8(ascii: " ")
        replace(
          offset..<offset + 3, by: isOpen ? MarkdownText.openTask : MarkdownText.doneTask)
        offset += 2
      default: add(offset..<offset + 1)
      }
      offset += 1
    }
    let marks = bytes[start..<line.upperBound].prefix { $0 == UInt8(ascii: "#") }.endIndex
    let text = bytes[marks..<line.upperBound].drop(while: Byte.isBlank).startIndex
    let isHeading =
      (1...6).contains(marks - start) && text > marks && text < line.upperBound
    if isHeading { replace(start..<text, by: "") }
    var inline = InlineSearch()
    addInline((isHeading ? text : start)..<line.upperBound, isHeading ? .strong : .plain, &inline)
  }

  /// Whether the line is a rule: three or more of one mark, and nothing else.
  private func isRule(_ line: Range<Int>) -> Bool {
    let marks = bytes[line].filter { $0 != 0x20 && $0 != 0x09 }
    guard marks.count >= 3, let first = marks.first, "-*_".utf8.contains(first) else {
      return false
    }
    return marks.allSatisfy { $0 == first }
  }

  // MARK: Inside a line

  /// What was looked for in a line, or a part of it, and is not there.
  private struct InlineSearch {
    /// Runs of marks, by their byte and length.
    var missing: Set<[Int]> = []
    /// How many styles there are around.
    var depth = 0
  }

  private mutating func addInline(
    _ range: Range<Int>, _ style: Style, _ search: inout InlineSearch
  ) {
    var (offset, plain) = (range.lowerBound, range.lowerBound)
    while offset < range.upperBound {
      let start = offset
      guard let piece = inlinePiece(at: &offset, in: range, &search) else { continue }
      add(plain..<start, style)
      plain = offset
      switch piece {
      case .escape:
        replace(start..<start + 1, by: "")
        add(start + 1..<offset, style)
      case .styled(let own): add(start..<offset, own)
      case .code(let content):
        replace(start..<content.lowerBound, by: "")
        add(content, .faint)
        replace(content.upperBound..<offset, by: "")
      case .emphasis(let content):
        replace(start..<content.lowerBound, by: "")
        var inner = InlineSearch(depth: search.depth + 1)
        addInline(content, style.emphasized(content.lowerBound - start), &inner)
        replace(content.upperBound..<offset, by: "")
      case .link(let words):
        replace(start..<words.lowerBound, by: "")
        add(words, .link)
        replace(words.upperBound..<words.upperBound + 2, by: " (", .faint)
        add(words.upperBound + 2..<offset, .faint)
      }
    }
    add(plain..<range.upperBound, style)
  }

  private enum InlinePiece {
    /// A backslash, and the mark behind it that is none.
    case escape
    case styled(Style)
    case code(Range<Int>)
    case emphasis(Range<Int>)
    /// The words; their address stands behind them, between `](` and `)`.
    case link(Range<Int>)
  }

  /// What begins at `offset`, which goes behind it; nil for plain text.
  private mutating func inlinePiece(
    at offset: inout Int, in range: Range<Int>, _ search: inout InlineSearch
  ) -> InlinePiece? {
    let start = offset
    offset += 1
    switch bytes[start] {
    case UInt8(ascii: "\\"):
      guard offset < range.upperBound, isPunctuation(bytes[offset]) else { return nil }
      offset += 1
      return .escape
    case UInt8(ascii: "`"):
      offset = endOfRun(at: start, in: range)
      guard let end = closingRun(of: start..<offset, in: range, &search) else { return nil }
      defer { offset = end.upperBound }
      return .code(offset..<end.lowerBound)
    case UInt8(ascii: "*"), UInt8(ascii: "_"):
      offset = endOfRun(at: start, in: range)
      guard search.depth < 3, mayOpen(start..<offset, in: range),
        let end = closingRun(of: start..<offset, in: range, &search)
      else { return nil }
      defer { offset = end.upperBound }
      return .emphasis(offset..<end.lowerBound)
    case UInt8(ascii: "["):
      guard let (words, end) = link(from: start, in: range) else { return nil }
      offset = end
      return .link(words)
    case UInt8(ascii: "h"):
      guard let end = endOfAddress(at: start, in: range) else { return nil }
      offset = end
      return .styled(.link)
    case UInt8(ascii: "#"):
      tags = tags.drop { $0.lowerBound < start }
      guard let tag = tags.first, tag.lowerBound == start, tag.upperBound <= range.upperBound
      else { return nil }
      offset = tag.upperBound
      return .styled(.tag)
    default: return nil
    }
  }

  private func endOfRun(at start: Int, in range: Range<Int>) -> Int {
    bytes[start..<range.upperBound].prefix { $0 == bytes[start] }.endIndex
  }

  /// The next run like the one at `run` that may end what it begins.
  private func closingRun(
    of run: Range<Int>, in range: Range<Int>, _ search: inout InlineSearch
  ) -> Range<Int>? {
    let byte = bytes[run.lowerBound]
    let key = [Int(byte), run.count]
    guard run.count <= 3, !search.missing.contains(key) else { return nil }
    var offset = run.upperBound
    while offset < range.upperBound {
      guard bytes[offset] == byte else {
        offset += 1
        continue
      }
      let end = endOfRun(at: offset, in: range)
      if end - offset == run.count, byte == UInt8(ascii: "`") || mayClose(offset..<end, in: range) {
        return offset..<end
      }
      offset = end
    }
    search.missing.insert(key)
    return nil
  }

  private func mayOpen(_ run: Range<Int>, in range: Range<Int>) -> Bool {
    guard run.upperBound < range.upperBound, !Byte.isBlank(bytes[run.upperBound]) else {
      return false
    }
    return bytes[run.lowerBound] == UInt8(ascii: "*") || run.lowerBound == range.lowerBound
      || !isWord(bytes[run.lowerBound - 1])
  }

  private func mayClose(_ run: Range<Int>, in range: Range<Int>) -> Bool {
    let before = bytes[run.lowerBound - 1]
    guard !Byte.isBlank(before), before != UInt8(ascii: "\\") else { return false }
    return bytes[run.lowerBound] == UInt8(ascii: "*") || run.upperBound == range.upperBound
      || !isWord(bytes[run.upperBound])
  }

  /// The words of a link and where it ends: `[words](address)`, without brackets inside.
  private func link(from start: Int, in range: Range<Int>) -> (words: Range<Int>, end: Int)? {
    func isBracket(_ byte: UInt8) -> Bool { "[]()".utf8.contains(byte) }
    guard let close = bytes[start + 1..<range.upperBound].firstIndex(where: isBracket),
      close > start + 1, bytes[close] == UInt8(ascii: "]"), close + 1 < range.upperBound,
      bytes[close + 1] == UInt8(ascii: "("),
      let end = bytes[close + 2..<range.upperBound].firstIndex(where: isBracket),
      bytes[end] == UInt8(ascii: ")")
    else { return nil }
    return (start + 1..<close, end + 1)
  }

  /// Where the web address at `start` ends, without the punctuation of the sentence around it.
  private func endOfAddress(at start: Int, in range: Range<Int>) -> Int? {
    let rest = bytes[start..<range.upperBound]
    guard rest.starts(with: "http://".utf8) || rest.starts(with: "https://".utf8),
      start == range.lowerBound || !isWord(bytes[start - 1])
    else { return nil }
    var end = rest.prefix { $0 > 0x20 && !"<>\"`".utf8.contains($0) }.endIndex
    while end > start, ".,;:!?)]*_'".utf8.contains(bytes[end - 1]) { end -= 1 }
    return end
  }

  private func isWord(_ byte: UInt8) -> Bool { byte >= 0x80 || byte > 0x20 && !isPunctuation(byte) }
  private func isPunctuation(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !Byte.isLetterOrDigit(byte)
  }
}

extension Style {
  /// This style between so many more marks of emphasis.
  fileprivate func emphasized(_ marks: Int) -> Style {
    switch (self, marks) {
    case (.plain, 1): .emphasis
    case (.plain, 2), (.strong, 2): .strong
    case (.emphasis, 1): .emphasis
    default: .strongEmphasis
    }
  }
}

extension StyledText {
  /// Adds a text as it is shown, its matches in the style of matches, each piece changed by `transform`.
  mutating func append(
    _ text: MarkdownText, matches: [Range<Int>], transform: ([UInt8]) -> [UInt8]
  ) {
    var matches = matches[...]
    for piece in text.pieces {
      matches = matches.drop { $0.upperBound <= piece.range.lowerBound }
      if let shown = piece.shown {
        append(separator: shown, piece.style)
        continue
      }
      let start = piece.range.lowerBound
      let inside = matches.prefix { $0.lowerBound < piece.range.upperBound }.map {
        let match = $0.clamped(to: piece.range)
        return match.lowerBound - start..<match.upperBound - start
      }
      append(Array(text.bytes[piece.range]), matches: inside, piece.style, transform: transform)
    }
  }
}
