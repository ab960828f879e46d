import ThreadJournal
import ThreadStorage

/// What is said of what is gone from threads though no command took it out.
extension ErrorMessage {
  /// An entry that is gone, or of which an older version stands there.
  static func message(ofLost entry: LostEntry) -> ErrorMessage {
    let time = entry.written?.canonicalText ?? "?"
    let isEdit = entry.overwritingBlock != nil
    let place = entry.isCommitted ? "only in the last commit" : "neither in the thread nor in git"
    let settled =
      entry.isCommitted
      ? "Where that was meant, commit it so, and it is told no more."
      : isEdit
        ? "Where it is meant as it is now, let it do so, and then: tj edit"
        : "Where it was taken out on purpose, let it do so, and then: tj delete"
    return .init(
      isEdit ? "lost-edit" : "lost-entry", severity: .warning,
      "the entry \(entry.id) "
        + (isEdit
          ? "was changed at \(time), and is now as it was before"
          : "was written at \(time), and is now \(place)"),
      "An editor may have saved an older version. `tj check --fix` "
        + (isEdit ? "brings the change back. " : "puts it back. ") + settled)
  }

  static func message(ofLostHeadingOf entry: LostEntry) -> ErrorMessage {
    let heading = entry.block.prefix { $0 != 0x0A }
    return .init(
      "lost-heading", severity: .note,
      "the heading of the entry \(entry.id) is gone, and its text belongs to what stands above it; it was: "
        + String(utf8: heading),
      "Write it again above its text; or, where the two were joined on purpose, leave it.")
  }

  /// Entries of the file at `path` that the last commit has, or that went with it.
  static func message(
    ofGone entries: [LostEntry], from path: String, isFileGone: Bool
  ) -> ErrorMessage {
    let isCommitted = entries.allSatisfy(\.isCommitted)
    let settled =
      isCommitted
      ? "Where that was meant, commit it so, and it is told no more."
      : "Where the file was removed on purpose, leave it."
    let command =
      isCommitted
      ? bringingBack(path, of: "HEAD", isFileGone: isFileGone)
      : "touch \(ShellWord.quoted(path)); tj check --fix"
    return .init(
      "entries-gone", severity: .note,
      "\(Plural.entries(entries.count)) that "
        + (isCommitted ? "the last commit has" : "tj wrote, and git has not,")
        + (entries.count == 1 ? " is" : " are")
        + " gone \(isFileGone ? "with the file" : "from it"): \(named(entries))",
      advice: [settled, "To bring back what is gone: \(command)"])
  }

  /// What a command with this summary wrote into the front matter is gone.
  static func message(ofLostFrontMatter summary: String, _ written: Timestamp) -> ErrorMessage {
    .init(
      "lost-edit", severity: .warning,
      "\"\(summary)\" changed the front matter at \(written.canonicalText), which is now as it was before",
      "An editor may have saved an older version. Give the command again; or, where it is meant as it "
        + "is now, leave it: after a day it is told no more.")
  }

  /// The ids and first words of entries, of the first three where there are more.
  static func named(_ entries: [LostEntry]) -> String {
    let names = entries.prefix(3).map { entry in
      "\(entry.id)" + (entry.firstWords.isEmpty ? "" : " \"\(entry.firstWords)\"")
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
