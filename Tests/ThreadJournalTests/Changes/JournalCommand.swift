import Simulation
import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

/// What a command says that it did not do, without an error.
struct LeftAsItWas: Error {}

/// A command that writes, as the fault tests make it fail everywhere.
enum JournalCommand: String, CaseIterable, Sendable {
  case add, addEarlier, edit, editSeveral, move, moveSeveral, delete, restore, purge, rename
  case newThread
  case defineField, renameField, deleteField, plan, changePlan, importEntries, resume, configure
  case absorb
  case undoAdd, undoEdit, undoEditSeveral, undoMove, undoDelete, undoRename, undoNew
  case undoRenameField, undoImport, undoAbsorb
  case redoAdd, redoEdit, redoMove, redoDelete, redoRename, redoNew, redoImport
  case fix, changeField, dropPlan, importReplacing, importNewest, importNew, merge
  case undoFix, undoChangeField, undoImportReplacing, undoImportNew, undoMerge
  case redoImportReplacing, redoMerge
  /// What no command may do: one file after the other, without a record.
  case naiveMove

  /// All that keep their promise.
  static let real = allCases.filter { $0 != .naiveMove }
  /// All that `undo` takes back: settings are no words, and a purge is final.
  static let undoable = real.filter { $0 != .configure && $0 != .purge }

  static let files: [String: String] = [
    ".threadjournal/config.yml": "format: 1\n",
    "a.md": """
    ---
    title: A
    plan:
      - {from: 2026-03-01, every: day}
    ---

    ## 2026-03-01 08:00:00+00:00 {#aaaa}

    First of A.

    ## 2026-03-02 08:00:00+00:00 {#bbbb}
    - mood:: 7

    Second of A.

    ## 2026-03-03 08:00:00+00:00 {#cccc deleted="2026-03-04T08:00:00+00:00"}

    Deleted of A.

    """,
    "b.md": """
    ---
    title: B
    fields:
      rest: text
    ---

    ## 2026-03-01 09:00:00+00:00 {#dddd}

    First of B.

    ## 2026-03-05 09:00:00+00:00 {#eeee deleted="2026-03-06T08:00:00+00:00"}

    Deleted of B, with words enough to be told from others.

    """,
    "c.md": """
    ---
    title: C
    deleted: 2026-03-07T08:00:00+00:00
    ---

    ## 2026-03-01 10:00:00+00:00 {#ffff}

    First of C.

    """,
  ]

  /// The command that is done, without a fault, before an undoing one, and taken back before one that does it again.
  private var base: JournalCommand? {
    switch self {
    case .undoAdd, .redoAdd: .add
    case .undoEdit, .redoEdit: .edit
    case .undoEditSeveral: .editSeveral
    case .undoMove, .redoMove: .moveSeveral
    case .undoDelete, .redoDelete: .delete
    case .undoRename, .redoRename: .rename
    case .undoNew, .redoNew: .newThread
    case .undoRenameField: .renameField
    case .undoImport, .redoImport: .importEntries
    case .undoAbsorb: .absorb
    case .undoFix: .fix
    case .undoChangeField: .changeField
    case .undoImportReplacing, .redoImportReplacing: .importReplacing
    case .undoImportNew: .importNew
    case .undoMerge, .redoMerge: .merge
    default: nil
    }
  }

  var isUndo: Bool { rawValue.hasPrefix("undo") }
  var isRedo: Bool { rawValue.hasPrefix("redo") }

  /// The files that the command, or the one that it takes back, finds.
  var filesBefore: [String: String] {
    let further: [String: String] =
      switch base ?? self {
      case .absorb: ["a 2.md": Self.copy]
      case .fix, .changeField: ["d.md": Self.misspelt]
      case .merge: ["e.md": Self.conflicted]
      default: [:]
      }
    return Self.files.merging(further) { $1 }
  }

  /// Puts the folder into the state before, whatever it was in.
  func prepare(_ folder: JournalFolder) throws {
    folder.fill(filesBefore)
    if self == .purge {
      // Now records and displaced files hold the words.
      try JournalCommand.restore.run(folder)
      let journal = try folder.journal()
      _ = try journal.delete(
        threads: [journal.thread(named: "c")],
        entries: [journal.entry("cccc"), journal.entry("eeee")])
      // So do drafts: one of an entry, and one about something else that quotes another.
      let note = DraftNote(.add, thread: "a.md", entry: "cccc").encoded
      _ = try journal.directory.drafts.create(Array("Deleted of A.\n".utf8), note: note)
      _ = try journal.directory.drafts.create(
        Array("Mine.\n\nDeleted of B, with words enough to be told from others.\n".utf8))
    }
    try base?.run(folder)
    if isRedo { _ = try folder.journal().undo() }
  }

