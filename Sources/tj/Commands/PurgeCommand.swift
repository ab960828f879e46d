import ThreadJournal
import ThreadStorage

enum PurgeCommand {
  static let definition = CommandDefinition(
    name: "purge", group: .changing, summary: "Remove deleted entries and threads for good.",
    arguments: [
      .init("REF", .reference, count: .zeroOrMore, "What to remove, whenever it was deleted.")
    ],
    options: [
      .value("older-than", "AGE", .text, "What was deleted AGE ago or earlier, such as 7d."),
      .flag("all", "Everything that is deleted, since whenever, and what undo keeps."), .yes,
    ], exclusive: [["REF", "older-than", "all"]],
    description: """
      Removes what was deleted 30 days ago or earlier (the setting `trash-days` has another number
      of days), and says what stays: also an entry into which something was written after it was deleted,
      unless it is named, or `--all` is given. It removes nothing that was not deleted first, and `THREAD@N` counts the deleted
      entries alone, from the newest on.

      It is final: no file of the journal keeps a line of it. The records of all changes before it,
      which `tj undo` would need, go with it, and so do the displaced files that might hold it, its
      lines in drafts of it, and its whole text in any other draft; each of these is told. An editor
      that has a draft open may write them again. What tj does not keep is not reached: copies, exports, backups, and what
      git has in its history; other files and threads in the journal's folders, of up to 256 kB,
      that have its text, the beginning of it, a longer line of it, its id, or a title or a value of a field of 12 bytes
      or more that its thread has nowhere else, are named. The section PRIVACY of tj(1) tells how to take it out there.

      What was edited away, or undone, stands in undo records for up to 30 days: `--all` removes these also
      where the trash is empty.

      It asks first; without a terminal it needs `--yes`. When it is cut short, the next command
      that writes finishes it.
      """,
    examples: [
      ("tj purge", "Remove what was deleted 30 days ago or earlier."),
      ("tj purge --all --yes", "Empty the trash."),
      ("tj purge k3f9q2wz7h", "Remove a deleted entry."),
    ], seeAlso: ["trash", "delete", "restore", "undo", "privacy"], synonyms: ["empty", "expunge"],
    action: .run(run))

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitStatus {
    let journal = try session.journalToChange()
    let names = arguments.values("REF")
    let isPlain = names.isEmpty && !arguments.flag("all") && arguments.value("older-than") == nil
    let keptDays = isPlain ? session.settings.number(.trashDays) : 0
    let age =
      try arguments.value("older-than").map(seconds)
      ?? (keptDays > 0 ? Int64(keptDays) &* 86_400 : nil)
    let named = names.isEmpty ? nil : try journal.references(names, .deleted)
    var trash =
      named.map { Trash(threads: $0.threads, entries: $0.entries) }
      ?? journal.trash(deletedBefore: age)
    session.warn(of: trash.problems)
    if named == nil, !arguments.flag("all") {
      let changed = journal.changedTrash(trash.entries)
      trash.entries.removeAll { entry in changed.contains { $0.id == entry.id } }
      for (id, line) in changed {
        session.note(
          "\(id) stays: \"\(Entry.firstWords(of: line))\" was not in it when it was deleted. "
            + "To remove it, too: tj purge \(id)")
      }
    }
    // What could not be read may hold what was to go.
    let status = trash.problems.isEmpty ? ExitStatus.done : .failed
    let what = Plural.both(threads: trash.threads.count, entries: trash.entries.count)
    let name = Plural.name(threads: trash.threads, entries: trash.entries)
    let changes = arguments.flag("all") && trash.isEmpty ? journal.directory.log.countToForget : 0
    if changes > 0 {
      let words = Plural.of(changes, "change")
      let question = "Remove for good what undo keeps of \(words)? None of them can be undone then."
      guard try session.mayRemove(arguments, question) else { return .failed }
      let drafts = session.report(try journal.purge(entries: [], threads: []))
      session.note("The trash is empty. Removed for good what undo kept of \(words).")
      tellRest(of: journal, drafts, session)
    } else if trash.isEmpty {
      session.note("There is nothing to purge.")
    } else {
      let sums = try trash.threads.map { Checksum(try journal.document(at: $0.path).bytes) }
      let asked = try question(what, name, trash, journal)
      guard try session.mayRemove(arguments, asked) else { return .failed }
      let forgotten = journal.directory.log.countToForget
      let drafts = session.report(
        try journal.purge(entries: trash.entries, threads: trash.threads, agreedTo: sums))
      for folder in journal.journalsAround(trash.threads + trash.entries.map(\.thread)) {
        session.note(
          "\(folder) is a journal of its own, and keeps what undo and drafts have there: "
            + "tj -C \(ShellWord.quoted(folder)) purge --all")
      }
      session.note("Removed \(what) for good\(name.map { ": \($0)" } ?? ".")")
      if forgotten > 0 {
        session.note("With it went what undo kept of \(Plural.of(forgotten, "earlier change")).")
      }
      for path in Set(trash.entries.map(\.thread.path)).sorted()
      where (try? journal.document(at: path).isThread) == false {
        session.note(
          "\(path) is no thread any more, without entries and front matter; what else it has stays."
        )
      }
      tellRest(of: journal, drafts, session)
    }
    if trash.youngerThreads + trash.youngerEntries > 0 {
      let younger = Plural.both(threads: trash.youngerThreads, entries: trash.youngerEntries)
      session.note(
        keptDays > 0
          ? "In the trash, as deleted in the last \(keptDays) days (tj config trash-days): \(younger)."
          : "In the trash, as deleted later: \(younger).")
      if trash.undated > 0 {
        session.note("When it was deleted is not known of \(trash.undated) of these.")
      }
      session.note("To remove everything: tj purge --all")
    }
    return status
  }

