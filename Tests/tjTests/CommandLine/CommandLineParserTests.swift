import Testing

@testable import tj

@Suite struct CommandLineParserTests {
  /// A table that has what the real one does not yet: subcommands, a default one, decimal numbers.
  static let table = table(of: [
    CommandDefinition(
      name: "show", group: .reading, summary: "Show.",
      arguments: [
        ArgumentDefinition("REF", .reference, "A thread."),
        ArgumentDefinition("QUERY", .text, count: .zeroOrMore, "Words."),
      ],
      options: [
        .value("limit", short: "n", "N", .integer(atLeast: 1), "Some."),
        .value("random", "[N]", .integer(atLeast: 1), "By chance."),
        .value(
          "field", short: "f", "NAME=VALUE", .fieldAssignment, isRepeatable: true, "A field."),
        .value("output", short: "o", "FILE", .file, "A file."),
        .value("sort", "KEY", .choice(["title", "time"]), "An order."),
        .flag("reverse", short: "r", "Backwards."), .flag("all", short: "a", "All."),
        .flag("trash", "Deleted."), .json,
      ],
      exclusive: [["trash", "all"], ["QUERY", "json"]], action: runs),
    CommandDefinition(
      name: "move", group: .changing, summary: "Move.",
      arguments: [
        ArgumentDefinition("ENTRY", .entry, count: .oneOrMore, "Entries."),
        ArgumentDefinition("THREAD", .thread, "A thread."),
      ], synonyms: ["mv"], action: runs),
    CommandDefinition(
      name: "field", group: .changing, summary: "Fields.",
      action: .subcommands([
        CommandDefinition(
          name: "add", group: .changing, summary: "Add.",
          arguments: [ArgumentDefinition("NAME", .text, "A name.")],
          options: [.value("min", "N", .text, "The least.")], action: runs),
        CommandDefinition(name: "list", group: .changing, summary: "List.", action: runs),
      ])),
    CommandDefinition(
      name: "draft", group: .writing, summary: "Drafts.",
      action: .subcommands(
        [CommandDefinition(name: "list", group: .writing, summary: "List.", action: runs)],
        standard: "list")),
    CommandDefinition(
      name: "purge", group: .changing, summary: "Purge.",
      arguments: [ArgumentDefinition("REF", .reference, count: .zeroOrMore, "What.")],
      options: [.flag("everything", "All.")], needsOneOf: ["REF", "everything"], action: runs),
  ])

  private static let runs = CommandDefinition.Action.run { _, _ in .done }

  private static func table(of definitions: [CommandDefinition]) -> CommandTable {
    CommandTable(
      rows: definitions.map { definition in
        (definition.name, { definition })
      })
  }

  private func invocation(_ words: [String]) throws(CommandLineError) -> Invocation {
    try CommandLineParser.parse(words.map { Array($0.utf8) }, table: Self.table)
  }

  private func parsed(_ words: String...) throws -> ParsedArguments {
    guard case .run(let arguments) = try invocation(words).action else {
      throw CommandLineError.unknownCommand(name: "not a command to run", nearest: [])
    }
    return arguments
  }

  @Test("a value that may be left out is the next word only where it is one")
  func optionalValue() throws {
    for (words, value, others) in [
      (["x", "--random"], nil, []), (["x", "--random", "3", "y"], 3, ["y"]),
      (["x", "--random=3"], 3, []), (["x", "--random", "y"], nil, ["y"]),
      (["x", "--random", "--all"], nil, []),
    ] as [([String], Int?, [String])] {
      let invocation = try invocation(["show"] + words)
      guard case .run(let arguments) = invocation.action else {
        Issue.record("\(words) runs nothing")
        continue
      }
      #expect(arguments.flag("random") && arguments.integer("random") == value, "\(words)")
      #expect(arguments.values("QUERY") == others, "\(words)")
    }
    // What begins like a number is meant as one.
    for word in ["0", "00", "1x"] {
      #expect(throws: CommandLineError.self) { try invocation(["show", "x", "--random", word]) }
    }
    #expect(throws: CommandLineError.self) { try invocation(["show", "x", "--random=0"]) }
  }

  private func help(_ words: String...) throws -> [String]? {
    if case .help(let path) = try invocation(words).action { path } else { nil }
  }

  private func isVersion(_ words: String...) throws -> Bool {
    if case .version = try invocation(words).action { true } else { false }
  }

