extension YAMLParser {
  private struct BlockText {
    var text: [UInt8] = []
    var end: Int
    var isEnded = false
    var emptyLines: Int
  }

  /// The `|` or `>` scalar that starts here, inside a collection at column `parent`.
  mutating func blockScalar(deeperThan parent: Int) throws(YAMLProblem) -> YAMLValue {
    let start = position
    let isFolded = current == UInt8(ascii: ">")
    position += 1
    let (chomping, digit) = try blockHeader()
    var block = BlockText(end: position, emptyLines: 0)
    skipLine()
    let own: Int
    if let digit {
      own = max(parent + 1, 1) + digit - 1
      block.emptyLines = skipBlockBreaks(column: own)
    } else {
      (own, block.emptyLines) = try blockIndentation(parent: parent)
    }
    readLines(into: &block, column: own, isFolded: isFolded)
    if chomping != UInt8(ascii: "-") && block.isEnded { block.text.append(.lineFeed) }
    if chomping == UInt8(ascii: "+") && block.emptyLines > 0 {
      block.text += [UInt8](repeating: .lineFeed, count: block.emptyLines)
      let isPair = bytes[..<lineStart].suffix(2).elementsEqual([.carriageReturn, .lineFeed])
      block.end = lineStart - (isPair ? 2 : 1)
    }
    return YAMLValue(.scalar(isFolded ? .folded : .literal, block.text), at: start..<block.end)
  }

  private mutating func readLines(into block: inout BlockText, column own: Int, isFolded: Bool) {
    while !isAtEnd && column == own {
      block.text += [UInt8](repeating: .lineFeed, count: block.emptyLines)
      let isFoldable = isFolded && current != .space && current != .tab
      let line = position
      while !isAtBreak { position += 1 }
      block.text += bytes[line..<position]
      block.end = position
      block.isEnded = !isAtEnd
      skipBreak()
      block.emptyLines = skipBlockBreaks(column: own)
      guard !isAtEnd && column == own else { break }
      if !isFoldable || current == .space || current == .tab {
        block.text.append(.lineFeed)
      } else if block.emptyLines == 0 {
        block.text.append(.space)
      }
    }
  }

  /// The sign that tells what the last line ends count, and the digit, where they are there.
  private mutating func blockHeader() throws(YAMLProblem) -> (UInt8?, Int?) {
    var chomping: UInt8?
    var digit: Int?
    while !isBlank(position) {
      switch current {
      case UInt8(ascii: "+") where chomping == nil, UInt8(ascii: "-") where chomping == nil:
        chomping = current
      case UInt8(ascii: "1")...UInt8(ascii: "9") where digit == nil:
        digit = Int(current - UInt8(ascii: "0"))
      default: throw problem(.badBlockHeader)
      }
      position += 1
    }
    let stop = position
    skipSpaces()
    if current == .tab { throw problem(.tab) }
    guard isAtBreak || isAtComment else { throw problem(.badBlockHeader) }
    position = stop
    return (chomping, digit)
  }

  /// Finds the column of the first line with text, and counts the empty lines before it.
  private mutating func blockIndentation(
    parent: Int
  ) throws(YAMLProblem) -> (column: Int, emptyLines: Int) {
    var emptyLines = 0
    var widest = 0
    var first: Int?
    skipSpaces()
    while isAtBreak && !isAtEnd {
      first = first ?? column
      widest = max(widest, column)
      skipBreak()
      emptyLines += 1
      skipSpaces()
    }
    let least = max(parent + 1, 1)
    // Parsers disagree where an empty line is longer than the first text's indentation, and
    // ruamel.yaml refuses what is deeper than the spaces of the first empty line.
    let isWide = widest > max(column, least) && !isAtEnd
    if isWide || first.map({ $0 > 0 && max(widest, column) > $0 }) == true {
      throw problem(.badIndentation)
    }
    return (max(least, column), emptyLines)
  }

  /// Goes past empty lines and up to `own` spaces of the next, and counts the lines.
  private mutating func skipBlockBreaks(column own: Int) -> Int {
    var count = 0
    while true {
      while column < own && current == .space && !isAtEnd { position += 1 }
      guard isAtBreak && !isAtEnd else { return count }
      skipBreak()
      count += 1
    }
  }
}
