import ThreadStorage

/// Runs a regular expression over texts; it remembers the states it has met.
///
/// Each step depends on the set of the automaton's states and the character only, so its result is
/// kept (a lazy DFA). Where more states turn up than are worth keeping, it starts anew. Whether the expression fits
/// takes one pass over a text; where it does, a pass from each character on, as far as it may still fit.
struct ExpressionMatcher: Sendable {
  /// What stands on one side of a point between two characters.
  enum Side: UInt32, Sendable {
    /// The start or end of the text, or a line feed.
    case edge
    case word
    case other
  }

  private static let keptStates = 1000
  private static let unknown: Int32 = -1
  /// What is added to a step where the expression fits before the character.
  private static let matched: Int32 = 1 << 30
  /// What is added to a step behind which it fits nowhere.
  private static let dead: Int32 = 1 << 29
  private static let stateMask = dead - 1

  private typealias Character = (unit: UInt32, kind: CharacterSet.Kind)

  private let expression: RegularExpression
  private let isAnchored: Bool
  /// The first scalar of each run of scalars that all sets treat alike, ascending, from 0.
  private let runs: [UInt32]
  private let asciiSymbols: [Int32]
  /// How many symbols there are; the last is the end of the text.
  private let symbolCount: Int
  private var numbers: [[UInt32]: Int32] = [:]
  private var kernels: [[UInt32]] = []
  private var steps: [Int32] = []

  /// A matcher that looks everywhere in a text or, where it `isAnchored`, for what begins at one offset.
  init(_ expression: RegularExpression, isAnchored: Bool = false) {
    self.expression = expression
    runs = Self.runs(of: expression)
    symbolCount = runs.count * 3 + 1
    let runs = runs
    asciiSymbols = (UInt32(0)..<0x80).map { unit in
      let folded = expression.ignoresCase ? TextFolding.foldedASCII(unit) : unit
      return Int32(Self.run(of: folded, in: runs) * 3)
    }
    self.isAnchored = isAnchored
  }

  /// The starts of the runs; ASCII letters, digits and the line feed are always told from the rest.
  private static func runs(of expression: RegularExpression) -> [UInt32] {
    var starts: Set<UInt32> = [0, 0xa, 0xb, 0x30, 0x3a, 0x41, 0x5b, 0x5f, 0x60, 0x61, 0x7b, 0x80]
    for set in expression.sets {
      for range in set.ranges {
        starts.insert(range.lowerBound)
        starts.insert(range.upperBound + 1)
      }
    }
    return starts.sorted()
  }

  private static func run(of unit: UInt32, in runs: [UInt32]) -> Int {
    runs.indices.partitioningIndex { runs[$0] > unit } - 1
  }

  /// Whether the expression fits anywhere in `text`.
  mutating func matches(_ text: [UInt8]) -> Bool {
    var state = number(of: startKernel(.edge))
    let span = text.span
    var position = 0
    while position < text.count {
      let (symbol, length) = symbol(at: position, in: span)
      let next = step(from: state, symbol)
      if next >= Self.matched { return true }
      state = next & Self.stateMask
      position += length
    }
    return step(from: state, symbolCount - 1) >= Self.matched
  }

  /// Where an anchored matcher fits in `text`: the first and longest ranges, none empty, none overlapping.
  ///
  /// This is for highlighting; on a text that would take too long the rest is left out.
  func ranges(in text: [UInt8]) -> [Range<Int>] {
    var matcher = self
    var budget = 100_000_000
    var ranges: [Range<Int>] = []
    var position = 0
    var before = Side.edge
    while position < text.count, budget > 0 {
      var upper = matcher.end(from: position, before, in: text.span, &budget) ?? position
      if upper > position { ranges.append(position..<upper) }
      // The last character that is passed over tells what stands before the next one.
      repeat {
        let (symbol, length) = matcher.symbol(at: position, in: text.span)
        before = Self.side(of: matcher.character(of: symbol))
        position += length
        upper = max(upper, position)
      } while position < upper
    }
    return ranges
  }

  /// The end of the longest stretch from `start` on that the expression fits; nil where it fits none.
  private mutating func end(
    from start: Int, _ before: Side, in text: borrowing Span<UInt8>, _ budget: inout Int
  ) -> Int? {
    var state = number(of: startKernel(before))
    var position = start
    var end: Int?
    while budget > 0 {
      budget -= 1
      let (symbol, length) = symbol(at: position, in: text)
      let next = step(from: state, symbol)
      if next & Self.matched != 0 { end = position }
      if next & Self.dead != 0 || length == 0 { break }
      state = next & Self.stateMask
      position += length
    }
    return end
  }

