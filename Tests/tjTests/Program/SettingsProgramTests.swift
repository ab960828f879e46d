import Foundation
import TestSupport
import Testing

/// Settings and places through the program itself, in a home folder of its own.
@Suite struct SettingsProgramTests {
  private let sandbox: Sandbox
  private var home: String { sandbox.home }

  init() throws { sandbox = try Sandbox() }

  private struct Outcome {
    var output: String
    var errors: String
    var status: Int32
  }

  private func tj(_ arguments: String..., variables: [String: String] = [:]) throws -> Outcome {
    try run(arguments, variables: variables)
  }

  private func run(_ arguments: [String], variables: [String: String] = [:]) throws -> Outcome {
    let night = ["TJ_NOW": "2026-03-28T01:30:00-04:00"]
    let outcome = try sandbox.start(
      ["tj"] + arguments, environment: night.merging(variables) { _, new in new }
    ).wait()
    return Outcome(output: outcome.text, errors: outcome.errorText, status: outcome.status)
  }

  private var userFile: String { home + "/.config/threadjournal/config.yml" }
  private var journalFile: String { home + "/journal/.threadjournal/config.yml" }

  private func text(_ path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }

  private func write(_ text: String, _ path: String) throws {
    let folder = URL(filePath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  @Test("without any file every setting has its default")
  func defaults() throws {
    let outcome = try tj("config")
    #expect(
      outcome.output == """
        journal           ~/journal  ~/journal  default
        trusted-journals  -          -          default
        editor            vi         vi         default
        pager             less -FRX  less -FRX  default
        location          false      false      default
        location-command  -          -          default
        review-command    -          -          default
        markdown-command  -          -          default
        wrap              80         80         default
        color             auto       auto       default
        day-starts        00:00      00:00      default
        date-order        -          -          default
        trash-days        30         30         default
        confirm           true       true       default

        """)
    #expect(outcome.errors == "" && outcome.status == 0)
    #expect(try tj("config", "location-command").status == 1)
    #expect(text(userFile) == nil)
  }

  @Test("a setting goes into the file where it belongs, is shown with it, and comes out again")
  func setting() throws {
    #expect(try tj("new", "Log").status == 0)
    let set = try tj("config", "day-starts", "4:00")
    #expect(
      set.errors == """
        Set day-starts to 04:00 in ~/journal/.threadjournal/config.yml.
        To go back: tj config --unset day-starts
        In all threads, what is before 04:00 counts to the day before: in plans and statistics, too.

        """)
    #expect(text(journalFile) == "format: 1\nday-starts: \"04:00\"\n")
    #expect(try tj("config", "editor", "ed -x").errors.contains("~/.config/threadjournal"))
    #expect(try tj("config", "--user", "wrap", "72").status == 0)
    #expect(text(userFile) == "editor: ed -x\nwrap: 72\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: userFile)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let list = try tj("config", variables: ["TJ_PAGER": "more", "NO_COLOR": "1"]).output
    for line in [
      "editor            ed -x      vi         ~/.config/threadjournal/config.yml",
      "pager             more       less -FRX  $TJ_PAGER",
      "wrap              72         80         ~/.config/threadjournal/config.yml",
      "color             never      auto       $NO_COLOR",
      "day-starts        04:00      00:00      ~/journal/.threadjournal/config.yml",
    ] {
      #expect(list.contains(line + "\n"), "\(line)")
    }
    #expect(try tj("config", "wrap").output == "72\n")
    #expect(try tj("config", "wrap", "60").errors.hasSuffix("To go back: tj config --unset wrap\n"))
    #expect(try tj("config", "wrap").output == "60\n")
    #expect(try tj("config", "wrap", "--user").output == "72\n")
    #expect(
      try tj("config", "--user", "wrap", "50").errors.contains(
        "Here the journal's file counts more: wrap is 60."))
    #expect(try tj("config", "--unset", "wrap").status == 0)
    #expect(text(journalFile) == "format: 1\nday-starts: \"04:00\"\n")
    #expect(try tj("config", "--unset", "wrap").status == 1)
    #expect(try tj("config", "--unset", "pager").errors.contains("does not set pager"))
  }

  @Test("an unknown name and a wrong value are refused, with what would do, and nothing is written")
  func refused() throws {
    let unknown = try tj("config", "wrapp", "72")
    #expect(unknown.errors.contains("no setting \"wrapp\"") && unknown.status == 2)
    #expect(unknown.errors.contains("Did you mean wrap?"))
    #expect(try tj("config", "--unset", "colour").errors.contains("Did you mean color?"))
    let wrong = try tj("config", "color", "blue")
    #expect(wrong.errors.contains("It is one of: auto, always, never.") && wrong.status == 2)
    #expect(text(userFile) == nil)
  }

  @Test("a damaged file is told, does not count, and is not written over")
  func damaged() throws {
    #expect(try tj("new", "Log").status == 0)
    let torn = "wrap: 60\neditor: \"half\n"
    try write(torn, userFile)
    let list = try tj("config")
    #expect(list.output.contains("wrap              80 ") && list.status == 0)
    #expect(list.errors.contains("\(userFile):2:"))
    #expect(list.errors.contains("nothing in it counts"))
    let set = try tj("config", "--user", "wrap", "72")
    #expect(set.status == 1 && text(userFile) == torn)
    let merged = "format: 1\n<<<<<<< ours\nwrap: 60\n=======\nwrap: 70\n>>>>>>> theirs\n"
    try write(merged, journalFile)
    #expect(try tj("config", "wrap", "72").status == 1)
    #expect(text(journalFile) == merged)
    #expect(try tj("show", "log").status == 0)
    #expect(try tj("add", "log", "words").status == 0)
  }

  @Test("a file that is a folder is told, and does not count")
  func folder() throws {
    try FileManager.default.createDirectory(atPath: userFile, withIntermediateDirectories: true)
    let list = try tj("config")
    #expect(list.status == 0 && list.errors.contains("tj: warning: \(userFile): "))
    #expect(try tj("config", "editor", "ed").status == 1)
  }

  @Test("a journal's file runs nothing")
  func untrusted() throws {
    #expect(try tj("new", "Log").status == 0)
    let line = "touch \(home)/pwned"
    try write(
      "format: 1\neditor: \(line)\nlocation: true\nlocation-command: \(line)\n", journalFile)
    let added = try tj("add", "log", "--edit", "words", variables: ["VISUAL": "false"])
    #expect(added.errors.contains("cannot set editor") && added.status == 1)
    let second = try tj("add", "log", "words")
    #expect(second.status == 0 && second.errors.contains("[untrusted-setting]"))
    #expect(!FileManager.default.fileExists(atPath: home + "/pwned"))
  }

  @Test("the setting journal is used where nothing else names one")
  func journal() throws {
    #expect(try tj("init", "notes").status == 0)
    #expect(try tj("config", "journal", "notes").status == 0)
    #expect(text(userFile) == "journal: \(home)/notes\n")
    #expect(try tj("new", "Log").status == 0)
    #expect(text(home + "/notes/log.md") != nil)
    #expect(try tj("config", "journal", "~/nowhere").status == 0)
    let lost = try tj("list")
    #expect(lost.status == 1 && lost.errors.contains("the setting journal names this directory"))
    #expect(try tj("config").status == 0)
    #expect(try tj("-C", "notes", "list").status == 0)
    #expect(try tj("list", variables: ["TJ_JOURNAL": "notes"]).status == 0)
    #expect(try tj("config", "--unset", "journal").status == 0)
    #expect(text(userFile) == "")
  }

  @Test("before the day starts, today is the day before, and its entries belong there")
  func dayStarts() throws {
    #expect(try tj("new", "Log").status == 0)
    #expect(try tj("add", "log", "late").status == 0)
    #expect(try tj("show", "log", "--on", "2026-03-28").output.contains("late"))
    #expect(try tj("config", "day-starts", "04:00").status == 0)
    #expect(try tj("show", "log", "--on", "2026-03-27").output.contains("late"))
    #expect(try tj("show", "log", "date:2026-03-27").output.contains("late"))
    #expect(try tj("show", "log", "--on", "today").output.contains("late"))
    #expect(!(try tj("show", "log", "--on", "2026-03-28").output.contains("late")))
  }

  @Test("a plain purge keeps what was deleted in the last trash-days")
  func trashDays() throws {
    #expect(try tj("new", "Log", "one").status == 0)
    #expect(try tj("delete", "log@1").status == 0)
    let soon = ["TJ_NOW": "2026-04-26T01:30:00-04:00"]
    let kept = try tj("purge", "--yes", variables: soon)
    #expect(kept.errors.contains("nothing to purge") && kept.errors.contains("30 days"))
    #expect(text(home + "/journal/log.md")?.contains("one") == true)
    #expect(try tj("config", "trash-days", "40").status == 0)
    let thirty = ["TJ_NOW": "2026-04-28T01:30:00-04:00"]
    #expect(try tj("purge", "--yes", variables: thirty).errors.contains("40 days"))
    let late = ["TJ_NOW": "2026-05-08T01:30:00-04:00"]
    #expect(try tj("purge", "--yes", variables: late).errors.contains("Removed 1 entry"))
    #expect(text(home + "/journal/log.md")?.contains("one") == false)
  }

  @Test("color always colours a pipe, unless the environment or the command line says otherwise")
  func color() throws {
    #expect(try tj("new", "Log", "one").status == 0)
    #expect(try tj("config", "color", "always").status == 0)
    #expect(try tj("show", "log").output.contains("\u{1B}["))
    #expect(!(try tj("show", "log", "--color", "auto").output.contains("\u{1B}[")))
    #expect(!(try tj("show", "log", variables: ["NO_COLOR": "1"]).output.contains("\u{1B}[")))
  }

  @Test("a new entry is given the place that the location-command prints, if that is wanted")
  func location() throws {
    #expect(try tj("new", "Log").status == 0)
    #expect(try tj("config", "location-command", "echo 'Kyoto, JP'").status == 0)
    let thread = home + "/journal/log.md"
    #expect(try tj("add", "log", "first").status == 0)
    #expect(text(thread)?.contains("location") == false)
    #expect(try tj("config", "location", "true").status == 0)
    #expect(try tj("add", "log", "second").errors == "")
    #expect(text(thread)?.contains("- location:: Kyoto, JP\n\nsecond") == true)
    #expect(try tj("add", "log", "--no-location", "third").status == 0)
    #expect(try tj("add", "log", "--location", "Lisbon, PT", "fourth").status == 0)
    #expect(try tj("add", "log", "-f", "Location=Rome", "fifth").status == 0)
    #expect(text(thread)?.components(separatedBy: "Kyoto").count == 2)
    #expect(text(thread)?.contains("- location:: Lisbon, PT\n\nfourth") == true)
    #expect(try tj("new", "Other", "words").status == 0)
    #expect(text(home + "/journal/other.md")?.contains("- location:: Kyoto, JP") == true)
    #expect(try tj("add", "log").status == 1)
  }

  @Test(
    "a location-command that fails is told once, and the entry is added without a place",
    arguments: [
      ("exit 3", "status 3"), ("no-such-program-of-tj", "was not found"),
      ("echo '35.0116, 135.7681'", "coordinates are never stored"), ("true", "is empty"),
      ("printf 'a\\033[31m'", "not a place's name"), ("head -c 2000 /dev/zero", "longer"),
    ])
  func locationFails(command: String, told: String) throws {
    #expect(try tj("new", "Log").status == 0)
    try write("location: true\nlocation-command: |-\n  \(command)\n", userFile)
    let added = try tj("add", "log", "words")
    #expect(added.status == 0 && added.errors.contains(told), "\(added.errors)")
    #expect(added.errors.components(separatedBy: "[no-place]").count == 2)
    #expect(text(home + "/journal/log.md")?.contains("location") == false)
    #expect(text(home + "/journal/log.md")?.contains("words") == true)
  }

  @Test("coordinates are never stored, whoever gives them")
  func coordinates() throws {
    #expect(try tj("new", "Log", "one").status == 0)
    let before = text(home + "/journal/log.md")
    for arguments in [["--location", "35.0116, 135.7681"], ["-f", "location=geo:35,135"]] {
      let outcome = try tj("add", "log", arguments[0], arguments[1], "words")
      #expect(outcome.status == 1 && outcome.errors.contains("coordinates"))
    }
    #expect(try tj("tag", "log@1", "location=35°0'N").status == 1)
    #expect(try tj("edit", "log@1", "-f", "location=8Q6Q2Q69+XX").status == 1)
    #expect(text(home + "/journal/log.md") == before)
  }

  @Test("fields are completed by the thread or entry that takes them, choices by their options")
  func fieldCompletion() throws {
    #expect(try tj("new", "Log", "one").status == 0)
    #expect(try tj("new", "Other", "two").status == 0)
    #expect(try tj("field", "add", "log", "mood", "--type", "integer").status == 0)
    #expect(try tj("field", "add", "log", "walk", "--options", "long,short way").status == 0)
    #expect(try tj("field", "add", "other", "moon", "--type", "boolean").status == 0)
    #expect(try tj("field", "delete", "log", "mood").status == 0)
    let expected = [
      ["field", "rename", "log", "MO"]: "mood\tinteger, deleted\n",
      ["field", "rename", "other@1", "mo"]: "moon\tboolean\n",
      ["field", "rename", "nothing", "mo"]: "mood\tinteger, deleted\nmoon\tboolean\n",
      ["add", "log", "-f", ""]: "walk=\tchoice\nlocation=\ttext\n",
      ["add", "log", "-f", "walk=s"]: "walk=short way\twalk\n",
      ["add", "-f", "moon="]: "moon=true\tmoon\nmoon=false\tmoon\n",
    ]
    for (words, answer) in expected {
      let question = words.map { "--word=\($0)" }
      #expect(try run(["completions"] + question).output == answer, "\(words)")
    }
  }
}
