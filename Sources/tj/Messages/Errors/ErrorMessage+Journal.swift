import ThreadJournal
import ThreadStorage

extension ErrorMessage {
  /// That a new thread has the title of one that is there.
  init(namesake header: ThreadHeader, isNew: Bool = true) {
    self.init(
      "same-title", severity: .warning,
      "a thread with the title \"\(header.title)\" was there already: \(header.path)",
      isNew
        ? "To write there: tj add \(ShellWord.quoted(header.path))"
        : "Name them by their files, or give one another title.",
      isNew ? "To take the new one back: tj undo" : nil)
  }

  init(any error: any Error) {
    switch error {
    case let error as JournalError: self.init(error)
    case let error as StorageError: self.init(error)
    case let error as TimeExpressionError: self.init(error)
    case let error as SessionError: self.init(error)
    case let error as CommandLineError: self.init(error)
    case let error as CommandError: self.init(error)
    case let error as SyncError: self.init(error)
    case GitFailure.brokenRepository(let path): self.init(CommandError.brokenRepository(path: path))
    case GitFailure.ended(let status):
      self.init(CommandError.programFailed(name: "git", status: status))
    case let error as DraftFault: self.init(error)
    case let error as TransferError: self.init(error)
    case let error as EntryEditError: self.init(error)
    case let error as FileProblem: self.init(error)
    case let error as FrontMatterEditError: self.init(error)
    case let error as QueryError: self.init(error)
    case let error as PlanError: self.init(error)
    case let error as SettingError: self.init(error)
    case let error as PlaceName.Refusal: self.init(error)
    case let error as ThreadFieldError:
      let thread = error.thread
      self.init(error.error, title: thread.title, name: thread.name, path: thread.path)
    default:
      self.init(
        "unexpected", "something unforeseen happened: \(error)",
        "Please report it, with the command that you ran.")
    }
  }

