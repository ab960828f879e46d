extension RegularExpression {
  /// Where the expression fits in `text`: the first and longest places, without empty ones and overlaps.
  ///
  /// This is for highlighting; on a text that would take too long the rest is left out.
  func ranges(in text: [UInt8]) -> [Range<Int>] {
    var search = ExpressionRangeSearch(self, text)
    var ranges: [Range<Int>] = []
    var position = 0
    while let range = search.next(from: position) {
      ranges.append(range)
      position = range.upperBound
    }
    return ranges
  }
}

/// A search for the places where an expression fits, each state with the earliest start that leads to it.
private struct ExpressionRangeSearch {
  private let expression: RegularExpression
  private let text: [UInt8]
  /// Steps of single states that may still be made.
  private var budget = 20_000_000
  private var starts: [Int]
  private var active: [Int] = []

  init(_ expression: RegularExpression, _ text: [UInt8]) {
    self.expression = expression
    self.text = text
    starts = [Int](repeating: .max, count: expression.states.count)
  }

  /// The first place from `position` on.
  mutating func next(from position: Int) -> Range<Int>? {
    var found: Range<Int>?
    var waiting: [(state: Int, start: Int)] = []
    var before = side(before: position)
    var position = position
    while budget > 0 {
      if found == nil { waiting.append((expression.start, position)) }
      let (character, length) = character(at: position)
      let after = AutomatonWalk.side(of: character)
      if let start = close(waiting, before, after), found.map({ start <= $0.lowerBound }) ?? true,
        start < position
      {
        found = start..<position
      }
      waiting = []
      for state in active {
        if case .set(let set, let next) = expression.states[state], let character,
          expression.sets[set].contains(character.unit, character.kind),
          found.map({ starts[state] <= $0.lowerBound }) ?? true
        {
          waiting.append((next, starts[state]))
        }
        starts[state] = .max
      }
      active.removeAll(keepingCapacity: true)
      guard character != nil, found == nil || !waiting.isEmpty else { return found }
      before = after
      position += length
    }
    return found
  }

  /// Makes active all states that are reached without a character; returns the earliest start that is accepted.
  private mutating func close(
    _ first: [(state: Int, start: Int)], _ before: ExpressionMatcher.Side,
    _ after: ExpressionMatcher.Side
  ) -> Int? {
    var accepted: Int?
    // The earliest start comes first, so that no state has to be looked at twice.
    var waiting = first.sorted { $0.start > $1.start }
    while let (state, start) = waiting.popLast() {
      guard starts[state] > start else { continue }
      if starts[state] == .max { active.append(state) }
      starts[state] = start
      budget -= 1
      switch expression.states[state] {
      case .accept: accepted = min(accepted ?? .max, start)
      case .split(let one, let other):
        if other >= 0 { waiting.append((other, start)) }
        if one >= 0 { waiting.append((one, start)) }
      case .assertion(let assertion, let next):
        if assertion.holds(before, after) { waiting.append((next, start)) }
      case .set: break
      }
    }
    return accepted
  }

  private func character(
    at position: Int
  ) -> (character: (unit: UInt32, kind: CharacterSet.Kind)?, length: Int) {
    guard position < text.count else { return (nil, 0) }
    var scalar = UInt32(text[position])
    var length = 1
    if scalar >= 0x80 {
      (scalar, length) = UTF8Scalar.decode(text.span, at: position, upTo: text.count)
    }
    let unit = expression.ignoresCase ? TextFolding.caseFolded(scalar) : scalar
    let kind = expression.knowsWords && unit >= 0x80 ? CharacterSet.kind(of: unit) : .other
    return ((unit, kind), length)
  }

  private func side(before position: Int) -> ExpressionMatcher.Side {
    guard position > 0 else { return .edge }
    var start = position - 1
    while start > 0, position - start < 4, text[start] & 0xc0 == 0x80 { start -= 1 }
    return AutomatonWalk.side(of: character(at: start).character)
  }
}
