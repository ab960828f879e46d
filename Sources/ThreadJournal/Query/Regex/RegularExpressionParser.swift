import ThreadStorage

/// Reads a regular expression into parts of which operators follow their operands; it never recurses.
///
/// In one file, so that no other can touch the stacks of what is open: all of the grammar pushes to them.
struct RegularExpressionParser {
  /// A part of an expression; an operator takes the operands before it.
  enum Part: Sendable {
    case set(Int)
    case assertion(RegularExpression.Assertion)
    case nothing
    case sequence
    case choice
    /// Any number of times but with these limits; with both of them it would be no operator.
    case repeated(atLeastOnce: Bool, atMostOnce: Bool)
  }

  /// A group that is open, or the whole expression.
  private struct Group {
    let opening: Int
    let start: Int
    var hasBranch = false
    var hasOperand = false
    /// Where the part begins that a repetition would repeat.
    var repeatable: Int?
  }

  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var groups: [Group] = []
  private var group = Group(opening: 0, start: 0)
  private(set) var parts: [Part] = []
  private(set) var sets: [CharacterSet] = []
  private(set) var usesWords = false
  /// Whether no letter of the expression is upper-case; the names of classes do not count.
  let ignoresCase: Bool

  init(_ bytes: [UInt8]) {
    scalars = Array(String(utf8: bytes).unicodeScalars)
    var isEscaped = false
    var hasUpperCase = false
    for scalar in scalars {
      if !isEscaped, scalar.properties.isUppercase { hasUpperCase = true }
      isEscaped = scalar == "\\" && !isEscaped
    }
    ignoresCase = !hasUpperCase
  }

  private func error(
    _ reason: RegularExpressionError.Reason, at index: Int
  ) -> RegularExpressionError {
    let column = scalars[..<index].reduce(1) { $0 + UTF8.width($1) }
    return RegularExpressionError(column: column, reason: reason)
  }

  // MARK: Reading scalars

