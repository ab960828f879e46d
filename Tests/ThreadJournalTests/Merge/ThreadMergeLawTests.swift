import Foundation
import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite("Merges of random threads")
struct ThreadMergeLawTests {
  /// `TJ_MERGE_TRIPLES` asks for more: .ci/check-long-tests does.
  static let count =
    ProcessInfo.processInfo.environment["TJ_MERGE_TRIPLES"].flatMap { Int($0) } ?? 3_000

  @Test("lose no word, do not depend on which side is which, and end equal in any order")
  func laws() throws {
    var clean = 0
    for seed in 0..<Self.count {
      var random = SeededGenerator(seed: UInt64(seed))
      let sample = MergeSample(using: &random)
      let onlyAdds = seed % 3 == 0
      let clones = (1...3).map {
        sample.changed(clone: $0, additionsOnly: onlyAdds, using: &random).bytes
      }
      let base = sample.bytes
      let found = try violations(base, clones, &clean, mustBeClean: onlyAdds)
      #expect(found.isEmpty, "seed \(seed)")
      if !found.isEmpty { break }
    }
    // Two that only add never contradict each other, and most of the others do not.
    #expect(clean > Self.count / 2)
  }

  private func violations(
    _ base: [UInt8], _ clones: [[UInt8]], _ clean: inout Int, mustBeClean: Bool
  ) throws -> [String] {
    let (ours, theirs) = (clones[0], clones[1])
    func merge(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) throws -> ThreadMerge {
      try ThreadMerge(base: base, ours: ours, theirs: theirs)
    }
    var found: [String] = []
    for (one, other) in [(ours, base), (base, ours), (ours, ours)]
    where try merge(base, one, other).bytes != ours {
      found.append("a side that is as the base, or both alike, does not give the other")
    }
    let result = try merge(base, ours, theirs)
    let swapped = try merge(base, theirs, ours)
    if result.conflicts.count != swapped.conflicts.count {
      found.append("there are other conflicts with the sides swapped")
    }
    guard result.conflicts.isEmpty else {
      if mustBeClean { found.append("two that only add contradict each other") }
      return found
        + MergeLaws.violations(base, ours, theirs, conflicted: result.bytes)
    }
    clean += 1
    if result.bytes != swapped.bytes { found.append("it depends on which side is which") }
    for (one, other) in [(ours, result.bytes), (result.bytes, theirs)]
    where try merge(base, one, other).bytes != result.bytes {
      found.append("merging again changes it")
    }
    found += MergeLaws.violations(base, ours, theirs, clean: result.bytes)
    var ends: Set<[UInt8]> = []
    for order in [[0, 1, 2], [0, 2, 1], [1, 2, 0]] {
      let first = try merge(base, clones[order[0]], clones[order[1]])
      guard first.conflicts.isEmpty else { return found }
      let second = try merge(base, first.bytes, clones[order[2]])
      guard second.conflicts.isEmpty else { return found }
      ends.insert(second.bytes)
    }
    if ends.count > 1 { found.append("three clones end in \(ends.count) ways") }
    return found
  }

  @Test("by lines contradict each other where both added, or lose lines: the laws find that")
  func control() {
    var conflicts = 0
    var caught = 0
    for seed in 0..<300 {
      var random = SeededGenerator(seed: UInt64(seed))
      let sample = MergeSample(using: &random)
      let clones = (1...2).map {
        sample.changed(clone: $0, additionsOnly: true, using: &random).bytes
      }
      let base = sample.bytes
      if LineMerge.merged(base, clones[0], clones[1]) == nil { conflicts += 1 }
      // As `merge=union` does, more or less: what both have once is there once.
      let known = Set(clones[0].split(separator: Byte.lineFeed))
      let added = clones[1].split(separator: Byte.lineFeed).filter { !known.contains($0) }
      let union = clones[0] + added.joined(separator: [Byte.lineFeed])
      caught += MergeLaws.violations(base, clones[0], clones[1], clean: union).isEmpty ? 0 : 1
    }
    #expect(conflicts > 100)
    #expect(caught > 50)
  }
}
