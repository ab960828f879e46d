/// The transactions of a journal, in `.threadjournal/changes/`: those that are on their way, and the last ones that
/// are made, for undo.
///
/// A record is on the disk before the first file is touched, so that a crash in the middle is finished by the next
/// command, and a change that cannot be recorded is not made. It is written as `NUMBER.new`, synced, and renamed to
/// `NUMBER.pending`; once the change is made, it is renamed to `NUMBER`, sixteen hexadecimal digits. What a crash
/// leaves is one of these: a `.new` was never whole and goes, a `.pending` is finished. The last name of an addition
/// is not synced: after a power cut it may be `.pending` again, and finishing it finds the entry there; before
/// anything else is changed, the next record's sync of the folder comes. A record that is cut off is passed over.
public struct TransactionLog: Sendable {
  /// How many records are kept at most: those of 500 changes, and of the undoing of each.
  ///
  /// By those of a month, imports know what became of their rows.
  public static let limit = 1000
  /// How many bytes they may have together; the newest few are kept whatever their size.
  public static let mostBytes = 64 << 20
  /// Those few: ten changes, and the undoing of each.
  public static let fewest = 20
  /// Numbers grow by one with each change; what is beyond this was not written by the program.
  private static let highestNumber: UInt64 = 1 << 48

  private static let pendingSuffix = "pending"
  private static let temporarySuffix = "new"

  let directory: JournalDirectory

  public struct Pending: Sendable {
    public let number: UInt64
    public let path: String
    /// What was recorded; nil where that is damaged, or cannot be read.
    public var transaction: Transaction?
    var failure: StorageError?
    let name: String
  }

  /// The number that a file's name tells, of a record or one that is pending; nil for other names.
  static func number(of name: String) -> UInt64? {
    guard StateFolder.beginsWithNumber(name),
      let number = UInt64(name.prefix(16), radix: 16), number < highestNumber
    else { return nil }
    let rest = name.utf8.dropFirst(16)
    let endings = ["", "." + pendingSuffix, "." + temporarySuffix]
    return endings.contains { rest.elementsEqual($0.utf8) } ? number : nil
  }

  /// The numbers of the records, the newest first; without asking git, also of those that it tracks.
  public func numbers(asksGit: Bool = true) throws(StorageError) -> [UInt64] {
    guard let state = try directory.existingState(.changes) else { return [] }
    return Self.numbers(try state.names(asksGit: asksGit) { $0.utf8.count == 16 })
  }

  /// How many changes a purge would forget besides the last one, where that is a purge.
  public var countToForget: Int {
    guard let numbers = try? numbers(), let newest = numbers.first else { return 0 }
    let isForgotten = (try? transaction(newest))??.isFinal == true
    return numbers.count - (isForgotten ? 1 : 0)
  }

  /// The numbers of all records, those too that are left alone, the newest first.
  public func allNumbers() throws(StorageError) -> [UInt64] {
    guard let folder = try directory.existingState(.changes)?.folder else { return [] }
    return Self.numbers(try folder.visibleNames())
  }

  private static func numbers(_ names: [String]) -> [UInt64] {
    names.filter { $0.utf8.count == 16 }.compactMap(number).sorted(by: >)
  }

  /// A number that no file has yet, higher than all.
  private func nextNumber(in folder: OpenFolder) throws(StorageError) -> UInt64 {
    let state = try directory.state(.changes)
    // The highest of those that are believed: no other need be looked at.
    let names = try folder.visibleNames().filter { Self.number(of: $0) != nil }.sorted(by: >)
    let highest = names.first { state.fault(of: $0, asksGit: false) == nil }
    var next = (highest.flatMap(Self.number) ?? 0) + 1
    if next == Self.highestNumber {
      // No journal has so many: git may have brought it along.
      next = (try state.names().compactMap(Self.number).max() ?? 0) + 1
    }
    let taken = Set(names.compactMap(Self.number))
    while taken.contains(next) { next += 1 }
    guard next < Self.highestNumber else {
      throw .damaged(path: folder.path(of: Checksum.hexadecimal(next - 1)))
    }
    return next
  }

  /// The transaction of this number; nil where it is gone or cut off.
  public func transaction(_ number: UInt64) throws(StorageError) -> Transaction? {
    guard let folder = try directory.existingState(.changes)?.folder else { return nil }
    return try Self.transaction(in: Checksum.hexadecimal(number), of: folder)
  }

  /// A record's file is its checksum on a line, then its bytes.
  static func transaction(
    in name: String, of folder: OpenFolder
  ) throws(StorageError) -> Transaction? {
    guard let file = try StorageError.ifThere(try folder.bytes(of: name)) else { return nil }
    let bytes = Array(file.dropFirst(17))
    return file.starts(with: "\(Checksum(bytes).text)\n".utf8) ? Transaction(decoding: bytes) : nil
  }

