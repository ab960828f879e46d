import ThreadStorage

extension ImportReader {
  /// Reads a table with a header line.
  mutating func readCSV() {
    var reader = CSVReader(bytes)
    do throws(CSVReader.UnterminatedQuote) {
      guard let header = try reader.next(), let table = table(header) else { return }
      while let record = try reader.next() { readRow(record, table) }
    } catch {
      note(.unterminatedQuote, line: error.line)
    }
  }

  /// What the columns are for; nil, with problems noted, where that cannot be told.
  private mutating func table(_ header: CSVReader.Record) -> CSVTable? {
    let names = header.cells.map { cell in String(utf8: FieldValue.trimmed(text(cell))) }
    isOwnExport = names.starts(with: CSVColumns.Entry.allCases.prefix(4).map(\.rawValue))
    var table = CSVTable(roles: [])
    let mapped = mappedRoles(names)
    guard reading.problems.isEmpty else { return nil }
    let hasDate = names.contains { $0.lowercased() == "date" }
    let mappedRoles = Set(mapped.values)
    for (index, name) in names.enumerated() {
      table.roles.append(
        mapped[index]
          ?? (isOwnExport
            ? CSVTable.ownRole(name) : table.role(name, mappedRoles, hasDate: hasDate)))
      if table.roles[index] == .coordinates {
        leaveOut(.coordinates(column: name), line: header.line)
      }
    }
    checkFields(of: table, line: header.line)
    if !table.roles.contains(.entry(.time)) {
      note(.noTimeColumn(headers: names), line: header.line)
    }
    reading.fieldOrder = table.roles.compactMap { role in
      if case .field(let name) = role { return name }
      return nil
    }
    return reading.problems.isEmpty ? table : nil
  }

  /// The roles that the options give to columns, by the columns' places.
  private mutating func mappedRoles(_ names: [String]) -> [Int: CSVTable.Role] {
    var roles: [Int: CSVTable.Role] = [:]
    guard !options.mapping.isEmpty else { return roles }
    let places = Dictionary(
      zip(names.map { FieldName.key($0) }, names.indices), uniquingKeysWith: { first, _ in first })
    for (target, header) in options.mapping {
      guard let index = places[FieldName.key(header)] else {
        note(.noColumn(header, headers: names), line: 1)
        continue
      }
      let entry = CSVColumns.Entry(rawValue: target.lowercased())
      roles[index] = entry.map { .entry($0) } ?? .field(CSVColumns.fieldName(ofHeader: target))
    }
    return roles
  }

  private mutating func checkFields(of table: CSVTable, line: Int) {
    var seen: Set<CSVTable.Role> = []
    var names: Set<String> = []
    for role in table.roles {
      if case .field(let name) = role {
        if !FieldName.isValid(name) { note(.badFieldName(name), line: line) }
        if !names.insert(FieldName.key(name)).inserted { note(.columnTwice(name), line: line) }
      } else if case .entry(let column) = role, !seen.insert(role).inserted {
        note(.columnTwice(column.rawValue), line: line)
      }
    }
  }

  private func text(_ cell: CSVReader.Cell) -> [UInt8] {
    options.isRaw ? cell.bytes : CSVFormula.unguarded(cell.bytes)
  }

  private mutating func readRow(_ record: CSVReader.Record, _ table: CSVTable) {
    let isTooLong = record.cells.dropFirst(table.roles.count).contains { !$0.bytes.isEmpty }
    if record.cells.count < table.roles.count || isTooLong {
      return note(.cellCount(record.cells.count, expected: table.roles.count), line: record.line)
    }
    guard let time = time(of: record, table) else { return }
    var entry = entry(at: time, line: record.line)
    var named = ImportedThread(title: "")
    for (role, cell) in zip(table.roles, record.cells) {
      let value = text(cell)
      switch role {
      case .field(let name):
        // In an export of ours `""` is a value, and nothing is none.
        if !value.isEmpty || (isOwnExport && cell.isQuoted) {
          entry.fields.append((name, value))
        }
      case .entry(.thread): named.title = String(utf8: value)
      case .entry(.path) where !value.isEmpty: named.path = String(utf8: value)
      case .entry(let column): read(value, as: column, into: &entry)
      case .clock, .coordinates: break
      }
    }
    if !named.title.isEmpty { entry.thread = thread(named) }
    reading.entries.append(entry)
  }

  private mutating func read(
    _ value: [UInt8], as column: CSVColumns.Entry, into entry: inout ImportedEntry
  ) {
    if value.isEmpty { return }
    let string = String(utf8: value)
    switch column {
    case .id: setID(string, of: &entry)
    case .edited:
      if Timestamp(string) == nil { note(.badTime(string), line: entry.line) }
      entry.edited = string
    case .deleted:
      if Timestamp(string) == nil, string != "true" { note(.badTime(string), line: entry.line) }
      entry.deleted = string
    case .title: setTitle(value, of: &entry)
    case .text: entry.text = value
    case .thread, .path, .time: break
    }
  }

  /// The time of the row: of the time's column, with the clock's where that is one of its own.
  private mutating func time(of record: CSVReader.Record, _ table: CSVTable) -> Timestamp? {
    var parts: [String] = []
    for role in [CSVTable.Role.entry(.time), .clock] {
      guard let index = table.roles.firstIndex(of: role) else { continue }
      let part = FieldValue.trimmed(text(record.cells[index]))
      if !part.isEmpty { parts.append(String(utf8: part)) }
    }
    let whole = parts.joined(separator: " ")
    let time = options.time(whole)
    if time == nil { note(.badTime(whole), line: record.line) }
    return time
  }
}

/// What the columns of a table are for.
struct CSVTable {
  /// What one column is for.
  enum Role: Hashable {
    case entry(CSVColumns.Entry)
    /// The time of day, where the date is in another column.
    case clock
    /// A degree of latitude or longitude, or both, which are left out (F17).
    case coordinates
    case field(String)
  }

  var roles: [Role]

  /// The role of a column in an export of ours.
  static func ownRole(_ header: String) -> Role {
    CSVColumns.Entry(rawValue: header).map { .entry($0) }
      ?? .field(CSVColumns.fieldName(ofHeader: header))
  }

  /// The role that a column's name suggests, where no other column has it.
  func role(_ header: String, _ mapped: Set<Role>, hasDate: Bool) -> Role {
    let name = header.lowercased()
    if CSVTable.coordinateNames.contains(name) { return .coordinates }
    let field = Role.field(CSVColumns.fieldName(ofHeader: header))
    let isTimeMapped = mapped.contains(.entry(.time))
    if name == "time", hasDate { return isTimeMapped ? field : .clock }
    guard let column = CSVTable.knownNames[name] else { return field }
    let role = Role.entry(column)
    return mapped.contains(role) || roles.contains(role) ? field : role
  }

  private static let coordinateNames: Set = [
    "latitude", "longitude", "lat", "lon", "lng", "coordinates", "coords", "gps", "geo",
    "geolocation", "lat/lon", "latlng",
  ]

  private static let knownNames: [String: CSVColumns.Entry] = [
    "time": .time, "date": .time, "datetime": .time, "date time": .time, "timestamp": .time,
    "created": .time, "created_at": .time, "created at": .time, "creation date": .time,
    "text": .text, "note": .text, "notes": .text, "entry": .text, "body": .text,
    "content": .text, "title": .title, "subject": .title, "thread": .thread, "journal": .thread,
  ]
}
