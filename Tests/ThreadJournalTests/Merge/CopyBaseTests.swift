import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

/// Copies that sync tools keep, taken back into their threads.
@Suite struct CopyBaseTests {
  private static let head = "---\nid: 0198a6b2-6f0e-7c3a-9a51-000000000001\ntitle: Log\n---\n\n"

  private static func entry(_ id: String, _ text: String, edited: String? = nil) -> String {
    let mark = edited.map { " edited=\"2026-03-0\($0)\"" } ?? ""
    return "## 2026-03-01 08:00 {#\(id)\(mark)}\n- mood:: 7\n\n\(text)\n"
  }

  private static func thread(_ entries: String...) -> String {
    head + entries.joined(separator: "\n")
  }

  private func merged(
    _ ours: String, _ theirs: String, _ history: [String] = []
  ) throws -> (text: String, conflicts: Int) {
    let (own, copy) = (Array(ours.utf8), Array(theirs.utf8))
    let base = try CopyBase(ours: own, theirs: copy, history: history.map { Array($0.utf8) }).bytes
    let merge = try ThreadMerge(base: base, ours: own, theirs: copy)
    return (String(decoding: merge.bytes, as: UTF8.self), merge.conflicts.count)
  }

  @Test("what only one has is there; what both have is there once")
  func additions() throws {
    let (a, b, c) = (Self.entry("kaaa", "A."), Self.entry("kbbb", "B."), Self.entry("kccc", "C."))
    let both = try merged(Self.thread(a, b), Self.thread(a, c))
    #expect(both.text == Self.thread(a, b, c))
    #expect(both.conflicts == 0)
    // Though some version had the one that the copy never had.
    let known = try merged(Self.thread(a, b), Self.thread(a), [Self.thread(a), Self.thread(a, b)])
    #expect(known.text == Self.thread(a, b))
  }

  @Test("of two forms that the thread had the newer counts, whichever of the two files has it")
  func known() throws {
    let (old, new) = (Self.entry("kaaa", "Old."), Self.entry("kaaa", "New."))
    let (b, c) = (Self.entry("kbbb", "B."), Self.entry("kccc", "C."))
    let history = [Self.thread(old, b), Self.thread(new, b)]
    let files = (Self.thread(new, c), Self.thread(old, b, c))
    for (ours, theirs) in [files, (files.1, files.0)] {
      let result = try merged(ours, theirs, history)
      // Which of them is the older file, nobody knows: what one alone has stays.
      #expect(result.text == Self.thread(new, b, c))
      #expect(result.conflicts == 0)
    }
    #expect(try merged(files.0, files.1).conflicts == 1)
  }

  @Test("a version that one has to the byte counts before a newer one that has its lines alone")
  func exact() throws {
    func thread(_ attributes: String) -> String {
      Self.head + "## 2026-03-01 08:00 A title\(attributes)\n\nWords.\n"
    }
    let forms = [
      ["", " {#kaaa}"],
      [" {#kaaa}", " {#kaaa deleted=\"2026-03-02\"}", " {#kaaa restored=\"2026-03-03\"}"],
    ]
    for versions in forms.map({ $0.map(thread) }) {
      let (copy, own) = (versions[versions.count - 2], versions[versions.count - 1])
      for (ours, theirs) in [(own, copy), (copy, own)] {
        let result = try merged(ours, theirs, versions)
        #expect(result.text == own && result.conflicts == 0)
      }
    }
  }

  @Test("a copy that lost its ids takes none away, whatever else was changed in it")
  func withoutIDs() throws {
    let own = Self.thread(Self.entry("kaaa", "One."), Self.entry("kbbb", "Two."))
    let copy = own.replacing(" {#kaaa}", with: "").replacing(" {#kbbb}", with: "")
    #expect(try merged(own, copy).text == own)
    let longer = try merged(own, copy.replacing("One.", with: "One.\nMore."))
    #expect(longer.text == own.replacing("One.", with: "One.\nMore."))
    #expect(longer.conflicts == 0)
  }

  @Test("what both added to a version is joined, and else both stand there")
  func joined() throws {
    let old = Self.entry("kaaa", "One.\nTwo.\nThree.")
    let mine = Self.entry("kaaa", "Zero.\nOne.\nTwo.\nThree.")
    let other = Self.entry("kaaa", "One.\nTwo.\nThree.\n4.")
    let result = try merged(Self.thread(mine), Self.thread(other), [Self.thread(old)])
    #expect(result.text == Self.thread(Self.entry("kaaa", "Zero.\nOne.\nTwo.\nThree.\n4.")))
    #expect(result.conflicts == 0)
    let unknown = try merged(Self.thread(mine), Self.thread(other))
    #expect(unknown.conflicts == 1)
    #expect(unknown.text.contains("Zero.\n") && unknown.text.contains("4.\n"))
  }