  /// Does what the command does.
  func run(_ folder: JournalFolder) throws {
    let journal = try folder.journal()
    switch self {
    case .add: try journal.add(Self.entry("gggg", "2026-03-09"), to: try journal.thread(named: "a"))
    case .addEarlier:
      try journal.add(Self.entry("hhhh", "2026-03-02"), to: try journal.thread(named: "a"))
    case .edit:
      var edit = EntryEdit()
      edit.text = Array("Other words.".utf8)
      edit.fields = [("mood", nil), ("sleep", Array("6h".utf8))]
      _ = try journal.edit(try journal.entry("bbbb"), edit)
    case .editSeveral:
      try journal.edit(["aaaa", "bbbb", "dddd"]) { text in
        let deleted = "## 2026-03-01 09:00:00+00:00 {#dddd thread=\"b\"}\n\nFirst of B.\n"
        return text.replacing("First of A.", with: "Other words.\n\n## 2026-03-08 New\n\nMore.")
          .replacing("mood:: 7", with: "sleep:: 6h").replacing(deleted, with: "")
      }
    case .move: _ = try journal.move([journal.entry("bbbb")], to: try journal.thread(named: "b"))
    case .moveSeveral:
      _ = try journal.move(
        [journal.entry("aaaa"), journal.entry("bbbb"), journal.entry("ffff", .all)],
        to: try journal.thread(named: "b"))
    case .delete:
      _ = try journal.delete(
        threads: [journal.thread(named: "b")],
        entries: [journal.entry("aaaa"), journal.entry("dddd")])
    case .restore:
      _ = try journal.restore(
        threads: [journal.thread(named: "c", .all)],
        entries: [journal.entry("cccc", .all), journal.entry("eeee", .all)])
    case .purge:
      _ = try journal.purge(
        entries: [journal.entry("cccc", .all), journal.entry("eeee", .all)],
        threads: [journal.thread(named: "c", .all)])
    case .rename:
      _ = try journal.rename(
        try journal.thread(named: "a"), to: "Quite other", renamesFile: true)
    case .newThread:
      _ = try journal.makeThread(
        titled: "New", id: "01a1fb69-c424-79b8-a9ad-1460577204eb", fields: [],
        first: Self.entry("gggg", "2026-03-09"))
    case .defineField:
      let thread = try journal.thread(named: "b")
      _ = try journal.changeFields(of: thread, "field add") { document throws(FieldError) in
        try document.splices(addingFields: [FieldDefinition(name: "sleep", type: .duration)])
      }
    case .renameField:
      let thread = try journal.thread(named: "a")
      _ = try journal.changeFields(of: thread, "field rename") { document throws(FieldError) in
        try document.splices(renamingField: "mood", to: "temper")
      }
    case .deleteField:
      let thread = try journal.thread(named: "b")
      _ = try journal.changeFields(of: thread, "field delete") { document throws(FieldError) in
        try document.splices(deletingField: "rest", at: "2026-03-09T08:00:00Z")
      }
    case .plan, .changePlan:
      var change = PlanChange(from: CalendarDate(daysSinceEpoch: 20_600), goal: "mood:7..")
      change.cadence = .weekdays([1, 4])
      // What has a plan gets a line more, and what has no front matter for one gets both.
      let thread = try journal.thread(named: self == .plan ? "b" : "a")
      _ = try journal.changePlan(of: thread, change) { _ in .all(zone: .utc) }
    case .resume:
      try journal.add(
        Self.entry("hhhh", "2026-03-02"), to: try journal.thread(named: "a"), isResumed: true)
    case .configure:
      try journal.directory.withLock(timeLimit: 0.5) { writer in
        try writer.rewriteConfiguration { $0 + Array("time-style: iso\n".utf8) }
      }
    case .dropPlan:
      _ = try journal.dropPlanLine(
        of: journal.thread(named: "a"), from: CalendarDate(daysSinceEpoch: 20_513)
      ) { _ in .all(zone: .utc) }
    case .fix:
      // What cannot be read or changed is told, and the work goes on.
      let fix = try journal.fix().result
      if fix.fixed.isEmpty || !fix.failures.isEmpty { throw LeftAsItWas() }
    case .changeField:
      var change = DefinitionChange()
      (change.type, change.converts) = ("duration", true)
      _ = try journal.changeField("pause", of: journal.thread(named: "d"), change)
    case .merge: _ = try journal.finishMerge(of: "e.md", git: nil)
    case .importEntries: _ = try journal.importEntries(Self.table)
    case .importReplacing: _ = try journal.importEntries(Self.corrected)
    case .importNewest:
      // Where nobody can tell when a file was written, its entries stay, and are told.
      let plan = try journal.importEntries(Self.later).result
      if plan.held.doubted > 0 { throw LeftAsItWas() }
    case .importNew: _ = try journal.importEntries(Self.otherThreads)
    case .absorb: _ = try journal.absorb("a 2.md") { _ in [] }
    case .undoAdd, .undoEdit, .undoEditSeveral, .undoMove, .undoDelete, .undoRename, .undoNew,
      .undoRenameField, .undoImport, .undoAbsorb, .undoFix, .undoChangeField,
      .undoImportReplacing, .undoImportNew, .undoMerge:
      _ = try journal.undo()
    case .redoAdd, .redoEdit, .redoMove, .redoDelete, .redoRename, .redoNew, .redoImport,
      .redoImportReplacing, .redoMerge:
      _ = try journal.redo()
    case .naiveMove: try Self.moveNaively(folder)
    }
  }

