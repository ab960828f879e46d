import ThreadStorage

/// A word or phrase to be found in texts.
///
/// Without an upper-case letter in it, neither case nor diacritics count; with one, both do. White
/// space in it stands for any run of white space.
package struct TextPattern: Sendable {
  /// The pattern as the units of a `FoldedText`.
  let units: [UInt32]
  let mode: FoldedText.Mode
  /// For each unit, the length of the longest beginning that also ends there (Knuth, Morris, Pratt).
  private let failures: [Int]
  /// The search for a short pattern that is ASCII without white space; of a folded one it finds nothing else.
  let search: LiteralSearch?

  init(_ text: [UInt8]) {
    let hasUpperCase = String(utf8: text).unicodeScalars.contains {
      $0.properties.isUppercase || $0.properties.generalCategory == .titlecaseLetter
    }
    mode = hasUpperCase ? .exact : .folded
    units = FoldedText(text.span, 0..<text.count, mode: mode).units
    failures = TextPattern.failures(of: units)
    // It compares letter by letter again and again, which takes too long for a pattern of one letter many times.
    let isWord =
      units.count <= LiteralSearch.lengthLimit && units.allSatisfy { $0 < 0x80 && $0 != 0x20 }
    search = isWord ? LiteralSearch(units, isExact: mode == .exact) : nil
  }

  /// What is looked for, as it is compared.
  var words: String { String(String.UnicodeScalarView(units.compactMap { Unicode.Scalar($0) })) }

  private static func failures(of units: [UInt32]) -> [Int] {
    var failures = [Int](repeating: 0, count: units.count)
    var length = 0
    for index in units.indices.dropFirst() {
      while length > 0, units[index] != units[length] { length = failures[length - 1] }
      if units[index] == units[length] { length += 1 }
      failures[index] = length
    }
    return failures
  }

  func matches(_ text: [UInt8]) -> Bool {
    let span = text.span
    if let search {
      let found = search.firstIndex(in: span, 0..<text.count) { bytes, index in
        // A mark behind an exact match would make another letter of its last one.
        let end = index - search.scan.anchor + units.count
        return mode == .folded || end == bytes.count || bytes[end] < 0x80
      }
      if found != nil || mode == .folded || text.reduce(0, |) < 0x80 { return found != nil }
    }
    return firstMatch(in: FoldedText(span, 0..<text.count, mode: mode), from: 0) != nil
  }

  func isWhole(_ text: some Collection<UInt8>) -> Bool {
    let bytes = Array(text)
    return FoldedText(bytes.span, 0..<bytes.count, mode: mode).units == units
  }

  func matchesBeginning(of text: [UInt8]) -> Bool {
    FoldedText(text.span, 0..<text.count, mode: mode).units.starts(with: units)
  }

  /// Where the pattern stands in `text`, ascending and without overlaps; marks after it belong to it.
  func ranges(in text: [UInt8]) -> [Range<Int>] {
    let folded = FoldedText(text.span, 0..<text.count, mode: mode)
    var ranges: [Range<Int>] = []
    var position = 0
    while let match = firstMatch(in: folded, from: position) {
      let upper = match + units.count
      let end = upper < folded.starts.count ? folded.starts[upper] : folded.end
      ranges.append(folded.starts[match]..<end)
      position = upper
    }
    return ranges.filter { !$0.isEmpty }
  }

  /// The index of the unit at which the pattern first stands, from `start` on.
  private func firstMatch(in text: FoldedText, from start: Int) -> Int? {
    guard !units.isEmpty else { return nil }
    var length = 0
    var index = start
    while index < text.units.count {
      let unit = text.units[index]
      while length > 0, unit != units[length] { length = failures[length - 1] }
      if unit == units[length] { length += 1 }
      index += 1
      guard length == units.count else { continue }
      let isWhole =
        mode == .folded || index == text.units.count || !TextFolding.isMark(text.units[index])
      if isWhole { return index - length }
      length = failures[length - 1]
    }
    return nil
  }
}
