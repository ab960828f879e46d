import ThreadJournal
import ThreadStorage

/// A Markdown text as a coloured terminal shows it: what its marks mean, in place of the marks.
///
/// `MarkdownReader` says what each line is, and which of its bytes are marks. A quote has a bar, a list bullets, a task
/// a box, a heading is bold, code dim; emphasis, links and tags have their style. What the reader does not know is
/// shown as it was typed; no letter is ever left out.
struct MarkdownText {
  private static let bar: StaticString = "│"
  private static let bullet: StaticString = "•"
  private static let openTask: StaticString = "☐"
  private static let doneTask: StaticString = "☑"

  /// Bytes of the text in one style.
  struct Piece {
    let range: Range<Int>
    let style: Style
    /// What is shown in their place.
    var shown: StaticString?
  }

  /// A line, by the indices of pieces: those behind its quote marks, where its content begins, and behind its end.
  struct Line {
    let quote: Int
    let content: Int
    var end = 0
    let isFixed: Bool
  }

  let bytes: [UInt8]
  /// In the order of the text, which they cover.
  private(set) var pieces: [Piece] = []
  private(set) var lines: [Line] = []
  /// The hashtags, each with its `#`; those before the piece at hand are gone.
  private var tags: ArraySlice<Range<Int>>

  init(_ text: [UInt8]) {
    bytes = text
    tags = Hashtag.all(in: text).map { $0.lowerBound - 1..<$0.upperBound }[...]
    var reader = MarkdownReader()
    reader.read(text.span)
    var inlines = MarkdownInlineReader()
    for event in reader.events {
      guard case .leaf(let leaf, let lines) = event else { continue }
      addLines(upTo: lines.lowerBound, of: reader)
      guard leaf.hasWords else {
        addLines(upTo: lines.upperBound, of: reader)
        continue
      }
      let words = reader.words(of: lines)
      inlines.read(words, in: text.span)
      addWords(inlines.pieces, isHeading: leaf != .paragraph, words, of: reader)
      addLines(upTo: lines.upperBound, of: reader)
    }
    addLines(upTo: reader.lines.count, of: reader)
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

  /// Adds what stands before a line's content.
  private mutating func begin(_ line: MarkdownReader.Line, of reader: MarkdownReader) {
    var offset = line.range.lowerBound
    let start = pieces.count
    var quote: Int?
    for mark in reader.marks[line.marks] {
      add(offset..<mark.range.lowerBound)
      if mark.kind != .quote { quote = quote ?? pieces.count }
      switch mark.kind {
      case .quote: replace(mark.range, by: Self.bar, .faint)
      case .bullet: replace(mark.range, by: Self.bullet)
      case .number: add(mark.range)
      case .openTask: replace(mark.range, by: Self.openTask)
      case .doneTask: replace(mark.range, by: Self.doneTask)
      case .heading: replace(mark.range, by: "")
      }
      offset = mark.range.upperBound
    }
    let isMark = line.role == .fence || line.role == .underline
    add(offset..<line.content.lowerBound, isMark ? .faint : .plain)
    let isQuoted = reader.marks[line.marks].first?.kind == .quote
    lines.append(
      Line(
        quote: isQuoted ? quote ?? pieces.count : start, content: pieces.count,
        isFixed: line.role.isFixed))
  }

  /// Adds what stands behind a line's content, with its end.
  private mutating func end(_ line: MarkdownReader.Line) {
    let rest = line.content.upperBound..<line.range.upperBound
    // The marks behind a heading are not shown, either.
    if bytes[rest].contains(.hash) { replace(rest, by: "") } else { add(rest) }
    add(rest.upperBound..<min(rest.upperBound + 1, bytes.count))
    lines[lines.count - 1].end = pieces.count
  }

  /// Adds the lines up to `index`, which have no words, as they are.
  private mutating func addLines(upTo index: Int, of reader: MarkdownReader) {
    while lines.count < index {
      let line = reader.lines[lines.count]
      begin(line, of: reader)
      add(line.content, line.role == .table ? .plain : .faint)
      end(line)
    }
  }

  // MARK: Words

  /// Adds the lines of a paragraph or a heading.
  private mutating func addWords(
    _ words: [MarkdownInlineReader.Piece], isHeading: Bool,
    _ lines: ArraySlice<MarkdownReader.Line>, of reader: MarkdownReader
  ) {
    var line = lines.startIndex
    var spans = Spans(strong: isHeading ? 1 : 0)
    begin(lines[line], of: reader)
    for piece in words {
      switch piece.kind {
      case .text: addText(piece.range, spans.style)
      case .code: add(piece.range, .faint)
      case .address: add(piece.range, .link)
      case .close(.link):
        spans.links -= 1
        let address = piece.range.lowerBound + 2
        replace(piece.range.lowerBound..<address, by: " (", .faint)
        add(address..<piece.range.upperBound, .faint)
      case .lineBreak:
        end(lines[line])
        line += 1
        begin(lines[line], of: reader)
      default:
        replace(piece.range, by: "")
        spans.change(by: piece.kind)
      }
    }
    end(lines[line])
  }

  private mutating func addText(_ range: Range<Int>, _ style: Style) {
    var plain = range.lowerBound
    tags = tags.drop { $0.lowerBound < range.lowerBound }
    while style != .link, let tag = tags.first, tag.upperBound <= range.upperBound {
      add(plain..<tag.lowerBound, style)
      add(tag, .tag)
      plain = tag.upperBound
      tags = tags.dropFirst()
    }
    add(plain..<range.upperBound, style)
  }
}

/// What stands around a piece of text.
private struct Spans {
  var strong = 0
  var emphasis = 0
  var links = 0

  var style: Style {
    if links > 0 { return .link }
    if strong > 0 { return emphasis > 0 ? .strongEmphasis : .strong }
    return emphasis > 0 ? .emphasis : .plain
  }

  mutating func change(by mark: MarkdownInlineReader.Kind) {
    switch mark {
    case .open(.strong): strong += 1
    case .close(.strong): strong -= 1
    case .open(.emphasis): emphasis += 1
    case .close(.emphasis): emphasis -= 1
    case .open(.link): links += 1
    default: break
    }
  }
}

extension MarkdownReader.Role {
  /// Whether a line is not to be wrapped.
  var isFixed: Bool {
    switch self {
    case .code, .fence, .table, .underline: true
    case .blank, .text, .rule: false
    }
  }
}

extension StyledText {
  /// Adds a text as it is shown, its matches in the style of matches, each piece changed by `transform`.
  mutating func append(
    _ text: MarkdownText, matches: [Range<Int>], transform: ([UInt8]) -> [UInt8]
  ) {
    var matches = matches[...]
    func add(_ piece: MarkdownText.Piece) {
      matches = matches.drop { $0.upperBound <= piece.range.lowerBound }
      if let shown = piece.shown { return append(separator: shown, piece.style) }
      let start = piece.range.lowerBound
      let inside = matches.prefix { $0.lowerBound < piece.range.upperBound }.map {
        let match = $0.clamped(to: piece.range)
        return match.lowerBound - start..<match.upperBound - start
      }
      append(Array(text.bytes[piece.range]), matches: inside, piece.style, transform: transform)
    }
    var next = 0
    for line in text.lines {
      let start = bytes.count
      for piece in text.pieces[next..<line.quote] { add(piece) }
      let quote = bytes.count - start
      for piece in text.pieces[max(next, line.quote)..<line.content] { add(piece) }
      note(LineShape(isFixed: line.isFixed, hang: bytes.count - start, quote: quote))
      for piece in text.pieces[line.content..<line.end] { add(piece) }
      next = line.end
    }
  }
}
