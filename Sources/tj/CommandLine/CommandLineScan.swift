import ThreadJournal
import ThreadStorage

/// One pass over the arguments: tells options from positional arguments and finds the command.
struct CommandLineScan {
  /// A positional argument.
  struct Word {
    /// Its bytes.
    var bytes: [UInt8]
    /// Which argument of the command line it is in, 1-based.
    var number: Int
    /// Where in that argument it begins.
    var offset = 0
    /// The bytes as text, for messages.
    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// The global options met so far.
  private(set) var globals = GlobalOptions()
  /// The command's own options met so far.
  private(set) var options: [ParsedArguments.Occurrence] = []
  /// The positional arguments met so far, without the command's name.
  private(set) var positionals: [Word] = []
  /// The command's name, and its subcommand's.
  private(set) var path: [String] = []

  private let table: CommandTable
  private let arguments: [[UInt8]]
  private var next = 0
  private var command: CommandDefinition?
  private var wantsHelp = false
  private var wantsVersion = false
  private var optionsEnded = false

  /// A scan of `arguments`, which do not hold the program's name.
  init(table: CommandTable, arguments: [[UInt8]]) {
    self.table = table
    self.arguments = arguments
  }

  /// Goes through the arguments; returns what ends the scan early: `--version`, or help.
  mutating func run() throws(CommandLineError) -> Invocation.Action? {
    while next < arguments.count {
      let bytes = arguments[next]
      next += 1
      // No option begins with `- `, and many a list item does.
      let isWord = bytes.count < 2 || bytes[0] != UInt8(ascii: "-") || bytes[1] == 0x20
      if optionsEnded || isWord {
        try takeWord(bytes)
      } else if bytes[1] != UInt8(ascii: "-") {
        try takeShortOptions(bytes)
      } else if bytes.count == 2 {
        optionsEnded = true
      } else {
        try takeLongOption(bytes)
      }
      if wantsVersion { return .version }
      if wantsHelp, let command, command.subcommands.isEmpty || next == arguments.count {
        return .help(path)
      }
    }
    return wantsHelp ? .help(path) : nil
  }

  /// The command whose arguments these are; nil where none was named.
  mutating func finishedCommand() throws(CommandLineError) -> CommandDefinition? {
    guard let found = command, !found.subcommands.isEmpty else { return command }
    guard let name = found.defaultSubcommand,
      let meant = found.subcommands.first(where: { $0.name == name })
    else {
      throw .missingSubcommand(command: found.name, choices: found.subcommands.map(\.name))
    }
    path.append(name)
    return meant
  }

  private var commandName: String? { path.isEmpty ? nil : path.joined(separator: " ") }

  private mutating func takeWord(_ bytes: [UInt8]) throws(CommandLineError) {
    let word = Word(bytes: bytes, number: next)
    if let command, command.subcommands.isEmpty { return positionals.append(word) }
    try word.checkUTF8()
    let name = word.text
    let found =
      command.map { $0.subcommands.first { $0.name == name } } ?? table.definition(named: name)
    guard let found else {
      let nearest =
        command.map { $0.subcommands.map(\.name).nearest(to: name) } ?? table.nearest(to: name)
      throw .unknownCommand(
        name: (path + [name]).joined(separator: " "),
        nearest: nearest.map { (path + [$0]).joined(separator: " ") })
    }
    command = found
    path.append(found.name)
  }

  /// Takes `--name`, `--name=VALUE` or `--name VALUE`.
  private mutating func takeLongOption(_ bytes: [UInt8]) throws(CommandLineError) {
    let equals = bytes.firstIndex(of: UInt8(ascii: "="))
    let name = String(decoding: bytes[2..<(equals ?? bytes.count)], as: UTF8.self)
    guard let option = definition(where: { $0.name == name }) else {
      throw .unknownOption(name: "--\(name)", command: commandName, nearest: nearest(to: name))
    }
    let value = equals.map { Word(bytes: Array(bytes[($0 + 1)...]), number: next, offset: $0 + 1) }
    if let value, !option.takesValue {
      throw .unexpectedValue(option: "--\(name)", value: value.text, command: commandName)
    }
    try take(option, spelling: "--\(name)", attached: value)
  }

  /// Takes `-a`, `-abc`, `-nVALUE` or `-n VALUE`.
  private mutating func takeShortOptions(_ bytes: [UInt8]) throws(CommandLineError) {
    for index in 1..<bytes.count {
      let letter = Unicode.Scalar(bytes[index])
      guard let option = definition(where: { $0.short == letter }) else {
        throw unknownShortOption(bytes, at: index)
      }
      guard option.takesValue else {
        try take(option, spelling: "-\(letter)", attached: nil)
        continue
      }
      let rest = Word(bytes: Array(bytes[(index + 1)...]), number: next, offset: index + 1)
      return try take(option, spelling: "-\(letter)", attached: rest.bytes.isEmpty ? nil : rest)
    }
  }