  /// The transactions that were begun and not finished, in their order.
  public func pending() throws(StorageError) -> [Pending] {
    guard let state = try directory.existingState(.changes) else { return [] }
    var found: [Pending] = []
    for name in try state.names(where: { StateFolder.hasEnding(Self.pendingSuffix, $0) }) {
      guard let number = Self.number(of: name) else { continue }
      var pending = Pending(number: number, path: state.folder.path(of: name), name: name)
      do throws(StorageError) {
        pending.transaction = try Self.transaction(in: name, of: state.folder)
      } catch {
        // One that cannot be read does not hide the others.
        pending.failure = error
      }
      found.append(pending)
    }
    return found
  }

  /// The records of other users' transactions that were begun and not finished: theirs to finish.
  func pendingOfOthers() throws(StorageError) -> [String] {
    guard let state = try directory.existingState(.changes) else { return [] }
    return try state.folder.visibleNames().sorted().filter {
      guard StateFolder.hasEnding(Self.pendingSuffix, $0), case .ownedBy = state.fault(of: $0)
      else { return false }
      return true
    }.map { state.folder.path(of: $0) }
  }

  /// Clears away the records that were never whole; call it while the lock is held.
  package func removeUnbegun() {
    guard let state = try? directory.existingState(.changes) else { return }
    let names = try? state.names { StateFolder.hasEnding(Self.temporarySuffix, $0) }
    for name in names ?? [] { try? state.folder.remove(name) }
  }

  /// Makes the record of a transaction that is about to be made durable; call it while the lock is held.
  func begin(_ transaction: Transaction) throws(StorageError) -> Pending {
    let state = try directory.state(.changes)
    let folder = state.folder
    let number = try nextNumber(in: folder)
    let temporary = "\(Checksum.hexadecimal(number)).\(Self.temporarySuffix)"
    let name = "\(Checksum.hexadecimal(number)).\(Self.pendingSuffix)"
    try folder.write(Self.contents(of: transaction), toNew: temporary)
    switch state.fault(of: temporary, asksGit: false) {
    case .ownedBy, .writableByOthers: folder.limits.note(.owners)
    default: break
    }
    do throws(StorageError) {
      try folder.rename(temporary, toFree: name, in: folder)
      if !PlantedFault.recordsNotSynced.isPlanted { try folder.sync() }
    } catch {
      try? folder.remove(temporary)
      try? folder.remove(name)
      try? folder.sync()
      throw error
    }
    return Pending(
      number: number, path: folder.path(of: name), transaction: transaction, name: name)
  }

  /// Makes a pending record one of those that are kept: the transaction is made.
  func commit(_ pending: Pending) throws(StorageError) -> Pruning {
    let state = try directory.state(.changes)
    let folder = state.folder
    if pending.transaction?.isFinal == true { try strip(pending, in: folder) }
    try folder.rename(pending.name, toFree: Checksum.hexadecimal(pending.number), in: folder)
    // Should this fail, a power cut may bring the pending record back: then everything is found made.
    if pending.transaction?.isAddition != true { try? folder.sync() }
    return prune(state, after: pending.number, at: pending.transaction?.time)
  }

  /// Takes away the records of what was done before the purge of this number, of ids with these checksums.
  func erase(before number: UInt64, purged: [Checksum]) throws(StorageError) {
    let state = try directory.state(.changes)
    let names = try state.allNames().filter { name in
      Self.number(of: name).map { $0 < number } == true
        && !StateFolder.hasEnding(Self.pendingSuffix, name)
        || StateFolder.hasEnding(StateFolder.refusedSuffix, name)
    }
    noteKnown(names.compactMap(Self.number).filter { $0 < number }, in: state)
    try forgetKnown(purged, by: number, in: state)
    for name in names { try state.folder.remove(name) }
    try state.folder.sync()
  }

  /// Leaves nothing of a purge's record but that it was, and when, and checksums of ids.
  private func strip(_ pending: Pending, in folder: OpenFolder) throws(StorageError) {
    guard var transaction = pending.transaction else { return }
    (transaction.changes, transaction.erasures) = ([], [])
    let temporary = "\(Checksum.hexadecimal(pending.number)).\(Self.temporarySuffix)"
    try folder.write(Self.contents(of: transaction), toNew: temporary)
    try folder.rename(temporary, over: pending.name, in: folder)
    try folder.sync()
  }

  private static func contents(of transaction: Transaction) -> [UInt8] {
    let bytes = transaction.encoded
    return Array("\(Checksum(bytes).text)\n".utf8) + bytes
  }

  /// Takes a pending record away: nothing of the transaction is made.
  func cancel(_ pending: Pending) throws(StorageError) {
    let folder = try directory.state(.changes).folder
    try folder.remove(pending.name)
    // Should this fail, a power cut may bring the record back, and the change be made after all: nothing is lost.
    try? folder.sync()
  }

  /// What became of old records.
  struct Pruning {
    /// The number of the newest that was too old; 0 where none was.
    var lastAged: UInt64 = 0
    /// The lowest number that is kept, and the highest that there may be.
    var oldest: UInt64
    let newest: UInt64
  }

