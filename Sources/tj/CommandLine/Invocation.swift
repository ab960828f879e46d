/// A command line, understood.
struct Invocation: Sendable {
  /// What is asked for.
  enum Action: Sendable {
    /// `--version`.
    case version
    /// `--help`, or no command at all: the help of the command at this path, the overview if empty.
    case help([String])
    /// A command with its arguments.
    case run(ParsedArguments)
  }

  /// The options that every command takes.
  var globals: GlobalOptions
  /// What is asked for.
  var action: Action
}
