extension ErrorMessage {
  init(_ error: CommandLineError) {
    var advice: [String] = []
    let code: String
    let sentence: String
    switch error {
    case .unknownCommand(let name, let nearest):
      (code, sentence) = ("unknown-command", "there is no command \"\(name)\"")
      advice = ErrorMessage.suggestion(nearest.map { "tj \($0)" })
    case .missingSubcommand(let command, let choices):
      code = "missing-subcommand"
      sentence = "tj \(command) needs to know what to do: \(choices.joined(separator: ", "))"
    case .unknownOption(let name, let command, let nearest):
      let owner = command.map { "tj \($0)" } ?? "tj"
      (code, sentence) = ("unknown-option", "\(owner) has no option \(name)")
      let isWord = nearest.isEmpty && command != nil
      advice =
        isWord ? ["Words that begin with - go after --"] : ErrorMessage.suggestion(nearest)
    case .missingValue(let option, let placeholder, _):
      (code, sentence) = ("missing-value", "\(option) needs a value: \(option) \(placeholder)")
    case .unexpectedValue(let option, let value, _):
      (code, sentence) = ("unexpected-value", "\(option) takes no value, and has \"\(value)\"")
    case .badValue(let name, let value, let expected, _):
      code = "bad-value"
      sentence = "\(name) is \"\(value)\", and must be \(expected.words)"
    case .missingArgument(let name, let command):
      (code, sentence) = ("missing-argument", "\(name) is missing")
      advice = ErrorMessage.usage(command)
    case .unexpectedArgument(let value, let command):
      (code, sentence) = ("unexpected-argument", "\"\(value)\" is one argument too many")
      advice = ErrorMessage.usage(command)
    case .exclusive(let first, let second, _):
      (code, sentence) = ("exclusive-options", "\(first) and \(second) cannot be used together")
    case .invalidUTF8(let argument, let offset):
      code = "invalid-utf8"
      sentence = "argument \(argument) is not UTF-8 at byte \(offset + 1)"
    }
    let help = error.command.map { "tj help \($0)" } ?? "tj help"
    self.init(code, sentence, advice: advice + ["Help: \(help)"])
  }

  /// What the command takes, for an argument too many or too few.
  private static func usage(_ path: String) -> [String] {
    let words = path.split(separator: " ").map(String.init)
    let command = CommandTable.standard.definition(at: words)
    return command.map { ["Usage: \($0.briefUsage(at: path))"] } ?? []
  }

  /// "Did you mean …?", where there is something to suggest.
  static func suggestion(_ names: [String]) -> [String] {
    names.isEmpty ? [] : ["Did you mean \(names.joined(separator: ", or "))?"]
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
