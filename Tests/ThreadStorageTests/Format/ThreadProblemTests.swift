import TestSupport
import Testing

@testable import ThreadStorage

@Suite struct ThreadProblemTests {
  private func fences(_ text: String) -> [CodeFence] {
    CodeFence.all(in: Array(text.utf8), from: 0)
  }

  @Test(
    "code fences are those of Markdown",
    arguments: [
      ("```\na\n```\n", [0..<10]), ("~~~ sh\na\n~~~~\n", [0..<14]),
      ("   ```\na\n  ```  \nb\n", [0..<17]), ("    ```\na\n", []), ("``\na\n", []),
      ("``` a`b\nc\n", []), ("````\n```\n````\n", [0..<14]), ("```\n~~~\n", [0..<8]),
      ("```\n``` x\n", [0..<10]), ("a\r\n```\r\nb\r\n```\r\nc", [3..<16]), ("```", [0..<3]),
    ])
  func codeFences(text: String, ranges: [Range<Int>]) {
    #expect(fences(text).map(\.range) == ranges)
  }

  @Test("a fence that nothing closes is told once")
  func unclosed() {
    let text = "## 2026-03-28 {#a1}\n```\n## 2026-03-29 {#a2}\n## 2026-03-30 {#a3}\n"
    let kinds = ThreadDocument(Array(text.utf8)).problems.map(\.kind)
    #expect(kinds == [.headingInFence(opening: 20, isClosed: false)])
  }

  @Test("every conflict block is told, from its first marker on")
  func conflicts() {
    let block = "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n"
    let bytes = Array((block + "text\n" + block + "<<<<<<< c\n=======\n").utf8)
    #expect(ConflictMarkers.blocks(in: bytes) == [0..<32, 37..<69])
    #expect(ConflictMarkers.firstBlock(in: bytes) == 1...5)
  }

  @Test(
    "markers inside one entry are text, and those around a heading or above all are a conflict",
    arguments: [
      (head + whole, nil), (head + whole + head + whole, nil), (head + whole + "## text\n", nil),
      (whole + head, 1...5), ("---\n" + whole + "---\n" + head, 2...6),
      (head + "<<<<<<< a\n" + head + "=======\n>>>>>>> b\n", 2...5),
      // A marker that stands alone takes nothing from a block behind it, in either entry.
      (head + "<<<<<<< a\n" + head + whole, nil),
      (head + "=======\n>>>>>>> b\n" + head + whole, nil),
      (head + whole + head + "=======\n>>>>>>> b\n", nil),
      // A block in one side of a conflict does not hide the conflict.
      (head + "<<<<<<< a\n" + head + whole + "=======\n" + head + ">>>>>>> b\n", 2...11),
    ] as [(String, ClosedRange<Int>?)])
  func conflictText(text: String, lines: ClosedRange<Int>?) {
    #expect(ConflictMarkers.firstBlock(in: Array(text.utf8)) == lines)
    let kinds = ThreadDocument(Array(text.utf8)).problems.map(\.kind)
    let isConflict = kinds.contains { if case .conflictMarkers = $0 { true } else { false } }
    #expect(isConflict == (lines != nil))
  }

  @Test("markers of a block have equally many signs, more than seven where git saw renames")
  func widths() {
    let wide = Self.head + "<<<<<<<< a\n" + Self.head + "=======\n========\n>>>>>>>> b\n"
    #expect(ConflictMarkers.firstBlock(in: Array(wide.utf8)) == 2...6)
    let uneven = Self.head + "<<<<<<<< a\n" + Self.head + "=======\n>>>>>>> b\n"
    #expect(ConflictMarkers.firstBlock(in: Array(uneven.utf8)) == nil)
  }

  @Test(
    "a single marker with the label that tj gives it was forgotten; others, and blocks, are text",
    arguments: [
      ("<<<<<<< ours\n", [1]), ("a\n||||||| base\n>>>>>>>> theirs\n", [2, 3]),
      ("=======\n", []),
      (">>>>>>> other\n <<<<<<< ours\n<<<<<<< ours x\n", []), (whole, []),
      (">>>>>>> theirs\n<<<<<<< ours\n=======\n>>>>>>> theirs\n||||||| base\n", [1, 5]),
    ] as [(String, [Int])])
  func forgotten(text: String, lines: [Int]) {
    let bytes = Array((Self.head + text).utf8)
    let document = ThreadDocument(bytes)
    let offsets = document.problems.compactMap { problem in
      if case .conflictMarker(let line) = problem.kind { line.lowerBound } else { nil as Int? }
    }
    #expect(document.positions(of: offsets).map { $0.line - 1 } == lines)
  }

