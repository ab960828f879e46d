import Foundation
import FoundationEssentials
import Synchronization
import Testing

@testable import tj

@Suite struct OutputStreamTests {
  private func written(to path: String) -> [UInt8] {
    (try? Data(contentsOf: URL(filePath: path))).map { Array($0) } ?? []
  }

  private func withDescriptor(_ path: String, _ body: (Int32) throws -> Void) rethrows {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    defer { close(descriptor) }
    #expect(descriptor >= 0)
    try body(descriptor)
  }

  @Test("What is written arrives in order, in small and large pieces, and not before it is flushed")
  func order() {
    withTemporaryPath { path in
      withDescriptor(path) { descriptor in
        let stream = OutputStream(descriptor: descriptor)
        var expected: [UInt8] = []
        stream.write("first\n")
        #expect(written(to: path).isEmpty)
        expected += utf8("first\n")
        for size in [1, 100_000, 40_000, 300_000, 7] {
          let piece = [UInt8](repeating: UInt8(size % 251), count: size)
          stream.write(piece)
          expected += piece
        }
        var rendered = utf8("rendered")
        stream.drain(&rendered)
        #expect(rendered.isEmpty)
        expected += utf8("rendered")
        #expect(stream.finish() == .open)
        #expect(written(to: path) == expected)
      }
    }
  }

  @Test("A reader that has gone closes the stream quietly, and what follows is dropped")
  func brokenPipe() {
    OutputStream.ignoreWriteSignals()
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    let stream = OutputStream(descriptor: ends[1])
    stream.write("anything")
    #expect(stream.state == .open)
    stream.flush()
    #expect(stream.state == .closed)
    stream.write("more")
    #expect(stream.finish() == .closed)
  }

  @Test(
    "A full disk is a failure with its errno",
    .enabled(if: access("/dev/full", W_OK) == 0, "no /dev/full"))
  func full() {
    withDescriptor("/dev/full") { descriptor in
      let stream = OutputStream(descriptor: descriptor)
      stream.write("anything")
      #expect(stream.finish() == .failed(ENOSPC))
    }
  }

  @Test("A pipe that takes little at a time gets everything, also when it does not block")
  func slowPipe() {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let (input, output) = (ends[0], ends[1])
    _ = fcntl(output, F_SETFL, O_NONBLOCK)
    // A thread of its own: a task would wait for one that other tests may hold.
    let total = Mutex(0)
    let reader = Thread {
      var buffer = [UInt8](repeating: 0, count: 5_000)
      while case let count = read(input, &buffer, buffer.count), count > 0 {
        total.withLock { $0 += count }
      }
      close(input)
    }
    reader.start()
    let stream = OutputStream(descriptor: output)
    for _ in 0..<10 { stream.write([UInt8](repeating: 0x61, count: 100_000)) }
    #expect(stream.finish() == .open)
    close(output)
    while !reader.isFinished { sched_yield() }
    #expect(total.withLock { $0 } == 1_000_000)
  }

  @Test("Output that fits on the screen goes past the pager")
  func unpaged() {
    withTemporaryPath { path in
      withDescriptor(path) { descriptor in
        let paging = Paging(rows: 4, columns: 20, command: "sed 's/^/paged /'", environment: [])
        let stream = OutputStream(descriptor: descriptor, paging: paging)
        stream.write("one\ntwo\nthree\n")
        stream.flush()
        #expect(written(to: path).isEmpty, "it is not decided yet")
        #expect(stream.finish() == .open)
        #expect(string(written(to: path)) == "one\ntwo\nthree\n")
      }
    }
  }

  @Test("Output longer than the screen goes through the pager, all of it, with its environment")
  func paged() {
    withTemporaryPath { path in
      let command = "sed \"s/^/$TJ_TEST_PREFIX /\" > '\(path)'"
      let paging = Paging(
        rows: 3, columns: 20, command: command, environment: ["TJ_TEST_PREFIX=paged"])
      let stream = OutputStream(descriptor: 1, paging: paging)
      stream.write("one\ntwo\n")
      stream.write("three\n")
      stream.write("four\n")
      #expect(stream.finish() == .open)
      #expect(string(written(to: path)) == "paged one\npaged two\npaged three\npaged four\n")
    }
  }

  @Test(
    "A line longer than the screen is wide takes several rows, its colours none",
    arguments: [
      (String(repeating: "x", count: 60), false), (String(repeating: "x", count: 61), true),
      (String(repeating: "é", count: 60), false),
      (String(repeating: "\u{1B}[1;31mx\u{1B}[0m", count: 60), false),
    ])
  func longLine(text: String, isPaged: Bool) {
    withTemporaryPath { path in
      withTemporaryPath { paged in
        withDescriptor(path) { descriptor in
          let paging = Paging(rows: 4, columns: 20, command: "cat > '\(paged)'", environment: [])
          let stream = OutputStream(descriptor: descriptor, paging: paging)
          stream.write(text + "\n")
          #expect(stream.finish() == .open)
          #expect(string(written(to: isPaged ? paged : path)) == text + "\n")
        }
      }
    }
  }

  @Test("A pager that is quit early closes the stream quietly")
  func quitPager() {
    OutputStream.ignoreWriteSignals()
    let stream = OutputStream(
      descriptor: 1, paging: Paging(rows: 2, columns: 20, command: "exit 3", environment: []))
    for _ in 0..<100 { stream.write([UInt8](repeating: 0x0A, count: 10_000)) }
    #expect(stream.finish() == .closed)
  }
}
