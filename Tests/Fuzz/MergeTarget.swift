import TestSupport
import ThreadJournal
import ThreadStorage

/// Any bytes as the base of two versions that changed some of its lines: merged without a loss, or refused.
enum MergeTarget {
  static func check(_ bytes: [UInt8]) throws {
    var base = bytes
    var generator = ChoiceGenerator(takingFrom: &base)
    let ours = changed(base, "a", using: &generator)
    let theirs = changed(base, "b", using: &generator)
    for (own, other) in [(ours, base), (ours, ours)] {
      let result = try? ThreadMerge(base: base, ours: own, theirs: other).bytes
      try PropertyViolation.unless(
        result == own, "a side that is like the base, or the same, gives the other", for: own)
    }
    let result = try? ThreadMerge(base: base, ours: ours, theirs: theirs)
    let swapped = try? ThreadMerge(base: base, ours: theirs, theirs: ours)
    let text = base + [0x1E] + ours + [0x1E] + theirs
    try PropertyViolation.unless(
      result?.conflicts.count == swapped?.conflicts.count, "no side has more conflicts", for: text)
    guard let result, let swapped else { return }
    // A result has the line endings and the mark of its own side.
    let isMarked = [base, ours, theirs].contains { $0.starts(with: [0xEF, 0xBB, 0xBF]) }
    if result.conflicts.isEmpty, !base.contains(0x0D), !isMarked {
      try PropertyViolation.unless(
        result.bytes == swapped.bytes, "a clean result is the same for both", for: text)
    }
    let kept = lines(of: result.bytes)
    let known = lines(of: base)
    for added in lines(of: ours).union(lines(of: theirs)).subtracting(known) {
      try PropertyViolation.unless(kept.contains(added), "no line is lost", for: text)
    }
    if result.conflicts.isEmpty { try ThreadProperties.checkReading(result.bytes) }
  }

  /// The lines that say more than when, without the white space around them, nor a byte order mark.
  private static func lines(of bytes: [UInt8]) -> Set<[UInt8]> {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return Set(
      bytes[start...].split(separator: 0x0A).map { Array($0[...].trimmed) }
        .filter { !$0.isEmpty && !$0.starts(with: Array("##".utf8)) })
  }

  /// `bytes` with up to three changes: a line that goes, comes twice or is new, or a new entry.
  private static func changed(
    _ bytes: [UInt8], _ side: String, using generator: inout ChoiceGenerator
  ) -> [UInt8] {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
    for number in 0..<Int.random(in: 0...3, using: &generator) {
      let index = Int.random(in: 0..<lines.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0 where lines.count > 1: lines.remove(at: index)
      case 1: lines.insert(lines[index], at: index)
      case 2: lines.insert(Array("- \(side)\(number):: x\(side)\(number)".utf8), at: index)
      default:
        let heading = "## 2026-03-28 07:1\(number) {#k\(side)\(number)}"
        lines.insert(contentsOf: [heading, "x\(side)\(number)"].map { Array($0.utf8) }, at: index)
      }
    }
    return Array(lines.joined(separator: [0x0A]))
  }
}
