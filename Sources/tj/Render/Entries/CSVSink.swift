import Synchronization
import ThreadJournal
import ThreadStorage

/// What the copies of a sink count together.
final class SinkCount: Sendable {
  private let total = Atomic<Int>(0)

  var count: Int { total.load(ordering: .relaxed) }
  func add(_ count: Int) { if count > 0 { total.add(count, ordering: .relaxed) } }
}

/// Entries as the rows of a CSV table.
struct CSVSink: EntrySink {
  /// The columns of all that is found; nil for those of the one thread that is written.
  let columns: CSVColumns?
  let includesDeleted: Bool
  let style: CSVStyle
  let zone: LocalTimeZone
  let form: CSVForm
  /// The entries that could not be written whole.
  var partial: SinkCount?
  /// The values that are not in the form that was asked for.
  var unfit: SinkCount?
  /// The thread whose fields the columns have not, as it was changed since they were found out.
  private(set) var problem: FileProblem?

  func start(to output: inout [UInt8]) {
    if let columns { export(columns).appendHeader(to: &output) }
  }

  mutating func append(_ thread: ThreadEntries, to output: inout [UInt8]) {
    var export = export(columns ?? thread.columns)
    // Most rows are a little shorter than what they are made of.
    output.makeRoom(for: thread.file.bytes.count)
    if columns == nil { export.appendHeader(to: &output) }
    export.append(thread, to: &output)
    partial?.add(export.partialEntries)
    unfit?.add(export.unfitValues)
    problem = export.leavesOutFields ? .changedMeanwhile(path: thread.header.path) : nil
  }

  func end(isEmpty: Bool, to output: inout [UInt8]) {
    if isEmpty, columns == nil { export(CSVColumns()).appendHeader(to: &output) }
  }

  private func export(_ columns: CSVColumns) -> CSVExport {
    CSVExport(columns, includesDeleted: includesDeleted, style: style, zone: zone, form: form)
  }
}
