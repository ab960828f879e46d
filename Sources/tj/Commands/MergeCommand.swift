import ThreadJournal
import ThreadStorage

enum MergeCommand {
  static let definition = CommandDefinition(
    name: "merge", group: .changing, summary: "Merge two versions of a thread by their entries.",
    arguments: [
      .init(
        "FILE", .file, count: .zeroOrMore,
        "BASE OURS THEIRS, and perhaps a NAME for messages; or threads that git left in conflict."
      )
    ],
    options: [
      .flag("all", "Every thread that git left in conflict."),
      .value(
        "marker-size", "N", .integer(atLeast: 1), "How wide conflict markers are; 7 if absent."),
    ], exclusive: [["FILE", "all"], ["all", "marker-size"]], needsOneOf: ["FILE", "all"],
    description: """
      Joins what two sides made of a thread, BASE, and writes it over OURS. It needs no journal; git
      calls it where `tj init --git` has set that up, in a merge, rebase, cherry-pick or stash.

      With files that are threads in conflict, or `--all`, it does so after the fact: git has merged
      them by their lines, as it does in a clone that is not set up. What is then
      merged are the versions that git has, or where the file was changed since, or git has none,
      those between its markers. `tj undo` takes it back. `git mergetool -t tj` does the same where
      nothing contradicts; else git puts back what was there.

      An entry that one side added, changed or took out is so in the result, wherever it stands.
      What both changed in one entry is joined: its fields by their names, its text by its lines.
      New entries of both sides stand in the order of their times. The result is the same whichever
      side is which.

      Where the sides contradict each other, both versions of that entry, or of that key of the front
      matter, stand between conflict markers, with the base; the rest is merged. Words that one side
      changed are never given up for a deletion by the other.

      A file that is no thread, or not UTF-8, or has an id twice or an unfinished merge in it, is
      merged by its lines, as git does it. Where git does not, as there is a NUL in it, both versions
      stand whole between the markers; of UTF-16 the file stays as OURS has it.
      """,
    examples: [
      ("tj merge log.md", "Merge what git left in conflict."),
      ("tj merge base.md mine.md other.md", "Merge two copies of one thread into mine.md."),
      (
        "tj merge base.md log.md 'log (1).md'",
        "Merge what another machine made of a thread into it."
      ),
    ], exitStatuses: [(1, "There are conflicts, or it could not be done.")],
    seeAlso: ["init", "check"], synonyms: ["join", "combine", "resolve"],
    action: .run { arguments, session in
      let files = try arguments.bytes("FILE").map { try Session.path($0) }
      guard 3...4 ~= files.count, !areInConflict(files, session) else {
        // Outside of a journal, two are no threads in conflict.
        if files.count == 2, (try? session.journal(.changing)) == nil {
          throw CommandError.noMergeBase
        }
        return try finish(files, session)
      }
      // What is wider tells nothing more, and would fill the disk.
      let width = min(arguments.integer("marker-size") ?? 7, 1000)
      let isSettings = files.count == 4 && files[3].hasSuffix(JournalDirectory.settingsPath)
      let merge = FileMerge(
        base: files[0], ours: files[1], theirs: files[2], markerWidth: width,
        isSettings: isSettings)
      return try write(merge, name: files.count == 4 ? files[3] : nil, session)
    })

  /// Whether all these files are threads that git left in conflict, and so no versions of one.
  private static func areInConflict(_ files: [String], _ session: Session) -> Bool {
    // The names that git gives to versions end otherwise.
    guard files.allSatisfy({ $0.hasSuffix(".md") }), let journal = try? session.journal(.changing)
    else { return false }
    let known = Set(GitProbe(journal.directory.root).unmergedThreads())
    return !known.isEmpty
      && files.allSatisfy { file in
        ((try? journal.paths(ofFile: file, session)) ?? []).contains(where: known.contains)
      }
  }

  /// - Parameter name: What messages call the thread; nil for as OURS.
  private static func write(
    _ merge: FileMerge, name: String?, _ session: Session
  ) throws -> ExitStatus {
    let result = try merge.merged()
    let name = name ?? merge.ours
    // What is no thread has no entries, and no other way to merge.
    if let refusal = result.refusal, refusal != .notAThread || !result.isClean {
      session.warn(ErrorMessage(refusal, path: name))
    }
    for conflict in result.conflicts { session.report(ErrorMessage(conflict, path: name)) }
    let file = try StagedFile(for: merge.ours)
    // Git makes the file itself; a link would lead elsewhere.
    guard file.path == merge.ours else {
      throw StorageError.notRegularFile(path: merge.ours, kind: .symbolicLink)
    }
    try file.write(result.bytes)
    // What git calls so is a copy that it reads again at once, and removes.
    let isGits = merge.ours.split(separator: "/").last?.hasPrefix(".merge_file_") ?? false
    try file.commit(replacing: true, isLasting: !isGits)
    return result.isClean ? .done : .failed
  }

