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

  /// A run of `*` or `_` that may begin or end emphasis.
  private struct Run {
    let byte: UInt8
    let count: Int
    let mayOpen: Bool
    let mayClose: Bool
    /// How many of its marks have no counterpart.
    var left: Int
    /// Its pairs, the first in the order of the text: -1 for none.
    var firstOpened = -1
    var firstClosed = -1
    var lastClosed = -1

    /// Runs of one kind, as they close, match the same openers.
    var kind: Int {
      (byte == UInt8(ascii: "*") ? 0 : 6) + (mayOpen ? 0 : 3) + count % 3
    }

    /// Whether this one, as it opens, is matched by `other`: of runs that may do both, lengths must not add up to
    /// three, as in `*a**b*`.
    func matches(_ other: Run) -> Bool {
      guard byte == other.byte else { return false }
      let isEither = mayClose || other.mayOpen
      return !isEither || (count + other.count) % 3 != 0 || count % 3 == 0
    }
  }

  /// Marks of two runs that belong together.
  private struct Pair {
    let length: Int
    var nextOpened = -1
    var nextClosed = -1
    var isShown = false
  }

  private struct Bracket {
    let piece: Int
    /// How many runs stand before it.
    let runs: Int
    let isImage: Bool
  }

  /// What is read so far, with the run that a piece is, or -1.
  private var raw: [(piece: Piece, run: Int)] = []
  private var runs: [Run] = []
  private var pairs: [Pair] = []
  /// The runs that are not matched yet, and those of them that may begin something.
  private var waiting: [Int] = []
  private var openers: [Int] = []
  private var brackets: [Bracket] = []
  /// How many brackets stand around a link, and so can be none.
  private var spentBrackets = 0
  /// All runs of backticks, with the index of the next one of the same length; nil while nobody asked.
  private var backticks: [(range: Range<Int>, next: Int)]?
  private var nextBackticks = 0
  /// The run of backticks that ends the code at hand.
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
    runs.removeAll(keepingCapacity: true)
    pairs.removeAll(keepingCapacity: true)
    waiting.removeAll(keepingCapacity: true)
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
    match(from: 0)
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
      guard Self.isPunctuation(text[offset]) else { return }
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
      guard let run = Self.run(start..<offset, in: line, of: text) else { return }
      add(.text, start..<offset, run: runs.count)
      waiting.append(runs.count)
      runs.append(run)
    case UInt8(ascii: "["):
      add(.text, start..<offset)
      brackets.append(Bracket(piece: raw.count - 1, runs: waiting.count, isImage: false))
    case UInt8(ascii: "!"):
      guard offset < line.upperBound, text[offset] == UInt8(ascii: "[") else { return }
      add(.text, start..<offset + 1)
      brackets.append(Bracket(piece: raw.count - 1, runs: waiting.count, isImage: true))
    case UInt8(ascii: "]"): endLink(at: start, in: text)
    case UInt8(ascii: "<"):
      guard let end = Self.endOfAutolink(from: offset, in: line, of: text) else { return }
      add(.hidden, start..<offset)
      add(.address, offset..<end, target: offset..<end)
      add(.hidden, end..<end + 1)
    case Byte.colon:
      if let address = Self.address(around: start, from: plain, in: line, of: text) {
        add(.address, address, target: address)
      }
    default: return
    }
  }

  /// A run that may begin or end emphasis, by what stands on its sides; nil where it can do neither.
  private static func run(
    _ range: Range<Int>, in line: Range<Int>, of text: borrowing Span<UInt8>
  ) -> Run? {
    let before = side(before: range.lowerBound, from: line.lowerBound, of: text)
    let after = side(at: range.upperBound, upTo: line.upperBound, of: text)
    let isLeft = after != .blank && (after == .word || before != .word)
    let isRight = before != .blank && (before == .word || after != .word)
    let byte = text[range.lowerBound]
    let isStar = byte == UInt8(ascii: "*")
    let mayOpen = isLeft && (isStar || !isRight || before == .mark)
    let mayClose = isRight && (isStar || !isLeft || after == .mark)
    guard mayOpen || mayClose else { return nil }
    return Run(
      byte: byte, count: range.count, mayOpen: mayOpen, mayClose: mayClose, left: range.count)
  }

  private enum Side { case blank, mark, word }

  private static func side(
    before end: Int, from start: Int, of text: borrowing Span<UInt8>
  ) -> Side {
    guard end > start else { return .blank }
    guard text[end - 1] >= 0x80 else { return side(text[end - 1]) }
    return UTF8Scalar.decode(text, before: end, from: start).map { side($0.scalar) } ?? .word
  }

  private static func side(
    at start: Int, upTo end: Int, of text: borrowing Span<UInt8>
  ) -> Side {
    guard start < end else { return .blank }
    guard text[start] >= 0x80 else { return side(text[start]) }
    return side(UTF8Scalar.decode(text, at: start, upTo: end).scalar)
  }

  private static func side(_ byte: UInt8) -> Side {
    Byte.isSpace(byte) ? .blank : isPunctuation(byte) ? .mark : .word
  }

  private static func side(_ scalar: UInt32) -> Side {
    switch CharacterSet.kind(of: scalar) {
    case .word: .word
    case .space: .blank
    case .other: scalar >= UTF8Scalar.invalid ? .word : .mark
    }
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !Byte.isLetterOrDigit(byte)
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
      let (target, end) = Self.address(behind: close + 1, in: line, of: text)
    else { return }
    let kind = Inline.link(isImage: bracket.isImage)
    add(.close(kind), close..<end, target: target)
    raw[bracket.piece].piece = Piece(kind: .open(kind), range: opening, target: target)
    match(from: bracket.runs)
    if !bracket.isImage { spentBrackets = brackets.count }
  }

  /// The address in the parentheses at `start`, perhaps with a title, and where they end.
  private static func address(
    behind start: Int, in line: Range<Int>, of text: borrowing Span<UInt8>
  ) -> (target: Range<Int>, end: Int)? {
    let end = line.upperBound
    guard start < end, text[start] == UInt8(ascii: "(") else { return nil }
    var offset = text.endOfBlanks(in: start + 1..<end)
    guard offset < end else { return nil }
    let target: Range<Int>
    if text[offset] == UInt8(ascii: "<") {
      guard
        let close = endOfText(from: offset + 1, upTo: end, closing: 0x3E, opening: 0x3C, of: text)
      else { return nil }
      target = offset + 1..<close
      offset = close + 1
    } else {
      let first = offset
      var depth = 0
      while offset < end, text[offset] > 0x20 {
        switch text[offset] {
        case Byte.backslash where offset + 1 < end && isPunctuation(text[offset + 1]): offset += 1
        case UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"): depth -= 1
        default: break
        }
        // As many as nobody types; each would be looked for in all that follows.
        guard depth >= 0, depth <= 32 else { break }
        offset += 1
      }
      target = first..<offset
    }
    let behind = text.endOfBlanks(in: offset..<end)
    guard !target.isEmpty, behind < end else { return nil }
    offset = behind
    if behind > target.upperBound, let title = endOfTitle(at: behind, upTo: end, of: text) {
      offset = text.endOfBlanks(in: title..<end)
    }
    guard offset < end, text[offset] == UInt8(ascii: ")") else { return nil }
    return (target, offset + 1)
  }

  private static func endOfTitle(
    at start: Int, upTo end: Int, of text: borrowing Span<UInt8>
  ) -> Int? {
    let isRound = text[start] == UInt8(ascii: "(")
    guard isRound || text[start] == Byte.quote || text[start] == UInt8(ascii: "'") else {
      return nil
    }
    let (opening, closing) = isRound ? (text[start], UInt8(ascii: ")")) : (nil, text[start])
    return endOfText(from: start + 1, upTo: end, closing: closing, opening: opening, of: text)
      .map { $0 + 1 }
  }

  /// Where `closing` stands first, with neither a backslash nor, anywhere, `opening` before it.
  private static func endOfText(
    from start: Int, upTo end: Int, closing: UInt8, opening: UInt8?,
    of text: borrowing Span<UInt8>
  ) -> Int? {
    var offset = start
    while offset < end {
      if text[offset] == closing { return offset }
      if text[offset] == opening { return nil }
      offset += text[offset] == Byte.backslash ? 2 : 1
    }
    return nil
  }

  /// Where the address ends that begins behind a `<`.
  private static func endOfAutolink(
    from start: Int, in line: Range<Int>, of text: borrowing Span<UInt8>
  ) -> Int? {
    guard
      ["http://", "https://", "mailto:"].contains(where: {
        text.hasPrefix($0, at: start, upTo: line.upperBound)
      })
    else { return nil }
    var offset = start
    while offset < line.upperBound, text[offset] > 0x20, text[offset] != UInt8(ascii: "<") {
      if text[offset] == UInt8(ascii: ">") { return offset }
      offset += 1
    }
    return nil
  }

  /// The web address around the colon at `colon`, without the punctuation of the sentence around it.
  private static func address(
    around colon: Int, from plain: Int, in line: Range<Int>, of text: borrowing Span<UInt8>
  ) -> Range<Int>? {
    guard text.hasPrefix("://", at: colon, upTo: line.upperBound) else { return nil }
    let isSecure = colon > plain && text[colon - 1] == UInt8(ascii: "s")
    let start = colon - (isSecure ? 5 : 4)
    guard start >= plain, text.hasPrefix(isSecure ? "https" : "http", at: start, upTo: colon),
      side(before: start, from: line.lowerBound, of: text) != .word
    else { return nil }
    var end = colon + 3
    while end < line.upperBound, text[end] > 0x20, !"<>\"`[]".utf8.contains(text[end]) { end += 1 }
    // A parenthesis at the end belongs to the address where it was opened there.
    var unopened = 0
    for offset in colon + 3..<end {
      unopened += text[offset] == 0x29 ? 1 : text[offset] == 0x28 ? -1 : 0
    }
    while end > colon + 3, ".,;:!?)*_'".utf8.contains(text[end - 1]) {
      if text[end - 1] == 0x29 {
        guard unopened > 0 else { break }
        unopened -= 1
      }
      end -= 1
    }
    return end > colon + 3 ? start..<end : nil
  }

  // MARK: Emphasis

  /// Matches the runs from that at `first` on, which are then done with: each that may end something with the nearest
  /// that may begin it.
  private mutating func match(from first: Int) {
    openers.removeAll(keepingCapacity: true)
    // By kinds of runs, how many of the openers at the beginning do not match them.
    var floors = [Int](repeating: 0, count: waiting.count > first + 1 ? 12 : 0)
    for index in waiting[first...] {
      let kind = runs[index].kind
      while runs[index].mayClose, runs[index].left > 0, !floors.isEmpty {
        let found = openers[floors[kind]...].lastIndex { runs[$0].matches(runs[index]) }
        guard let found else {
          floors[kind] = openers.count
          break
        }
        pair(openers[found], index)
        openers.removeLast(openers.count - found - (runs[openers[found]].left > 0 ? 1 : 0))
        for kind in floors.indices { floors[kind] = min(floors[kind], openers.count) }
      }
      if runs[index].left > 0, runs[index].mayOpen { openers.append(index) }
    }
    waiting.removeLast(waiting.count - first)
  }

  private mutating func pair(_ opener: Int, _ closer: Int) {
    let length = min(runs[opener].left, runs[closer].left, 2)
    runs[opener].left -= length
    runs[closer].left -= length
    pairs.append(Pair(length: length, nextOpened: runs[opener].firstOpened))
    runs[opener].firstOpened = pairs.count - 1
    if runs[closer].lastClosed >= 0 {
      pairs[runs[closer].lastClosed].nextClosed = pairs.count - 1
    } else {
      runs[closer].firstClosed = pairs.count - 1
    }
    runs[closer].lastClosed = pairs.count - 1
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
      var pair = runs[index].firstClosed
      while pair >= 0 {
        let range = range(pairs[pair].length)
        let kind = Kind.close(range.count == 2 ? .strong : .emphasis)
        append(Piece(kind: pairs[pair].isShown ? kind : .text, range: range))
        if pairs[pair].isShown { depth -= 1 }
        pair = pairs[pair].nextClosed
      }
      if runs[index].left > 0 { append(Piece(kind: .text, range: range(runs[index].left))) }
      pair = runs[index].firstOpened
      while pair >= 0 {
        let range = range(pairs[pair].length)
        pairs[pair].isShown = depth < Self.deepest
        if pairs[pair].isShown { depth += 1 }
        let kind = Kind.open(range.count == 2 ? .strong : .emphasis)
        append(Piece(kind: pairs[pair].isShown ? kind : .text, range: range))
        pair = pairs[pair].nextOpened
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

extension Span<UInt8> {
  fileprivate func hasPrefix(_ prefix: StaticString, at start: Int, upTo end: Int) -> Bool {
    guard end - start >= prefix.utf8CodeUnitCount else { return false }
    return prefix.withUTF8Buffer { prefix in
      prefix.indices.allSatisfy { self[start + $0] == prefix[$0] }
    }
  }
}