  /// What is asked before: what cannot be undone from then on, and which words of one's own go, too.
  private static func question(
    _ what: String, _ name: String?, _ trash: Trash, _ journal: Journal
  ) throws -> String {
    let changes = (try? journal.directory.log.numbers(asksGit: false).count) ?? 0
    let before =
      switch changes {
      case 0: "."
      case 1: ", and neither can the change before it."
      default: ", and neither can the \(changes) changes before it."
      }
    let box = journal.directory.drafts
    var drafts: [(draft: DraftBox.Draft, losesUnsaved: Bool)] = []
    if box.waitingCount() > 0 {
      let threads = try trash.threads.map { ($0.path, try journal.document(at: $0.path)) }
      drafts = try box.drafts(with: PurgedWords(of: trash.entries, threads))
    }
    let lines =
      drafts.isEmpty
      ? ""
      : " \(Plural.of(drafts.count, "draft")) \(drafts.count == 1 ? "loses" : "lose") its lines, too"
        + (drafts.contains(where: \.losesUnsaved)
          ? ", and with it goes what an editor had not saved (tj draft names it)." : ".")
    let named = name.map { ", \"\($0)\"" } ?? ""
    return "Remove \(what) for good\(named)? This cannot be undone\(before)\(lines)"
  }

  /// Says what became of drafts, and what a purge does not reach.
  private static func tellRest(of journal: Journal, _ drafts: [PurgedDraft], _ session: Session) {
    for draft in drafts {
      switch draft.fate {
      case .kept(lines: 0, _):
        session.note("A draft of it has other words, and stays: \(draft.path)")
      case .kept(let lines, true):
        let lines = Plural.of(lines, "line")
        session.note("A draft of it lost \(lines), and keeps other words: \(draft.path)")
      case .kept(let lines, false):
        session.note("A draft lost \(Plural.of(lines, "line")) that it had of it: \(draft.path)")
      case .removed: session.note("A draft that had nothing else is removed: \(draft.path)")
      case .beingWritten:
        session.note(
          "Somebody is writing a draft with lines of it, which keeps them: \(draft.path)")
      case .removedUnsaved:
        session.note("With it, what an editor had not saved there is removed: \(draft.path)")
      case .unsaved:
        session.tell(ofUnsaved: draft.path, "has words there, which may hold lines of it")
      case .besideThread:
        session.note(
          "A copy that an editor or you made still has lines of it. To remove it: "
            + "rm \(ShellWord.quoted(draft.path))")
      case .elsewhere:
        session.note("Words of it, or its id, stand in another file, too, and stay: \(draft.path)")
      }
    }
    let folders = ["changes", "displaced", "drafts"].map { "\(JournalDirectory.markerName)/\($0)/" }
    let foreign = journal.directory.foreignState().filter { file in
      folders.contains { file.path.hasPrefix($0) }
    }
    if !foreign.isEmpty {
      session.note(
        "\(Plural.of(foreign.count, "file")) below \(JournalDirectory.markerName)/ that tj does not "
          + "take for its own may hold it: tj check tells which.")
    }
    if GitProbe(journal.directory.root).isInRepository {
      session.note(
        "What was committed stays in git's history, and what was only added in its index until the next "
          + "git add. To take it out there: man tj, PRIVACY")
    }
  }

