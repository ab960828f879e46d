import CSystem

public enum StandardInput {
  public struct Reading: Sendable {
    public var bytes: [UInt8] = []
    /// The signal that interrupted the reading; nil where the input ended by itself.
    public var signal: Int32?
    /// The error that ended it; nil where there was none.
    public var error: StorageError?
  }

  /// How many bytes are read on without a pause before they are handed out.
  private static let longestPiece = 1 << 18

  /// Reads until the input, or SIGINT, SIGTERM or SIGHUP, ends it; they stay caught until `releaseInterrupts`.
  /// - Parameter onPause: Called with what is new whenever no more is there yet, or much has come; not at the end.
  public static func read(onPause: ([UInt8]) -> Void = { _ in }) -> Reading {
    tj_catch_interrupts()
    var reading = Reading()
    var handedOut = 0
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let isPausing = tj_await_input(0, 0) == 0
      if reading.bytes.count > handedOut,
        isPausing || reading.bytes.count - handedOut >= longestPiece
      {
        onPause(Array(reading.bytes[handedOut...]))
        handedOut = reading.bytes.count
      }
      let count =
        tj_await_input(0, 1) < 0
        ? -Int(EINTR) : piece.withUnsafeMutableBytes { tj_read(0, $0.baseAddress, $0.count) }
      if count > 0 {
        reading.bytes += piece[..<count]
      } else if tj_caught_interrupt() != 0 {
        reading.signal = Int32(tj_caught_interrupt())
        return reading
      } else if count == 0 {
        return reading
      } else if count != -Int(EINTR) {
        reading.error = .system(
          operation: .read, path: "standard input", code: Int32(truncatingIfNeeded: -count))
        return reading
      }
    }
  }

  /// How many bytes of a typed line a terminal keeps; what is typed behind them is lost.
  public static let longestTypedLine: Int = {
    #if canImport(Darwin)
      1023
    #else
      4095
    #endif
  }()

  /// Reads a line that somebody types, without its end; nil where the input, or one of those signals, ends before it.
  public static func readLine() -> [UInt8]? {
    tj_catch_interrupts()
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while tj_caught_interrupt() == 0 {
      // A byte at a time: what is typed behind the line is not ours.
      guard tj_await_input(0, 1) >= 0 else { continue }
      let count = tj_read(0, &byte, 1)
      if count == 1, byte == .lineFeed { return line }
      if count == 1 {
        line.append(byte)
      } else if count != -Int(EINTR) {
        return line.isEmpty ? nil : line
      }
    }
    return nil
  }

  /// Throws away what was typed, or pasted, and not read yet.
  public static func discardTyped() {
    // What is pasted comes in pieces, and a terminal that is gone has something to read for ever.
    for _ in 0..<50 where tcflush(0, TCIFLUSH) == 0 {
      usleep(50_000)
      if tj_await_input(0, 0) <= 0 { return }
    }
  }

  /// From now on those signals are noted instead of ending the program, until `releaseInterrupts`.
  public static func catchInterrupts() { tj_catch_interrupts() }

  public static var isInterrupted: Bool { tj_caught_interrupt() != 0 }

  /// Lets the signals do again what they did before the reading; returns one that came meanwhile.
  @discardableResult
  public static func releaseInterrupts() -> Int32? {
    let number = Int32(tj_caught_interrupt())
    tj_release_interrupts()
    return number == 0 ? nil : number
  }
}
