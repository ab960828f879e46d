import ThreadStorage

/// Reads a Markdown text into blocks, line by line: the one reader, for the terminal and the report.
///
/// Each line first goes on with the quotes and list items that are open, then perhaps begins new ones, and what is left
/// of it is a part of a leaf: a paragraph, heading, rule, code or table. Blocks come out as a flat sequence of events,
/// and every line says which of its bytes are marks and which are content, so that nothing of a text is ever lost.
/// What stands inside a paragraph is read by `MarkdownInlineReader`. It takes time linear in the text: so many
/// containers are open at most, and a mark beyond that is text. What it does not know, as HTML, is text, too.
package struct MarkdownReader: Sendable {
  /// A line of the text, and what its bytes are.
  package struct Line: Sendable, Hashable {
    /// The whole line, without its line feed.
    package let range: Range<Int>
    /// What is left of it without marks and without the blanks around it, which code keeps.
    package let content: Range<Int>
    package let marks: Range<Int>
    package let role: Role
  }

  package enum Role: Sendable, Hashable {
    case blank, text, code, table, rule
    /// The first or the last line of fenced code; its content is what is said about the code.
    case fence
    /// The line below a heading.
    case underline
  }

  /// Bytes before a line's content that mean something.
  package struct Mark: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      case quote, bullet, number, openTask, doneTask, heading
    }

    package let kind: Kind
    package let range: Range<Int>
  }

  package enum Container: Sendable, Hashable {
    case quote
    case list(isOrdered: Bool)
    /// With its number in an ordered list, and whether it is done, if it is a task.
    case item(number: Int?, isDone: Bool?)
  }

  package enum Leaf: Sendable, Hashable {
    case paragraph, rule, code, table
    /// From 1 to 6.
    case heading(level: Int)

    /// Whether it has words, which `MarkdownInlineReader` reads.
    package var hasWords: Bool {
      switch self {
      case .paragraph, .heading: true
      case .rule, .code, .table: false
      }
    }
  }

  package enum Event: Sendable, Hashable {
    case open(Container)
    case close(Container)
    /// With the indices of its lines.
    case leaf(Leaf, lines: Range<Int>)
  }

  package private(set) var lines: [Line] = []
  package private(set) var marks: [Mark] = []
  package private(set) var events: [Event] = []

  /// Those of the lines of a leaf that have words.
  package func words(of leaf: Range<Int>) -> ArraySlice<Line> {
    let lines = lines[leaf]
    return lines.last?.role == .underline ? lines.dropLast() : lines
  }

  /// So many quotes, lists and items are open at most.
  private static let deepest = 32

  private struct Open {
    let container: Container
    /// How many columns the content of an item is indented.
    var width = 0
    /// What marks the items of a list.
    var marker: UInt8 = 0
    /// Whether an item has had no text so far.
    var isEmpty = false
  }

  /// The leaf to which a line may be added.
  private enum OpenLeaf: Equatable {
    case none, paragraph, indentedCode, table
    case fencedCode(mark: UInt8, length: Int, indent: Int)
  }

  private var open: [Open] = []
  private var leaf = OpenLeaf.none
  private var firstLineOfLeaf = 0
  /// How many of the open containers the line at hand goes on with.
  private var depth = 0
  private var firstMark = 0

  package init() {}

  /// Reads `text` in place of what was read before.
  package mutating func read(_ text: borrowing Span<UInt8>) {
    lines.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
    var line = Self.line(at: 0, in: text)
    while true {
      let following =
        line.upperBound < text.count ? Self.line(at: line.upperBound + 1, in: text) : nil
      read(line, following: following, in: text)
      guard let following else { break }
      line = following
    }
    close(to: 0)
    finishLeaf()
  }

  private static func line(at start: Int, in text: borrowing Span<UInt8>) -> Range<Int> {
    start..<(ByteSearch.firstIndex(of: Byte.lineFeed, in: text, start..<text.count) ?? text.count)
  }

  // MARK: A line

  private mutating func read(
    _ line: Range<Int>, following: Range<Int>?, in text: borrowing Span<UInt8>
  ) {
    var cursor = LineCursor(line, in: text)
    (depth, firstMark) = (0, marks.count)
    continueContainers(&cursor, in: text)
    if !cursor.isBlank { for index in 0..<depth { open[index].isEmpty = false } }
    let isContinued = depth == open.count
    if isContinued, case .fencedCode(let mark, let length, let indent) = leaf {
      let isEnd = cursor.indent < 4 && text.closesFence(mark, length, in: cursor.rest)
      if !isEnd { cursor.take(min(indent, cursor.indent), in: text) }
      let content = isEnd ? cursor.end..<cursor.end : cursor.offset..<cursor.end
      add(line, content, isEnd ? .fence : .code)
      if isEnd { finishLeaf() }
      return
    }
    if startBlocks(&cursor, line, following, in: text) { return }
    if cursor.isBlank { return addBlank(line, cursor) }
    // A paragraph goes on where the marks of its containers were left out.
    if leaf == .paragraph { return add(line, cursor.rest, .text) }
    if depth == open.count {
      if leaf == .table, text.contains(UInt8(ascii: "|"), in: cursor.rest) {
        return add(line, cursor.rest, .table)
      }
      if leaf == .indentedCode, cursor.indent >= 4 {
        cursor.take(4, in: text)
        return add(line, cursor.offset..<cursor.end, .code)
      }
    }
    begin(.paragraph)
    add(line, cursor.rest, .text)
  }

  private mutating func add(_ line: Range<Int>, _ content: Range<Int>, _ role: Role) {
    lines.append(
      Line(range: line, content: content, marks: firstMark..<marks.count, role: role))
  }

  private mutating func addBlank(_ line: Range<Int>, _ cursor: LineCursor) {
    close(to: depth)
    let isCode = leaf == .indentedCode
    if !isCode { finishLeaf() }
    add(line, cursor.end..<cursor.end, isCode ? .code : .blank)
  }

  /// Goes over the marks, or the indentation, of the open containers.
  private mutating func continueContainers(
    _ cursor: inout LineCursor, in text: borrowing Span<UInt8>
  ) {
    while depth < open.count {
      switch open[depth].container {
      case .list: break
      case .quote:
        guard !cursor.isBlank, cursor.indent < 4, text[cursor.text] == UInt8(ascii: ">") else {
          return
        }
        takeQuote(&cursor, in: text)
      case .item:
        if cursor.isBlank {
          if open[depth].isEmpty { return }
        } else {
          guard cursor.indent >= open[depth].width else { return }
          cursor.take(open[depth].width, in: text)
        }
      }
      depth += 1
    }
  }

  private mutating func takeQuote(_ cursor: inout LineCursor, in text: borrowing Span<UInt8>) {
    mark(.quote, 1, &cursor, in: text)
    if cursor.indent > 0 { cursor.take(1, in: text) }
  }

  private mutating func mark(
    _ kind: Mark.Kind, _ length: Int, _ cursor: inout LineCursor, in text: borrowing Span<UInt8>
  ) {
    marks.append(Mark(kind: kind, range: cursor.text..<cursor.text + length))
    cursor.takeMark(length, in: text)
  }

  // MARK: What is open

  /// Closes the containers from `count` on, with the leaf in them.
  private mutating func close(to count: Int) {
    if count < open.count { finishLeaf() }
    while open.count > count { events.append(.close(open.removeLast().container)) }
  }

  /// Closes what the line does not go on with, for a block that is no item, and so in no list itself.
  private mutating func closeForBlock() {
    if depth > 0, case .list = open[depth - 1].container { depth -= 1 }
    close(to: depth)
    finishLeaf()
  }

  private mutating func open(_ container: Open) {
    events.append(.open(container.container))
    open.append(container)
    depth = open.count
  }

  private mutating func begin(_ new: OpenLeaf) {
    closeForBlock()
    leaf = new
    firstLineOfLeaf = lines.count
  }

  private mutating func finishLeaf() {
    let kind: Leaf
    switch leaf {
    case .none: return
    case .paragraph: kind = .paragraph
    case .table: kind = .table
    case .indentedCode, .fencedCode: kind = .code
    }
    finishLeaf(as: kind)
  }

  private mutating func finishLeaf(as kind: Leaf) {
    var end = lines.count
    if leaf == .indentedCode {
      while end > firstLineOfLeaf + 1, lines[end - 1].content.isEmpty { end -= 1 }
    }
    events.append(.leaf(kind, lines: firstLineOfLeaf..<end))
    leaf = .none
  }

  // MARK: What begins

  /// Begins what begins on the line; whether nothing is left of it.
  private mutating func startBlocks(
    _ cursor: inout LineCursor, _ line: Range<Int>, _ following: Range<Int>?,
    in text: borrowing Span<UInt8>
  ) -> Bool {
    while !cursor.isBlank {
      if cursor.indent >= 4 {
        guard leaf != .paragraph, leaf != .indentedCode || depth < open.count else { return false }
        begin(.indentedCode)
        cursor.take(4, in: text)
        add(line, cursor.offset..<cursor.end, .code)
        return true
      }
      switch text[cursor.text] {
      case UInt8(ascii: ">"):
        guard open.count < Self.deepest else { return false }
        closeForBlock()
        open(Open(container: .quote))
        takeQuote(&cursor, in: text)
        continue
      case UInt8(ascii: "#"): return startHeading(&cursor, line, in: text)
      case UInt8(ascii: "`"), UInt8(ascii: "~"):
        if startFence(cursor, line, in: text) { return true }
      case UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"):
        if startUnderlineOrRule(cursor, line, in: text) { return true }
      default: break
      }
      switch startItem(&cursor, in: text) {
      case .list: continue
      case .task: return false
      case nil: return startTable(cursor, line, following, in: text)
      }
    }
    return false
  }

  private mutating func startHeading(
    _ cursor: inout LineCursor, _ line: Range<Int>, in text: borrowing Span<UInt8>
  ) -> Bool {
    let level = text.run(at: cursor.text, upTo: cursor.end)
    var start = cursor.text + level
    guard level <= 6, start < cursor.end, Byte.isBlank(text[start]) else { return false }
    start = text.endOfBlanks(in: start..<cursor.end)
    var end = cursor.end
    while end > start, text[end - 1] == Byte.hash { end -= 1 }
    // Marks at its end belong to it, unless they stand behind a word without a blank.
    if end > start, !Byte.isBlank(text[end - 1]) { end = cursor.end }
    while end > start, Byte.isBlank(text[end - 1]) { end -= 1 }
    guard start < end else { return false }
    begin(.none)
    mark(.heading, start - cursor.text, &cursor, in: text)
    add(line, start..<end, .text)
    finishLeaf(as: .heading(level: level))
    return true
  }

  private mutating func startFence(
    _ cursor: LineCursor, _ line: Range<Int>, in text: borrowing Span<UInt8>
  ) -> Bool {
    let (mark, length) = (text[cursor.text], text.run(at: cursor.text, upTo: cursor.end))
    let info = text.endOfBlanks(in: cursor.text + length..<cursor.end)..<cursor.end
    guard length >= 3, mark != UInt8(ascii: "`") || !text.contains(mark, in: info) else {
      return false
    }
    begin(.fencedCode(mark: mark, length: length, indent: cursor.indent))
    add(line, info, .fence)
    return true
  }

  private mutating func startUnderlineOrRule(
    _ cursor: LineCursor, _ line: Range<Int>, in text: borrowing Span<UInt8>
  ) -> Bool {
    let mark = text[cursor.text]
    let isHeading = mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-")
    if isHeading, leaf == .paragraph, depth == open.count,
      cursor.text + text.run(at: cursor.text, upTo: cursor.end) == cursor.end
    {
      add(line, cursor.end..<cursor.end, .underline)
      finishLeaf(as: .heading(level: mark == UInt8(ascii: "=") ? 1 : 2))
      return true
    }
    guard mark != UInt8(ascii: "=") else { return false }
    var count = 0
    for offset in cursor.rest {
      if text[offset] == mark {
        count += 1
      } else if !Byte.isBlank(text[offset]) {
        return false
      }
    }
    guard count >= 3 else { return false }
    begin(.none)
    add(line, cursor.rest, .rule)
    finishLeaf(as: .rule)
    return true
  }

  private enum Item { case list, task }

  /// Begins a list's item, with a list where it is in none of its kind.
  private mutating func startItem(
    _ cursor: inout LineCursor, in text: borrowing Span<UInt8>
  ) -> Item? {
    guard open.count + 2 <= Self.deepest,
      let (length, number) = text.listMarker(in: cursor.rest)
    else { return nil }
    let isEmpty = cursor.text + length == cursor.end
    // In the middle of a paragraph, a line may begin with a number by chance.
    if leaf == .paragraph, depth == open.count, isEmpty || number ?? 1 != 1 { return nil }
    let marker = text[cursor.text + length - 1]
    var isNext = false
    if depth > 0, case .list = open[depth - 1].container {
      isNext = open[depth - 1].marker == marker
    }
    if isNext {
      close(to: depth)
      finishLeaf()
    } else {
      closeForBlock()
      open(Open(container: .list(isOrdered: number != nil), marker: marker))
    }
    var width = cursor.indent + length
    mark(number == nil ? .bullet : .number, length, &cursor, in: text)
    let gap = isEmpty || cursor.indent > 4 ? 1 : cursor.indent
    width += gap
    if !cursor.isBlank { cursor.take(gap, in: text) }
    let isDone = cursor.indent == 0 ? text.taskBox(in: cursor.rest) : nil
    open(Open(container: .item(number: number, isDone: isDone), width: width, isEmpty: isEmpty))
    guard let isDone else { return .list }
    mark(isDone ? .doneTask : .openTask, 3, &cursor, in: text)
    return .task
  }

  private mutating func startTable(
    _ cursor: LineCursor, _ line: Range<Int>, _ following: Range<Int>?,
    in text: borrowing Span<UInt8>
  ) -> Bool {
    guard leaf != .table || depth < open.count else { return false }
    let pipe = UInt8(ascii: "|")
    // Dashes alone make the line above a heading.
    let hasDelimiter =
      if let following {
        text.isTableDelimiter(in: following)
          && (text.contains(pipe, in: following) || text.contains(Byte.colon, in: following))
      } else { false }
    let isHead = text.contains(pipe, in: cursor.rest) && hasDelimiter
    guard text[cursor.text] == pipe || isHead else { return false }
    begin(.table)
    add(line, cursor.rest, .table)
    return true
  }
}
