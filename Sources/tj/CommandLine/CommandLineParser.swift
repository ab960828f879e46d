import ThreadJournal
import ThreadStorage

struct Invocation: Sendable {
  enum Action: Sendable {
    case version
    /// No command at all.
    case overview
    /// `--help`: the help of the command at this path, the overview if empty.
    case help([String])
    case run(ParsedArguments)
  }

  var globals: GlobalOptions
  var action: Action
}

/// Understands a command line by GNU's conventions, in one pass over its arguments, against a table of commands.
struct CommandLineParser {
  struct Word {
    var bytes: [UInt8]
    /// Which argument of the command line it is in, 1-based.
    var number: Int
    var offset = 0

    var text: String { String(utf8: bytes) }
  }

  private var options: [ParsedArguments.Occurrence] = []
  private(set) var positionals: [Word] = []
  private(set) var path: [String] = []

  private let table: CommandTable
  private let arguments: [[UInt8]]
  private var next = 0
  private var command: CommandDefinition?
  private var optionsEnded = false

  /// A parser of `arguments`, which do not hold the program's name.
  init(_ arguments: [[UInt8]], table: CommandTable = .standard) {
    self.table = table
    self.arguments = arguments
  }

  static func parse(
    _ arguments: [[UInt8]], table: CommandTable = .standard
  ) throws(CommandLineError) -> Invocation {
    var parser = CommandLineParser(arguments, table: table)
    return try parser.invocation()
  }

  mutating func invocation() throws(CommandLineError) -> Invocation {
    let action = try finish()
    return Invocation(globals: globals, action: action)
  }

  var globals: GlobalOptions { GlobalOptions(options) }

  /// Goes through the arguments; returns what ends the pass early: `--version`, or help.
  private mutating func scan() throws(CommandLineError) -> Invocation.Action? {
    while next < arguments.count {
      let bytes = arguments[next]
      next += 1
      // No option begins with `- `, and many a list item does.
      let isWord = bytes.count < 2 || bytes[0] != UInt8(ascii: "-") || bytes[1] == .space
      if optionsEnded || isWord {
        if !optionsEnded { try checkDash(bytes) }
        try takeWord(bytes)
      } else if bytes[1] != UInt8(ascii: "-") {
        try takeShortOptions(bytes)
      } else if bytes.count == 2 {
        optionsEnded = true
      } else {
        try takeLongOption(bytes)
      }
      if has("version") { return .version }
      if has("help"), let command, command.subcommands.isEmpty || next == arguments.count {
        return .help(path)
      }
    }
    return has("help") ? .help(path) : nil
  }

  /// Refuses an option whose dashes became a long one on their way through an editor or a page: `—at`.
  private func checkDash(_ bytes: [UInt8]) throws(CommandLineError) {
    let word = String(utf8: bytes).prefix { $0 != "=" }
    guard let dash = word.first, "—–−".contains(dash) else { return }
    let name = word.dropFirst().drop { $0 == "-" }
    let meant = definition { option in
      option.spellings.contains("--\(name)") || option.spellings.contains("-\(name)")
    }
    guard let meant else { return }
    let spelling = meant.name == name ? "--\(name)" : "-\(name)"
    throw .unknownOption(name: String(word), command: commandName, nearest: [spelling])
  }

  private func has(_ flag: String) -> Bool { options.contains { $0.name == flag } }

  private var commandName: String? { path.isEmpty ? nil : path.joined(separator: " ") }

  private mutating func takeWord(_ bytes: [UInt8]) throws(CommandLineError) {
    let word = Word(bytes: bytes, number: next)
    if let command, command.subcommands.isEmpty { return positionals.append(word) }
    try word.checkUTF8()
    let name = word.text
    let found =
      command.map { $0.subcommands.first { $0.name == name } } ?? table.definition(named: name)
    guard let found else {
      let nearest = (command?.subcommands ?? table.definitions).nearest(to: name)
      throw .unknownCommand(
        name: (path + [name]).joined(separator: " "),
        nearest: nearest.map { (path + [$0]).joined(separator: " ") })
    }
    command = found
    path.append(found.name)
  }

  /// Takes `--name`, `--name=VALUE` or `--name VALUE`.
  private mutating func takeLongOption(_ bytes: [UInt8]) throws(CommandLineError) {
    let equals = bytes.firstIndex(of: .equals)
    let name = String(utf8: bytes[2..<(equals ?? bytes.count)])
    guard let option = definition(where: { $0.name == name }) else {
      let meant = meant(by: name) + apart(String(utf8: bytes[2...]))
      let nearest = meant.isEmpty ? knownOptions.map(\.name).nearest(to: name) : meant
      let short = knownOptions.contains { $0.short.map { String($0) } == name }
      throw .unknownOption(
        name: "--\(name)", command: commandName,
        nearest: short ? ["-\(name)"] : nearest.map { "--\($0)" })
    }
    let value = equals.map { Word(bytes: Array(bytes[($0 + 1)...]), number: next, offset: $0 + 1) }
    if let value, !option.takesValue {
      throw .unexpectedValue(option: "--\(name)", value: value.text, command: commandName)
    }
    try take(option, spelling: "--\(name)", attached: value)
  }

