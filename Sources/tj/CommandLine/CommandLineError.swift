/// Why a command line cannot be understood (exit status 2); of options the names have their dashes.
enum CommandLineError: Error, Hashable, Sendable {
  /// No command, or no subcommand, has this name; all names are whole paths (`field ad`).
  case unknownCommand(name: String, nearest: [String])
  case missingSubcommand(command: String, choices: [String])
  /// An option that the command does not take; nil before the command's name.
  case unknownOption(name: String, command: String?, nearest: [String])
  case missingValue(option: String, placeholder: String, command: String?)
  case unexpectedValue(option: String, value: String, command: String?)
  case badValue(name: String, value: String, expected: ValueKind, command: String?)
  case missingArgument(name: String, command: String)
  case unexpectedArgument(value: String, command: String)
  case exclusive(String, String, command: String)
  /// Bytes that are not UTF-8: the 1-based number of the argument, the 0-based offset in it.
  case invalidUTF8(argument: Int, byteOffset: Int)

  /// The command whose help explains it, `field add` for a subcommand; nil for the overview.
  var command: String? {
    switch self {
    case .unknownCommand, .invalidUTF8: nil
    case .missingSubcommand(let command, _), .missingArgument(_, let command),
      .unexpectedArgument(_, let command), .exclusive(_, _, let command):
      command
    case .unknownOption(_, let command, _), .missingValue(_, _, let command),
      .unexpectedValue(_, _, let command), .badValue(_, _, _, let command):
      command
    }
  }
}
