import ThreadStorage

/// What of JSON that is no program's we know can be the rows of a table, by their members.
package struct JSONTable: Sendable, Hashable {
  /// Where the rows are.
  package enum Rows: Sendable, Hashable {
    /// In the list that the file is, or in the object by its members' names.
    case items
    /// In the list that is the member of this name.
    case list(String)
    /// In the members of the object, whose names are times: `{"2026-11-01": "a"}`.
    case days
    /// The same of objects: `{"2026-11-01": {"mood": 7}}`.
    case objectsOfDays
  }

  package let rows: Rows
  /// Whether each of them is a value of its own, as one a line.
  package private(set) var isSeries = false
  /// The members that a cell can hold.
  package private(set) var columns: [String]
  /// The lists and objects among its members.
  package private(set) var others: [String]
  /// The columns whose numbers all look like milliseconds or microseconds since 1970, with how many a second has.
  package private(set) var instants: [String: Int] = [:]
  /// Which of all names are those of columns.
  private var areCells: [String: Bool] = [:]

  /// The rows of `value`, or `value` as one of several; nil where nothing in it is one.
  init?(_ value: JSONValue) {
    if let items = value.items {
      self.init(rows: .items, items)
      return
    }
    guard case .object(let members) = value.content, !members.isEmpty else { return nil }
    let areDays = members.allSatisfy { Timestamp(String(utf8: $0.name)) != nil }
    if areDays, members.allSatisfy({ $0.value.string != nil }) {
      self.init(rows: .days, columns: ["key", "value"], others: [])
    } else if areDays, members.allSatisfy({ Self.isRow($0.value) }) {
      self.init(rows: .objectsOfDays, members.map(\.value))
      if !columns.contains("date") { columns.insert("date", at: 0) }
    } else if let list = members.first(where: { $0.value.items?.first.map(Self.isRow) == true }),
      let items = list.value.items,
      // The labels of a note are no rows.
      !Self.isEntry(value) || items.contains(where: Self.hasTime)
    {
      self.init(rows: .list(String(utf8: list.name)), items)
    } else if case .object(let cells) = members[0].value.content, let first = cells.first,
      members.allSatisfy({ $0.value[String(utf8: first.name)] != nil })
    {
      self.init(rows: .items, members.map(\.value))
    } else {
      self.init(rows: .items, [value])
      isSeries = true
    }
  }

  private init?(rows: Rows, _ values: [JSONValue]) {
    guard let first = values.first, Self.isRow(first) else { return nil }
    self.init(rows: rows, columns: [], others: [])
    for value in values { add(value) }
    if columns.isEmpty { return nil }
  }

  /// Takes the members of one more row; what is a list or an object in any of them is no cell.
  mutating func add(_ row: JSONValue) {
    guard case .object(let members) = row.content else { return }
    for member in members {
      let name = String(utf8: member.name)
      let isCell = !Self.isRow(member.value) && member.value.items == nil
      if !member.value.isNull {
        let scale = Self.scale(of: member.value)
        instants[name] = areCells[name] == nil || instants[name] == scale ? scale : nil
      }
      switch areCells[name] {
      case nil where isCell: columns.append(name)
      case nil: others.append(name)
      case true? where !isCell:
        columns.removeAll { $0 == name }
        others.append(name)
      default: continue
      }
      areCells[name] = isCell
    }
  }

  /// Whether an object has a time, and a text.
  private static func isEntry(_ value: JSONValue) -> Bool {
    guard case .object(let members) = value.content, hasTime(value) else { return false }
    return members.contains { member in
      let name = String(utf8: member.name).lowercased()
      return member.value.string != nil
        && ["text", "content", "body"].contains { name.contains($0) }
    }
  }

  /// Whether one of the members of an object is a time.
  private static func hasTime(_ value: JSONValue) -> Bool {
    guard case .object(let members) = value.content else { return false }
    return members.contains { member in
      scale(of: member.value) != nil
        || member.value.string.map { Timestamp(String(utf8: $0)) != nil } == true
    }
  }

  /// How many a second has of what a number of 13 or 16 digits counts, which is of 2001 to 2033.
  private static func scale(of value: JSONValue) -> Int? {
    guard case .number(let digits) = value.content, digits.first == UInt8(ascii: "1"),
      digits.allSatisfy(Byte.isDigit)
    else { return nil }
    return [13: 1000, 16: 1_000_000][digits.count]
  }

  private init(rows: Rows, columns: [String], others: [String]) {
    (self.rows, self.columns, self.others) = (rows, columns, others)
  }

  /// `text` as a string of JSON, and of jq.
  package static func quoted(_ text: String) -> String {
    let parts = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case _ where scalar.value < 0x20:
        "\\u\(String(scalar.value + 0x1_0000, radix: 16).dropFirst())"
      default: String(scalar)
      }
    }
    return "\"\(parts.joined())\""
  }

  private static func isRow(_ value: JSONValue) -> Bool {
    if case .object = value.content { true } else { false }
  }
}
