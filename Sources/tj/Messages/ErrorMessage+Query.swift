import ThreadJournal

extension ErrorMessage {
  init(_ error: QueryError) {
    self.init(
      "bad-query",
      "\"\(error.argument)\" cannot be read as a query from its character \(error.column) on: "
        + error.reason.words, advice: error.reason.advice)
  }

  /// A term over a field that finds little or nothing.
  init(_ problem: QueryFieldProblem) {
    switch problem {
    case .undefined(let name, let nearest):
      self.init(
        "unknown-field", severity: .warning,
        "no thread that was looked at defines a field \"\(name)\"",
        advice: ErrorMessage.suggestion(nearest) + [
          "For a word with a colon, put a backslash before it: \(name)\\:…"
        ])
    case .unfit(let name, let value, let type):
      self.init(
        "bad-field-value", severity: .warning,
        "\"\(value)\" cannot be compared with the field \"\(name)\", which is \(type.words); "
          + "only values with this text are found", "What a query may be: tj help find")
    }
  }
}

extension QueryError.Reason {
  fileprivate var words: String {
    switch self {
    case .expectedTerm: "a word, a phrase or a term was expected"
    case .expectedClosingQuote: "the quotation mark here is not closed"
    case .expectedValue(let key): "a value was expected for \(key):"
    case .expectedBound(let key): "\(key):.. needs a number or a date on one side"
    case .expectedState(let found): "is: takes edited or deleted, not \"\(found)\""
    case .expectedTime(let error): ErrorMessage(error).sentence
    case .expectedExpression(let error): error.reason.words
    }
  }

  fileprivate var advice: [String] {
    if case .expectedTime(let error) = self { return ErrorMessage(error).advice }
    return ["What a query may be: tj help find"]
  }
}

extension RegularExpressionError.Reason {
  fileprivate var words: String {
    switch self {
    case .empty: "re: needs an expression"
    case .unclosedGroup: "this ( is not closed"
    case .unopenedGroup: "this ) closes nothing"
    case .unclosedClass: "this [ is not closed"
    case .nothingToRepeat: "there is nothing to repeat before this"
    case .endBeforeStart: "the end comes before the start"
    case .unknownEscape: "this backslash stands before a letter that means nothing"
    case .unfinishedEscape: "the expression ends with a backslash"
    case .tooLarge(let limit): "written out, the expression has more than \(limit) parts"
    }
  }
}
