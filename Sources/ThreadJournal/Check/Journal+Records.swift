import ThreadStorage

extension Journal {
  /// What tj's records say that the threads should hold; nothing where no record can be read.
  func writtenEntries() -> WrittenEntries {
    var written = WrittenEntries()
    let believed = Set((try? directory.log.numbers()) ?? [])
    for number in ((try? directory.log.allNumbers()) ?? []).reversed() {
      guard believed.contains(number), var record = (try? directory.log.transaction(number)) ?? nil
      else {
        // What another user, or a record that is damaged, changed is not known: a purge, perhaps.
        written = WrittenEntries()
        continue
      }
      // An undo that found everything taken back already counts like one that did it.
      if record.changes.isEmpty, let number = record.undoes,
        let undone = (try? directory.log.transaction(number)) ?? nil
      {
        record.changes = undone.changes.reversed().map(\.inverted)
      }
      written.read(record)
    }
    for pending in (try? directory.log.pending()) ?? [] {
      if let transaction = pending.transaction {
        written.forget(transaction)
      }
    }
    return written
  }

  /// What tells whether tj changed something between two looks: the numbers of its records, pending ones too.
  var recordNumbers: [UInt64] {
    let pending = ((try? directory.log.pending()) ?? []).map(\.number)
    return ((try? directory.log.numbers()) ?? []) + pending
  }
}
