import Foundation
import TestSupport
import Testing
import ThreadStorage

/// `tj export --format json --all | tj import` into an empty journal gives the same journal, to the byte.
@Suite struct CopyTests {
  /// The threads below `name`, by their paths: files that are none, or cannot be read, are in no export.
  private static func threads(_ name: String, in sandbox: Sandbox) throws -> [String: [UInt8]] {
    let root = URL(filePath: "\(sandbox.home)/\(name)")
    var threads: [String: [UInt8]] = [:]
    for path in Fixtures.markdownFiles(below: root) where !path.hasPrefix(".") {
      let document = ThreadDocument([UInt8](try Data(contentsOf: root.appending(path: path))))
      if document.isThread, !document.isUTF16 { threads[path] = document.bytes }
    }
    return threads
  }

  /// Copies the journal `a` into an empty one through JSON, and expects the same files and the same export.
  private static func expectCopy(in sandbox: Sandbox, _ label: String = "") throws {
    let wanted = try threads("a", in: sandbox)
    try #require(!wanted.isEmpty)
    // A file that cannot be read makes the export fail, and is told; the others are there all the same.
    _ = try sandbox.shell("tj -C a export --all --format json > a.json")
    let outcome = try sandbox.shell("tj init b && tj -C b import a.json")
    #expect(outcome.status == 0, "\(label) \(outcome.errorText)")
    let found = try threads("b", in: sandbox)
    #expect(found.keys.sorted() == wanted.keys.sorted(), "\(label)")
    for (path, bytes) in found where bytes != wanted[path] {
      Issue.record("\(label) \(path): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
    let again = try sandbox.shell("tj -C b export --all --format json | cmp - a.json")
    #expect(again.status == 0, "\(label) \(again.text)")
    let same = try sandbox.shell("tj -C b import a.json")
    #expect(same.errorText.contains("Nothing was added"), "\(label) \(same.errorText)")
    #expect(try threads("b", in: sandbox) == found, "\(label)")
  }

  @Test(
    "A copy of a journal of the fixtures is the same",
    arguments: ["by-hand", "first-month", "habits"])
  func journals(_ name: String) throws {
    let sandbox = try Sandbox()
    _ = try sandbox.tj("init", "a")
    let folder = Fixtures.folder.appending(path: "journals/\(name)")
    for path in Fixtures.markdownFiles(below: folder) {
      try sandbox.write(
        [UInt8](try Data(contentsOf: folder.appending(path: path))), to: "a/\(path)")
    }
    try Self.expectCopy(in: sandbox)
  }

  @Test("A copy of the threads of the fixtures is the same", arguments: ["valid", "invalid"])
  func fixtures(_ kind: String) throws {
    let sandbox = try Sandbox()
    _ = try sandbox.tj("init", "a")
    for name in Fixtures.names(in: "threads/\(kind)", endingIn: ".md") {
      try sandbox.write(try Fixtures.bytes("threads/\(kind)/\(name).md"), to: "a/\(name).md")
    }
    try Self.expectCopy(in: sandbox)
  }

  @Test(
    "A copy of the corpora is the same", .enabled(if: Corpora.folder != nil, "\(Corpora.skipped)"))
  func corpora() throws {
    let folder = try #require(Corpora.folder)
    let sandbox = try Sandbox()
    _ = try sandbox.tj("init", "a")
    for path in Fixtures.markdownFiles(below: folder) {
      try sandbox.write(
        [UInt8](try Data(contentsOf: folder.appending(path: path))), to: "a/\(path)")
    }
    try Self.expectCopy(in: sandbox)
  }

  @Test("A copy of a random journal is the same", arguments: 0..<12)
  func random(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let sandbox = try Sandbox()
    _ = try sandbox.tj("init", "a")
    let heads = [
      "", "---\ntitle: Deleted\ndeleted: 2026-03-28T07:12:33-04:00\n---\n",
      "---\n# A comment\nid: 0198a6b2-6f0e-7c3a-9a51-3f2b8c1d4e5f\nown: {a: [1, 'b']}\ntitle: >-\n  Folded\n"
        + "fields:\n  mood: {type: integer, max: 5}\nplan: day\n...\nAbove.\n\n",
      "---\r\ntitle: Pairs\r\n---\r\n\r\n",
    ]
    for index in 0..<40 {
      var file = ThreadSamples.file(using: &generator)
      if Bool.random(using: &generator) {
        file = Array((heads.randomElement(using: &generator) ?? "").utf8)
        for _ in 0..<Int.random(in: 0..<4, using: &generator) {
          let marks = [
            "", " edited=\"2026-03-29T07:10:00-04:00\"", " restored=\"2026-03-30T07:10:00Z\" .own",
            " deleted=\"2026-03-29T07:10:00-04:00\" key=\"a \\\" b\"", " .deleted",
          ].randomElement(using: &generator)
          let times = [
            "2026-03-28 07:12:33-04:00", "2026-03-28 14:00-15:30 -04:00", "2026-03-02",
            "2026-03-01 9pm",
          ]
          let id = EntryID.random(using: &generator)
          file += "## \(times.randomElement(using: &generator) ?? "") {#\(id)\(marks ?? "")}\n".utf8
          if Bool.random(using: &generator) { file += "- mood:: 9\n- undefined:: a\n  b\n".utf8 }
          file +=
            Array("\n".utf8) + ThreadSamples.bytes(upTo: 4, using: &generator) + Array("\n\n".utf8)
        }
      }
      try sandbox.write(file, to: "a/\(index % 3 == 0 ? "sub/ö/" : "")t\(index).md")
    }
    try Self.expectCopy(in: sandbox, "\(seed)")
  }

  @Test("A copy of what the commands wrote is the same, and says nothing twice")
  func written() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.shell(
      """
      export TJ_NOW=2026-03-28T07:12:33-04:00
      tj init a && tj -C a new Empty && tj -C a new Log --define mood:integer && tj -C a new Gone \
      && tj -C a add log -f mood=7 'One
      ## 2026-03-28 no heading' && tj -C a add log --title '9:05 is no time' 'Two' \
      && tj -C a add log --at '2026-03-28 14:00-15:30' 'Three' && tj -C a add gone 'Four' \
      && tj -C a delete -y log@1 && tj -C a restore $(tj -C a find Three --trash --oneline --all | cut -d' ' -f1) \
      ; tj -C a delete -y log@2 && tj -C a delete -y gone && tj -C a plan log day && cat a/log.md
      """)
    #expect(outcome.text.contains("deleted="), "\(outcome.text) \(outcome.errorText)")
    try Self.expectCopy(in: sandbox)
    let json = try String(contentsOfFile: "\(sandbox.home)/a.json", encoding: .utf8)
    #expect(!json.contains("\"source"))
  }

  @Test(
    "What JSON says stands above the entries cannot be another thread's, nor have entries",
    arguments: [
      ("---\\ntitle: Other\\n---\\n", ""),
      ("---\\ntitle: T\\n---\\n", "## 2026-03-01 {#hidden}\\n"),
      ("---\\ntitle: T\\nid: 0198a6b2-6f0e-7c3a-9a51-3f2b8c1d4e5f\\n---\\n", ""),
      ("", "---\\ntitle: T\\n---\\n"),
    ])
  func heads(_ frontMatter: String, _ preamble: String) throws {
    let sandbox = try Sandbox()
    let json = """
      {"version": 1, "threads": [{"title": "T", "path": "t.md", "front_matter": "\(frontMatter)", "preamble": "\(preamble)"}], "entries": []}
      """
    try sandbox.write(Array(json.utf8), to: "a.json")
    let outcome = try sandbox.shell("tj init b && tj -C b import a.json")
    #expect(outcome.status == 1)
    #expect(outcome.errorText.contains("is not that thread's"))
    #expect(try Self.threads("b", in: sandbox).isEmpty)
  }

  @Test(
    "JSON from a stranger writes nothing outside the journal, and replaces nothing in it",
    arguments: [
      "link/t.md", "../t.md", "/tmp/t.md", "t.sync-conflict-20260328-071233-A.md", "T.MD",
    ])
  func paths(_ path: String) throws {
    let sandbox = try Sandbox()
    let json = """
      {"version": 1, "threads": [{"title": "T", "path": "\(path)", "front_matter": "---\\ntitle: T\\n---\\n", "preamble": ""}], "entries": []}
      """
    try sandbox.write(Array(json.utf8), to: "a.json")
    let outcome = try sandbox.shell(
      "mkdir outside; tj init b && ln -s ../outside b/link && tj -C b import a.json")
    #expect(outcome.status == 1, "\(outcome.text) \(outcome.errorText)")
    #expect(try FileManager.default.subpathsOfDirectory(atPath: sandbox.home + "/outside") == [])
    // Nothing is left half done that a later command would have to finish.
    #expect(try sandbox.tj("-C", "b", "undo").errorText.contains("no change to take back"))
    #expect(try Self.threads("b", in: sandbox).isEmpty)
  }

  @Test("Two names that one file system takes for the same are two files, also on another")
  func foldedNames() throws {
    let sandbox = try Sandbox()
    let threads = ["a/t.md", "A/T.md"].map {
      """
      {"title": "T", "path": "\($0)", "front_matter": "---\\ntitle: T\\n---\\n", "preamble": "\($0)\\n"}
      """
    }
    let json = "{\"version\": 1, \"threads\": [\(threads.joined(separator: ","))], \"entries\": []}"
    try sandbox.write(Array(json.utf8), to: "a.json")
    let outcome = try sandbox.shell("tj init b && tj -C b import a.json")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let names = try Self.threads("b", in: sandbox).keys.sorted()
    // Another system takes the two for one.
    #if os(Linux)
      #expect(names == ["A/T.md", "a/t.md"])
    #else
      #expect(names.count == 2)
    #endif
  }

  @Test("Two names that differ in their normalization only are two threads, and their entries two")
  func normalizedNames() throws {
    let sandbox = try Sandbox()
    let threads = ["caf\u{e9}.md", "cafe\u{301}.md"]
    _ = try sandbox.tj("init", "a")
    for (index, path) in threads.enumerated() {
      try sandbox.write(
        Array("# T\n\n## 2026-03-0\(index + 1) {#aaaaaaaaa\(index)}\n\nx\n".utf8), to: "a/\(path)")
    }
    let outcome = try sandbox.shell(
      "tj -C a export --all --format json > a.json; tj init b && tj -C b import a.json && ls b")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    // A dictionary would take the names for one.
    let names = Set(outcome.output.split(separator: UInt8(ascii: "\n")))
    #expect(threads.allSatisfy { names.contains(Array($0.utf8)[...]) }, "\(outcome.text)")
  }

  @Test("A value that somebody changed in the JSON is changed in the lines that stand beside it")
  func changed() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.tj("init", "a")
    try sandbox.write(
      Array("# Log\n\n## 2026-03-28 9pm A walk {#abc .own}\n* mood:: 7\n\nFar.\n".utf8),
      to: "a/log.md")
    let outcome = try sandbox.shell(
      "tj -C a export --format json | sed 's/\"text\": \"Far.\"/\"text\": \"Near.\"/' > a.json; tj init b && tj -C b import a.json"
    )
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let text = try Self.threads("b", in: sandbox)["log.md"].map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(text == "# Log\n\n## 2026-03-28 9pm A walk {#abc .own}\n* mood:: 7\n\nNear.\n")
  }
}
