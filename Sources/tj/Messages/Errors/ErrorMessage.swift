/// What went wrong, where, and what to do next: the one shape of all that goes to standard error.
struct ErrorMessage: Equatable, Sendable {
  struct Position: Equatable, Sendable {
    var path: String
    var line: Int?
    /// 1-based, in characters.
    var column: Int?

    init(_ path: String, line: Int? = nil, column: Int? = nil) {
      self.path = path
      self.line = line
      self.column = column
    }
  }

  enum Severity: String, Sendable {
    case error
    case warning
    case note

    var style: Style {
      switch self {
      case .error: .failure
      case .warning: .warning
      case .note: .faint
      }
    }
  }

  /// Kebab-case, stable, for scripts and the manual.
  var code: String
  var severity: Severity
  var position: Position?
  /// What is wrong, without a full stop.
  var sentence: String
  var advice: [String]
  /// Whether its lines are broken on a terminal; not where they are a text of the user's.
  var isWrapped = true

  init(
    _ code: String, severity: Severity = .error, at position: Position? = nil, _ sentence: String,
    advice: [String]
  ) {
    self.code = code
    self.severity = severity
    self.position = position
    self.sentence = sentence
    self.advice = advice
  }

  /// A message whose advice begins with the names that are near to what was meant, if any; what is nil is left out.
  init(
    _ code: String, severity: Severity = .error, at position: Position? = nil, _ sentence: String,
    nearest: [String] = [], _ advice: String?...
  ) {
    self.init(
      code, severity: severity, at: position, sentence,
      advice: Self.suggestion(nearest) + advice.compactMap(\.self))
  }

  /// That a program, as `the editor "vi"`, did not do what it was to: a shell ends with 127 where there is none.
  static func ended(_ program: String, _ status: Int32) -> String {
    status == 127 ? "\(program) was not found" : "\(program) ended with status \(status)"
  }

  static func suggestion(_ nearest: [String]) -> [String] {
    nearest.isEmpty ? [] : ["Did you mean \(nearest.joined(separator: ", or "))?"]
  }

  /// With the journal that `-C` named in the lines of its advice; a text of the user's stays as it is.
  func naming(_ journal: [UInt8]?) -> ErrorMessage {
    guard isWrapped else { return self }
    var message = self
    message.advice = advice.map { ShellWord.advice($0, namingJournal: journal) }
    return message
  }

  var asWarning: ErrorMessage {
    var warning = self
    warning.severity = .warning
    return warning
  }

  /// `tj: PATH:LINE:COLUMN: sentence [code]`, then the advice; control characters are visible wherever it goes.
  ///
  /// - Parameter columns: The width of the terminal that it goes to; nil where it goes elsewhere.
  func rendered(_ palette: Palette, columns: Int? = nil) -> [UInt8] {
    var line = StyledText(severity == .error ? "tj:" : "tj: \(severity):", severity.style)
    line.append(" ")
    appendPosition(to: &line)
    appendSentence(to: &line)
    var output: [UInt8] = []
    let columns = isWrapped ? columns ?? .max : .max
    MessageWrap.append(line, columns: columns, palette, to: &output)
    for piece in advice {
      var line = StyledText("  ")
      line.append(TerminalText.line(piece))
      MessageWrap.append(line, columns: columns, palette, to: &output)
    }
    return output
  }

  /// `FILE:LINE:COLUMN: severity: sentence [code]`, as `tj check` lists it; without the severity of what is fixed.
  func listed(isFixed: Bool = false) -> StyledText {
    var line = StyledText()
    appendPosition(to: &line)
    if !isFixed {
      line.append("\(severity):", severity.style)
      line.append(" ")
    }
    appendSentence(to: &line)
    return line
  }

  private func appendPosition(to line: inout StyledText) {
    guard let position else { return }
    line.append(TerminalText.line(position.path), .title)
    line.append(position.line.map { ":\($0)" } ?? "", .title)
    line.append(position.column.map { ":\($0)" } ?? "", .title)
    line.append(": ")
  }

  private func appendSentence(to line: inout StyledText) {
    line.append(TerminalText.line(sentence))
    line.append(" [\(code)]", .faint)
  }
}

extension Collection<String> {
  /// The first so many, and behind them how many others there are.
  func first(_ most: Int, others: (Int) -> String = { "and \($0) more" }) -> [String] {
    Array(prefix(most)) + (count > most ? [others(count - most)] : [])
  }
}

enum Plural {
  static func of(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(grouped(count)) \(noun)s"
  }

  static func entries(_ count: Int) -> String {
    count == 1 ? "1 entry" : grouped(count) + " entries"
  }

  static func threads(_ count: Int) -> String { of(count, "thread") }

  static func words(_ count: Int) -> String { of(count, "word") }

  /// `1,676`.
  static func grouped(_ number: Int) -> String {
    number < 1000
      ? String(number) : "\(grouped(number / 1000)),\(String(number % 1000 + 1000).dropFirst())"
  }

  /// `2 threads and 1 entry`; what there is none of is left out.
  static func both(threads: Int, entries: Int) -> String {
    if threads == 0 { return Self.entries(entries) }
    if entries == 0 { return Self.threads(threads) }
    return "\(Self.threads(threads)) and \(Self.entries(entries))"
  }
}
