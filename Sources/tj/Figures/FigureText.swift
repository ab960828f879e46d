import ThreadJournal
import ThreadStorage

/// How the figures of a field look: a duration as `5h12m`, a clock's time as `23:30`, a share as `38 %`.
struct FigureText {
  let kind: FieldKind
  /// When days begin, from which times are counted, in seconds after midnight.
  let dayStartsAt: Int
  /// What means are rounded to: one digit more than the values have, minutes or seconds, or whole percent.
  let step: FixedNumber

  /// - Parameter figures: Those that are told together.
  init(kind: FieldKind, of figures: [NumberFigures], dayStartsAt: Int) {
    self.kind = kind
    self.dayStartsAt = dayStartsAt
    step =
      switch kind {
      case .duration: FixedNumber(figures.contains(where: \.needsSeconds) ? 1 : 60)
      case .time: FixedNumber(60)
      case .boolean: .one(at: 2)
      case .number, .date, .text: .one(at: (figures.map(\.decimals).max() ?? 0) + 1)
      }
  }

  func value(_ number: FixedNumber) -> String {
    switch kind {
    case .number, .text: return number.text
    case .duration: return FigureText.duration(number.whole)
    case .boolean: return "\(number.percent) %"
    case .date: return CalendarDate(daysSinceEpoch: number.whole).text
    case .time:
      let second = (number.whole + dayStartsAt) % 86_400
      let parts = [second / 3600, second / 60 % 60] + (second % 60 == 0 ? [] : [second % 60])
      return parts.map(\.twoDigits).joined(separator: ":")
    }
  }

  /// The mean as it is shown; empty of nothing.
  func mean(_ sum: NumberSum) -> String { sum.mean(to: step).map(value) ?? "" }

  func sum(_ sum: NumberSum) -> String {
    guard sum.count > 0, kind.hasSum else { return "" }
    return kind == .boolean ? sum.sum.text : value(sum.sum)
  }

  /// How much the mean of `sum` is above that of `other`, with its sign; `–` where one of them is absent.
  func difference(_ sum: NumberSum, _ other: NumberSum) -> String {
    guard let difference = sum.mean(above: other, to: step) else { return "–" }
    return self.difference(difference)
  }

  /// A difference of means, with its sign.
  func difference(_ difference: FixedNumber) -> String {
    let isNegative = difference < FixedNumber(0)
    let amount = isNegative ? FixedNumber(0) - difference : difference
    let sign = isNegative ? "-" : amount > FixedNumber(0) ? "+" : ""
    switch kind {
    case .time: return sign + FigureText.duration(amount.whole)
    // From 43 % to 29 % is not 14 % less.
    case .boolean: return sign + Plural.of(amount.percent, "point")
    default: return sign + value(amount)
    }
  }

  /// How a text looks among others: with a comma, one would look like two.
  static func name(ofText bytes: [UInt8]) -> String {
    let text = String(utf8: bytes)
    return text.contains(",") ? "\"\(text)\"" : text
  }

  /// `5h12m`; with seconds only where there are some.
  static func duration(_ seconds: Int) -> String {
    let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")]
    let text = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
    return text.isEmpty ? "0m" : text
  }
}

/// Bars and lines of characters; where the locale is not Unicode's, of ASCII.
struct BarText {
  let isUnicode: Bool

  /// A sign for each number, as high as it is between the least and the greatest; a gap for nil.
  func line(_ numbers: [FixedNumber?]) -> String {
    let known = numbers.compactMap { $0 }
    guard let least = known.min(), let greatest = known.max() else { return "" }
    let signs = Array(isUnicode ? "▁▂▃▄▅▆▇█" : "12345678").map(String.init)
    return numbers.map { number in
      guard let number else { return isUnicode ? " " : "." }
      let level = greatest == least ? 3 : (number - least).share(of: greatest - least, in: 8)
      return signs[min(level, 7)]
    }.joined()
  }

  /// A bar for `count` of `most`, at most so many columns long.
  func bar(_ count: Int, of most: Int, columns: Int) -> String {
    guard count > 0, most > 0, columns > 0 else { return "" }
    let length = max(1, (count * columns * 2 + most) / (most * 2))
    return String(repeating: isUnicode ? "█" : "#", count: length)
  }
}