  init(_ error: JournalError) {
    switch error {
    case .unknownThread(let name, let nearest):
      self.init("unknown-thread", "there is no thread \"\(name)\"", nearest: nearest)
      if Journal.isTitle(name), !name.utf8.contains(where: "@/".utf8.contains) {
        advice.append("To make it: tj new \(ShellWord.argument(name))")
      }
    case .unknownReference(let name, let nearest):
      self.init(
        "unknown-reference", "there is no thread and no entry \"\(name)\"", nearest: nearest,
        Self.newest(name) ?? Self.entriesOfThen(name)
          ?? "tj list shows the threads; tj find and tj show print the entries' ids.")
      advice += Self.lost(name)
    case .ambiguousThread(let name, let candidates):
      self.init(
        "ambiguous-thread", "\"\(name)\" may be one of several threads",
        advice: candidates.map { "\($0.path): \($0.title)" }.first(10)
          + [
            name.hasSuffix(".md")
              ? "With ./ before it, it is in the working directory; without .md, in the journal's."
              : "Name one by its path."
                + (candidates.contains { FieldName.key($0.title) == FieldName.key(name) }
                  ? "" : " To make one of this title: tj new \(ShellWord.argument(name))")
          ])
    case .notAThread(let path):
      self.init(
        "not-a-thread", at: .init(path),
        "this file has neither front matter nor entries, so it is no thread",
        "Give it an entry by hand, a line such as: ## 2026-03-28 07:12")
    case .utf16(let path):
      self.init(
        "utf-16", at: .init(path, line: 1, column: 1), "this file is UTF-16; threads are UTF-8",
        "Convert it: iconv -f UTF-16 -t UTF-8 OLD > NEW")
    case .threadIsDeleted(let header, let living):
      self.init(
        "thread-deleted", "the thread \"\(header.title)\" is deleted",
        "To bring it back: tj restore \(header.name)")
      if let living {
        advice.append("The thread \"\(living.title)\" is not; its name in full: \(living.name)")
      }
    case .threadIsNotDeleted(let header):
      self.init(
        "thread-not-deleted", "the thread \"\(header.title)\" is not deleted",
        "tj trash shows what is deleted.")
    case .alreadyEntered(let entry, let period, let isPresent):
      let present = period == .day ? "today" : "this \(period.rawValue)"
      self.init(
        "already-entered", at: entry.position,
        isPresent
          ? "you already checked in \(present)" : "that \(period.rawValue) has an entry already",
        "To go on with it: tj edit \(ShellWord.quoted(entry.reference))",
        "To add another one all the same: tj add \(entry.thread.name) --again")
    case .sameThread(let entry):
      self.init(
        "same-thread", at: entry.position,
        "the entry \(entry.reference) is in \"\(entry.thread.title)\" already",
        "Nothing was moved.")
    case .badTitle(let title):
      self.init(
        "bad-title", "\"\(title)\" cannot be a title",
        "A title is one line with at least one visible character.")
    case .conflictMarkers(let path, let lines):
      self.init(
        "conflict-markers", at: .init(path, line: lines.lowerBound),
        lines.count == 1
          ? "a merge conflict that is not resolved begins here"
          : "lines \(lines.lowerBound) to \(lines.upperBound) are a merge conflict that is not resolved",
        "Open the file, keep what you want of it, and take the marker lines out.",
        "Entries can still be added.")
    case .notConflicted(let path):
      self.init(
        "no-conflict", at: .init(path),
        "no merge is unfinished in this file, or its markers are not whole",
        "Nothing was changed. Of three files: tj merge BASE OURS THEIRS")
    case .noOriginal(let path, nil):
      self.init(
        "no-original", at: .init(path), "no thread is known that this is a copy of",
        "Name it like its thread, such as `log 2.md` beside `log.md`. Where both have an id, it must be the same.",
        "To make it a thread of its own, give the file a name that no sync tool gives: mv \(ShellWord.quoted(path)) NAME.md"
      )
    case .noOriginal(let path, let copy?):
      self.init(
        "no-original", at: .init(path), "of these two, \(copy) is named like the copy",
        "To take it back: tj absorb \(ShellWord.quoted(copy))")
    case .unterminatedFrontMatter(let path):
      self.init(
        "front-matter-unterminated", at: .init(path, line: 1, column: 1),
        "the front matter that begins here is never closed", "Put a line with --- behind it.")
    case .frontMatterElsewhere(let path, let line):
      self.init(
        "front-matter-place", at: .init(path, line: line, column: 1),
        "these lines are meant as front matter, and are not read as that",
        "tj check tells why. Have them begin the file first, or take them out.")
    case .frontMatterEdit(let path, let line, let column):
      self.init(
        "front-matter-not-understood", at: .init(path, line: line, column: column),
        "the front matter cannot be changed safely here", "Change it by hand in your editor.")
    case .doesNotReadBack(let part):
      self.init(EntryEditError.doesNotReadBack(part: part))
    case .unknownEntry(let reference, let nearest):
      self.init(
        "unknown-entry", "there is no entry \"\(reference)\"", nearest: nearest,
        Self.newest(reference) ?? Self.entriesOfThen(reference)
          ?? "tj find and tj show print ids; THREAD@1 is a thread's newest entry.")
      if let newest = nearest.first, newest.hasSuffix("@1"), !reference.contains("@") {
        let thread = ShellWord.quoted(String(newest.dropLast(2)))
        advice.append("The whole thread in the editor: tj open \(thread)")
      }
      advice += Self.lost(reference)
    case .shortEntryReference(let reference):
      self.init(
        "short-id", "\"\(reference)\" is too short for an id",
        "Give at least \(EntryReference.minimumLength) characters of it.")
    case .ambiguousEntry(let reference, let candidates):
      let isTwin = Set(candidates.map(\.id)).count < candidates.count
      let list = candidates.map { entry in
        let id = entry.id?.description ?? "?"
        return "\(id)  \(entry.thread.path):\(entry.line)  \(entry.timestamp.canonicalText)"
      }
      self.init(
        "ambiguous-entry", "\"\(reference)\" may be one of several entries",
        advice: list.first(10) + [
          isTwin
            ? "One id stands on several entries: tj check --fix gives the copies new ones."
            : "Give more of the id."
        ])
    case .noEntryAtPosition(let thread, let position, let count, let isDeleted):
      let entries = (isDeleted ? "deleted " : "") + (count == 1 ? "entry" : "entries")
      let amount = "\(count == 0 ? "no" : "\(count)") \(entries)"
      self.init(
        "no-entry-at-position", "\"\(thread.title)\" has \(amount), and so no @\(position)",
        thread.deletion != nil
          ? "It is deleted. To bring it back: tj restore \(thread.name)"
          : isDeleted
            ? "Here @1 is the newest entry that is deleted; tj trash shows what is deleted."
            : count == 0
              ? "To add one: tj add \(thread.name) 'Your words'; what is deleted is in tj trash."
              : "@1 is the newest entry; tj show \(thread.name) lists them.")
    case .entryIsDeleted(let entry):
      self.init(
        "entry-deleted", at: entry.position, "this entry is deleted",
        "To bring it back: tj restore \(ShellWord.quoted(entry.reference))")
    case .entryIsNotDeleted(let entry):
      self.init(
        "entry-not-deleted", at: entry.line > 0 ? entry.position : .init(entry.thread.path),
        "the entry \(entry.reference) is not deleted",
        "tj trash shows what is deleted.")
    case .changedMeanwhile(let summary, let differences):
      self.init(
        "changed-meanwhile", at: differences.first?.position,
        "another program kept saving files that \"\(summary)\" changes",
        "Nothing was changed. Try again when they are left alone.")
    case .nothingToUndo:
      self.init(
        "nothing-to-undo", "there is no change to take back",
        "tj undo --list shows the changes that are kept.")
    case .nothingToRedo:
      self.init(
        "nothing-to-redo", "there is nothing to do again",
        "tj redo does again what tj undo took back, as long as nothing else is done in between.")
    case .purgeIsFinal(let summary):
      self.init(
        "purge-is-final", "the newest change left is \"\(summary)\", and a purge is not taken back",
        "Nor is what was done before it. What git or a backup has is still there.")
    case .recordIsForeign:
      self.init(
        "foreign-record", "the record of the newest change is not one that tj wrote here for you",
        "It may be of a purge, so nothing is taken back. tj check says what is wrong.")
    case .cannotUndo(let summary, let differences):
      self.init(
        "changed-since", at: differences.first?.position,
        "\"\(summary)\" cannot be taken back: something was changed here since",
        advice: differences.flatMap(\.lines) + [
          "Nothing was changed. Where all is as expected again, tj undo takes it back."
        ] + Self.withoutFiles(differences))
    case .cannotRedo(let summary, let differences):
      self.init(
        "changed-since", at: differences.first?.position,
        "\"\(summary)\" cannot be done again: something was changed here since",
        advice: differences.flatMap(\.lines) + ["Nothing was changed."])
    case .cannotRecord(let summary, let cause):
      let message = ErrorMessage(cause)
      self.init(
        message.code, at: message.position,
        "\"\(summary)\" cannot be recorded first, and was not done: \(message.sentence)",
        advice: message.advice)
    case .unfinishedChange(let path):
      self.init(
        "unfinished-change", at: .init(path),
        "an earlier change of several files is not finished yet",
        "To finish it, or see what stands in its way: tj check --fix. Nothing was changed now.")
    case .threadChanged(let thread):
      self.init(
        "thread-changed", at: .init(thread.path),
        "the thread was changed meanwhile, and is left as it is now",
        "Nothing was removed. To see it: tj show \(thread.name) --all")
    case .willBeFinished(let summary, let path, let cause):
      self = ErrorMessage(any: cause)
      sentence = "\"\(summary)\" was cut short: " + sentence
      // What was cut short must not be tried again.
      advice =
        advice.filter { !$0.lowercased().contains("try again") } + [
          "It is recorded in \(path)",
          "The next tj command that writes finishes it; given again, it would be done twice.",
        ]
    case .entryChanged(let reference, let path, isGone: true):
      self.init(
        "entry-changed", at: .init(path),
        "the entry \(reference) was taken out of its file meanwhile, and nothing was changed",
        "Whether it can be put back: tj check")
    case .entryChanged(let reference, let path, isGone: false):
      self.init(
        "entry-changed", at: .init(path),
        "the entry \(reference) was changed meanwhile, and is left as it is now",
        "To see it: tj show \(ShellWord.quoted(reference))")
    case .entryIsNotUTF8(let path, let line, let column):
      self.init(
        "entry-not-utf8", at: .init(path, line: line, column: column),
        "the entry has a byte here that is not UTF-8, and cannot be edited with tj",
        "Change it in an editor that shows such bytes; nothing was written.")
    }
  }

