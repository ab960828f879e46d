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
    let column: Int
    /// Where its parts begin.
    let start: Int
    var hasBranch = false
    var hasOperand = false
    /// Where the part begins that a repetition would repeat.
    var repeatable: Int?
  }

  private let bytes: [UInt8]
  private var position = 0
  private var groups: [Group] = []
  private(set) var parts: [Part] = []
  private(set) var sets: [CharacterSet] = []
  private(set) var usesWords = false
  /// Whether no letter of the expression is upper-case; the names of classes do not count.
  let ignoresCase: Bool

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    ignoresCase = !RegularExpressionParser.hasUpperCase(bytes)
  }

  private static func hasUpperCase(_ bytes: [UInt8]) -> Bool {
    var isEscaped = false
    for scalar in String(utf8: bytes).unicodeScalars {
      if !isEscaped, scalar.properties.isUppercase { return true }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return false
  }

  private func error(
    _ reason: RegularExpressionError.Reason, at offset: Int
  ) -> RegularExpressionError {
    RegularExpressionError(column: offset + 1, reason: reason)
  }

  /// Reads the whole expression.
  mutating func parse() throws(RegularExpressionError) {
    guard !bytes.isEmpty else { throw error(.empty, at: 0) }
    groups = [Group(column: 0, start: 0)]
    while position < bytes.count {
      try parseItem()
      try checkSize()
    }
    guard groups.count == 1 else { throw error(.unclosedGroup, at: groups.last?.column ?? 0) }
    endGroup()
    try checkSize()
  }

  private func checkSize() throws(RegularExpressionError) {
    guard parts.count <= RegularExpression.sizeLimit else {
      throw error(.tooLarge(limit: RegularExpression.sizeLimit), at: min(position, bytes.count - 1))
    }
  }

  private mutating func parseItem() throws(RegularExpressionError) {
    let start = position
    let unit = nextUnit()
    switch unit {
    case "(":
      if position + 1 < bytes.count, bytes[position] == UInt8(ascii: "?"),
        bytes[position + 1] == UInt8(ascii: ":")
      {
        position += 2
      }
      beginOperand()
      groups[groups.count - 1].repeatable = nil
      groups.append(Group(column: start, start: parts.count))
    case ")":
      guard groups.count > 1 else { throw error(.unopenedGroup, at: start) }
      let begin = endGroup()
      groups[groups.count - 1].repeatable = begin
    case "|": endBranch()
    case "*": try add(.repeated(atLeastOnce: false, atMostOnce: false), at: start)
    case "+": try add(.repeated(atLeastOnce: true, atMostOnce: false), at: start)
    case "?": try add(.repeated(atLeastOnce: false, atMostOnce: true), at: start)
    case "{":
      if let counts = try counts(from: start) {
        try repeatOperand(counts, at: start)
      } else {
        addCharacter(unit)
      }
    case "^": addOperand(.assertion(.lineStart))
    case "$": addOperand(.assertion(.lineEnd))
    case ".":
      var set = CharacterSet()
      set.ranges = [0xa...0xa]
      set.isNegated = true
      addSet(set)
    case "[": addSet(try parseClass(from: start))
    case "\\": try parseEscape(from: start)
    default: addCharacter(unit)
    }
  }

  // MARK: Operands

  /// Joins the operand before to what stands before it, as another one begins.
  private mutating func beginOperand() {
    let last = groups.count - 1
    guard groups[last].repeatable != nil else { return }
    if groups[last].hasOperand { parts.append(.sequence) }
    groups[last].hasOperand = true
    groups[last].repeatable = nil
  }

  private mutating func addOperand(_ part: Part) {
    beginOperand()
    groups[groups.count - 1].repeatable = parts.count
    parts.append(part)
    if case .assertion(.wordEdge) = part { usesWords = true }
    if case .assertion(.noWordEdge) = part { usesWords = true }
  }

  private mutating func addSet(_ set: CharacterSet) {
    if !set.kinds.isEmpty { usesWords = true }
    sets.append(set)
    addOperand(.set(sets.count - 1))
  }

  private mutating func addCharacter(_ unit: Unit) {
    var set = CharacterSet()
    let value = ignoresCase ? TextFolding.caseFolded(unit.value) : unit.value
    set.ranges = [value...value]
    addSet(set)
  }

  private mutating func endBranch() {
    beginOperand()
    let last = groups.count - 1
    if !groups[last].hasOperand { parts.append(.nothing) }
    if groups[last].hasBranch { parts.append(.choice) }
    groups[last].hasBranch = true
    groups[last].hasOperand = false
  }

  /// Ends the innermost group; returns where its parts begin.
  @discardableResult
  private mutating func endGroup() -> Int {
    endBranch()
    return groups.removeLast().start
  }

  // MARK: Repetitions

  private mutating func add(_ part: Part, at start: Int) throws(RegularExpressionError) {
    guard groups[groups.count - 1].repeatable != nil else {
      throw error(.nothingToRepeat, at: start)
    }
    parts.append(part)
  }

  /// Reads what follows a `{`: `m}`, `m,}` or `m,n}`; nil, and nothing read, where it is none of these.
  private mutating func counts(
    from start: Int
  ) throws(RegularExpressionError) -> (least: Int, most: Int?)? {
    let begin = position
    guard let least = number() else { return nil }
    var most: Int? = least
    if position < bytes.count, bytes[position] == UInt8(ascii: ",") {
      position += 1
      most = number()
    }
    guard position < bytes.count, bytes[position] == UInt8(ascii: "}") else {
      position = begin
      return nil
    }
    position += 1
    if let most, most < least { throw error(.endBeforeStart, at: start) }
    return (least, most)
  }

  /// Reads digits; a number too large for any expression is the first that is.
  private mutating func number() -> Int? {
    let begin = position
    var value = 0
    while position < bytes.count, bytes[position] &- 0x30 < 10 {
      value = min(value * 10 + Int(bytes[position] - 0x30), RegularExpression.sizeLimit + 1)
      position += 1
    }
    return position > begin ? value : nil
  }

  private mutating func repeatOperand(
    _ counts: (least: Int, most: Int?), at start: Int
  ) throws(RegularExpressionError) {
    guard let begin = groups[groups.count - 1].repeatable else {
      throw error(.nothingToRepeat, at: start)
    }
    let operand = Array(parts[begin...])
    let copies = max(counts.most ?? counts.least + 1, 1)
    guard parts.count + copies * (operand.count + 2) <= RegularExpression.sizeLimit else {
      throw error(.tooLarge(limit: RegularExpression.sizeLimit), at: start)
    }
    parts.removeLast(operand.count)
    if counts.most == 0 {
      parts.append(.nothing)
      return
    }
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
    guard position < bytes.count else { throw error(.unfinishedEscape, at: start) }
    let unit = nextUnit()
    var set = CharacterSet()
    switch unit {
    case "b": addOperand(.assertion(.wordEdge))
    case "B": addOperand(.assertion(.noWordEdge))
    case _ where set.add(shorthand: unit.value): addSet(set)
    default: addCharacter(try escaped(unit, from: start))
    }
  }

  private func escaped(_ unit: Unit, from start: Int) throws(RegularExpressionError) -> Unit {
    switch unit {
    case "n": return Unit(value: 0xa)
    case "t": return Unit(value: 0x9)
    case "r": return Unit(value: 0xd)
    default:
      let isLetterOrDigit = unit.value &- 0x30 < 10 || (unit.value | 0x20) &- 0x61 < 26
      guard !isLetterOrDigit else { throw error(.unknownEscape, at: start) }
      return unit
    }
  }

  /// Reads a class behind its `[`.
  private mutating func parseClass(from start: Int) throws(RegularExpressionError) -> CharacterSet {
    var set = CharacterSet()
    if position < bytes.count, bytes[position] == UInt8(ascii: "^") {
      set.isNegated = true
      position += 1
    }
    let first = position
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "]"), position > first {
        position += 1
        return set
      }
      let begin = position
      guard let lower = try classMember(adding: &set) else { continue }
      guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "-"),
        bytes[position + 1] != UInt8(ascii: "]")
      else {
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
    let unit = nextUnit()
    guard unit == "\\" else { return unit.value }
    guard position < bytes.count else { throw error(.unfinishedEscape, at: start) }
    let escapedUnit = nextUnit()
    if set.add(shorthand: escapedUnit.value) { return nil }
    return try escaped(escapedUnit, from: start).value
  }

  /// A scalar of the expression, or a byte of it that is not UTF-8.
  private struct Unit: Equatable, ExpressibleByUnicodeScalarLiteral {
    let value: UInt32
    init(value: UInt32) { self.value = value }
    init(unicodeScalarLiteral scalar: Unicode.Scalar) { value = scalar.value }
  }

  private mutating func nextUnit() -> Unit {
    let byte = bytes[position]
    guard byte >= 0x80 else {
      position += 1
      return Unit(value: UInt32(byte))
    }
    let (scalar, length) = UTF8Scalar.decode(bytes.span, at: position, upTo: bytes.count)
    position += length
    return Unit(value: scalar)
  }
}
