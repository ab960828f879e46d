import ThreadJournal
import ThreadStorage

enum MergeCommand {
  static let definition = CommandDefinition(
    name: "merge", group: .changing, summary: "Merge two versions of a thread by their entries.",
    arguments: [
      .init(
        "BASE", .file, "The version that both were made of; an empty file where there is none."),
      .init("OURS", .file, "One version, which the merged thread takes the place of."),
      .init("THEIRS", .file, "The other one."),
      .init("PATH", .file, count: .optional, "What messages call the thread; OURS if absent."),
    ],
    options: [
      .value(
        "marker-size", "N", .integer(atLeast: 1), "How wide conflict markers are; 7 if absent.")
    ],
    description: """
      Joins what two sides made of a thread, and writes it over OURS. It needs no journal; git calls
      it where `tj init --git` has set that up, in a merge, rebase, cherry-pick or stash.

      An entry that one side added, changed or took out is so in the result, wherever it stands.
      What both changed in one entry is joined: its fields by their names, its text by its lines.
      New entries of both sides stand in the order of their times. The result is the same whichever
      side is which.

      Where the sides contradict each other, both versions of that entry, or of that key of the front
      matter, stand between conflict markers, with the base; the rest is merged. Words that one side
      changed are never given up for a deletion by the other.

      A file that is no thread, or not UTF-8, or has an id twice or an unfinished merge in it, is
      merged by its lines, as git does it.
      """,
    examples: [
      ("tj merge base.md mine.md other.md", "Merge two copies of one thread into mine.md."),
      (
        "tj merge base.md log.md 'log (1).md'",
        "Merge what another machine made of a thread into it."
      ),
    ], exitStatuses: [(1, "There are conflicts, or it could not be done.")],
    seeAlso: ["init", "check"], synonyms: ["join", "combine", "resolve"],
    action: .run { arguments, session in
      func path(_ name: String) throws -> String {
        try Session.path(arguments.bytes(name).first ?? [])
      }
      let ours = try path("OURS")
      let name = String(utf8: arguments.bytes("PATH").first ?? Array(ours.utf8))
      // What is wider tells nothing more, and would fill the disk.
      let width = min(arguments.integer("marker-size") ?? 7, 1000)
      let merge = try FileMerge(
        base: try path("BASE"), ours: ours, theirs: try path("THEIRS"), markerWidth: width
      ).merged()
      // What is no thread has no entries, and no other way to merge.
      if let refusal = merge.refusal, refusal != .notAThread || !merge.isClean {
        session.warn(ErrorMessage(refusal, path: name))
      }
      for conflict in merge.conflicts { session.report(ErrorMessage(conflict, path: name)) }
      let file = try StagedFile(for: ours)
      try file.write(merge.bytes)
      try file.commit(replacing: true)
      return merge.isClean ? .done : .failed
    })
}

/// Three versions of a file, merged by entries where it is a thread, else by lines, as git does it.
private struct FileMerge {
  let base: String
  let ours: String
  let theirs: String
  let markerWidth: Int

  struct Result {
    var bytes: [UInt8]
    var conflicts: [MergeConflict] = []
    /// Why it was merged by lines.
    var refusal: MergeRefusal?
    var isClean: Bool
  }

  func merged() throws -> Result {
    let versions = (
      base: try OutsideFile.read(base), ours: try OutsideFile.read(ours),
      theirs: try OutsideFile.read(theirs)
    )
    do throws(MergeRefusal) {
      let merge = try ThreadMerge(
        base: versions.base, ours: versions.ours, theirs: versions.theirs,
        markerWidth: markerWidth)
      return Result(
        bytes: merge.bytes, conflicts: merge.conflicts, isClean: merge.conflicts.isEmpty)
    } catch {
      guard let lines = byLines() else {
        let whole = ThreadMerge.undecided(
          ours: versions.ours, theirs: versions.theirs, markerWidth: markerWidth)
        return Result(bytes: whole, refusal: error, isClean: false)
      }
      let isFinished = ConflictMarkers.firstBlock(in: lines.bytes) == nil
      return Result(bytes: lines.bytes, refusal: error, isClean: lines.isClean && isFinished)
    }
  }

  /// How long git may take for lines that compare badly.
  private static let limit = Duration.seconds(300)

  /// What git makes of the lines; nil where it cannot merge them, or there is no git.
  private func byLines() -> (bytes: [UInt8], isClean: Bool)? {
    let labels = ["ours", "base", "theirs"].flatMap { ["-L", $0] }
    let program = GitProbe(".").program(
      ["merge-file", "-p", "-q", "--marker-size=\(markerWidth)"] + labels
        + ["--", ours, base, theirs])
    let command = BackgroundCommand(program, limit: Self.limit, mostBytes: .max)
    // It ends with the number of conflicts, and above that with what went wrong.
    guard case .finished(let status, let bytes)? = command?.finish(), status <= 127 else {
      return nil
    }
    return (bytes, status == 0)
  }
}
