import Foundation
import TestSupport
import Testing
import ThreadJournal
import ThreadStorage

@testable import tj

@Suite struct CheckFixtureTests {
  /// A line of `Fixtures/threads/invalid/INDEX`.
  struct Expected: Sendable {
    let file: String
    let line: String
  }

  static let index: [Expected] = {
    let file = CheckedFolder.fixtures.appending(path: "threads/invalid/INDEX")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let words = line.split(separator: " ").map(String.init)
      return Expected(file: words[0], line: words.joined(separator: " "))
    }
  }()

  static let cases = Set(index.map { $0.file.split(separator: "/")[0] }).map(String.init).sorted()
  static let fixable = cases.filter { name in
    index.contains { $0.file.hasPrefix(name) && $0.line.hasSuffix(" fix") }
  }

  static func expected(_ name: String) -> [String] {
    index.filter { $0.file.split(separator: "/")[0] == name }.map(\.line).sorted()
  }

  @Test("the fixtures and the index name each other")
  func complete() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: CheckedFolder.fixtures.appending(path: "threads/invalid").path)
    #expect(Set(names).subtracting(["INDEX"]) == Set(Self.cases))
  }

  @Test("a file has the problems of the index, and no others", arguments: cases)
  func problems(name: String) throws {
    let folder = try CheckedFolder()
    try folder.take("threads/invalid/\(name)")
    #expect(try folder.problems().sorted() == Self.expected(name))
  }

  @Test("fixing leaves nothing to fix, and every other problem", arguments: fixable)
  func fixed(name: String) throws {
    let folder = try CheckedFolder()
    try folder.take("threads/invalid/\(name)")
    let journal = try folder.journal()
    #expect(try journal.fix().result.failures.isEmpty)
    let left = Self.expected(name).filter { !$0.hasSuffix(" fix") }
    let found = try folder.problems().map(Self.withoutPlace)
    #expect(found.sorted() == left.map(Self.withoutPlace).sorted())
  }

  /// A problem without its line and column, which a fix before it may move.
  static func withoutPlace(_ line: String) -> String {
    line.split(separator: " ").enumerated().filter { $0.offset != 1 }.map { String($0.element) }
      .joined(separator: " ")
  }

  @Test("habits are told in these words, and prose is not")
  func habits() throws {
    let folder = try CheckedFolder()
    try folder.take("journals/habits", as: "habits")
    let problems = try folder.journal().check().problems
    var text = problems.map { problem in
      let message = ErrorMessage(problem)
      let place = problem.line.map { ":\($0):\(problem.column ?? 0)" } ?? ""
      let fix = problem.isFixable ? " (fix)" : ""
      return "\(problem.path)\(place): \(message.sentence) [\(message.code)]\(fix)\n"
    }.joined()
    _ = try folder.journal().fix()
    for path in try folder.journal().directory.threadFiles().files {
      let headings = String(decoding: try folder.bytes(path), as: UTF8.self)
        .split(separator: "\n").filter { $0.hasPrefix("## ") || $0.contains("::") }
      text += "\nfixed: \(path)\n"
      for heading in headings {
        text += heading.components(separatedBy: " {#")[0] + "\n"
      }
    }
    try Golden.check(Array(text.utf8), against: "Fixtures/journals/habits.txt")
    #expect(try folder.journal().check().problems.filter(\.isFixable).isEmpty)
  }

  /// Those of which all that is fixed is about ids.
  static let aboutIDs = fixable.filter { name in
    expected(name).allSatisfy { line in
      !line.hasSuffix(" fix")
        || ["duplicate-id", "entry-without-id"].contains { line.contains($0) }
    }
  }

  @Test("fixing ids changes nothing else", arguments: aboutIDs)
  func onlyIDs(name: String) throws {
    let folder = try CheckedFolder()
    try folder.take("threads/invalid/\(name)")
    let journal = try folder.journal()
    for path in journal.directory.threadFiles().files {
      let before = ThreadDocument(try folder.bytes(path))
      let planned = journal.plannedFixes(journal.check()).edits
      _ = try journal.fix()
      let after = ThreadDocument(try folder.bytes(path))
      let splices = planned.first { $0.path == path }?.splices ?? []
      // The plan's own ids are others, of the same length.
      #expect(before.bytes.applying(splices).count == after.bytes.count)
      #expect(Self.withoutIDs(after) == Self.withoutIDs(before))
    }
  }

  /// The file's bytes without its entries' attributes and the white space before them.
  static func withoutIDs(_ document: ThreadDocument) -> [UInt8] {
    document.bytes.applying(
      document.entries.compactMap { slice in
        guard let attributes = slice.heading.attributes else { return nil }
        let heading = slice.heading
        let start =
          heading.title.isEmpty ? heading.timestampRange.upperBound : heading.title.upperBound
        return Splice(start..<attributes.range.upperBound, [])
      })
  }

  static let valid = names(in: "threads/valid").filter { $0.hasSuffix(".md") }

  static func names(in folder: String) -> [String] {
    let path = CheckedFolder.fixtures.appending(path: folder).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// Files that are read like any other, and have an error all the same.
  static let errors = [
    "conflict-markers.md": "conflict-markers", "duplicate-ids.md": "duplicate-id",
    "front-matter-closed-after-entry.md": "front-matter-unterminated",
    "unterminated-front-matter.md": "front-matter-unterminated",
  ]

  @Test("files that show what is read have no errors", arguments: valid)
  func validFiles(name: String) throws {
    let folder = try CheckedFolder()
    try folder.take("threads/valid/\(name)")
    let codes = try folder.problems().map { $0.split(separator: " ") }
      .filter { $0[2] == "error" }.map { String($0[3]) }
    #expect(codes == (Self.errors[name].map { [$0] } ?? []))
  }

  @Test("the journals of the fixtures have what is known of them")
  func journals() throws {
    let folder = try CheckedFolder()
    try folder.take("journals/first-month")
    #expect(
      try folder.problems() == ["first-month/projects/bookshelf.md 42:3 warning field-unknown"])
    let other = try CheckedFolder()
    try other.take("journals/by-hand")
    let serious = try other.problems().filter { !$0.contains(" note ") }
    #expect(
      serious == [
        "by-hand/garten.md 10:17 warning invalid-utf8", "by-hand/log.md 24:4 warning heading-date",
      ])
  }

  @Test(
    "real Markdown is checked, and no place is outside its file",
    .enabled(if: Corpora.folder != nil, "\(Corpora.skipped)"))
  func corpora() throws {
    let root = try #require(Corpora.folder)
    let folder = try CheckedFolder()
    for name in ["journals", "yaml-front-matter", "commonmark"] {
      try FileManager.default.copyItem(
        at: root.appending(path: name), to: folder.folder.appending(path: name))
    }
    let journal = try folder.journal()
    let report = journal.check()
    #expect(report.filesRead > 10)
    // Of thousands of files by others, a handful may be worth a look.
    let warnings = report.problems.map { ErrorMessage($0) }.filter { $0.severity == .warning }
    let meant = warnings.filter { $0.code.hasPrefix("heading-") || $0.code == "field-form" }
    #expect(meant.count < 20, "\(meant.map(\.sentence))")
    for problem in report.problems {
      guard let line = problem.line, let column = problem.column else { continue }
      let lines = try folder.bytes(problem.path)
        .split(separator: 0x0A, omittingEmptySubsequences: false)
      #expect(line <= lines.count && column <= lines[line - 1].count + 1)
    }
    let planned = journal.plannedFixes(report)
    #expect(planned.failures.isEmpty)
  }

  @Test("every code is documented, and in the list of its severity")
  func documented() {
    let description = CheckCommand.definition.paragraphs
    let words = Set(Self.index.map { String($0.line.split(separator: " ")[3]) })
    for code in words { #expect(description.contains { $0.contains("`\(code)`") }, "\(code)") }
  }
}
