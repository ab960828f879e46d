import ThreadStorage

/// What the journal has already of the entries of an import, and the threads they may go into.
///
/// It is filled by the journal's threads, one after another, and keeps no more than the import needs.
package struct ImportIndex {
  /// An entry of the import, as the journal has it.
  enum Presence {
    case same
    /// It says something else here, in the thread of this title.
    case different(thread: String)
    /// It is soft-deleted, or its thread is: `reference` names what is to be restored.
    case inTrash(thread: String, reference: String)
  }

  /// The threads by the `FieldName.key` of their ids and of their titles.
  private var threadsByID: [String: [ThreadHeader]] = [:]
  private var threadsByTitle: [String: [ThreadHeader]] = [:]
  private var schemas: [String: FieldSchema] = [:]
  private let entries: [ImportedEntry]
  /// The positions of the import's entries with an id.
  private var positionsByID: [EntryID: [Int]] = [:]
  private var wantedInstants: Set<Instant> = []
  /// What is known of the import's entries with ids, by their positions.
  private var presences: [Int: Presence] = [:]
  /// Texts by path and instant.
  private var foundTexts: [String: [Instant: [[UInt8]: Presence]]] = [:]
  private let zone: LocalTimeZone

  package init(for reading: ImportReading, zone: LocalTimeZone) {
    self.zone = zone
    entries = reading.entries
    for (position, entry) in entries.enumerated() {
      if let id = entry.id {
        positionsByID[id, default: []].append(position)
      } else {
        wantedInstants.insert(entry.timestamp.instant(in: zone))
      }
    }
  }

  /// Notes a thread of the journal, deleted or not, with all its entries.
  package mutating func note(_ thread: ThreadEntries) {
    let header = thread.header
    if let id = header.id { threadsByID[FieldName.key(id), default: []].append(header) }
    threadsByTitle[FieldName.key(header.title), default: []].append(header)
    schemas[header.path] = thread.schema
    for entry in thread.entries {
      if let id = entry.id {
        for position in positionsByID[id] ?? [] { note(entry, as: position) }
      }
      let instant = entry.instant
      guard wantedInstants.contains(instant) else { continue }
      let text = entry.text
      if case .same? = foundTexts[header.path]?[instant]?[text] { continue }
      foundTexts[header.path, default: [:]][instant, default: [:]][text] = trash(entry) ?? .same
    }
  }

  /// Notes that the entry has the id of the import's entry at `position`; of several, one that is the same counts.
  private mutating func note(_ entry: Entry, as position: Int) {
    if case .same? = presences[position] { return }
    if entry.thread.deletion == nil, entry.says(entries[position], zone: zone) {
      presences[position] = .same
    } else if let trash = trash(entry) {
      if presences[position] == nil { presences[position] = trash }
    } else {
      presences[position] = .different(thread: entry.thread.title)
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

  /// What the journal has of the import's entry at `position`, nil for nothing: by its id, or, where it has none, by
  /// its time and text in the thread at `path`.
  func presence(at position: Int, path: String?) -> Presence? {
    let entry = entries[position]
    if entry.id != nil { return presences[position] }
    guard let path else { return nil }
    return foundTexts[path]?[entry.timestamp.instant(in: zone)]?[
      Escaping.trimmingBlankLines(entry.text)]
  }

  func threads(withID id: String) -> [ThreadHeader] { threadsByID[FieldName.key(id)] ?? [] }

  func threads(titled title: String) -> [ThreadHeader] {
    threadsByTitle[FieldName.key(title)] ?? []
  }

  func schema(at path: String?) -> FieldSchema {
    path.flatMap { schemas[$0] } ?? FieldSchema()
  }
}

extension Entry {
  /// Whether the entry says what `other` does, as far as an export carries it: times by their instants.
  fileprivate func says(_ other: ImportedEntry, zone: LocalTimeZone) -> Bool {
    let otherEdited = other.edited.flatMap { Timestamp($0) }?.instant(in: zone)
    guard instant == other.timestamp.instant(in: zone),
      timestamp.length(in: zone) == other.timestamp.length(in: zone),
      title.elementsEqual(other.title),
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
