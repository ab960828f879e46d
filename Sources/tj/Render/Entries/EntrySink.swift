import ThreadJournal
import ThreadStorage

/// Writes entries in one form.
///
/// The entries of a thread are written on whichever processor has read them, by its copy of the sink; what the copies
/// wrote is joined in the order of the threads.
protocol EntrySink: Sendable {
  /// Whether all entries must be known before any is written.
  var needsAll: Bool { get }
  /// What stands between the entries of two threads, of which the first ended with this byte.
  func separator(behind last: UInt8?) -> [UInt8]
  /// What was wrong with the thread that was written last.
  var problem: FileProblem? { get }
  mutating func prepare(_ threads: [ThreadEntries])
  /// Writes what comes before the first entry.
  func start(to output: inout [UInt8])
  /// Writes the entries of a thread, or some of them.
  mutating func append(_ thread: ThreadEntries, to output: inout [UInt8])
  /// Writes what comes behind the last entry.
  func end(isEmpty: Bool, to output: inout [UInt8])
}

extension EntrySink {
  var needsAll: Bool { false }
  func separator(behind last: UInt8?) -> [UInt8] { [] }
  var problem: FileProblem? { nil }
  mutating func prepare(_ threads: [ThreadEntries]) {}
  func start(to output: inout [UInt8]) {}
  func end(isEmpty: Bool, to output: inout [UInt8]) {}
}

/// The order in which entries are printed, and how many of them.
struct EntryOrder: Sendable {
  /// By time across threads; otherwise thread by thread, in each by time.
  var isByTime = false
  /// Only this many of the newest; nil for all.
  var limit: Int?
  var isReversed = false
  /// By the values of the field with this key, once they are chosen.
  var field: (key: String, dayStartsAt: Int)?
  /// Only some, as chance chooses; nil for all.
  var sample: EntrySample?

  /// Whether entries are printed before all of them are known.
  var isStreaming: Bool { !isByTime && limit == nil && field == nil && sample == nil }

  /// All that is found, in this order, in runs of one thread.
  func runs(of threads: [ThreadEntries]) -> [ThreadEntries] {
    guard let field else {
      return threads.arranged(byTime: isByTime, limit: limit, isReversed: isReversed)
    }
    return threads.arranged(byTime: true, limit: limit)
      .arranged(byField: field.key, dayStartsAt: field.dayStartsAt, isReversed: isReversed)
  }
}

extension EntryScan {
  /// All that is found, in this order, in runs of one thread.
  func runs(_ order: EntryOrder) -> (runs: [ThreadEntries], outcome: Outcome) {
    if let limit = order.limit {
      let (newest, outcome) = newest(limit)
      return (order.runs(of: newest), outcome)
    }
    var all: [ThreadEntries] = []
    var sample = order.sample
    let isSampled = sample != nil
    let outcome = run(
      rendering: { isSampled ? $0 : $0.compacted() },
      taking: { if isSampled { sample?.add($0) } else { all.append($0) } })
    return (order.runs(of: sample?.entries ?? all), outcome)
  }

  /// Writes what is found to `write`, which returns whether anyone still reads: as it is found where that can be, else
  /// when all is known.
  func print<Failure: Error>(
    _ order: EntryOrder = EntryOrder(), with sink: some EntrySink,
    to write: ([UInt8]) throws(Failure) -> Bool
  ) throws(Failure) -> Outcome {
    var start: [UInt8] = []
    sink.start(to: &start)
    var isOpen = true
    if !start.isEmpty { isOpen = try write(start) }
    var isFirst = true
    var last: UInt8?
    func put(_ part: [UInt8]) throws(Failure) -> Bool {
      let separator = isFirst ? [] : sink.separator(behind: last)
      if !separator.isEmpty { isOpen = try write(separator) }
      isFirst = false
      last = part.last
      isOpen = try write(part)
      return isOpen
    }
    var outcome: Outcome
    var problems: [FileProblem] = []
    if !order.isStreaming || sink.needsAll {
      let runs: [ThreadEntries]
      (runs, outcome) = self.runs(order)
      var sink = sink
      sink.prepare(runs)
      for run in runs where isOpen {
        var part: [UInt8] = []
        sink.append(run, to: &part)
        isOpen = try put(part)
      }
    } else {
      outcome = try run(
        keeping: sink,
        rendering: { sink, thread in
          var (thread, part) = (thread, [UInt8]())
          if order.isReversed { thread.entries.reverse() }
          sink.append(thread, to: &part)
          return (part, sink.problem)
        },
        deliver: { (part: ([UInt8], FileProblem?)) throws(Failure) in
          if let problem = part.1 { problems.append(problem) }
          return try put(part.0)
        })
    }
    outcome.problems += problems
    var end: [UInt8] = []
    sink.end(isEmpty: isFirst, to: &end)
    if isOpen, !end.isEmpty { _ = try write(end) }
    return outcome
  }
}

extension Session {
  func print(
    _ scan: EntryScan, _ order: EntryOrder = EntryOrder(), with sink: some EntrySink
  ) -> EntryScan.Outcome {
    scan.print(order, with: sink) {
      output.write($0)
      return output.state == .open
    }
  }

  func print(_ threads: [ThreadEntries], with sink: some EntrySink) {
    var (sink, bytes) = (sink, [UInt8]())
    sink.prepare(threads)
    sink.start(to: &bytes)
    var last: UInt8?
    for (index, thread) in threads.enumerated() {
      if index > 0 { bytes += sink.separator(behind: last) }
      sink.append(thread, to: &bytes)
      last = bytes.last
      output.drain(&bytes)
    }
    sink.end(isEmpty: threads.isEmpty, to: &bytes)
    output.write(bytes)
  }
}
