import ThreadStorage

/// What a search of a whole journal found, where all of it has to be known before any is shown.
package struct SearchResults: Sendable {
  /// The order in which entries are shown.
  package enum Order: String, Sendable, CaseIterable {
    /// Thread by thread, by path; in each by time.
    case thread
    /// By time, whichever thread they are from.
    case time
  }

  /// The entries of each thread, by path and then by time.
  private var threads: [JournalSearch.Matches] = []

  /// No results.
  package init() {}

  /// Adds the entries of the next thread, which are in time order.
  package mutating func append(_ matches: JournalSearch.Matches) { threads.append(matches) }

  /// An entry's place: its thread, and its index there.
  private struct Place {
    let thread: Int
    let index: Int
    let instant: Instant
  }

  /// The entries in `order`, in runs of one thread; of all threads together no more than the `limit` newest.
  ///
  /// - Parameter isReversed: Whether the newest come first; in thread order, of each thread.
  package func arranged(
    in order: Order, limit: Int? = nil, isReversed: Bool = false
  ) -> [JournalSearch.Matches] {
    var places = threads.indices.flatMap { thread in
      threads[thread].entries.enumerated().map {
        Place(thread: thread, index: $0.offset, instant: $0.element.instant)
      }
    }
    if order == .time || limit != nil {
      places.sort { ($0.instant, $0.thread, $0.index) < ($1.instant, $1.thread, $1.index) }
    }
    if let limit { places = places.suffix(limit) }
    if isReversed { places.reverse() }
    if order == .thread {
      let sign = isReversed ? -1 : 1
      places.sort { ($0.thread, sign * $0.index) < ($1.thread, sign * $1.index) }
    }
    return runs(of: places)
  }

  private func runs(of places: [Place]) -> [JournalSearch.Matches] {
    var runs: [JournalSearch.Matches] = []
    var start = 0
    while start < places.count {
      let thread = places[start].thread
      let end = places[start...].firstIndex { $0.thread != thread } ?? places.count
      let matches = threads[thread]
      runs.append(
        JournalSearch.Matches(
          header: matches.header, schema: matches.schema,
          entries: places[start..<end].map { matches.entries[$0.index] }))
      start = end
    }
    return runs
  }
}
