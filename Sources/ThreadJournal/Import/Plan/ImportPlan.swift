import ThreadStorage

/// What an import would do, thread by thread; nothing where anything is wrong.
///
/// An import is all or nothing, and says beforehand what it will do:
///
/// 1. A reader of the file's format (`ImportReader`, an extension for each) makes threads and entries of it, and a
///    list of what it does not understand, with lines. An archive is read file by file, and no further than limits
///    say (`ZIPArchive`).
/// 2. The journal is scanned once, without its lock, for the threads and entries that the import names
///    (`ImportIndex`).
/// 3. The plan says of each entry whether it is new, there already, or there in other words: then the journal's stays,
///    unless `--replace` or `--newest` puts the import's in its place. It is shown, and asked about, from this value.
/// 4. Under the lock, the plan is made anew where a file was changed meanwhile, and becomes one transaction, which
///    `tj undo` takes back.
package struct ImportPlan: Sendable {
  package internal(set) var threads: [ThreadPlan] = []
  /// The new threads whose paths were taken, as the import names them and as they are made.
  package internal(set) var renamed: [(from: String, to: String)] = []
  /// What is wrong, in the order of the files' lines.
  package private(set) var problems: [ImportProblem]
  /// How many problems there are besides.
  package let furtherProblems: Int
  package internal(set) var leftOut: [ImportOmission]

  /// The lines of entries that the journal has as they are, by file.
  var linesOfSame: [String: Set<Int>] = [:]
  let index: ImportIndex
  let zone: LocalTimeZone

  /// The plan for what was read, with an index that has noted the whole journal.
  ///
  /// - Parameter newID: Makes an id for each entry without one.
  package init(
    _ reading: ImportReading, _ index: ImportIndex, zone: LocalTimeZone, newID: () -> EntryID
  ) {
    self.index = index
    self.zone = zone
    problems = reading.problems
    furtherProblems = reading.furtherProblems
    leftOut = reading.leftOut
    // A path alone names a thread whose title other entries say.
    var titles: [[UInt8]: String] = [:]
    if reading.entries.contains(where: { $0.thread.title.isEmpty }) {
      for thread in reading.entries.lazy.map(\.thread) where !thread.title.isEmpty {
        if let path = thread.path { titles[Array(path.utf8)] = thread.title }
      }
    }
    let positions = Dictionary(grouping: reading.entries.indices) { index in
      var thread = reading.entries[index].thread
      if thread.title.isEmpty, let path = thread.path {
        thread.title = titles[Array(path.utf8)] ?? ""
      }
      return thread
    }
    let copies = Dictionary(reading.copies.map { ($0.thread, $0) }, uniquingKeysWith: { $1 })
    // Threads without entries come behind the others.
    let empty = reading.copies.filter { positions[$0.thread] == nil }.map {
      (key: $0.thread, value: [Int]())
    }
    let file = reading.entries.first?.file
    let paths = Set((reading.entries.map(\.thread) + empty.map(\.key)).compactMap(\.path))
    var seen = SeenEntries(hasSeveralFiles: reading.entries.contains { $0.file != file })
    for (thread, positions) in positions.sorted(by: { $0.value[0] < $1.value[0] }) + empty {
      let first = positions.first.map { reading.entries[$0] }
      let place = (first?.file ?? copies[thread]?.file ?? "", first?.line ?? 1)
      let isAlone = positions.count == reading.entries.count && reading.copies.count < 2
      let held = positions.map { index.paths(ofEntryAt: $0) }
      guard
        var plan = plan(for: thread, copies[thread], held, besides: paths, at: place, isAlone)
      else { continue }
      plan.guessedColumns = first.flatMap { reading.guessedColumns[$0.file] } ?? []
      plan.readTimes = reading.readTimes(ofEntriesAt: positions)
      plan.created = reading.created[thread]
      plan.deletion = reading.deletions[thread]
      if let head = plan.head, let existing = plan.existing {
        plan.hasOtherHead = !index.isHead(head, at: existing.path)
        plan.replacesHead = plan.hasOtherHead && reading.preference == .file
        if plan.isRemoved { plan.removedAlone = index.countOfOthers(at: existing.path) }
      }
      if plan.head == nil, thread.id != nil, let existing = plan.existing {
        let own = index.schema(at: existing.path)
        plan.otherDefinitions = (reading.schemas[thread]?.fields ?? [])
          .filter { own.field(named: $0.name) != $0 }.map(\.name)
      }
      let read = positions.map { position in
        var entry = reading.entries[position]
        entry.isWhole = entry.told == nil && (entry.source != nil || plan.head != nil)
        entry.isInTrashedThread = plan.deletion != nil
        return entry
      }
      // Where one thread has them all by their ids, its definitions count.
      let homes = Set(held)
      let home = homes.count == 1 && homes.first?.count == 1 ? homes.first?.first : nil
      let entries = converted(read, at: home ?? plan.existing?.path, &plan, reading)
      var fresh = fresh(entries, at: positions, &plan, &seen, reading.preference)
      if !plan.hasOtherHead { noteMisfits(in: &plan.held.different) }
      if plan.isCopied {
        fresh = fresh.enumerated().sorted {
          ($0.element.lineInThread, $0.offset) < ($1.element.lineInThread, $1.offset)
        }.map(\.element)
      } else if !plan.replacesHead {
        let path = plan.existing?.path
        let written: [(entry: ImportedEntry, path: String?)] =
          fresh.map { (entry: $0, path: path) }
          + plan.held.replaced.map { (entry: $0.entry, path: $0.place.path) }
        if !written.isEmpty { defineFields(of: written, among: entries, in: &plan, reading) }
        // Where none are added, only what the replaced ones have new is defined, and only beside others, or where the
        // thread has it nowhere yet.
        if fresh.isEmpty {
          let definesNone = index.schema(at: path).fields.isEmpty
          let changed = Set(plan.held.replaced.flatMap(\.parts).map { FieldName.key($0) })
          plan.newFields.removeAll { field in
            !changed.contains(field.key)
              || definesNone && path.map { index.hasField(withKey: field.key, at: $0) } ?? false
          }
          plan.groups = []
        }
      }
      // Without its deleted entries, a file without front matter may be no thread.
      if plan.isCopied, fresh.isEmpty, !ThreadDocument(plan.head ?? []).isThread { continue }
      plan.entries = fresh.map { NewEntry($0, id: $0.id ?? newID()) }
      threads.append(plan)
    }
    merge()
    for (position, thread) in threads.enumerated() {
      let lacking =
        thread.existing.map { index.lacking(at: $0.path, besides: thread.known) } ?? []
      threads[position].absent += lacking.filter { one in
        !thread.absent.contains { $0.reference == one.reference }
      }
    }
    dropTakenIDs()
    leaveOutKnown()
  }

  /// Leaves out what was told of rows and columns when the journal got them, and how their times were read.
  private mutating func leaveOutKnown() {
    let isRead = threads.contains { $0.held.same > 0 && $0.timeInOtherZone == nil }
    func isKnown(_ column: String) -> Bool {
      let key = FieldName.key(column)
      return threads.allSatisfy { thread in
        thread.held.same > 0
          && thread.existing.map { index.schema(at: $0.path).defines(key) } == true
      }
    }
    leftOut = leftOut.compactMap { omission in
      var omission = omission
      switch omission.kind {
      case .utcColumn: return isRead ? nil : omission
      case .endField(let name), .spanField(let name, _), .lengths(let name, _):
        return isKnown(name) ? nil : omission
      case .behindLater, .longEnd, .otherWeekday:
        guard omission.shown.count == omission.count else { return omission }
        omission.shown.removeAll { linesOfSame[omission.file]?.contains($0.number) == true }
        guard let first = omission.shown.first else { return nil }
        (omission.line, omission.count) = (first.number, omission.shown.count)
        return omission
      default: return omission
      }
    }
  }

  /// Whether files are exports of ours, which may have been made with a query.
  package var isOfExports: Bool { index.isOfExports }

  package var entryCount: Int { threads.reduce(0) { $0 + $1.entries.count } }
  package var held: Held { threads.reduce(into: Held()) { $0 += $1.held } }

  /// The ids of entries that go into the trash with `thread`, and are in the trash neither here nor in the import.
  package func liveEntries(removedWith thread: ThreadPlan) -> [EntryID] {
    guard thread.isRemoved, let path = thread.existing?.path else { return [] }
    let held = held
    let others = (held.replaced + held.different).map { (entry: $0.entry, path: $0.place.path) }
    return (held.elsewhere + others).filter {
      $0.path == path && $0.entry.deleted == nil && !$0.entry.isInTrashedThread
    }.compactMap(\.entry.id)
  }

  /// The plan for a thread without its entries; nil, with a problem noted, where it cannot be.
  /// - Parameters:
  ///   - held: Of each of its entries, the files in which the journal has it.
  ///   - paths: Those of all threads of the import, whose files are no other's.
  private mutating func plan(
    for thread: ImportedThread, _ copy: ThreadCopy?, _ held: [Set<String>],
    besides paths: Set<String>, at place: FilePlace, _ isAlone: Bool
  ) -> ThreadPlan? {
    func refused(_ kind: ImportProblem.Kind) -> ThreadPlan? {
      note(kind, at: place)
      return nil
    }
    var thread = thread
    if copy == nil, thread.title.isEmpty, let path = thread.path {
      thread.title = index.thread(at: path)?.title ?? ThreadHeader.fileName(of: path)
    }
    // The title of a copy stands in its head, and is not written.
    if copy == nil, !Journal.isTitle(thread.title) {
      return refused(.badThreadTitle(thread.title))
    }
    if let path = thread.path, !Self.isThreadPath(path) { return refused(.badPath(path)) }
    let byTitle = index.threads(titled: thread.title)
    var matches = thread.id.map { index.threads(withID: $0) } ?? []
    let atPath = matches.filter { thread.hasPath($0.path) }
    if !atPath.isEmpty { matches = atPath }
    if matches.isEmpty { matches = byTitle.filter { thread.hasPath($0.path) } }
    if matches.isEmpty { matches = byTitle.filter { $0.deletion == nil } }
    var head = copy?.head
    if matches.count > 1 {
      // Of threads of one title, that is meant which has its entries.
      let own = matches.filter { match in
        !paths.contains(match.path) && held.contains { $0.contains(match.path) }
      }
      if own.count == 1 {
        matches = own
      } else if !held.isEmpty, held.allSatisfy({ !$0.isEmpty }) {
        // All of them are there, so that no thread gets any.
        (matches, head) = ([], nil)
      } else {
        return refused(.ambiguousThread(thread.title, isAlone: isAlone))
      }
    }
    var plan = ThreadPlan(thread: thread, existing: matches.first)
    plan.head = head
    plan.file = place.file
    return plan
  }

  /// Makes one plan of those for the same thread, which may be named with a path and without, and sorts the entries.
  private mutating func merge() {
    // As bytes: names that differ in their normalization only are those of two files.
    var positions: [[UInt8]: Int] = [:]
    var merged: [ThreadPlan] = []
    // A row that somebody added to an export has the thread's title alone.
    let files = Dictionary(grouping: threads.filter { $0.thread.path != nil }) {
      FieldName.key($0.thread.title)
    }
    for plan in threads {
      let title = FieldName.key(plan.thread.title)
      let alone = files[title].flatMap { $0.count == 1 ? $0[0].thread.path : nil }
      let key =
        plan.existing.map { Array("=\($0.path)".utf8) }
        ?? Array("+\(title)\0\(plan.thread.path ?? alone ?? "")".utf8)
      guard let position = positions[key] else {
        positions[key] = merged.count
        merged.append(plan)
        continue
      }
      if let head = plan.head, let other = merged[position].head, head != other {
        note(.twoHeads(plan.thread.title), at: (plan.file, 1))
      }
      merged[position].head = merged[position].head ?? plan.head
      let known = Set(merged[position].newFields.map(\.key))
      merged[position].newFields += plan.newFields.filter { !known.contains($0.key) }
      merged[position].otherDefinitions += plan.otherDefinitions.filter {
        !merged[position].otherDefinitions.contains($0)
      }
      merged[position].examples.merge(plan.examples) { first, _ in first }
      merged[position].held += plan.held
      merged[position].entries += plan.entries
      merged[position].conversions += plan.conversions
      merged[position].doubts += plan.doubts
      merged[position].undefined += plan.undefined
      merged[position].atTakenTimes += plan.atTakenTimes
      merged[position].moved += plan.moved
      if let days = plan.readTimes.first?.days, let own = merged[position].readTimes.first?.days {
        merged[position].readTimes[0].days =
          min(days.lowerBound, own.lowerBound)...max(days.upperBound, own.upperBound)
      }
      if merged[position].otherNames.isEmpty { merged[position].otherNames = plan.otherNames }
      // What the one has not, the other may have.
      merged[position].absent = []
      merged[position].known.formUnion(plan.known)
      merged[position].reworded = merged[position].reworded ?? plan.reworded
      merged[position].inOthers.merge(plan.inOthers) { $0 + $1 }
      merged[position].nearlyInOthers.merge(plan.nearlyInOthers) { $0 + $1 }
    }
    threads = merged
    for position in threads.indices where !threads[position].isCopied {
      // Equal times stay in the order of the file.
      let times = threads[position].entries.map { $0.timestamp.instant(in: zone) }
      let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
      threads[position].entries = order.map { threads[position].entries[$0] }
    }
  }

  /// Leaves to new threads those ids that can be one, and that no other thread has.
  private mutating func dropTakenIDs() {
    let new = threads.filter { $0.existing == nil }.compactMap(\.thread.id)
    let counts = Dictionary(new.map { (FieldName.key($0), 1) }, uniquingKeysWith: +)
    for position in threads.indices
    where threads[position].existing == nil && threads[position].head == nil {
      guard let id = threads[position].thread.id else { continue }
      let isFree =
        Array(id.utf8).isUUID && index.threads(withID: id).isEmpty
        && counts[FieldName.key(id)] == 1
      if !isFree { threads[position].thread.id = nil }
    }
  }

  mutating func note(_ kind: ImportProblem.Kind, _ entry: ImportedEntry) {
    note(kind, at: (entry.file, entry.line))
  }

  mutating func note(_ kind: ImportProblem.Kind, at place: FilePlace) {
    problems.append(ImportProblem(file: place.file, line: place.line, kind: kind))
  }

  /// Whether `path` may be a thread's: relative, inside the journal, without dot-folders, ending in `.md` (F29, F32).
  package static func isThreadPath(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return FileNameConvention.isThread(path) && path.utf8.count <= 1024
      && !path.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == .backslash }
      && parts.allSatisfy { !$0.isEmpty && $0.first != .dot && $0.count <= 255 }
  }
}

/// A line of one of the files.
typealias FilePlace = (file: String, line: Int)
