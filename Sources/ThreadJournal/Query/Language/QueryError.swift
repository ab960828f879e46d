/// Why an argument is no query, as facts.
package struct QueryError: Error, Hashable, Sendable {
  /// The argument as given.
  package let argument: String
  /// Its place among the query's arguments, 1-based.
  package let index: Int
  /// Where the trouble is, 1-based, in UTF-8 bytes of the argument.
  package let column: Int
  /// What was expected there.
  package let reason: Reason

  /// What was expected and not found.
  package enum Reason: Hashable, Sendable {
    /// A word, phrase or term: there is nothing.
    case expectedTerm
    /// The quotation mark that closes the one here.
    case expectedClosingQuote
    /// A value after `key:`, or after a comma in its values.
    case expectedValue(key: String)
    /// A number or date on at least one side of `..`.
    case expectedBound(key: String)
    /// `edited` or `deleted`.
    case expectedState(found: String)
    /// A time or range of times.
    case expectedTime(TimeExpressionError)
    /// A regular expression.
    case expectedExpression(RegularExpressionError)
  }
}
