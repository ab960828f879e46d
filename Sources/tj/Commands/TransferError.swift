import ThreadJournal

/// Why an export or an import cannot be.
enum TransferError: Error {
  /// The file to write is there already.
  case fileExists(path: String)
  /// The file to write would be a thread of the journal.
  case fileInJournal(path: String)
  /// There is no such file to import.
  case fileMissing(path: String)
  /// What is to be imported is a folder, a device or the like.
  case notAFile(path: String)
  /// No file is named, and nothing is piped in.
  case nothingToImport
  /// The mapping of columns is not `TARGET=COLUMN`.
  case badMapping(String)
  /// The pattern for times has a letter that is not known.
  case badTimePattern(String)
  /// What is to be imported is wrong in these places, and in others; so many are all.
  case badInput([ImportProblem], count: Int)
}
