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
/// 3. The plan says of each entry whether it is new, there already, or there in other words; nothing that is there is
///    changed. It is shown, and asked about, from this value.
/// 4. Under the lock, the plan is made anew where a file was changed meanwhile, and becomes one transaction, which
///    `tj undo` takes back.
package struct ImportPlan: Sendable {
  package struct ThreadPlan: Sendable {
    /// The thread as the import names it.
    package var thread: ImportedThread
    /// The journal's thread that it is; nil where it is to be made.
    package var existing: ThreadHeader?
    /// When a thread that is to be made was made before; nil where the import does not say.
    package var created: Timestamp?
    /// Since when a thread that is to be made is deleted.
    package var deletion: SoftDeletion?
    /// The first file that has it.
    var file = ""
    /// What stands before the entries of a thread that the import has whole, as its file has it.
    package var head: [UInt8]?
    /// Whether the thread is made as the import has it, to the byte.
    package var isCopied: Bool { existing == nil && head != nil }
    /// Whether the thread that is there has something else before its entries than the head.
    package var hasOtherHead = false
    /// Whether that is replaced by the head.
    package var replacesHead = false
    /// Whether the head takes the thread out of the trash, or puts it there.
    package var isRevived: Bool { replacesHead && existing?.deletion != nil && deletion == nil }
    package var isRemoved: Bool { replacesHead && existing?.deletion == nil && deletion != nil }
    /// Whether the thread is made, gets entries, or a new head.
    package var isChange: Bool { isCopied || replacesHead || !entries.isEmpty }
    /// Whether there is anything to say of the thread: it is not there without entries, and just the same.
    package var isTold: Bool { head == nil || isChange || hasOtherHead || held.count > 0 }
    package var newFields: [FieldDefinition] = []
    package var groups: [FieldSchema.Group] = []
    /// The entries that are to be added, by time.
    package var entries: [NewEntry] = []
    package var held = Held()
    /// How many of the entries have the time of one that is there with another text, and what names the first of these.
    package var atTakenTimes = (count: 0, reference: "")
    /// Values that are written otherwise than the files have them, by field.
    package var conversions: [Conversion] = []
    /// Fields that stay text though their values look like something, or are read though these may say something else,
    /// each with one of the values.
    package var doubts: [(name: String, value: [UInt8], doubt: ColumnForm.Doubt)] = []
    /// The units that the values of new fields had behind them, by `FieldName.key`.
    var units: [String: String] = [:]
    /// New fields that stay text though all of their values are, say, numbers, by `FieldName.key`.
    var texts: Set<String> = []
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
    /// How many of these are in another thread here.
    package var elsewhere = 0
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
    /// Whether the journal has it in the trash.
    package var isInTrash = false
    /// The title of the thread that it is in.
    package let thread: String
    /// What names the journal's own, or its thread, on a command line.
    package let reference: String
    /// What is different: `title`, `time`, `text`, `edited`, `deleted`, and fields by their names.
    package var parts: [String] = []
    /// Whether the file's is newer by its times, and the journal's may have been changed by hand since.
    package fileprivate(set) var isDoubted = false
    /// Where the journal's own is.
    let place: FoundEntry.Place
  }

  /// The threads, in the order in which the import names them.
  package private(set) var threads: [ThreadPlan] = []
  /// The new threads whose paths were taken, as the import names them and as they are made.
  package internal(set) var renamed: [(from: String, to: String)] = []
  /// What is wrong, in the order of the files' lines.
  package private(set) var problems: [ImportProblem]
  /// How many problems there are besides.
  package let furtherProblems: Int
  /// Lines with text that is left out.
  package private(set) var leftOut: [ImportOmission]

  private let index: ImportIndex
  private let zone: LocalTimeZone

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
    let positions = Dictionary(grouping: reading.entries.indices) { reading.entries[$0].thread }
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
      plan.created = reading.created[thread]
      plan.deletion = reading.deletions[thread]
      if let head = plan.head, let existing = plan.existing {
        plan.hasOtherHead = !index.isHead(head, at: existing.path)
        plan.replacesHead = plan.hasOtherHead && reading.preference == .file
      }
      let read = positions.map { position in
        var entry = reading.entries[position]
        entry.isWhole = entry.told == nil && (entry.source != nil || plan.head != nil)
        entry.isInTrashedThread = plan.deletion != nil
        return entry
      }
      let entries = converted(read, &plan, reading)
      var fresh = fresh(entries, at: positions, &plan, &seen, reading.preference)
      if plan.isCopied {
        fresh = fresh.enumerated().sorted {
          ($0.element.lineInThread, $0.offset) < ($1.element.lineInThread, $1.offset)
        }.map(\.element)
      } else if !plan.replacesHead {
        let path = plan.existing?.path
        let written: [(entry: ImportedEntry, path: String?)] =
          fresh.map { (entry: $0, path: path) }
          + plan.held.replaced.map { (entry: $0.entry, path: $0.place.path) }
        if !written.isEmpty { defineFields(of: written, in: &plan, reading) }
        // Only where entries are added are fields defined.
        if fresh.isEmpty { (plan.newFields, plan.groups) = ([], []) }
      }
      // Without its deleted entries, a file without front matter may be no thread.
      if plan.isCopied, fresh.isEmpty, !ThreadDocument(plan.head ?? []).isThread { continue }
      plan.entries = fresh.map { NewEntry($0, id: $0.id ?? newID()) }
      threads.append(plan)
    }
    merge()
    dropTakenIDs()
  }

  package var entryCount: Int { threads.reduce(0) { $0 + $1.entries.count } }
  package var held: Held { threads.reduce(into: Held()) { $0 += $1.held } }

  /// The entries that the journal does not have; the others are noted in `plan`.
  private mutating func fresh(
    _ entries: [ImportedEntry], at positions: [Int], _ plan: inout ThreadPlan,
    _ seen: inout SeenEntries, _ preference: ImportPreference
  ) -> [ImportedEntry] {
    var fresh: [ImportedEntry] = []
    let path = plan.existing?.path
    var found = zip(entries, positions).map { index.presence(of: $0, at: $1, path: path) }
    // An entry of the journal that one of the import is, is no other one's.
    let same = Set(found.compactMap { if case .same(let place)? = $0 { place } else { nil } })
    let hasOther = found.contains {
      switch $0 {
      case .different?, .inTrash?: true
      default: false
      }
    }
    let copies = hasOther ? copies(in: entries, at: positions) : [:]
    // Of each file, those entries of the journal that one of its entries is: a row that is there twice is two.
    var taken: [String: Set<FoundEntry.Place>] = [:]
    for (offset, (entry, position)) in zip(entries, positions).enumerated() {
      if entry.id == nil, case .same(let place)? = found[offset],
        !taken[entry.file, default: []].insert(place).inserted
      {
        found[offset] = index.presence(
          of: entry, at: position, path: path, besides: taken[entry.file, default: []])
        if case .same(let other)? = found[offset] { taken[entry.file, default: []].insert(other) }
      }
      if case .different? = found[offset] {
        found[offset] = index.presence(of: entry, at: position, path: path, besides: same)
      }
      func isDoubted(_ own: FoundEntry) -> Bool {
        preference == .newest && own.isOlder(than: entry, zone)
          && own.mayBeChanged(since: entry, zone)
      }
      switch found[offset] {
      case nil where seen.isInOtherFile(entry, zone): plan.held.same += 1
      case nil:
        fresh.append(entry)
        if entry.id == nil, let path,
          let other = index.atTime(of: entry, path: path, besides: same)
        {
          if plan.atTakenTimes.count == 0 { plan.atTakenTimes.reference = other }
          plan.atTakenTimes.count += 1
        }
        // One copy has what is there twice as often; a second one would have it once more.
        if let first = seen.place(ofIDOf: entry), !plan.isCopied || first.file != entry.file {
          noteDuplicate(entry, at: first)
        }
      case .same(let place)?:
        plan.held.same += 1
        if place.path != path { plan.held.elsewhere += 1 }
      case .different(let own, let parts)?:
        if let other = copies[position], !entry.isWhole { noteDuplicate(entry, at: other) }
        var held = HeldEntry(entry: entry, own, reference: own.reference, parts: parts)
        held.isDoubted = isDoubted(own)
        if copies[position] == nil, seen.isReplaced(own, by: entry, preference, zone) {
          plan.held.replaced.append(held)
        } else {
          plan.held.different.append(held)
        }
      case .inTrash(let own, let parts)?
      where plan.replacesHead && own.place.path == path && !own.isDeleted && parts.isEmpty:
        // It comes out of the trash with its thread.
        plan.held.same += 1
      case .inTrash(let own, let parts)?:
        let isAlone = copies[position] == nil && !parts.isEmpty
        if isAlone, seen.isReplaced(own, by: entry, preference, zone) {
          plan.held.replaced.append(
            HeldEntry(entry: entry, own, reference: own.reference, parts: parts))
        } else {
          let reference = own.trash ?? own.reference
          var held = HeldEntry(entry: entry, own, reference: reference, parts: parts)
          held.isDoubted = isAlone && isDoubted(own)
          plan.held.inTrash.append(held)
        }
      }
    }
    return fresh
  }

  /// By its position, of each entry with the id of another one of its file, where that one is.
  private func copies(in entries: [ImportedEntry], at positions: [Int]) -> [Int: FilePlace] {
    var offsets: [String: [EntryID: [Int]]] = [:]
    for (offset, entry) in entries.enumerated() {
      if let id = entry.id { offsets[entry.file, default: [:]][id, default: []].append(offset) }
    }
    var copies: [Int: FilePlace] = [:]
    for same in offsets.values.lazy.flatMap(\.values) where same.count > 1 {
      for offset in same {
        let other = entries[same[offset == same[0] ? 1 : 0]]
        copies[positions[offset]] = (other.file, other.line)
      }
    }
    return copies
  }

  private mutating func noteDuplicate(_ entry: ImportedEntry, at other: FilePlace) {
    guard let id = entry.id else { return }
    note(.duplicateID(id.description, file: other.file, line: other.line), entry)
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
    for plan in threads {
      let key =
        plan.existing.map { Array("=\($0.path)".utf8) }
        ?? Array("+\(FieldName.key(plan.thread.title))\0\(plan.thread.path ?? "")".utf8)
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
      merged[position].held += plan.held
      merged[position].entries += plan.entries
      merged[position].conversions += plan.conversions
      merged[position].doubts += plan.doubts
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

  private mutating func note(_ kind: ImportProblem.Kind, _ entry: ImportedEntry) {
    note(kind, at: (entry.file, entry.line))
  }

  private mutating func note(_ kind: ImportProblem.Kind, at place: FilePlace) {
    problems.append(ImportProblem(file: place.file, line: place.line, kind: kind))
  }

  /// The entries of a thread with the values of other programs as our types write them.
  ///
  /// What a defined field does not take is read as its type has it; a field that is new gets what fits its whole column.
  private func converted(
    _ entries: [ImportedEntry], _ plan: inout ThreadPlan, _ reading: ImportReading
  ) -> [ImportedEntry] {
    guard entries.contains(where: \.isForeign) else { return entries }
    let schema = index.schema(at: plan.existing?.path)
    let brought = reading.schemas[plan.thread]
    var columns: [String: Column] = [:]
    var values: [String: [[UInt8]]] = [:]
    for (name, value) in entries.lazy.flatMap(\.fields) {
      if columns[name] == nil {
        let definition = schema.field(named: name) ?? brought?.field(named: name)
        columns[name] = (FieldName.key(name), definition)
      }
      if let key = columns[name]?.key { values[key, default: []].append(value) }
    }
    let order = reading.dateOrder
    let forms = values.mapValues { ColumnForm(of: $0, isForeign: true, dateOrder: order) }
    var positions: [String: Int] = [:]
    var shapes: [String: Int] = [:]
    var doubtful: Set<String> = []
    var entries = entries
    for index in entries.indices {
      for (field, (name, value)) in entries[index].fields.enumerated() {
        guard let (key, definition) = columns[name] else { continue }
        var written = value
        if let definition {
          let isNumber = definition.type == .number || definition.type == .integer
          if isNumber, let form = forms[key], form.hasDecimalCommas {
            // The column as a whole tells thousands from decimals.
            written = form.written(value)
          } else if definition.check(value) != nil {
            written = definition.converted(value, dateOrder: order) ?? value
          } else if isNumber, forms[key]?.doubt == .thousands,
            ForeignForm.isGrouped(value[...].trimmed), doubtful.insert(key).inserted
          {
            plan.doubts.append((name, value, .readAsDecimals))
          }
        } else if key != FieldDefinition.location.key, let form = forms[key] {
          written = form.written(value)
          if let doubt = form.doubt, doubtful.insert(key).inserted {
            plan.doubts.append((name, value, doubt))
          }
        }
        guard written != value else { continue }
        entries[index].fields[field].value = written
        // Values that are written in other ways are shown, too.
        let shape = key + "\0" + ImportPlan.shape(of: value)
        if let position = positions[shape] ?? (shapes[key] == 3 ? positions[key] : nil) {
          plan.conversions[position].count += 1
        } else {
          positions[shape] = plan.conversions.count
          positions[key] = plan.conversions.count
          shapes[key, default: 0] += 1
          plan.conversions.append(Conversion(name: name, count: 1, example: (value, written)))
        }
      }
    }
    let own = Set(columns.values.filter { $0.definition != nil }.map(\.key))
    for (key, form) in forms.sorted(by: { $0.key < $1.key })
    where form.type == .text && form.doubt == nil && !own.contains(key)
      && key != FieldDefinition.location.key
    {
      guard let column = values[key], let odd = ColumnForm.odd(in: column) else { continue }
      let cells = entries.lazy.flatMap { entry in entry.fields.map { (entry, $0) } }
        .filter { columns[$0.1.name]?.key == key }
      guard let (entry, field) = cells.dropFirst(odd.position).first(where: { _ in true }) else {
        continue
      }
      plan.doubts.append(
        (field.name, field.value, .unlikeOthers(odd.type, file: entry.file, line: entry.line)))
    }
    plan.units = forms.compactMapValues(\.unit)
    plan.texts = Set(forms.filter { $0.value.doubt != nil }.keys)
    return entries
  }

  /// A value with one digit for each number in it.
  private static func shape(of value: [UInt8]) -> String {
    var shape: [UInt8] = []
    for byte in value {
      let isDigit = Byte.isDigit(byte)
      if isDigit, shape.last == UInt8(ascii: "0") { continue }
      shape.append(isDigit ? UInt8(ascii: "0") : byte)
    }
    return String(utf8: shape)
  }

  /// What is known of the fields of one spelling.
  private typealias Column = (key: String, definition: FieldDefinition?)

  /// Checks the values of fields that the thread defines, and finds types for the others.
  ///
  /// - Parameter entries: Each with the file that it is written to, which is another thread's where its id is there.
  private mutating func defineFields(
    of entries: [(entry: ImportedEntry, path: String?)], in plan: inout ThreadPlan,
    _ reading: ImportReading
  ) {
    let ownPath = plan.existing?.path
    let brought = reading.schemas[plan.thread]
    var values: [String: [[UInt8]]] = [:]
    var names: [String] = []
    // The first of the values of a field that its own definition does not take.
    var misfits: [String: Int] = [:]
    // Where `skip` is told.
    var skips: Int?
    for (entry, path) in entries {
      let schema = index.schema(at: path)
      for (name, value) in entry.fields {
        let key = FieldName.key(name)
        if schema.defines(name) || FieldDefinition.reserved.contains(where: { $0.key == key }) {
          do throws(FieldError) {
            let field = try schema.checking(value, for: name)
            try brought?.field(named: name)?.checkUnit(isThatOf: field)
          } catch { note(.field(error), entry) }
          guard key == FieldDefinition.skip.key, entry.isForeign, !schema.defines(name),
            !value[...].trimmed.isEmpty
          else { continue }
          if let skips {
            leftOut[skips].count += 1
          } else {
            skips = leftOut.count
            leftOut.append(ImportOmission(file: entry.file, line: entry.line, kind: .skip))
          }
        } else if path == ownPath {
          if values[key] == nil { names.append(name) }
          values[key, default: []].append(value)
          guard let field = brought?.field(withKey: key), let error = field.check(value) else {
            continue
          }
          if let misfit = misfits[key] {
            leftOut[misfit].count += 1
          } else {
            misfits[key] = leftOut.count
            leftOut.append(
              ImportOmission(
                file: entry.file, line: entry.line, kind: .badValue(field, value: value, error)))
          }
        }
      }
    }
    let schema = index.schema(at: ownPath)
    plan.newFields = (brought?.fields ?? []).filter { !schema.defines($0.name) }
    if plan.existing == nil { plan.groups = brought?.groups ?? [] }
    for name in Self.sorted(names, as: reading.fieldOrder)
    where brought?.field(named: name) == nil {
      let key = FieldName.key(name)
      let type = plan.texts.contains(key) ? .text : FieldType(narrowestOf: values[key] ?? [])
      var field = FieldDefinition(name: name, type: type)
      field.unit = plan.units[key]
      plan.newFields.append(field)
    }
  }

  /// Fields in the order of the columns, then those without one.
  private static func sorted(_ names: [String], as columns: [String]) -> [String] {
    let order = Dictionary(
      zip(columns.map { FieldName.key($0) }, columns.indices), uniquingKeysWith: { $1 })
    let positions = names.map { order[FieldName.key($0)] ?? columns.count }
    return names.indices.sorted { (positions[$0], $0) < (positions[$1], $1) }.map { names[$0] }
  }

  /// Whether `path` may be a thread's: relative, inside the journal, without dot-folders, ending in `.md` (F29, F32).
  package static func isThreadPath(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return FileNameConvention.isThread(path) && path.utf8.count <= 1024
      && !path.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == .backslash }
      && parts.allSatisfy { !$0.isEmpty && $0.first != .dot && $0.count <= 255 }
  }
}