  /// The seconds of a length of time: a number and `h`, `d`, `w`, `m` (30 days) or `y` (365 days).
  private static func seconds(_ age: String) throws -> Int64 {
    let units: [Character: Int64] = [
      "h": 3600, "d": 86_400, "w": 604_800, "m": 2_592_000, "y": 31_536_000,
    ]
    guard let unit = age.last.flatMap({ units[$0] }), let count = Int64(age.dropLast()), count >= 0,
      case (let seconds, let overflow) = count.multipliedReportingOverflow(by: unit), !overflow
    else { throw CommandError.badAge(age) }
    return seconds
  }
}

/// What a purge is about.
private struct Trash {
  var threads: [ThreadHeader] = []
  var entries: [Entry] = []
  var problems: [FileProblem] = []
  /// How many are deleted, and not meant.
  var youngerThreads = 0
  var youngerEntries = 0
  /// How many of these were deleted at a time that is not known.
  var undated = 0

  var isEmpty: Bool { threads.isEmpty && entries.isEmpty }
}

extension Journal {
  /// The folders of these threads that are journals of their own inside this one.
  fileprivate func journalsAround(_ threads: [ThreadHeader]) -> [String] {
    var found: Set<String> = []
    for thread in threads {
      var folder = thread.path.utf8[...]
      while let slash = folder.lastIndex(of: UInt8(ascii: "/")) {
        folder = folder[..<slash]
        let path = "\(directory.root)/\(String(utf8: folder))"
        if JournalDirectory.exists(at: path) { found.insert(path) }
      }
    }
    return found.sorted()
  }

  /// What is deleted; with an age, only what is known to have been deleted so many seconds ago or earlier.
  fileprivate func trash(deletedBefore age: Int64?) -> Trash {
    func isMeant(_ deletion: SoftDeletion?) -> Bool {
      guard let age, let deletion else { return deletion != nil }
      let (limit, overflow) = now.secondsSinceEpoch.subtractingReportingOverflow(age)
      let instant = Instant(secondsSinceEpoch: overflow ? .min : limit)
      return deletion.time.map { $0.instant(in: zone) <= instant } ?? false
    }
    let (summaries, problems) = summaries(.all)
    let deleted = summaries.map(\.header).filter { $0.deletion != nil }
    var trash = Trash(threads: deleted.filter { isMeant($0.deletion) }, problems: problems)
    trash.youngerThreads = deleted.count - trash.threads.count
    func isUndated(_ deletion: SoftDeletion?) -> Bool {
      age != nil && deletion != nil && deletion?.time == nil
    }
    trash.undated = deleted.count { isUndated($0.deletion) }
    _ = deletedEntries(of: summaries, positions: .all).run {
      let all = $0.compacted().entries
      let meant = all.filter { isMeant($0.deletion) }
      trash.entries += meant
      trash.youngerEntries += all.count - meant.count
      trash.undated += all.count { isUndated($0.deletion) }
      return true
    }
    return trash
  }
}

extension Session {
  /// Whether a command may remove something for good: `--yes`, or the answer to `question`, says so.
  func mayRemove(_ arguments: ParsedArguments, _ question: String) throws -> Bool {
    if arguments.flag("yes") { return true }
    guard Self.inputIsTerminal else {
      throw CommandError.needsYes(command: arguments.command.joined(separator: " "))
    }
    if confirms(question) { return true }
    note("Nothing was removed.")
    return false
  }
}
