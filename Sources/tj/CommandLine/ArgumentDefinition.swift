/// A positional argument of a command.
struct ArgumentDefinition: Sendable {
  /// What help calls it, such as `THREAD`; how a command asks for it.
  var name: String
  /// What it stands for.
  var kind: ValueKind
  /// How many it takes.
  var count = ClosedRange.one
  /// One sentence with a full stop: what it is for.
  var summary: String

  init(_ name: String, _ kind: ValueKind, count: ClosedRange<Int> = .one, _ summary: String) {
    self.name = name
    self.kind = kind
    self.count = count
    self.summary = summary
  }
}

/// How many arguments there may be.
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
  /// A thread or an entry.
  case reference
  /// A whole number, not below `atLeast`.
  case integer(atLeast: Int)
  /// A path of a file; its bytes need not be UTF-8.
  case file
  /// A path of a directory; its bytes need not be UTF-8.
  case directory
  /// One of these words.
  case choice([String])
  /// `NAME=VALUE`, with a name that is not empty.
  case fieldAssignment
  /// `NAME` or `NAME:TYPE`.
  case fieldDefinition
  case setting
  case field
  case command
}
