import Foundation
import TestSupport
import Testing
import ThreadStorage

@testable import tj

@Suite struct UnifiedDiffTests {
  @Test("a changed line stands between three lines of context")
  func oneLine() {
    let old = utf8((1...9).map { "\($0)\n" }.joined())
    let diff = UnifiedDiff(old, [Splice(8..<9, utf8("five"))])
    #expect(
      string(diff.text(path: "a.md")) == """
        --- a/a.md
        +++ b/a.md
        @@ -2,7 +2,7 @@
         2
         3
         4
        -5
        +five
         6
         7
         8

        """)
  }

  @Test("nothing changed is no diff")
  func nothing() {
    #expect(UnifiedDiff(utf8("a\n"), []).text(path: "a.md").isEmpty)
  }

  @Test("patch makes of the old bytes what the splices make", arguments: 0..<60 as Range<UInt64>)
  func patch(seed: UInt64) throws {
    guard let tool = Tool("patch") else { return }
    var generator = SeededGenerator(seed: seed)
    let old = Self.text(&generator)
    let splices = Self.splices(of: old, &generator)
    let wanted = old.applying(splices)
    let diff = UnifiedDiff(old, splices).text(path: "file.md")
    let folder = FileManager.default.temporaryDirectory.appending(path: "tj-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "file.md")
    try Data(old).write(to: file)
    let said = try tool.output(
      ["-p1", "--binary", "--fuzz=0", "-s", "-d", folder.path], input: diff)
    let made = (try? Data(contentsOf: file)).map { [UInt8]($0) } ?? []
    #expect(said.isEmpty && made == wanted, "\(said)\n\(string(diff))")
  }

  private static func text(_ generator: inout SeededGenerator) -> [UInt8] {
    var lines = (0..<Int.random(in: 0..<40, using: &generator)).flatMap { _ in
      utf8("line \(Int.random(in: 0..<6, using: &generator))\n")
    }
    if Bool.random(using: &generator), !lines.isEmpty { lines.removeLast() }
    return lines
  }

  private static func splices(of old: [UInt8], _ generator: inout SeededGenerator) -> [Splice] {
    var splices: [Splice] = []
    var position = 0
    while splices.count < 5 {
      let start = position + Int.random(in: 0..<60, using: &generator)
      guard start <= old.count else { break }
      let end = min(old.count, start + Int.random(in: 0..<12, using: &generator))
      let replacement = ["", "x", "new\n", "two\nlines\n", "\n"].randomElement(using: &generator)
      splices.append(Splice(start..<end, utf8(replacement ?? "")))
      position = end + 1
    }
    return splices
  }
}
