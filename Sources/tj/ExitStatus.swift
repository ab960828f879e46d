import ThreadJournal

/// What the process tells its caller.
enum ExitStatus: Int32 {
  /// Done.
  case done = 0
  /// It could not be done, or there was nothing.
  case failed = 1
  /// The command line is wrong.
  case usage = 2
  /// Interrupted.
  case interrupted = 130
}

extension ExitStatus {
  /// What a command that `error` ended tells its caller: values that mean nothing are mistakes of the command line.
  init(of error: any Error) {
    switch error {
    case CommandError.interrupted: self = .interrupted
    case CommandError.keptDraft(_, let cause), CommandError.unkept(_, let cause):
      self = ExitStatus(of: cause)
    case is TimeExpressionError, is QueryError, CommandError.badAge, CommandError.badFieldName,
      CommandError.unknownTopic, TransferError.nothingToImport, TransferError.badMapping,
      TransferError.badTimePattern:
      self = .usage
    default: self = .failed
    }
  }
}
