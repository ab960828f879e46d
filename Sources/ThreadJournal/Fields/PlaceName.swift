/// A place as an entry's field `location` holds it: `City, State` in words, never coordinates (F17).
package enum PlaceName {
  /// Why what a program printed is no place.
  package enum Refusal: Error, Hashable, Sendable {
    case empty
    /// It is longer than places are, or its first line does not end.
    case tooLong
    /// It is not UTF-8, has control characters, no letter, or what messages to programs are made of.
    case noName
    /// It says where on the globe it is.
    case coordinates
  }

  /// The most bytes of a program's output that are looked at.
  package static let longestOutput = 1024

  private static let longestName = 200

  /// The place on the first line of `output`, without white space around it.
  ///
  /// - Throws: `Refusal` where there is none.
  package static func read(_ output: [UInt8]) throws(Refusal) -> [UInt8] {
    let first = output.prefix { $0 != 0x0A }
    let trimmed = (first.last == 0x0D ? first.dropLast() : first).trimmed
    guard !trimmed.isEmpty else { throw .empty }
    guard trimmed.count <= longestName else { throw .tooLong }
    let bytes = Array(trimmed)
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .noName }
    guard !CoordinateScan.found(in: text) else { throw .coordinates }
    let scalars = text.unicodeScalars
    guard scalars.contains(where: { $0.properties.isAlphabetic }),
      !scalars.contains(where: isForeign)
    else { throw .noName }
    return bytes
  }

  /// Whether a value of the field `location` is, or holds, coordinates.
  package static func isCoordinates(_ value: [UInt8]) -> Bool {
    CoordinateScan.found(in: String(utf8: value))
  }

  /// Whether a character belongs to JSON, HTML, a terminal or a layout rather than to a name.
  private static func isForeign(_ scalar: Unicode.Scalar) -> Bool {
    if "<>{}[]|\\=\"`\u{FFFD}".unicodeScalars.contains(scalar) { return true }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return true
    // Marks that turn text round, such as U+202E, are the only format characters that do harm.
    case .format:
      return (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    default: return false
    }
  }
}

/// A search for coordinates in a text: degrees, pairs of decimal numbers, `geo:`, plus codes and their like.
///
/// It rather refuses a strange name of a place than lets a position through.
enum CoordinateScan {
  static func found(in text: String) -> Bool {
    let scalars = Array(text.lowercased().unicodeScalars)
    return hasScheme(scalars) || hasDegrees(scalars) || hasPlusCode(scalars) || isPosition(scalars)
  }

  /// Whether there are two decimal numbers, two long ones, or numbers and nothing but words for directions.
  private static func isPosition(_ scalars: [Unicode.Scalar]) -> Bool {
    var (numbers, decimals, longs) = (0, 0, 0)
    var isOnlyDirections = true
    var index = 0
    while index < scalars.count {
      if isDigit(scalars[index]) {
        let whole = run(scalars, from: index, isDigit)
        numbers += 1
        if whole > 5 { longs += 1 }
        index += whole
        guard index + 1 < scalars.count, decimalSigns.contains(scalars[index].value) else {
          continue
        }
        let fraction = run(scalars, from: index + 1, isDigit)
        if fraction > 0 {
          decimals += 1
          index += fraction + 1
        }
      } else {
        let letters = run(scalars, from: index) { $0.properties.isAlphabetic }
        let word = String(String.UnicodeScalarView(scalars[index..<index + letters]))
        if letters > 0, !directions.contains(word) { isOnlyDirections = false }
        index += max(letters, 1)
      }
    }
    return decimals > 1 || longs > 1 || (numbers > 1 && isOnlyDirections)
  }

  /// `geo:` of RFC 5870, or the `///` of a position in three words.
  private static func hasScheme(_ scalars: [Unicode.Scalar]) -> Bool {
    if scalars.starts(with: "///".unicodeScalars) { return true }
    return scalars.indices.contains { index in
      scalars[index] == "g" && scalars[index...].starts(with: "geo:".unicodeScalars)
        && (index == 0 || !isLetterOrDigit(scalars[index - 1]))
    }
  }

  /// A degree sign behind a number, whatever stands there for it.
  private static func hasDegrees(_ scalars: [Unicode.Scalar]) -> Bool {
    for (index, scalar) in scalars.enumerated() where "°˚º".unicodeScalars.contains(scalar) {
      let before = scalars[..<index].last { !$0.properties.isWhitespace }
      guard let before, isDigit(before) else { continue }
      if scalar != "º" { return true }
      // In Spanish and Portuguese this sign is also that of a number in a series.
      let after = scalars[(index + 1)...].first { !$0.properties.isWhitespace }
      if after.map({ isDigit($0) || "nsew,".unicodeScalars.contains($0) }) ?? true { return true }
    }
    return false
  }

  /// An open location code, whole (`8Q6Q2Q69+XX`), short (`2Q69+XX`) or coarse (`8Q6Q0000+`).
  private static func hasPlusCode(_ scalars: [Unicode.Scalar]) -> Bool {
    for (index, scalar) in scalars.enumerated() where scalar == "+" {
      var before = index
      while before > 0, isCode(scalars[before - 1]) || scalars[before - 1] == "0" { before -= 1 }
      let after = run(scalars, from: index + 1, isCode)
      let isWhole = before == 0 || !isLetterOrDigit(scalars[before - 1])
      let end = index + 1 + after
      let ends = end == scalars.count || !isLetterOrDigit(scalars[end])
      guard [4, 6, 8].contains(index - before), isWhole, ends else { continue }
      if (2...7).contains(after) || (after == 0 && scalars[index - 1] == "0") { return true }
    }
    return false
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    isDigit(scalar) || scalar.properties.isAlphabetic
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .decimalNumber
  }

  private static func isCode(_ scalar: Unicode.Scalar) -> Bool { codeLetters.contains(scalar) }

  /// How many scalars from `start` on are as `matches` says.
  private static func run(
    _ scalars: [Unicode.Scalar], from start: Int, _ matches: (Unicode.Scalar) -> Bool
  ) -> Int {
    scalars[start...].prefix(while: matches).count
  }

  private static let codeLetters = Set("23456789cfghjmpqrvwx".unicodeScalars)
  /// `.`, `,`, the Arabic decimal separator and the full-width full stop.
  private static let decimalSigns: Set<UInt32> = [0x2E, 0x2C, 0x66B, 0xFF0E]
  /// What stands around the numbers of a position.
  private static let directions: Set<String> = [
    "n", "s", "e", "w", "o", "d", "m", "min", "sec", "deg", "degree", "degrees", "lat", "latitude",
    "lon", "long", "lng", "longitude", "north", "south", "east", "west", "gps", "coordinates",
    "coords", "position", "loc", "location", "alt", "altitude", "accuracy", "utm", "mgrs",
  ]
}
