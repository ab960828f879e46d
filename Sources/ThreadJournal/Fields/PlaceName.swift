/// A place as an entry's field `location` holds it: `City, State` in words, never coordinates (F17).
package enum PlaceName {
  /// Why what a program printed is no place.
  package enum Refusal: Error, Hashable, Sendable {
    /// There is nothing on its first line.
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

  /// The most bytes of a place.
  private static let longestName = 200

  /// The place on the first line of `output`, without white space around it.
  ///
  /// - Throws: `Refusal` where there is none.
  package static func read(_ output: [UInt8]) throws(Refusal) -> [UInt8] {
    let first = output.prefix { $0 != 0x0A }
    let trimmed = FieldValue.trimmed(Array(first.last == 0x0D ? first.dropLast() : first))
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
