import ThreadStorage

/// Values that stand apart from their key, or before it, as they do elsewhere.
extension EntryQuery {
  /// `mood:4`, `OR` and `6` as `mood:4,6`; nil where no value stands behind `OR` without its key.
  static func withKeys(_ arguments: [String]) -> [String]? {
    guard !arguments.contains(where: { $0.contains("\"") }) else { return nil }
    func isValue(_ text: Substring) -> Bool {
      text.drop(while: Comparison.isSign).first?.isNumber == true
    }
    let days = CalendarDate.weekdayNames + CalendarDate.monthNames + ["today", "yesterday"]
    let given =
      arguments.count == 1 ? arguments[0].split(separator: " ").map(String.init) : arguments
    var words: [String] = []
    for word in given {
      guard words.count > 1, words.last == "OR", let term = words.dropLast().last,
        term.first?.isLetter == true, let colon = term.firstIndex(of: ":"),
        isValue(word[...]) && isValue(term[term.index(after: colon)...])
          || term[..<colon] == "date" && days.contains(word.lowercased())
      else {
        words.append(word)
        continue
      }
      if (term + word).contains(where: Comparison.isSign) {
        words.append("\(term[...colon])\(word)")
      } else {
        words.replaceSubrange((words.count - 2)..., with: ["\(term),\(word)"])
      }
    }
    return words == given ? nil : words
  }

  /// `mood between 4 and 6`, also with a colon, as `mood:4..6`.
  static func withRange(_ arguments: [String]) -> [String]? {
    let sign = "between"
    func isBetween(_ word: String) -> Bool {
      let word = word.lowercased()
      return word == sign || word.hasSuffix(":\(sign)")
    }
    // Other arguments may be phrases.
    var words = arguments.flatMap { argument in
      let parts = argument.split(separator: " ").map(String.init)
      return parts.contains(where: isBetween) ? parts : [argument]
    }
    guard let index = words.firstIndex(where: isBetween), index + 3 < words.count,
      words[index + 2].lowercased() == "and",
      !words.contains(where: { $0.contains("\"") })
    else { return nil }
    let range = "\(words[index + 1])..\(words[index + 3])"
    let key = words[index].dropLast(sign.count)
    if !key.isEmpty {
      words.replaceSubrange(index...index + 3, with: ["\(key)\(range)"])
      return words
    }
    guard index > 0, isName(words[index - 1]),
      [words[index + 1], words[index + 3]].allSatisfy({ $0.first?.isNumber == true })
    else { return nil }
    words.replaceSubrange(index - 1...index + 3, with: ["\(words[index - 1]):\(range)"])
    return words
  }

  /// `7<mood` as `mood:>7`, and `4<mood<7` as two terms.
  static func withNameFirst(_ argument: String) -> [String]? {
    let words = argument.split(whereSeparator: Comparison.isSign).map {
      String(utf8: Array($0.utf8)[...].trimmed)
    }
    let signs = argument.split { !Comparison.isSign($0) }.map(String.init)
    let turned = ["<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "", "==": ""]
    guard 2...3 ~= words.count, signs.count == words.count - 1, words[0].first?.isNumber == true,
      words[1].first?.isLetter == true, isName(words[1]), let sign = turned[signs[0]]
    else { return nil }
    let first = "\(words[1]):\(sign)\(words[0])"
    return words.count == 2 ? [first] : [first, "\(words[1]):\(signs[1])\(words[2])"]
  }

  /// `#work|#run` with `OR`, and `#food -#travel` with `not:`.
  static func withTagsApart(_ argument: String) -> (sign: WordSign, arguments: [String])? {
    let words = argument.split(separator: " ").map(String.init)
    if words.count == 1 {
      let tags = argument.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      guard tags.count > 1, tags.allSatisfy({ $0.hasPrefix("#") }) else { return nil }
      return (.or, Array(tags.map { [$0] }.joined(separator: ["OR"])))
    }
    let areTags = words.allSatisfy { word in
      ["#", "-#", "!#"].contains { word.hasPrefix($0) }
    }
    guard areTags, words.contains(where: { !$0.hasPrefix("#") }) else { return nil }
    return (.not, words.map { $0.hasPrefix("#") ? $0 : "not:\($0.dropFirst())" })
  }
}
