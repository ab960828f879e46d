/// One line on a terminal's standard error that says how far long work is, and goes when the work is done.
struct ProgressLine {
  private let stream: OutputStream?
  private let columns: Int
  private let start: ContinuousClock.Instant
  private var lastDrawn: ContinuousClock.Instant?

  /// Before this much time nothing is shown.
  static let delay = Duration.seconds(1)
  private static let interval = Duration.milliseconds(100)

  /// The line of work that starts at `start`; without a terminal nothing is ever shown.
  init(on stream: OutputStream, terminal: Terminal, start: ContinuousClock.Instant) {
    self.stream = terminal.isTerminal ? stream : nil
    self.columns = terminal.columns
    self.start = start
  }

  /// Shows `text`, if the work has gone on for a second and the line is not as fresh as the eye.
  mutating func report(_ text: @autoclosure () -> String, at now: ContinuousClock.Instant) {
    guard let stream, start.duration(to: now) >= Self.delay else { return }
    if let lastDrawn, lastDrawn.duration(to: now) < Self.interval { return }
    lastDrawn = now
    let line = StyledText(TerminalText.line(text()))
    stream.write("\r\u{1B}[K")
    stream.write(line.truncated(to: columns - 1).bytes)
    stream.flush()
  }

  /// Takes the line away; before anything else is printed.
  mutating func remove() {
    guard lastDrawn != nil else { return }
    lastDrawn = nil
    stream?.write("\r\u{1B}[K")
    stream?.flush()
  }
}
