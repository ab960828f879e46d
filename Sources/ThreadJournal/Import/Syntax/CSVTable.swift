import ThreadStorage

/// What the columns of a table are for.
struct CSVTable {
  enum Role: Hashable {
    case entry(CSVColumns.Entry)
    /// The time of day, where the date is in another column.
    case clock
    /// The same of the end.
    case endClock
    /// A degree of latitude or longitude, or both, which are left out (F17).
    case coordinates
    case field(String)
  }

  private(set) var roles: [Role] = []
  /// Its fields among whose values coordinates may be.
  private(set) var places: Set<String> = []
  /// Its fields that are called like an end, where it is no table of ours.
  private(set) var ends: Set<String> = []
  /// What its columns tell.
  private(set) var told = ToldParts(columns: [], fields: [])
  /// Whether it is an export of ours, or some columns of one.
  let isOwn: Bool
  /// Whether it may be an export of ours all the same, of columns that do not tell.
  private(set) var mayBeOwn = false

  /// The columns of these headers: as they are `mapped`, as an export of ours names them, or as their names suggest.
  ///
  /// - Parameter isPart: Whether they are some of the columns of an export.
  init(_ headers: [String], _ mapped: [Int: Role], isOwnExport: Bool, isPart: Bool = false) {
    isOwn = isOwnExport || isPart
    var taken = Set(mapped.values)
    // Beside a date, a time is the time of day; where another column is mapped to the time, it is a field.
    let hasDate = headers.contains { ["date", "full_date"].contains($0.lowercased()) }
    let isTimeMapped = taken.contains(.entry(.time))
    let names = Set(headers.map { $0.lowercased() })
    let likeliest = Self.knownNames.compactMapValues { $0.first(where: names.contains) }
    func suggested(by name: String) -> Role? {
      if isPart, let own = CSVColumns.Entry(rawValue: name), !taken.contains(.entry(own)) {
        return .entry(own)
      }
      if Self.isCoordinates(name) { return .coordinates }
      if name == "time", hasDate { return isTimeMapped ? nil : .clock }
      let role = likeliest.first { $0.value == name }.map { Role.entry($0.key) }
      return role.flatMap { taken.contains($0) ? nil : $0 }
    }
    for (index, header) in headers.enumerated() {
      let own = CSVTable.own(header, at: index)
      let role =
        mapped[index] ?? (isOwnExport ? own : suggested(by: header.lowercased()))
        ?? .field(CSVColumns.fieldName(ofHeader: header))
      roles.append(role)
      taken.insert(role)
      switch role {
      case .field(let name):
        told.fields?.insert(FieldName.key(name))
        if Self.isPlace(name) { places.insert(name) }
        if !isOwn, ImportReader.isEndName(name) { ends.insert(name) }
      case .entry(let column): told.columns.insert(column)
      case .clock, .endClock, .coordinates: break
      }
    }
    mayBeOwn = !isOwn && zip(headers, roles).contains { $0 == "time" && $1 == .entry(.time) }
  }

  /// The column of an export of ours; a field may be named like those of ends where the table has none.
  private static func own(_ header: String, at index: Int) -> Role? {
    CSVColumns.Entry(rawValue: header).flatMap {
      CSVColumns.Entry.ofEnds.contains($0) && !(4...5 ~= index) ? nil : .entry($0)
    }
  }

  /// The names of columns and keys that hold where on the globe something was.
  private static let coordinateNames: Set = [
    "latitude", "longitude", "lat", "lon", "lng", "coordinates", "coords", "gps", "geo",
    "geolocation", "lat/lon", "latlng", "breitengrad", "längengrad", "laengengrad", "koordinaten",
  ]

  /// Whether a field of this name has places, among which coordinates may be.
  static func isPlace(_ name: String) -> Bool {
    words(of: name).contains {
      placeNames.contains($0) || coordinateNames.contains($0)
        || FieldName.key($0) == FieldDefinition.location.key
    }
  }

  /// Whether a field of this name has coordinates: it is called so, or has one of the long words for them.
  static func isCoordinates(_ name: String) -> Bool {
    coordinateNames.contains(name.lowercased())
      || words(of: name).contains { $0.utf8.count >= 8 && coordinateNames.contains($0) }
  }

  private static func words(of name: String) -> [String] {
    name.lowercased().split { !$0.isLetter }.map(String.init)
  }

  private static let placeNames: Set = ["place", "position", "where", "ort", "standort", "lieu"]

  static let timeNames = knownNames[.time] ?? []

  /// The names of columns that hold what an entry has, the likeliest first.
  private static let knownNames: [CSVColumns.Entry: [String]] = [
    .time: [
      "full_date", "date", "datetime", "date time", "time", "timestamp", "created", "created_at",
      "created at", "creation date",
    ],
    .text: ["text", "entry", "body", "content", "note", "notes"],
    .title: ["title", "subject"],
    .thread: ["thread", "journal"],
  ]
}
