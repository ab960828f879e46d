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
      needed += argument.minimum
      if needed > given.count { throw .missingArgument(name: argument.name, command: name) }
    }
    var result: [ParsedArguments.Occurrence] = []
    var rest = given[...]
    for argument in command.arguments {
      needed -= argument.minimum
      let taken = min(argument.maximum, rest.count - needed)
      for word in rest.prefix(taken) {
        try word.check(as: argument.kind, name: argument.name, command: name)
        result.append(.init(name: argument.name, bytes: word.bytes))
      }
      rest = rest.dropFirst(taken)
    }
    if let extra = rest.first {
      throw .unexpectedArgument(value: String(decoding: extra.bytes, as: UTF8.self), command: name)
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