  /// The files before and after the command, which leaves them so.
  func states(in folder: JournalFolder) throws -> (
    before: [String: String], after: [String: String]
  ) {
    try prepare(folder)
    let before = folder.files()
    try run(folder)
    let after = folder.files()
    #expect(before != after)
    return (before, after)
  }

  /// Words that the command has purged, as the threads say, and that some file of the journal still holds.
  func keptWords(in folder: JournalFolder, purged: [String: String]) -> String? {
    guard self == .purge, folder.files() == purged else { return nil }
    // Ids of four letters may also stand in the numbers by which drafts are named.
    let everything = folder.everything().replacing(/[0-9a-f]{16}/, with: "")
    if !everything.contains("Mine.") { return "words of a draft's own are gone" }
    return Self.purgedWords.first { everything.contains($0) }.map { "\($0) is still there" }
  }

  /// Words in the record of a purge that is on its way.
  func recordedWords(in folder: JournalFolder) -> String? {
    guard self == .purge else { return nil }
    let records = folder.names(".threadjournal/changes").filter { $0.utf8.count > 16 }
      .compactMap { folder.text(".threadjournal/changes/\($0)") }.joined()
    // Ids of four letters may also stand in a checksum.
    return Self.purgedWords.first { $0.count > 4 && records.contains($0) }
      .map { "\($0) is recorded" }
  }

  /// First the ids of the entries, by which they are found.
  private static let purgedWords = [
    "cccc", "eeee", "Deleted of A", "Deleted of B", "title: C", "First of C", "ffff",
  ]

  /// What a sync tool kept of a.md: an entry is new, and one has more lines.
  private static var copy: String {
    (files["a.md"] ?? "").replacing("Second of A.\n", with: "Second of A.\n\nMore of it.\n")
      + "\n## 2026-03-06 08:00:00+00:00 {#iiii}\n\nAdded to the copy.\n"
  }

  private static func entry(_ id: String, _ day: String) -> NewEntry {
    var generator = SystemRandomNumberGenerator()
    return NewEntry(
      id: EntryID(id) ?? .random(using: &generator),
      timestamp: Timestamp("\(day) 12:00:00+00:00")
        ?? Timestamp(
          instant: Instant(secondsSinceEpoch: 0), in: LocalTimeZone { _ in 0 }),
      text: Array("An added entry.".utf8))
  }

  private static func moveNaively(_ folder: JournalFolder) throws {
    let block = "## 2026-03-02 08:00:00+00:00 {#bbbb}\n- mood:: 7\n\nSecond of A.\n"
    try folder.journal().directory.withLock(timeLimit: 0.5) { writer in
      try writer.change("b.md") { $0 + Array("\n\(block)".utf8) }
      try writer.change("a.md") { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        return Array((text.split(separator: block + "\n").joined()).utf8)
      }
    }
  }
}
