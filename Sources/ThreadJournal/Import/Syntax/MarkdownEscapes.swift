import ThreadStorage

/// Takes off the backslashes that another program wrote before marks, where CommonMark shows the same without them.
///
/// One stays where its mark would begin or end something: a heading, a list, a link, emphasis, code, HTML, a character's
/// name. Code stays as it is, and so does all that follows what may be HTML, or a fence inside a list.
struct MarkdownEscapes {
  private(set) var text: [UInt8] = []
  /// How many backslashes are taken off.
  private(set) var count = 0
  private let typed: [UInt8]
  private var isLiteral = false

  init(of typed: [UInt8]) {
    self.typed = typed
    text.reserveCapacity(typed.count)
    var fences = RangeCursor(CodeFence.all(in: typed, from: 0).map(\.range))
    var start = 0
    for line in typed.lines(in: typed.indices) {
      let isFenced = fences.range(at: line.text.lowerBound) != nil
      guard isFenced || typed[line.text].trimmed.isEmpty else { continue }
      readParagraph(start..<line.text.lowerBound)
      text += typed[line.text.lowerBound..<line.next]
      start = line.next
    }
    readParagraph(start..<typed.count)
  }

  /// What of a paragraph decides whether its backslashes are needed.
  private struct Marks {
    var hasCode = false
    var hasLink = false
    var tildes = 0
  }

  /// Reads lines without a blank one among them, which code and links do not go beyond.
  private mutating func readParagraph(_ range: Range<Int>) {
    let marks = marks(in: range)
    guard !isLiteral, !marks.hasCode else {
      text += typed[range]
      return
    }
    for line in typed.lines(in: range) {
      let start = contentStart(of: line.text)
      // Code is indented; rules, underlines and the like are of marks alone.
      let isCode = ["\t", "    "].contains {
        let blanks = Array($0.utf8)
        return ByteSearch.firstIndex(of: blanks, in: typed.span, line.text.lowerBound..<start)
          != nil
      }
      if isCode
        || !typed[line.text].contains(where: { Byte.isLetterOrDigit($0) || $0 >= 0x80 })
      {
        text += typed[line.text.lowerBound..<line.next]
        continue
      }
      var offset = line.text.lowerBound
      while offset < line.text.upperBound {
        guard isEscape(at: offset, upTo: line.text.upperBound) else {
          text.append(typed[offset])
          offset += 1
          continue
        }
        if isNeeded(before: offset + 1, in: start..<line.text.upperBound, marks) {
          text.append(Byte.backslash)
        } else {
          count += 1
        }
        text.append(typed[offset + 1])
        offset += 2
      }
      text += typed[line.text.upperBound..<line.next]
    }
  }

  private func isEscape(at offset: Int, upTo end: Int) -> Bool {
    typed[offset] == Byte.backslash && offset + 1 < end && Byte.isPunctuation(typed[offset + 1])
  }

  private mutating func marks(in range: Range<Int>) -> Marks {
    var marks = Marks()
    var offset = range.lowerBound
    while offset < range.upperBound {
      if typed[offset] == UInt8(ascii: "~") { marks.tildes += 1 }
      if isEscape(at: offset, upTo: range.upperBound) {
        if typed[offset + 1] == UInt8(ascii: "~") { marks.tildes += 1 }
        offset += 2
        continue
      }
      let rest = typed[offset..<range.upperBound]
      let next = rest.dropFirst().first
      switch typed[offset] {
      case UInt8(ascii: "`"):
        marks.hasCode = true
        if rest.starts(with: "```".utf8) { isLiteral = true }
      case UInt8(ascii: "~") where rest.starts(with: "~~~".utf8): isLiteral = true
      case UInt8(ascii: "<"):
        if next.map({ Byte.isLetter($0) || "/!?".utf8.contains($0) }) == true { isLiteral = true }
      case UInt8(ascii: "]"):
        if next == UInt8(ascii: "(") || next == Byte.colon { marks.hasLink = true }
      default: break
      }
      offset += 1
    }
    return marks
  }

  /// Whether the mark at `offset` says something else without the backslash before it.
  ///
  /// - Parameter content: What of its line stands behind the marks of lists and quotations.
  private func isNeeded(before offset: Int, in content: Range<Int>, _ marks: Marks) -> Bool {
    let before = typed[content.lowerBound..<offset - 1]
    let isFirst = before.isEmpty
    let isNumber = !isFirst && before.count < 10 && before.allSatisfy(Byte.isDigit)
    let last = before.last
    let next = typed[offset + 1..<content.upperBound].first
    // `<\?` and `&\#35;`, which would be HTML and a character.
    if let last, "<&".utf8.contains(last) { return true }
    let isBeforeBlank = next.map(Byte.isBlank) != false
    switch typed[offset] {
    case UInt8(ascii: ","), UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "$"),
      UInt8(ascii: "?"), UInt8(ascii: "/"), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: "^"):
      return false
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return marks.hasLink
    case UInt8(ascii: "("): return marks.hasLink || last == UInt8(ascii: "]")
    case UInt8(ascii: ")"): return marks.hasLink || isNumber
    case UInt8(ascii: "."): return isNumber
    case UInt8(ascii: "!"): return next == UInt8(ascii: "[")
    case Byte.hash:
      // At a heading's end they would belong to it.
      let mayBeEnd = isBeforeBlank || next == Byte.hash || next == Byte.backslash
      return isFirst || mayBeEnd && last.map { Byte.isBlank($0) || $0 == Byte.hash } == true
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "="), UInt8(ascii: ">"): return isFirst
    case Byte.colon:
      return isFirst || last == UInt8(ascii: "]") || next == UInt8(ascii: "/")
    case UInt8(ascii: ";"): return before.suffix(40).contains(UInt8(ascii: "&"))
    case UInt8(ascii: "&"): return !isBeforeBlank
    case UInt8(ascii: "<"): return next.map { !Byte.isBlank($0) && !Byte.isDigit($0) } ?? true
    // Inside a word it is no emphasis.
    case UInt8(ascii: "_"):
      return last.map(Byte.isLetterOrDigit) != true || next.map(Byte.isLetterOrDigit) != true
    case UInt8(ascii: "*"): return last.map(Byte.isBlank) != true || !isBeforeBlank || isFirst
    case UInt8(ascii: "~"): return marks.tildes > 1
    case Byte.backslash:
      return last == Byte.backslash || next.map(Byte.isLetterOrDigit) != true
    default: return true
    }
  }

  /// Where a line's text begins, behind what lists and quotations begin with.
  private func contentStart(of line: Range<Int>) -> Int {
    let span = typed.span
    var start = line.lowerBound
    while start < line.upperBound {
      if Byte.isBlank(typed[start]) || typed[start] == UInt8(ascii: ">") {
        start += 1
      } else if let marker = span.listMarker(in: start..<line.upperBound) {
        start += marker.length
      } else {
        break
      }
    }
    return start
  }
}
