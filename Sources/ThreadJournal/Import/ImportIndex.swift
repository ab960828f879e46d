import ThreadStorage

/// What the journal has already of the entries of an import, and the threads they may go into.
///
/// It is filled by the journal's threads, one after another, and keeps no more than the import needs.
package struct ImportIndex {
  /// A thread of the journal.
  struct Thread {
    var header: ThreadHeader
    var schema: FieldSchema
  }

  /// An entry of the import, as the journal has it.
  enum Presence {
    case same
    /// It says something else here, in the thread of this title.
    case different(thread: String)
    /// It is soft-deleted, or its thread is: `reference` names what is to be restored.
    case inTrash(thread: String, reference: String)
  }

  private(set) var threads: [Thread] = []
  /// Places in `threads`, by `FieldName.key`.
  private var placesByID: [String: [Int]] = [:]
  private var placesByTitle: [String: [Int]] = [:]
  private var placesByPath: [String: Int] = [:]
  private let entries: [ImportedEntry]
  /// The first of the import's entries with an id, and the others of the same.
  private var firstByID: [EntryID: Int] = [:]
  private var othersByID: [EntryID: [Int]] = [:]
  private let wantedInstants: Set<Instant>
  /// What is known of the import's entries with ids, by their places.
  private var presences: [Int: Presence] = [:]
  /// Texts by path and instant.
  private var foundTexts: [String: [Instant: [[UInt8]: Presence]]] = [:]
  private let zone: LocalTimeZone

  /// An index for the entries of `reading`; `zone` is for times without one.
  package init(for reading: ImportReading, zone: LocalTimeZone) {
    self.zone = zone
    entries = reading.entries
    firstByID.reserveCapacity(entries.count)
    var instants: Set<Instant> = []
    for (place, entry) in entries.enumerated() {
      guard let id = entry.id else {
        instants.insert(entry.timestamp.instant(in: zone))
        continue
      }
      if firstByID[id] == nil {
        firstByID[id] = place
      } else {
        othersByID[id, default: []].append(place)
      }
    }
    wantedInstants = instants
  }

  /// Notes a thread of the journal, deleted or not, with all its entries.
  package mutating func note(_ thread: ThreadEntries) {
    note(Thread(header: thread.header, schema: thread.schema))
    for entry in thread.entries {
      if let id = entry.id, let first = firstByID[id] {
        note(entry, as: first)
        for other in othersByID[id] ?? [] { note(entry, as: other) }
      }
      let instant = entry.instant
      guard wantedInstants.contains(instant) else { continue }
      let text = entry.text
      let path = thread.header.path
      if case .same? = foundTexts[path]?[instant]?[text] { continue }
      foundTexts[path, default: [:]][instant, default: [:]][text] = trash(entry) ?? .same
    }
  }

  private mutating func note(_ thread: Thread) {
    let place = threads.count
    threads.append(thread)
    if let id = thread.header.id { placesByID[FieldName.key(id), default: []].append(place) }
    placesByTitle[FieldName.key(thread.header.title), default: []].append(place)
    placesByPath[thread.header.path] = place
  }

  /// Notes that the entry has the id of the import's entry at `place`; of several, one that is the same counts.
  private mutating func note(_ entry: Entry, as place: Int) {
    if case .same? = presences[place] { return }
    if entry.thread.deletion == nil, entry.says(entries[place], zone: zone) {
      presences[place] = .same
    } else if let trash = trash(entry) {
      if presences[place] == nil { presences[place] = trash }
    } else {
      presences[place] = .different(thread: entry.thread.title)
    }
  }

  /// Whether the entry is soft-deleted, and what is restored to have it back.
  private func trash(_ entry: Entry) -> Presence? {
    let thread = entry.thread
    if thread.deletion != nil {
      return .inTrash(thread: thread.title, reference: ThreadHeader.fileName(of: thread.path))
    }
    guard entry.slice.isDeleted else { return nil }
    return .inTrash(thread: thread.title, reference: entry.reference)
  }

  /// What the journal has of the import's entry at `place`, nil for nothing: by its id, or, where it has none, by its
  /// time and text in the thread at `path`.
  func presence(at place: Int, path: String?) -> Presence? {
    let entry = entries[place]
    if entry.id != nil { return presences[place] }
    guard let path else { return nil }
    return foundTexts[path]?[entry.timestamp.instant(in: zone)]?[
      Escaping.trimmingBlankLines(entry.text)]
  }

  /// The threads whose front matter has this id.
  func threads(withID id: String) -> [Thread] {
    (placesByID[FieldName.key(id)] ?? []).map { threads[$0] }
  }

  /// The threads of this title.
  func threads(titled title: String) -> [Thread] {
    (placesByTitle[FieldName.key(title)] ?? []).map { threads[$0] }
  }

  /// The fields that the thread at `path` defines.
  func schema(at path: String?) -> FieldSchema {
    path.flatMap { placesByPath[$0] }.map { threads[$0].schema } ?? FieldSchema()
  }
}

extension Entry {
  /// Whether the entry says what `other` does, as far as an export carries it: times by their instants.
  fileprivate func says(_ other: ImportedEntry, zone: LocalTimeZone) -> Bool {
    let otherEdited = other.edited.flatMap { Timestamp($0) }?.instant(in: zone)
    guard instant == other.timestamp.instant(in: zone), title.elementsEqual(other.title),
      slice.isDeleted == (other.deleted != nil), edited?.instant(in: zone) == otherEdited,
      text == Escaping.trimmingBlankLines(other.text)
    else { return false }
    let fields = fields
    if fields.isEmpty, other.fields.isEmpty { return true }
    let values = fields.map { ($0.key, $0.value) }
    let wanted = other.fields.map { (FieldName.key($0.name), $0.value) }
    return Dictionary(values, uniquingKeysWith: { $1 })
      == Dictionary(wanted, uniquingKeysWith: { $1 })
  }
}
