import ThreadJournal
import ThreadStorage

/// What is said of what is gone from threads though no command took it out.
extension ErrorMessage {
  /// An entry that is gone, or of which an older version stands there.
  static func message(ofLost entry: LostEntry) -> ErrorMessage {
    let time = entry.written?.canonicalText ?? "?"
    if entry.isDeletion, !entry.isCommitted {
      return .init(
        "lost-edit", severity: .warning,
        "the entry \(name(of: entry)) was deleted at \(time), and stands there again",
        // Without its braces it has no id to name it by, until a fix gives that back.
        (entry.isOfUnnamed
          ? "Where that is meant: tj check --fix. Else: tj check --fix; tj delete "
          : "Where that is meant, leave it: after a week it is told no more. Else: tj delete ")
          + name(of: entry))
    }
    let isEdit = entry.overwritingBlock != nil
    let isCut = entry.overwritingBlock.map(entry.isCut) == true
    let place =
      entry.isCommitted
      ? entry.isOfMerge ? "only in the other side of the merge" : "only in the last commit"
      : "neither in the thread nor in git"
    let settled =
      entry.isCommitted
      ? isEdit
        ? "Where that was meant, commit it so, and it is told no more."
        : "Where that was meant, commit it so; then `tj check --fix` tells it no more."
      : isEdit
        ? entry.isRestorable
          ? "Where it is meant as it is now, let it do so, and then: tj edit ID"
          : "Where it is meant as it is now, leave it: after a week it is told no more."
        : "Where it was taken out on purpose, let it do so, and then: tj delete ID"
    let fix =
      !entry.isRestorable
      ? "Make the change again. "
      : "`tj check --fix` "
        + (isCut ? "brings them back. " : isEdit ? "brings the change back. " : "puts it back. ")
    return .init(
      isEdit ? "lost-edit" : "lost-entry", severity: .warning,
      "the entry \(named([entry])) "
        + (isCut
          ? "is now without its last lines, which it had at \(time)"
          : isEdit
            ? "was changed at \(time), and is now without that change"
            : "was written at \(time), and is now \(place)")
        + above(entry)
        + (entry.restLine.map { "; a part of its text stands on line \($0), in another entry" }
          ?? ""),
      "An editor may have saved an older version. " + fix + settled)
  }

  /// - Parameter fields: The lines of its fields that are gone with it.
  static func message(
    ofLostHeadingOf entry: LostEntry, _ fields: [String], isMarkable: Bool
  ) -> ErrorMessage {
    let heading = entry.block.prefix { $0 != 0x0A }
    let lines = fields.map { "\"\($0)\"" }.first(5).joined(separator: ", ")
    return .init(
      "lost-heading", severity: .note,
      "the heading of the entry \(name(of: entry)) is gone, and its text belongs to what stands above it; it was: "
        + String(utf8: heading) + (fields.isEmpty ? "" : ", and below it: \(lines)"),
      "Write it again above its text; or, where the two were joined on purpose, "
        + (isMarkable ? "`tj check --fix` marks the entry above as edited." : "leave it."))
  }

  /// Where a line stands that was this entry's, as only its heading was moved, or not all of its lines were.
  static func message(
    ofMoved words: [UInt8], to path: String?, _ line: Int, isMarkable: Bool
  ) -> ErrorMessage {
    .init(
      "lost-heading", severity: .note,
      "\"\(Entry.firstWords(of: words))\" was in this entry, and is not any more: it is on line \(line)"
        + (path.map { " of \($0)" } ?? ""),
      adviceOnText(isMarkable))
  }

  private static func adviceOnText(_ isMarkable: Bool) -> String {
    "Have it below its heading and fields again; or, where it is meant so, "
      + (isMarkable ? "`tj check --fix` marks the entry as edited." : "leave it.")
  }

  /// The text of an entry is gone, and stands nowhere else.
  static func message(ofTextGone words: [UInt8], isMarkable: Bool) -> ErrorMessage {
    .init(
      "lost-heading", severity: .note,
      "this entry has no text any more; it was: \"\(Entry.firstWords(of: words))\"",
      adviceOnText(isMarkable))
  }

  /// An entry stands in the file that a command took it from.
  static func message(ofBack id: EntryID, _ summary: String, _ time: Timestamp) -> ErrorMessage {
    .init(
      "lost-edit", severity: .warning,
      "this entry was taken from here by \"\(summary)\" at \(time.canonicalText), and stands here again, and nowhere else",
      "An editor may have saved an older version. Move it again, or: tj delete \(id); or, where it is meant so, leave it: "
        + "after a week it is told no more.")
  }

