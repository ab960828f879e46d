import Testing

@testable import tj

@Suite struct CommandTableTests {
  /// Every command and subcommand with its path.
  static let commands = CommandTable.standard.commandsByPath
  static let names = CommandTable.standard.rows.map(\.name)

  @Test("a row's name is its definition's, and no two are the same")
  func rows() {
    #expect(CommandTable.standard.definitions.map(\.name) == Self.names)
    #expect(Set(Self.names).count == Self.names.count)
  }

  @Test("commands are known by their names alone")
  func lookup() {
    #expect(CommandTable.standard.definition(named: "add")?.name == "add")
    #expect(CommandTable.standard.definition(named: "ad") == nil)
    #expect(CommandTable.standard.definitions.nearest(to: "rm") == ["delete"])
  }

  @Test("every command is documented", arguments: commands.map(\.path))
  func documented(path: String) throws {
    let command = try command(path)
    #expect(!command.description.isEmpty || !command.subcommands.isEmpty)
    #expect(!command.examples.isEmpty || !command.subcommands.isEmpty)
    #expect(!command.seeAlso.isEmpty)
    for name in command.seeAlso {
      #expect(Self.commands.contains { $0.path == name }, "see also: \(name)")
      #expect(name != command.name)
    }
    for synonym in command.synonyms { #expect(!Self.names.contains(synonym)) }
  }

  @Test("sentences are sentences", arguments: commands.map(\.path))
  func sentences(path: String) throws {
    let command = try command(path)
    let summaries =
      [command.summary] + command.arguments.map(\.summary)
      + (command.options + GlobalOptions.definitions).map(\.summary)
      + command.exitStatuses.map(\.meaning) + command.examples.map(\.summary) + command.paragraphs
    for text in summaries {
      #expect(text.first?.isUppercase == true || text.first == "`", "\(text)")
      #expect(text.hasSuffix("."), "\(text)")
      #expect(!text.contains("  ") && !text.contains("\n"), "\(text)")
      #expect(text.count { $0 == "`" }.isMultiple(of: 2), "\(text)")
      #expect(text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value < 0x250 }, "\(text)")
    }
  }

  @Test("names are lower-case words with dashes, letters are letters, both unique")
  func optionNames() throws {
    for model in Self.commands {
      let options = model.command.options + GlobalOptions.definitions
      let names = options.map(\.name)
      let letters = options.compactMap(\.short)
      #expect(Set(names).count == names.count, "\(model.path)")
      #expect(Set(letters).count == letters.count, "\(model.path)")
      #expect(letters.allSatisfy { $0.properties.isAlphabetic && $0.isASCII })
      for name in names + [model.command.name] {
        #expect(name.allSatisfy { "abcdefghijklmnopqrstuvwxyz-".contains($0) }, "\(name)")
        #expect(!name.hasPrefix("-") && !name.hasSuffix("-"), "\(name)")
      }
      for option in options {
        #expect(option.placeholder.map { $0 == $0.uppercased() } != false, "--\(option.name)")
      }
    }
  }

  @Test(
    "arguments can be told apart, and rules name what there is", arguments: commands.map(\.path))
  func rules(path: String) throws {
    let command = try command(path)
    let arguments = command.arguments
    #expect(arguments.count { $0.count.upperBound > 1 } <= 1)
    #expect(command.subcommands.isEmpty || arguments.isEmpty)
    let isOptional = arguments.map { $0.count == .optional || $0.count == .zeroOrMore }
    if let first = isOptional.firstIndex(of: true) {
      #expect(!isOptional[first...].contains(false))
    }
    let known = Set(arguments.map(\.name) + command.options.map(\.name))
    for name in command.exclusive.joined() { #expect(known.contains(name), "\(name)") }
    for name in command.needsOneOf { #expect(known.contains(name), "\(name)") }
    #expect(command.exclusive.allSatisfy { $0.count > 1 })
  }

  @Test(
    "the synopsis names every argument and every documented option", arguments: commands.map(\.path)
  )
  func synopsis(path: String) throws {
    let command = try command(path)
    let synopsis = command.synopsis.joined(separator: " ")
    for argument in command.arguments { #expect(synopsis.contains(argument.name)) }
    for option in command.options {
      #expect(synopsis.contains(option.shortestSpelling) == !option.isHidden, "--\(option.name)")
    }
  }

  @Test("every example is a command line that parses", arguments: commands.map(\.path))
  func examples(path: String) throws {
    for example in try command(path).examples {
      // Of a pipeline, the last command is the one that it is an example of.
      let pipeline = example.command.split(separator: "|").map { String($0) }
      let words = shellWords(pipeline.last ?? "")
      #expect(words.first == "tj", "\(example.command)")
      let invocation = try CommandLineParser.parse(
        words.dropFirst().map { Array($0.utf8) })
      guard case .run(let arguments) = invocation.action else {
        Issue.record("\(example.command) runs nothing")
        continue
      }
      #expect(arguments.command.joined(separator: " ") == path, "\(example.command)")
    }
  }

  private func command(_ path: String) throws -> CommandDefinition {
    let names = path.split(separator: " ").map(String.init)
    return try #require(CommandTable.standard.definition(at: names))
  }
}

extension CommandTable {
  /// Every command and subcommand, each parent before its subcommands, with its path, such as `field add`.
  var commandsByPath: [(path: String, command: CommandDefinition)] {
    definitions.flatMap { command in
      [(command.name, command)] + command.subcommands.map { ("\(command.name) \($0.name)", $0) }
    }
  }
}
