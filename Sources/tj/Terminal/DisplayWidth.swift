import ThreadStorage

/// How many columns text takes on a terminal, after `TerminalText` has made its control characters visible.
enum DisplayWidth {
  /// Columns of a whole text; a control character that was left in counts one.
  static func columns(of text: [UInt8]) -> Int { columns(of: text.span) }

  static func columns(of text: Span<UInt8>) -> Int {
    var columns = 0
    var offset = 0
    while offset < text.count {
      let cluster = text.cluster(at: offset)
      columns += cluster.columns
      offset += cluster.length
    }
    return columns
  }

  /// Columns of one scalar by itself: 0, 1 or 2.
  static func columns(ofScalar scalar: UInt32) -> Int {
    if scalar < 0x300 { return 1 }
    switch scalar {
    case 0x3041...0x3096, 0x30A1...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: return 2
    default: break
    }
    if contains(scalar, in: zeroRanges) { return 0 }
    return contains(scalar, in: wideRanges) ? 2 : 1
  }

  private static func contains(_ scalar: UInt32, in ranges: [UInt32]) -> Bool {
    let count = ranges.count / 2
    let index = (0..<count).partitioningIndex { ranges[$0 * 2 + 1] >= scalar }
    return index < count && ranges[index * 2] <= scalar
  }
}

/// What a terminal draws as one: a base character with its marks, a ZWJ sequence, a flag.
struct TextCluster: Equatable {
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
  scalar == 0x23 || scalar == 0x2A || 0x30...0x39 ~= scalar
}

/// One scalar read out of bytes that may not be UTF-8.
struct DecodedScalar: Equatable {
  /// The scalar's number; U+FFFD where the bytes are not UTF-8.
  var value: UInt32
  /// UTF-8 bytes that it stands on, 1 to 4; for invalid bytes, those that one U+FFFD stands for.
  var length: Int
  /// False where U+FFFD stands for bytes that are not UTF-8.
  var isValid: Bool

  fileprivate static func invalid(length: Int) -> DecodedScalar {
    DecodedScalar(value: 0xFFFD, length: length, isValid: false)
  }
}

extension Span<UInt8> {
  /// The scalar whose first byte is at `offset`; invalid bytes are replaced by maximal subparts, as Unicode recommends.
  ///
  /// `UTF8Scalar` takes each such byte alone; what is shown must tell how many of them one sign stands for.
  func scalar(at offset: Int) -> DecodedScalar {
    let lead = self[offset]
    if lead < 0x80 { return DecodedScalar(value: UInt32(lead), length: 1, isValid: true) }
    guard 0xC2...0xF4 ~= lead else { return .invalid(length: 1) }
    let continuations = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3
    var value = UInt32(lead & 0x3F >> UInt8(continuations))
    // The second byte's range rules out overlong forms, surrogates and what is beyond U+10FFFF.
    var allowed: ClosedRange<UInt8> =
      switch lead {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
    for index in 1...continuations {
      guard offset + index < count, allowed.contains(self[offset + index]) else {
        return .invalid(length: index)
      }
      value = value << 6 | UInt32(self[offset + index] & 0x3F)
      allowed = 0x80...0xBF
    }
    return DecodedScalar(value: value, length: continuations + 1, isValid: true)
  }
}
