import Testing

@testable import tj

@Suite struct CompletionScriptTests {
  @Test("each shell reads its script without complaint", arguments: CompletionScript.allCases)
  func syntax(shell: CompletionScript) throws {
    guard let tool = Tool(shell.rawValue) else { return }
    let script = Array(shell.text.utf8)
    #expect(try tool.output(["-n", "/dev/stdin"], input: script) == "")
    #expect(try tool.output(["-n", "/dev/stdin"], input: Array("if (\n".utf8)) != "")
  }

  @Test("arguments of any number are completed with what may stand there")
  func positions() throws {
    func kinds(_ name: String) throws -> [ValueKind?] {
      let command = try #require(CommandTable.standard.definition(named: name))
      return (0..<4).map { command.kind(ofArgumentAt: $0) }
    }
    #expect(try kinds("add") == [.thread, .text, .text, .text])
    #expect(try kinds("move") == [.reference, .reference, .reference, .reference])
    #expect(try kinds("rename") == [.thread, .text, nil, nil])
    #expect(try kinds("list") == [nil, nil, nil, nil])
  }
}
