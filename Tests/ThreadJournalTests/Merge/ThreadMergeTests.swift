import Foundation
import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite("Merging by entries")
struct ThreadMergeRuleTests {
  static let head = "---\ntitle: Log\n---\n\n"
  static let first = "## 2026-03-01 08:00 {#kaaaaaaaaa}\n- mood:: 7\n\nOne.\nTwo.\nThree.\n"
  static let second = "## 2026-03-02 08:00 {#kbbbbbbbbb}\n\nSecond.\n"

  private func merge(
    _ base: String, _ ours: String, _ theirs: String, width: Int = 7
  ) throws -> (text: String, causes: [MergeConflict.Cause]) {
    let merge = try ThreadMerge(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8),
      markerWidth: width)
    return (String(decoding: merge.bytes, as: UTF8.self), merge.conflicts.map(\.cause))
  }

  /// Expects a clean merge, whichever side is ours.
  private func expect(
    _ base: String, _ ours: String, _ theirs: String, _ result: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for sides in [(ours, theirs), (theirs, ours)] {
      let (text, causes) = try merge(base, sides.0, sides.1)
      #expect(text == result, sourceLocation: sourceLocation)
      #expect(causes.isEmpty, sourceLocation: sourceLocation)
    }
  }

  @Test("entries that both added at the end are all there, in the order of their times")
  func additions() throws {
    let base = Self.head + Self.first
    let late = "## 2026-03-09 08:00 {#kcccccccccc}\n- mood:: 7\n\nThe same words.\n"
    let early = "## 2026-03-08 08:00 {#kdddddddddd}\n- mood:: 7\n\nThe same words.\n"
    try expect(base, base + "\n" + late, base + "\n" + early, base + "\n" + early + "\n" + late)
    // Without a base what both have is there once.
    try expect("", base + "\n" + late, base + "\n" + early, base + "\n" + early + "\n" + late)
    // One without a line's end does not run into the other.
    let open = base.dropLast() + "\n\n" + late.dropLast()
    try expect(
      String(base.dropLast()), String(open), base.dropLast() + "\n\n" + early.dropLast(),
      base + "\n" + early + "\n" + late.dropLast())
  }

  @Test("what one side changed, took out or moved is as it has it, to the byte")
  func oneSide() throws {
    let base = Self.head + Self.first + "\n" + Self.second
    let changed = base.replacing("Two.", with: "  Two \t")
    try expect(base, changed, base + "\n## 2026-03-03 {#kc}\n", changed + "\n## 2026-03-03 {#kc}\n")
    try expect(
      base, Self.head + Self.second, base.replacing("Log", with: "L"),
      (Self.head + Self.second).replacing("Log", with: "L"))
    let moved = Self.head + Self.second + "\n" + Self.first
    try expect(base, moved, base.replacing("Two.", with: "2."), moved.replacing("Two.", with: "2."))
    // What the other side added to the end stays there.
    let new = "\n## 2026-03-09 08:00 {#kcccccccccc}\n\nNine.\n"
    try expect(base, moved, base + new, moved + new)
    try expect(base, base + new, moved, moved + new)
  }

  @Test("one entry that both changed is joined: fields by name, text by lines, the later edit")
  func joined() throws {
    let base = Self.head + Self.first
    let ours = base.replacing("{#kaaaaaaaaa}", with: "{#kaaaaaaaaa edited=\"2026-03-05T08:00Z\"}")
      .replacing("One.", with: "1.").replacing("mood:: 7", with: "mood:: 8")
    let theirs = base.replacing("{#kaaaaaaaaa}", with: "{#kaaaaaaaaa edited=\"2026-03-04T08:00Z\"}")
      .replacing("Three.", with: "Three.\nFour.").replacing("7\n", with: "7\n- sleep:: 8h\n")
    try expect(
      base, ours, theirs,
      Self.head + """
        ## 2026-03-01 08:00 {#kaaaaaaaaa edited="2026-03-05T08:00Z"}
        - mood:: 8
        - sleep:: 8h

        1.
        Two.
        Three.
        Four.

        """)
    try expect(
      base, base.replacing("mood:: 7", with: "mood:: 1"),
      base.replacing("- mood:: 7\n", with: "- mood:: 7\n- tea:: green\n  hot\n"),
      base.replacing("- mood:: 7\n", with: "- mood:: 1\n- tea:: green\n  hot\n"))
    let result = try merge(
      base, base.replacing("Two.", with: "2."), base.replacing("Two.", with: "II."), width: 9)
    #expect(result.causes == [.bothChanged])
    #expect(
      result.text == Self.head + """
        <<<<<<<<< ours
        \(Self.first.replacing("Two.", with: "2."))||||||||| base
        \(Self.first)=========
        \(Self.first.replacing("Two.", with: "II."))>>>>>>>>> theirs

        """)
  }

  @Test("deletion never wins over new words, and two deletions are the later one")
  func deletion() throws {
    let base = Self.head + Self.first + "\n" + Self.second
    func deleted(_ time: String) -> String {
      base.replacing("{#kaaaaaaaaa}", with: "{#kaaaaaaaaa deleted=\"\(time)\"}")
    }
    try expect(
      base, deleted("2026-03-05T08:00Z"), deleted("2026-03-04T08:00Z"),
      deleted("2026-03-05T08:00Z"))
    let changed = base.replacing("Two.", with: "2.")
    #expect(try merge(base, deleted("2026-03-05"), changed).causes == [.deletedAndChanged])
    #expect(try merge(base, changed, Self.head + Self.second).causes == [.removedAndChanged])
    try expect(base, base, Self.head + Self.second, Self.head + Self.second)
    // Restored on one side, and changed while it was deleted on the other.
    let restored = deleted("2026-03-05").replacing("One.", with: "1.")
    try expect(deleted("2026-03-05"), base, restored, base.replacing("One.", with: "1."))
  }

  @Test("of a deletion on one side and a restoration on the other, the later counts")
  func restored() throws {
    let base = Self.head + Self.first + "\n" + Self.second
    func marked(_ marks: String) -> String {
      base.replacing("{#kaaaaaaaaa}", with: "{#kaaaaaaaaa \(marks)}")
    }
    func swapped(_ base: String, _ one: String, _ other: String, _ wanted: String) throws {
      try expect(base, one, other, wanted)
      try expect(base, other, one, wanted)
    }
    let (deleted, restored) = ("deleted=\"2026-03-05T08:00Z\"", "restored=\"2026-03-06T08:00Z\"")
    let again = "deleted=\"2026-03-07T08:00Z\""
    // Deleted and restored on one side, and deleted on the other: before that, and behind it.
    try swapped(base, marked(deleted), marked(restored), marked(restored))
    try swapped(base, marked(again), marked(restored), marked("\(again) \(restored)"))
    // Restored on one side; on the other left alone, or restored earlier and deleted again.
    try swapped(marked(deleted), marked(deleted), marked(restored), marked(restored))
    let both = marked("\(again) restored=\"2026-03-06T07:00Z\"")
    try swapped(marked(deleted), both, marked(restored), marked("\(again) \(restored)"))
    // Of two deletions, one is behind what took the entry out of the trash.
    try swapped(
      base, marked(deleted), marked("\(again) \(restored)"), marked("\(again) \(restored)"))
    // Words that were written behind a restoration are in no contradiction to a deletion before it.
    let changed = marked(restored).replacing("Two.", with: "2.")
    try swapped(base, marked(deleted), changed, changed)
    #expect(try merge(base, marked(again), changed).causes == [.deletedAndChanged])
  }

  @Test("three clones that delete and restore one entry end equal in any order")
  func deletedByThree() throws {
    let base = Self.head + Self.first
    func marked(_ marks: String) -> String {
      base.replacing("{#kaaaaaaaaa}", with: "{#kaaaaaaaaa \(marks)}")
    }
    let clones = [
      "deleted=\"2026-03-05T08:00Z\"", "deleted=\"2026-03-07T08:00Z\"",
      "restored=\"2026-03-06T08:00Z\"",
    ].map(marked)
    for order in [[0, 1, 2], [0, 2, 1], [1, 2, 0]] {
      let first = try merge(base, clones[order[0]], clones[order[1]]).text
      let end = try merge(base, first, clones[order[2]]).text
      #expect(
        end == marked("deleted=\"2026-03-07T08:00Z\" restored=\"2026-03-06T08:00Z\""), "\(order)")
    }
  }

  @Test("a thread that one side deleted comes back where the other wrote in it, and stays else")
  func deletedThread() throws {
    let base = Self.head + Self.first + "\n" + Self.second
    func deleted(_ time: String = "2026-03-05") -> String {
      base.replacing("Log\n", with: "Log\ndeleted: \(time)\n")
    }
    let added = base + "\n## 2026-03-03 {#kc}\n\nThird.\n"
    try expect(base, deleted(), added, added)
    let edited = base.replacing("Two.", with: "2.")
    try expect(base, deleted(), edited, edited)
    let both = deleted().replacing("title: Log", with: "title: Diary")
    try expect(base, both, edited, edited.replacing("title: Log", with: "title: Diary"))
    // A deletion of an entry, or another definition, is no new word.
    let less = base.replacing("#kaaaaaaaaa", with: "#kaaaaaaaaa deleted=\"2026-03-04\"")
    try expect(base, deleted(), less, less.replacing("Log\n", with: "Log\ndeleted: 2026-03-05\n"))
    try expect(base, deleted(), deleted("2026-03-07"), deleted("2026-03-07"))
    // Who deleted it knew the words.
    let known = added.replacing("Log\n", with: "Log\ndeleted: 2026-03-05\n")
    try expect(added, known, added, known)
    try expect(base, known, deleted(), known)
  }

  @Test("two threads that were made under one name are one, with the lesser id and earlier time")
  func madeTwice() throws {
    func thread(_ id: String, _ created: Int, _ entry: String) -> String {
      "---\nid: \(id)\ntitle: Log\ncreated: 2026-03-0\(created)\n---\n\n" + entry
    }
    try expect(
      "", thread("a", 2, Self.first), thread("b", 1, Self.second),
      thread("a", 1, Self.first + "\n" + Self.second))
    let other = thread("b", 1, Self.second).replacing("Log", with: "Other")
    #expect(try merge("", thread("a", 2, Self.first), other).causes == [.bothChanged])
  }

  @Test("markers are wider where a version has such a line as text")
  func markersInText() throws {
    let base = Self.head + Self.first
    func titled(_ word: String) -> String {
      base.replacing("Two.", with: "Two.\n=======\n\(word)")
    }
    let result = try merge(base, titled("Lap."), titled("Desk."))
    #expect(result.causes == [.bothChanged])
    #expect(result.text.contains("\n========\n") && result.text.contains("\n<<<<<<<< ours\n"))
    let versions = try #require(ConflictedText(Array(result.text.utf8)))
    #expect(String(decoding: versions.theirs, as: UTF8.self) == titled("Desk."))
  }

  @Test("front matter is merged by its keys, and fields by their names")
  func frontMatter() throws {
    let base = "---\ntitle: Log\nfields:\n  mood: integer\n---\n\n" + Self.first
    let ours = base.replacing("title: Log", with: "title: Diary")
      .replacing("integer\n", with: "integer\n  tea: text\n")
    let theirs = base.replacing(
      "integer\n", with: "number\n  sleep: duration\ncreated: 2026-03-01\n")
    try expect(
      base, ours, theirs,
      "---\ntitle: Diary\nfields:\n  mood: number\n  sleep: duration\n  tea: text\ncreated: 2026-03-01\n---\n\n"
        + Self.first)
    let result = try merge(
      base, base.replacing("Log", with: "A"), base.replacing("Log", with: "B"))
    #expect(result.causes == [.bothChanged])
    #expect(
      result.text.hasPrefix(
        "---\n<<<<<<< ours\ntitle: A\n||||||| base\ntitle: Log\n=======\ntitle: B\n>>>>>>> theirs\nfields:"
      ))
    // One that only one side made.
    try expect(
      Self.first, Self.head + Self.first, Self.first + "\n" + Self.second,
      Self.head + Self.first + "\n" + Self.second)
  }

  @Test("an id that both added with other words is a conflict, and keeps both")
  func sameID() throws {
    let base = Self.head + Self.first
    let one = "\n## 2026-03-03 {#kc}\n\nOne.\n"
    let other = "\n## 2026-03-03 {#kc}\n\nOther.\n"
    let result = try merge(base, base + one, base + other)
    #expect(result.causes == [.bothAdded])
    #expect(result.text.contains("One.\n=======\n") && result.text.contains("Other.\n>>>>>>>"))
    try expect(base, base + one, base + one, base + one)
  }

  @Test(
    "entries without an id are found by their words, their time and title; new ids do not part them"
  )
  func withoutIDs() throws {
    let base = "## 2026-03-01 08:00 A walk\n\nOne.\nTwo.\nThree.\n"
    try expect(
      base, base.replacing("One.", with: "1."), base.replacing("Three.", with: "3."),
      base.replacing("One.", with: "1.").replacing("Three.", with: "3."))
    try expect(
      base, base.replacing("walk", with: "walk {#kb}"), base.replacing("walk", with: "walk {#ka}"),
      base.replacing("walk", with: "walk {#ka}"))
    try expect(
      base, base.replacing("walk", with: "walk {#kb}"), base.replacing("One.", with: "1."),
      base.replacing("walk", with: "walk {#kb}").replacing("One.", with: "1."))
  }

  @Test("line endings and the byte order mark are as ours has them")
  func endings() throws {
    let base = Self.head + Self.first
    let other = "\u{feff}" + (base + "\n" + Self.second).replacing("\n", with: "\r\n")
    #expect(
      try merge(base, base.replacing("One.", with: "1."), other).text
        == base.replacing("One.", with: "1.") + "\n" + Self.second)
    #expect(
      try merge(base, other, base.replacing("One.", with: "1.")).text
        == other.replacing("One.", with: "1."))
    #expect(try merge(base, base, "\u{feff}" + base.replacing("\n", with: "\r\n")).text == base)
    // A carriage return that ends a text stays one.
    let text = "## 2026-03-01 {#ka}\n\nA\r"
    #expect(
      try merge(text, text, text + "\r\n\n## 2026-03-02 {#kb}\n").text
        == text + "\r\n\n## 2026-03-02 {#kb}\n")
  }

  @Test("settings are merged by their keys, and nothing but such is taken for settings")
  func settings() throws {
    func merge(_ base: String, _ ours: String, _ theirs: String) throws -> (String, Int) {
      let merge = try ThreadMerge(
        base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8),
        areSettings: true)
      return (String(decoding: merge.bytes, as: UTF8.self), merge.conflicts.count)
    }
    let base = "format: 1\n"
    let both = try merge(base, base + "wrap: 70\n", base + "day-starts: \"04:00\"\n")
    #expect(both == ("format: 1\nday-starts: \"04:00\"\nwrap: 70\n", 0))
    let one = try merge(base + "wrap: 60\n", base + "wrap: 70\n", base + "wrap: 80\n")
    #expect(one.1 == 1 && one.0.hasPrefix("format: 1\n<<<<<<< ours\nwrap: 70\n"))
    let dos = try merge(base, "format: 1\r\nwrap: 70\r\n", base + "day-starts: \"04:00\"\n")
    #expect(dos == ("format: 1\r\nday-starts: \"04:00\"\r\nwrap: 70\r\n", 0))
    for odd in ["---\n", "wrap: 70", "wrap: 70\n---\nmore\n"] {
      #expect(throws: MergeRefusal.notAThread) { try merge(base, odd, base + "wrap: 70\n") }
    }
  }

  @Test(
    "what cannot be cut into entries is refused",
    arguments: [
      ("## 2026-03-01 {#ka}\n\n\0\n", MergeRefusal.notText), ("Words.\n", .notAThread),
      ("---\ntitle: A\n", .notAThread),
      ("## 2026-03-01 {#ka}\n\n## 2026-03-02 {#ka}\n", .doubledID),
      ("<<<<<<< a\n## 2026-03-01 {#ka}\n=======\n>>>>>>> b\n", .conflictMarkers),
    ])
  func refused(side: String, refusal: MergeRefusal) throws {
    #expect(throws: refusal) { try merge(Self.first, side, Self.first + "\n" + Self.second) }
    #expect(throws: refusal) { try merge(Self.first, Self.first + "\n" + Self.second, side) }
  }

  @Test("long threads, and texts of many equal lines, take time in proportion")
  func hostile() throws {
    let lines = String(repeating: "same\n", count: 50_000)
    let base = "## 2026-03-01 {#ka}\n\n" + lines
    let result = try merge(base, base.replacing("{#ka}\n\n", with: "{#ka}\n\nx\n"), base + "y\n")
    #expect(result.causes.isEmpty)
    let other = (0..<50_000).map { "\($0 * 7919 % 50_000)\n" }.joined()
    #expect(try !merge(base, "## 2026-03-01 {#ka}\n\n" + other, base + "y\n").causes.isEmpty)
  }

  @Test("markers are read as the versions that they stand around")
  func markers() throws {
    let text = "a\n<<<<<<< x\nb\n||||||| y\nc\n=======\nd\n>>>>>>> z\ne\n=======\n"
    let versions = try #require(ConflictedText(Array(text.utf8)))
    #expect(String(decoding: versions.ours, as: UTF8.self) == "a\nb\ne\n=======\n")
    #expect(String(decoding: versions.base, as: UTF8.self) == "a\nc\ne\n=======\n")
    #expect(String(decoding: versions.theirs, as: UTF8.self) == "a\nd\ne\n=======\n")
    for odd in [
      "a\n", "<<<<<<< x\na\n=======\n", "<<<<<<< x\n=======\n=======\n>>>>>>> z\n",
      "<<<<<<< x\n<<<<<<< x\n=======\n>>>>>>> z\n=======\n>>>>>>> z\n",
    ] { #expect(ConflictedText(Array(odd.utf8)) == nil) }
  }

  @Test(
    "a conflict that a merge by lines left is merged by entries, from git's versions or the markers"
  )
  func afterwards() throws {
    let base = Self.head + Self.first
    let one = "## 2026-03-09 {#kc}\n- mood:: 7\n\nLate.\n"
    let other = "## 2026-03-08 {#kd}\n- mood:: 7\n\nEarly.\n"
    let wanted = base + "\n" + other + "\n" + one
    let folder = try JournalFolder()
    func finish(_ text: String, _ versions: Journal.Versions?) throws -> String {
      folder.write(text, "log.md")
      let outcome = try folder.journal().finishMerge(of: "log.md", git: versions)
      #expect(outcome.result.isEmpty)
      return try #require(folder.text("log.md"))
    }
    let marked = base + "\n<<<<<<< HEAD\n" + one + "=======\n" + other + ">>>>>>> x\n"
    #expect(try finish(marked, nil) == wanted)
    let versions = Journal.Versions(
      base: Array(base.utf8), ours: Array((base + "\n" + one).utf8),
      theirs: Array((base + "\n" + other).utf8))
    // What the lines have in common stands outside of the markers.
    let short =
      base
      + "\n<<<<<<< HEAD\n## 2026-03-09 {#kc}\n=======\n## 2026-03-08 {#kd}\n>>>>>>> x\n- mood:: 7\n\n"
      + "<<<<<<< HEAD\nLate.\n=======\nEarly.\n>>>>>>> x\n"
    #expect(try finish(short, versions) == wanted)
    #expect(try finish(short, nil) == wanted)
    // Git has left our side alone, as where it is told not to merge.
    #expect(try finish(base + "\n" + one, versions) == wanted)
    // Somebody has worked on it: git's versions are older.
    let changed = try finish(short.replacing("Late.", with: "Later."), versions)
    #expect(changed == wanted.replacing("Late.", with: "Later."))
    #expect(throws: JournalError.self) { try finish(base, versions) }
    folder.write(short, "log.md")
    _ = try folder.journal().finishMerge(of: "log.md", git: nil)
    _ = try folder.journal().undo()
    #expect(folder.text("log.md") == short)
    _ = try folder.journal().redo()
    #expect(folder.text("log.md") == wanted)
    // The same where something is left to decide.
    let two =
      base.replacing("Two.\n", with: "<<<<<<< HEAD\n2.\n=======\nII.\n>>>>>>> x\n") + "\n" + one
    folder.write(two, "log.md")
    let sides = ["2.", "II."].map { Array(base.replacing("Two.", with: $0).utf8) }
    let outcome = try folder.journal().finishMerge(
      of: "log.md", git: .init(base: Array(base.utf8), ours: sides[0], theirs: sides[1]))
    #expect(outcome.result.count == 1)
    // Our side is what it is where somebody has decided so.
    folder.write(String(decoding: sides[0], as: UTF8.self), "log.md")
    #expect(throws: JournalError.self) {
      try folder.journal().finishMerge(
        of: "log.md", git: .init(base: Array(base.utf8), ours: sides[0], theirs: sides[1]))
    }
    folder.write(two, "log.md")
    _ = try folder.journal().finishMerge(
      of: "log.md", git: .init(base: Array(base.utf8), ours: sides[0], theirs: sides[1]))
    let merged = folder.text("log.md")
    _ = try folder.journal().undo()
    #expect(folder.text("log.md") == two)
    _ = try folder.journal().redo()
    #expect(folder.text("log.md") == merged)
  }
}
