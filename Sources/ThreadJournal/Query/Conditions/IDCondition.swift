import ThreadStorage

/// The beginning of an entry's id; not part of the language.
struct IDCondition: QueryCondition {
  let beginning: String

  func literals(_ reading: DateReading) -> [LiteralSearch?] {
    [LiteralSearch("#" + beginning, isExact: true)]
  }

  func matches(_ entry: Entry, _ reading: DateReading) -> Bool {
    entry.id?.description.utf8.starts(with: beginning.utf8) ?? false
  }
}
