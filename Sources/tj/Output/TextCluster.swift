/// What a terminal draws as one: a base character with its marks, a ZWJ sequence, a flag.
struct TextCluster: Equatable {
  /// The scalar that it starts with.
  var first: UInt32
  /// UTF-8 bytes.
  var length: Int
  /// Columns on a terminal: 0, 1 or 2.
  var columns: Int
}

extension Span<UInt8> {
  /// The cluster that starts at `offset`; control characters stand alone.
  func cluster(at offset: Int) -> TextCluster {
    let byte = self[offset]
    if byte < 0x80, offset + 1 == count || self[offset + 1] < 0x80 || byte < 0x20 {
      return TextCluster(first: UInt32(byte), length: 1, columns: 1)
    }
    let base = scalar(at: offset)
    var cluster = TextCluster(
      first: base.value, length: base.length, columns: DisplayWidth.columns(ofScalar: base.value))
    while offset + cluster.length < count {
      let next = scalar(at: offset + cluster.length)
      if next.value < 0x300 { break }
      if next.value == zeroWidthJoiner {
        cluster.length += next.length
        takeJoined(into: &cluster, at: offset)
      } else if !cluster.takes(next) {
        break
      }
    }
    return cluster
  }

  private func takeJoined(into cluster: inout TextCluster, at offset: Int) {
    guard isPictograph(cluster.first), offset + cluster.length < count else { return }
    let joined = scalar(at: offset + cluster.length)
    guard isPictograph(joined.value) else { return }
    cluster.length += joined.length
    cluster.columns = 2
  }
}

extension TextCluster {
  /// Takes `next` in if a terminal draws it over this cluster.
  fileprivate mutating func takes(_ next: DecodedScalar) -> Bool {
    switch next.value {
    case emojiPresentation:
      if isPictograph(first) || isKeycapBase(first) { columns = 2 }
    case regionalIndicators where regionalIndicators.contains(first) && length == 4:
      columns = 2
    case skinTones where isPictograph(first):
      columns = 2
    default:
      if DisplayWidth.columns(ofScalar: next.value) > 0 { return false }
    }
    length += next.length
    return true
  }
}

private let zeroWidthJoiner: UInt32 = 0x200D
private let emojiPresentation: UInt32 = 0xFE0F
private let regionalIndicators: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF
private let skinTones: ClosedRange<UInt32> = 0x1F3FB...0x1F3FF

/// Whether U+FE0F, a skin tone or a joiner can make an emoji of the scalar; the blocks, as terminals take them.
private func isPictograph(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0xA9, 0xAE, 0x203C, 0x2049, 0x2122, 0x2139, 0x2190...0x2BFF, 0x3030, 0x303D, 0x3297, 0x3299,
    0x1F000...0x1FAFF:
    return true
  default:
    return false
  }
}

private func isKeycapBase(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x23, 0x2A, 0x30...0x39: return true
  default: return false
  }
}
