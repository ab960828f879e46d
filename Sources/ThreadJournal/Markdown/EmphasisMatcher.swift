import ThreadStorage

/// Finds which runs of `*` and `_` belong together, as CommonMark does: each is looked at only as often as it is matched.
struct EmphasisMatcher {
  /// A run that may begin or end emphasis.
  struct Run {
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
    var kind: Int { (byte == UInt8(ascii: "*") ? 0 : 6) + (mayOpen ? 0 : 3) + count % 3 }

    /// Whether this one, as it opens, is matched by `other`: of runs that may do both, lengths must not add up to
    /// three, as in `*a**b*`.
    func matches(_ other: Run) -> Bool {
      guard byte == other.byte else { return false }
      let isEither = mayClose || other.mayOpen
      return !isEither || (count + other.count) % 3 != 0 || count % 3 == 0
    }
  }

  /// Marks of two runs that belong together.
  struct Pair {
    let length: Int
    var nextOpened = -1
    var nextClosed = -1
    var isShown = false
  }

  private(set) var runs: [Run] = []
  var pairs: [Pair] = []
  /// The runs that are not matched yet, and those of them that may begin something.
  private var waiting: [Int] = []
  private var openers: [Int] = []

  var waitingCount: Int { waiting.count }

  mutating func removeAll() {
    runs.removeAll(keepingCapacity: true)
    pairs.removeAll(keepingCapacity: true)
    waiting.removeAll(keepingCapacity: true)
  }

  /// Adds the run at `range`, and returns its index; nil where what stands on its sides lets it neither begin nor end.
  mutating func add(
    _ range: Range<Int>, in line: Range<Int>, of text: borrowing Span<UInt8>
  ) -> Int? {
    guard let run = Self.run(range, in: line, of: text) else { return nil }
    waiting.append(runs.count)
    runs.append(run)
    return runs.count - 1
  }

  private static func run(
    _ range: Range<Int>, in line: Range<Int>, of text: borrowing Span<UInt8>
  ) -> Run? {
    let before = MarkdownSide(before: range.lowerBound, from: line.lowerBound, of: text)
    let after = MarkdownSide(at: range.upperBound, upTo: line.upperBound, of: text)
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

  /// Matches the runs from that at `first` on, which are then done with: each that may end something with the nearest
  /// that may begin it.
  mutating func match(from first: Int) {
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
}

/// What stands beside a mark.
enum MarkdownSide {
  case blank, mark, word

  init(before end: Int, from start: Int, of text: borrowing Span<UInt8>) {
    if end <= start {
      self = .blank
    } else if text[end - 1] < 0x80 {
      self.init(text[end - 1])
    } else {
      self = UTF8Scalar.decode(text, before: end, from: start).map { .init($0.scalar) } ?? .word
    }
  }

  init(at start: Int, upTo end: Int, of text: borrowing Span<UInt8>) {
    if start >= end {
      self = .blank
    } else if text[start] < 0x80 {
      self.init(text[start])
    } else {
      self.init(UTF8Scalar.decode(text, at: start, upTo: end).scalar)
    }
  }

  private init(_ byte: UInt8) {
    self = Byte.isSpace(byte) ? .blank : Byte.isPunctuation(byte) ? .mark : .word
  }

  private init(_ scalar: UInt32) {
    switch CharacterSet.kind(of: scalar) {
    case .word: self = .word
    case .space: self = .blank
    case .other: self = scalar >= UTF8Scalar.invalid ? .word : .mark
    }
  }
}

extension Byte {
  static func isPunctuation(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !isLetterOrDigit(byte)
  }
}
