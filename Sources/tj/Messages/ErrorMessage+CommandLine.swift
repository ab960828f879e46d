extension ErrorMessage {
  init(_ error: CommandLineError) {
    switch error {
    case .unknownCommand(let name, let nearest):
      self.init(
        "unknown-command", "there is no command \"\(name)\"", nearest: nearest.map { "tj \($0)" })
    case .missingSubcommand(let command, let choices):
      self.init(
        "missing-subcommand",
        "tj \(command) needs to know what to do: \(choices.joined(separator: ", "))")
    case .unknownOption(let name, let command, let nearest):
      let owner = command.map { "tj \($0)" } ?? "tj"
      self.init("unknown-option", "\(owner) has no option \(name)", nearest: nearest)
      if nearest.isEmpty, let command {
        let isQuery = ["find", "show", "export"].contains(command)
        advice =
          (isQuery ? ["To leave out what a term matches: not:TERM"] : [])
          + ["Words that begin with - go after --"]
      }
    case .missingValue(let option, let placeholder, _):
      self.init("missing-value", "\(option) needs a value: \(option) \(placeholder)")
    case .unexpectedValue(let option, let value, _):
      self.init("unexpected-value", "\(option) takes no value, and has \"\(value)\"")
    case .badValue(let name, let value, let expected, _):
      self.init("bad-value", "\(name) is \"\(value)\", and must be \(expected.words)")
    case .missingArgument(let name, let command):
      self.init("missing-argument", "\(name) is missing", advice: Self.usage(command))
    case .unexpectedArgument(let value, let command):
      self.init(
        "unexpected-argument", "\"\(value)\" is one argument too many",
        advice: Self.usage(command))
    case .exclusive(let first, let second, _):
      self.init("exclusive-options", "\(first) and \(second) cannot be used together")
    case .invalidUTF8(let argument, let offset):
      self.init("invalid-utf8", "argument \(argument) is not UTF-8 at byte \(offset + 1)")
    }
    advice.append(error.command.map { "Help: tj help \($0)" } ?? "Help: tj help")
  }

  /// What the command takes, for an argument too many or too few.
  private static func usage(_ path: String) -> [String] {
    let words = path.split(separator: " ").map(String.init)
    let command = CommandTable.standard.definition(at: words)
    return command.map { ["Usage: \($0.briefUsage(at: path))"] } ?? []
  }
}

extension ValueKind {
  fileprivate var words: String {
    switch self {
    case .choice(let choices): "one of \(choices.joined(separator: ", "))"
    case .integer(let least): "a whole number, \(least) or more"
    case .fieldAssignment: "NAME=VALUE"
    case .fieldDefinition: "NAME or NAME:TYPE"
    case .file, .directory: "a path"
    case .text, .thread, .entry, .reference, .setting, .field, .command: "text"
    }
  }
}
