/// What is wrong with a ZIP file.
package enum ZIPError: Error, Sendable, Hashable {
  /// It is no ZIP file, or its directory or a member is damaged.
  case damaged
  /// The member is encrypted, or compressed in a way that is not read.
  case unsupported(name: String)
  /// The members are larger, unpacked, than is read.
  case tooLarge(name: String)
}

/// A ZIP file in memory, of whose members the stored and deflated ones are read; none is put on the disk.
package struct ZIPArchive: Sendable {
  /// One file of the archive.
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

  /// The most bytes that a member may unpack to.
  package static let sizeLimit = 1 << 30

  /// The members in the order of the directory.
  package private(set) var members: [Member] = []
  private let bytes: [UInt8]

  /// Whether `bytes` begin as a ZIP file does.
  package static func isArchive(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
  }

  /// Reads the directory of the archive.
  package init(_ bytes: [UInt8]) throws(ZIPError) {
    self.bytes = bytes
    guard let end = ZIPArchive.endRecord(in: bytes) else { throw .damaged }
    let count = try number(2, at: end + 10)
    var offset = try number(4, at: end + 16)
    for _ in 0..<count {
      guard try number(4, at: offset) == 0x0201_4B50 else { throw .damaged }
      let nameLength = try number(2, at: offset + 28)
      let rest = try number(2, at: offset + 30) + number(2, at: offset + 32)
      let name = try range(offset + 46, nameLength)
      members.append(
        Member(
          name: String(decoding: bytes[name], as: UTF8.self),
          size: try number(4, at: offset + 24), method: try number(2, at: offset + 10),
          isEncrypted: try number(2, at: offset + 8) & 1 != 0,
          packedSize: try number(4, at: offset + 20),
          headerOffset: try number(4, at: offset + 42),
          checksum: UInt32(truncatingIfNeeded: try number(4, at: offset + 16))))
      offset = name.upperBound + rest
    }
  }

  /// The bytes of `member`, unpacked; at most `limit`.
  package func contents(
    of member: Member, limit: Int = ZIPArchive.sizeLimit
  ) throws(ZIPError) -> [UInt8] {
    guard !member.isEncrypted else { throw .unsupported(name: member.name) }
    guard try number(4, at: member.headerOffset) == 0x0403_4B50 else { throw .damaged }
    let nameLength = try number(2, at: member.headerOffset + 26)
    let extraLength = try number(2, at: member.headerOffset + 28)
    let packed = try range(
      member.headerOffset + 30 + nameLength + extraLength, member.packedSize)
    let contents: [UInt8]
    switch member.method {
    case 0:
      guard packed.count <= limit else { throw .tooLarge(name: member.name) }
      contents = Array(bytes[packed])
    case 8:
      do throws(InflateError) {
        contents = try Inflate.bytes(of: bytes[packed], limit: min(limit, member.size))
      } catch {
        // A member that grows beyond what its directory says is a bomb, or damaged.
        throw error == .tooLarge ? .tooLarge(name: member.name) : .damaged
      }
    default: throw .unsupported(name: member.name)
    }
    guard contents.count == member.size, CRC32.checksum(of: contents) == member.checksum else {
      throw .damaged
    }
    return contents
  }

  /// A little-endian number of `count` bytes.
  private func number(_ count: Int, at offset: Int) throws(ZIPError) -> Int {
    let place = try range(offset, count)
    return bytes[place].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private func range(_ offset: Int, _ count: Int) throws(ZIPError) -> Range<Int> {
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else {
      throw .damaged
    }
    return offset..<offset + count
  }

  /// Where the record stands that ends the file: behind it is a comment of at most 65,535 bytes.
  private static func endRecord(in bytes: [UInt8]) -> Int? {
    guard bytes.count >= 22 else { return nil }
    let least = max(0, bytes.count - 22 - 0xFFFF)
    return (least...bytes.count - 22).last {
      bytes[$0] == 0x50 && bytes[$0 + 1] == 0x4B && bytes[$0 + 2] == 0x05 && bytes[$0 + 3] == 0x06
    }
  }
}

/// The checksum of ZIP files.
private enum CRC32 {
  static func checksum(of bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8)
    }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 != 0 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }
}
