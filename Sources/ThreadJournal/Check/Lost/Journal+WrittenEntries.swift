import ThreadStorage

extension Journal {
  /// What the record of `check --fix` says that it is.
  static let fixSummary = "check --fix"

  /// What tj's records say that the threads should hold; nothing where no record can be read.
  func writtenEntries() -> WrittenEntries {
    let (known, told) = directory.log.knownEntries()
    var written = WrittenEntries(known: known)
    let believed = Set((try? directory.log.numbers()) ?? [])
    for number in ((try? directory.log.allNumbers()) ?? []).reversed() {
      guard believed.contains(number), var record = (try? directory.log.transaction(number)) ?? nil
      else {
        // What another user's record, or a damaged one, changed is not known: it may be a purge.
        written = WrittenEntries(known: known)
        continue
      }
      // An undo that found everything taken back already counts like one that did it.
      record.changes = effect(number, record)
      written.read(record, number)
    }
    written.leaveOut(told: told)
    for pending in (try? directory.log.pending()) ?? [] {
      if let transaction = pending.transaction { written.forget(transaction) }
    }
    return written
  }
}
