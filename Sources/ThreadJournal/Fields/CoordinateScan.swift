/// A search for coordinates in a text: degrees, pairs of decimal numbers, `geo:`, plus codes and their like.
///
/// It rather refuses a strange name of a place than lets a position through.
struct CoordinateScan {
  /// A piece of the text.
  private enum Token: Equatable {
    /// Digits before and after a decimal sign; the latter 0 where there is none.
    case number(whole: Int, fraction: Int)
    case word(String)
  }

  private var tokens: [Token] = []

  /// Whether `text` holds coordinates.
  static func found(in text: String) -> Bool {
    let scalars = Array(text.lowercased().unicodeScalars)
    return hasScheme(scalars) || hasDegrees(scalars) || hasPlusCode(scalars)
      || CoordinateScan(scalars).isPosition
  }

  private init(_ scalars: [Unicode.Scalar]) {
    var index = 0
    while index < scalars.count {
      if Self.isDigit(scalars[index]) {
        let whole = Self.run(scalars, from: index, Self.isDigit)
        index += whole
        var fraction = 0
        if index + 1 < scalars.count, Self.decimalSigns.contains(scalars[index].value) {
          fraction = Self.run(scalars, from: index + 1, Self.isDigit)
          if fraction > 0 { index += fraction + 1 }
        }
        tokens.append(.number(whole: whole, fraction: fraction))
      } else if scalars[index].properties.isAlphabetic {
        let length = Self.run(scalars, from: index) { $0.properties.isAlphabetic }
        var word = String.UnicodeScalarView()
        word.append(contentsOf: scalars[index..<index + length])
        tokens.append(.word(String(word)))
        index += length
      } else {
        index += 1
      }
    }
  }

  /// Whether there are two decimal numbers, two long ones, or numbers and nothing but words for directions.
  private var isPosition: Bool {
    var decimals = 0
    var longs = 0
    var numbers = 0
    var isOnlyDirections = true
    for token in tokens {
      switch token {
      case .number(let whole, let fraction):
        numbers += 1
        if fraction > 0 { decimals += 1 }
        if whole > 5 { longs += 1 }
      case .word(let word):
        if !Self.directions.contains(word) { isOnlyDirections = false }
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
