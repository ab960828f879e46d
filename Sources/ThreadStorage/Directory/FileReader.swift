import CSystem

/// Reads many files, one after the other, into one buffer; each parallel task has its own.
public final class FileReader {
  private let directory: JournalDirectory
  private var buffer: UnsafeMutableRawBufferPointer

  /// A reader of the files of `directory`.
  public init(_ directory: JournalDirectory) {
    self.directory = directory
    buffer = .allocate(byteCount: 1 << 18, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Calls `body` with the bytes of the file at `path`, which are gone at the next call.
  public func withBytes<Result>(
    of path: String, _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result {
    try withBytes(of: path, upTo: .max) { bytes, _ in try body(bytes) }
  }

  /// Calls `body` with the first bytes of the file at `path`, at most `limit`, and whether they are all.
  public func withBytes<Result>(
    of path: String, upTo limit: Int, _ body: (Span<UInt8>, _ isWhole: Bool) throws -> Result
  ) throws -> Result {
    let count = try fill(from: path, upTo: limit)
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    return try bytes.withMemoryRebound(to: UInt8.self) { try body($0.span, count < limit) }
  }

  private func fill(from path: String, upTo limit: Int) throws(StorageError) -> Int {
    let descriptor = try directory.descriptor(of: path, O_RDONLY | O_NONBLOCK)
    defer { _ = tj_close(descriptor) }
    var status = tj_status()
    try SystemCalls.call(.status, path) { tj_status_of(descriptor, &status) }
    let kind = FileStatus(status).kind
    guard kind == .regular else { throw .notRegularFile(path: path, kind: kind) }
    guard status.size <= OpenFile.mostBytes else {
      throw .tooLarge(path: path, limit: OpenFile.mostBytes)
    }
    let expected = min(Int(status.size), limit)
    if expected >= buffer.count { grow(toHold: expected &+ 1, keeping: 0) }
    var filled = 0
    while true {
      let end = min(buffer.count, limit)
      if filled == end { return filled }
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<end])
      let count = try SystemCalls.call(.read, path) {
        tj_read(descriptor, rest.baseAddress, rest.count)
      }
      filled += count
      if count == 0 || (filled == expected && count < rest.count) { return filled }
      if filled == buffer.count, filled < limit { grow(toHold: filled &* 2, keeping: filled) }
    }
  }

  private func grow(toHold count: Int, keeping kept: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    if kept > 0 { larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<kept])) }
    buffer.deallocate()
    buffer = larger
  }
}
