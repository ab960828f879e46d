import ThreadStorage

/// The versions of a text that a merge left in it, between conflict markers.
package struct ConflictedText {
  /// Without the markers' own base, what both sides have outside of them.
  package private(set) var base: [UInt8] = []
  package private(set) var ours: [UInt8] = []
  package private(set) var theirs: [UInt8] = []
  /// Whether the markers are those that tj writes, and not what git does without it.
  package private(set) var isByEntries = true

  private enum Section {
    case both
    case ours
    case base
    case theirs
  }

  /// Reads the versions; nil where there are no markers, or it is not clear what they stand around.
  package init?(_ bytes: [UInt8]) {
    var section = Section.both
    /// How many signs the markers of a block have.
    var width = 0
    for line in bytes.lines(in: 0..<bytes.count) {
      let marker = ConflictMarkers.marker(in: bytes.span, line: line.text)
      if section == .both, let marker, marker.sign == UInt8(ascii: "<") {
        width = marker.width
        if !bytes[line.text].dropFirst(width).elementsEqual(" ours".utf8) { isByEntries = false }
      }
      switch (marker?.width == width ? marker?.sign : nil, section) {
      case (UInt8(ascii: "<"), .both): section = .ours
      case (UInt8(ascii: "|"), .ours): section = .base
      case (UInt8(ascii: "="), .ours), (UInt8(ascii: "="), .base): section = .theirs
      case (UInt8(ascii: ">"), .theirs): section = .both
      case (UInt8(ascii: "<"), _), (UInt8(ascii: ">"), .ours), (UInt8(ascii: ">"), .base),
        (UInt8(ascii: "|"), .base), (UInt8(ascii: "|"), .theirs), (UInt8(ascii: "="), .theirs):
        return nil
      default: append(bytes[line.text.lowerBound..<line.next], to: section)
      }
    }
    guard width > 0, section == .both else { return nil }
  }

  private mutating func append(_ line: ArraySlice<UInt8>, to section: Section) {
    if section == .both || section == .base { base += line }
    if section == .both || section == .ours { ours += line }
    if section == .both || section == .theirs { theirs += line }
  }
}
