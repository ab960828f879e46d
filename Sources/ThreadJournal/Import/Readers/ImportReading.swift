import ThreadStorage

/// What was read from files, and what is wrong with them.
package struct ImportReading: Sendable {
  package var entries: [ImportedEntry] = []
  /// What is wrong; where anything is, nothing is imported.
  package var problems: [ImportProblem] = []
  /// How many problems there are besides, which are too many to be kept.
  package var furtherProblems = 0
  /// The names of fields in the order of the columns, where there are columns.
  package var fieldOrder: [String] = []
  /// The fields, by `FieldName.key`, whose columns are called like ends beside one of the times of day of starts.
  var ends: Set<String> = []
  /// How dates such as 11.12.2026 are read; nil for not at all.
  package var dateOrder: ForeignDate.Order?
  package var preference = ImportPreference.journal
  /// When files were last written to, where that is known.
  package var saved: [String: Instant] = [:]
  /// Threads that the files bring along whole, with what stands before their entries, in the order of the files.
  package var copies: [ThreadCopy] = []
  package var deletions: [ImportedThread: SoftDeletion] = [:]
  package var schemas: [ImportedThread: FieldSchema] = [:]
  /// When threads were made, where the files say so.
  package var created: [ImportedThread: Timestamp] = [:]
  /// The units in the names of columns that `--map` has as fields, by the fields' keys.
  var mappedUnits: [String: Set<String>] = [:]
  /// All columns of tables, as they are called.
  var headersOfTables: [String] = []
  /// The columns of text, title and thread that only their names tell, by the file.
  package var guessedColumns: [String: [CSVTable.Guess]] = [:]
  /// How the times of tables are read, by the file.
  package var readTimes: [String: CSVTimes.Read] = [:]
  /// The times of tables as they are written, whether they are read or not; the first of them.
  package private(set) var times: [String] = []
  package private(set) var leftOut: [ImportOmission] = []
  /// Where each kind stands there, by the omission without its line and count.
  private var omissions: [ImportOmission: Int] = [:]

  package init() {}

  /// How many times are kept: enough to tell how the others are written.
  private static let mostTimes = 1000

  mutating func note(time text: String) {
    if times.count < Self.mostTimes { times.append(text) }
  }

  mutating func leaveOut(_ omission: ImportOmission) {
    let key = ImportOmission(file: omission.file, line: 0, kind: omission.kind)
    guard let position = omissions[key] else {
      omissions[key] = leftOut.count
      return leftOut.append(omission)
    }
    leftOut[position].count += omission.count
    let shown = leftOut[position].shown
    let room = ImportOmission.mostShown - shown.count
    // Of names, each once.
    let isKnown =
      omission.kind == .idleMembers
      && omission.shown.allSatisfy { line in shown.contains { $0.text == line.text } }
    if !isKnown { leftOut[position].shown += omission.shown.prefix(room) }
  }

  /// Leaves out the fields that the options say are for nothing, which a table has left out already; the journal's stay.
  package mutating func dropFields(as options: ImportOptions) {
    let headers = options.mapping.filter(\.target.isEmpty).map(\.header)
    let keys = Set(headers.map { FieldName.key($0) })
    guard !keys.isEmpty else { return }
    var names = headersOfTables + leftOut.flatMap(\.kind.names)
    let fieldNames = headersOfTables.map { CSVColumns.fieldName(ofHeader: $0) }
    var seen = Set((names + fieldNames).map { FieldName.key($0) })
    for index in entries.indices {
      for (name, _) in entries[index].fields where seen.insert(FieldName.key(name)).inserted {
        names.append(name)
      }
      do throws(EntryEditError) { try entries[index].dropFields(withKeys: keys) } catch {
        problems.append(
          ImportProblem(file: entries[index].file, line: entries[index].line, kind: .badSource))
      }
    }
    // What was not read may have any.
    guard problems.isEmpty, let file = entries.first?.file else { return }
    for header in headers where !seen.contains(FieldName.key(header)) {
      problems.append(
        ImportProblem(file: file, line: 1, kind: .nothingCalled(header, among: names)))
    }
  }

  /// Drops the problem that files are empty, where others have entries; returns the files.
  package mutating func forgiveEmptyFiles() -> [String] {
    guard !entries.isEmpty else { return [] }
    defer { problems.removeAll { $0.kind == .emptyFile } }
    return problems.filter { $0.kind == .emptyFile }.map(\.file)
  }

  /// How the tables are read that these entries are from: the first one, and each that is read otherwise.
  func readTimes(ofEntriesAt positions: [Int]) -> [CSVTimes.Read] {
    var files: Set<String> = []
    let read = positions.map { entries[$0].file }.filter { files.insert($0).inserted }
      .compactMap { file in
        readTimes[file].map { read in
          var read = read
          read.file = file
          return read
        }
      }
    let days = positions.map { entries[$0].timestamp.date }
    guard var first = read.first, let from = days.min(), let to = days.max() else { return [] }
    first.file = nil
    first.days = from...to
    return [first] + read.dropFirst().filter { $0.columns != first.columns || $0.otherDay != nil }
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
    ends.formUnion(other.ends)
    headersOfTables += other.headersOfTables
    guessedColumns.merge(other.guessedColumns) { first, _ in first }
    readTimes.merge(other.readTimes) { first, _ in first }
    times += other.times.prefix(Self.mostTimes - times.count)
    mappedUnits.merge(other.mappedUnits) { $0.union($1) }
    let known = Set(fieldOrder)
    fieldOrder += other.fieldOrder.filter { !known.contains($0) }
  }
}