  /// What lets undo go on where files are gone for good.
  private static func withoutFiles(_ differences: [Conflict]) -> [String] {
    guard let gone = differences.first(where: { $0.kind == .fileMissing }) else { return [] }
    return [
      "Where git has the file: git checkout HEAD -- \(ShellWord.quoted("./" + gone.path))",
      "To give up undo of this and of all before it, and empty the trash: tj purge --all",
    ]
  }

  /// How the newest entry is named, for one who tried a word for it.
  private static func newest(_ name: String) -> String? {
    if let number = Int(name), 1..<100 ~= number {
      return "An entry is counted in its thread: THREAD@1 is the newest"
        + (number > 1 ? ", THREAD@\(number) that one." : ".")
    }
    let parts = name.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2 {
      let ends = parts[1].split { "-.".contains($0) }.compactMap { Int($0) }
      let thread = parts[0].isEmpty ? "THREAD" : parts[0]
      if ends.count == 2, ends[0] > 0, ends[0] < ends[1], ends[1] - ends[0] < 10 {
        let names = (ends[0]...ends[1]).map { ShellWord.quoted("\(thread)@\($0)") }
        return "Each is named by itself: \(names.joined(separator: " "))"
      }
      if parts[0].isEmpty { return "The thread stands before it: THREAD\(name)" }
    }
    return ["last", "latest", "newest", "last entry"].contains(name.lowercased())
      ? "A thread's newest entry is THREAD@1; that of all: tj log -n 1" : nil
  }