  @Test(
    "of two without a version before them the one with all lines of the other counts, if it is not the older",
    arguments: [(nil, nil, 0), (nil, "2", 0), ("2", nil, 1), ("2", "3", 0), ("3", "3", 0)])
  func longer(edited short: String?, _ long: String?, conflicts: Int) throws {
    let less = Self.thread(Self.entry("kaaa", "One.", edited: short))
    let more = Self.thread(Self.entry("kaaa", "One.\nTwo.", edited: long))
    for (ours, theirs) in [(less, more), (more, less)] {
      let result = try merged(ours, theirs)
      #expect(result.conflicts == conflicts)
      if conflicts == 0 { #expect(result.text == more) }
    }
  }

  @Test("no word of either is lost, whichever versions are known; the newest as a base loses some")
  func random() throws {
    var (lost, count) = (0, 0)
    for seed in 0..<400 {
      var random = SeededGenerator(seed: UInt64(seed))
      var versions = [MergeSample(using: &random)]
      for clone in 1...Int.random(in: 1...4, using: &random) {
        let last = versions[versions.count - 1]
        versions.append(last.changed(clone: clone, additionsOnly: false, using: &random))
      }
      let fork = versions[Int.random(in: 0..<versions.count, using: &random)]
      let copy = fork.changed(clone: 8, additionsOnly: false, using: &random).bytes
      let own = versions[versions.count - 1]
        .changed(clone: 9, additionsOnly: false, using: &random).bytes
      let known = versions.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }.map(\.bytes)
      // Which of them the tool calls the copy, is its choice.
      for (ours, theirs) in [(own, copy), (copy, own)] {
        // Without front matter and entries a version is no thread.
        guard let base = try? CopyBase(ours: ours, theirs: theirs, history: known),
          let merge = try? ThreadMerge(base: base.bytes, ours: ours, theirs: theirs)
        else { continue }
        count += 1
        let found = MergeLaws.violations(fork.bytes, ours, theirs, conflicted: merge.bytes)
        #expect(found.isEmpty, "seed \(seed)")
      }
      let newest = versions[versions.count - 1].bytes
      if let naive = try? ThreadMerge(base: newest, ours: own, theirs: copy),
        !MergeLaws.violations(fork.bytes, own, copy, conflicted: naive.bytes).isEmpty
      {
        lost += 1
      }
    }
    #expect(count > 700)
    #expect(lost > 10)
  }

  @Test(
    "a copy is taken into its thread whatever the tool calls it, and can be brought back",
    arguments: [
      // Dropbox, in two languages; Nextcloud; Syncthing; iCloud; OneDrive; ownCloud; Seafile; file managers.
      "log (Ann's conflicted copy 2026-03-28).md",
      "log (In Konflikt stehende Kopie von Ann 2026-03-28).md",
      "log (conflicted copy 2026-03-28 071233).md", "log.sync-conflict-20260328-071233-ABCDEFG.md",
      "log 2.md", "log-DESKTOP-7A.md", "log_conflict-20260328-071233.md",
      "log (SFConflict ann@example.org 2026-03-28-07-12-33).md", "log (1).md", "log copy.md",
    ])
  func names(_ name: String) throws {
    let folder = try JournalFolder()
    let a = Self.entry("kaaa", "A.")
    let (ours, theirs) = (
      Self.thread(a, Self.entry("kbbb", "B.")), Self.thread(a, Self.entry("kccc", "C."))
    )
    folder.write(ours, "log.md")
    folder.write(theirs, name)
    folder.write(Self.entry("kddd", "D."), "other.md")
    let result = try folder.journal().absorb(name) { _ in [] }.result
    #expect(result.thread.path == "log.md")
    #expect(result.change?.added == 1)
    #expect(folder.files().keys.filter { $0.hasSuffix(".md") }.sorted() == ["log.md", "other.md"])
    #expect(folder.text("log.md")?.contains("C.") == true)
    _ = try folder.journal().undo()
    #expect(folder.text("log.md") == ours)
    #expect(folder.text(name) == theirs)
    // Without front matter the name says it, where it is a copy's.
    let withoutHead = String(theirs.dropFirst(Self.head.count))
    folder.write(String(ours.dropFirst(Self.head.count)), "log.md")
    folder.write(withoutHead, name)
    let isPlain = name.contains("Kopie") || name.contains("DESKTOP")
    if isPlain {
      #expect(throws: JournalError.self) { try folder.journal().absorb(name) { _ in [] } }
      #expect(folder.text(name) == withoutHead)
    } else {
      #expect(try folder.journal().absorb(name) { _ in [] }.result.thread.path == "log.md")
    }
  }

  @Test("what is no copy of a thread stays, and the thread does not go into its copy")
  func refused() throws {
    let folder = try JournalFolder()
    folder.write(Self.thread(Self.entry("kaaa", "A.")), "log.md")
    folder.write(Self.thread(Self.entry("kaaa", "A.")), "log 2.md")
    folder.write(Self.entry("kddd", "D."), "other.md")
    folder.write("words", "plain (conflicted copy).md")
    for name in ["log.md", "other.md", "plain (conflicted copy).md"] {
      let before = folder.files()
      #expect(throws: JournalError.self) { try folder.journal().absorb(name) { _ in [] } }
      #expect(folder.files() == before)
    }
    let doubled = Self.thread(Self.entry("kbbb", "B."), Self.entry("kbbb", "C."))
    folder.write(doubled, "log 2.md")
    #expect(throws: MergeRefusal.doubledID) {
      try folder.journal().absorb("log 2.md") { _ in [] }
    }
    #expect(folder.text("log 2.md") == doubled)
  }
}