  @Test("what a merge left is what neither version has as text, or more of it")
  func left() {
    func left(_ text: String, _ base: String, _ ours: String, _ theirs: String) -> [Int] {
      let versions = [text, base, ours, theirs].map { Array($0.utf8) }
      return ConflictMarkers.left(
        in: versions[0], base: versions[1], ours: versions[2], theirs: versions[3])
    }
    let text = "Head\n=======\n"
    #expect(left(text, text, text, text).isEmpty)
    #expect(left(text + "=======\n", text, text, text) == [3])
    #expect(left(text + text, "", text, text).isEmpty)
    #expect(left("a\n>>>>>>> theirs\nb\n|||||||| base\n", "", "a\n", "b\n") == [2, 4])
  }

  private static let head = "## 2026-03-28 {#a1}\n"
  private static let whole = "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n"

  @Test("of each line's bytes that are no text the first is told")
  func bytes() {
    let bytes: [UInt8] =
      Array("abcdefghij\n".utf8) + [0x61, 0xFF, 0xFE, 0x0A, 0x00, 0x00, 0x0A, 0xC3]
    let problems = ThreadDocument(bytes).problems
    #expect(problems.map(\.offset) == [12, 15, 18])
    #expect(problems.map(\.kind) == [.invalidUTF8, .nul, .invalidUTF8])
    let positions = ThreadDocument(bytes).positions(of: [0, 12, 15, 18])
    #expect(positions.map(\.line) == [1, 2, 3, 4] && positions.map(\.column) == [1, 2, 1, 1])
  }

  @Test("entries get ids, and keep all the rest")
  func naming() throws {
    let text = "## 2026-03-28\r\n\r\na\r\n## 2026-03-29 Title {.x}  \r\n## 2026-03-30 {#old}\r\n"
    let document = ThreadDocument(Array(text.utf8))
    let ids = ["n1", "n2", "n3"].compactMap { EntryID($0) }
    let splices = try document.splices(naming: [0: ids[0], 1: ids[1], 2: ids[2], 9: ids[0]])
    #expect(
      String(decoding: document.bytes.applying(splices), as: UTF8.self)
        == "## 2026-03-28 {#n1}\r\n\r\na\r\n## 2026-03-29 Title {#n2 .x}  \r\n## 2026-03-30 {#n3}\r\n"
    )
  }

  @Test(
    "whatever the bytes, problems have places and nameable entries get names",
    arguments: 0..<300 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var bytes = Self.sample
    for _ in 0..<Int.random(in: 0..<30, using: &generator) {
      let start = Int.random(in: 0...bytes.count, using: &generator)
      let end = min(bytes.count, start + Int.random(in: 0..<6, using: &generator))
      let piece = Self.pieces.randomElement(using: &generator) ?? []
      bytes.replaceSubrange(start..<end, with: piece)
    }
    let document = ThreadDocument(bytes)
    let problems = document.problems
    #expect(problems.allSatisfy { $0.offset >= 0 && $0.offset <= bytes.count })
    #expect(zip(problems, problems.dropFirst()).allSatisfy { $0.offset <= $1.offset })
    guard !document.isUTF16 else { return }
    var ids: [Int: EntryID] = [:]
    for index in document.nameableEntries { ids[index] = EntryID.random(using: &generator) }
    let named = ThreadDocument(bytes.applying(try document.splices(naming: ids)))
    #expect(named.nameableEntries.isEmpty)
    #expect(named.entries.count == document.entries.count)
  }

  static let sample = Array(
    """
    ---
    id: x
    title: A
    fields: {mood: integer}
    ---

    ## 2026-03-28 07:12 Title {#a1 edited="x"}
    - mood:: 7

    ```
    ## 2026-03-29 {.x}
    ```
    <<<<<<< a
    =======
    >>>>>>> b
    ## 2026-03-30 {#a1}

    """.utf8)

  static let pieces: [[UInt8]] =
    [
      "", "\n", "\r\n", "```\n", "~~~", "\n## 2026-02-30\n", "\n## 2026-03-28 {", "}", "{#a1}",
      "---\n",
      "\n<<<<<<< x\n", "- a:: b\n", "\u{FEFF}", " ", "\t", "#", "\\",
    ].map { Array($0.utf8) } + [[0], [0xFF], [0xFF, 0xFE], [0xC3], [0x0D]]
}
