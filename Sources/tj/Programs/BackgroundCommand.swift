import ThreadStorage

/// A program that runs beside the session, in a process group of its own, and whose output is awaited only so long.
///
/// It reads what it is given, and what it says on standard error goes nowhere.
final class BackgroundCommand {
  enum Outcome: Equatable {
    /// It ended, or printed more than was wanted; 128 and the signal's number where a signal ended it.
    case finished(status: Int32, output: [UInt8])
    /// It did not end in time, and was killed with all that it started in its group.
    case timedOut
  }

  private let child: pid_t
  private let output: Int32
  /// What it has not been given yet, and where; -1 once it has all, or wants no more.
  private var unread: ArraySlice<UInt8>
  private var input: Int32
  private let deadline: ContinuousClock.Instant
  private let mostBytes: Int
  private var status: Int32?

  /// Starts a program, which has `limit` from now; nil where it cannot be started.
  ///
  /// - Parameter input: What it reads.
  init?(_ program: ChildProcess, limit: Duration, mostBytes: Int, input bytes: [UInt8] = []) {
    guard let ends = ChildProcess.pipe() else { return nil }
    var program = program
    program.output = ends.writing
    program.hasOwnGroup = true
    let given = bytes.isEmpty ? nil : ChildProcess.pipe()
    program.input = given?.reading
    let child = program.start()
    close(ends.writing)
    if let given { close(given.reading) }
    guard let child, given != nil || bytes.isEmpty else {
      close(ends.reading)
      if let given { close(given.writing) }
      return nil
    }
    input = given?.writing ?? -1
    unread = bytes[...]
    // What it does not read must not hold us up.
    if input >= 0 { _ = fcntl(input, F_SETFL, O_NONBLOCK) }
    self.child = child
    self.mostBytes = mostBytes
    output = ends.reading
    deadline = .now + limit
  }

  deinit {
    endGroup()
    close(output)
    if input >= 0 { close(input) }
  }

  /// Gives it as much as it takes now.
  private func feed() {
    while input >= 0 {
      let count = unread.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      if count > 0 { unread = unread.dropFirst(count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      guard count < 0 || unread.isEmpty else { continue }
      close(input)
      input = -1
    }
  }

  /// Waits until it ends or its time is over, and returns the first bytes of its output.
  ///
  /// A signal that is caught meanwhile ends it, and so does `isEnough`, which may take bytes away that it has seen.
  func finish(until isEnough: (inout [UInt8]) -> Bool = { _ in false }) -> Outcome {
    var bytes: [UInt8] = []
    var isOpen = true
    while true {
      if isOpen {
        isOpen = readMore(&bytes)
      } else {
        feed()
        _ = poll(nil, 0, 2)
      }
      if isEnough(&bytes) || bytes.count >= mostBytes {
        endGroup()
        return .finished(status: 0, output: bytes)
      }
      reap(waits: false)
      if let status, !isOpen { return .finished(status: status, output: bytes) }
      if status == nil, StandardInput.isInterrupted {
        endGroup()
        return .finished(status: 130, output: [])
      }
      if status == nil, ContinuousClock.now >= deadline {
        endGroup()
        return .timedOut
      }
    }
  }

  /// Reads what is there and gives what is taken, waiting a little for either; false where there will be no more.
  private func readMore(_ bytes: inout [UInt8]) -> Bool {
    let hasEnded = status != nil
    // A negative one is not looked at.
    var ready = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
    ]
    let remaining = ContinuousClock.now.duration(to: deadline)
    let wait: Int32 = hasEnded || remaining < .zero ? 0 : remaining < .milliseconds(50) ? 5 : 50
    guard poll(&ready, 2, wait) > 0 else {
      // What it left running may keep the pipe open for ever.
      return !hasEnded
    }
    if ready[1].revents != 0 { feed() }
    guard ready[0].revents != 0 else { return true }
    var piece = [UInt8](repeating: 0, count: min(max(mostBytes - bytes.count, 1), 1 << 16))
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
