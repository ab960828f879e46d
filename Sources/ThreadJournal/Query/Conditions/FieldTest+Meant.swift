import ThreadStorage

/// Numbers that are written otherwise elsewhere, and that mean something else here.
extension FieldTest {
  /// The number or range that commas between digits may be meant for: `1,5..2,5` as `1.5..2.5`, `10,000..` as `10000..`;
  /// nil where several values stand between them.
  static func meant(byCommas values: [String], ofWhole isWhole: Bool) -> String? {
    guard values.count > 1 else { return nil }
    var ends: [String] = []
    for end in self.ends(values.joined(separator: ",")) {
      let parts = end.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.allSatisfy({ $0.utf8.allSatisfy(Byte.isDigit) }) else { return nil }
      let groups = parts.dropFirst()
      // Whole numbers may well be two; what looks like a thousand is hardly so.
      let areThousands =
        groups.allSatisfy { $0.utf8.count == 3 }
        && (parts[0].utf8.count < 3 || groups.first?.hasPrefix("0") == true)
      if groups.isEmpty {
        ends.append(end)
      } else if areThousands, isWhole || groups.allSatisfy({ $0 == "000" }) {
        ends.append(parts.joined())
      } else if !isWhole, groups.count == 1, !parts.contains("") {
        ends.append(parts.joined(separator: "."))
      } else {
        return nil
      }
    }
    if ends.count == 2, let lower = DecimalNumber(ends[0]), let upper = DecimalNumber(ends[1]),
      upper < lower
    {
      return nil
    }
    return ends.count > 2 ? nil : ends.joined(separator: "..")
  }

  /// What points between thousands ask for, and what they may be meant for: `>5.000` as `>5` and `>5000`; nil where
  /// there are none.
  func meantByPoints(ofWhole isWhole: Bool) -> (asked: String, meant: String)? {
    let sign = String(typed.prefix(while: Comparison.isSign))
    let ends = Self.ends(String(typed.dropFirst(sign.count)))
    func areThousands(_ end: String) -> Bool {
      ForeignForm.isGrouped(Array(end.utf8)[...])
        && (isWhole || end.split(separator: ".").dropFirst().allSatisfy { $0 == "000" })
    }
    guard ends.contains(where: areThousands) else { return nil }
    let asked = ends.map { DecimalNumber($0)?.text ?? $0 }
    let meant = ends.map { areThousands($0) ? $0.filter { $0 != "." } : $0 }
    return (sign + asked.joined(separator: ".."), sign + meant.joined(separator: ".."))
  }

  private static func ends(_ text: String) -> [String] {
    text.split(separator: "..", omittingEmptySubsequences: false).map {
      String(utf8: Array($0.utf8)[...].trimmed)
    }
  }
}
