import ThreadStorage

/// How often something is meant to be done.
package enum Cadence: Sendable, Hashable {
  /// Not any more.
  case never
  /// On these days of the week, 1 is Monday.
  case weekdays(Set<Int>)
  /// Every so many days, counted from the first.
  case everyDays(Int)
  case perWeek(Int)
  case perMonth(Int)

  /// The most that a number in a cadence can be.
  private static let most = 999
  private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
  private static let groups: [String: Set<Int>] = [
    "day": Set(1...7), "weekday": Set(1...5), "weekend": [6, 7],
  ]

  /// The cadence that words name, such as `day`, `mon,wed,fri`, `3 days`, `week`, `2/month` or `none`.
  package init?(_ text: String) {
    let text = text.lowercased().filter { $0 != " " }
    switch text {
    case "none": self = .never
    case "week": self = .perWeek(1)
    case "month": self = .perMonth(1)
    default:
      let digits = text.prefix { $0.isASCII && $0.isNumber }
      if !digits.isEmpty {
        guard let number = Int(digits), 1...Self.most ~= number else { return nil }
        switch text.dropFirst(digits.count) {
        case "days", "day": self = .everyDays(number)
        case "/week": self = .perWeek(number)
        case "/month": self = .perMonth(number)
        default: return nil
        }
        return
      }
      self.init(days: text.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
    }
  }

  /// The cadence that a person's words name, also such as `daily`, `every mon and thu`, `mon-fri`, `3 times a week`.
  package init?(typed text: String) {
    if let cadence = Cadence(text) {
      self = cadence
      return
    }
    let counting = ["times", "time", "x", "a", "per", "once", "twice"]
    let filling = counting.prefix(5) + ["every", "each", "and", "on"]
    var isCount = false
    var words: [String] = []
    // `tue/thu`, but `3/week`
    let signs = text.first?.isLetter == true ? " ,/" : " ,"
    for typed in text.lowercased().split(whereSeparator: { signs.contains($0) }) {
      var word = String(typed)
      if let count = word.firstRange(of: "x"), word[..<count.lowerBound].allSatisfy(\.isNumber) {
        word.removeSubrange(count)
        isCount = true
      }
      isCount = isCount || counting.contains(word)
      // `4/wk`
      let parts = word.split(separator: "/").map { Self.plainWords[String($0)] ?? String($0) }
      if !word.isEmpty, !filling.contains(word) { words.append(parts.joined(separator: "/")) }
    }
    if words.count == 1, Self.partsOfDay.contains(words[0]) { words = ["day"] }
    // `3 days a week`
    if words.count == 3, ["day", "days"].contains(words[1]), words[2] == "week" {
      words = words[0] == "7" ? ["day"] : [words[0] + "/week"]
    }
    if isCount, words.count == 2 {
      words = words == ["1", "day"] ? ["day"] : [words.joined(separator: "/")]
    }
    let days = words.map { word -> String in
      let ends = word.split(separator: "-").map { end in
        let end = Self.plainWords[String(end)] ?? String(end)
        return Self.names.firstIndex {
          end.hasPrefix($0) && CalendarDate.weekdayNames.contains { $0.hasPrefix(end) }
        }
      }
      guard 1...2 ~= ends.count, let first = ends[0], let last = ends[ends.count - 1],
        first <= last
      else { return word }
      return Self.names[first...last].joined(separator: ",")
    }
    let isNumber = words.first?.utf8.allSatisfy(Byte.isDigit) == true
    self.init(days.joined(separator: isNumber ? " " : ","))
  }

  private static let partsOfDay: Set = [
    "morning", "mornings", "afternoon", "evening", "evenings", "night", "nights", "nightly",
  ]

  private static let plainWords = [
    "daily": "day", "weekly": "week", "monthly": "month", "wk": "week", "mo": "month",
    "weekdays": "weekday", "weds": "wed",
    "weekends": "weekend", "once": "1", "twice": "2", "other": "2", "one": "1", "two": "2",
    "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "never": "none",
  ]

  /// The days of a week that each word names.
  private init?(days words: [String]) {
    var days: Set<Int> = []
    for word in words {
      let word = word.lowercased()
      if let group = Self.groups[word] {
        days.formUnion(group)
      } else if let index = CalendarDate.weekdayNames.firstIndex(where: {
        word == $0 || word == $0.prefix(3)
      }) {
        days.insert(index + 1)
      } else {
        return nil
      }
    }
    guard !days.isEmpty else { return nil }
    self = .weekdays(days)
  }

  /// The cadence that front matter says: words, or a list of days.
  init?(_ value: YAMLValue) {
    if let text = value.stringBytes {
      self.init(String(utf8: text))
    } else {
      let words = value.items?.map { $0.stringBytes.map { String(utf8: $0) } ?? "" }
      guard let words, !words.isEmpty else { return nil }
      self.init(days: words)
    }
  }

  /// The words by which it is named, the shortest.
  package var text: String {
    switch self {
    case .never: return "none"
    case .weekdays(let days):
      if let group = Self.groups.first(where: { $0.value == days }) { return group.key }
      return days.sorted().map { Self.names[$0 - 1] }.joined(separator: ",")
    case .everyDays(let count): return "\(count) days"
    case .perWeek(let count): return count == 1 ? "week" : "\(count)/week"
    case .perMonth(let count): return count == 1 ? "month" : "\(count)/month"
    }
  }

  var yaml: YAMLNewValue {
    let words = text.split(separator: ",").map(String.init)
    return words.count > 1 ? .flowSequence(words.map { .text($0) }) : .text(text)
  }

  /// How many entries a period asks for.
  package var target: Int {
    switch self {
    case .never: 0
    case .weekdays, .everyDays: 1
    case .perWeek(let count), .perMonth(let count): count
    }
  }

  /// What is judged as a whole.
  package var period: Period {
    switch self {
    case .perWeek: .week
    case .perMonth: .month
    case .never, .weekdays, .everyDays: .day
    }
  }

  /// How many times a day, on average, it is meant to be done.
  var frequency: Double {
    switch self {
    case .never: 0
    case .weekdays(let days): Double(days.count) / 7
    case .everyDays(let count): 1 / Double(count)
    case .perWeek(let count): Double(count) / 7
    case .perMonth(let count): Double(count) / 30
    }
  }

  /// How many days strength looks back on, and how many of them it asks for.
  var window: (days: Int, target: Int) {
    switch self {
    case .never, .weekdays, .everyDays: (1, 1)
    case .perWeek(let count): (14, 2 * count)
    case .perMonth(let count): (60, 2 * count)
    }
  }
}
