import ThreadStorage

/// The thread that an imported entry says it is from.
package struct ImportedThread: Sendable, Hashable {
  /// Empty where the path alone names it.
  package var title: String
  /// The file's path, relative to the journal; a wish, where the thread has to be made.
  package var path: String?
  /// The id of the thread's front matter.
  package var id: String?

  package init(title: String, path: String? = nil, id: String? = nil) {
    self.title = title
    self.path = path
    self.id = id
  }

  /// Whether the path is the same to the byte: two files' may differ in their normalization only.
  func hasPath(_ other: String?) -> Bool {
    guard let path, let other else { return path == nil && other == nil }
    return path.utf8.elementsEqual(other.utf8)
  }

  /// Whether nothing that both say, of id and path, is different.
  func mayBe(_ other: ImportedThread) -> Bool {
    (path == nil || other.path == nil || hasPath(other.path))
      && (id == nil || other.id == nil || id == other.id)
  }

  package static func == (left: ImportedThread, right: ImportedThread) -> Bool {
    left.title == right.title && left.id == right.id && left.hasPath(right.path)
  }
}

/// What becomes of an entry that is in the journal in other words than in the file.
package enum ImportPreference: Sendable {
  case journal
  /// The file's takes its place.
  case file
  /// The one that was last edited, deleted, taken out of the trash or written; of two of one time the journal's, and so
  /// where that may have been changed by hand since the file's time.
  case newest
  /// The same by the times that both tell alone: a change by hand leaves none.
  case newestByMarks
}

/// A thread that an export of ours has whole.
package struct ThreadCopy: Sendable {
  package let thread: ImportedThread
  /// Its front matter and what stands below that before its entries, as its file has them.
  package let head: [UInt8]
  /// The file it was read from, as the user named it.
  package let file: String
}

/// An entry that was read from another program's file, or from an export of ours.
package struct ImportedEntry: Sendable {
  /// The file it was read from, as the user named it.
  package var file: String
  /// The line of the file on which it begins, 1-based.
  package var line: Int
  package var thread: ImportedThread
  package var id: EntryID?
  package var timestamp: Timestamp
  package var title: [UInt8] = []
  package var text: [UInt8] = []
  /// Its fields in order, a name once.
  package var fields: [(name: String, value: [UInt8])] = []
  /// Whether the values are another program's, so that `7,5` may be a number.
  var isForeign = false
  /// Whether the same entry may be elsewhere with other seconds.
  var isToTheMinute = false
  /// What the file tells of the entry; nil for all.
  var told: ToldParts?
  /// When it was last edited, as it is written; nil for never.
  package var edited: String?
  /// Whether the file says that it was never edited.
  var isUnedited = false
  /// When it was soft-deleted, as it is written; nil where it was not.
  package var deleted: String?
  /// When it was taken out of the trash, as it is written; nil for never, or where the file does not tell.
  package var restored: String?
  /// Its lines as its thread has them, where the file tells these besides its values.
  var source: [UInt8]?
  /// Its time and text before somebody changed it in the file, by which one without an id is found.
  var was: (timestamp: Timestamp, text: [UInt8])?
  /// The line of its thread's file on which it began; 0 where the file does not tell.
  var lineInThread = 0
  /// Whether the file tells all of it, so that an attribute that it has not is none.
  var isWhole = false
  /// Whether the file says that its thread is soft-deleted.
  var isInTrashedThread = false

  /// Whether it tells all parts, and whatever fields it has.
  var tellsAll: Bool {
    told.map { $0.fields == nil && $0.columns.count == CSVColumns.Entry.allCases.count } ?? true
  }

  func tells(_ column: CSVColumns.Entry) -> Bool { told?.columns.contains(column) != false }

  /// Takes away the fields of these keys, of which the file is then taken to tell nothing.
  mutating func dropFields(withKeys keys: Set<String>) throws(EntryEditError) {
    let dropped = fields.filter { keys.contains(FieldName.key($0.name)) }
    fields.removeAll { keys.contains(FieldName.key($0.name)) }
    var parts = told ?? ToldParts()
    parts.ignored = keys
    told = parts
    guard !dropped.isEmpty, let lines = source.map({ ThreadDocument($0) }),
      let slice = lines.entries.first
    else { return }
    var edit = EntryEdit()
    edit.fields = dropped.map { ($0.name, nil) }
    source = lines.bytes.applying(try lines.splices(for: edit, of: slice))
  }

  /// Whether the file tells of the field of this `FieldName.key`, so that the entry has none where it has no value.
  func tells(fieldWithKey key: String) -> Bool {
    told?.tells(fieldWithKey: key) != false
  }

  /// Whether it is of a file without columns and ids, such as a note, so that it may have any field.
  var hasNoColumns: Bool { id == nil && source == nil && told?.fields == nil }

  /// The name of its file, without the folders, as records of imports have it.
  var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }

  /// What has it once, where files overlap: its file or, of notes, their folder, as two of these may have the same words.
  var home: String {
    guard hasNoColumns, file.lowercased().hasSuffix(".md"),
      let slash = file.lastIndex(of: "/")
    else { return file }
    return String(file[...slash])
  }

  /// Of its fields, in order, the `FieldName.key`.
  var keys: [String] { fields.map { FieldName.key($0.name) } }

  /// Whether it says more than one value, which many entries have alike, or a whole sentence.
  var isTelling: Bool {
    fields.count > 1 || !Saying(self).isEmpty
      || fields.contains { $0.value.split(separator: .space).count > 4 }
  }

  /// Whether it says nothing but its time.
  var isBare: Bool { fields.isEmpty && Saying(self).isEmpty }

  /// Whether the file tells when entries end.
  var tellsEnd: Bool { timestamp.minutesToEnd > 0 || tells(.end) || tells(.length) }

  /// The latest of its times: when it is, was edited, deleted, or taken out of the trash.
  func latest(in zone: LocalTimeZone) -> Instant {
    let marks = [edited, deleted, restored].compactMap { $0.flatMap { Timestamp($0) } }
    return marks.map { $0.instant(in: zone) }.reduce(timestamp.instant(in: zone), max)
  }

  func comparedInstant(in zone: LocalTimeZone) -> Instant {
    let instant = timestamp.instant(in: zone)
    return isToTheMinute ? instant.minute : instant
  }
}

extension Saying {
  init(_ entry: ImportedEntry) { self.init(title: entry.title, text: entry.text) }
}

extension Instant {
  var minute: Instant {
    let second = secondsSinceEpoch % 60
    return Instant(secondsSinceEpoch: secondsSinceEpoch - (second < 0 ? second + 60 : second))
  }
}
