/// A regular expression that takes time linear in the text, whatever the expression.
///
/// Syntax: `.` any character but a line's end; `[abc]`, `[a-z]`, `[^a-z]`; `\d` a digit 0 to 9, `\w` a letter,
/// digit or `_`, `\s` white space, and `\D`, `\W`, `\S` all others; `^` and `$` the start and end of a line; `\b` the
/// edge of a word, `\B` no such edge; `\n`, `\t`, `\r`; `a|b`, `(ab)`, `(?:ab)`; `*`, `+`, `?`, `{m}`, `{m,}`,
/// `{m,n}`; a backslash before any other sign takes away its meaning. A `?` after a repetition changes nothing: the
/// longest match counts. Without an upper-case letter in it, case does not count. There are no references back.
package struct RegularExpression: Sendable {
  /// Written out, an expression may have so many parts.
  package static let sizeLimit = 5000

  /// One state of the automaton; a target below 0 is none.
  enum State: Sendable {
    case set(Int, next: Int)
    case split(Int, Int)
    case assertion(Assertion, next: Int)
    case accept
  }

  /// What must hold between two characters.
  enum Assertion: Sendable {
    case lineStart
    case lineEnd
    case wordEdge
    case noWordEdge
  }

  let states: [State]
  let sets: [CharacterSet]
  let start: Int
  /// Whether texts are compared in their folded case.
  let ignoresCase: Bool
  /// Whether letters beyond ASCII must be told from other characters.
  let knowsWords: Bool

  /// - Throws: `RegularExpressionError` with its column.
  package init(_ expression: [UInt8]) throws(RegularExpressionError) {
    var parser = RegularExpressionParser(expression)
    try parser.parse()
    sets = parser.sets
    ignoresCase = parser.ignoresCase
    var builder = AutomatonBuilder()
    for part in parser.parts { builder.add(part) }
    (states, start) = builder.finish()
    knowsWords = parser.usesWords
  }
}

/// Makes the automaton of an expression whose operators follow their operands (Thompson's construction).
private struct AutomatonBuilder {
  private var states: [RegularExpression.State] = []
  /// The automata still to be combined; `end` is a state whose first target is open.
  private var stack: [(start: Int, end: Int)] = []

  private mutating func add(_ state: RegularExpression.State) -> Int {
    states.append(state)
    return states.count - 1
  }

  private mutating func connect(_ end: Int, to target: Int) {
    guard case .split(_, let other) = states[end] else { return }
    states[end] = .split(target, other)
  }

  mutating func add(_ part: RegularExpressionParser.Part) {
    let end = add(.split(-1, -1))
    switch part {
    case .set(let set): stack.append((add(.set(set, next: end)), end))
    case .assertion(let assertion): stack.append((add(.assertion(assertion, next: end)), end))
    case .nothing: stack.append((end, end))
    case .sequence:
      guard let second = stack.popLast(), let first = stack.popLast() else { return }
      connect(first.end, to: second.start)
      stack.append((first.start, second.end))
    case .choice:
      guard let second = stack.popLast(), let first = stack.popLast() else { return }
      connect(first.end, to: end)
      connect(second.end, to: end)
      stack.append((add(.split(first.start, second.start)), end))
    case .repeated(let atLeastOnce, let atMostOnce):
      guard let operand = stack.popLast() else { return }
      let choice = add(.split(operand.start, end))
      connect(operand.end, to: atMostOnce ? end : choice)
      stack.append((atLeastOnce ? operand.start : choice, end))
    }
  }

  /// Adds the last state, and gives all, and the one to start with.
  mutating func finish() -> (states: [RegularExpression.State], start: Int) {
    let accept = add(.accept)
    guard let whole = stack.last else { return (states, accept) }
    connect(whole.end, to: accept)
    return (states, whole.start)
  }
}

/// Why a regular expression cannot be used.
package struct RegularExpressionError: Error, Hashable, Sendable {
  /// Where, 1-based, in UTF-8 bytes of the expression.
  package let column: Int
  package let reason: Reason

  package enum Reason: Hashable, Sendable {
    case empty
    /// The `(` here is never closed.
    case unclosedGroup
    /// The `(?` here is followed by something else than `:`.
    case unknownGroup
    /// The `)` here closes nothing.
    case unopenedGroup
    /// The `[` here is never closed.
    case unclosedClass
    /// There is nothing before `*`, `+`, `?` or `{}` to repeat.
    case nothingToRepeat
    /// A range or a repetition whose end is before its start.
    case endBeforeStart
    /// A backslash before a letter or digit that means nothing.
    case unknownEscape
    /// The expression ends with a backslash.
    case unfinishedEscape
    /// Written out, the expression has more than `limit` parts.
    case tooLarge(limit: Int)
  }
}
