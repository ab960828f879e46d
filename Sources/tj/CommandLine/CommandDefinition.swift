/// A command: all that the parser, help, the man page and completions know about it.
struct CommandDefinition: Sendable {
  /// A command line and what it does.
  struct Example: Sendable {
    /// The command line, as a POSIX shell reads it.
    var command: String
    /// One sentence with a full stop.
    var summary: String

    /// An example.
    init(_ command: String, _ summary: String) {
      self.command = command
      self.summary = summary
    }
  }

  /// An exit status that means more than C6 says.
  struct ExitStatusNote: Sendable {
    /// The status.
    var code: Int
    /// One sentence with a full stop.
    var meaning: String
  }

  /// Where the overview lists a command.
  enum Group: String, Sendable, CaseIterable {
    case writing = "Writing"
    case reading = "Reading"
    case changing = "Changing"
    case journal = "Journal"
  }

  /// The word after `tj`, or after the command whose subcommand this is.
  var name: String
  /// Where the overview lists it.
  var group: Group
  /// One sentence with a full stop.
  var summary: String
  /// The positional arguments, in order; at most one of them takes any number.
  var arguments: [ArgumentDefinition] = []
  /// The options besides the global ones.
  var options: [OptionDefinition] = []
  /// Sets of option and argument names of which at most one may be given.
  var exclusive: [[String]] = []
  /// Option and argument names of which at least one must be given, the expected one first.
  var needsOneOf: [String] = []
  /// Subcommands; a command with some has no positional arguments of its own.
  var subcommands: [CommandDefinition] = []
  /// The subcommand that is meant where none is named; nil where one must be.
  var defaultSubcommand: String?
  /// Paragraphs; `` `…` `` marks what is typed.
  var description: [String] = []
  /// Command lines to start from.
  var examples: [Example] = []
  /// Exit statuses that mean more than C6 says.
  var exitStatuses: [ExitStatusNote] = []
  /// Related commands, by name.
  var seeAlso: [String] = []
  /// What other programs call it: never accepted, only used to suggest this command.
  var synonyms: [String] = []

  /// The options that are documented.
  var visibleOptions: [OptionDefinition] { options.filter { !$0.isHidden } }
}
