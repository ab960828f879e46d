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
}
