/// Decompresses DEFLATE (RFC 1951).
package struct Inflate {
  private let input: ArraySlice<UInt8>
  private let limit: Int
  private var offset: Int
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var output: [UInt8] = []

  /// What `input` decompresses to; damaged, too, where that is more than `limit` bytes.
  package static func bytes(of input: ArraySlice<UInt8>, limit: Int) throws(ZIPError) -> [UInt8] {
    var inflate = Inflate(input: input, limit: limit)
    try inflate.run()
    return inflate.output
  }

  private init(input: ArraySlice<UInt8>, limit: Int) {
    self.input = input
    self.limit = limit
    offset = input.startIndex
    // Memory that is not written to is not taken, so that a wrong size costs nothing.
    output.reserveCapacity(limit)
  }

  private mutating func run() throws(ZIPError) {
    var isLast = false
    while !isLast {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try copyStored()
      case 1: try decode(Self.fixedLiterals, Self.fixedDistances)
      case 2:
        let tables = try dynamicTables()
        try decode(tables.literals, tables.distances)
      default: throw .damaged
      }
    }
  }

  /// The next `count` bits, at most 16, the first the lowest.
  private mutating func take(_ count: Int) throws(ZIPError) -> Int {
    while bitCount < count {
      guard offset < input.endIndex else { throw .damaged }
      bits |= UInt32(input[offset]) << UInt32(bitCount)
      offset += 1
      bitCount += 8
    }
    let value = bits & ((1 << UInt32(count)) - 1)
    bits >>= UInt32(count)
    bitCount -= count
    return Int(value)
  }

  private mutating func copyStored() throws(ZIPError) {
    bits = 0
    bitCount = 0
    guard offset + 4 <= input.endIndex else { throw .damaged }
    let count = Int(input[offset]) | Int(input[offset + 1]) << 8
    let complement = Int(input[offset + 2]) | Int(input[offset + 3]) << 8
    offset += 4
    guard count ^ complement == 0xFFFF, offset + count <= input.endIndex else { throw .damaged }
    guard output.count + count <= limit else { throw .damaged }
    output += input[offset..<offset + count]
    offset += count
  }

  private mutating func decode(
    _ literals: HuffmanTable, _ distances: HuffmanTable
  ) throws(ZIPError) {
    while true {
      let symbol = try self.symbol(literals)
      if symbol < 256 {
        guard output.count < limit else { throw .damaged }
        output.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol - 257 < Self.lengths.count else { throw .damaged }
      let (lengthBase, lengthBits) = Self.lengths[symbol - 257]
      let length = lengthBase + (try take(lengthBits))
      let code = try self.symbol(distances)
      guard code < Self.distances.count else { throw .damaged }
      let (distanceBase, distanceBits) = Self.distances[code]
      let distance = distanceBase + (try take(distanceBits))
      guard distance <= output.count else { throw .damaged }
      guard output.count + length <= limit else { throw .damaged }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  private mutating func symbol(_ table: HuffmanTable) throws(ZIPError) -> Int {
    var code = 0
    var first = 0
    var index = 0
    for length in 1...HuffmanTable.maximumLength {
      code |= try take(1)
      let count = table.counts[length]
      if code - count < first { return table.symbols[index + code - first] }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw .damaged
  }

  private mutating func dynamicTables() throws(ZIPError) -> (
    literals: HuffmanTable, distances: HuffmanTable
  ) {
    let literalCount = try take(5) + 257
    let distanceCount = try take(5) + 1
    let codeCount = try take(4) + 4
    var codeLengths = [Int](repeating: 0, count: 19)
    for index in 0..<codeCount { codeLengths[Self.codeOrder[index]] = try take(3) }
    let codes = HuffmanTable(lengths: codeLengths)
    guard !codes.isOverfull else { throw .damaged }
    var lengths: [Int] = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try self.symbol(codes)
      switch symbol {
      case 0...15: lengths.append(symbol)
      case 16:
        guard let last = lengths.last else { throw .damaged }
        lengths += [Int](repeating: last, count: 3 + (try take(2)))
      case 17: lengths += [Int](repeating: 0, count: 3 + (try take(3)))
      default: lengths += [Int](repeating: 0, count: 11 + (try take(7)))
      }
    }
    guard lengths.count == literalCount + distanceCount else { throw .damaged }
    let literals = HuffmanTable(lengths: lengths[..<literalCount])
    let distances = HuffmanTable(lengths: lengths[literalCount...])
    guard !literals.isOverfull, !distances.isOverfull else { throw .damaged }
    return (literals, distances)
  }

  private static let codeOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  /// The least length that each symbol from 257 stands for, and how many bits more tell the rest.
  private static let lengths: [(Int, Int)] = [
    (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0), (11, 1), (13, 1), (15, 1),
    (17, 1), (19, 2), (23, 2), (27, 2), (31, 2), (35, 3), (43, 3), (51, 3), (59, 3), (67, 4),
    (83, 4), (99, 4), (115, 4), (131, 5), (163, 5), (195, 5), (227, 5), (258, 0),
  ]
  /// The least distance that each symbol stands for, and how many bits more tell the rest.
  private static let distances: [(Int, Int)] = [
    (1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (7, 1), (9, 2), (13, 2), (17, 3), (25, 3), (33, 4),
    (49, 4), (65, 5), (97, 5), (129, 6), (193, 6), (257, 7), (385, 7), (513, 8), (769, 8),
    (1025, 9), (1537, 9), (2049, 10), (3073, 10), (4097, 11), (6145, 11), (8193, 12), (12289, 12),
    (16385, 13), (24577, 13),
  ]
  private static let fixedLiterals = HuffmanTable(
    lengths: [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112)
      + [Int](repeating: 7, count: 24) + [Int](repeating: 8, count: 8))
  private static let fixedDistances = HuffmanTable(lengths: [Int](repeating: 5, count: 30))
}

/// A canonical Huffman code: how many codes there are of each length, and their symbols in order.
private struct HuffmanTable: Sendable {
  static let maximumLength = 15
  private(set) var counts = [Int](repeating: 0, count: 16)
  private(set) var symbols: [Int]

  init(lengths: some Collection<Int>) {
    for length in lengths { counts[length] += 1 }
    counts[0] = 0
    var offsets = [Int](repeating: 0, count: 16)
    for length in 1..<15 { offsets[length + 1] = offsets[length] + counts[length] }
    symbols = [Int](repeating: 0, count: lengths.count)
    for (symbol, length) in lengths.enumerated() where length != 0 {
      symbols[offsets[length]] = symbol
      offsets[length] += 1
    }
  }

  /// Whether there are more codes of a length than there is room for.
  var isOverfull: Bool {
    var room = 1
    return (1...HuffmanTable.maximumLength).contains {
      room = room << 1 - counts[$0]
      return room < 0
    }
  }
}
