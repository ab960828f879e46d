import CSystem

/// A wait for another program that SIGINT, SIGTERM and SIGHUP end, unless they are ignored.
public enum InterruptedWait {
  /// Runs `start`, which gives the child's process id, and waits for it; nil where a signal came before its end.
  public static func status(ofChild start: () -> Int32?) -> (started: Bool, status: Int32?) {
    tj_catch_interrupts()
    defer { tj_release_interrupts() }
    guard let child = start() else { return (false, nil) }
    var status: Int32 = 0
    return (true, tj_await_child(child, &status) == 0 ? status : nil)
  }
}
