import CSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Standard input, read whole.
public enum StandardInput {
  /// What was read, and how it ended.
  public struct Reading: Sendable {
    /// All bytes that arrived.
    public var bytes: [UInt8] = []
    /// The signal that interrupted the reading; nil where the input ended by itself.
    public var signal: Int32?
    /// The error that ended it; nil where there was none.
    public var error: StorageError?
  }

  /// Reads until the input ends; SIGINT, SIGTERM and SIGHUP end it too, with what was read so far.
  public static func read() -> Reading {
    tj_catch_interrupts()
    defer { tj_release_interrupts() }
    var reading = Reading()
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = piece.withUnsafeMutableBytes { systemRead(0, $0.baseAddress, $0.count) }
      if count > 0 {
        reading.bytes += piece[..<count]
      } else if count == 0 {
        return reading
      } else {
        let number = errno
        if tj_caught_interrupt() != 0 {
          reading.signal = Int32(tj_caught_interrupt())
          return reading
        }
        guard number == EINTR else {
          reading.error = .system(operation: .read, path: "standard input", code: number)
          return reading
        }
      }
    }
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int)
  -> Int
{
  read(descriptor, buffer, count)
}
