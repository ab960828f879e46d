import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

/// Changes of fields in files that people wrote by hand: only what a change is about changes.
@Suite struct FieldChangeTests {
  private typealias Plan = (ThreadDocument) throws(FieldError) -> [Splice]

  private static let flow =
    "\u{FEFF}---\r\n# mine\r\ntitle: \"A 'q'\"   # t\r\ntags: [a, &x b, *x]\r\n"
    + "fields: {mood: {type: integer, min: 1}, \"sl eep\": duration, 'place': text} # flow\r\n"
    + "other: &anchor {a: 1}\r\n...\r\n\r\n## 2026-01-01 08:00 {#k111111111}\r\n- Mood:: 5\r\n\r\nx\r\n"

  @Test("a flow mapping keeps its comments, quotes, anchors, line ends and byte order mark")
  func flowMapping() throws {
    let start = "fields: {mood: {type: integer, min: 1}, \"sl eep\": duration, 'place': text}"
    let cases: [(plan: Plan, fields: String, value: String)] = [
      (
        { document throws(FieldError) in
          try document.splices(addingFields: [FieldDefinition(name: "new", type: .number)])
        }, String(start.dropLast()) + ", new: number}", "Mood"
      ),
      (
        { document throws(FieldError) in
          try document.splices(renamingField: "mood", to: "no: [x]")
        },
        "fields: {\"no: [x]\": {type: integer, min: 1}, \"sl eep\": duration, 'place': text}",
        "no: [x]"
      ),
      (
        { document throws(FieldError) in try document.splices(movingField: "mood", to: .last) },
        "fields: {\"sl eep\": duration, 'place': text, mood: {type: integer, min: 1}}", "Mood"
      ),
    ]
    for (plan, fields, value) in cases {
      let folder = try CheckedFolder()
      try folder.write(Self.flow, "a.md")
      let journal = try folder.journal()
      _ = try journal.changeFields(of: try #require(try journal.header(at: "a.md")), "x", plan)
      let wanted = Self.flow.replacing(start, with: fields).replacing(
        "- Mood::", with: "- \(value)::")
      #expect(try journal.directory.read("a.md") == Array(wanted.utf8))
    }
  }

  @Test(
    "fields that are not understood are left alone, on the entries too",
    arguments: [
      "  mood: integer\n  mood: text\n", "  ? mood\n  : text\n", "  <<: *b\n  mood: text\n",
    ])
  func notUnderstood(_ fields: String) throws {
    let folder = try CheckedFolder()
    let file =
      "---\ntitle: T\nfields:\n\(fields)---\n\n## 2026-01-01 {#k222222222}\n- mood:: 5\n\nx\n"
    try folder.write(file, "t.md")
    let journal = try folder.journal()
    let header = try #require(try journal.header(at: "t.md"))
    #expect(throws: ThreadFieldError.self) {
      _ = try journal.changeFields(of: header, "x") { document throws(FieldError) in
        try document.splices(renamingField: "mood", to: "humour")
      }
    }
    #expect(try journal.directory.read("t.md") == Array(file.utf8))
  }
}
