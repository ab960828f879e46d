import ThreadStorage

extension EntryQuery {
  /// The query that the arguments and the options' ranges make together.
  ///
  /// - Parameters:
  ///   - terms: Arguments in the language that `EntryQuery` tells.
  ///   - dayStartsAt: When a day starts, in seconds after midnight.
  package static func parse(
    _ terms: [String], from: TimeRange? = nil, to: TimeRange? = nil, on: TimeRange? = nil,
    now: Instant, zone: LocalTimeZone, dayStartsAt: Int = 0
  ) throws(QueryError) -> EntryQuery {
    var parsed: [QueryTerm] = []
    for (index, argument) in terms.enumerated() {
      let parser = QueryArgumentParser(
        argument, index: index + 1, now: now, zone: zone, dayStartsAt: dayStartsAt)
      parsed += try parser.terms()
    }
    var ranges: [TimeRange] = []
    if let from { ranges.append(TimeRange(lower: from.lower, upper: nil)) }
    if let to { ranges.append(TimeRange(lower: nil, upper: to.upper)) }
    if let on { ranges.append(on) }
    parsed += ranges.map { QueryTerm(isExcluded: false, condition: DateCondition(ranges: [$0])) }
    return EntryQuery(
      terms: parsed, reading: DateReading(zone: zone, dayStartsAt: dayStartsAt))
  }
}