  /// What options of other programs are called here.
  private static let otherNames: [String: [String]] = [
    "date": ["at", "on"], "time": ["at"], "when": ["at"], "message": ["text"], "since": ["from"],
    "after": ["from"], "until": ["to"], "before": ["to"], "count": ["limit"],
    "last": ["limit", "on 'last 7 days'"],
    "json": ["format json"], "csv": ["format csv"], "markdown": ["format markdown"],
    "md": ["format markdown"], "e": ["edit"], "order": ["sort"], "order-by": ["sort"],
  ]

  /// What the command has for the option of another program.
  private func meant(by name: String) -> [String] {
    let names = knownOptions.map(\.name)
    return Self.otherNames[name, default: []].filter { meant in
      names.contains { meant == $0 || meant.hasPrefix($0 + " ") }
    }
  }

  /// The option and its value that one word is meant as: `--at5pm`, `--titleHello`.
  private func apart(_ word: String) -> [String] {
    knownOptions.compactMap { option in
      let value = word.dropFirst(option.name.count)
      let isValue = value.first.map { $0.isNumber || $0.isUppercase } == true
      guard option.takesValue, isValue, word.hasPrefix(option.name) else { return nil }
      return "\(option.name) \(ShellWord.quoted(String(value)))"
    }
  }

  /// Takes `-a`, `-abc`, `-nVALUE` or `-n VALUE`.
  private mutating func takeShortOptions(_ bytes: [UInt8]) throws(CommandLineError) {
    // No option is a number, and a text has temperatures: `cold today -11`.
    if Byte.isDigit(bytes[1]), !positionals.isEmpty,
      command?.arguments.contains(where: { $0.name == "TEXT" }) == true
    {
      return try takeWord(bytes)
    }
    for index in 1..<bytes.count {
      let letter = Unicode.Scalar(bytes[index])
      guard let option = definition(where: { $0.short == letter }) else {
        let letter = String(utf8: bytes[index...]).prefix(1)
        let whole = String(utf8: bytes[1...])
        if Int(whole) != nil, definition(where: { $0.short == "n" }) != nil {
          throw .unknownOption(name: "-\(whole)", command: commandName, nearest: ["-n \(whole)"])
        }
        let isLongName = whole.count > 1 && definition(where: { $0.name == whole }) != nil
        let meant = isLongName ? [whole] : meant(by: String(letter))
        throw .unknownOption(
          name: "-\(letter)", command: commandName, nearest: meant.map { "--\($0)" })
      }
      let rest = Word(bytes: Array(bytes[(index + 1)...]), number: next, offset: index + 1)
      let attached = option.takesValue && !rest.bytes.isEmpty ? rest : nil
      try take(option, spelling: "-\(letter)", attached: attached)
      if option.takesValue { return }
    }
  }

  private mutating func take(
    _ option: OptionDefinition, spelling: String, attached: Word?
  ) throws(CommandLineError) {
    var bytes: [UInt8]?
    if let placeholder = option.placeholder, attached != nil || !leavesOutValue(option) {
      guard attached != nil || next < arguments.count else {
        throw .missingValue(option: spelling, placeholder: placeholder, command: commandName)
      }
      let value = attached ?? Word(bytes: arguments[next], number: next + 1)
      if attached == nil { next += 1 }
      try value.check(as: option.kind, name: spelling, command: commandName)
      bytes = value.bytes
    }
    options.append(.init(name: option.name, bytes: bytes, number: next))
  }

  /// Whether what follows is no value of an option that needs none.
  private func leavesOutValue(_ option: OptionDefinition) -> Bool {
    guard option.isValueOptional else { return false }
    guard next < arguments.count else { return true }
    let word = Word(bytes: arguments[next], number: next + 1)
    // What begins like a number is meant as one, and is told where it is none that the option takes.
    if case .integer = option.kind, word.bytes.first.map(Byte.isDigit) == true { return false }
    return (try? word.check(as: option.kind, name: option.name, command: nil)) == nil
  }

  private func definition(where matches: (OptionDefinition) -> Bool) -> OptionDefinition? {
    command?.options.first(where: matches) ?? GlobalOptions.definitions.first(where: matches)
  }

  private var knownOptions: [OptionDefinition] {
    (command?.visibleOptions ?? []) + GlobalOptions.definitions
  }

