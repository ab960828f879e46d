/// Why a regular expression cannot be used.
package struct RegularExpressionError: Error, Hashable, Sendable {
  /// Where, 1-based, in UTF-8 bytes of the expression.
  package let column: Int
  /// What is wrong there.
  package let reason: Reason

  /// What is wrong with an expression.
  package enum Reason: Hashable, Sendable {
    /// The expression is empty.
    case empty
    /// The `(` here is never closed.
    case unclosedGroup
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
