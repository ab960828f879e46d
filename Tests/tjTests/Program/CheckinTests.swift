import TestSupport
import Testing

@Suite struct CheckinTests {
  /// Two threads that are due, Alpha first, of which the first has defaults.
  private static func journal() throws -> Sandbox {
    let sandbox = try Sandbox()
    let alpha = """
      ---
      title: Alpha
      plan: [{from: 2026-03-01, every: day}]
      fields:
        mood: {type: integer, min: 1, max: 10, default: 6}
        sleep: duration
        note: {type: text, ask: false}
      ---

      """
    let beta =
      "---\ntitle: Beta\nplan: [{from: 2026-03-01, every: day}]\nfields: {wet: boolean}\n---\n"
    _ = try sandbox.tj("init", "journal")
    try sandbox.write(Array(alpha.utf8), to: "journal/alpha.md")
    try sandbox.write(Array(beta.utf8), to: "journal/beta.md")
    return sandbox
  }

  private static func text(of name: String, in sandbox: Sandbox) throws -> String {
    String(decoding: try sandbox.contents(of: "journal/\(name).md"), as: UTF8.self)
  }

  @Test(
    "a bad value is asked for again with the reason, Enter takes the default, each thread is saved")
  func answers() throws {
    let sandbox = try Self.journal()
    let outcome = try sandbox.terminal(
      "exec tj checkin",
      answers: [
        (after: "[6]: ", keys: "11\n"), (after: "[6]: ", keys: "\n"),
        (after: "7h30m): ", keys: "six\n"),
        (after: "7h30m): ", keys: "6h\n"), (after: "editor): ", keys: "Fine, so far.\n"),
        (after: "false): ", keys: "\n"), (after: "editor): ", keys: "\n"),
      ])
    #expect(outcome.status == 0, "\(outcome.text)")
    #expect(outcome.text.contains("mood cannot be \"11\". It is at most 10."))
    #expect(outcome.text.contains("Nothing was added to Beta."))
    let alpha = try Self.text(of: "alpha", in: sandbox)
    #expect(alpha.contains("}\n- mood:: 6\n- sleep:: 6h\n\nFine, so far.\n"), "\(alpha)")
    #expect(!(try Self.text(of: "beta", in: sandbox)).contains("## "))
  }

  @Test("a value that the text has, and the field not, is told")
  func valueInText() throws {
    let sandbox = try Self.journal()
    let outcome = try sandbox.terminal(
      "exec tj checkin alpha",
      answers: [
        (after: "[6]: ", keys: "\n"), (after: "7h30m): ", keys: "\n"),
        (after: "editor): ", keys: "slept 7h30m, ok\n"),
      ])
    #expect(outcome.status == 0, "\(outcome.text)")
    #expect(outcome.text.contains("'sleep=7h30m'"), "\(outcome.text)")
  }

  @Test("a time that the text begins with, and that is not the entry's, is told")
  func timeInText() throws {
    let sandbox = try Self.journal()
    let outcome = try sandbox.terminal(
      "exec tj checkin alpha",
      answers: [
        (after: "[6]: ", keys: "\n"), (after: "7h30m): ", keys: "\n"),
        (after: "editor): ", keys: "yesterday 9pm: felt ok\n"),
      ])
    #expect(outcome.status == 0, "\(outcome.text)")
    #expect(outcome.text.contains("--at '2026-03-27 21:00' --text 'felt ok'"), "\(outcome.text)")
  }

  @Test("a line that the terminal cuts is told, and asked for again")
  func longLine() throws {
    let sandbox = try Self.journal()
    let outcome = try sandbox.terminal(
      "exec tj checkin alpha",
      answers: [
        (after: "[6]: ", keys: "\n"), (after: "7h30m): ", keys: "\n"),
        (after: "editor): ", keys: String(repeating: "x", count: 5000) + "\n"),
        (after: "editor): ", keys: "Short.\n"),
      ])
    #expect(outcome.status == 0, "\(outcome.text)")
    #expect(outcome.text.contains("The terminal cut this line"))
    let alpha = try Self.text(of: "alpha", in: sandbox)
    #expect(alpha.hasSuffix("\n\nShort.\n"), "\(alpha)")
  }