extension ImportPlan.HeldEntry {
  fileprivate init(
    entry: ImportedEntry, _ own: FoundEntry, reference: String, parts: [String]
  ) {
    self.init(
      entry: entry, isInTrash: own.isDeleted, thread: own.thread, reference: reference,
      parts: parts, place: own.place)
  }
}

/// A line of one of the files.
private typealias FilePlace = (file: String, line: Int)

/// The new entries of an import so far: what overlapping files both have is added once.
private struct SeenEntries {
  private struct Content: Hashable {
    let thread: ImportedThread
    let id: EntryID?
    let instant: Instant
    let length: Int64?
    let marks: [String?]
    let parts: [[UInt8]]
  }

  let hasSeveralFiles: Bool
  /// The first file that has an entry.
  private var files: [Content: String] = [:]
  private var placesOfIDs: [EntryID: FilePlace] = [:]
  /// The entries of the journal that are replaced.
  private var replaced: Set<FoundEntry.Place> = []

  init(hasSeveralFiles: Bool) { self.hasSeveralFiles = hasSeveralFiles }

  /// Whether `entry` takes the place of an entry of the journal, which it then has for itself.
  mutating func isReplaced(
    _ own: FoundEntry, by entry: ImportedEntry, _ preference: ImportPreference,
    _ zone: LocalTimeZone
  ) -> Bool {
    let isTaken =
      switch preference {
      case .journal: false
      case .file: true
      case .newest: own.isOlder(than: entry, zone) && !own.mayBeChanged(since: entry, zone)
      case .newestByMarks: own.isOlder(than: entry, zone)
      }
    return isTaken && replaced.insert(own.place).inserted
  }

  /// Whether another file than the entry's own has the same; else it is noted.
  mutating func isInOtherFile(_ entry: ImportedEntry, _ zone: LocalTimeZone) -> Bool {
    guard hasSeveralFiles else { return false }
    let fields = entry.fields.flatMap { [Array($0.name.utf8), $0.value] }
    let content = Content(
      thread: entry.thread, id: entry.id, instant: entry.comparedInstant(in: zone),
      length: entry.timestamp.length(in: zone), marks: [entry.edited, entry.deleted],
      parts: [entry.title, Escaping.trimmingBlankLines(entry.text)] + fields)
    let file = files[content] ?? entry.file
    files[content] = file
    return file != entry.file
  }

  /// Where an entry is that had this one's id before; else this one is noted.
  mutating func place(ofIDOf entry: ImportedEntry) -> FilePlace? {
    guard let id = entry.id else { return nil }
    if let first = placesOfIDs[id] { return first }
    placesOfIDs[id] = (entry.file, entry.line)
    return nil
  }
}
