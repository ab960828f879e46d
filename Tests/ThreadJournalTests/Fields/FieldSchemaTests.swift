import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct FieldSchemaTests {
  static let file = """
    ---
    title: Morning pages   # mine
    fields:
      # how I feel
      mood: {type: integer, min: 1, max: 10}   # ten is best
      "sleep": duration
      workout: {group: [exercise, minutes]}
      exercise: text
      minutes:
        type: integer
        unit: min
      Wetter: {type: choice, options: [sun, "rain, heavy"]}
      old: {type: text, deleted: 2026-01-01T00:00:00Z}
    tags: [a]
    ---

    ## 2026-03-28 07:12:33-04:00 {#aaaaaaaaaa}
    - mood:: 7
    * exercise:: run
      far

    Text with mood:: 7.

    ## 2026-03-29 {#bbbbbbbbbb .deleted}
    - Mood:: 8
    - typo:: x

    """
  static let document = ThreadDocument(Array(file.utf8))

  private func applied(_ splices: [Splice], to text: String = file) -> String {
    String(decoding: Array(text.utf8).applying(splices), as: UTF8.self)
  }

  @Test("Definitions are read in their order, with groups together where they are defined")
  func reading() {
    let schema = Self.document.fieldSchema
    #expect(schema.problems == [])
    #expect(schema.fields.map(\.name) == ["mood", "sleep", "exercise", "minutes", "Wetter", "old"])
    #expect(schema.groups == [.init(name: "workout", members: ["exercise", "minutes"])])
    #expect(schema.sections.map(\.group) == [nil, nil, "workout", nil, nil])
    #expect(schema.sections[2].fields.map(\.name) == ["exercise", "minutes"])
    #expect(schema.offered.flatMap(\.fields).map(\.name).contains("old") == false)
    #expect(schema.field(named: "MOOD")?.maximum == "10")
    #expect(schema.field(named: "minutes")?.unit == "min")
    #expect(schema.field(named: "wetter")?.options == ["sun", "rain, heavy"])
    #expect(schema.field(named: "old")?.deletion != nil)
  }

  @Test("A name matches in composed and decomposed form")
  func normalization() {
    let document = ThreadDocument(Array("---\nfields:\n  Größe: number\n---\n".utf8))
    #expect(document.fieldSchema.field(named: "gro\u{308}ße")?.type == .number)
  }

  @Test(
    "What is wrong in a definition is noted at its place, and the rest is read",
    arguments: [
      ("a: colour", FieldProblem.Kind.unknownType("colour")), ("a: [x]", .badDefinition("a")),
      ("a: text\n  A: text", .duplicateName("A")), ("a: {type: integer, min: x}", .badLimit("a")),
      ("a: {type: integer, min: 3, max: 2}", .limitsReversed("a")),
      ("a: {type: integer, max: 2, default: 3}", .badDefault("a")),
      ("a: {default: [x]}", .badDefault("a")),
      ("a: {default: \"x\\ny\"}", .badDefault("a")),
      ("a: {ask: perhaps}", .badAsk("a")), ("a: {default: 07, ask: no}", .noneHere),
      ("a: choice", .badOptions("a")),
      ("a: text", .noneHere),
      ("a: {type: choice}", .badOptions("a")), ("a: {options: [x]}", .optionsWithoutChoice("a")),
      ("a: {type: choise, options: [x]}", .unknownType("choise")),
      ("g: {group: [b]}", .unknownMember("b")),
      ("g: {group: [h]}\n  h: {group: []}", .groupInGroup("h")), ("g: {group: b}", .badGroup("g")),
      ("a: text\n  g: {group: [a, a]}", .memberTwice("a")),
      ("\"a::b\": text", .badName("a::b")),
      ("a: {type:integer}", .unknownKey("type:integer", meant: "type: integer")),
      ("a: {type: integer, minimum: 1}", .unknownKey("minimum", meant: "min")),
    ])
  func problems(_ definitions: String, _ expected: FieldProblem.Kind) {
    let text = "---\nfields:\n  first: text\n  \(definitions)\n---\n"
    let schema = ThreadDocument(Array(text.utf8)).fieldSchema
    #expect(schema.problems.map(\.kind) == (expected == .noneHere ? [] : [expected]))
    #expect(schema.field(named: "first") != nil)
    for problem in schema.problems { #expect(problem.offset >= "---\nfields:\n  ".utf8.count) }
  }

  @Test("Twenty and more fields are read and kept in order")
  func manyFields() throws {
    var text = "---\ntitle: x\n---\n"
    let names = (1...40).map { "Feld \($0)" }
    for name in names {
      let field = try FieldDefinition(name: name, type: "integer", minimum: "0", unit: "kg")
      text = applied(try ThreadDocument(Array(text.utf8)).splices(addingFields: [field]), to: text)
    }
    let schema = ThreadDocument(Array(text.utf8)).fieldSchema
    #expect(schema.fields.map(\.name) == names)
    #expect(schema.fields.allSatisfy { $0.unit == "kg" && $0.minimum == "0" })
    #expect(schema.problems == [])
  }

  @Test("A new field goes behind the others, and nothing else changes")
  func adding() throws {
    let field = try FieldDefinition(
      name: "weight", type: "number", minimum: "0", maximum: "300", unit: "kg")
    let result = applied(try Self.document.splices(addingFields: [field]))
    #expect(
      result
        == Self.file.replacing(
          "00:00:00Z}\n",
          with: "00:00:00Z}\n  weight: {type: number, min: 0, max: 300, unit: kg}\n"))
    #expect(ThreadDocument(Array(result.utf8)).fieldSchema.field(named: "weight") == field)
  }

  @Test("A definition comes back as it was given")
  func definitionsComeBack() throws {
    let fields = [
      try FieldDefinition(name: "no", type: "date", minimum: "2026-01-01"),
      try FieldDefinition(name: "1:30", type: "duration", maximum: "24h", unit: "on"),
      try FieldDefinition(name: "a: b #c", type: nil, options: ["1", "yes", "x, y", "'q'"]),
      try FieldDefinition(name: "日本", type: "number", minimum: "-0.5"),
    ]
    var text = ""
    for field in fields {
      text = applied(try ThreadDocument(Array(text.utf8)).splices(addingFields: [field]), to: text)
    }
    #expect(ThreadDocument(Array(text.utf8)).fieldSchema.fields == fields)
  }

  @Test("A name that is taken, also by a deleted field or a group, is refused")
  func takenName() throws {
    for (name, error) in [
      ("MOOD", FieldError.nameTaken("mood", isGroup: false, isDeleted: false)),
      ("old", .nameTaken("old", isGroup: false, isDeleted: true)),
      ("Workout", .nameTaken("workout", isGroup: true, isDeleted: false)),
    ] {
      let field = try FieldDefinition(name: name, type: nil)
      #expect(throws: error) { try Self.document.splices(addingFields: [field]) }
    }
  }

  @Test("Renaming changes the definition and every entry, and nothing else")
  func renaming() throws {
    let result = applied(try Self.document.splices(renamingField: "mood", to: "spirits"))
    let expected = Self.file.replacing("  mood: {", with: "  spirits: {")
      .replacing("- mood:: 7\n", with: "- spirits:: 7\n").replacing("- Mood::", with: "- spirits::")
    #expect(result == expected)
  }

  @Test("Renaming a field of a group renames it there too")
  func renamingMember() throws {
    let result = applied(try Self.document.splices(renamingField: "exercise", to: "sport"))
    #expect(result.contains("{group: [sport, minutes]}"))
    #expect(result.contains("* sport:: run\n  far"))
    #expect(ThreadDocument(Array(result.utf8)).fieldSchema.problems == [])
  }

  @Test("A field that no definition names is renamed on the entries")
  func renamingUndefined() throws {
    let result = applied(try Self.document.splices(renamingField: "typo", to: "sleep"))
    #expect(result == Self.file.replacing("- typo::", with: "- sleep::"))
  }

  @Test("Renaming is refused where it would mix two fields up")
  func renamingRefused() {
    #expect(throws: FieldError.entryHasBoth(line: 24, old: "typo", new: "mood")) {
      try Self.document.splices(renamingField: "typo", to: "mood")
    }
    #expect(throws: FieldError.nameTaken("sleep", isGroup: false, isDeleted: false)) {
      try Self.document.splices(renamingField: "mood", to: "Sleep")
    }
    #expect(throws: FieldError.unknownField("mod", nearest: ["mood"])) {
      try Self.document.splices(renamingField: "mod", to: "x")
    }
  }

  @Test("A change of case alone is a rename")
  func renamingCase() throws {
    let result = applied(try Self.document.splices(renamingField: "mood", to: "Mood"))
    #expect(result.contains("\n- Mood:: 7") && result.contains("  Mood: {"))
  }

  @Test("Order changes by moving whole lines")
  func moving() throws {
    let first = applied(try Self.document.splices(movingField: "Wetter", to: .first))
    #expect(ThreadDocument(Array(first.utf8)).fieldSchema.fields.first?.name == "Wetter")
    let after = applied(try Self.document.splices(movingField: "minutes", to: .after("mood")))
    #expect(
      ThreadDocument(Array(after.utf8)).fieldSchema.fields.map(\.name)
        == ["mood", "minutes", "sleep", "exercise", "Wetter", "old"])
    #expect(after.contains("# ten is best") && after.contains("# how I feel"))
    let last = applied(try Self.document.splices(movingField: "mood", to: .last))
    #expect(ThreadDocument(Array(last.utf8)).fieldSchema.fields.last?.name == "mood")
    let before = applied(try Self.document.splices(movingField: "old", to: .before("workout")))
    #expect(before.contains("00:00:00Z}\n  workout:"))
  }

  @Test("A group is made, grows, shrinks and goes; its fields stay")
  func grouping() throws {
    let made = applied(try Self.document.splices(groupingFields: ["MOOD", "sleep"], as: "state"))
    #expect(made.contains("\n  state: {group: [mood, sleep]}\n"))
    let grown = applied(try Self.document.splices(groupingFields: ["mood"], as: "Workout"))
    #expect(grown.contains("{group: [exercise, minutes, mood]}"))
    let shrunk = applied(try Self.document.splices(ungrouping: "exercise"))
    #expect(shrunk.contains("{group: [minutes]}"))
    let gone = applied(try Self.document.splices(ungrouping: "workout"))
    #expect(gone == Self.file.replacing("  workout: {group: [exercise, minutes]}\n", with: ""))
    #expect(throws: FieldError.alreadyGrouped("minutes", group: "workout")) {
      try Self.document.splices(groupingFields: ["minutes"], as: "other")
    }
    #expect(throws: FieldError.notGrouped("mood")) { try Self.document.splices(ungrouping: "mood") }
  }

  @Test("A group written a name a line keeps its lines and comments")
  func blockGroup() throws {
    let text =
      "---\nfields:\n  g:\n    group:\n      - a # one\n      - b\n  a: text\n  b: text\n  c: text\n---\n"
    let document = ThreadDocument(Array(text.utf8))
    let grown = applied(try document.splices(groupingFields: ["c"], as: "g"), to: text)
    #expect(grown == text.replacing("      - b\n", with: "      - b\n      - c\n"))
    let shrunk = applied(try document.splices(ungrouping: "b"), to: text)
    #expect(shrunk == text.replacing("      - b\n", with: ""))
    let other = applied(try document.splices(ungrouping: "a"), to: text)
    #expect(other == text.replacing("      - a # one\n", with: ""))
    let renamed = applied(try document.splices(renamingField: "a", to: "x"), to: text)
    #expect(renamed.contains("      - x # one\n"))
  }

  @Test(
    "Deleting marks, restoring takes the mark off", arguments: ["mood", "sleep", "minutes"])
  func deleting(_ name: String) throws {
    let time = "2026-03-28T07:12:33-04:00"
    let deleted = applied(try Self.document.splices(deletingField: name, at: time))
    let document = ThreadDocument(Array(deleted.utf8))
    let field = try #require(document.fieldSchema.field(named: name))
    #expect(field.deletion?.time?.canonicalText == "2026-03-28 07:12:33-04:00")
    #expect(field.type == Self.document.fieldSchema.field(named: name)?.type)
    #expect(throws: FieldError.fieldIsDeleted(name)) {
      try document.fieldSchema.writableField(named: name)
    }
    #expect(throws: FieldError.fieldIsDeleted(name)) {
      try document.splices(deletingField: name, at: time)
    }
    let restored = applied(try document.splices(restoringField: name), to: deleted)
    #expect(
      ThreadDocument(Array(restored.utf8)).fieldSchema.field(named: name)
        == Self.document.fieldSchema.field(named: name))
    if name != "sleep" { #expect(restored == Self.file) }
  }

  @Test("A value is checked against its field, and an unknown field has the nearest name")
  func checking() throws {
    let schema = Self.document.fieldSchema
    #expect(try schema.checking(Array("7".utf8), for: "Mood").name == "mood")
    #expect(try schema.checking(Array("Kyoto, JP".utf8), for: "Location").type == .text)
    let mood = try #require(schema.field(named: "mood"))
    #expect(throws: FieldError.badValue(mood, value: Array("11".utf8), .aboveMaximum("10"))) {
      try schema.checking(Array("11".utf8), for: "mood")
    }
    #expect(throws: FieldError.unknownField("moood", nearest: ["mood"])) {
      try schema.checking([], for: "moood")
    }
    #expect(throws: FieldError.isGroup("workout")) { try schema.checking([], for: "workout") }
  }

  @Test("Files with CRLF, without front matter or without an end line are edited in their style")
  func styles() throws {
    let field = try FieldDefinition(name: "a", type: "integer")
    let windows = "## 2026-03-28 {#aaaaaaaaaa}\r\n"
    let result = applied(
      try ThreadDocument(Array(windows.utf8)).splices(addingFields: [field]), to: windows)
    #expect(result == "---\r\nfields:\r\n  a: integer\r\n---\r\n\r\n" + windows)
    let empty = "---\nfields:\n---\n"
    #expect(
      applied(try ThreadDocument(Array(empty.utf8)).splices(addingFields: [field]), to: empty)
        == "---\nfields:\n  a: integer\n---\n")
  }
}

extension FieldProblem.Kind {
  /// Stands for no problem in a table of cases.
  fileprivate static let noneHere = FieldProblem.Kind.unknownType("")
}
