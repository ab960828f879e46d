import FoundationEssentials
import Testing
import ThreadStorage

@testable import tj

@Suite struct ProgressLineTests {
  private func output(
    isTerminal: Bool, _ body: (inout ProgressLine, ContinuousClock.Instant) -> Void
  ) -> String {
    withTemporaryPath { path in
      let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
      defer { close(descriptor) }
      let terminal = Terminal(isTerminal: isTerminal, columns: 20, rows: 24)
      let start = ContinuousClock.now
      let stream = OutputStream(descriptor: descriptor)
      var line = ProgressLine(on: stream, terminal: terminal, start: start)
      body(&line, start)
      return (try? Data(contentsOf: URL(filePath: path))).map { string($0) } ?? ""
    }
  }

  @Test("Short work shows nothing")
  func short() {
    let shown = output(isTerminal: true) { line, start in
      line.report("1 of 9", at: start + .milliseconds(999))
      line.remove()
    }
    #expect(shown == "")
  }

  @Test("Without a terminal nothing is shown")
  func piped() {
    let shown = output(isTerminal: false) { line, start in
      line.report("1 of 9", at: start + .seconds(5))
      line.remove()
    }
    #expect(shown == "")
  }

  @Test("Long work rewrites one line, ten times a second at most, and removes it")
  func long() {
    let shown = output(isTerminal: true) { line, start in
      line.report("1 of 9", at: start + .milliseconds(1_000))
      line.report("2 of 9", at: start + .milliseconds(1_099))
      line.report("3 of 9 a\u{1B}b, and longer than the line", at: start + .milliseconds(1_100))
      line.remove()
      line.remove()
    }
    #expect(shown == "\r\u{1B}[K1 of 9\r\u{1B}[K3 of 9 a␛b, and lo…\r\u{1B}[K")
  }
}
