struct ArgumentDefinition: Sendable {
  /// What help calls it, such as `THREAD`; how a command asks for it.
  var name: String
  var kind: ValueKind
  var count = ClosedRange.one
  var summary: String

  init(_ name: String, _ kind: ValueKind, count: ClosedRange<Int> = .one, _ summary: String) {
    self.name = name
    self.kind = kind
    self.count = count
    self.summary = summary
  }
}

extension ArgumentDefinition {
  static let query = ArgumentDefinition(
    "QUERY", .text, count: .zeroOrMore, "What the entries must hold.")

  static let threadsAndQuery = ArgumentDefinition(
    "THREAD|QUERY", .thread, count: .zeroOrMore, "Threads, then what their entries must hold.")
}

extension ClosedRange<Int> {
  static let one = 1...1
  static let optional = 0...1
  static let oneOrMore = 1...Int.max
  static let zeroOrMore = 0...Int.max
}

/// What a value on the command line stands for: decides its check while parsing and its completion.
enum ValueKind: Sendable, Hashable {
  /// Any UTF-8 text: what it has to be, the command finds out.
  case text
  /// A thread's path, file name, title or id.
  case thread
  /// An entry's id, or `THREAD@N`.
  case entry
  case reference
  case integer(atLeast: Int)
  /// A path of a file; its bytes need not be UTF-8.
  case file
  /// A path of a directory; its bytes need not be UTF-8.
  case directory
  case choice([String])
  /// `NAME=VALUE`, with a name that is not empty.
  case fieldAssignment
  case fieldDefinition
  case setting
  case field
  /// What `--by` takes: a period, or another group, or a field.
  case grouping
  case command
}
