import ThreadStorage

extension EntryQuery {
  /// Words that other programs take for signs between terms, and that are text here.
  package enum WordSign: Sendable {
    case or
    /// A value behind `OR` without its key: `mood:4 OR 6`.
    case alternative
    case and
    case not
    /// A colon with a space beside it, or none before a sign: `mood: 7`, `mood '>7'`.
    case colon
    /// `OR` at an end of an argument, where it is a word.
    case orAtEnd
    /// Words behind `not:`, all of which it leaves out.
    case phrase
    /// A sign at which tags end: `tag:work/mail`.
    case tagEnd
    /// Parentheses or quotation marks around it all that are text: `(lake)`, `“the lake”`; and `+lake`.
    case marks
    /// Commas between words: `lake,sea`.
    case comma
    /// Commas between terms, where they are between values: `client:Acme,paid:no`.
    case joined
  }

  /// The arguments as they are probably meant where such words stand between others; nil where none does.
  package static func meant(_ arguments: [String]) -> (sign: WordSign, arguments: [String])? {
    if let meant = withRange(arguments) { return (.colon, meant) }
    if arguments.count == 1, let meant = withNameFirst(arguments[0]) { return (.colon, meant) }
    if arguments.count == 1, let meant = withTagsApart(arguments[0]) { return meant }
    // Several terms in one argument: 'mood:5 AND cold:yes'.
    if arguments.count == 1, let text = arguments.first, !text.contains("\"") {
      let words = text.split(separator: " ").map(String.init)
      if words.count > 1,
        ["AND", "NOT", "&&", "&"].contains(where: words.contains)
          || text.contains(":") && words.contains("and")
      {
        return meant(words)
      }
      // In a phrase they are words like others, where it is found.
      if words.count > 1,
        words.contains(where: { $0 == "not" || $0.hasPrefix("-") && withoutSign($0) != $0 }),
        let (_, meant) = meant(words)
      {
        return (.colon, meant)
      }
    }
    func isInside(_ index: Int) -> Bool { index > 0 && index + 1 < arguments.count }
    let ors = ["or", "Or", "|", "||"]
    var meant = arguments
    for (index, argument) in arguments.enumerated() {
      var words = argument.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      for word in words.indices where ors.contains(words[word]) && !argument.contains("\"") {
        let isMeant = words.count == 1 ? isInside(index) : word > 0 && word + 1 < words.count
        if isMeant { words[word] = "OR" }
      }
      meant[index] = words.joined(separator: " ")
    }
    let listed = withKeys(meant)
    if meant != arguments { return (.or, listed ?? meant) }
    if let listed { return (.alternative, listed) }
    if let not = arguments.dropLast().firstIndex(where: { $0.lowercased() == "not" }) {
      meant.replaceSubrange(not...not + 1, with: ["not:\(arguments[not + 1])"])
      return (.not, meant)
    }
    meant = arguments.map { withoutNot(withoutSign($0)) }
    if meant != arguments { return (.not, meant) }
    let ands = ["and", "And", "AND", "&", "&&"]
    let asOr = arguments.map { ands.contains($0) ? "OR" : $0 }
    // Of two values, one has to hold.
    if asOr != arguments, let listed = withKeys(asOr) { return (.or, listed) }
    meant = arguments.enumerated().filter { !isInside($0.offset) || !ands.contains($0.element) }
      .map(\.element)
    if meant != arguments { return (.and, meant) }
    let others: [(WordSign, ([String]) -> [String])] = [
      (.joined, { $0.flatMap(withTermsApart) }), (.colon, { $0.map(withoutSpacesAtColon) }),
      (.colon, withSigns), (.colon, withColons),
      (.orAtEnd, { $0.map(withoutOuterOr) }), (.tagEnd, { $0.map(withWholeTag) }),
      (.colon, { $0.flatMap(withValueOfOneWord) }), (.phrase, { $0.flatMap(withoutPhrase) }),
      (.marks, { $0.map { $0.utf8.first == UInt8(ascii: "+") ? String($0.dropFirst()) : $0 } }),
    ]
    for (sign, reading) in others {
      meant = reading(arguments)
      if meant != arguments, sign != .marks || !meant.contains("") { return (sign, meant) }
    }
    let text = arguments.joined(separator: " ")
    if let words = wordsOfList(text) { return (.comma, words) }
    return withoutMarks(text).map { (.marks, [$0]) }
  }

