/// What went wrong, where, and what to do next: the one shape of all that goes to standard error.
struct ErrorMessage: Equatable, Sendable {
  /// A spot in a file.
  struct Place: Equatable, Sendable {
    /// As the user would name it.
    var path: String
    /// 1-based.
    var line: Int?
    /// 1-based, in characters.
    var column: Int?

    /// A file, or a line or character of it.
    init(_ path: String, line: Int? = nil, column: Int? = nil) {
      self.path = path
      self.line = line
      self.column = column
    }
  }

  /// How bad it is.
  enum Severity: Equatable, Sendable {
    /// The command did not do what was asked.
    case error
    /// It did, and there is something to know.
    case warning
  }

  /// Kebab-case, stable, for scripts and the manual.
  var code: String
  /// Whether the command failed.
  var severity: Severity
  /// Where it is, if it is in a file.
  var place: Place?
  /// What is wrong, without a full stop.
  var sentence: String
  /// What to do next, a line each.
  var advice: [String]

  /// An error, unless said otherwise.
  init(
    _ code: String, severity: Severity = .error, at place: Place? = nil, _ sentence: String,
    advice: [String]
  ) {
    self.code = code
    self.severity = severity
    self.place = place
    self.sentence = sentence
    self.advice = advice
  }

  /// An error, unless said otherwise.
  init(
    _ code: String, severity: Severity = .error, at place: Place? = nil, _ sentence: String,
    _ advice: String...
  ) {
    self.init(code, severity: severity, at: place, sentence, advice: advice)
  }

  /// `tj: PATH:LINE:COLUMN: sentence [code]`, then the advice; control characters are visible wherever it goes.
  func rendered(_ palette: Palette) -> [UInt8] {
    var line = StyledText()
    switch severity {
    case .error: line.append("tj:", .failure)
    case .warning: line.append("tj: warning:", .warning)
    }
    line.append(" ")
    if let place {
      line.append(TerminalText.line(place.path), .title)
      line.append(place.line.map { ":\($0)" } ?? "", .title)
      line.append(place.column.map { ":\($0)" } ?? "", .title)
      line.append(": ")
    }
    line.append(TerminalText.line(sentence))
    line.append(" [\(code)]", .faint)
    line.append("\n")
    for piece in advice {
      line.append("  ")
      line.append(TerminalText.line(piece))
      line.append("\n")
    }
    var output: [UInt8] = []
    palette.append(line, to: &output)
    return output
  }
}
