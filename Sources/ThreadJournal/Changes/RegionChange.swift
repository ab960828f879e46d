import ThreadStorage

/// The replacement of one region of a file: whole entries, or whole lines where no entry is.
///
/// A change of very many entries, such as a field's new name, keeps the changed lines only: whole entries would be the
/// whole file, twice.
package struct RegionChange: Sendable, Hashable {
  /// How many bytes before and after a region are remembered at most.
  static let contextLength = 64
  /// The same between the regions of a change that is kept by lines.
  static let narrowContextLength = 32
  /// How many places are changed at most in a change that is kept by whole entries.
  static let mostWholeEntries = 64

  /// Where the region begins in the file as it is after the change, in bytes.
  package var offset: Int
  /// What stood there.
  package var before: [UInt8]
  /// What stands there now.
  package var after: [UInt8]
  /// What stands before the region, as far as the region before it.
  package var leading: [UInt8]
  /// What stands behind the region, as far as the next one; shorter than the limit at the file's end.
  package var trailing: [UInt8]

  /// A change of a region.
  package init(
    offset: Int, before: [UInt8], after: [UInt8], leading: [UInt8], trailing: [UInt8] = []
  ) {
    self.offset = offset
    self.before = before
    self.after = after
    self.leading = leading
    self.trailing = trailing
  }
}

extension [RegionChange] {
  /// The regions that `splices` of `document` change.
  init(_ splices: [Splice], of document: ThreadDocument) {
    let bytes = document.bytes
    let isNarrow = splices.count > RegionChange.mostWholeEntries
    let bounds = isNarrow ? RegionBounds(linesOf: document) : RegionBounds(document)
    let groups = bounds.groups(of: splices)
    self = []
    var shift = 0
    for (index, group) in groups.enumerated() {
      let start = index > 0 ? groups[index - 1].range.upperBound : 0
      let end = index + 1 < groups.count ? groups[index + 1].range.lowerBound : bytes.count
      // What is behind the last region tells whether that is the file's end.
      let context =
        isNarrow && index + 1 < groups.count
        ? RegionChange.narrowContextLength : RegionChange.contextLength
      let lead = Swift.max(start, group.range.lowerBound - context)
      let trail = Swift.min(end, group.range.upperBound + context)
      let before = [UInt8](bytes[group.range])
      let after = before.applying(
        group.splices.map {
          Splice(
            $0.range.lowerBound - group.range.lowerBound..<$0.range.upperBound
              - group.range.lowerBound, $0.replacement)
        })
      append(
        RegionChange(
          offset: group.range.lowerBound + shift, before: before, after: after,
          leading: [UInt8](bytes[lead..<group.range.lowerBound]),
          trailing: [UInt8](bytes[group.range.upperBound..<trail])))
      shift += after.count - before.count
    }
  }

  /// The changes that take these back.
  var inverted: [RegionChange] {
    zip(self, offsetsBefore).map { region, offset in
      RegionChange(
        offset: offset, before: region.after, after: region.before, leading: region.leading,
        trailing: region.trailing)
    }
  }

  /// Where each region begins in the file as it was before the change.
  var offsetsBefore: [Int] {
    var shift = 0
    return map { region in
      defer { shift += region.after.count - region.before.count }
      return region.offset - shift
    }
  }
}

/// Widens splices to what a person would call one thing: an entry, or a line of the front matter.
private struct RegionBounds {
  struct Group {
    var range: Range<Int>
    var splices: [Splice]
  }

  private let bytes: [UInt8]
  /// Where entries begin, and the file's end.
  private let starts: [Int]

  init(_ document: ThreadDocument) {
    bytes = document.bytes
    starts = document.entries.map(\.region.lowerBound) + [document.bytes.count]
  }

  /// Bounds by which a region is whole lines, whatever they are part of.
  init(linesOf document: ThreadDocument) {
    bytes = document.bytes
    starts = [document.bytes.count]
  }

  func groups(of splices: [Splice]) -> [Group] {
    var groups: [Group] = []
    for splice in splices.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      let range = widened(splice.range)
      // The group itself must not be held here: adding to it would copy all its splices.
      if let last = groups.last?.range, range.lowerBound <= last.upperBound {
        groups[groups.count - 1].range =
          last.lowerBound..<max(last.upperBound, range.upperBound)
        groups[groups.count - 1].splices.append(splice)
      } else {
        groups.append(Group(range: range, splices: [splice]))
      }
    }
    return groups
  }

  private func widened(_ range: Range<Int>) -> Range<Int> {
    if isBound(range.lowerBound), isBound(range.upperBound) { return range }
    let lower = bound(notAfter: range.lowerBound)
    let upper = isBound(range.upperBound) ? range.upperBound : bound(after: range.upperBound)
    return lower..<max(lower, upper)
  }

  /// The first index of `starts` that is not before `offset`.
  private func index(notBefore offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func isBound(_ offset: Int) -> Bool {
    let index = index(notBefore: offset)
    if index < starts.count, starts[index] == offset { return true }
    return index == 0 && (offset == 0 || bytes[offset - 1] == 0x0A)
  }

  private func bound(notAfter offset: Int) -> Int {
    let index = index(notBefore: offset)
    if index < starts.count, starts[index] == offset { return offset }
    if index > 0 { return starts[index - 1] }
    return bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
  }

  private func bound(after offset: Int) -> Int {
    let index = index(notBefore: offset + 1)
    let next = index < starts.count ? starts[index] : bytes.count
    guard index == 0 else { return next }
    return bytes[offset..<next].firstIndex(of: 0x0A).map { $0 + 1 } ?? next
  }
}
