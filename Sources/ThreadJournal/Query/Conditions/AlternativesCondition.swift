/// Terms with `OR` between them: all of one alternative have to hold.
struct AlternativesCondition: QueryCondition {
  private(set) var alternatives: [[QueryTerm]]

  mutating func matches(_ entry: Entry, _ reading: DateReading) -> Bool {
    for index in alternatives.indices where alternatives[index].areMet(by: entry, reading) {
      return true
    }
    return false
  }
}
