import Testing

@testable import tj

@Suite struct HelpPageTests {
  static let paths = [[]] + CommandTable.standard.commandsByPath.map { [$0.path] }

  private func lines(_ path: [String], width: Int) throws -> [String] {
    let page = HelpPage(width: width)
    let names = path.flatMap { $0.split(separator: " ").map(String.init) }
    let bytes = names.isEmpty ? page.overview() : try #require(page.command(names))
    #expect(bytes.last == UInt8(ascii: "\n"))
    return String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast().map(String.init)
  }

  @Test("no line is longer than the width, or ends in a space", arguments: paths, [80, 100, 132])
  func width(path: [String], width: Int) throws {
    for line in try lines(path, width: width) {
      #expect(line.unicodeScalars.count <= width, "\(line)")
      #expect(!line.hasSuffix(" "), "\(line)")
    }
  }

  @Test("prose is wrapped on narrow terminals too", arguments: paths)
  func narrow(path: [String]) throws {
    for line in try lines(path, width: 40) where !line.hasPrefix("  ") && !line.hasPrefix("Usage:")
    {
      #expect(line.unicodeScalars.count <= 40, "\(line)")
    }
    #expect(try lines(path, width: 1) == lines(path, width: 40))
    #expect(try lines(path, width: -5) == lines(path, width: 40))
  }

  @Test("the overview lists every command once, under its group")
  func overview() throws {
    let lines = try lines([], width: 80)
    for command in CommandTable.standard.definitions {
      let index = try #require(lines.firstIndex { $0.hasPrefix("  \(command.name) ") })
      let heading = lines[..<index].last { $0.hasSuffix(":") }
      #expect(heading == "\(command.group.rawValue):")
      #expect(lines[index].hasSuffix(command.summary))
    }
  }

  @Test("a command's help names its documented options and not the hidden ones")
  func options() throws {
    let text = try lines(["completions"], width: 80).joined(separator: "\n")
    #expect(text.contains("tj completions SHELL\n"))
    #expect(!text.contains("--word"))
    let add = try lines(["add"], width: 80)
    #expect(add.contains("      --at TIME           The entry's time, instead of now."))
    #expect(add.contains { $0.hasPrefix("  -f, --field NAME=VALUE  Set the field NAME") })
  }

  @Test("there is no help for what does not exist")
  func unknown() {
    #expect(HelpPage().command(["bogus"]) == nil)
    #expect(HelpPage().command(["add", "bogus"]) == nil)
    #expect(HelpPage().command([]) == nil)
  }

  @Test("subcommands are listed, and have pages of their own")
  func subcommands() throws {
    let page = HelpPage(table: CommandLineParserTests.table, width: 80)
    let field = String(decoding: try #require(page.command(["field"])), as: UTF8.self)
    #expect(field.contains("Usage: tj field SUBCOMMAND [ARGUMENT...]\n"))
    #expect(field.contains("Subcommands:\n  add   Add.\n"))
    let add = String(decoding: try #require(page.command(["field", "add"])), as: UTF8.self)
    #expect(add.contains("Usage: tj field add NAME [--min N]\n"))
  }
}
