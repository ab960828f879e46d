#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension JournalWriter {
  /// Finishes every change that an earlier crash or error left in the drafts.
  mutating func recover() throws(StorageError) {
    changes.removeUnbegun()
    removeOrphanedNotes()
    let suffixes = DraftRecord.suffixes.filter { $0 != MeanwhileSave.watchSuffix }
    for name in try drafts.visibleNames().sorted() {
      let suffix = String(name.dropFirst(17))
      guard suffixes.contains(suffix) else { continue }
      if suffix == DraftRecord.Kind.exchange.rawValue + DraftRecord.doneSuffix {
        if draftState.fault(of: name) == nil { lookForLateWriter(name) }
      } else if let fault = draftState.fault(of: name) {
        if case .ownedBy = fault { note(.leftToOwner(path: drafts.path(of: name)), nil) }
      } else {
        recover(name)
      }
    }
  }

  /// Removes what was kept beside texts that are gone: a crash came between the two.
  private func removeOrphanedNotes() {
    guard let names = try? drafts.visibleNames() else { return }
    let all = Set(names)
    for name in names where name.hasSuffix(".note") && !all.contains(name.dropLast(5) + ".md") {
      // A text is made after its note, and without the lock.
      guard isOlder(name, than: DisplacedFiles.shortestAge), draftState.fault(of: name) == nil
      else { continue }
      try? drafts.remove(name)
    }
  }

  /// Finishes one change; where that fails, its draft stays, and work on the rest goes on (S6).
  private mutating func recover(_ name: String) {
    var thread: String?
    do throws(StorageError) {
      let file = try drafts.bytes(of: name)
      guard let record = DraftRecord(decoding: file) else {
        let kept = try keep(DraftRecord.remains(of: file))
        if let kept { note(.kept(path: kept), nil) }
        try drafts.remove(name)
        return
      }
      thread = record.target
      let finished = try finish(record)
      try close(name, record)
      if let finished { recovered.append(finished) }
    } catch {
      guard error.meansForeignTarget else { return note(.failed(error), thread) }
      do throws(StorageError) {
        note(.refused(path: try draftState.refuse(name)), thread)
      } catch {
        note(.failed(error), thread)
      }
    }
  }

  /// Removes a finished change's record; that of an exchange stays for the next lock, which looks for late writers.
  private func close(_ name: String, _ record: DraftRecord) throws(StorageError) {
    guard record.kind == .exchange, displacedFolder(holding: record.part) != nil else {
      return try drafts.remove(name)
    }
    try drafts.rename(name, over: name + DraftRecord.doneSuffix, in: drafts)
  }

  /// Keeps what an editor that had the file open during an exchange saved into the old one.
  private mutating func lookForLateWriter(_ name: String) {
    guard let record = (try? drafts.bytes(of: name)).flatMap({ DraftRecord(decoding: $0) }),
      let displaced = (try? directory.existingState(.displaced)) ?? nil,
      displaced.fault(of: record.part, asksGit: false) == nil,
      let file = try? displaced.folder.open(record.part, O_RDONLY), let facts = try? file.facts()
    else {
      try? drafts.remove(name)
      return
    }
    let isBeingWritten = file.isBeingWritten == true
    // The exchange came after the last save, unless that save came later, or within one tick.
    if !facts.modified.lexicographicallyPrecedes(facts.changed),
      let bytes = try? file.allBytes(expected: facts.size), bytes.contains(where: { $0 > 32 }),
      ![record.before, record.after].contains(Checksum(bytes).text)
    {
      guard displaced.fault(of: record.part) == nil else { return }
      keepSave(record.part, in: displaced.folder, of: record.target)
    } else if isBeingWritten, !isOlder(name, than: DisplacedFiles.shortestAge) {
      return
    }
    try? drafts.remove(name)
  }

  private mutating func note(_ outcome: RecoveryNote.Outcome, _ thread: String?) {
    recovered.append(RecoveryNote(outcome: outcome, thread: thread))
  }

  private mutating func finish(_ record: DraftRecord) throws(StorageError) -> RecoveryNote? {
    let outcome: RecoveryNote.Outcome?
    switch record.kind {
    case .append: return try finishAppend(record)
    case .create: outcome = try finishCreate(record)
    case .overwrite: outcome = try finishOverwrite(record)
    case .exchange: outcome = try finishExchange(record)
    }
    return outcome.map { RecoveryNote(outcome: $0, thread: record.target) }
  }

  /// Keeps text that has no certain place as a text draft, and returns its path; nil for no text.
  private func keep(_ text: [UInt8]) throws(StorageError) -> String? {
    guard text.contains(where: { $0 > 32 }) else { return nil }
    let name = DraftBox.freshName() + ".md"
    try DraftBox.write(text, to: name, in: drafts)
    try drafts.sync()
    return drafts.path(of: name)
  }

  /// The open thread of a record, or nil where it is gone.
  private func thread(
    of record: DraftRecord, _ flags: Int32
  ) throws(StorageError) -> (ThreadPlace, OpenFile, FileFacts)? {
    do throws(StorageError) {
      let place = try directory.place(of: record.target)
      let (file, facts) = try open(place, flags)
      return (place, file, facts)
    } catch {
      guard case .missing = error else { throw error }
      return nil
    }
  }

  private func finishAppend(_ record: DraftRecord) throws(StorageError) -> RecoveryNote? {
    guard let (place, file, facts) = try thread(of: record, O_RDWR | O_APPEND) else {
      return try kept(record)
    }
    let bytes = try file.allBytes(expected: facts.size)
    let text = Array(record.bytes.drop { $0 == 10 || $0 == 13 })
    if let offset = bytes.firstOffset(of: text) {
      try makeDurable(text, at: offset, in: place, facts)
      let start = offset - (record.bytes.count - text.count)
      let isWhole = start >= 0 && bytes[start...].starts(with: record.bytes)
      let block =
        isWhole
        ? AppendedBlock(offset: start, bytes: record.bytes)
        : AppendedBlock(offset: offset, bytes: text)
      return added(block, to: bytes, record, .alreadyThere)
    }
    if let rest = record.missingPart(of: bytes) {
      guard try add(rest, to: file, facts, place) != nil else { return try kept(record) }
      let block = AppendedBlock(offset: record.size, bytes: record.bytes)
      return added(block, to: bytes, record, .completed)
    }
    if bytes.firstOffset(of: Array(record.key.utf8)) != nil {
      // The entry is there, but not as it was to be: edited since, or cut off. Neither is thrown away.
      return try kept(record)
    }
    guard let block = try add(record.block(after: bytes), to: file, facts, place) else {
      return try kept(record)
    }
    return added(block, to: bytes, record, .applied)
  }

  private func kept(_ record: DraftRecord) throws(StorageError) -> RecoveryNote? {
    try keep(record.bytes).map { RecoveryNote(outcome: .kept(path: $0), thread: record.target) }
  }

  private func added(
    _ block: AppendedBlock, to bytes: [UInt8], _ record: DraftRecord,
    _ outcome: RecoveryNote.Outcome
  ) -> RecoveryNote {
    let leading = Array(bytes.prefix(block.offset).suffix(Self.rememberedTail))
    return RecoveryNote(
      outcome: outcome, thread: record.target,
      addition: RecoveryNote.Addition(block: block, leading: leading))
  }

  /// Writes the block's bytes once more and syncs: after a failed sync, the system may hold them for written.
  private func makeDurable(
    _ text: [UInt8], at offset: Int, in place: ThreadPlace, _ facts: FileFacts
  ) throws(StorageError) {
    let (file, current) = try open(place, O_RDWR)
    if current == facts, try file.bytes(at: offset, count: text.count) == text {
      try file.write(text, at: offset)
    }
    try file.sync()
  }

  /// Removes what was written of a new file before its making was cut short; the record has all of it.
  private func removeStaged(_ record: DraftRecord) {
    guard let displaced = displacedFolder(holding: record.part),
      let bytes = try? displaced.bytes(of: record.part), record.bytes.starts(with: bytes)
    else { return }
    try? displaced.remove(record.part)
  }

  private func finishCreate(_ record: DraftRecord) throws(StorageError) -> RecoveryNote.Outcome? {
    let target = try ThreadPath(record.target)
    removeStaged(record)
    do throws(StorageError) {
      let place = try directory.place(of: target.text)
      if try place.folder.facts(of: place.name) == nil {
        let temporary = DisplacedFiles.freshName(for: place.name, holding: record.bytes)
        try stage(record.bytes, at: place, from: temporary)
        return .applied
      }
    } catch {
      guard case .missing = error else { throw error }
      return try keep(record.bytes).map { .kept(path: $0) }
    }
    guard let (place, file, facts) = try thread(of: record, O_RDONLY) else { return nil }
    let bytes = try file.allBytes(expected: facts.size)
    // It has its name, perhaps since just before a kill; nothing makes it again once the record is gone.
    try place.folder.sync()
    if bytes == record.bytes { return .alreadyThere }
    // Made directly on another file system, and cut off there.
    if record.bytes.starts(with: bytes), facts.links == 1 {
      let overwritten = try overwrite(place, bytes, facts, by: record.bytes)
      if overwritten { return .completed }
    }
    // A file that has grown since holds the text as well.
    if bytes.firstOffset(of: record.bytes) != nil { return .alreadyThere }
    return try keep(record.bytes).map { .kept(path: $0) }
  }

  private func overwrite(
    _ place: ThreadPlace, _ before: [UInt8], _ facts: FileFacts, by after: [UInt8]
  ) throws(StorageError) -> Bool {
    try InPlaceOverwrite(
      place: place, drafts: drafts, facts: facts, before: before, after: after
    ).run()
  }

  private func finishOverwrite(
    _ record: DraftRecord
  ) throws(StorageError) -> RecoveryNote.Outcome? {
    let size = min(record.size, record.bytes.count)
    let before = Array(record.bytes[..<size])
    let after = Array(record.bytes[size...])
    guard let (_, file, facts) = try thread(of: record, O_RDWR) else {
      return try keep(before).map { .kept(path: $0) }
    }
    let bytes = try file.allBytes(expected: facts.size)
    if bytes == after {
      try file.sync()
      return .alreadyThere
    }
    if bytes == before { return .takenBack }
    guard InPlaceOverwrite.isBetween(bytes, before, after) else {
      return try keep(before).map { .kept(path: $0) }
    }
    try InPlaceOverwrite.overwrite(file, bytes.count, with: after)
    return .completed
  }

  private mutating func finishExchange(
    _ record: DraftRecord
  ) throws(StorageError) -> RecoveryNote.Outcome? {
    _ = try ThreadPath(record.target)
    guard let displaced = displacedFolder(holding: record.part),
      try displaced.facts(of: record.part)?.kind == .regular
    else { return nil }
    let file = try displaced.open(record.part, O_RDONLY)
    let isBeingWritten = file.isBeingWritten == true
    let found = try file.allBytes(expected: try file.facts().size)
    let part = Checksum(found).text
    if part == record.after {
      // Not exchanged yet, or exchanged back: the thread was not touched.
      if !isBeingWritten { try displaced.remove(record.part) }
      return .takenBack
    }
    guard let (place, thread, facts) = try thread(of: record, O_RDONLY) else {
      keepSave(record.part, in: displaced, of: record.target)
      return nil
    }
    let current = try thread.allBytes(expected: facts.size)
    let isAsMade = Checksum(current).text == record.after
    if part == record.before {
      try place.folder.sync()
      return isAsMade ? .alreadyThere : nil
    }
    // Somebody saved just before the exchange, and the crash came before that was seen.
    guard isAsMade else {
      keepSave(record.part, in: displaced, of: record.target)
      return nil
    }
    try MeanwhileSave(
      displaced: displaced, drafts: drafts, place: place, file: file, found: found, known: [current]
    ).puttingBack { () throws(StorageError) in
      try displaced.exchange(record.part, with: place.name, in: place.folder)
    }
    // Somebody who saved in this very moment was displaced.
    if let other = try? displaced.bytes(of: record.part), Checksum(other).text != record.after {
      keepSave(record.part, in: displaced, of: record.target)
    }
    return .takenBack
  }
}

extension DraftRecord {
  /// What of the block is still missing where the thread ends with a beginning of it; nil where it does not.
  func missingPart(of thread: [UInt8]) -> [UInt8]? {
    guard thread.count > size, thread.count - size < bytes.count,
      bytes.starts(with: thread[size...]),
      before == Checksum(thread[..<size].suffix(JournalWriter.rememberedTail)).text
    else { return nil }
    return Array(bytes[(thread.count - size)...])
  }

  /// The block with the newlines that the end of `thread`, which may have changed since, needs.
  func block(after thread: [UInt8]) -> [UInt8] {
    if thread.count == size,
      before == Checksum(thread.suffix(JournalWriter.rememberedTail)).text
    {
      return bytes
    }
    let text = Array(bytes.drop { $0 == 10 || $0 == 13 })
    guard let last = thread.last else { return text }
    let newline: [UInt8] = thread.firstOffset(of: [13, 10]) == nil ? [10] : [13, 10]
    return (last == 10 ? newline : newline + newline) + text
  }
}
