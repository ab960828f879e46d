import ThreadStorage

/// What of JSON that is no program's we know can be the rows of a table, by the first of them.
package struct JSONTable: Sendable, Hashable {
  /// Where they are, as jq says it: `.[]`, `.notes[]`, `to_entries[]`.
  package let rows: String
  /// Whether each of them is a value of its own, as one a line.
  package private(set) var isSeries = false
  /// The members that a cell can hold.
  package let columns: [String]
  /// The lists and objects among its members.
  package let others: [String]

  /// The rows of `value`, or `value` as one of several; nil where nothing in it is one.
  init?(_ value: JSONValue) {
    if let row = value.items?.first {
      self.init(rows: ".[]", row)
      return
    }
    guard case .object(let members) = value.content, !members.isEmpty else { return nil }
    if members.allSatisfy({ Timestamp(String(utf8: $0.name)) != nil && $0.value.string != nil }) {
      self.init(rows: "to_entries[]", columns: ["key", "value"], others: [])
    } else if let list = members.first(where: { $0.value.items?.first.map(Self.isRow) == true }),
      let row = list.value.items?.first
    {
      self.init(rows: Self.path(String(utf8: list.name)) + "[]", row)
    } else {
      self.init(rows: ".[]", value)
      isSeries = true
    }
  }

  private init?(rows: String, _ row: JSONValue) {
    guard case .object(let members) = row.content else { return nil }
    let lists = members.filter { Self.isRow($0.value) || $0.value.items != nil }
    let others = lists.map { String(utf8: $0.name) }
    let columns = members.map { String(utf8: $0.name) }.filter { !others.contains($0) }
    if columns.isEmpty { return nil }
    self.init(rows: rows, columns: columns, others: others)
  }

  private init(rows: String, columns: [String], others: [String]) {
    (self.rows, self.columns, self.others) = (rows, columns, others)
  }

  private static func isRow(_ value: JSONValue) -> Bool {
    if case .object = value.content { true } else { false }
  }

  /// How jq names a member.
  package static func path(_ name: String) -> String {
    let isPlain =
      name.utf8.allSatisfy { Byte.isLetterOrDigit($0) || $0 == UInt8(ascii: "_") }
      && name.utf8.first.map(Byte.isDigit) == false
    return isPlain ? "." + name : ".\"" + name.replacing("\"", with: "\\\"") + "\""
  }
}