  /// Removes records that are too old by `time`, as a change does, where something else than a change has been made.
  func dropAged(at time: Timestamp) throws(StorageError) -> Pruning? {
    guard let state = try directory.existingState(.changes) else { return nil }
    return prune(state, after: try nextNumber(in: state.folder), at: time)
  }

  /// Removes records before that of this number that are too old, too many or too large; looks at no more of them than
  /// it must.
  private func prune(_ state: StateFolder, after newest: UInt64, at now: Timestamp?) -> Pruning {
    var pruning = Pruning(oldest: newest, newest: newest)
    guard let names = try? state.folder.visibleNames() else { return pruning }
    var numbers = Self.numbers(names)
    func remove(_ number: UInt64) {
      let name = Checksum.hexadecimal(number)
      if state.fault(of: name, asksGit: false) == nil { try? state.folder.remove(name) }
    }
    search: for number in numbers.reversed() where number < newest {
      switch now.flatMap({ isAged(number, in: state.folder, at: $0) }) {
      case true?: pruning.lastAged = number
      case false?: break search
      // Its time is not known; but it was made before one that is aged.
      case nil: continue
      }
    }
    let aged = numbers.filter { $0 <= pruning.lastAged }
    numbers.removeLast(aged.count)
    var surplus = Array(numbers.dropFirst(Self.limit))
    numbers = Array(numbers.prefix(Self.limit))
    surplus = Self.beyondSize(numbers, in: state.folder, after: newest) + surplus
    // The last purge tells for as long as it is kept what is not to come back; of what is believed, it is the oldest.
    let oldest = surplus.lastIndex {
      state.fault(of: Checksum.hexadecimal($0), asksGit: false) == nil
    }
    if let oldest,
      head(of: surplus[oldest], in: state.folder).map(Transaction.isFinal(inHead:)) == true
    {
      surplus.remove(at: oldest)
    }
    noteKnown(aged + surplus, in: state)
    for number in aged + surplus { remove(number) }
    pruning.oldest = numbers.last ?? newest
    return pruning
  }

  /// How many bytes a record has that may be many together only with many others.
  private static let fewBytes = 1 << 16

  /// The records with which there are too many bytes; after a small one, only every sixteenth time, as it is a look at
  /// each of them.
  private static func beyondSize(
    _ numbers: [UInt64], in folder: OpenFolder, after newest: UInt64
  ) -> ArraySlice<UInt64> {
    func size(_ number: UInt64) -> Int {
      (try? folder.status(of: Checksum.hexadecimal(number)))?.size ?? 0
    }
    guard newest % 16 == 0 || size(newest) > fewBytes else { return [] }
    var bytes = 0
    let kept = numbers.enumerated().prefix { index, number in
      bytes += size(number)
      return index < fewest || bytes <= mostBytes
    }
    return numbers[kept.count...]
  }

  private func head(of number: UInt64, in folder: OpenFolder) -> [UInt8]? {
    try? folder.open(Checksum.hexadecimal(number), O_RDONLY).bytes(at: 17, count: 4096)
  }

  /// Whether the change of this number was made longer ago than is kept: by its own time, as a copy's file has another,
  /// or by that of its file where the record has none, or one that is more than a day to come.
  ///
  /// Nil where neither tells, as when the clock was wrong.
  private func isAged(_ number: UInt64, in folder: OpenFolder, at now: Timestamp) -> Bool? {
    let now = now.instant(in: .utc).secondsSinceEpoch
    let times = [
      head(of: number, in: folder).flatMap(Transaction.time(inHead:))?
        .instant(in: .utc).secondsSinceEpoch,
      (try? folder.status(of: Checksum.hexadecimal(number)))?.modified.secondsSinceEpoch,
    ]
    let known = times.lazy.compactMap(\.self).first { $0 <= now + 86_400 }
    return known.map { now - $0 > directory.keepingTime }
  }
}

extension JournalDirectory {
  public var log: TransactionLog { TransactionLog(directory: self) }
}

extension StateFolder {
  /// Whether the program gives files of this folder such names: sixteen hexadecimal digits, and what goes with them.
  func isOwnName(_ name: String) -> Bool {
    // A text may have been put there by hand, under any name.
    if kind == .drafts,
      Self.isText(name) || name.utf8.suffix(5).elementsEqual(".note".utf8)
        || DraftBox.Leftover(name, in: folder) != nil
    {
      return true
    }
    if kind == .changes, name == TransactionLog.knownName { return true }
    guard Self.beginsWithNumber(name) else { return false }
    return switch kind {
    case .displaced: Backups.isName(name)
    case .changes:
      TransactionLog.number(of: name) != nil || Self.hasEnding(Self.refusedSuffix, name)
    case .drafts: Self.hasEnding(ConcurrentSave.watchSuffix, name)
    }
  }
}
