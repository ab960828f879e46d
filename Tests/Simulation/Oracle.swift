#if DEBUG
  import ThreadJournal
  import ThreadStorage

  /// Judges a schedule by what was acknowledged and what the files say, and by nothing else of the program's.
  ///
  /// It reads threads itself, line by line. For every entry it looks at a few values, one by one: whether it is there, and
  /// once; its thread, text, mood and deletion. Each may be what any operation wrote that may have been done, unless
  /// an acknowledged one that began after its end wrote another, and was not taken back. What a person's save of an older
  /// buffer took away must be told by `check`.
  struct Oracle {
    /// An entry as it stands in a file.
    struct Found: Equatable {
      var file: String
      var text: String
      var mood: String?
      var isDeleted: Bool
    }

    let operations: [Operation]
    let saves: [Save]
    let files: [String: String]
    let drafts: String
    let kept: String
    let problems: [JournalProblem]

    private var entries: [String: [Found]] = [:]
    private var threadOfFile: [String: String] = [:]
    private var titles: [String: String] = [:]

    init(
      _ operations: [Operation], _ saves: [Save], _ world: World, _ problems: [JournalProblem]
    ) {
      self.operations = operations
      self.saves = saves
      self.problems = problems
      files = world.files()
      drafts = world.drafts()
      kept = world.kept()
      for (name, text) in files { read(text, name) }
    }

    // MARK: Reading

    private mutating func read(_ text: String, _ name: String) {
      var current: (id: String, found: Found)?
      func ended(_ entry: (id: String, found: Found)?) -> (String, Found)? {
        guard var entry else { return nil }
        while entry.found.text.hasSuffix("\n") { entry.found.text.removeLast() }
        while entry.found.text.hasPrefix("\n") { entry.found.text.removeFirst() }
        return entry
      }
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("## 2"), let brace = line.firstRange(of: "{#") {
          if let (id, found) = ended(current) { entries[id, default: []].append(found) }
          let id = line[brace.upperBound...].prefix { $0 != " " && $0 != "}" }
          current = (
            String(id), Found(file: name, text: "", isDeleted: line.contains(" deleted=\""))
          )
        } else if line.hasPrefix("id: "), current == nil {
          threadOfFile[name] = String(line.dropFirst(4))
        } else if line.hasPrefix("title: "), current == nil {
          titles[name] = String(line.dropFirst(7))
        } else if line.hasPrefix("- mood:: ") {
          current?.found.mood = String(line.dropFirst(9))
        } else {
          current?.found.text += line + "\n"
        }
      }
      if let (id, found) = ended(current) { entries[id, default: []].append(found) }
    }

    // MARK: Judging

    /// One thing that an operation may have written.
    private struct Write {
      let value: String
      let operation: Operation?
    }

    private func wasUndone(_ operation: Operation?, surely: Bool) -> Bool {
      guard let operation, !operation.isPurge else { return false }
      let mayBeRedone = operations.contains {
        $0.kind == .redo && !$0.isRefused
          && (!$0.isAcknowledged || $0.target == operation.number)
      }
      if surely, mayBeRedone { return false }
      return operations.contains { undo in
        guard undo.kind == .undo, !undo.isRefused else { return false }
        if undo.isAcknowledged { return undo.target == operation.number }
        // Of one that was killed nobody knows what it took back, but it was there already.
        return !surely && operation.begun < undo.ended
      }
    }

    /// Why `value` cannot be what `writes`, the first of which was there at the beginning, left; nil where it can.
    private func fault(_ value: String, _ writes: [Write]) -> String? {
      let possible = writes.filter { $0.value == value && !($0.operation?.isRefused ?? false) }
      if possible.isEmpty { return "\(value) was never written" }
      let isExplained = possible.contains { write in
        guard !wasUndone(write.operation, surely: true) else { return false }
        let end = write.operation?.ended ?? -1
        return !writes.contains { later in
          guard let other = later.operation, other.isAcknowledged, later.value != value else {
            return false
          }
          return other.begun > end && !wasUndone(other, surely: false)
            && !wasNeedless(other, writes)
        }
      }
      if isExplained { return nil }
      let last = writes.filter { $0.operation?.isAcknowledged ?? false }.map(\.value)
      return "it is \(value), and acknowledged were \(last)"
    }

    /// Whether an operation may have found what it was to do done by another, which was taken back later.
    private func wasNeedless(_ operation: Operation, _ writes: [Write]) -> Bool {
      let value = writes.first { $0.operation?.number == operation.number }?.value
      return writes.contains { write in
        guard let other = write.operation, other.number != operation.number else { return false }
        return write.value == value && other.begun < operation.ended
          && wasUndone(other, surely: false)
      }
    }

    /// What is broken; empty where every promise holds.
    func violations() -> [String] {
      var broken = unexpectedErrors() + unexpectedProblems() + lostSaves()
      var known = World.entries.map(\.id)
      for operation in operations { known += operation.added }
      for id in known { broken += violations(of: id) }
      let words = Set(saves.map(\.word))
      for (id, found) in entries where !known.contains(id) && !words.contains(id) {
        if found.allSatisfy({ isRenamedCopy($0) }) { continue }
        broken.append("an entry \(id) that nobody wrote, in \(found.map(\.file))")
      }
      return broken + brokenThreads() + purgedWords()
    }

    /// Words of an entry that was purged, as far as it is known to have had them, which are still kept somewhere.
    private func purgedWords() -> [String] {
      // A buffer with words of it that is saved in the middle of the purge, or later, brings them back.
      func isBroughtBack(_ word: String, since purge: Operation) -> Bool {
        saves.contains {
          $0.ended > purge.begun && $0.buffer.contains(word.split(separator: "\n")[0])
        }
      }
      return operations.flatMap { purge -> [String] in
        guard case .purge(let id) = purge.kind, purge.isAcknowledged else { return [] }
        let edits = operations.filter {
          $0.kind == .edit(id) && $0.isAcknowledged && $0.ended < purge.begun
        }
        return (["word-\(id)"] + edits.map { $0.word + "\n" }).filter {
          kept.contains($0) && !isBroughtBack($0, since: purge)
        }.map {
          "\($0) of \(id) is kept though it was purged"
        }
      }
    }

    private func violations(of id: String) -> [String] {
      let found = entries[id] ?? []
      let presence = writes(ofPresence: id)
      let isToldLost = problems.contains {
        switch $0.kind {
        case .lostEntry(let lost): return lost.id?.description == id
        case .entriesGone(let lost, _): return lost.contains { $0.id?.description == id }
        default: return false
        }
      }
      let isToldTwice = problems.contains {
        switch $0.kind {
        case .duplicateIDElsewhere(let twice, _, _): return twice == id
        case .file(.duplicateID(let twice, _), _, _), .entryVersion(let twice, _, _):
          return twice.description == id
        default: return false
        }
      }
      if found.count > 1 {
        return hasOlderSave(of: id) && isToldTwice
          ? [] : ["\(id) stands \(found.count) times: \(found)"]
      }
      if let fault = fault(found.isEmpty ? "gone" : "there", presence) {
        // A person's older buffer may bring back what was purged, or take away what is then told.
        let isExplained =
          hasOlderSave(of: id) && (!found.isEmpty || isToldLost || cannotBeToldLost(id))
        return isExplained ? [] : ["\(id) presence: \(fault)"]
      }
      guard let entry = found.first else { return [] }
      var faults: [String] = []
      let thread = threadOfFile[entry.file] ?? entry.file
      for (name, value, writes) in [
        ("thread", thread, writes(ofThread: id)), ("text", entry.text, writes(ofText: id)),
        ("mood", entry.mood ?? "none", writes(ofMood: id)),
        ("deleted", entry.isDeleted ? "yes" : "no", writes(ofDeletion: id)),
      ] {
        if name == "thread", mayBeMadeAnew(id) { continue }
        guard let fault = fault(value, writes) else { continue }
        let wasWritten = writes.contains { $0.value == value }
        if hasOlderSave(of: id), wasWritten, isToldLost || wasTakenBack(id) { continue }
        faults.append("\(id) \(name): \(fault)")
      }
      return faults
    }

    /// Whether it is what a fix made of an entry that an older buffer brought back to where it was moved away from.
    private func isRenamedCopy(_ found: Found) -> Bool {
      operations.contains { $0.kind == .fix } && hasOlderSave
        && (World.entries.contains { "word-\($0.id)" == found.text }
          || operations.contains { $0.word == found.text })
    }

    /// Whether an import may have found its thread under another name, or half saved, and so made one.
    private func mayBeMadeAnew(_ id: String) -> Bool {
      func contains(_ isMeant: (Operation.Kind) -> Bool) -> Bool {
        operations.contains { isMeant($0.kind) }
      }
      let isImported = contains {
        if case .importEntries(let ids) = $0 { ids.contains(id) } else { false }
      }
      let isRenamed = contains { if case .rename = $0 { true } else { false } }
      return isImported && (isRenamed || !saves.isEmpty)
    }

    /// Whether no record tells that the entry was written: writing it failed, or what put it back was taken back.
    private func cannotBeToldLost(_ id: String) -> Bool {
      operations.contains { operation in
        operation.added.contains(id) && operation.hadFault
          // No record of what was done before a purge is kept.
          || operation.isPurge && !operation.isRefused
          || operation.kind == .fix && wasUndone(operation, surely: false)
      }
    }

    /// Whether somebody saved a buffer that was read before something was changed.
    private var hasOlderSave: Bool { hasOlderSave(in: Set(World.names)) }

    /// The same, of one of these files, as they were called at the beginning.
    private func hasOlderSave(in names: Set<String>) -> Bool {
      saves.contains { save in
        names.contains(save.path)
          && operations.contains { $0.ended > save.read && $0.begun < save.ended }
      }
    }

    /// The same, of a file that the entry was in.
    private func hasOlderSave(of id: String) -> Bool {
      let threads = writes(ofThread: id).map(\.value)
      let isRenamed = operations.contains { if case .rename = $0.kind { true } else { false } }
      return hasOlderSave(
        in: Set(
          World.names.indices.filter { isRenamed || threads.contains(World.threads[$0]) }
            .map { World.names[$0] }))
    }

    /// Whether nobody misses what an older buffer took away: it was taken back, or a later change began from it.
    private func wasTakenBack(_ id: String) -> Bool {
      operations.contains { operation in
        switch operation.kind {
        case .undo, .redo, .fix, .purge: true
        case .editSeveral(let ids):
          ids.contains(id) && saves.contains { operation.ended > $0.begun }
        case .edit(id), .tag(id), .delete(id), .restore(id), .move(id, _):
          saves.contains { operation.ended > $0.begun }
        default: false
        }
      }
    }

    // MARK: What operations write

    private func writes(_ first: String?, _ value: (Operation) -> String?) -> [Write] {
      var writes = first.map { [Write(value: $0, operation: nil)] } ?? []
      for operation in operations {
        if let value = value(operation) { writes.append(Write(value: value, operation: operation)) }
      }
      return writes
    }

    private func isInitial(_ id: String) -> Bool { World.entries.contains { $0.id == id } }

    private func writes(ofPresence id: String) -> [Write] {
      writes(isInitial(id) ? "there" : "gone") {
        if $0.kind == .purge(id) { return "gone" }
        return $0.added.contains(id) ? "there" : nil
      }
    }

    private func writes(ofText id: String) -> [Write] {
      writes(isInitial(id) ? "word-\(id)" : nil) {
        if case .editSeveral(let ids) = $0.kind, ids.contains(id) { return $0.word }
        return $0.kind == .edit(id) || $0.added.contains(id) ? $0.word : nil
      }
    }

    private func writes(ofMood id: String) -> [Write] {
      writes("none") { $0.kind == .tag(id) ? $0.word : nil }
    }

    private func writes(ofDeletion id: String) -> [Write] {
      let isDeleted = World.entries.contains { $0.id == id && $0.isDeleted }
      return writes(isDeleted ? "yes" : "no") {
        $0.kind == .delete(id) ? "yes" : $0.kind == .restore(id) ? "no" : nil
      }
    }

    private func writes(ofThread id: String) -> [Write] {
      writes(World.entries.first { $0.id == id }.map { World.threads[$0.thread] }) { operation in
        switch operation.kind {
        case .add(id, let thread), .addEarlier(id, let thread), .move(id, let thread):
          World.threads[thread]
        case .importEntries(let ids): ids.firstIndex(of: id).map { World.threads[$0] }
        case .makeThread(id): World.threadID(operation.number)
        default: nil
        }
      }
    }

    // MARK: The rest

    private func brokenThreads() -> [String] {
      var broken: [String] = []
      for (index, thread) in World.threads.enumerated() {
        let names = threadOfFile.filter { $0.value == thread }.map(\.key)
        if names.count != 1 {
          // An older buffer, saved under the old name, makes the file anew.
          if names.count > 1, hasOlderSave(in: [World.names[index]]) { continue }
          broken.append("the thread \(index) is in \(names)")
          continue
        }
        let writes = writes("T\(index)") {
          if case .rename(index, _) = $0.kind { return $0.word }
          return nil
        }
        if let fault = fault(titles[names[0]] ?? "none", writes),
          !hasOlderSave(in: [World.names[index]])
        {
          broken.append("title of \(index): \(fault)")
        }
        if files[names[0]]?.contains("Preamble \(index).\n") != true {
          broken.append("the preamble of \(names[0]) is gone")
        }
      }
      return broken
    }

    private func lostSaves() -> [String] {
      saves.filter { save in
        guard save.ended < .max else { return false }
        let isOverwritten = saves.contains {
          $0.read < save.ended && $0.ended > save.begun && !$0.buffer.contains(save.word)
        }
        let isThere = files.values.contains { $0.contains(save.word) } || drafts.contains(save.word)
        return !isThere && !isOverwritten
      }.map { "a person's \($0.word), saved to \($0.path), is gone" }
    }

    private func unexpectedErrors() -> [String] {
      operations.compactMap { operation in
        guard case .refused(let error) = operation.outcome, !Self.isExpected(error) else {
          return nil
        }
        return "\(operation.kind) failed without a reason: \(error)"
      }
    }

    /// Whether an error is an answer to what others did meanwhile.
    private static func isExpected(_ error: any Error) -> Bool {
      switch error {
      case StorageError.busy, StorageError.changedMeanwhile, StorageError.missing: true
      case let error as JournalError:
        switch error {
        case .unknownThread, .ambiguousThread, .threadIsDeleted, .threadIsNotDeleted, .unknownEntry,
          .ambiguousEntry, .entryIsDeleted, .entryIsNotDeleted, .entryChanged, .changedMeanwhile,
          .nothingToUndo, .nothingToRedo, .purgeIsFinal, .cannotUndo, .cannotRedo,
          .unfinishedChange, .sameThread:
          true
        default: false
        }
      default: false
      }
    }

    private func unexpectedProblems() -> [String] {
      problems.compactMap { problem in
        switch problem.kind {
        case .waitingDraft: return nil
        case .lostEntry, .entriesGone, .entriesOfHistory, .threadGone, .entriesForgotten,
          .entryAsBefore, .entryBack,
          .lostFrontMatter,
          .frontMatterGone, .purgedEntry,
          .file(.duplicateID, _, _),
          .duplicateIDElsewhere, .entryVersion, .duplicateThreadID,
          .nameCollision:
          if hasOlderSave { return nil }
        case .undefinedFields, .fieldLike, .fieldUnlike, .fieldNear, .fieldThousands,
          .fieldDuration, .lostHeading, .textElsewhere, .textGone, .wordsGone, .fieldGone,
          .headingBelowText,
          .changedTrash,
          .enteredTwice, .emptyEntry, .lineOfComing:
          return nil
        default: break
        }
        return "check says: \(problem.path) \(problem.kind)"
      }
    }
  }

  extension Operation {
    /// Whether it removes words for good: nothing brings them back.
    var isPurge: Bool { if case .purge = kind { true } else { false } }

    /// The ids of the entries that it adds.
    var added: [String] {
      switch kind {
      case .add(let id, _), .addEarlier(let id, _), .makeThread(let id): [id]
      case .importEntries(let ids): ids
      default: []
      }
    }
  }
#endif
