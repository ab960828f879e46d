/// Understands a command line by GNU's conventions, against a table of commands.
struct CommandLineParser {
  /// The commands there are.
  let table: CommandTable

  /// What `arguments`, without the program's name, ask for.
  ///
  /// - Throws: The first mistake, as facts.
  func parse(_ arguments: [[UInt8]]) throws(CommandLineError) -> Invocation {
    var scan = CommandLineScan(table: table, arguments: arguments)
    if let early = try scan.run() { return Invocation(globals: scan.globals, action: early) }
    guard let command = try scan.finishedCommand(), case .run(let run) = command.action else {
      return Invocation(globals: scan.globals, action: .help(scan.path))
    }
    let positionals = try assign(scan.positionals, to: command, path: scan.path)
    let parsed = ParsedArguments(
      command: scan.path, run: run, options: scan.options, arguments: positionals)
    try check(parsed, against: command)
    return Invocation(globals: scan.globals, action: .run(parsed))
  }

  /// Gives each positional argument its name: from the left, leaving enough for those that follow.
  private func assign(
    _ given: [CommandLineScan.Word], to command: CommandDefinition, path: [String]
  ) throws(CommandLineError) -> [ParsedArguments.Occurrence] {
    let name = path.joined(separator: " ")
    var needed = 0
    for argument in command.arguments {
      needed += argument.count.lowerBound
      if needed > given.count { throw .missingArgument(name: argument.name, command: name) }
    }
    var result: [ParsedArguments.Occurrence] = []
    var rest = given[...]
    for argument in command.arguments {
      needed -= argument.count.lowerBound
      let taken = min(argument.count.upperBound, rest.count - needed)
      for word in rest.prefix(taken) {
        try word.check(as: argument.kind, name: argument.name, command: name)
        result.append(.init(name: argument.name, bytes: word.bytes))
      }
      rest = rest.dropFirst(taken)
    }
    if let extra = rest.first {
      throw .unexpectedArgument(value: extra.text, command: name)
    }
    return result
  }

  private func check(
    _ parsed: ParsedArguments, against command: CommandDefinition
  ) throws(CommandLineError) {
    let path = parsed.command.joined(separator: " ")
    let given = Set((parsed.options + parsed.arguments).map(\.name))
    for names in command.exclusive {
      let both = names.filter(given.contains)
      guard both.count > 1 else { continue }
      throw .exclusive(
        command.spelling(of: both[0]), command.spelling(of: both[1]), command: path)
    }
    if let first = command.needsOneOf.first, given.isDisjoint(with: command.needsOneOf) {
      throw .missingArgument(name: command.spelling(of: first), command: path)
    }
  }
}

extension CommandDefinition {
  /// `--name` for an option's name, the name itself for an argument's.
  func spelling(of name: String) -> String {
    options.contains { $0.name == name } ? "--\(name)" : name
  }
}

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

/// The bytes of the arguments that the process was started with, without the program's name.
enum ProcessArguments {
  /// Copies the arguments; unlike `CommandLine.arguments` it keeps bytes that are not UTF-8.
  ///
  /// - Returns: nil where not even the program's name is there: the system did not let them be read.
  static func read() -> [[UInt8]]? {
    let vector = CommandLine.unsafeArgv
    guard CommandLine.argc > 0, vector[0] != nil else { return nil }
    return (1..<Int(CommandLine.argc)).compactMap { index in
      guard let argument = vector[index] else { return nil }
      var length = 0
      while argument[length] != 0 { length += 1 }
      return (0..<length).map { UInt8(bitPattern: argument[$0]) }
    }
  }
}
