/// A positional argument of a command.
struct ArgumentDefinition: Sendable {
  /// How many arguments it takes.
  enum Count: Sendable, Hashable {
    /// Exactly one.
    case one
    /// One or none.
    case optional
    /// At least one.
    case oneOrMore
    /// Any number.
    case zeroOrMore
  }

  /// What help calls it, such as `THREAD`; how a command asks for it.
  var name: String
  /// What it stands for.
  var kind: ValueKind
  /// How many it takes.
  var count: Count = .one
  /// One sentence with a full stop: what it is for.
  var summary: String

  /// A positional argument.
  init(_ name: String, _ kind: ValueKind, count: Count = .one, _ summary: String) {
    self.name = name
    self.kind = kind
    self.count = count
    self.summary = summary
  }

  /// The fewest arguments it takes.
  var minimum: Int {
    switch count {
    case .one, .oneOrMore: 1
    case .optional, .zeroOrMore: 0
    }
  }

  /// The most arguments it takes.
  var maximum: Int {
    switch count {
    case .one, .optional: 1
    case .oneOrMore, .zeroOrMore: .max
    }
  }
}
