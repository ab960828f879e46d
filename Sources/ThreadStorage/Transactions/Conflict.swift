/// What stands in the way of a change: a place that is not what the change expects.
public struct Conflict: Sendable, Hashable {
  /// What is wrong with the place.
  public enum Kind: Sendable, Hashable {
    /// The place holds something else.
    case changed
    /// There is no such file.
    case fileMissing
    /// Something has the name that a file is to get.
    case nameTaken
  }

  /// What is wrong.
  public var kind: Kind
  /// The file, relative to the journal.
  public var path: String
  /// The line of what was found, 1-based.
  public var line: Int?
  /// What the place should hold.
  public var expected: [UInt8] = []
  /// What it holds.
  public var found: [UInt8] = []
}

extension Conflict {
  /// Two versions of a whole file, from the first line on that differs.
  init(_ expected: [UInt8], _ found: [UInt8], _ path: String) {
    let same = zip(expected, found).prefix { $0 == $1 }.count
    let start = expected[..<same].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    self.init(
      kind: .changed, path: path, line: 1 + expected[..<start].count { $0 == 0x0A },
      expected: Array(expected[start...]), found: Array(found[start...]))
  }

  /// What stands where these hunks are expected: the entry of the same id, else what is at their places.
  static func conflicts(of hunks: [Hunk], _ path: String, in bytes: [UInt8]) -> [Conflict] {
    let document = ThreadDocument(bytes)
    return zip(hunks, hunks.offsetsBefore).map { hunk, offset in
      let expected = ThreadDocument(hunk.before.isEmpty ? hunk.after : hunk.before)
      let ids = Set(expected.entries.compactMap { expected.id(of: $0) })
      let slice = document.entries.first { document.id(of: $0).map(ids.contains) ?? false }
      let start = min(max(offset, 0), bytes.count)
      let range = slice?.region ?? start..<min(bytes.count, start + max(hunk.before.count, 1))
      // Of an entry that is gone, other bytes at its old place tell nothing.
      let isGone = slice == nil && !ids.isEmpty
      return Conflict(
        kind: .changed, path: path,
        line: isGone ? nil : document.position(of: range.lowerBound).line,
        expected: hunk.before, found: isGone ? [] : Array(bytes[range]))
    }
  }
}
