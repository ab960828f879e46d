package enum ZIPError: Error, Sendable, Hashable {
  /// It is no ZIP file, or its directory or a member is damaged.
  case damaged
  /// The member is encrypted, or compressed in a way that is not read.
  case unsupported(name: String)
  /// What would be read of it is larger, unpacked, than this many bytes.
  case tooLarge(limit: Int)
}

/// A ZIP file, of whose members the stored and deflated ones are read into memory; none is put on the disk.
package struct ZIPArchive {
  /// The bytes of an archive, of which only those are read that are needed: photos are not.
  package struct Source {
    package let size: Int
    /// The bytes at a range that lies in the archive; fewer where they cannot be read.
    package let read: (Range<Int>) -> [UInt8]

    package init(size: Int, read: @escaping (Range<Int>) -> [UInt8]) {
      self.size = size
      self.read = read
    }

    package init(_ bytes: [UInt8]) {
      self.init(size: bytes.count) { Array(bytes[$0]) }
    }
  }

  package struct Member: Sendable, Hashable {
    /// The name, with `/` between folders; never used as a path.
    package var name: String
    /// How many bytes it has unpacked, as the directory says.
    package var size: Int
    fileprivate var method: Int
    fileprivate var isEncrypted: Bool
    fileprivate var packedSize: Int
    fileprivate var headerOffset: Int
    fileprivate var checksum: UInt32
  }

  /// The most bytes that are unpacked in all; an import of as many takes less than 300 MB of memory.
  package static let sizeLimit = 64 << 20
  /// Bytes that are counted for each entry besides its own: very many small ones take memory, too.
  package static let entrySize = 400

  package private(set) var members: [Member] = []
  private let source: Source

  package static func isArchive(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
  }

  package init(_ source: Source) throws(ZIPError) {
    self.source = source
    let (count, range) = try directory()
    guard range.count <= Self.sizeLimit else { throw .tooLarge(limit: Self.sizeLimit) }
    let directory = Fields(content: try bytes(range.lowerBound, range.count))
    var offset = 0
    for _ in 0..<count {
      guard try directory.number(4, at: offset) == 0x0201_4B50 else { throw .damaged }
      let nameLength = try directory.number(2, at: offset + 28)
      let rest = try directory.number(2, at: offset + 30) + directory.number(2, at: offset + 32)
      members.append(
        Member(
          name: String(utf8: try directory.bytes(nameLength, at: offset + 46)),
          size: try directory.number(4, at: offset + 24),
          method: try directory.number(2, at: offset + 10),
          isEncrypted: try directory.number(2, at: offset + 8) & 1 != 0,
          packedSize: try directory.number(4, at: offset + 20),
          headerOffset: try directory.number(4, at: offset + 42),
          checksum: UInt32(truncatingIfNeeded: try directory.number(4, at: offset + 16))))
      offset += 46 + nameLength + rest
    }
  }

  /// The bytes of `member`, unpacked; at most `limit`, and no more than the directory says.
  package func contents(
    of member: Member, limit: Int = Self.sizeLimit
  ) throws(ZIPError) -> [UInt8] {
    guard !member.isEncrypted else { throw .unsupported(name: member.name) }
    guard member.size <= limit, member.packedSize <= limit else { throw .tooLarge(limit: limit) }
    let header = Fields(content: try bytes(member.headerOffset, 30))
    guard try header.number(4, at: 0) == 0x0403_4B50 else { throw .damaged }
    let start = try member.headerOffset + 30 + header.number(2, at: 26) + header.number(2, at: 28)
    var contents = try bytes(start, member.packedSize)
    switch member.method {
    case 0: break
    case 8: contents = try Inflate.bytes(of: contents[...], limit: member.size)
    default: throw .unsupported(name: member.name)
    }
    let checksum = ~contents.reduce(~UInt32(0)) { sum, byte in
      Self.checksums[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8)
    }
    guard contents.count == member.size, checksum == member.checksum else { throw .damaged }
    return contents
  }

  private func bytes(_ offset: Int, _ count: Int) throws(ZIPError) -> [UInt8] {
    guard offset >= 0, count >= 0, offset <= source.size, count <= source.size - offset else {
      throw .damaged
    }
    let bytes = source.read(offset..<offset + count)
    guard bytes.count == count else { throw .damaged }
    return bytes
  }

  /// How many members the record that ends the file tells, and where their directory is.
  ///
  /// Behind the record is a comment of at most 65,535 bytes.
  private func directory() throws(ZIPError) -> (count: Int, range: Range<Int>) {
    let start = max(0, source.size - 22 - 0xFFFF)
    let tail = Fields(content: try bytes(start, source.size - start))
    var offset = tail.content.count - 22
    while offset >= 0, try tail.number(4, at: offset) != 0x0605_4B50 { offset -= 1 }
    guard offset >= 0 else { throw .damaged }
    let first = try tail.number(4, at: offset + 16)
    guard first <= start + offset else { throw .damaged }
    return (try tail.number(2, at: offset + 10), first..<start + offset)
  }

  /// Bytes in which little-endian numbers stand.
  private struct Fields {
    let content: [UInt8]

    func number(_ count: Int, at offset: Int) throws(ZIPError) -> Int {
      try bytes(count, at: offset).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    func bytes(_ count: Int, at offset: Int) throws(ZIPError) -> ArraySlice<UInt8> {
      guard offset >= 0, offset <= content.count, count <= content.count - offset else {
        throw .damaged
      }
      return content[offset..<offset + count]
    }
  }

  /// The CRC-32 of each byte.
  private static let checksums: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 != 0 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }
}
