/// Runs a regular expression over texts, in time linear in them; it remembers the states it has met.
///
/// Each step depends on the set of the automaton's states and the character only, so its result is
/// kept (a lazy DFA). Where more states turn up than are worth keeping, it starts anew.
struct ExpressionMatcher: Sendable {
  /// What stands on one side of the place between two characters.
  enum Side: UInt32, Sendable {
    /// The start or end of the text, or a line feed.
    case edge
    case word
    case other
  }

  private static let keptStates = 1000
  private static let unknown: Int32 = -1
  private static let matched: Int32 = -2

  private let expression: RegularExpression
  /// The first scalar of each run of scalars that all sets treat alike, ascending, from 0.
  private let runs: [UInt32]
  /// The symbol of each ASCII character.
  private let asciiSymbols: [Int32]
  /// How many symbols there are; the last is the end of the text.
  private let symbolCount: Int
  private var numbers: [[UInt32]: Int32] = [:]
  private var kernels: [[UInt32]] = []
  private var steps: [Int32] = []
  private var walk: AutomatonWalk

  init(_ expression: RegularExpression) {
    self.expression = expression
    runs = ExpressionMatcher.runs(of: expression)
    symbolCount = runs.count * 3 + 1
    let runs = runs
    asciiSymbols = (UInt32(0)..<0x80).map { unit in
      let folded = expression.ignoresCase ? TextFolding.foldedASCII(unit) : unit
      return Int32(ExpressionMatcher.run(of: folded, in: runs) * 3)
    }
    walk = AutomatonWalk(expression)
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
    var lower = 0
    var upper = runs.count
    while upper - lower > 1 {
      let middle = (lower + upper) / 2
      if runs[middle] <= unit { lower = middle } else { upper = middle }
    }
    return lower
  }

  /// Whether the expression fits anywhere in `text`.
  mutating func matches(_ text: [UInt8]) -> Bool {
    var state = number(of: walk.startKernel)
    let span = text.span
    var position = 0
    while position < text.count {
      let byte = span[position]
      let symbol: Int
      if byte < 0x80 {
        symbol = Int(asciiSymbols[Int(byte)])
        position += 1
      } else {
        let (scalar, length) = UTF8Scalar.decode(span, at: position, upTo: text.count)
        symbol = self.symbol(of: scalar)
        position += length
      }
      state = step(from: state, symbol)
      if state == ExpressionMatcher.matched { return true }
    }
    return step(from: state, symbolCount - 1) == ExpressionMatcher.matched
  }

  private func symbol(of scalar: UInt32) -> Int {
    let unit = expression.ignoresCase ? TextFolding.caseFolded(scalar) : scalar
    let kind = expression.knowsWords && unit >= 0x80 ? CharacterSet.kind(of: unit) : .other
    return ExpressionMatcher.run(of: unit, in: runs) * 3 + kind.rawValue
  }

  @inline(__always)
  private mutating func step(from state: Int32, _ symbol: Int) -> Int32 {
    let known = steps[Int(state) * symbolCount + symbol]
    return known == ExpressionMatcher.unknown ? newStep(from: state, symbol) : known
  }

  private mutating func newStep(from state: Int32, _ symbol: Int) -> Int32 {
    let character = character(of: symbol)
    let kernel = kernels[Int(state)]
    let isMatched = walk.step(from: kernel, character)
    let place = Int(state) * symbolCount + symbol
    guard !isMatched else {
      steps[place] = ExpressionMatcher.matched
      return ExpressionMatcher.matched
    }
    let count = kernels.count
    let next = number(of: walk.nextKernel)
    // After a fresh start the state that the step began with is forgotten.
    if kernels.count >= count { steps[place] = next }
    return next
  }

  /// A scalar that stands for all of `symbol`, and its kind; nil for the end of the text.
  private func character(of symbol: Int) -> (unit: UInt32, kind: CharacterSet.Kind)? {
    guard symbol < symbolCount - 1 else { return nil }
    return (runs[symbol / 3], CharacterSet.Kind(rawValue: symbol % 3) ?? .other)
  }

  /// The number of the state with these automaton states, which is made where it is new.
  private mutating func number(of kernel: [UInt32]) -> Int32 {
    if let number = numbers[kernel] { return number }
    if kernels.count >= ExpressionMatcher.keptStates {
      numbers = [:]
      kernels = []
      steps = []
    }
    let number = Int32(kernels.count)
    numbers[kernel] = number
    kernels.append(kernel)
    steps += [Int32](repeating: ExpressionMatcher.unknown, count: symbolCount)
    return number
  }
}

/// One step of all of an automaton's states at once.
struct AutomatonWalk: Sendable {
  private let expression: RegularExpression
  /// The states reached by the last step, ascending, and last the side that its character is for the next step.
  private(set) var nextKernel: [UInt32] = []
  private var waiting: [Int] = []
  private var isSeen: [Bool]
  private var seen: [Int] = []

  init(_ expression: RegularExpression) {
    self.expression = expression
    isSeen = [Bool](repeating: false, count: expression.states.count)
  }

  /// The kernel before the first character.
  var startKernel: [UInt32] {
    [UInt32(expression.start), ExpressionMatcher.Side.edge.rawValue]
  }

  /// Passes on `character` (nil at the text's end) from `kernel`; true where the expression fits before it.
  mutating func step(
    from kernel: [UInt32], _ character: (unit: UInt32, kind: CharacterSet.Kind)?
  ) -> Bool {
    let before = ExpressionMatcher.Side(rawValue: kernel.last ?? 0) ?? .edge
    let after = AutomatonWalk.side(of: character)
    waiting = kernel.dropLast().map { Int($0) }
    var targets: Set<UInt32> = [UInt32(expression.start)]
    var isMatched = false
    while let state = waiting.popLast() {
      guard !isSeen[state] else { continue }
      isSeen[state] = true
      seen.append(state)
      switch expression.states[state] {
      case .accept: isMatched = true
      case .split(let first, let second):
        if second >= 0 { waiting.append(second) }
        if first >= 0 { waiting.append(first) }
      case .assertion(let assertion, let next):
        if assertion.holds(before, after) { waiting.append(next) }
      case .set(let set, let next):
        if let character, expression.sets[set].contains(character.unit, character.kind) {
          targets.insert(UInt32(next))
        }
      }
    }
    for state in seen { isSeen[state] = false }
    seen.removeAll(keepingCapacity: true)
    nextKernel = targets.sorted() + [after.rawValue]
    return isMatched
  }

  /// What `character` is for an assertion beside it.
  static func side(
    of character: (unit: UInt32, kind: CharacterSet.Kind)?
  ) -> ExpressionMatcher.Side {
    guard let character, character.unit != 0xa else { return .edge }
    let unit = character.unit
    let isASCIIWord =
      unit &- 0x30 < 10 || unit == 0x5f || (unit < 0x80 && (unit | 0x20) &- 0x61 < 26)
    return isASCIIWord || character.kind == .word ? .word : .other
  }
}

extension RegularExpression.Assertion {
  /// Whether it holds between what stands before and after.
  func holds(_ before: ExpressionMatcher.Side, _ after: ExpressionMatcher.Side) -> Bool {
    switch self {
    case .lineStart: before == .edge
    case .lineEnd: after == .edge
    case .wordEdge: (before == .word) != (after == .word)
    case .noWordEdge: (before == .word) == (after == .word)
    }
  }
}
