import Testing

@testable import tj

@Suite struct CompletionScriptTests {
  @Test("each shell reads its script without complaint", arguments: Shell.allCases)
  func syntax(shell: Shell) throws {
    guard let tool = Tool(shell.rawValue) else { return }
    for table in [CommandTable.standard, CommandLineParserTests.table] {
      let script = CompletionScript.bytes(for: shell, table: table)
      #expect(try tool.output(["-n", "/dev/stdin"], input: script) == "")
    }
    #expect(try tool.output(["-n", "/dev/stdin"], input: Array("if (\n".utf8)) != "")
  }

  @Test("a script knows every command and documented option, and asks in words that parse")
  func complete() throws {
    for shell in Shell.allCases {
      let script = String(decoding: CompletionScript.bytes(for: shell), as: UTF8.self)
      for model in CompletionModel.all(of: .standard) {
        // zsh's functions nest: a subcommand stands there by its own name.
        #expect(script.contains(shell == .zsh ? model.command.name : model.path))
        for option in model.options where !option.isHidden {
          #expect(script.contains(shell == .fish ? "-l \(option.name) " : "--\(option.name)"))
        }
      }
      #expect(!script.contains("--man"))
    }
    for question in [ValueKind.thread, .entry, .reference, .field, .fieldAssignment].compactMap(
      \.question)
    {
      let line = ["-C", "x", "completions", "--\(question)=Morning p", "--of=Morning pages"]
      _ = try CommandLineParser(table: .standard).parse(line.map { Array($0.utf8) })
    }
  }

  @Test("arguments of any number are completed with what may stand there")
  func positions() throws {
    func positions(_ name: String) throws -> (fixed: [ValueKind], rest: ValueKind?) {
      let command = try #require(CommandTable.standard.definition(named: name))
      return CompletionModel(path: name, command: command).positions
    }
    #expect(try positions("add").fixed == [.thread])
    #expect(try positions("add").rest == .text)
    #expect(try positions("move").fixed == [])
    #expect(try positions("move").rest == .reference)
    #expect(try positions("rename").fixed == [.thread, .text])
    #expect(try positions("list").rest == nil)
  }
}
