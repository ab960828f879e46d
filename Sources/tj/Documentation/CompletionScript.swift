import ThreadJournal

/// The completion scripts that `tj completions SHELL` prints, drawn from the table.
///
/// For threads and entries a script runs `tj [-C DIR] completions --threads=PREFIX` (or `--entries`,
/// `--references`). The answer is one candidate a line, a TAB, and a description: only candidates that
/// begin with PREFIX, whatever the case, that hold no control characters and do not begin with `-`.
enum CompletionScript {
  /// The script for `shell`.
  static func bytes(for shell: Shell, table: CommandTable = .standard) -> [UInt8] {
    let models = CompletionModel.all(of: table)
    let script =
      switch shell {
      case .bash: bash(models)
      case .zsh: zsh(models)
      case .fish: fish(models)
      }
    return Array(script.utf8)
  }

  /// `text` in single quotes, as bash and zsh read it.
  static func quoted(_ text: String) -> String { ShellWord.singleQuoted(text.unmarked) }

  /// The spellings of `option` on a command line: `--limit`, and `-n` where it has a letter.
  static func spellings(of option: OptionDefinition) -> [String] {
    ["--\(option.name)"] + [option.short.map { "-\($0)" }].compactMap(\.self)
  }
}

/// What completion scripts need to know of a command, whatever the shell.
struct CompletionModel {
  /// The name, after its parent's where it is a subcommand: `field add`.
  var path: String
  /// The command itself.
  var command: CommandDefinition

  /// Every command and subcommand of `table`, each parent before its subcommands.
  static func all(of table: CommandTable) -> [CompletionModel] {
    table.definitions.flatMap { command in
      [CompletionModel(path: command.name, command: command)]
        + command.subcommands.map {
          CompletionModel(path: "\(command.name) \($0.name)", command: $0)
        }
    }
  }

  /// The options of the command and those that every command takes.
  var options: [OptionDefinition] { command.visibleOptions + GlobalOptions.definitions }

  /// What the arguments stand for: one for each position, then what all further ones stand for.
  var positions: (fixed: [ValueKind], rest: ValueKind?) {
    guard let first = command.arguments.firstIndex(where: { $0.maximum > 1 }) else {
      return (command.arguments.map(\.kind), nil)
    }
    let open = command.arguments[first...].map(\.kind)
    let isMixed = Set(open).count > 1
    return (command.arguments[..<first].map(\.kind), isMixed ? .reference : open[0])
  }
}

extension ValueKind {
  /// The names of the settings, as the words of a shell.
  static let settingNames = SettingKey.names.joined(separator: " ")

  /// What a script asks `tj completions` for, as the hidden option's name; nil for no question.
  var question: String? {
    switch self {
    case .thread: "threads"
    case .entry: "entries"
    case .reference: "references"
    case .field: "fields"
    case .fieldAssignment: "assignments"
    default: nil
    }
  }
}

/// A shell that completions can be printed for.
enum Shell: String, Sendable, CaseIterable {
  case bash
  case zsh
  case fish
}
