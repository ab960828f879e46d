import ThreadStorage

extension Journal {
  /// What tj changed last, the oldest first; empty where no record can be read.
  package var recordedChanges: [ChangeRecord] {
    var byNumber: [UInt64: ChangeRecord] = [:]
    let kept = (try? directory.changes.records()) ?? []
    return kept.reversed().compactMap { kept in
      guard var record = ChangeRecord(decoding: kept.bytes) else { return nil }
      // An undo that found everything taken back already counts like one that did it.
      if record.files.isEmpty, let undone = record.undoes.flatMap({ byNumber[$0] }) {
        record.files = undone.files.reversed().map(\.inverted)
      }
      byNumber[kept.number] = record
      return record
    }
  }
}
