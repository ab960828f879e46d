import ThreadJournal
import ThreadStorage

extension ErrorMessage {
  /// Options that are tried to take a field away.
  static let removals = ["--remove", "--delete", "--unset", "--rm"]

  init(_ error: CommandLineError) {
    switch error {
    case .unknownCommand(let name, let nearest):
      self.init(
        "unknown-command", "there is no command \"\(name)\"", nearest: nearest.map { "tj \($0)" })
      if nearest.isEmpty { advice += Self.subcommands(instead: name) }
    case .missingSubcommand(let command, let choices):
      self.init(
        "missing-subcommand",
        "tj \(command) needs to know what to do: \(choices.joined(separator: ", "))")
    case .unknownOption(let name, let command, let nearest):
      let owner = command.map { "tj \($0)" } ?? "tj"
      self.init("unknown-option", "\(owner) has no option \(name)", nearest: nearest)
      if nearest.isEmpty, let command {
        advice = Self.meant(byOption: name, of: command)
        // Of fields and values, none does.
        if command != "tag" { advice.append("Words that begin with - go after --") }
      }
    case .missingValue(let option, let placeholder, _):
      self.init("missing-value", "\(option) needs a value: \(option) \(placeholder)")
    case .unexpectedValue(let option, let value, _):
      self.init("unexpected-value", "\(option) takes no value, and has \"\(value)\"")
    case .badValue(let name, let value, let expected, _):
      let choices = if case .choice(let words) = expected { words } else { [] as [String] }
      self.init(
        "bad-value", "\(name) is \"\(value)\", and must be \(expected.words)",
        nearest: choices.nearest(to: value))
      if case .fieldAssignment = expected, !value.isEmpty, !value.contains("="), value.first != "#",
        !value.contains("@")
      {
        let option = name.hasPrefix("-") ? name + " " : ""
        // `mood:7` and `mood::7`, `mood-7`, and `mood:` with its value in the next word.
        let isDashed =
          !value.contains(":") && value.split(separator: "-").last?.first?.isNumber == true
        let pair = value.split(separator: isDashed ? "-" : ":", maxSplits: 1).map(String.init)
        let typed = pair.count == 2 ? String(pair[1].drop { ": ".contains($0) }) : ""
        let meant =
          value.first?.isNumber == true
          ? "NAME=\(value)" : "\(pair.first ?? value)=\(typed.isEmpty ? "VALUE" : typed)"
        advice = ["Such as: \(option)\(ShellWord.quoted(meant))"]
      }
    case .missingArgument(let name, let command):
      self.init("missing-argument", "\(name) is missing", advice: Self.usage(command))
    case .unexpectedArgument(let value, let command):
      self.init(
        "unexpected-argument", "\"\(value)\" is one argument too many",
        advice: Self.meant(byArgument: value, of: command) + Self.usage(command))
    case .exclusive(let first, let second, _):
      self.init("exclusive-options", "\(first) and \(second) cannot be used together")
    case .invalidUTF8(let argument, let offset):
      self.init("invalid-utf8", "argument \(argument) is not UTF-8 at byte \(offset + 1)")
    }
    advice.append(error.command.map { "Help: tj help \($0)" } ?? "Help: tj help")
  }

