import TestSupport
import Testing

@Suite struct InterruptTests {
  @Test("^C at a question changes nothing, and the status says so")
  func question() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.tj("new", "Log", "Some words.")
    let before = try sandbox.contents(of: "journal/log.md")
    let outcome = try sandbox.terminal(
      "exec tj delete log", answers: [(after: "[y/N]", keys: "\u{3}")])
    #expect(outcome.status == 130)
    #expect(try sandbox.contents(of: "journal/log.md") == before)
  }

  @Test("a question is answered by yes only", arguments: [("y", 0), ("YES", 0), ("n", 1), ("", 1)])
  func answer(keys: String, status: Int32) throws {
    let sandbox = try Sandbox()
    _ = try sandbox.tj("new", "Log", "Some words.")
    let outcome = try sandbox.terminal(
      "exec tj delete log", answers: [(after: "[y/N]", keys: "\(keys)\n")])
    #expect(outcome.status == status)
  }

  @Test("^C in the editor ends the editor only; what was written is in a draft that is named")
  func editor() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.tj("new", "Log", "Some words.")
    try sandbox.write(
      Array("#!/bin/sh\necho 'Half a thought.' > \"$1\"\necho READY\nread answer\n".utf8),
      to: "editor")
    let outcome = try sandbox.terminal(
      "exec tj add log", answers: [(after: "READY", keys: "\u{3}")],
      environment: ["EDITOR": "sh ./editor", "NO_COLOR": "1"])
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("[editor-failed]"))
    let draft = try #require(outcome.text.firstMatch(of: /The draft is\s+(\S+\.md)/))
    let kept = String(decoding: try sandbox.contents(of: String(draft.1)), as: UTF8.self)
    #expect(kept == "Half a thought.\n")
    #expect(try sandbox.tj("show", "log").text.contains("1 entry"))
  }

  @Test("a terminal that is closed while the editor is open leaves what the command line said")
  func hangUp() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.tj("new", "Log", "--define", "mood:number")
    // It comes to all that runs on the terminal.
    try sandbox.write(Array("trap '' HUP\nkill -HUP 0\nsleep 0.2\nexit 1\n".utf8), to: "editor")
    for command in ["add log --edit -f mood=7 --title Walk", "draft resume", "draft resume"] {
      let outcome = try sandbox.terminal(
        "exec tj \(command)", answers: [], environment: ["EDITOR": "sh ./editor"])
      #expect(outcome.status != 0)
      let drafts = try sandbox.shell("cat journal/.threadjournal/drafts/*.md").text
      #expect(drafts.contains("- mood:: 7"))
    }
  }

  @Test("^C in the pager is the pager's; tj ends when the pager does")
  func pager() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.tj("new", "Log", "Some words.")
    // A shell that waited in one call could begin to wait just after the signal, for ever.
    let lines = ["trap 'echo CAUGHT; exit 0' INT", "while :; do echo READY; sleep 0.01; done"]
    try sandbox.write(Array(lines.joined(separator: "\n").utf8), to: "pager")
    let outcome = try sandbox.terminal(
      "exec tj show log", rows: 2,
      answers: [(after: "READY", keys: "\u{3}")], environment: ["PAGER": "sh ./pager"])
    #expect(outcome.text.contains("CAUGHT"))
    #expect(outcome.status == 0)
  }
  @Test("an export that is interrupted leaves nothing of a file, or all of it")
  func export() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.tj("new", "Log")
    let entry = "## 2026-03-28 07:00\n\nWords of an entry, some of them.\n\n"
    let many = Array(String(repeating: entry, count: 40_000).utf8)
    try sandbox.write(
      try sandbox.contents(of: "journal/log.md") + [0x0A] + many, to: "journal/log.md")
    for delay in ["0.01", "0.05", "0.1", "0.2", "0.4"] {
      let outcome = try sandbox.shell(
        """
        rm -f a.json; tj export --all -o a.json & sleep \(delay); kill -TERM $! 2>/dev/null; wait $!
        ls -A | grep -c -e '^\\.tj-'; test ! -e a.json || tail -c 2 a.json
        """)
      #expect(["0\n", "0\n}\n"].contains(outcome.text), "\(outcome.text)")
    }
  }
}
