/// What the process tells its caller (C6).
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