  /// The symbol of the character at `position`, and its length; 0 at the text's end.
  @inline(__always)
  private func symbol(
    at position: Int, in text: borrowing Span<UInt8>
  ) -> (symbol: Int, length: Int) {
    guard position < text.count else { return (symbolCount - 1, 0) }
    let byte = text[position]
    if byte < 0x80 { return (Int(asciiSymbols[Int(byte)]), 1) }
    let (scalar, length) = UTF8Scalar.decode(text, at: position, upTo: text.count)
    return (symbol(of: scalar), length)
  }

  private func symbol(of scalar: UInt32) -> Int {
    let unit = expression.ignoresCase ? TextFolding.caseFolded(scalar) : scalar
    let kind = expression.knowsWords && unit >= 0x80 ? CharacterSet.kind(of: unit) : .other
    return Self.run(of: unit, in: runs) * 3 + kind.rawValue
  }

  @inline(__always)
  private mutating func step(from state: Int32, _ symbol: Int) -> Int32 {
    let known = steps[Int(state) * symbolCount + symbol]
    return known == Self.unknown ? newStep(from: state, symbol) : known
  }

  private mutating func newStep(from state: Int32, _ symbol: Int) -> Int32 {
    let (kernel, isMatched) = kernel(after: kernels[Int(state)], character(of: symbol))
    let count = kernels.count
    var next = number(of: kernel)
    if isMatched { next |= Self.matched }
    if kernel.count == 1 { next |= Self.dead }
    // After a fresh start the state that the step began with is forgotten.
    if kernels.count >= count { steps[Int(state) * symbolCount + symbol] = next }
    return next
  }

  /// The automaton's states at the start of a search, with `before` in front of it.
  private func startKernel(_ before: Side) -> [UInt32] {
    [UInt32(expression.start), before.rawValue]
  }

  /// The states behind `character` (nil at the text's end), ascending, and last the side that it is for the next step;
  /// and whether the expression fits before it.
  private func kernel(
    after kernel: [UInt32], _ character: Character?
  ) -> (kernel: [UInt32], isMatched: Bool) {
    let before = Side(rawValue: kernel.last ?? 0) ?? .edge
    let after = Self.side(of: character)
    var waiting = kernel.dropLast().map { Int($0) }
    var isSeen = [Bool](repeating: false, count: expression.states.count)
    var targets: Set<UInt32> = isAnchored ? [] : [UInt32(expression.start)]
    var isMatched = false
    while let state = waiting.popLast() {
      guard !isSeen[state] else { continue }
      isSeen[state] = true
      switch expression.states[state] {
      case .accept: isMatched = true
      case .split(let first, let second): waiting += [second, first].filter { $0 >= 0 }
      case .assertion(let assertion, let next):
        if assertion.holds(before, after) { waiting.append(next) }
      case .set(let set, let next):
        if let character, expression.sets[set].contains(character.unit, character.kind) {
          targets.insert(UInt32(next))
        }
      }
    }
    return (targets.sorted() + [after.rawValue], isMatched)
  }

  /// What `character` is for an assertion beside it.
  private static func side(of character: Character?) -> Side {
    guard let character, character.unit != 0xa else { return .edge }
    let unit = character.unit
    let isASCIIWord =
      unit &- 0x30 < 10 || unit == 0x5f || (unit < 0x80 && (unit | 0x20) &- 0x61 < 26)
    return isASCIIWord || character.kind == .word ? .word : .other
  }

  /// A scalar that stands for all of `symbol`, and its kind; nil for the end of the text.
  private func character(of symbol: Int) -> Character? {
    guard symbol < symbolCount - 1 else { return nil }
    return (runs[symbol / 3], CharacterSet.Kind(rawValue: symbol % 3) ?? .other)
  }

  /// The number of the state with these automaton states, which is made where it is new.
  private mutating func number(of kernel: [UInt32]) -> Int32 {
    if let number = numbers[kernel] { return number }
    if kernels.count >= Self.keptStates {
      numbers = [:]
      kernels = []
      steps = []
    }
    let number = Int32(kernels.count)
    numbers[kernel] = number
    kernels.append(kernel)
    steps += [Int32](repeating: Self.unknown, count: symbolCount)
    return number
  }
}

extension RegularExpression.Assertion {
  /// Whether it holds between what stands before and after.
  fileprivate func holds(
    _ before: ExpressionMatcher.Side, _ after: ExpressionMatcher.Side
  ) -> Bool {
    switch self {
    case .lineStart: before == .edge
    case .lineEnd: after == .edge
    case .wordEdge: (before == .word) != (after == .word)
    case .noWordEdge: (before == .word) == (after == .word)
    }
  }
}
