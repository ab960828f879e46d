import Foundation
import TestSupport

@testable import ThreadJournal

/// Texts, terms and the slow and obvious way to compare them.
enum QuerySamples {
  private static let pieces = [
    "a", "A", "b", "c", "cafe", "Café", "é", "É", "e", "e\u{301}", "E\u{301}\u{323}", "ß", "ẞ", "ſ",
    "k", "\u{212A}",
    "и", "Й", "и\u{306}", "ё", "か", "が", "か\u{3099}", "ハ\u{309a}", "パ", "한", "하", "ᄒ", "ᅡ", "ᆫ",
    "日", " ", "\n",
    "  ", ":", "::", "\\", "-", "#", "\u{301}", "\u{5b8}", "ש", "7", ",", "🏔️", "\u{a0}", "İ", "i",
    "ı", "’",
  ]

  /// Up to `count` pieces that are difficult to compare.
  static func text(upTo count: Int, using generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...count, using: &generator)).map { _ in
      pieces.randomElement(using: &generator) ?? ""
    }.joined()
  }

  static func string(_ scalars: [UInt32]) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars.compactMap { Unicode.Scalar($0) })
    return text
  }

  /// The units in which a text is searched without regard to case.
  static func units(_ text: String) -> [UInt32] {
    let bytes = Array(text.utf8)
    return FoldedText(bytes.span, 0..<bytes.count, mode: .folded).units
  }

  /// Whether `term` stands in `text`, by Foundation's normalization and a comparison at each place.
  static func naivelyContains(_ text: String, _ term: String) -> Bool {
    let isExact = term.unicodeScalars.contains { $0.properties.isUppercase }
    let texts = naiveUnits(text, isExact: isExact)
    let terms = naiveUnits(term, isExact: isExact)
    guard !terms.isEmpty, texts.count >= terms.count else { return false }
    return (0...(texts.count - terms.count)).contains { start in
      let end = start + terms.count
      return Array(texts[start..<end]) == terms
        && !(isExact && end < texts.count && isMark(texts[end]))
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    (0x300...0x36f).contains(scalar.value) || (0x591...0x5bd).contains(scalar.value)
  }

  private static func naiveUnits(_ text: String, isExact: Bool) -> [Unicode.Scalar] {
    var scalars = Array(text.decomposedStringWithCanonicalMapping.unicodeScalars)
    if !isExact { scalars.removeAll { isMark($0) } }
    var units: [Unicode.Scalar] = []
    for scalar in scalars {
      let folded = isExact ? scalar : naivelyFolded(scalar)
      let isSpace = folded.properties.isWhitespace
      if isSpace, units.last == " " { continue }
      units.append(isSpace ? " " : folded)
    }
    // Hangul and kana are compared composed.
    var composed: [Unicode.Scalar] = []
    var run: [Unicode.Scalar] = []
    for unit in units + [" "] {
      if (0x1100...0x11ff).contains(unit.value) || (0x3040...0x30ff).contains(unit.value) {
        run.append(unit)
        continue
      }
      var text = ""
      text.unicodeScalars.append(contentsOf: run)
      composed += text.precomposedStringWithCanonicalMapping.unicodeScalars
      composed.append(unit)
      run = []
    }
    return composed.dropLast()
  }

  private static func naivelyFolded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar == "ẞ" { return "ß" }
    if scalar == "ı" { return scalar }
    let upper = scalar.properties.uppercaseMapping.unicodeScalars
    guard upper.count == 1, let capital = upper.first else { return scalar }
    let lower = capital.properties.lowercaseMapping.unicodeScalars
    return lower.count == 1 ? lower.first ?? scalar : scalar
  }
}

/// All entries of a file, with their lines and positions.
func allEntries(_ file: ThreadFile) -> ThreadEntries { ThreadEntries(file, file.entries()) }