  /// `“the lake”` as `the lake`, and `lake*` as `lake`; nil where no such signs are around it.
  private static func withoutMarks(_ text: String) -> String? {
    // A regular expression is one without slashes around it.
    if text.hasPrefix("re:") {
      let pattern = text.dropFirst("re:".count)
      guard pattern.count > 2, pattern.hasPrefix("/"), pattern.hasSuffix("/") else { return nil }
      return "re:\(pattern.dropFirst().dropLast())"
    }
    let bare = text.drop { "*/".contains($0) }
    if let end = bare.lastIndex(where: { !"*/?".contains($0) }), bare[...end] != text,
      bare[end] != ":"
    {
      return String(bare[...end])
    }
    if text.count > 2, text.hasPrefix("("), text.hasSuffix(")") {
      return String(text.dropFirst().dropLast())
    }
    return text.hasPrefix("\"") ? nil : withoutQuotes(text)
  }

  /// `“the lake”` as `the lake`; nil where no quotation marks are around all of it.
  package static func withoutQuotes(_ text: String) -> String? {
    let marks: [Character: String] = [
      "\"": "\"", "'": "'", "‘": "’", "“": "”", "„": "“”", "«": "»",
    ]
    guard text.count > 2, let first = text.first, let last = text.last,
      marks[first]?.contains(last) == true, !text.dropFirst().dropLast().contains(first)
    else { return nil }
    return String(text.dropFirst().dropLast())
  }

  /// `lake,sea` and `lake, sea` as `lake OR sea`; nil where it is a number, or has more than words.
  private static func wordsOfList(_ text: String) -> [String]? {
    let words = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { String(utf8: Array($0)[...].trimmed) }
    let areWords = words.allSatisfy { word in
      !word.isEmpty && !word.contains { " :\"".contains($0) }
    }
    guard words.count > 1, areWords, !words.allSatisfy({ $0.utf8.allSatisfy(Byte.isDigit) }) else {
      return nil
    }
    return Array(words.map { [$0] }.joined(separator: ["OR"]))
  }

  /// `not:night park` as `not:night` and `park`, and `not:lake,sea` as `not:lake` and `not:sea`.
  private static func withoutPhrase(_ argument: String) -> [String] {
    let key = "not:"
    if argument.hasPrefix(key), let words = wordsOfList(String(argument.dropFirst(key.count))) {
      return words.filter { $0 != "OR" }.map { key + $0 }
    }
    guard argument.hasPrefix(key), !argument.contains("\""), !argument.contains(" OR "),
      !argument.dropFirst(key.count).contains(":"),
      let space = argument.firstIndex(of: " ")
    else { return [argument] }
    return [String(argument[..<space]), String(argument[argument.index(after: space)...])]
  }

  /// `shop:lidl bread` as `shop:lidl` and `bread`.
  private static func withValueOfOneWord(_ argument: String) -> [String] {
    guard !argument.contains("\""), !argument.contains(" OR "), !argument.hasPrefix("not:"),
      let space = argument.firstIndex(of: " "),
      let colon = argument[..<space].firstIndex(of: ":"), colon != argument.startIndex,
      argument.index(after: colon) != space,
      // `km:5 to 10` and `sleep:<7 h` are no words.
      argument[space...].dropFirst().prefix(while: \.isLetter).count > 2
    else { return [argument] }
    return [String(argument[..<space]), String(argument[argument.index(after: space)...])]
  }

  /// `client:Acme,paid:no` as `client:Acme` and `paid:no`, but `bed:22:30,23:00` as it is.
  private static func withTermsApart(_ argument: String) -> [String] {
    guard !argument.contains("\""), !argument.contains(" "),
      argument.first(where: { ":,".contains($0) }) == ":"
    else { return [argument] }
    return argument.split(separator: ",", omittingEmptySubsequences: false).reduce(into: []) {
      terms, part in
      let name = part.prefix(while: \.isLetter)
      let value = part[name.endIndex...]
      let isTerm = !name.isEmpty && value.first == ":" && value.count > 1 && !value.hasPrefix(":/")
      if isTerm || terms.isEmpty {
        terms.append(String(part))
      } else {
        terms[terms.count - 1] += ",\(part)"
      }
    }
  }

