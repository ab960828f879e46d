import Foundation
import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct UndoTests {
  @Test("undo brings back the bytes, again and again", arguments: JournalCommand.undoable)
  func takingBack(_ command: JournalCommand) throws {
    let folder = try JournalFolder(JournalCommand.files)
    try command.prepare(folder)
    let before = folder.files()
    try command.run(folder)
    guard !command.isUndo else {
      #expect(folder.files() == command.filesBefore)
      return
    }
    let after = folder.files()
    #expect(throws: JournalError.self) { try folder.journal().redo() }
    for _ in 0..<2 {
      _ = try folder.journal().undo()
      #expect(folder.files() == before)
      #expect(throws: JournalError.self) { try folder.journal().undo() }
      #expect(folder.files() == before)
      _ = try folder.journal().redo()
      #expect(folder.files() == after)
      #expect(throws: JournalError.self) { try folder.journal().redo() }
      #expect(folder.files() == after)
    }
  }

  @Test(
    "undo and redo go back and forth among the states, until something else is done",
    arguments: 0..<24)
  func history(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try JournalFolder(JournalCommand.files)
    let commands = JournalCommand.undoable.filter { !$0.isUndo && !$0.isRedo }
    var states = [folder.files()]
    var current = 0
    for step in 0..<60 {
      switch Int.random(in: 0..<5, using: &generator) {
      case 0:
        let before = folder.files()
        try? commands.randomElement(using: &generator)?.run(folder)
        guard folder.files() != before else { continue }
        states = states[...current] + [folder.files()]
        current += 1
      case 1, 2:
        if current == 0 {
          #expect(throws: JournalError.self) { try folder.journal().undo() }
        } else {
          _ = try folder.journal().undo()
          current -= 1
        }
      default:
        if current == states.count - 1 {
          #expect(throws: JournalError.self) { try folder.journal().redo() }
        } else {
          _ = try folder.journal().redo()
          current += 1
        }
      }
      #expect(folder.files() == states[current], "step \(step)")
      let kept = try folder.journal().keptChanges()
      #expect(kept.count { !$0.isUndone } == current)
      #expect(
        try folder.journal().check().problems.allSatisfy { problem in
          if case .lostEntry = problem.kind { false } else { true }
        })
    }
  }

  @Test("what was taken back by hand is done again, and what was changed since is not overwritten")
  func redoBesides() throws {
    let folder = try JournalFolder(JournalCommand.files)
    try JournalCommand.edit.run(folder)
    let edited = folder.files()
    folder.write(JournalCommand.files["a.md"] ?? "", "a.md")
    let undone = try folder.journal().undo().result
    #expect(undone.wasSoBefore)
    #expect(try !folder.journal().redo().result.wasSoBefore)
    #expect(folder.files() == edited)
    _ = try folder.journal().undo()
    let text = try #require(folder.text("a.md"))
    folder.write(text.replacingOccurrences(of: "Second of A.", with: "By hand."), "a.md")
    let changed = folder.files()
    let error = #expect(throws: JournalError.self) { try folder.journal().redo() }
    guard case .cannotRedo? = error else {
      Issue.record("not refused: \(String(describing: error))")
      return
    }
    #expect(folder.files() == changed)
  }

  @Test("a purge ends what can be done again, and is never done again itself")
  func redoAndPurge() throws {
    let folder = try JournalFolder(JournalCommand.files)
    try JournalCommand.add.run(folder)
    _ = try folder.journal().undo()
    try JournalCommand.purge.run(folder)
    let purged = folder.files()
    let error = #expect(throws: JournalError.self) { try folder.journal().redo() }
    guard case .nothingToRedo? = error else {
      Issue.record("not refused: \(String(describing: error))")
      return
    }
    #expect(folder.files() == purged)
  }

  @Test("several undos go back step by step, and are not taken back twice", arguments: 0..<24)
  func steps(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try JournalFolder(JournalCommand.files)
    var states = [folder.files()]
    let commands = JournalCommand.undoable.filter { !$0.isUndo && !$0.isRedo }
    for command in commands.shuffled(using: &generator) {
      let before = folder.files()
      do {
        try command.run(folder)
      } catch {
        // What an earlier one took away, a later one cannot change; then it changes nothing.
        #expect(folder.files() == before, "\(command): \(error)")
      }
      if folder.files() != before { states.append(folder.files()) }
    }
    #expect(states.count > 5)
    while states.count > 1 {
      states.removeLast()
      _ = try folder.journal().undo()
      #expect(folder.files() == states.last)
    }
    #expect(throws: JournalError.self) { try folder.journal().undo() }
    #expect(try folder.journal().keptChanges().allSatisfy(\.isUndone))
  }

  @Test("what was written elsewhere since stays", arguments: JournalCommand.undoable)
  func besides(_ command: JournalCommand) throws {
    guard [.add, .addEarlier, .edit, .move, .delete, .restore, .purge].contains(command) else {
      return
    }
    let folder = try JournalFolder(JournalCommand.files)
    try command.run(folder)
    let addition = "\n## 2026-03-20 12:00 {#zzzz}\n\nBy hand.\n"
    for name in ["a.md", "b.md"] { folder.write((folder.text(name) ?? "") + addition, name) }
    let preamble = (folder.text("a.md") ?? "").replacingOccurrences(
      of: "title: A\n", with: "title: A\ntags: [x]\n")
    folder.write(preamble, "a.md")
    _ = try folder.journal().undo()
    for name in ["a.md", "b.md"] {
      let expected = (JournalCommand.files[name] ?? "") + addition
      #expect(
        Self.withoutBlankLines(folder.text(name) ?? "")
          == Self.withoutBlankLines(
            name == "a.md"
              ? expected.replacingOccurrences(of: "title: A\n", with: "title: A\ntags: [x]\n")
              : expected))
    }
  }

  /// An entry that comes back before one written by hand may be set off by another blank line than before.
  private static func withoutBlankLines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: true)
  }

  @Test("what was changed since is not overwritten", arguments: ["add", "edit", "moveSeveral"])
  func changedSince(_ name: String) throws {
    let command = try #require(JournalCommand(rawValue: name))
    let folder = try JournalFolder(JournalCommand.files)
    try command.run(folder)
    for (path, text) in folder.files() {
      folder.write(
        text.replacingOccurrences(of: "An added entry.", with: "An edited entry.")
          .replacingOccurrences(of: "Other words.", with: "Quite other words.")
          .replacingOccurrences(of: "Second of A.", with: "Second."), path)
    }
    let changed = folder.files()
    let error = #expect(throws: JournalError.self) { try folder.journal().undo() }
    guard case .cannotUndo(_, let differences)? = error else {
      Issue.record("not refused: \(String(describing: error))")
      return
    }
    #expect(differences.contains { $0.line != nil && !$0.found.isEmpty && $0.found != $0.expected })
    #expect(folder.files() == changed)
  }

  @Test(
    "a line that was added and then changed is not taken for taken back",
    arguments: [JournalCommand.plan, .defineField])
  func addedLineChangedSince(_ command: JournalCommand) throws {
    let folder = try JournalFolder()
    folder.fill(JournalCommand.files)
    try command.run(folder)
    let text = try #require(folder.text("b.md"))
    let other = text.replacingOccurrences(of: "mood:7", with: "mood:8")
      .replacingOccurrences(of: "sleep: duration", with: "sleep: text")
    #expect(other != text)
    folder.write(other, "b.md")
    let error = #expect(throws: JournalError.self) { try folder.journal().undo() }
    guard case .cannotUndo? = error else {
      Issue.record("not refused: \(String(describing: error))")
      return
    }
    #expect(folder.text("b.md") == other)
  }

  @Test("a purge is not taken back, nor is what was done before it", arguments: [true, false])
  func purges(_ isOfThread: Bool) throws {
    let folder = try JournalFolder(JournalCommand.files)
    try JournalCommand.edit.run(folder)
    let journal = try folder.journal()
    _ = try journal.purge(
      entries: isOfThread ? [] : [journal.entry("cccc", .deleted)],
      threads: isOfThread ? [journal.thread(named: "c", .deleted)] : [])
    let purged = folder.files()
    try JournalCommand.add.run(folder)
    _ = try folder.journal().undo()
    for _ in 0..<2 {
      let error = #expect(throws: JournalError.self) { try folder.journal().undo() }
      guard case .purgeIsFinal? = error else {
        Issue.record("not refused: \(String(describing: error))")
        return
      }
      #expect(folder.files() == purged)
    }
    #expect(try folder.journal().keptChanges().map(\.isFinal) == [false, true])
  }

  @Test("what a purge removed is not put back by a fix, under whatever id it was purged")
  func purgesOfUnnamed() throws {
    for isRenamed in [true, false] {
      let folder = try JournalFolder(JournalCommand.files)
      try JournalCommand.add.run(folder)
      // By hand, the id is changed or taken away.
      let text = try #require(folder.text("a.md"))
      folder.write(
        text.replacingOccurrences(of: " {#gggg}", with: isRenamed ? " {#zzzz}" : ""), "a.md")
      _ = try folder.journal().delete(threads: [], entries: [folder.journal().entry("a@1")])
      _ = try folder.journal().purge(
        entries: [folder.journal().entry("a@1", .deleted)], threads: [])
      let purged = folder.files()
      #expect(!purged.values.contains { $0.contains("An added entry.") })
      _ = try folder.journal().fix()
      #expect(folder.files() == purged)
    }
  }

  @Test("a record that is not believed ends what can be taken back: it may be of a purge")
  func foreignRecords() throws {
    let folder = try JournalFolder(JournalCommand.files)
    try JournalCommand.add.run(folder)
    try JournalCommand.edit.run(folder)
    let newest = try #require(folder.names(".threadjournal/changes").last)
    chmod("\(folder.root)/.threadjournal/changes/\(newest)", 0o666)
    let files = folder.files()
    let error = #expect(throws: JournalError.self) { try folder.journal().undo() }
    guard case .recordIsForeign? = error else {
      Issue.record("not refused: \(String(describing: error))")
      return
    }
    #expect(folder.files() == files)
  }

  @Test("a file whose removal is taken back has its mode, even when it is no longer kept aside")
  func modes() throws {
    for isKept in [true, false] {
      let folder = try JournalFolder(JournalCommand.files)
      chmod(folder.root, 0o755)
      chmod(folder.root + "/c.md", 0o600)
      let journal = try folder.journal()
      try journal.directory.withLock { writer in
        let removal = FileChange.removed(
          path: "c.md", bytes: Array((folder.text("c.md") ?? "").utf8),
          as: try journal.directory.removal(of: "c.md"))
        _ = try removal.make(in: &writer, zone: journal.zone)
        #expect(folder.text("c.md") == nil)
        if !isKept {
          try FileManager.default.removeItem(atPath: folder.root + "/.threadjournal/displaced")
        }
        _ = try removal.inverted.make(in: &writer, zone: journal.zone)
      }
      #expect(folder.files() == JournalCommand.files)
      let mode =
        try FileManager.default.attributesOfItem(atPath: folder.root + "/c.md")[.posixPermissions]
      #expect(mode as? Int == 0o600)
    }
  }

  @Test("half of the changes that are kept can be taken back, as each undoing is one, too")
  func limit() throws {
    let folder = try JournalFolder(JournalCommand.files)
    let half = TransactionLog.limit / 2
    for number in 0..<(2 * half + 3) {
      var edit = EntryEdit()
      edit.text = Array("Words \(number).".utf8)
      _ = try folder.journal().edit(try folder.journal().entry("aaaa"), edit)
    }
    for _ in 0..<half { _ = try folder.journal().undo() }
    let text = try #require(folder.text("a.md"))
    #expect(text.contains("Words \(half + 2)."))
  }
}
