/// The replacement of one part of a file: whole entries; lines where no entry is, or where very many change.
public struct Hunk: Sendable, Hashable {
  /// How many bytes before and after a hunk are remembered at most.
  static let contextLength = 64
  /// The same between the hunks of a change that is kept by lines.
  static let narrowContextLength = 32
  /// How many splices a change that is kept by whole entries has at most.
  package static let mostWholeEntries = 64

  /// Where the hunk begins in the file as it is after the change, in bytes.
  public var offset: Int
  public var before: [UInt8]
  public var after: [UInt8]
  /// What stands before the hunk, as far as the hunk before it.
  public var leading: [UInt8]
  /// What stands behind the hunk, as far as the next one; shorter than the limit at the file's end.
  public var trailing: [UInt8] = []

  /// Whether it adds bytes at the end of a file.
  var isAddition: Bool { before.isEmpty && trailing.isEmpty && !after.isEmpty }
}

extension [Hunk] {
  public init(_ splices: [Splice], of document: ThreadDocument) {
    let bytes = document.bytes
    let isNarrow = splices.count > Hunk.mostWholeEntries
    let starts = isNarrow ? [] : document.entries.map(\.region.lowerBound)
    let groups = HunkBounds(bytes: bytes, starts: starts + [bytes.count]).groups(of: splices)
    self = []
    var shift = 0
    for (index, group) in groups.enumerated() {
      let start = index > 0 ? groups[index - 1].range.upperBound : 0
      let end = index + 1 < groups.count ? groups[index + 1].range.lowerBound : bytes.count
      // What is behind the last hunk tells whether that is the file's end.
      let context =
        isNarrow && index + 1 < groups.count ? Hunk.narrowContextLength : Hunk.contextLength
      let contextStart = Swift.max(start, group.range.lowerBound - context)
      let contextEnd = Swift.min(end, group.range.upperBound + context)
      let before = [UInt8](bytes[group.range])
      let after = bytes.applying(group.splices, within: group.range)
      append(
        Hunk(
          offset: group.range.lowerBound + shift, before: before, after: after,
          leading: [UInt8](bytes[contextStart..<group.range.lowerBound]),
          trailing: [UInt8](bytes[group.range.upperBound..<contextEnd])))
      shift += after.count - before.count
    }
  }

  var inverted: [Hunk] {
    zip(self, offsetsBefore).map { hunk, offset in
      var inverted = hunk
      inverted.offset = offset
      (inverted.before, inverted.after) = (hunk.after, hunk.before)
      return inverted
    }
  }

  /// Where each hunk begins in the file as it was before the change.
  var offsetsBefore: [Int] {
    var shift = 0
    return map { hunk in
      defer { shift += hunk.after.count - hunk.before.count }
      return hunk.offset - shift
    }
  }
}

/// Widens splices to what a person would call one thing: an entry, or a line of the front matter.
private struct HunkBounds {
  typealias Group = (range: Range<Int>, splices: [Splice])

  let bytes: [UInt8]
  /// Where entries begin, and the file's end; without entries, a hunk is whole lines.
  let starts: [Int]

  func groups(of splices: [Splice]) -> [Group] {
    var groups: [Group] = []
    for splice in splices.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      let range = widened(splice.range)
      // The group itself must not be held here: adding to it would copy all its splices.
      if let last = groups.last?.range, range.lowerBound <= last.upperBound {
        groups[groups.count - 1].range = last.lowerBound..<max(last.upperBound, range.upperBound)
        groups[groups.count - 1].splices.append(splice)
      } else {
        groups.append((range, [splice]))
      }
    }
    return groups
  }

  private func widened(_ range: Range<Int>) -> Range<Int> {
    let lower = bound(notAfter: range.lowerBound)
    let end = range.upperBound
    let upper = bound(notAfter: end) == end ? end : bound(after: end)
    return lower..<max(lower, upper)
  }

  private func index(notBefore offset: Int) -> Int {
    starts.indices.partitioningIndex { starts[$0] >= offset }
  }

  private func bound(notAfter offset: Int) -> Int {
    let index = index(notBefore: offset)
    if index < starts.count, starts[index] == offset { return offset }
    if index > 0 { return starts[index - 1] }
    return bytes[..<offset].lastIndex(of: .lineFeed).map { $0 + 1 } ?? 0
  }

  private func bound(after offset: Int) -> Int {
    let index = index(notBefore: offset + 1)
    let next = index < starts.count ? starts[index] : bytes.count
    guard index == 0 else { return next }
    return bytes[offset..<next].firstIndex(of: .lineFeed).map { $0 + 1 } ?? next
  }
}
