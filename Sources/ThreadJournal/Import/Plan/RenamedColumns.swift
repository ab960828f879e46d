/// Which new columns of a table are perhaps fields that the journal has by other names, and the table has not any more, by
/// the values of the rows that both have.
struct RenamedColumns: Sendable {
  private struct Pair: Hashable {
    let column: String
    let field: String
  }

  /// How often both have the same, and what.
  private var same: [Pair: (count: Int, values: Set<[UInt8]>)] = [:]
  /// Those that somewhere have not.
  private var unlike: Set<Pair> = []

  /// Takes a row into account that is there as `own`.
  mutating func note(_ entry: ImportedEntry, in own: FoundEntry) {
    for (column, field, value, isSame) in own.renamings(of: entry) {
      let pair = Pair(column: column, field: field)
      guard isSame else {
        unlike.insert(pair)
        continue
      }
      same[pair, default: (0, [])].count += 1
      same[pair, default: (0, [])].values.insert(value)
    }
  }

  /// The columns for which there is one field alone, with the same values in several rows; a few that are all alike are
  /// the same by chance.
  var names: [(column: String, field: String)] {
    let pairs = same.filter { pair, found in
      found.count > 2 && found.values.count > 1 && !unlike.contains(pair)
    }.keys
    let columns = Dictionary(pairs.map { ($0.column, 1) }, uniquingKeysWith: +)
    let fields = Dictionary(pairs.map { ($0.field, 1) }, uniquingKeysWith: +)
    return pairs.filter { columns[$0.column] == 1 && fields[$0.field] == 1 }
      .sorted { $0.column < $1.column }.map { ($0.column, $0.field) }
  }
}
