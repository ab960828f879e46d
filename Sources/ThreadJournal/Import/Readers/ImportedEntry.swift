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
  /// The journal's stays.
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

  func tells(_ column: CSVColumns.Entry) -> Bool { told?.columns.contains(column) != false }

  /// Whether the file tells of the field of this `FieldName.key`, so that the entry has none where it has no value.
  func tells(fieldWithKey key: String) -> Bool { told?.fields?.contains(key) != false }

  /// Whether the file tells when entries end.
  var tellsEnd: Bool { timestamp.minutesToEnd > 0 || tells(.end) || tells(.length) }

  /// The latest of its times: when it is, was edited, deleted, or taken out of the trash.
  func latest(in zone: LocalTimeZone) -> Instant {
    let marks = [edited, deleted, restored].compactMap { $0.flatMap { Timestamp($0) } }
    return marks.map { $0.instant(in: zone) }.reduce(timestamp.instant(in: zone), max)
  }

  /// The instant by which it is compared with others.
  func comparedInstant(in zone: LocalTimeZone) -> Instant {
    let instant = timestamp.instant(in: zone)
    return isToTheMinute ? instant.minute : instant
  }
}

/// The columns of a table, or the members of an object, that tell only a part of each entry: the rest stays as it is.
package struct ToldParts: Sendable {
  var columns: Set<CSVColumns.Entry>
  /// The fields by `FieldName.key`; nil where all are told.
  var fields: Set<String>?
}

extension EntryEdit {
  /// What makes the entry at `slice` say what `entry` does; what it says already stays as it is typed.
  init(
    from document: ThreadDocument, _ slice: EntrySlice, to entry: ImportedEntry,
    _ zone: LocalTimeZone
  ) {
    self.init()
    let content = document.content(of: slice)
    let span = document.bytes.span
    func string(_ range: Range<Int>?) -> String? {
      range.map { String(utf8: EntryAttributes.unquoted(document.bytes.span, $0)) }
    }
    func isOther(_ mark: String?, than own: String?) -> Bool {
      let times = [mark, own].map { $0.flatMap { Timestamp($0) }?.instant(in: zone) }
      return mark != own && (times[0] == nil || times[0] != times[1])
    }
    let time = slice.heading.timestamp
    let isSameTime = time.instant(in: zone) == entry.timestamp.instant(in: zone)
    if !entry.tellsEnd {
      let hasEnd = time.minutesToEnd > 0 && entry.timestamp.precision != .day
      let moved = entry.timestamp
      if !isSameTime {
        timestamp = hasEnd ? moved.ending(afterMinutes: Int(time.minutesToEnd)) : moved
      }
    } else if !isSameTime || time.length(in: zone) != entry.timestamp.length(in: zone) {
      timestamp = entry.timestamp
    }
    let isSameTitle = document[slice.heading.title].elementsEqual(entry.title)
    if !isSameTitle, entry.tells(.title) { title = entry.title }
    let text = Escaping.trimmingBlankLines(entry.text)
    if entry.tells(.text), text != content.text(in: span) { self.text = text }
    var values: [String: [UInt8]] = [:]
    for field in content.fields {
      values[FieldName.key(document.string(field.name))] = field.value(in: span)
    }
    for (name, value) in entry.fields where values[FieldName.key(name)] != value {
      fields.append((name, value))
    }
    let named = Set(entry.fields.map { FieldName.key($0.name) })
    for key in values.keys.sorted() where !named.contains(key) && entry.tells(fieldWithKey: key) {
      fields.append((key, nil))
    }
    let attributes = slice.heading.attributes
    if let mark = entry.edited, isOther(mark, than: string(attributes?.edited)) { edited = mark }
    removesEdited =
      entry.isUnedited && string(attributes?.edited).flatMap { Timestamp($0) } != nil
    if let mark = entry.restored, isOther(mark, than: string(attributes?.restored(in: span))) {
      restored = mark
    }
    if let mark = entry.deleted {
      let isSame =
        slice.isDeleted && (mark == "true" || !isOther(mark, than: string(attributes?.deleted)))
      if !isSame { deletion = .mark(mark) }
    } else if slice.isDeleted, entry.tells(.deleted) {
      deletion = .unmark
    }
  }
}

