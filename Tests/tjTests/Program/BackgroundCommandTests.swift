import Testing
import ThreadJournal
import ThreadStorage

@testable import tj

@Suite struct BackgroundCommandTests {
  /// As the program does at its start: one that reads nothing would end the process of the tests.
  init() { OutputStream.ignoreWriteSignals() }

  private func outcome(
    _ command: String, limit: Duration = .seconds(60), input: [UInt8] = []
  ) throws -> BackgroundCommand.Outcome {
    try #require(
      BackgroundCommand(ChildProcess(shell: command), limit: limit, mostBytes: 64, input: input)
    ).finish()
  }

  @Test("a program's output and status are had")
  func output() throws {
    #expect(
      try outcome("echo 'Kyoto, JP'") == .finished(status: 0, output: utf8("Kyoto, JP\n")))
    #expect(try outcome("printf x; exit 3") == .finished(status: 3, output: utf8("x")))
    #expect(try outcome("kill -9 $$") == .finished(status: 137, output: []))
    #expect(try outcome("no-such-program-of-tj") == .finished(status: 127, output: []))
  }

  @Test("one that takes too long is ended, with what it started, and its output does not count")
  func timeOut() throws {
    #expect(
      try outcome("echo early; sleep 600 & sleep 600", limit: .milliseconds(200)) == .timedOut)
    #expect(try outcome("trap '' TERM INT; sleep 600", limit: .milliseconds(200)) == .timedOut)
  }

  @Test("no more is read than is wanted")
  func endless() throws {
    #expect(
      try outcome("yes") == .finished(status: 0, output: utf8(String(repeating: "y\n", count: 32))))
  }

  @Test("a program left running does not hold up what is done")
  func background() throws {
    guard case .finished(0, let output) = try outcome("sleep 600 & echo $!") else {
      Issue.record("it was waited for")
      return
    }
    let child = try #require(pid_t(string(output.dropLast())))
    #expect(kill(child, SIGKILL) == 0)
  }

  @Test("it reads what it is given, and nothing else; what it does not read holds nobody up")
  func input() throws {
    #expect(try outcome("cat; echo end") == .finished(status: 0, output: utf8("end\n")))
    #expect(try outcome("cat", input: utf8("words")) == .finished(status: 0, output: utf8("words")))
    let much = [UInt8](repeating: 0x61, count: 10_000_000)
    // It is given more whenever it takes more, not only when it has printed something.
    #expect(
      try outcome("wc -c | tr -d ' '", limit: .seconds(5), input: much)
        == .finished(status: 0, output: utf8("10000000\n")))
    #expect(try outcome("echo no", input: much) == .finished(status: 0, output: utf8("no\n")))
    #expect(try outcome("sleep 600", limit: .milliseconds(200), input: much) == .timedOut)
  }

  @Test(
    "only a place that a program prints in time, and without failing, counts",
    arguments: [
      (BackgroundCommand.Outcome.timedOut, TextProgramFailure.Cause.timedOut(5)),
      (.finished(status: 1, output: utf8("Kyoto")), .ended(1)),
      (.finished(status: 0, output: []), .noPlace(.empty)),
      (.finished(status: 0, output: utf8("35.0, 135.7")), .noPlace(.coordinates)),
      (nil, .notStarted),
    ] as [(BackgroundCommand.Outcome?, TextProgramFailure.Cause)])
  func place(outcome: BackgroundCommand.Outcome?, cause: TextProgramFailure.Cause) {
    let program = TextProgram(key: .locationCommand, command: "c")
    do {
      _ = try PlaceRequest.place(outcome, of: program)
      Issue.record("a place came of it")
    } catch {
      #expect(error == program.failed(cause))
      let message = ErrorMessage(error)
      #expect(message.severity == .warning && !message.advice.isEmpty)
    }
    let good = BackgroundCommand.Outcome.finished(status: 0, output: utf8("Kyoto, JP\n"))
    #expect((try? PlaceRequest.place(good, of: program)) == utf8("Kyoto, JP"))
  }
}