  @Test(
    "an option's value may follow it in each of GNU's ways",
    arguments: [["-n", "5"], ["-n5"], ["--limit", "5"], ["--limit=5"], ["-rn5"], ["-arn", "5"]])
  func values(words: [String]) throws {
    guard case .run(let arguments) = try invocation(["show", "x"] + words).action else {
      throw CommandLineError.missingArgument(name: "REF", command: "show")
    }
    #expect(arguments.integer("limit") == 5)
    #expect(arguments.flag("reverse") == words[0].hasPrefix("-r") || words[0].hasPrefix("-ar"))
    #expect(arguments.values("REF") == ["x"])
  }

  @Test("options may stand after arguments and before the command where they are global")
  func order() throws {
    let command = try invocation([
      "--no-pager", "-C", "/j", "show", "-r", "x", "--json", "--color=never",
    ])
    guard case .run(let arguments) = command.action else { return #expect(Bool(false)) }
    #expect(arguments.command == ["show"])
    #expect(command.globals.journal == Array("/j".utf8))
    #expect(command.globals.color == .never)
    #expect(!command.globals.allowsPager)
    #expect(arguments.flag("reverse") && arguments.flag("json"))
    #expect(!arguments.flag("all"))
  }

  @Test("two dashes end the options, and one dash alone is an argument")
  func separator() throws {
    let arguments = try parsed("show", "-r", "-", "--", "--json", "-n", "--")
    #expect(arguments.values("REF") == ["-"])
    #expect(arguments.value("REF") == "-")
    #expect(arguments.values("QUERY") == ["--json", "-n", "--"])
    #expect(!arguments.flag("json"))
  }

  @Test("what follows an option that needs a value is the value, even with a dash")
  func dashValues() throws {
    #expect(try parsed("show", "x", "-o", "--json").value("output") == "--json")
    #expect(try parsed("show", "x", "--output=-").value("output") == "-")
    #expect(try parsed("field", "add", "x", "--min", "-3.5").value("min") == "-3.5")
  }

  @Test("a repeatable option keeps every value, any other the last")
  func repetition() throws {
    let arguments = try parsed("show", "x", "-fa=1", "-n1", "--field", "b=x=y", "-n2", "-f", "c=")
    #expect(arguments.values("field") == ["a=1", "b=x=y", "c="])
    #expect(arguments.assignments("field").map(\.name) == ["a", "b", "c"])
    #expect(arguments.assignments("field").map(\.value) == ["1", "x=y", ""])
    #expect(arguments.integer("limit") == 2)
  }

  @Test("arguments before a single one take all but the last")
  func positionals() throws {
    let arguments = try parsed("move", "a", "b", "c")
    #expect(arguments.values("ENTRY") == ["a", "b"])
    #expect(arguments.value("THREAD") == "c")
  }

  @Test("subcommands have their own options, and one may be the default")
  func subcommands() throws {
    #expect(try parsed("field", "add", "mood").command == ["field", "add"])
    #expect(try parsed("draft").command == ["draft", "list"])
    #expect(try parsed("draft", "list").command == ["draft", "list"])
  }

  @Test("help is for the command it is asked with, whatever else is missing")
  func help() throws {
    #expect(try help() == nil)
    #expect(try help("--help") == [])
    #expect(try help("-h", "show") == ["show"])
    #expect(try help("show", "--help") == ["show"])
    #expect(try help("show", "x", "-rh") == ["show"])
    #expect(try help("field", "--help") == ["field"])
    #expect(try help("field", "add", "-h") == ["field", "add"])
    #expect(try help("-h", "field", "add") == ["field", "add"])
    #expect(try help("show", "--", "-h") == nil)
  }

  @Test("the version is asked for anywhere before two dashes")
  func version() throws {
    #expect(try isVersion("--version"))
    #expect(try isVersion("-C", "x", "show", "--version"))
    #expect(try !isVersion("show", "--", "--version"))
  }

  @Test(
    "a mistake is reported with its facts",
    arguments: [
      (["shwo"], .unknownCommand(name: "shwo", nearest: ["show"])),
      (["mv", "a", "b"], .unknownCommand(name: "mv", nearest: ["move"])),
      (["field", "ad"], .unknownCommand(name: "field ad", nearest: ["field add"])),
      (["field"], .missingSubcommand(command: "field", choices: ["add", "list"])),
      (["--jsn"], .unknownOption(name: "--jsn", command: nil, nearest: [])),
      (
        ["show", "x", "--jsn=1"],
        .unknownOption(name: "--jsn", command: "show", nearest: ["--json"])
      ),
      (
        ["show", "x", "--rev"],
        .unknownOption(name: "--rev", command: "show", nearest: ["--reverse"])
      ),
      (["show", "—json"], .unknownOption(name: "—json", command: "show", nearest: ["--json"])),
      (["show", "-json"], .unknownOption(name: "-j", command: "show", nearest: ["--json"])),
      (["show", "-rz"], .unknownOption(name: "-z", command: "show", nearest: [])),
      (["show", "-é"], .unknownOption(name: "-é", command: "show", nearest: [])),
      (["show", "x", "-n"], .missingValue(option: "-n", placeholder: "N", command: "show")),
      (["--journal"], .missingValue(option: "--journal", placeholder: "DIR", command: nil)),
      (["show", "--json=1"], .unexpectedValue(option: "--json", value: "1", command: "show")),
      (["show"], .missingArgument(name: "REF", command: "show")),
      (["move", "a"], .missingArgument(name: "THREAD", command: "move")),
      (["purge"], .missingArgument(name: "REF or --everything", command: "purge")),
      (["field", "add", "a", "b"], .unexpectedArgument(value: "b", command: "field add")),
      (["show", "x", "--all", "--trash"], .exclusive("--trash", "--all", command: "show")),
      (["show", "x", "word", "--json"], .exclusive("QUERY", "--json", command: "show")),
    ] as [([String], CommandLineError)])
  func mistakes(words: [String], expected: CommandLineError) {
    #expect(throws: expected) { try invocation(words) }
  }

  @Test(
    "a value that is not what it must be is reported",
    arguments: [
      ("-n", "0", .integer(atLeast: 1)), ("-n", "", .integer(atLeast: 1)),
      ("-n", "1x", .integer(atLeast: 1)), ("-n", "-5", .integer(atLeast: 1)),
      ("-n", "99999999999999999999", .integer(atLeast: 1)),
      ("--sort", "Title", .choice(["title", "time"])), ("-f", "mood", .fieldAssignment),
      ("-f", "=7", .fieldAssignment), ("-o", "", .file), ("-C", "", .directory),
      ("--color", "red", .choice(["auto", "always", "never"])),
    ] as [(String, String, ValueKind)])
  func badValues(option: String, value: String, expected: ValueKind) {
    #expect(
      throws: CommandLineError.badValue(
        name: option, value: value, expected: expected, command: "show")
    ) { try invocation(["show", "x", option, value]) }
  }

