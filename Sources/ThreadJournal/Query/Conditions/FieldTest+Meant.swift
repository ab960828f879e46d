import ThreadStorage

/// Numbers that are written otherwise elsewhere, and that mean something else here.
extension FieldTest {
  /// The numbers or ranges that commas between digits may be meant for: `1,5..2,5` as `1.5..2.5`, `10,000..` as
  /// `10000..`, `1,250` as `1250` and `1.250`; none where several values stand between them.
  static func meant(byCommas values: [String], ofWhole isWhole: Bool) -> [String] {
    guard values.count > 1 else { return [] }
    let ends = self.ends(values.joined(separator: ","))
    let readings = ends.map { numbers(withCommas: $0, ofWhole: isWhole) }
    guard ends.count < 3, !readings.contains(where: \.isEmpty) else { return [] }
    // Both ends are written alike.
    let all = [readings.compactMap(\.first), readings.compactMap(\.last)].filter { ends in
      guard ends.count == 2, let lower = DecimalNumber(ends[0]), let upper = DecimalNumber(ends[1])
      else { return true }
      return lower <= upper
    }.map { $0.joined(separator: "..") }
    return all.first == all.last ? Array(all.prefix(1)) : all
  }

  /// What a number may be with commas between thousands, or before decimals.
  private static func numbers(withCommas text: String, ofWhole isWhole: Bool) -> [String] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, parts.count > 1 else { return [text] }
    func isNumber(_ part: Substring) -> Bool { part.utf8.allSatisfy(Byte.isDigit) }
    // `1.250,50`
    if !isWhole, parts.count == 2, isNumber(last), ForeignForm.isGrouped(Array(first.utf8)[...]) {
      return ["\(first.filter { $0 != "." }).\(last)"]
    }
    let decimals = isWhole ? nil : last.firstIndex(of: ".").map { last[$0...] }
    let whole = parts.dropLast() + [last.dropLast(decimals?.count ?? 0)]
    guard whole.allSatisfy(isNumber), decimals.map({ isNumber($0.dropFirst()) }) != false else {
      return []
    }
    let groups = whole.dropFirst()
    // Whole numbers may well be two; what looks like a thousand is hardly so.
    let areThousands =
      groups.allSatisfy { $0.utf8.count == 3 }
      && (first.utf8.count < 3 || groups.first?.hasPrefix("0") == true)
    let one = areThousands ? [parts.joined()] : []
    let isClear = isWhole || decimals != nil || groups.allSatisfy { $0 == "000" }
    let hasDecimals = !isClear && parts.count == 2 && !parts.contains("")
    return hasDecimals ? one + [parts.joined(separator: ".")] : one
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
