import ThreadJournal

/// A command: all that the parser, help, the man page and completions know about it.
struct CommandDefinition: Sendable {
  enum Group: String, Sendable, CaseIterable {
    case writing = "Writing"
    case reading = "Reading"
    case changing = "Changing"
    case journal = "Journal"
  }

  /// The word after `tj`, or after the command whose subcommand this is.
  var name: String
  /// The part of the overview that it stands in; a subcommand stands in none.
  var group = Group.changing
  /// One sentence with a full stop.
  var summary: String
  /// The positional arguments, in order; at most one of them takes any number.
  var arguments: [ArgumentDefinition] = []
  var options: [OptionDefinition] = []
  /// Sets of option and argument names of which at most one may be given.
  var exclusive: [[String]] = []
  /// Option and argument names of which at least one must be given, the expected one first.
  var needsOneOf: [String] = []
  /// Paragraphs with empty lines between them; `` `…` `` marks what is typed.
  var description = ""
  /// Command lines to start from, as a POSIX shell reads them, and what each does in one sentence with a full stop.
  var examples: [(command: String, summary: String)] = []
  /// Exit statuses that mean more than the section EXIT STATUS says, each in one sentence with a full stop.
  var exitStatuses: [(code: Int, meaning: String)] = []
  var seeAlso: [String] = []
  /// What other programs call it: never accepted, only used to suggest this command.
  var synonyms: [String] = []
  /// Whether an entry's text may wait on its standard input: a failure that leaves it unread prints it back.
  var readsText = false
  /// What it does: it runs, or it has subcommands, of which `standard` is meant where none is named.
  var action: Action

  typealias Run = @Sendable (ParsedArguments, Session) throws -> ExitStatus

  enum Action: Sendable {
    case run(Run)
    case subcommands([CommandDefinition], standard: String? = nil)
  }

  var subcommands: [CommandDefinition] {
    if case .subcommands(let definitions, _) = action { definitions } else { [] }
  }

  /// What the argument at `index` stands for: behind one that may be given several times, what any of them may be.
  func kind(ofArgumentAt index: Int) -> ValueKind? {
    let first = arguments.firstIndex { $0.count.upperBound > 1 } ?? arguments.count
    if index < first { return arguments[index].kind }
    let kinds = Set(arguments[first...].map(\.kind))
    return kinds.count > 1 ? .reference : kinds.first
  }

  var visibleOptions: [OptionDefinition] { options.filter { !$0.isHidden } }
}

enum ExitStatus: Int32 {
  case done = 0
  /// It could not be done, or there was nothing.
  case failed = 1
  /// The command line is wrong.
  case usage = 2
  case interrupted = 130
}

/// The commands there are: the one table that parser, help and man page are drawn from, and completions.
struct CommandTable: Sendable {
  /// A command's name, and what builds its definition where somebody asks for it: start-up builds only one.
  typealias Row = (name: String, definition: @Sendable () -> CommandDefinition)

  var rows: [Row]

  func definition(named name: String) -> CommandDefinition? {
    rows.first { $0.name == name }?.definition()
  }

  var definitions: [CommandDefinition] { rows.map { $0.definition() } }
}

extension [CommandDefinition] {
  /// The names of those whose name, or what other programs call them, is near `name`.
  func nearest(to name: String) -> [String] {
    let synonymous = filter { $0.synonyms.contains(name.lowercased()) }.map(\.name)
    return synonymous.isEmpty ? map(\.name).nearest(to: name) : synonymous
  }
}
