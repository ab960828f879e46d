import ThreadJournal
import ThreadStorage

extension Session {
  /// Tells on a terminal of another entry that says the same at about the same time, as where a line was entered twice.
  ///
  /// - Parameter others: The other entries of the thread of the new one.
  func tellRepeated(_ id: String, in journal: Journal, others: () -> [Entry]) {
    guard messageTerminal.isTerminal, let new = try? journal.entry(id) else { return }
    let minutes: Int64 = 10
    let same = others().last { other in
      abs(other.instant.secondsSinceEpoch - new.instant.secondsSinceEpoch) <= minutes * 60
        && other.title == new.title && other.text == new.text
        && values(of: other) == values(of: new)
    }
    guard let same else { return }
    note("The entry \(same.reference) says the same at that time. To have it once: tj undo")
  }

  /// The values of each field, whatever the order of the fields.
  private func values(of entry: Entry) -> [String: [[UInt8]]] {
    Dictionary(grouping: entry.fields, by: \.key).mapValues { $0.map(\.value) }
  }
}