  /// What ends the pass early, else the command with its arguments; the overview where none was named.
  private mutating func finish() throws(CommandLineError) -> Invocation.Action {
    if let early = try scan() { return early }
    if case .subcommands(let choices, let standard)? = command?.action, let name = commandName {
      command = choices.first { $0.name == standard }
      guard let standard, command != nil else {
        throw .missingSubcommand(command: name, choices: choices.map(\.name))
      }
      path.append(standard)
    }
    guard let command, case .run(let run) = command.action else { return .overview }
    let given = try (options + assign(to: command)).enumerated()
      .sorted { ($0.element.number, $0.offset) < ($1.element.number, $1.offset) }.map(\.element)
    try check(given.map(\.name), against: command)
    return .run(ParsedArguments(command: path, run: run, given: given))
  }

  /// Gives each positional argument its name: from the left, leaving enough for those that follow.
  private func assign(
    to command: CommandDefinition
  ) throws(CommandLineError) -> [ParsedArguments.Occurrence] {
    let name = path.joined(separator: " ")
    var needed = 0
    for argument in command.arguments {
      needed += argument.count.lowerBound
      if needed > positionals.count { throw .missingArgument(name: argument.name, command: name) }
    }
    var result: [ParsedArguments.Occurrence] = []
    var rest = positionals[...]
    for argument in command.arguments {
      needed -= argument.count.lowerBound
      let taken = min(argument.count.upperBound, rest.count - needed)
      for word in rest.prefix(taken) {
        try word.check(as: argument.kind, name: argument.name, command: name)
        result.append(.init(name: argument.name, bytes: word.bytes, number: word.number))
      }
      rest = rest.dropFirst(taken)
    }
    if let extra = rest.first { throw .unexpectedArgument(value: extra.text, command: name) }
    return result
  }

  /// Refuses names that contradict each other, or that lack one that is needed.
  private func check(
    _ given: [String], against command: CommandDefinition
  ) throws(CommandLineError) {
    func spelling(_ name: String) -> String {
      command.options.contains { $0.name == name } ? "--\(name)" : name
    }
    let path = path.joined(separator: " ")
    for names in command.exclusive {
      let both = names.filter(given.contains)
      guard both.count > 1 else { continue }
      throw .exclusive(spelling(both[0]), spelling(both[1]), command: path)
    }
    let choices = command.needsOneOf
    if !choices.isEmpty, !choices.contains(where: given.contains) {
      throw .missingArgument(name: choices.map(spelling).joined(separator: " or "), command: path)
    }
  }
}

extension CommandLineParser {
  enum Expected {
    case options([OptionDefinition])
    case commands([CommandDefinition])
    /// A value, behind a `prefix` of the word, such as `--sort=`.
    case value(ValueKind, prefix: String)
  }

  /// What `word`, behind the arguments of this parser, may become; nil where they are wrong, or nothing is known.
  mutating func expected(_ word: String) -> Expected? {
    do throws(CommandLineError) {
      if try scan() != nil { return nil }
    } catch .missingValue(let spelling, _, _) {
      return definition { $0.spellings.contains(spelling) }.map { .value($0.kind, prefix: "") }
    } catch {
      return nil
    }
    if !optionsEnded, word.utf8.first == UInt8(ascii: "-") {
      guard let equals = word.firstIndex(of: "=") else { return .options(knownOptions) }
      return definition { "--\($0.name)" == word[..<equals] }
        .map { .value($0.kind, prefix: String(word[...equals])) }
    }
    guard let command else { return .commands(table.definitions) }
    guard command.subcommands.isEmpty else { return .commands(command.subcommands) }
    return command.kind(ofArgumentAt: positionals.count).map { .value($0, prefix: "") }
  }
}

extension CommandLineParser.Word {
  /// Checks that the value is what `kind` asks for, and UTF-8 unless it is a path.
  fileprivate func check(
    as kind: ValueKind, name: String, command: String?
  ) throws(CommandLineError) {
    if kind != .file, kind != .directory { try checkUTF8() }
    let isMet =
      switch kind {
      case .choice(let words): words.contains(text)
      case .integer(let least): Int(text).map { $0 >= least } ?? false
      case .fieldAssignment: FieldAssignment(bytes) != nil
      case .fieldDefinition: !bytes.isEmpty && bytes[0] != .colon
      case .file, .directory: !bytes.isEmpty
      case .text, .thread, .entry, .reference, .field, .grouping, .setting, .command: true
      }
    if !isMet { throw .badValue(name: name, value: text, expected: kind, command: command) }
  }

  fileprivate func checkUTF8() throws(CommandLineError) {
    guard let invalid = TextCheck.firstInvalidUTF8(in: bytes.span) else { return }
    throw .invalidUTF8(argument: number, byteOffset: offset + invalid)
  }
}