  /// `tag:work/mail` as `tag:work`; a field's name may have spaces.
  private static func withWholeTag(_ argument: String) -> String {
    guard argument.hasPrefix("tag:"), !argument.contains(" "), !argument.contains("\"") else {
      return argument
    }
    let name = argument.dropFirst("tag:".count).drop { $0 == "#" }
    let bytes = Array("#\(name)".utf8)
    guard let tag = Hashtag.all(in: bytes).first, tag.lowerBound == 1 else { return argument }
    return tag.upperBound == bytes.count ? argument : "tag:" + String(utf8: bytes[tag])
  }

  /// `!coffee` and `-coffee` as `not:coffee`.
  private static func withoutSign(_ argument: String) -> String {
    let word = argument.dropFirst()
    let isWord = word.unicodeScalars.first.map { $0 == "#" || $0.properties.isAlphabetic } == true
    return (argument.hasPrefix("!") || argument.hasPrefix("-")) && isWord && !word.contains(" ")
      ? "not:\(word)" : argument
  }

  /// `not mood:7` as `not:mood:7`.
  private static func withoutNot(_ argument: String) -> String {
    let words = argument.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "not", words[1].contains(":"),
      !argument.contains("\"")
    else { return argument }
    return "not:\(words[1])"
  }

  /// `mood`, `=` and `7` as `mood:7`, and so with other signs.
  private static func withSigns(_ arguments: [String]) -> [String] {
    let signs = ["=": "", "==": "", ":": "", "<": "<", ">": ">", "<=": "<=", ">=": ">="]
    for index in arguments.indices.dropFirst().dropLast() {
      guard let sign = signs[arguments[index]], isName(arguments[index - 1]),
        arguments[index + 1].first.map({ $0.isNumber || $0.isLetter }) == true
      else { continue }
      let term = "\(arguments[index - 1]):\(sign)\(arguments[index + 1])"
      var meant = arguments
      meant.replaceSubrange(index - 1...index + 1, with: [term])
      return meant
    }
    return arguments
  }

  static func isName(_ word: String) -> Bool { word.utf8.allSatisfy(Byte.isWordByte) }

  /// `mood` and `>7`, also in one argument, as `mood:>7`.
  private static func withColons(_ arguments: [String]) -> [String] {
    var words = arguments
    if arguments.count == 1 { words = arguments[0].split(separator: " ").map(String.init) }
    let signs = words.indices.dropFirst().filter { index in
      let value = words[index].drop(while: Comparison.isSign)
      return value.first?.isNumber == true && [Character("<"), ">"].contains(words[index].first)
        && isName(words[index - 1])
    }
    guard !signs.isEmpty else { return arguments }
    for index in signs.reversed() {
      words.replaceSubrange(index - 1...index, with: ["\(words[index - 1]):\(words[index])"])
    }
    return words
  }

  /// `coffee OR` as `coffee`.
  private static func withoutOuterOr(_ argument: String) -> String {
    var words = argument.split(separator: " ")[...]
    guard words.count > 1, !argument.contains("\""), !argument.contains(":") else {
      return argument
    }
    if words.last == "OR" { words.removeLast() }
    if words.count > 1, words.first == "OR" { words.removeFirst() }
    return words.count == argument.split(separator: " ").count
      ? argument : words.joined(separator: " ")
  }

  /// `mood: 7` and `mood :7` as `mood:7`.
  private static func withoutSpacesAtColon(_ argument: String) -> String {
    guard let colon = argument.firstIndex(of: ":") else { return argument }
    let (key, value) = (argument[..<colon], argument[argument.index(after: colon)...])
    let name = key.last == " " ? key.dropLast() : key
    let isTerm =
      !name.isEmpty && !value.isEmpty && !name.contains(" ") && !argument.contains("\"")
      && (key.last == " " || value.first == " ")
    return isTerm ? "\(name):\(value.drop { $0 == " " })" : argument
  }
}