  @Test("lines that are pasted are one text, and no answer to what takes one line")
  func pasted() throws {
    let sandbox = try Self.journal()
    func pasted(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~\n" }
    let outcome = try sandbox.terminal(
      "exec tj checkin alpha",
      answers: [
        (after: "[6]: ", keys: pasted("7\n8")), (after: "[6]: ", keys: pasted("7")),
        (after: "7h30m): ", keys: "\n"),
        (
          after: "editor): ",
          keys: pasted("One.\n\ntouch two\n").dropLast() + pasted("Three\nfour")
        ),
      ])
    #expect(outcome.status == 0, "\(outcome.text)")
    #expect(outcome.text.contains("Several lines were pasted, and this takes one. Type it again"))
    let alpha = try Self.text(of: "alpha", in: sandbox)
    #expect(alpha.hasSuffix("}\n- mood:: 7\n\nOne.\n\ntouch two\nThree\nfour\n"), "\(alpha)")
    // An editor between two questions may have ended it.
    #expect(outcome.text.split(separator: "\u{1B}[?2004h").count == 5, "\(outcome.text)")
    let plain = try sandbox.terminal(
      "TERM=dumb exec tj checkin beta",
      answers: [(after: "false): ", keys: "\n"), (after: "editor): ", keys: "\n")])
    #expect(plain.status == 0, "\(plain.text)")
    #expect(!plain.text.contains("?2004"), "\(plain.text)")
  }

  @Test("a pasted line of which the terminal cuts the end is told, and the next answer is taken")
  func pastedAndCut() throws {
    let sandbox = try Self.journal()
    let long = String(repeating: "w", count: 5000)
    let outcome = try sandbox.terminal(
      "exec tj checkin alpha",
      answers: [
        (after: "[6]: ", keys: "\n"), (after: "7h30m): ", keys: "\n"),
        (after: "editor): ", keys: "\u{1B}[200~\(long)\u{1B}[201~\n"),
        (after: "e as the text", keys: "Short.\n"),
      ])
    #expect(outcome.status == 0, "\(outcome.text.suffix(500))")
    #expect(outcome.text.contains("The terminal cut this line"))
    let alpha = try Self.text(of: "alpha", in: sandbox)
    #expect(alpha.hasSuffix("\n\nShort.\n"), "\(alpha.suffix(500))")
  }

  @Test("the end of the input at a question is no")
  func inputEnds() throws {
    let sandbox = try Self.journal()
    let outcome = try sandbox.terminal(
      "EDITOR='printf \"## 25:99\\n\\nWords\\n\" >' exec tj add alpha",
      answers: [(after: "[Y/n] ", keys: "\u{4}")])
    #expect(outcome.status == 1, "\(outcome.text)")
    #expect(outcome.text.contains("Your text is safe in"))
  }

  @Test("a line chart of one number has one label")
  func flatChart() throws {
    let sandbox = try Self.journal()
    _ = try sandbox.tj("add", "beta", "Words")
    let outcome = try sandbox.terminal("exec tj chart beta --as line", answers: [])
    #expect(outcome.status == 0, "\(outcome.text)")
  }

  @Test(
    "^C, ^D or a signal keeps what was answered in a draft, which can be finished",
    arguments: ["\u{3}", "\u{4}"])
  func interrupt(key: String) throws {
    let sandbox = try Self.journal()
    let outcome = try sandbox.terminal(
      "exec tj checkin",
      answers: [
        (after: "[6]: ", keys: "7\n"), (after: "7h30m): ", keys: "\n"),
        (after: "editor): ", keys: "Alpha.\n"), (after: "false): ", keys: "yes\n"),
        (after: "editor): ", keys: key),
      ])
    #expect(outcome.status == 130, "\(outcome.text)")
    #expect(try Self.text(of: "alpha", in: sandbox).contains("- mood:: 7\n\nAlpha.\n"))
    #expect(!(try Self.text(of: "beta", in: sandbox)).contains("## "))
    #expect(outcome.text.contains("Your answers for Beta are in"))
    #expect(try sandbox.tj("draft", "resume").status == 0)
    #expect(try Self.text(of: "beta", in: sandbox).hasSuffix("}\n- wet:: yes\n"))
  }

  @Test("^C before anything is answered leaves nothing behind")
  func nothing() throws {
    let sandbox = try Self.journal()
    let outcome = try sandbox.terminal(
      "exec tj checkin", answers: [(after: "[6]: ", keys: "\u{3}")])
    #expect(outcome.status == 130)
    #expect(try sandbox.tj("draft", "list").text.isEmpty)
  }

  @Test("e opens the editor on what was answered; a space leaves a field out that has a default")
  func editor() throws {
    let sandbox = try Self.journal()
    try sandbox.write(
      Array("#!/bin/sh\ncp \"$1\" seen\nsed -i '3s/$/8h/;4s/.*/\\nLong words./' \"$1\"\n".utf8),
      to: "editor")
    let outcome = try sandbox.terminal(
      "exec tj checkin alpha",
      answers: [
        (after: "[6]: ", keys: " \n"), (after: "7h30m): ", keys: "\n"),
        (after: "editor): ", keys: "e\n"),
      ], environment: ["EDITOR": "sh ./editor"])
    #expect(outcome.status == 0, "\(outcome.text)")
    let seen = String(decoding: try sandbox.contents(of: "seen"), as: UTF8.self)
    #expect(seen.hasPrefix("## 2026-03-28 07:12 \n- mood:: \n- sleep:: \n"), "\(seen)")
    let alpha = try Self.text(of: "alpha", in: sandbox)
    #expect(alpha.contains("}\n- sleep:: 8h\n\nLong words.\n"), "\(alpha)")
  }

  @Test("an editor that is left without a change adds nothing, and the answers stay in a draft")
  func unchanged() throws {
    let sandbox = try Self.journal()
    try sandbox.write(Array("#!/bin/sh\ngrep add \"$1\" > seen\nsleep 1.1\n".utf8), to: "editor")
    let outcome = try sandbox.terminal(
      "exec tj checkin alpha",
      answers: [
        (after: "[6]: ", keys: "7\n"), (after: "7h30m): ", keys: "\n"),
        (after: "editor): ", keys: "e\n"),
      ], environment: ["EDITOR": "sh ./editor"])
    #expect(outcome.status == 0, "\(outcome.text)")
    #expect(outcome.text.contains("Nothing was added to Alpha."))
    #expect(!(try Self.text(of: "alpha", in: sandbox)).contains("## "))
    let seen = String(decoding: try sandbox.contents(of: "seen"), as: UTF8.self)
    #expect(seen.contains("To add nothing, quit without a change, or leave it empty."), "\(seen)")
    #expect(try sandbox.tj("draft", "resume").status == 0)
    #expect(try Self.text(of: "alpha", in: sandbox).hasSuffix("}\n- mood:: 7\n"))
  }

  @Test("an entry that does not count for the plan says so, as its thread waits on")
  func goal() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.tj("init", "journal")
    let file = """
      ---
      title: Run
      plan: [{from: 2026-03-01, every: day, goal: "km:5.."}]
      fields: {km: {type: integer, default: 3}}
      ---

      """
    try sandbox.write(Array(file.utf8), to: "journal/run.md")
    for (answer, isTold) in [("\n", true), ("6\n", false)] {
      let outcome = try sandbox.terminal(
        "exec tj checkin run",
        answers: [(after: "[3]: ", keys: answer), (after: "editor): ", keys: "\n")])
      #expect(outcome.status == 0, "\(outcome.text)")
      #expect(outcome.text.contains("It does not count for the plan: km:5..") == isTold)
    }
  }

  @Test("words that look like a field, a heading or a comment are the text")
  func lookalikes() throws {
    for text in ["- mood:: 9", "mood: 9", "## 2026-01-01 12:00 x", "<!-- tj: words -->", "\\x"] {
      let sandbox = try Self.journal()
      let outcome = try sandbox.terminal(
        "exec tj checkin beta",
        answers: [(after: "false): ", keys: "\n"), (after: "editor): ", keys: text + "\n")])
      #expect(outcome.status == 0, "\(outcome.text)")
      let shown = try sandbox.tj("show", "beta@1", "--json").text
      let escaped = text.replacing("\\", with: "\\\\")
      #expect(
        shown.contains("\"text\":\"\(escaped)\"") || shown.contains("\"text\": \"\(escaped)\""),
        "\(shown)")
    }
  }
}
