import ThreadStorage

/// Reads what stands inside a paragraph or a heading: emphasis, code, links, images, web addresses and hard breaks.
///
/// What comes out covers the content of the lines, byte for byte, in its order; spans are properly nested. Emphasis is
/// found as CommonMark finds it, so that each run of `*` or `_` is looked at only as often as it is matched. A mark
/// without its counterpart is text, and so are references, HTML and character references, which it does not know.
package struct MarkdownInlineReader: Sendable {
  package struct Piece: Sendable, Hashable {
    package let kind: Kind
    package fileprivate(set) var range: Range<Int>
    /// The address of a link.
    package var target = 0..<0
  }

  package enum Kind: Sendable, Hashable {
    case text
    /// Text between backticks.
    case code
    /// A mark that means nothing by itself, as a backslash before another one.
    case hidden
    /// A web address that stands for itself.
    case address
    /// What stands at a line's end, if anything does; the next piece begins on the next line.
    case lineBreak(isHard: Bool)
    /// The marks before and behind what is in a span.
    case open(Inline)
    case close(Inline)
  }

  package enum Inline: Sendable, Hashable {
    case emphasis, strong, code
    case link(isImage: Bool)
  }

  package private(set) var pieces: [Piece] = []

  /// So many spans of emphasis are inside each other at most.
  private static let deepest = 16

  private struct Bracket {
    let piece: Int
    /// How many runs stand before it.
    let runs: Int
    let isImage: Bool
  }

  /// What is read so far, with the run that a piece is, or -1.
  private var raw: [(piece: Piece, run: Int)] = []
  private var emphasis = EmphasisMatcher()
  private var brackets: [Bracket] = []
  /// How many brackets stand around a link, and so can be none.
  private var spentBrackets = 0
  /// All runs of backticks, with the index of the next one of the same length; nil while nobody asked.
  private var backticks: [(range: Range<Int>, next: Int)]?
  private var nextBackticks = 0
  private var codeEnd: Range<Int>?
  /// The line at hand, how far it is read, and where what is not added yet begins.
  private var line = 0..<0
  private var offset = 0
  private var plain = 0
  private var endsInBackslash = false

  package init() {}

  /// Reads the content of `lines` in place of what was read before.
  package mutating func read(
    _ lines: ArraySlice<MarkdownReader.Line>, in text: borrowing Span<UInt8>
  ) {
    raw.removeAll(keepingCapacity: true)
    emphasis.removeAll()
    brackets.removeAll(keepingCapacity: true)
    (spentBrackets, backticks, nextBackticks, codeEnd) = (0, nil, 0, nil)
    for index in lines.indices {
      line = lines[index].content
      (offset, plain, endsInBackslash) = (line.lowerBound, line.lowerBound, false)
      let isLast = index + 1 == lines.endIndex
      if codeEnd != nil { addCode(in: text) }
      while offset < line.upperBound { readNext(lines[index...], in: text) }
      if !isLast, endsInBackslash { add(.hidden, offset - 1..<offset) }
      add(.text, offset..<offset)
      guard !isLast else { break }
      let blanks = offset..<lines[index].range.upperBound
      let isHard =
        endsInBackslash
        || codeEnd == nil && blanks.count >= 2 && text[offset] == Byte.space
          && text[offset + 1] == Byte.space
      raw.append((Piece(kind: .lineBreak(isHard: isHard), range: blanks), -1))
    }
    emphasis.match(from: 0)
    finish()
  }

  // MARK: Marks

  /// Adds a piece, behind the text that stands before it.
  private mutating func add(
    _ kind: Kind, _ range: Range<Int>, target: Range<Int> = 0..<0, run: Int = -1
  ) {
    if plain < range.lowerBound {
      raw.append((Piece(kind: .text, range: plain..<range.lowerBound), -1))
    }
    if !range.isEmpty { raw.append((Piece(kind: kind, range: range, target: target), run)) }
    (plain, offset) = (range.upperBound, range.upperBound)
  }

  /// Reads what begins at `offset`, which goes behind it.
  private mutating func readNext(
    _ lines: ArraySlice<MarkdownReader.Line>, in text: borrowing Span<UInt8>
  ) {
    let start = offset
    offset += 1
    switch text[start] {
    case Byte.backslash:
      guard offset < line.upperBound else {
        endsInBackslash = true
        return
      }
      guard Byte.isPunctuation(text[offset]) else { return }
      add(.hidden, start..<offset)
      offset += 1
    case UInt8(ascii: "`"):
      offset = start + text.run(at: start, upTo: line.upperBound)
      guard let end = closingBackticks(of: start..<offset, lines, in: text) else { return }
      add(.open(.code), start..<offset)
      codeEnd = end
      addCode(in: text)
    case UInt8(ascii: "*"), UInt8(ascii: "_"):
      offset = start + text.run(at: start, upTo: line.upperBound)
      guard let run = emphasis.add(start..<offset, in: line, of: text) else { return }
      add(.text, start..<offset, run: run)
    case UInt8(ascii: "["):
      add(.text, start..<offset)
      brackets.append(Bracket(piece: raw.count - 1, runs: emphasis.waitingCount, isImage: false))
    case UInt8(ascii: "!"):
      guard offset < line.upperBound, text[offset] == UInt8(ascii: "[") else { return }
      add(.text, start..<offset + 1)
      brackets.append(Bracket(piece: raw.count - 1, runs: emphasis.waitingCount, isImage: true))
    case UInt8(ascii: "]"): endLink(at: start, in: text)
    case UInt8(ascii: "<"):
      guard let end = MarkdownLink.endOfAutolink(from: offset, in: line, of: text) else { return }
      add(.hidden, start..<offset)
      add(.address, offset..<end, target: offset..<end)
      add(.hidden, end..<end + 1)
    case Byte.colon:
      if let address = MarkdownLink.address(around: start, from: plain, in: line, of: text) {
        add(.address, address, target: address)
      }
    default: return
    }
  }

  // MARK: Code

  /// Adds code up to its end, or the line's.
  private mutating func addCode(in text: borrowing Span<UInt8>) {
    guard let end = codeEnd, end.lowerBound < line.upperBound else {
      return add(.code, offset..<line.upperBound)
    }
    // A blank beside each of the marks belongs to them, so that code may begin with a backtick.
    let isPadded =
      end.lowerBound - offset > 2 && text[offset] == Byte.space
      && text[end.lowerBound - 1] == Byte.space
    if isPadded { add(.hidden, offset..<offset + 1) }
    add(.code, offset..<end.lowerBound - (isPadded ? 1 : 0))
    add(.close(.code), offset..<end.upperBound)
    codeEnd = nil
  }

  /// The next run of as many backticks as stand at `range`, in one of the lines.
  private mutating func closingBackticks(
    of range: Range<Int>, _ lines: ArraySlice<MarkdownReader.Line>,
    in text: borrowing Span<UInt8>
  ) -> Range<Int>? {
    let all = backticks ?? Self.backticks(in: lines, from: range.lowerBound, of: text)
    if backticks == nil { backticks = all }
    while nextBackticks < all.count, all[nextBackticks].range.lowerBound < range.lowerBound {
      nextBackticks += 1
    }
    // Where a backslash stands before one of them, there are fewer here.
    guard nextBackticks < all.count, all[nextBackticks].range == range,
      all[nextBackticks].next >= 0
    else { return nil }
    return all[all[nextBackticks].next].range
  }

  private static func backticks(
    in lines: ArraySlice<MarkdownReader.Line>, from start: Int,
    of text: borrowing Span<UInt8>
  ) -> [(range: Range<Int>, next: Int)] {
    var all: [(range: Range<Int>, next: Int)] = []
    for line in lines {
      let end = line.content.upperBound
      var position = max(start, line.content.lowerBound)
      while let mark = ByteSearch.firstIndex(of: UInt8(ascii: "`"), in: text, position..<end) {
        position = mark + text.run(at: mark, upTo: end)
        all.append((mark..<position, -1))
      }
    }
    var last: [Int: Int] = [:]
    for index in all.indices.reversed() {
      all[index].next = last.updateValue(index, forKey: all[index].range.count) ?? -1
    }
    return all
  }

  // MARK: Links

  /// Makes a link of what stands between the last open bracket and the one at `close`, if an address follows.
  private mutating func endLink(at close: Int, in text: borrowing Span<UInt8>) {
    guard let bracket = brackets.popLast() else { return }
    let isSpent = brackets.count < spentBrackets && !bracket.isImage
    spentBrackets = min(spentBrackets, brackets.count)
    let opening = raw[bracket.piece].piece.range
    guard !isSpent, opening.upperBound < close,
      let (target, end) = MarkdownLink.address(behind: close + 1, in: line, of: text)
    else { return }
    let kind = Inline.link(isImage: bracket.isImage)
    add(.close(kind), close..<end, target: target)
    raw[bracket.piece].piece = Piece(kind: .open(kind), range: opening, target: target)
    emphasis.match(from: bracket.runs)
    if !bracket.isImage { spentBrackets = brackets.count }
  }

  /// Puts what runs came to in their place.
  private mutating func finish() {
    pieces.removeAll(keepingCapacity: true)
    var depth = 0
    for (piece, index) in raw {
      guard index >= 0 else {
        append(piece)
        continue
      }
      var start = piece.range.lowerBound
      func range(_ length: Int) -> Range<Int> {
        start += length
        return start - length..<start
      }
      var pair = emphasis.runs[index].firstClosed
      while pair >= 0 {
        let range = range(emphasis.pairs[pair].length)
        let kind = Kind.close(range.count == 2 ? .strong : .emphasis)
        append(Piece(kind: emphasis.pairs[pair].isShown ? kind : .text, range: range))
        if emphasis.pairs[pair].isShown { depth -= 1 }
        pair = emphasis.pairs[pair].nextClosed
      }
      if emphasis.runs[index].left > 0 {
        append(Piece(kind: .text, range: range(emphasis.runs[index].left)))
      }
      pair = emphasis.runs[index].firstOpened
      while pair >= 0 {
        let range = range(emphasis.pairs[pair].length)
        emphasis.pairs[pair].isShown = depth < Self.deepest
        if emphasis.pairs[pair].isShown { depth += 1 }
        let kind = Kind.open(range.count == 2 ? .strong : .emphasis)
        append(Piece(kind: emphasis.pairs[pair].isShown ? kind : .text, range: range))
        pair = emphasis.pairs[pair].nextOpened
      }
    }
  }

  /// Adds a piece; text that follows text is one with it.
  private mutating func append(_ piece: Piece) {
    if piece.kind == .text, let last = pieces.last, last.kind == .text,
      last.range.upperBound == piece.range.lowerBound
    {
      pieces[pieces.count - 1].range = last.range.lowerBound..<piece.range.upperBound
    } else {
      pieces.append(piece)
    }
  }
}
