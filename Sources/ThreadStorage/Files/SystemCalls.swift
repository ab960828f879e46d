import CSystem

/// The system's calls on files, all made by `call`, so that tests can intercept them in debug builds.
package enum SystemCalls {
  /// The result of `body`, which returns -errno where it fails; repeated where a signal came in between.
  @inline(__always)
  @discardableResult
  static func call<Result: SignedInteger>(
    _ operation: FileOperation, _ path: @autoclosure () -> String, _ body: () -> Result
  ) throws(StorageError) -> Result {
    while true {
      let result: Result
      #if DEBUG
        let failure = Interception.current?.failure(of: operation, path()).map { Result(-$0) }
        // A close that fails has closed all the same.
        let closed = operation == .close ? body() : 0
        result = failure ?? (operation == .close ? closed : body())
      #else
        result = body()
      #endif
      if result >= 0 { return result }
      // A failed sync is never repeated: the kernel may have dropped the bytes. A close has closed.
      if result == -Result(EINTR), operation != .sync, operation != .close { continue }
      throw .system(operation: operation, path: path(), code: Int32(-result))
    }
  }

  package static func pause(nanoseconds: Int64) {
    #if DEBUG
      if Interception.current?.waits(nanoseconds: nanoseconds) == true { return }
    #endif
    tj_pause(nanoseconds)
  }

  /// What the system tells about a file, as it is compared.
  static func status(
    _ path: @autoclosure () -> String, _ ask: (inout tj_status) -> Int32
  ) throws(StorageError) -> FileStatus {
    var status = tj_status()
    try call(.status, path()) { ask(&status) }
    #if DEBUG
      if Interception.current?.hidesTimes == true { return FileStatus(status).withoutTimes }
    #endif
    return FileStatus(status)
  }

  /// Writes all of `bytes` through `write`, which takes the bytes not yet written and returns how many it took.
  static func writeAll(
    _ bytes: [UInt8], _ path: String, _ write: (UnsafeRawBufferPointer) -> Int
  ) throws(StorageError) {
    var written = 0
    while written < bytes.count {
      let rest = bytes.count - written
      #if DEBUG
        let limit = Interception.current?.writeLimit(rest) ?? rest
      #else
        let limit = rest
      #endif
      let count = try call(.write, path) {
        bytes.withUnsafeBytes {
          write(UnsafeRawBufferPointer(rebasing: $0[written..<written + limit]))
        }
      }
      // Repeating a write that takes nothing, and gives no error, might never end.
      guard count > 0 else { throw .system(operation: .write, path: path, code: EIO) }
      written += count
    }
  }

  /// Where `path` leads when its links are followed; throws where that is no UTF-8, for a String would be another path.
  package static func realPath(_ path: String) throws(StorageError) -> String {
    guard let real = String(validating: try realPathBytes(path), as: UTF8.self) else {
      throw .system(operation: .resolve, path: path, code: EILSEQ)
    }
    return real
  }

  static func realPathBytes(_ path: String) throws(StorageError) -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: 8192)
    try call(.resolve, path) { tj_real_path(path, &buffer, buffer.count) }
    let length = buffer.firstIndex(of: 0) ?? buffer.count
    return buffer[..<length].map { UInt8(bitPattern: $0) }
  }
}

/// The system's random numbers, for names and ids; in debug builds a test may choose them.
public struct SystemRandom: RandomNumberGenerator, Sendable {
  public init() {}

  public mutating func next() -> UInt64 {
    #if DEBUG
      if let number = Interception.current?.random() { return number }
    #endif
    return .random(in: .min ... .max)
  }

  /// A name that nothing has: sixteen hexadecimal digits.
  static func freshName() -> String {
    var generator = SystemRandom()
    return Checksum.hexadecimal(generator.next())
  }
}