  /// An entry without an id stands as it did before a command.
  static func message(asBefore summary: String, _ time: Timestamp) -> ErrorMessage {
    .init(
      "lost-edit", severity: .warning,
      "this entry is as it was before \"\(summary)\" at \(time.canonicalText)",
      "An editor may have saved an older version. Give the command again, or take the entry out here if it is moved; or, "
        + "where it is meant as it is now, `tj check --fix` gives it an id, and it is told no more."
    )
  }

  /// The line of a field is gone, and no other one of the field is there.
  static func message(ofFieldGone line: [UInt8]) -> ErrorMessage {
    .init(
      "field-gone", severity: .note,
      "this entry is without a field that it had; it was: \(String(utf8: line))",
      "Write it again, directly below the heading; or, where it is meant so, `tj check --fix` marks the entry as edited."
    )
  }

  /// Words of the text are gone, and no other ones stand in their place.
  static func message(ofWordsGone words: [UInt8], isOfCommit: Bool) -> ErrorMessage {
    .init(
      "text-gone", severity: .note,
      "this entry is without words that \(isOfCommit ? "the last commit has" : "it had"): \"\(Entry.firstWords(of: words))\"",
      "An editor may have saved an older version. Write them again; or, where it is meant so, "
        + (isOfCommit
          ? "commit it, and it is told no more." : "`tj check --fix` marks the entry as edited."))
  }

  /// An entry has nothing in it, and perhaps what stands above it is its text.
  static func message(ofHeadingBelow words: [UInt8]) -> ErrorMessage {
    .init(
      "lost-heading", severity: .note,
      "nothing is in this entry, and its heading stands directly below \"\(Entry.firstWords(of: words))\"",
      "Where that is its text, have it below the heading; else put a blank line between them.")
  }

  /// Something was written into an entry after it was deleted.
  static func message(ofTrash id: EntryID, _ words: [UInt8]) -> ErrorMessage {
    .init(
      "changed-trash", severity: .warning,
      "this entry is deleted, and \"\(Entry.firstWords(of: words))\" was not in it then: it shows nowhere, and tj purge would remove it",
      "Move it to an entry that is not deleted, or give it a heading of its own, as `## DATE TIME`. "
        + "To have all of this one back: tj restore \(id)")
  }

  /// Entries of the file at `path` that the last commit has, or that went with it.
  static func message(
    ofGone entries: [LostEntry], from path: String, isFileGone: Bool
  ) -> ErrorMessage {
    let isCommitted = entries.allSatisfy(\.isCommitted)
    let settled =
      isCommitted
      ? "Where that was meant, commit it so; what tj wrote, `tj check --fix` then names once more."
      : "Where the file was removed on purpose, leave it."
    let isOfMerge = entries.first?.isOfMerge == true
    let command =
      isCommitted
      ? bringingBack(path, of: isOfMerge ? "MERGE_HEAD" : "HEAD", isFileGone: isFileGone)
      : "touch \(ShellWord.quoted(path)); tj check --fix"
    return .init(
      "entries-gone", severity: .note,
      "\(Plural.entries(entries.count)) that "
        + (!isCommitted
          ? "tj wrote, and git has not,"
          : isOfMerge ? "the other side of the merge has" : "the last commit has")
        + (entries.count == 1 ? " is" : " are")
        + " gone \(isFileGone ? "with the file" : "from it"): \(named(entries))",
      advice: [settled, "To bring back what is gone: \(command)"])
  }

  /// Entries that are gone, also from the last commit.
  static func message(ofHistory entries: [LostEntry]) -> ErrorMessage {
    let id = entries.first?.id?.description ?? ""
    return .init(
      "entries-gone", severity: .note,
      "\(Plural.entries(entries.count)) that tj wrote \(entries.count == 1 ? "is" : "are") in no thread any more, "
        + "and only in older commits: \(named(entries))",
      "To see one there: git log -p --all -S'#\(id)' -- '*.md'. `tj check --fix` tells it no more.")
  }