  /// The lines that an option may be meant as which the command does not have.
  private static func meant(byOption name: String, of command: String) -> [String] {
    switch command {
    case "chart" where name == "--sum":
      return ["For sums: tj stats THREAD --by week -f NAME --sum"]
    case "find", "log", "show", "export", "stats", "chart", "report":
      let bare = String(name.drop { $0 == "-" })
      if ["i", "ignore-case"].contains(bare) {
        return ["Capitals count only where a term has one: tj \(command) 'word'"]
      }
      let key = ["f": "NAME", "field": "NAME", "t": "tag", "tags": "tag"][bare] ?? bare
      let isKey = ["tag", "thread", "title", "is", "date", "links"].contains(key)
      let field = key == "NAME" ? "For a field" : "For a field called \(key)"
      let term = "\(isKey ? "As a term" : field): \(ShellWord.quoted("\(key):VALUE"))"
      // No such name is meant as a field's.
      let isTerm = key.count > 1 && !key.contains("-")
      return (isTerm ? [term] : [])
        + ["To leave out what a term matches: not:TERM"]
    case "review" where ["--on", "--from", "--to"].contains(name):
      return ["The days need no option: tj review RANGE"]
    case "add" where ["--thread", "--into", "--to", "--journal"].contains(name):
      return ["The thread comes first: tj add THREAD 'TEXT'"]
    case "import" where ["--thread", "--to", "-t"].contains(name):
      return ["For the thread that the entries go to: --into THREAD"]
    case "add" where ["-m", "--message", "--text"].contains(name):
      return ["A text needs no option: tj add THREAD 'TEXT'"]
    case "new" where ["-f", "--field", "--fields"].contains(name):
      return ["For a field: --define NAME:TYPE"]
    case "add" where ["-t", "--tag", "--tags"].contains(name):
      let title = name == "-t" ? ["For a title: --title"] : []
      return ["A tag is a word of the text: tj add THREAD 'TEXT #tag'"] + title
    case "add" where ["--on", "--when", "--day", "-d", "-a"].contains(name):
      return ["For the entry's time: --at TIME"]
    case "edit" where ["--on", "--from", "--to", "--since"].contains(name):
      return ["For the entries of then: tj edit --find 'date:TIME'"]
    case "edit" where ["-a", "--append", "--add"].contains(name):
      return ["To write on, in the editor: tj edit ENTRY"]
    case "edit" where ["-t", "--tag", "--tags"].contains(name):
      return ["A tag is a word of the text: tj edit ENTRY"]
    // These have a line of their own.
    case "tag" where ["-f", "--field"].contains(name) || removals.contains(name):
      return []
    case "add", "edit", "tag":
      let field = name.drop { $0 == "-" }
      guard field.count > 1, !field.contains(" ") else { return [] }
      let option = command == "tag" ? "" : "-f "
      return ["For a field: \(option)\(ShellWord.quoted("\(field)=VALUE"))"]
    default: return []
    }
  }

  /// The lines that an argument too many may be meant as.
  private static func meant(byArgument value: String, of command: String) -> [String] {
    switch command {
    case "list": ["For a thread's entries: tj show \(ShellWord.quoted(value))"]
    case "rename": ["A title of several words is one argument, in quotation marks."]
    case "today" where isRange(value):
      ["For the entries of then: tj log --on \(ShellWord.quoted(value))"]
    case "new" where definition(value) != nil:
      ["For a field: --define \(ShellWord.quoted(value))"]
    case "new": ["A title of several words is one argument, in quotation marks, and so is a text."]
    case "today": ["For a thread's entries of today: tj show \(ShellWord.quoted(value)) --on today"]
    case "field add" where FieldType(name: value) != nil,
      "field change" where FieldType(name: value) != nil:
      ["For its type: --type \(value.lowercased())"]
    case "field add" where value.first?.isNumber == true:
      ["For such values: \(options(for: value))"]
    case "config":
      ["tj config KEY VALUE sets one; several words are one argument, in quotation marks."]
    case "trash": ["To remove what is in it: tj purge --all"]
    case "undo", "redo": ["It is one change at a time; call it again for the next."]
    default: []
    }
  }

  /// The type of the field that `value` defines, as `quality:integer`.
  private static func definition(_ value: String) -> FieldType? {
    let parts = value.split(separator: ":").map(String.init)
    return parts.count == 2 ? FieldType(name: parts[1]) : nil
  }

  /// What the command can do that has no subcommand of this name, a whole path; empty where it has none at all.
  private static func subcommands(instead path: String) -> [String] {
    let words = path.split(separator: " ").map(String.init)
    guard words.count == 2,
      let choices = CommandTable.standard.definition(at: [words[0]])?.subcommands, !choices.isEmpty
    else { return [] }
    // A field's value is set by another command.
    let tag = TagCommand.definition
    let other = words[0] == "field" && tag.synonyms.contains(words[1]) ? tag : nil
    return ["tj \(words[0]) can: \(choices.map(\.name).joined(separator: ", "))"]
      + [other.map { "Or: \($0.briefUsage(at: $0.name))" }].compactMap(\.self)
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
    case .text, .thread, .entry, .reference, .setting, .field, .grouping, .command: "text"
    }
  }
}