extension Instant {
  /// The minute in which it is.
  var minute: Instant {
    let second = secondsSinceEpoch % 60
    return Instant(secondsSinceEpoch: secondsSinceEpoch - (second < 0 ? second + 60 : second))
  }
}

/// What is wrong with a file that is to be imported, at one of its lines.
package struct ImportProblem: Error, Sendable, Hashable {
  /// The file, as the user named it.
  package var file: String
  /// 1-based.
  package var line: Int
  package var kind: Kind

  package enum Kind: Sendable, Hashable {
    case utf16
    /// Bytes that are not UTF-8 begin at this column (1-based, in bytes).
    case notUTF8(column: Int)
    /// A NUL stands at this column (1-based, in bytes).
    case nulByte(column: Int)
    /// The file is encrypted, by what this is the name of.
    case encrypted(by: String)
    case unknownFormat
    /// The front matter is TOML, between lines of `+++`.
    case toml
    /// There is something in the file, but nothing of it is an entry.
    case noEntries
    /// No heading of a Markdown file is dated, and neither its name nor its front matter tells a day.
    case noDay
    /// JSON of a form that no program has which is known.
    case otherJSON
    case emptyFile
    /// No line begins with a time that is known; this is what stands in brackets where one may be.
    case unknownTimes(String)
    /// No heading begins with a time that is known; this is the first with a digit, which may be one.
    case undatedHeadings(String)
    case unterminatedQuote
    /// The row has another number of cells than the header.
    case cellCount(Int, expected: Int)
    /// No column has the name that the mapping gives; these are the headers.
    case noColumn(String, headers: [String])
    case columnTwice(String)
    /// No column is known to hold the times; these are the headers, and those of them that have a date below them, or one
    /// with a time of day.
    case noTimeColumn(headers: [String], days: [String], times: [String])
    case badTime(String)
    /// A time with an end that may be an offset, as the entry would last so long.
    case endOrOffset(String, length: String)
    /// An end that is not a minute to a day after its start.
    case badEnd(String)
    /// The end and the length of a row disagree.
    case otherLength(String, end: String)
    /// A column of this header that the options give two uses.
    case mappedTwice(String)
    /// What should be an entry's id is none (F11).
    case badID(String)
    /// The id is that of another entry of the import, on this line of that file.
    case duplicateID(String, file: String, line: Int)
    case badTitle(String)
    case badThreadTitle(String)
    /// What an export says stands before the entries of the thread of this title is another thread's, has entries, or
    /// says something else than this member.
    case otherHead(String, member: String? = nil)
    /// An entry says this title of a thread that the file has under another.
    case otherThread(String)
    /// Two files, or two threads of one, have something else above the entries of the thread of this title.
    case twoHeads(String)
    /// The path leads out of the journal, or cannot be a thread's (F32).
    case badPath(String)
    /// The name cannot be a field's (F15).
    case badFieldName(String)
    case field(FieldError)
    /// The text is no JSON from this column (1-based, in bytes) on.
    case badJSON(column: Int)
    /// The escape at this column (1-based, in bytes) is half of a character, and its other half is not there.
    case halfCharacter(column: Int)
    /// An object has this member a second time at this column (1-based, in bytes).
    case repeatedMember(String, column: Int)
    /// An entry lacks this member, or it has another kind of value.
    case badMember(String)
    /// A text has a NUL in it, which only the lines of an entry can bring along.
    case nulInMember(String)
    /// What an entry has as its lines is no single entry, or one of another id.
    case badSource
    /// The value of this field is a list or an object.
    case badFieldMember(String)
    case unknownVersion(String)
    /// Several threads have this title; whether the file has others, too.
    case ambiguousThread(String, isAlone: Bool)
    case archive(ZIPError)
  }
}

