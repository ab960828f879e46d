/// The end of a thread file, as far as it was read.
public struct FileTail: Hashable, Sendable {
  /// The file's size, in bytes.
  public let size: Int
  /// The file's last bytes.
  public let bytes: [UInt8]

  /// A tail of a file of `size` bytes.
  public init(size: Int, bytes: [UInt8]) {
    self.size = size
    self.bytes = bytes
  }

  /// Whether `bytes` are the whole file.
  public var isWhole: Bool { bytes.count == size }
}

/// Where a block now stands in its thread.
public struct AppendedBlock: Hashable, Sendable {
  /// The offset of the block's first byte.
  public let offset: Int
  /// The block's bytes.
  public let bytes: [UInt8]

  /// A block that begins at `offset`.
  public init(offset: Int, bytes: [UInt8]) {
    self.offset = offset
    self.bytes = bytes
  }
}
