import ThreadStorage

/// `is:`, of which one state has to hold.
struct StateCondition: QueryCondition {
  enum State: String, Sendable, CaseIterable {
    case edited
    case deleted
  }

  let states: [State]

  func literals(_ reading: DateReading) -> [LiteralSearch?] {
    states.map { LiteralSearch($0.rawValue, isExact: true) }
  }

  func matches(_ entry: Entry, _ reading: DateReading) -> Bool {
    states.contains {
      switch $0 {
      case .edited: entry.edited != nil
      case .deleted: entry.deletion != nil
      }
    }
  }
}
