/// Which type fits a column of values.
enum ImportTypes {
  /// The narrowest type that all values fit; text where there are none.
  ///
  /// Digits with zeros before them (`007`) are text: they are codes, not numbers.
  static func type(of values: [[UInt8]]) -> FieldType {
    guard !values.isEmpty, values.allSatisfy({ !FieldValue.trimmed($0).isEmpty }) else {
      return .text
    }
    let candidates: [FieldType] = [.integer, .number, .boolean, .date, .duration]
    return candidates.first { type in
      values.allSatisfy { FieldValue($0, as: type) != nil && !isCode($0, type) }
    } ?? .text
  }

  private static func isCode(_ value: [UInt8], _ type: FieldType) -> Bool {
    guard type == .integer || type == .number else { return false }
    let digits = FieldValue.trimmed(value).drop {
      $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+")
    }
    return digits.count > 1 && digits.first == 0x30 && digits.dropFirst().first != UInt8(ascii: ".")
  }
}