  /// Merges threads that git left in conflict: those of these files, or for none all.
  private static func finish(_ files: [String], _ session: Session) throws -> ExitStatus {
    let journal = try session.journal(.changing)
    let git = GitProbe(journal.directory.root)
    let paths =
      try files.isEmpty
      ? git.unmergedThreads() : files.flatMap { try journal.paths(ofFile: $0, session) }
    if paths.isEmpty { session.note("No thread is in conflict.") }
    var status = ExitStatus.done
    for path in paths {
      do {
        let conflicts = session.report(
          undoable: try journal.finishMerge(of: path, git: git.sides(of: path)))
        for conflict in conflicts { session.report(ErrorMessage(conflict, path: path)) }
        if conflicts.isEmpty {
          session.note("\(path) is merged. For git: git add \(ShellWord.quoted(path))")
        } else {
          status = .failed
        }
      } catch {
        let message = (error as? MergeRefusal).map { ErrorMessage($0, path: path, isLeft: true) }
        session.report(message ?? ErrorMessage(any: error))
        status = .failed
      }
    }
    return status
  }
}

extension Journal {
  /// The path in the journal of the thread that is named, or whose file is.
  func paths(ofFile file: String, _ session: Session) throws -> [String] {
    let scope = try CheckScope([Array(file.utf8)], of: self, session)
    return scope.paths?.first.map { [$0] } ?? []
  }
}

extension GitProbe {
  /// The paths of the journal's files that git left in conflict.
  fileprivate func unmergedThreads() -> [String] {
    var paths: [String] = []
    for stage in stages([]) where stage.path.hasSuffix(".md") && paths.last != stage.path {
      paths.append(stage.path)
    }
    return paths
  }

  /// The versions that git has of a file in conflict; nil where it has not two sides.
  fileprivate func sides(of path: String) -> Journal.Versions? {
    let versions = versions(of: path)
    guard let ours = versions.ours, let theirs = versions.theirs else { return nil }
    return .init(base: versions.base ?? [], ours: ours, theirs: theirs)
  }
}

/// Three versions of a file, merged by entries where it is a thread, else by lines, as git does it.
private struct FileMerge: Sendable {
  let base: String
  let ours: String
  let theirs: String
  let markerWidth: Int
  /// Whether it is a journal's settings that are merged.
  let isSettings: Bool

  struct Result {
    var bytes: [UInt8]
    var conflicts: [MergeConflict] = []
    /// Why it was merged by lines.
    var refusal: MergeRefusal?
    var isClean: Bool
  }

  func merged() throws -> Result {
    // Most of the time goes by until the system has memory for the bytes.
    let ((base, ours), theirs) = try ParallelWork.both {
      (try read(self.base), try read(self.ours))
    } _: {
      try read(self.theirs)
    }
    do throws(MergeRefusal) {
      let merge = try ThreadMerge(
        base: base, ours: ours, theirs: theirs, areSettings: isSettings, markerWidth: markerWidth)
      return Result(
        bytes: merge.bytes, conflicts: merge.conflicts, isClean: merge.conflicts.isEmpty)
    } catch {
      // Markers would be in another encoding than the file, which no editor would show then.
      if ThreadDocument(ours).isUTF16 || ThreadDocument(theirs).isUTF16 {
        return Result(bytes: ours, refusal: error, isClean: false)
      }
      guard let lines = byLines() else {
        let whole = ThreadMerge.undecided(
          ours: ours, theirs: theirs, markerWidth: markerWidth)
        return Result(bytes: whole, refusal: error, isClean: false)
      }
      let isFinished = ConflictMarkers.firstBlock(in: lines.bytes) == nil
      return Result(bytes: lines.bytes, refusal: error, isClean: lines.isClean && isFinished)
    }
  }

  private func read(_ path: String) throws(StorageError) -> [UInt8] {
    let limit = JournalDirectory.mostBytes
    let bytes = try OutsideFile.read(path, upTo: limit + 1)
    guard bytes.count <= limit else { throw .tooLarge(path: path, limit: limit) }
    return bytes
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
