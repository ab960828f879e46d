import ThreadStorage

/// What two versions of a thread contradict each other about; both of them stand in the result, between markers.
package struct MergeConflict: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case frontMatter(key: String?)
    case preamble
    /// The entry of this heading, without its `##`.
    case entry(heading: String)
  }

  package enum Cause: Hashable, Sendable {
    case bothChanged
    /// One deleted the entry, softly, and the other changed its words.
    case deletedAndChanged
    /// One took it out of the file, and the other changed it.
    case removedAndChanged
    /// Both added entries of one id.
    case bothAdded
  }

  package var part: Part
  package var cause: Cause
}

/// The lines that stand around a conflict's versions, as git writes them.
struct MergeMarkers {
  /// How many signs a marker has, or more where the versions have such lines as text.
  let width: Int
  let lineEnding: LineEnding

  /// Three versions between markers; each nil where there is none, and without the ending of its last line.
  func block(
    base: ArraySlice<UInt8>?, ours: ArraySlice<UInt8>?, theirs: ArraySlice<UInt8>?
  ) -> [UInt8] {
    var width = width
    let known = Set([base, ours, theirs].flatMap { ConflictMarkers.widths(in: Array($0 ?? [])) })
    while known.contains(width) { width += 1 }
    func marker(_ sign: Unicode.Scalar, _ label: String?) -> [UInt8] {
      [UInt8](repeating: UInt8(ascii: sign), count: width) + (label.map { " \($0)" } ?? "").utf8
        + lineEnding.bytes
    }
    var block = marker("<", "ours") + lines(ours)
    if let base { block += marker("|", "base") + lines(base) }
    block += marker("=", nil) + lines(theirs) + marker(">", "theirs")
    return block
  }

  private func lines(_ content: ArraySlice<UInt8>?) -> [UInt8] {
    guard let content, let last = content.last else { return [] }
    var lines = Array(content)
    if last != .lineFeed {
      Escaping.appendEnding(lineEnding, afterReturn: last == .carriageReturn, to: &lines)
    }
    return lines
  }
}

/// The one of three values that counts: what one side made of the base's, or both alike; nil where they contradict.
func merged<Value: Equatable>(_ base: Value, _ ours: Value, _ theirs: Value) -> Value? {
  if theirs == base || ours == theirs { return ours }
  return ours == base ? theirs : nil
}