/// Something that a file holds and that is not imported.
package struct ImportOmission: Sendable, Hashable {
  /// The file, as the user named it.
  package var file: String
  /// The first line, 1-based.
  package var line: Int
  package var kind: Kind
  /// How often it is there.
  package var count = 1

  package enum Kind: Sendable, Hashable {
    /// Lines of text that belong to no entry.
    case text
    /// A column or key of coordinates, which are never stored (F17).
    case coordinates(column: String)
    /// A member of JSON, by its path: `weather`, `location.country`.
    case member(String)
    /// The text of a Day One entry that has it in its `richText` only.
    case richText
    /// A key of front matter, by its path, that is not taken, or whose value is not.
    case property(String)
    /// A key of front matter without a value.
    case emptyProperty(String)
    /// A place of front matter that is not understood.
    case frontMatter
    /// A comment of front matter.
    case comment
    /// The day in a note's name, where its front matter says another.
    case replacedDay(String)
    /// The title in a note's name, where its front matter says another.
    case replacedTitle
    /// A field that the same entry has again, which counts.
    case overridden(String)
    /// Other files of an archive, such as photos.
    case archiveFiles
    /// A line that may be meant to begin an entry, and is text of the entry above it.
    case heading
    /// A dated heading that is deeper than the first one, and may be a part of the entry above it.
    case deeperHeading
    /// Links that were made to name files in this folder of the archive.
    case photoLinks(String)
    /// A time that a change to summer time skipped.
    case skippedTime
    /// The seconds of a time with an end.
    case seconds
    /// The front matter has no end, and is text.
    case openFrontMatter
    /// What would be front matter has blank lines above it, and is text.
    case lowFrontMatter
    /// A field of another program that is called as the one which excuses planned days.
    case skip
    /// What is wrong with a definition of a field, which is read as well as it can be.
    case definition(FieldProblem.Kind)
    /// A value that does not fit the definition which the file brings along.
    case badValue(FieldDefinition, value: [UInt8], FieldValueError)

    /// Whether it is missing from what is imported, rather than there otherwise than it may be meant.
    package var isLeftOut: Bool {
      switch self {
      case .heading, .deeperHeading, .photoLinks, .skippedTime, .openFrontMatter, .lowFrontMatter,
        .skip, .badValue:
        false
      default: true
      }
    }
  }
}

/// What was read from files, and what is wrong with them.
package struct ImportReading: Sendable {
  package var entries: [ImportedEntry] = []
  /// What is wrong; where anything is, nothing is imported.
  package var problems: [ImportProblem] = []
  /// How many problems there are besides, which are too many to be kept.
  package var furtherProblems = 0
  /// The names of fields in the order of the columns, where there are columns.
  package var fieldOrder: [String] = []
  /// How dates such as 11.12.2026 are read; nil for not at all.
  package var dateOrder: ForeignDate.Order?
  /// What becomes of entries that the journal has in other words.
  package var preference = ImportPreference.journal
  /// Threads that the files bring along whole, with what stands before their entries, in the order of the files.
  package var copies: [ThreadCopy] = []
  /// Since when threads are deleted, where the files say so.
  package var deletions: [ImportedThread: SoftDeletion] = [:]
  /// Definitions that the files bring along, by thread.
  package var schemas: [ImportedThread: FieldSchema] = [:]
  /// When threads were made, where the files say so.
  package var created: [ImportedThread: Timestamp] = [:]
  /// What is left out, once for each kind in each file.
  package private(set) var leftOut: [ImportOmission] = []
  /// Where each kind stands there, by the omission without its line and count.
  private var omissions: [ImportOmission: Int] = [:]

  package init() {}

  mutating func leaveOut(_ omission: ImportOmission) {
    let key = ImportOmission(file: omission.file, line: 0, kind: omission.kind)
    guard let position = omissions[key] else {
      omissions[key] = leftOut.count
      return leftOut.append(omission)
    }
    leftOut[position].count += omission.count
  }

  /// Drops the problem that files are empty, where others have entries; returns the files.
  package mutating func forgiveEmptyFiles() -> [String] {
    guard !entries.isEmpty else { return [] }
    defer { problems.removeAll { $0.kind == .emptyFile } }
    return problems.filter { $0.kind == .emptyFile }.map(\.file)
  }

  package mutating func append(_ other: ImportReading) {
    entries += other.entries
    problems += other.problems
    furtherProblems += other.furtherProblems
    for omission in other.leftOut { leaveOut(omission) }
    schemas.merge(other.schemas) { first, _ in first }
    created.merge(other.created) { first, _ in first }
    deletions.merge(other.deletions) { first, _ in first }
    copies += other.copies
    let known = Set(fieldOrder)
    fieldOrder += other.fieldOrder.filter { !known.contains($0) }
  }
}
