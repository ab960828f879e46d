import ThreadStorage

/// The columns of a CSV file of entries: those of every entry, then one for each field.
///
/// Fields come in the order in which the threads define them, a group's together; then those that no
/// thread defines, as they are met. A deleted field has a column only where an entry carries it (F27).
package struct CSVColumns: Sendable {
  package enum Entry: String, Sendable, CaseIterable {
    case thread, path, id, time, end, length, edited, deleted, title, text

    /// Those of times with an end, which a table without any does not have.
    static let ofEnds: [Entry] = [.end, .length]
  }

  /// Whether an entry has an end (F8a), so that the table has the columns for it.
  package private(set) var hasEnds = false

  /// Goes before the name of a field that is named like another column, or begins with this itself.
  package static let fieldPrefix = "field:"

  /// How the header line of our own tables begins.
  static let ownStart = Array(Entry.allCases.prefix(4).map(\.rawValue).joined(separator: ",").utf8)

  private typealias Column = (key: String, name: String)
  private var defined: [Column] = []
  private var carried: [Column] = []
  /// For each defined field, whether a thread still offers it: false where all have deleted it.
  private var isOffered: [String: Bool] = [:]
  private var carriedKeys: Set<String> = []
  private var seen: Set<[UInt8]> = []

  package init() {}

  /// Notes the fields that a thread defines, the names of those that its entries carry, and whether one has an end.
  package mutating func note(_ schema: FieldSchema, carried names: [[UInt8]], hasEnds: Bool) {
    if hasEnds { self.hasEnds = true }
    for field in schema.sections.flatMap(\.fields) {
      let key = field.key
      let isKnown = isOffered[key]
      if isKnown == nil { defined.append((key, field.name)) }
      if isKnown != true { isOffered[key] = field.deletion == nil }
    }
    for bytes in names where seen.insert(bytes).inserted {
      let name = String(utf8: bytes)
      let key = FieldName.key(name)
      if carriedKeys.insert(key).inserted { carried.append((key, name)) }
    }
  }

  /// Notes what any entry may have, whether or not one has it: the reserved fields and an end.
  package mutating func noteReserved() {
    let names = FieldDefinition.reserved.map { Array($0.name.utf8) }
    note(FieldSchema(), carried: names, hasEnds: true)
  }

  /// The columns of fields, in their order.
  package var ofFields: [(key: String, name: String)] {
    defined.filter { isOffered[$0.key] == true || carriedKeys.contains($0.key) }
      + carried.filter { isOffered[$0.key] == nil }
  }

  /// Whether an entry has the field with this key.
  package func isCarried(_ key: String) -> Bool { carriedKeys.contains(key) }

  /// The columns of every entry, in their order.
  func entryColumns(includesDeleted: Bool) -> [Entry] {
    Entry.allCases.filter {
      (includesDeleted || $0 != .deleted) && (hasEnds || !Entry.ofEnds.contains($0))
    }
  }

  func header(ofField name: String) -> String {
    let key = FieldName.key(name)
    let column = Entry(rawValue: key).flatMap { hasEnds || !Entry.ofEnds.contains($0) ? $0 : nil }
    return column != nil || key.hasPrefix(Self.fieldPrefix) ? Self.fieldPrefix + name : name
  }

  package static func fieldName(ofHeader header: String) -> String {
    let key = FieldName.key(header)
    return key.hasPrefix(fieldPrefix)
      ? String(header.unicodeScalars.dropFirst(fieldPrefix.unicodeScalars.count)) : header
  }
}

extension EntryScan {
  /// The columns of a table of all that is found.
  ///
  /// All threads that are read have columns for the fields that they define, so that the columns do not
  /// change from day to day. A file that cannot be read has none; the scan itself reports it.
  package func columns() -> CSVColumns {
    let files = self.files
    let request = request
    var columns = CSVColumns()
    _ = journal.read(
      files.paths, makeState: { request.query.unshared },
      work: { query, path, bytes -> (schema: FieldSchema, names: [[UInt8]], hasEnds: Bool) in
        var scan = FileScan(path: path, bytes, request, query)
        guard query.isEmpty else {
          let found = scan.entries(&query)
          return (scan.schemaOfAskedThread(), found.carriedNames, found.haveEnds)
        }
        let (names, hasEnds) = scan.carriedNames()
        return (scan.schemaOfAskedThread(), names, hasEnds)
      },
      deliver: {
        columns.note($0.schema, carried: $0.names, hasEnds: $0.hasEnds)
        return true
      })
    return columns
  }
}

extension ThreadEntries {
  /// The columns of a table of these entries alone.
  package var columns: CSVColumns {
    var columns = CSVColumns()
    columns.note(schema, carried: entries.carriedNames, hasEnds: entries.haveEnds)
    return columns
  }
}