  @Test("bytes that are not UTF-8 are refused with their place, except in paths")
  func invalidUTF8() throws {
    let show = Array("show".utf8)
    let bad: [UInt8] = [0x61, 0xFF]
    #expect(throws: CommandLineError.invalidUTF8(argument: 2, byteOffset: 1)) {
      try CommandLineParser.parse([show, bad], table: Self.table)
    }
    #expect(throws: CommandLineError.invalidUTF8(argument: 3, byteOffset: 8)) {
      try CommandLineParser.parse(
        [show, [0x78], Array("--sort=".utf8) + bad], table: Self.table)
    }
    #expect(throws: CommandLineError.invalidUTF8(argument: 2, byteOffset: 3)) {
      try CommandLineParser.parse([show, Array("-n".utf8) + bad, [0x78]], table: Self.table)
    }
    #expect(throws: CommandLineError.invalidUTF8(argument: 1, byteOffset: 1)) {
      try CommandLineParser.parse([bad], table: Self.table)
    }
    let invocation = try CommandLineParser.parse(
      [Array("-C".utf8), bad, show, [0x78], Array("-o".utf8) + bad], table: Self.table)
    #expect(invocation.globals.journal == bad)
    guard case .run(let arguments) = invocation.action else { return #expect(Bool(false)) }
    #expect(arguments.bytes("output").last == bad)
  }

  @Test("text keeps its bytes: neither normalized nor split at a carriage return")
  func bytes() throws {
    let text = "e\u{301}\r\n\u{FEFF}é"
    #expect(
      Array(try parsed("show", text).value("REF").map { $0.utf8 } ?? "".utf8)
        == Array(text.utf8))
  }
}
