import Foundation
import TestSupport
import Testing

@testable import tj

@Suite struct ManualPageTests {
  @Test("man/tj.1 is what the table makes")
  func golden() throws {
    try Golden.check(ManualPage.bytes(), against: "man/tj.1")
  }

  @Test(
    "formats without a warning",
    arguments: [
      ["groff", "-man", "-ww", "-z"], ["mandoc", "-T", "lint", "-W", "style"],
    ])
  func formats(command: [String]) throws {
    guard let tool = Tool(command[0]) else { return }
    for table in [CommandTable.standard, CommandLineParserTests.table] {
      let output = try tool.output(
        Array(command.dropFirst()), input: ManualPage.bytes(of: table))
      #expect(output == "")
    }
  }

  @Test("names every command, and every documented option with its summary")
  func complete() {
    let page = String(decoding: ManualPage.bytes(), as: UTF8.self)
    for model in CommandTable.standard.commandsByPath {
      #expect(page.contains("\n.SS tj \(model.path)\n"))
      for option in model.command.visibleOptions {
        #expect(page.contains(RoffText.paragraph(option.summary).joined(separator: "\n")))
      }
    }
    #expect(!page.contains("references"))
  }

  @Test(
    "text is not mistaken for macros",
    arguments: [
      (".threadjournal", "\\&.threadjournal"), ("it's", "it\\(aqs"), ("a\\b", "a\\eb"),
      ("--json", "\\-\\-json"), ("~/x", "\\(ti/x"), ("`", "\\(ga"), ("é", "\\[u00E9]"),
    ])
  func escaping(text: String, expected: String) {
    #expect(RoffText.literal(text) == expected)
  }

  @Test("what is typed is bold, and no line begins as a macro")
  func marking() {
    #expect(RoffText.paragraph("Use `tj add -f`.") == ["Use \\fBtj add \\-f\\fR."])
    let lines = RoffText.paragraph(String(repeating: ".dot 'quote ", count: 40))
    #expect(lines.allSatisfy { !$0.hasPrefix(".") && !$0.hasPrefix("'") && $0.utf8.count <= 80 })
  }
}
