/// The numbers by which the system knows programs that run.
public enum ProcessID {
  public static var own: Int32 { getpid() }

  /// Whether a program of this number runs, whoever's it is.
  public static func isRunning(_ number: Int32) -> Bool {
    number > 0 && (kill(number, 0) == 0 || errno == EPERM)
  }
}
