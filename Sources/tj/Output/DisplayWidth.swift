/// How many columns text takes on a terminal, after `TerminalText` has made its control characters visible.
enum DisplayWidth {
  /// Columns of a whole text; a control character that was left in counts one.
  static func columns(of text: [UInt8]) -> Int {
    columns(of: text.span)
  }

  /// Columns of a whole text; a control character that was left in counts one.
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
    var low = 0
    var high = ranges.count / 2
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle * 2 + 1] < scalar {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < ranges.count / 2 && ranges[low * 2] <= scalar
  }
}
