import ThreadStorage

extension Journal {
  /// What tj's records say that the threads should hold; nothing where no record can be read.
  func writtenEntries() -> WrittenEntries {
    var written = WrittenEntries()
    let believed = Set((try? directory.changes.numbers()) ?? [])
    for number in ((try? directory.changes.allNumbers()) ?? []).reversed() {
      guard believed.contains(number), var record = (try? keptRecord(number)) ?? nil else {
        // What another user, or a record that is damaged, changed is not known: a purge, perhaps.
        written = WrittenEntries()
        continue
      }
      // An undo that found everything taken back already counts like one that did it.
      if record.files.isEmpty, let number = record.undoes,
        let undone = (try? keptRecord(number)) ?? nil
      {
        record.files = undone.files.reversed().map(\.inverted)
      }
      written.read(record)
    }
    for pending in (try? directory.changes.pending()) ?? [] {
      if let record = pending.bytes.flatMap({ ChangeRecord(decoding: $0) }) {
        written.forget(record)
      }
    }
    return written
  }

  /// What tells whether tj changed something between two looks: the numbers of its records, pending ones too.
  var recordNumbers: [UInt64] {
    let pending = ((try? directory.changes.pending()) ?? []).map(\.number)
    return ((try? directory.changes.numbers()) ?? []) + pending
  }
}
