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
  package struct ThreadPlan: Sendable {
    package var thread: ImportedThread
    /// The journal's thread that it is; nil where it is to be made.
    package var existing: ThreadHeader?
    /// When a thread that is to be made was made before; nil where the import does not say.
    package var created: Timestamp?
    /// Since when a thread that is to be made is deleted.
    package var deletion: SoftDeletion?
    var file = ""
    /// What stands before the entries of a thread that the import has whole, as its file has it.
    package var head: [UInt8]?
    /// Whether the thread is made as the import has it, to the byte.
    package var isCopied: Bool { existing == nil && head != nil }
    /// Whether the thread that is there has something else before its entries than the head.
    package var hasOtherHead = false
    package var replacesHead = false
    /// The fields that the import's file of this thread defines, and the thread otherwise, or not at all.
    package internal(set) var otherDefinitions: [String] = []
    /// What the file calls the thread of this id, where that is called otherwise.
    package var otherTitle: String? {
      guard head == nil, thread.id != nil, let existing,
        !existing.title.utf8.elementsEqual(thread.title.utf8)
      else { return nil }
      return thread.title
    }
    /// Whether the head takes the thread out of the trash, or puts it there.
    package var isRevived: Bool { replacesHead && existing?.deletion != nil && deletion == nil }
    package var isRemoved: Bool { replacesHead && existing?.deletion == nil && deletion != nil }
    /// How many of the journal's entries go into the trash with it, and stand nowhere in the import.
    package var removedAlone = 0
    /// Whether the thread is made, gets entries, fields, or a new head.
    package var isChange: Bool {
      isCopied || replacesHead || !entries.isEmpty || !newFields.isEmpty
    }
    /// Whether there is anything to say of the thread: it is not there without entries, and just the same.
    package var isTold: Bool { head == nil || isChange || hasOtherHead || held.count > 0 }
    package var newFields: [FieldDefinition] = []
    /// Of each new field that only its values define, one of them that shows its type, by `FieldName.key`.
    package internal(set) var examples: [String: [UInt8]] = [:]
    package var groups: [FieldSchema.Group] = []
    /// Fields that entries get in other threads, which define fields and not these.
    package var undefined: [(name: String, thread: ThreadHeader)] = []
    package var entries: [NewEntry] = []
    package var held = Held()
    /// The time of one of those that are there as another zone's clock showed it, where the file tells no zones.
    package internal(set) var timeInOtherZone: Timestamp?
    /// An entry of the journal at the time of a new one.
    package struct TakenTime: Sendable {
      /// In what it differs from the new one.
      package enum Difference: Sendable {
        case text, values
        /// In nothing but its id.
        case id
        /// In something, and it is in the trash.
        case trash
      }

      package let reference: String
      package let differs: Difference

      init(_ own: FoundEntry, _ differs: Difference) {
        (reference, self.differs) = (own.reference, differs)
      }
    }

    package internal(set) var atTakenTimes: [TakenTime] = []

    /// Columns whose values stand in fields that are there by other names, as the app that wrote them renamed them.
    package internal(set) var otherNames: [(column: String, field: String)] = []

    var renamed = RenamedColumns()

    /// Notes what the columns of `entry` are called in `own`, where that is the same by its text or by its values.
    mutating func noteNames(of entry: ImportedEntry, in own: FoundEntry) {
      renamed.note(entry, in: own)
      let isSameText = !own.text.isEmpty && own.text == Escaping.trimmingBlankLines(entry.text)
      guard isSameText || own.hasValues(of: entry), let names = own.names(of: entry),
        names.count > otherNames.count
      else { return }
      otherNames = names
    }

    /// One that is there with the same text and values at another time, or on another day.
    package struct Moved: Sendable {
      package let entry: ImportedEntry
      /// What names the journal's own, and when that is.
      package let reference: String
      package let timestamp: Timestamp
      /// What the journal's has to get, so that it is what the file has.
      package let lacking: Lacking

      package enum Lacking: Sendable {
        case time, timeAndTitle
        /// Several values are others, and the file has no title.
        case everything
      }
    }

    package internal(set) var moved: [Moved] = []
    /// What names an entry of the journal that the file has not, and when it is.
    package struct Absent: Sendable {
      package let reference: String
      package let timestamp: Timestamp
      /// Whether it was edited, so that it may be what the file has otherwise.
      package internal(set) var isEdited: Bool
      /// Whether no record tells where it came from.
      package internal(set) var isUnrecorded = false

      init(_ reference: String, _ timestamp: Timestamp, isEdited: Bool) {
        (self.reference, self.timestamp, self.isEdited) = (reference, timestamp, isEdited)
      }

      init(_ own: FoundEntry) {
        self.init(own.reference, own.timestamp, isEdited: own.edited != nil)
      }
    }

    /// Those of the journal that a file once had, or would have, and has not.
    package internal(set) var absent: [Absent] = []
    /// The entries that a few rows of a new file are, which all came from another file: they may be others.
    package internal(set) var sameOfOther: (file: String, references: [String])?
    /// Those that notes brought and say no more, until they are with the others.
    var absentNotes: [Absent] = []
    /// Where those are that the import has, or perhaps has.
    var known: Set<FoundEntry.Place> = []
    /// Entries that several files have, each with other values.
    package struct Reworded: Sendable {
      package let count: Int
      /// Where the first of them stands.
      package let places: [(file: String, line: Int)]
    }

    package internal(set) var reworded: Reworded?
    /// How many of the entries stand in other threads already, by the titles of these.
    package var inOthers: [String: Int] = [:]
    /// How many perhaps do, with other values.
    package internal(set) var nearlyInOthers: [String: Int] = [:]
    /// The columns of text, title and thread that only their names tell.
    package internal(set) var guessedColumns: [CSVTable.Guess] = []
    /// How the times of a table are read.
    package internal(set) var readTimes: [CSVTimes.Read] = []
    /// Values that are written otherwise than the files have them, by field.
    package var conversions: [Conversion] = []
    /// Fields that stay text though their values look like something, or are read though these may say something else,
    /// each with one of the values.
    package var doubts: [(name: String, value: [UInt8], doubt: ColumnForm.Doubt)] = []
    /// The units that the values of new fields had behind them, by `FieldName.key`.
    var units: [String: String] = [:]
    /// The types of new fields which their values do not tell: text though all of them are, say, numbers, and times where
    /// the name says so, by `FieldName.key`.
    var types: [String: FieldType] = [:]
  }

  /// What an import makes of a field's values that are written alike, and how often.
  package struct Conversion: Sendable {
    package let name: String
    package var count: Int
    /// The first of them, before and after.
    package let example: (from: [UInt8], to: [UInt8])
  }

  /// Entries that the journal has already; all but those that are replaced stay there as they are.
  package struct Held: Sendable {
    package var same = 0
    /// Those of these that are in another thread here, with the paths of their files.
    package internal(set) var elsewhere: [(entry: ImportedEntry, path: String)] = []
    /// Those that say something else in the journal.
    package var different: [HeldEntry] = []
    package var inTrash: [HeldEntry] = []
    /// Those of which the journal takes what the import says.
    package var replaced: [HeldEntry] = []

    /// How many stay only as they may have been changed by hand since.
    package var doubted: Int { (different + inTrash).count(where: \.isDoubted) }

    var count: Int { same + different.count + inTrash.count + replaced.count }

    static func += (left: inout Held, right: Held) {
      left.same += right.same
      left.elsewhere += right.elsewhere
      left.different += right.different
      left.inTrash += right.inTrash
      left.replaced += right.replaced
    }
  }

  /// An entry of the import that the journal has otherwise.
  package struct HeldEntry: Sendable {
    package let entry: ImportedEntry
    package var isInTrash = false
    package let thread: String
    /// What names the journal's own, or its thread, on a command line.
    package let reference: String
    /// What is different: `title`, `time`, `text`, `edited`, `deleted`, and fields by their names.
    package var parts: [String] = []
    /// What the journal and the file have in those of these fields that either has, and of the text too where one
    /// of both has none; nothing of what is empty.
    package var values: [String: (old: [UInt8], new: [UInt8])] = [:]
    /// The fields that it has and the table has no columns for.
    package var untold: [String] = []
    /// Whether the file's is newer by its times, and the journal's may have been changed by hand since.
    package internal(set) var isDoubted = false
    /// Whether the file's is newer by its times.
    package internal(set) var isNewer = false
    /// Whether the file takes the place of what was changed here later.
    package internal(set) var isEditedLater = false
    /// Whether a field of the journal does not take the file's value.
    package internal(set) var isMisfit = false
    /// Where the journal's own is.
    let place: FoundEntry.Place
  }

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