  private func unknownShortOption(_ bytes: [UInt8], at index: Int) -> CommandLineError {
    let letter = String(decoding: bytes[index...], as: UTF8.self).prefix(1)
    let whole = String(decoding: bytes[1...], as: UTF8.self)
    let isLongName = whole.count > 1 && definition(where: { $0.name == whole }) != nil
    return .unknownOption(
      name: "-\(letter)", command: commandName, nearest: isLongName ? ["--\(whole)"] : [])
  }

  private mutating func take(
    _ option: OptionDefinition, spelling: String, attached: Word?
  ) throws(CommandLineError) {
    var bytes: [UInt8]?
    if let placeholder = option.placeholder {
      guard attached != nil || next < arguments.count else {
        throw .missingValue(option: spelling, placeholder: placeholder, command: commandName)
      }
      let value = attached ?? Word(bytes: arguments[next], number: next + 1)
      if attached == nil { next += 1 }
      try value.check(as: option.kind, name: spelling, command: commandName)
      bytes = value.bytes
    }
    guard isGlobal(option) else {
      return options.append(.init(name: option.name, bytes: bytes))
    }
    switch option.name {
    case "journal": globals.journal = bytes
    case "color":
      globals.color = ColorChoice(rawValue: String(decoding: bytes ?? [], as: UTF8.self))
    case "no-pager": globals.allowsPager = false
    case "help": wantsHelp = true
    default: wantsVersion = true
    }
  }

  private func isGlobal(_ option: OptionDefinition) -> Bool {
    GlobalOptions.definitions.contains { $0.name == option.name }
  }

  private func definition(where matches: (OptionDefinition) -> Bool) -> OptionDefinition? {
    command?.options.first(where: matches) ?? GlobalOptions.definitions.first(where: matches)
  }

  private func nearest(to name: String) -> [String] {
    let known = (command?.visibleOptions ?? []) + GlobalOptions.definitions
    return known.map(\.name).nearest(to: name).map { "--\($0)" }
  }
}

extension CommandLineScan {
  /// What an argument may be that is still being typed.
  enum Expected {
    case options([OptionDefinition])
    case commands([CommandDefinition])
    /// A value, behind the `lead` of the word, such as `--sort=`.
    case value(ValueKind, lead: String)
  }

  /// What `word`, behind the arguments of this scan, may become; nil where they are wrong, or nothing is known.
  mutating func expected(_ word: String) -> Expected? {
    do throws(CommandLineError) {
      if try run() != nil { return nil }
    } catch .missingValue(let spelling, _, _) {
      return definition { $0.spellings.contains(spelling) }.map { .value($0.kind, lead: "") }
    } catch {
      return nil
    }
    if !optionsEnded, word.utf8.first == UInt8(ascii: "-") {
      guard let equals = word.firstIndex(of: "=") else {
        return .options((command?.visibleOptions ?? []) + GlobalOptions.definitions)
      }
      return definition { "--\($0.name)" == word[..<equals] }
        .map { .value($0.kind, lead: String(word[...equals])) }
    }
    guard let command else { return .commands(table.definitions) }
    guard command.subcommands.isEmpty else { return .commands(command.subcommands) }
    return command.kind(ofArgumentAt: positionals.count).map { .value($0, lead: "") }
  }
}

extension CommandLineScan.Word {
  /// Checks that the value is UTF-8 and what `kind` asks for.
  func check(
    as kind: ValueKind, name: String, command: String?
  ) throws(CommandLineError) {
    if !kind.allowsAnyBytes { try checkUTF8() }
    guard let expected = unmet(kind) else { return }
    throw .badValue(name: name, value: text, expected: expected, command: command)
  }

  /// Checks that the value is UTF-8.
  func checkUTF8() throws(CommandLineError) {
    guard let invalid = TextCheck.firstInvalidUTF8(in: bytes.span) else { return }
    throw .invalidUTF8(argument: number, byteOffset: offset + invalid)
  }

  /// What the value fails to be, or nil.
  private func unmet(_ kind: ValueKind) -> CommandLineError.Expectation? {
    switch kind {
    case .choice(let words): return words.contains(text) ? nil : .oneOf(words)
    case .integer(let least):
      guard let number = Int(text), number >= least else { return .integer(atLeast: least) }
      return nil
    case .fieldAssignment: return FieldAssignment(bytes) == nil ? .fieldAssignment : nil
    case .fieldDefinition:
      return bytes.isEmpty || bytes[0] == UInt8(ascii: ":") ? .fieldDefinition : nil
    case .file, .directory: return bytes.isEmpty ? .path : nil
    case .text, .thread, .entry, .reference, .field, .setting, .command: return nil
    }
  }
}
