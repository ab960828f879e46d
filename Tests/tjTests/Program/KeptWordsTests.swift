import Foundation
import TestSupport
import Testing

/// Whatever keeps a command from its journal, the words on its standard input are in a draft or on standard error.
@Suite struct KeptWordsTests {
  /// What keeps commands from saving.
  struct Obstacle: Sendable, CustomTestStringConvertible {
    /// Lines of a shell that put it up, in a home with the journal `j` and its thread `log`.
    let setup: String
    /// How the commands are begun.
    let program: String
    /// The commands that it stops.
    let commands: [String]

    init(_ setup: String, _ program: String = "tj -C j", stops commands: [String] = all) {
      (self.setup, self.program, self.commands) = (setup, program, commands)
    }

    var testDescription: String { setup + " / " + program }

    static let all = ["add log -", "add log", "new Title -", "new Title", "edit log@1 -"]
  }

  private static let config = "j/.threadjournal/config.yml"
  private static let state = "j/.threadjournal"

  static let obstacles: [Obstacle] = [
    Obstacle("true", "tj -C none"), Obstacle("mkdir plain", "tj -C plain"),
    Obstacle("touch file", "tj -C file"), Obstacle("true", "TJ_JOURNAL=none tj"),
    Obstacle("touch file", "TJ_JOURNAL=file/in tj"), Obstacle("true", "env -u HOME tj"),
    Obstacle("true", "HOME= tj"), Obstacle("touch journal", "tj"),
    Obstacle("true", "HOME=/dev/null tj"),
    Obstacle("mkdir k && touch k/.threadjournal", "tj -C k"),
    Obstacle("mkdir k && ln -s .threadjournal k/.threadjournal", "tj -C k"),
    Obstacle("rm \(config) && mkfifo \(config)"), Obstacle("rm \(config) && mkdir \(config)"),
    Obstacle("rm \(config) && ln -s config.yml \(config)"),
    Obstacle("printf 'format: 2\\n' >\(config)"), Obstacle("printf '{\"format\": 0x2}' >\(config)"),
    Obstacle("rm -rf \(state)/drafts && touch \(state)/drafts"),
    Obstacle("rm -rf \(state)/drafts && mkfifo \(state)/drafts"),
    Obstacle("rm -rf \(state)/drafts && ln -s nowhere \(state)/drafts"),
    Obstacle("rm \(state)/lock && mkdir \(state)/lock"),
    Obstacle("rm \(state)/lock && mkfifo \(state)/lock && printf 'format: 7' >\(config)"),
    Obstacle("true", "tj -C \"$(printf 'j\\233')\""),
    Obstacle("true", "TJ_JOURNAL=$(printf 'j\\233') tj"),
    Obstacle("true", "HOME=$(printf 'j\\233') tj"),
    Obstacle("d=$(printf 'd\\233') && mkdir \"$d\" && cd \"$d\"", "tj"),
    Obstacle("mkdir gone && cd gone && rmdir ../gone", "tj"),
    Obstacle("true", "TJ_NOW=nonsense tj -C j"), Obstacle("true", "TJ_NOW=2026-03-28 tj -C j"),
    Obstacle("true", "tj --bogus -C j"), Obstacle("true", "tj -C j --color mauve"),
    Obstacle(
      "rm j/log.md && mkfifo j/log.md", stops: ["add log -", "add log", "edit log@1 -"]),
    Obstacle("rm j/log.md && mkdir j/log.md", stops: ["add log -", "add log", "edit log@1 -"]),
    Obstacle("tj -C j delete --yes log", stops: ["add log -", "add log", "add log -f mood=7"]),
    Obstacle("tj -C j delete kone1", stops: ["edit kone1 -"]),
    Obstacle(
      "true",
      stops: [
        "add nowhere -", "add log -f mood=7", "add log - --at nonsense", "add log --bogus",
        "add log - more words --at", "add", "new", "new '' -", "new T --define =x", "edit log@7 -",
        "edit log@1 - --at nonsense", "edit log@1 - -f mood=7", "edit - --bogus",
      ]),
  ]

  private static let areAll = ProcessInfo.processInfo.environment["TJ_LONG_TESTS"] != nil

  @Test("words are never lost, whatever stands in the way", arguments: obstacles)
  func words(obstacle: Obstacle) throws {
    let sandbox = try Sandbox()
    let made = try sandbox.shell(
      "tj init j && tj -C j new Log One. && printf '\n## 2026-03-28 {#kone1}\n' >>j/log.md")
    #expect(made.status == 0, "\(made.errorText)")
    let inputs = [
      "alpha Grüße\tomega\n", "alpha\n\n  - beta:: 7\n\\omega", "<<<<<<< 日本\n## 2026-03-28\n",
    ]
    var isUp = false
    for (number, command) in obstacle.commands.enumerated() {
      // A run of the tests has one of the inputs for each command, `.ci/check-long-tests` all.
      for (index, input) in inputs.enumerated()
      where Self.areAll || index == number % inputs.count {
        // Each word is another one each time, so that no earlier draft has it.
        let text = input.replacing(/\S+/) { "\($0.output)\(number)x\(index)" }
        try sandbox.write(Array(text.utf8), to: "words")
        // The folder of an obstacle is gone into each time; what it makes is made once.
        let setup = isUp ? Self.goingIn(obstacle.setup) : obstacle.setup
        isUp = true
        let line = "\(setup); cat '\(sandbox.home)/words' | \(obstacle.program) \(command)"
        let outcome = try sandbox.shell(line)
        #expect(outcome.status != 0, "\(command): \(outcome.text)\(outcome.errorText)")
        let kept = outcome.errorText + Self.drafts(in: sandbox)
        for word in text.split(whereSeparator: { " \n\t".contains($0) }) {
          #expect(kept.contains(word), "\(command): \(word) is not in \(kept)")
        }
      }
    }
  }

  /// The lines of a setup that are for each command anew.
  private static func goingIn(_ setup: String) -> String {
    if setup.contains("rmdir") { return setup }
    return setup.contains("cd ")
      ? setup.replacingOccurrences(of: "mkdir \"$d\" && ", with: "") : "true"
  }

  /// All that is below the drafts' folder of the journal.
  private static func drafts(in sandbox: Sandbox) -> String {
    let folder = "\(sandbox.home)/\(state)/drafts"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { try? sandbox.contents(of: "\(folder)/\($0)") }
      .map { String(decoding: $0, as: UTF8.self) }.joined()
  }

  @Test(
    "a command that waits for the lock in vain has its words in a draft",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/flock"), "no flock here"))
  func lock() async throws {
    let sandbox = try Sandbox()
    let line = """
      tj init j && tj -C j new Log One. && \
      flock j/.threadjournal/lock sh -c 'echo omega | tj -C j add log -'
      """
    // It waits for seconds, and not on one of the tests' threads, which are as many as processors.
    let outcome = try await withCheckedThrowingContinuation { continuation in
      Thread { continuation.resume(with: Result { try sandbox.shell(line) }) }.start()
    }
    #expect(outcome.status == 1)
    #expect(outcome.errorText.contains("[busy]"))
    #expect(Self.drafts(in: sandbox).contains("omega"))
  }
}
