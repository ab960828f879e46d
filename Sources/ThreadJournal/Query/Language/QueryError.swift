/// Why an argument is no query, as facts.
package struct QueryError: Error, Hashable, Sendable {
  package let argument: String
  /// Its number among the query's arguments, 1-based.
  package let index: Int
  /// Where the trouble is, 1-based, in UTF-8 bytes of the argument.
  package let column: Int
  package let reason: Reason

  package enum Reason: Hashable, Sendable {
    case expectedTerm
    case expectedClosingQuote
    case expectedValue(key: String)
    /// A number or date on at least one side of `..`.
    case expectedBound(key: String)
    case endBeforeStart
    case expectedState(found: String)
    /// A year, a month and a day, some of them `*`.
    case expectedPattern(found: String)
    case expectedTime(TimeExpressionError)
    case expectedExpression(RegularExpressionError)
    /// A term on each side of `OR`.
    case expectedTermBesideOr
    /// Signs that compare nothing; `nearest` is a term that may be meant.
    case unknownSign(found: String, nearest: String)
    case signWithoutColon(found: String, nearest: String)
    /// A parenthesis without its other one; with quotation marks the term is `asText`.
    case unpairedParenthesis(asText: String)
    /// A comma behind a compared value, which separates no alternatives.
    case commaInComparison(nearest: String)
    /// A comma between what is probably to hold together; `meant` are the terms for that.
    case alternatives(meant: [String])
  }
}