  private func isNext(_ scalar: Unicode.Scalar, after offset: Int = 0) -> Bool {
    position + offset < scalars.count && scalars[position + offset] == scalar
  }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard isNext(scalar) else { return false }
    position += 1
    return true
  }

  private mutating func next() -> Unicode.Scalar {
    position += 1
    return scalars[position - 1]
  }

  // MARK: The grammar

  /// Reads the whole expression.
  mutating func parse() throws(RegularExpressionError) {
    guard !scalars.isEmpty else { throw error(.empty, at: 0) }
    while position < scalars.count {
      try parseItem()
      try checkSize(parts.count, at: min(position, scalars.count - 1))
    }
    guard groups.isEmpty else { throw error(.unclosedGroup, at: group.opening) }
    endBranch()
    try checkSize(parts.count, at: scalars.count - 1)
  }

  private func checkSize(_ size: Int, at index: Int) throws(RegularExpressionError) {
    guard size <= RegularExpression.sizeLimit else {
      throw error(.tooLarge(limit: RegularExpression.sizeLimit), at: index)
    }
  }

  private mutating func parseItem() throws(RegularExpressionError) {
    let start = position
    let scalar = next()
    switch scalar {
    case "(":
      if isNext("?") {
        guard isNext(":", after: 1) else { throw error(.unknownGroup, at: start) }
        position += 2
      }
      beginOperand()
      groups.append(group)
      group = Group(opening: start, start: parts.count)
    case ")":
      guard let outer = groups.popLast() else { throw error(.unopenedGroup, at: start) }
      endBranch()
      let begin = group.start
      group = outer
      group.repeatable = begin
    case "|": endBranch()
    case "*": try add(.repeated(atLeastOnce: false, atMostOnce: false), at: start)
    case "+": try add(.repeated(atLeastOnce: true, atMostOnce: false), at: start)
    case "?": try add(.repeated(atLeastOnce: false, atMostOnce: true), at: start)
    case "{":
      if let counts = try counts(from: start) {
        try repeatOperand(counts, at: start)
      } else {
        addCharacter(scalar)
      }
    case "^": addOperand(.assertion(.lineStart))
    case "$": addOperand(.assertion(.lineEnd))
    case ".": addSet(CharacterSet(ranges: [0xa...0xa], isNegated: true))
    case "[": addSet(try parseClass(from: start))
    case "\\": try parseEscape(from: start)
    default: addCharacter(scalar)
    }
  }

  // MARK: Operands

  /// Joins the operand before to what stands before it, as another one begins.
  private mutating func beginOperand() {
    guard group.repeatable != nil else { return }
    if group.hasOperand { parts.append(.sequence) }
    group.hasOperand = true
    group.repeatable = nil
  }

  private mutating func addOperand(_ part: Part) {
    beginOperand()
    group.repeatable = parts.count
    parts.append(part)
  }

  private mutating func addSet(_ set: CharacterSet) {
    if !set.kinds.isEmpty { usesWords = true }
    addOperand(.set(sets.count))
    sets.append(set)
  }

  private mutating func addCharacter(_ scalar: Unicode.Scalar) {
    let value = ignoresCase ? TextFolding.caseFolded(scalar.value) : scalar.value
    addSet(CharacterSet(ranges: [value...value]))
  }

  private mutating func endBranch() {
    beginOperand()
    if !group.hasOperand { parts.append(.nothing) }
    if group.hasBranch { parts.append(.choice) }
    group.hasBranch = true
    group.hasOperand = false
  }

  // MARK: Repetitions

  private mutating func add(_ part: Part, at start: Int) throws(RegularExpressionError) {
    guard group.repeatable != nil else { throw error(.nothingToRepeat, at: start) }
    parts.append(part)
  }

  /// Reads what follows a `{`: `m}`, `m,}` or `m,n}`; nil, and nothing read, where it is none of these.
  private mutating func counts(
    from start: Int
  ) throws(RegularExpressionError) -> (least: Int, most: Int?)? {
    let begin = position
    guard let least = number() else { return nil }
    let most = skip(",") ? number() : least
    guard skip("}") else {
      position = begin
      return nil
    }
    if let most, most < least { throw error(.endBeforeStart, at: start) }
    return (least, most)
  }

  /// Reads digits; a number too large for any expression is the first that is.
  private mutating func number() -> Int? {
    var value: Int?
    while position < scalars.count, scalars[position].value &- 0x30 < 10 {
      let digit = Int(next().value - 0x30)
      value = min((value ?? 0) * 10 + digit, RegularExpression.sizeLimit + 1)
    }
    return value
  }

  private mutating func repeatOperand(
    _ counts: (least: Int, most: Int?), at start: Int
  ) throws(RegularExpressionError) {
    guard let begin = group.repeatable else { throw error(.nothingToRepeat, at: start) }
    let operand = Array(parts[begin...])
    let copies = max(counts.most ?? counts.least + 1, 1)
    try checkSize(parts.count + copies * (operand.count + 2), at: start)
    parts.removeLast(operand.count)
    if counts.most == 0 { return parts.append(.nothing) }
    for copy in 0..<copies {
      parts += operand
      if copy >= counts.least {
        parts.append(.repeated(atLeastOnce: false, atMostOnce: counts.most != nil))
      }
      if copy > 0 { parts.append(.sequence) }
    }
  }

  // MARK: Classes and escapes

  private mutating func parseEscape(from start: Int) throws(RegularExpressionError) {
    if isNext("b") || isNext("B") {
      usesWords = true
      addOperand(.assertion(next() == "b" ? .wordEdge : .noWordEdge))
      return
    }
    var set = CharacterSet()
    if let scalar = try escaped(from: start, adding: &set) {
      addCharacter(scalar)
    } else {
      addSet(set)
    }
  }

  /// Reads what a backslash escapes; nil where it was `\d` or the like, which is added to `set`.
  private mutating func escaped(
    from start: Int, adding set: inout CharacterSet
  ) throws(RegularExpressionError) -> Unicode.Scalar? {
    guard position < scalars.count else { throw error(.unfinishedEscape, at: start) }
    let scalar = next()
    if set.add(shorthand: scalar) { return nil }
    switch scalar {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "0"..."9", "a"..."z", "A"..."Z": throw error(.unknownEscape, at: start)
    default: return scalar
    }
  }

  /// Reads a class behind its `[`.
  private mutating func parseClass(from start: Int) throws(RegularExpressionError) -> CharacterSet {
    var set = CharacterSet()
    set.isNegated = skip("^")
    let first = position
    while position < scalars.count {
      if position > first, skip("]") { return set }
      let begin = position
      guard let lower = try classMember(adding: &set) else { continue }
      guard isNext("-"), position + 1 < scalars.count, !isNext("]", after: 1) else {
        set.add(lower...lower, ignoringCase: ignoresCase)
        continue
      }
      position += 1
      guard let upper = try classMember(adding: &set), upper >= lower else {
        throw error(.endBeforeStart, at: begin)
      }
      set.add(lower...upper, ignoringCase: ignoresCase)
    }
    throw error(.unclosedClass, at: start)
  }

  /// Reads a character of a class; nil where it was `\d` or the like, which is added to `set`.
  private mutating func classMember(
    adding set: inout CharacterSet
  ) throws(RegularExpressionError) -> UInt32? {
    let start = position
    let scalar = next()
    return scalar == "\\" ? try escaped(from: start, adding: &set)?.value : scalar.value
  }
}
