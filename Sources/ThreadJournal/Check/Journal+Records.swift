import ThreadStorage

extension Journal {
  /// What `tj` changed, the oldest first, as far as it is kept; changes that take others back stand among them.
  package var recordedChanges: [ChangeRecord] {
    let records = (try? directory.changes.records()) ?? []
    return records.reversed().compactMap { ChangeRecord(decoding: $0.bytes) }
  }
}
