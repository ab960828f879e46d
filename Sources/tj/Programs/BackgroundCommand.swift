import ThreadStorage

/// A program that runs beside the session, in a process group of its own, and whose output is awaited only so long.
///
/// It reads nothing, and what it says on standard error goes nowhere.
final class BackgroundCommand {
  enum Outcome: Equatable {
    /// It ended, or printed more than was wanted; 128 and the signal's number where a signal ended it.
    case finished(status: Int32, output: [UInt8])
    /// It did not end in time, and was killed with all that it started in its group.
    case timedOut
  }

  private let child: pid_t
  private let output: Int32
  private let deadline: ContinuousClock.Instant
  private let mostBytes: Int
  private var status: Int32?

  /// Starts a program, which has `limit` from now; nil where it cannot be started.
  init?(_ program: ChildProcess, limit: Duration, mostBytes: Int) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var program = program
    program.output = ends[1]
    program.hasOwnGroup = true
    let child = program.start()
    close(ends[1])
    guard let child else {
      close(ends[0])
      return nil
    }
    self.child = child
    self.mostBytes = mostBytes
    output = ends[0]
    deadline = .now + limit
  }

  deinit {
    endGroup()
    close(output)
  }

  /// Waits until it ends or its time is over, and returns the first bytes of its output.
  func finish() -> Outcome {
    var bytes: [UInt8] = []
    var isOpen = true
    while true {
      if isOpen { isOpen = readMore(&bytes) } else { _ = poll(nil, 0, 2) }
      if bytes.count >= mostBytes {
        endGroup()
        return .finished(status: 0, output: bytes)
      }
      reap(waits: false)
      if let status, !isOpen { return .finished(status: status, output: bytes) }
      if status == nil, ContinuousClock.now >= deadline {
        endGroup()
        return .timedOut
      }
    }
  }

  /// Reads what is there, waiting a little for it; false where there will be no more.
  private func readMore(_ bytes: inout [UInt8]) -> Bool {
    let hasEnded = status != nil
    var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    let remaining = ContinuousClock.now.duration(to: deadline)
    let wait: Int32 = hasEnded || remaining < .zero ? 0 : remaining < .milliseconds(50) ? 5 : 50
    guard poll(&ready, 1, wait) > 0 else {
      // What it left running may keep the pipe open for ever.
      return !hasEnded
    }
    var piece = [UInt8](repeating: 0, count: max(mostBytes - bytes.count, 1))
    let count = read(output, &piece, piece.count)
    if count > 0 { bytes += piece[..<count] }
    return count > 0 || (count < 0 && errno == EINTR)
  }

  private func reap(waits: Bool) {
    if status == nil { status = ChildProcess.status(of: child, waits: waits) }
  }

  private func endGroup() {
    guard status == nil else { return }
    kill(-child, SIGKILL)
    reap(waits: true)
  }
}
