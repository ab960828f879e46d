import ThreadJournal
import ThreadStorage

/// What a command line says of an entry that is to be made.
struct EntryRequest {
  /// The entry's new id.
  let id: EntryID
  /// Its time: `--at`, else now.
  let time: Timestamp
  /// Its title, trimmed; empty for none.
  let title: [UInt8]
  /// Its fields, in the order given; of equal names the last.
  let fields: [(name: String, value: [UInt8])]
  /// The place that is being asked for, where the settings want one and the command line says nothing.
  let place: PlaceRequest?

  /// Reads the options `--at`, `--title`, `--field`, `--location`, `--no-location`.
  init(_ arguments: ParsedArguments, journal: Journal, session: Session) throws {
    id = journal.newEntryID()
    time = try arguments.value("at").map { try session.time($0) } ?? journal.timestamp
    title = try EntryRequest.title(arguments.value("title")) ?? []
    fields = try EntryRequest.fields(arguments)
    place = arguments.flag("no-location") ? nil : PlaceRequest(beside: fields, session)
  }

  /// The fields of `--field` and `--location`, in the order given; of equal names the last.
  static func fields(_ arguments: ParsedArguments) throws -> [(name: String, value: [UInt8])] {
    let place = arguments.value("location").map { FieldAssignment(name: "location", value: $0) }
    let given = arguments.assignments("field") + [place].compactMap(\.self)
    for field in given where FieldName.key(field.name) == FieldDefinition.location.key {
      if PlaceName.isCoordinates(Array(field.value.utf8)) { throw PlaceName.Refusal.coordinates }
    }
    return try assignments(given).map { ($0.name, $0.value ?? []) }
  }

  /// The entry with this text.
  func entry(text: [UInt8]) -> NewEntry {
    NewEntry(id: id, timestamp: time, title: title, fields: fields, text: text)
  }

  /// An entry's title from the command line, without white space around it (F9).
  ///
  /// - Throws: `CommandError.badEntryTitle` where it is more than one line.
  static func title(_ text: String?) throws -> [UInt8]? {
    guard let text else { return nil }
    let bytes = Array(text.utf8)
    guard !bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
      throw CommandError.badEntryTitle
    }
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let start = bytes.drop(while: isBlank)
    return Array(
      start.prefix(upTo: (start.lastIndex { !isBlank($0) }).map { $0 + 1 } ?? start.startIndex))
  }

  /// The assignments of a change: a value, or nil where an empty one takes the field away; of equal names the last.
  static func assignments(
    _ given: [FieldAssignment]
  ) throws -> [(name: String, value: [UInt8]?)] {
    var fields: [(name: String, value: [UInt8]?)] = []
    for assignment in given {
      try checkName(assignment.name)
      fields.removeAll { FieldName.key($0.name) == FieldName.key(assignment.name) }
      fields.append(
        (assignment.name, assignment.value.isEmpty ? nil : Array(assignment.value.utf8)))
    }
    return fields
  }

  /// Refuses a name for a new field that `NAME=VALUE` could not set, or that no field can have (F15).
  static func checkNewName(_ name: String) throws {
    guard !name.utf8.contains(UInt8(ascii: "=")) else { throw CommandError.badFieldName(name) }
    try checkName(name)
  }

  /// Refuses a name that no field can have (F15).
  static func checkName(_ name: String) throws {
    guard FieldName.isValid(name) else { throw CommandError.badFieldName(name) }
  }
}
