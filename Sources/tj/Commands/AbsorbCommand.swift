import ThreadJournal
import ThreadStorage

enum AbsorbCommand {
  static let definition = CommandDefinition(
    name: "absorb", group: .changing, summary: "Take a sync tool's copy of a thread back into it.",
    arguments: [.init("FILE", .file, count: .zeroOrMore, "The copies.")],
    options: [.flag("all", "Every copy whose name says that a sync tool kept it.")],
    exclusive: [["FILE", "all"]], needsOneOf: ["FILE", "all"],
    description: """
      Where two machines change one file before either has the other's, Dropbox, Syncthing, iCloud, OneDrive and
      Nextcloud keep one of the two under another name, such as `log (conflicted copy).md` or
      `log 2.md`. This merges such a copy into its thread, by entries, as `tj merge` does, and takes the copy
      away; `tj undo` brings it back.

      The thread is the one with the copy's id; where one of the two has none, that with whose name the
      copy's begins.

      What both were made of nobody knows, and so nothing is taken for removed: an entry that only one of them has
      stays. Where git has earlier versions of the thread, they tell which form of an entry is the older one, and that
      gives way. Else the form counts that has all lines of the other, unless the other was edited later.
      Any other two forms stand between conflict markers; so do two that were both changed since a version in
      git, as nothing says that the copy was made of that one.
      """,
    examples: [
      ("tj absorb 'log (conflicted copy).md'", "Take one copy back."),
      ("tj absorb --all", "Take back what sync tools have kept."),
    ], exitStatuses: [(1, "There are conflicts, or it could not be done.")],
    seeAlso: ["merge", "check", "sync"], synonyms: ["conflict", "copies"],
    action: .run { arguments, session in
      let journal = try session.journal(.changing)
      let files = try arguments.bytes("FILE").map { try Session.path($0) }
      let paths =
        try files.isEmpty
        ? journal.copies()
        : files.flatMap { try journal.paths(ofFile: $0, session) }
      if paths.isEmpty { session.note("There is no copy that a sync tool kept.") }
      let git = GitProbe(journal.directory.root)
      var status = ExitStatus.done
      for path in paths where try !absorb(path, journal, git, session) { status = .failed }
      return status
    })

  /// Takes one copy back; false where something of it is left to decide.
  private static func absorb(
    _ path: String, _ journal: Journal, _ git: GitProbe, _ session: Session
  ) throws -> Bool {
    do {
      let result = session.report(
        undoable: try journal.absorb(path, history: git.versions(ofThread:))
      ) { result in
        let elsewhere = result.elsewhere.sorted { $0.key < $1.key }.map {
          "; \(Plural.entries($0.value)) of it \($0.value == 1 ? "is" : "are") in \($0.key)"
        }.joined()
        guard let change = result.change else {
          let part = elsewhere.isEmpty ? "all" : "the rest"
          return "\(result.thread.title) had \(part) of \(path), which is taken away"
            + elsewhere + "."
        }
        let count = result.conflicts.count
        return count > 0
          ? "Took \(path) into \(result.thread.title), with \(Plural.of(count, "contradiction"))"
            + elsewhere + "."
          : "Took \(path) into \(CommitMessage([change], changesSettings: false).subject)\(elsewhere)."
      }
      for conflict in result.conflicts {
        session.report(ErrorMessage(conflict, path: result.thread.path))
      }
      return result.conflicts.isEmpty
    } catch {
      session.report(
        (error as? MergeRefusal).map { ErrorMessage($0, copy: path) } ?? ErrorMessage(any: error))
      return false
    }
  }
}