  /// Entries that are gone, and of which no record tells any more.
  static func message(ofForgotten entries: [KnownEntry]) -> ErrorMessage {
    let names = entries.prefix(3).map { "\($0.id) of \($0.time)" }.joined(separator: ", ")
    let others = entries.count > 3 ? " and \(Plural.grouped(entries.count - 3)) more" : ""
    return .init(
      "lost-entry", severity: .warning,
      "\(Plural.entries(entries.count)) that tj wrote "
        + "\(entries.count == 1 ? "is" : "are") in no thread any more: \(names)\(others)",
      "Undo records of that are gone: the text may belong to the entry above, and an editor's undo, git "
        + "or a backup may have what was there. `tj check --fix` tells it no more.")
  }

  /// What a command with this summary wrote into the front matter is gone.
  static func message(
    ofLostFrontMatter summaries: [String], _ written: Timestamp
  ) -> ErrorMessage {
    let commands = summaries.map { "\"\($0)\"" }.joined(separator: ", ")
    return .init(
      "lost-edit", severity: .warning,
      "\(commands) changed the front matter at \(written.canonicalText), which is now without that change",
      "An editor may have saved an older version. Give the command again; or, where it is meant as it "
        + "is now: tj check --fix tells it no more.")
  }

  /// The front matter that a file was made with is gone, all of it.
  static func message(ofFrontMatterGone lines: [[UInt8]], _ written: Timestamp) -> ErrorMessage {
    let typed = lines.prefix(8).map { String(utf8: $0) }
    return .init(
      "lost-edit", severity: .warning,
      "the front matter is gone, which was written at \(written.canonicalText): title, fields and all",
      advice: [
        "At its beginning the file had, each on a line of its own: "
          + typed.map { "`\($0)`" }.joined(separator: " ") + (lines.count > 8 ? " …" : ""),
        "Write that again there; what was changed since, git or a backup may have.",
      ])
  }

  /// An entry with the id, time and title of the one of this line, or in the trash with it.
  static func message(ofVersion id: EntryID, line: Int, isDeleted: Bool) -> ErrorMessage {
    .init(
      "duplicate-id",
      isDeleted
        ? "this is a copy of the deleted entry of line \(line), and marked as deleted, too"
        : "the entry of line \(line) has the id \(id), and this time and title, too",
      isDeleted
        ? "Where it is a new entry, take {#\(id) …} out of its heading, and then: tj check --fix"
        : "Of two versions of one entry, keep what you want. Else give one its own time, or take "
          + "{#\(id)} out of its heading; then: tj check --fix")
  }

  /// An entry whose id one of the file at `path` has.
  static func message(
    ofCopy id: String, in path: String, _ place: JournalProblem.CopyPlace
  ) -> ErrorMessage {
    let moved = place == .moved ? ", as it was moved there" : ""
    let advice =
      switch place {
      case .sameThread: "Both files are the same thread by their ids: settle that first."
      case .moved:
        "An editor may have saved an older version: take it out here; or, where both are meant, "
          + "take {#\(id)} out of its heading here."
      case .otherThread:
        "`tj check --fix` gives the copy a new one; a whole copy that is kept aside belongs outside of the journal."
      }
    return .init("duplicate-id", "an entry of \(path) has the id \(id), too\(moved)", advice)
  }

  /// What stood above it and went with it.
  private static func above(_ entry: LostEntry) -> String {
    guard let line = entry.linesAbove.last else { return "" }
    return
      "; what was typed by hand above it is gone, too, and only your editor or git may have it: "
      + "\"… \(String(utf8: line))\""
  }

  /// Its id, or its time.
  private static func name(of entry: LostEntry) -> String {
    entry.id?.description ?? entry.timestamp.headingText.prefix(16) + ""
  }

  /// The ids and first words of entries, of the first three where there are more.
  static func named(_ entries: [LostEntry]) -> String {
    let names = entries.prefix(3).map { entry in
      name(of: entry) + (entry.firstWords.isEmpty ? "" : " \"\(entry.firstWords)\"")
    }
    let others = entries.count - names.count
    return names.joined(separator: ", ") + (others > 0 ? " and \(Plural.grouped(others)) more" : "")
  }

  /// The command line that brings back what `commit` has of the file at `path`, and leaves what is new there.
  static func bringingBack(_ path: String, of commit: String, isFileGone: Bool) -> String {
    let file = ShellWord.quoted("./" + path)
    return isFileGone
      ? "git checkout \(commit) -- \(file)"
      : "git show \(commit):\(file) | tj import - --into \(ShellWord.quoted(path))"
  }
}

extension LostEntry {
  /// Whether only the other side of a merge that waits has it so.
  var isOfMerge: Bool { commit == "MERGE_HEAD" }
}
