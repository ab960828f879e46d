import ThreadStorage

/// A range as other programs take it: with `-`, `–`, `...` or `to` between its ends.
enum TypedRange {
  private static let signs = ["...", "–", "—", " to ", " until ", " - ", "-"]

  /// `text` with `..` between its ends; nil where no sign in it has one on each side.
  static func dotted(_ text: String, where isEnd: (String) -> Bool) -> String? {
    for sign in signs {
      for range in text.ranges(of: sign) {
        let ends = [text[..<range.lowerBound], text[range.upperBound...]].map {
          String(utf8: Array($0.utf8)[...].trimmed)
        }
        if ends.allSatisfy(isEnd) { return ends.joined(separator: "..") }
      }
    }
    return nil
  }

  /// The end of a range in full, which leaves out what it has in common with the start: `22` behind `2026-11-20`; nil
  /// where it is no such end.
  static func whole(_ end: String, behind start: String) -> String? {
    let isDate = Timestamp(start)?.precision == .day && start.utf8.count == 10
    let isMonth = start.utf8.count == 7 && Timestamp(start + "-01")?.precision == .day
    let isDayOfYear = isDate && end.utf8.count == 5 && Timestamp("2000-" + end) != nil
    guard isDayOfYear || isShortEnd(end) && (isDate || isMonth) else { return nil }
    let written = end.utf8.count == 1 ? "0" + end : end
    return String(start.dropLast(written.utf8.count)) + written
  }

  /// Whether it is a day or a month as the end of a range has it.
  static func isShortEnd(_ text: String) -> Bool {
    1...2 ~= text.utf8.count && text.utf8.allSatisfy(Byte.isDigit)
  }

  /// Whether the range that has `..` ends so.
  static func hasShortEnd(_ range: String) -> Bool {
    range.firstRange(of: "..").map { isShortEnd(String(range[$0.upperBound...])) } ?? false
  }
}