  /// What may be done about an entry's whole id that is in no thread.
  private static func lost(_ name: String) -> [String] {
    EntryID.isLikeNew(name)
      ? ["Where the entry is gone from its file: tj check tells it, and --fix puts it back."] : []
  }

  /// The line for the entries of a time, for one who named the time where an entry or a thread is wanted.
  private static func entriesOfThen(_ name: String) -> String? {
    isRange(name)
      ? "The entries of then, with their ids: tj find --on \(ShellWord.quoted(name)) --oneline"
      : nil
  }

  /// Whether `text` is a time or a range of times, whenever that is.
  static func isRange(_ text: String) -> Bool {
    let noon = Instant(secondsSinceEpoch: 43_200)
    return (try? TimeRange.parse(text, now: noon, zone: .utc)) != nil
  }

  init(_ error: EntryEditError) {
    switch error {
    case .doesNotReadBack(let part):
      self.init(
        "does-not-read-back",
        "the entry's \(part) cannot be written here so that it reads back the same",
        "Nothing was written. Change the file in your editor.")
    }
  }

  init(_ error: FrontMatterEditError) {
    self.init(
      "front-matter-value", error.words, "Nothing was written. Change it by hand in your editor.")
  }

  init(_ problem: FileProblem) {
    switch problem {
    case .storage(let error): self.init(error)
    case .utf16(let path): self.init(JournalError.utf16(path: path))
    case .conflictMarkers(let path, let lines):
      self.init(JournalError.conflictMarkers(path: path, lines: lines))
      sentence += ", and each version of it counts"
    case .changedMeanwhile(let path):
      self.init(
        "changed-meanwhile", at: .init(path),
        "the file was changed while it was exported, and its new fields have no columns",
        "Export again.")
    }
  }
}

extension Entry {
  var position: ErrorMessage.Position { .init(thread.path, line: line) }
}

extension ThreadHeader {
  /// The path without `.md`, quoted for a shell: what a command takes.
  var name: String { ShellWord.quoted(Self.withoutSuffix(path)) }
}

extension FrontMatterEditError {
  var words: String {
    switch self {
    case .notUnderstood: "the front matter has something here that is not understood"
    case .notAMapping: "the front matter has a value here where keys were expected"
    case .noSuchKey: "the front matter has no such key"
    case .duplicateKey: "the front matter has this key already, or twice"
    case .invalidUTF8: "front matter is UTF-8, and this value is not"
    case .notANumber: "this value is no plain decimal number"
    case .notATimestamp: "this value is no time"
    case .keyTooLong: "the name is too long for a key of front matter"
    case .tooDeep: "the value has too many levels for front matter"
    case .unsafe: "this would change what other keys of the front matter say"
    }
  }
}
