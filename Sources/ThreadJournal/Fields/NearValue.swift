/// The values that a field of text has often, and what is one of these but for a slip: `amce` among many `Acme`.
package struct NearValue {
  /// A value is that of a slip only beside one that stands at least so often; beside a long word, one time less, and beside
  /// a very long one without a number, two; and one time less while its writer is still at it.
  private static let leastUsual = 3
  private static let veryUsual = 5
  private static let longWord = 7
  private static let veryLong = 10
  /// Longer values, in bytes, are rather sentences.
  static let longest = 60
  /// Among more values the search for near ones would take very long.
  private static let mostCompared = 100

  private let counts: [String: Int]
  private let isNew: Bool
  /// The value that stands most of those that are one but for case, blanks and signs, by what they are then.
  private var values: [String: (value: String, count: Int)] = [:]
  /// Those of them that stand often.
  private let usual: [String: (value: String, count: Int)]

  /// - Parameters:
  ///   - counts: How often each value stands in the thread.
  ///   - isNew: Whether the writer of a value is still at it, who is told of another form of what stands very often, too:
  ///     `tip` where others have `tips`.
  package init(_ counts: [String: Int], isNew: Bool = false) {
    self.counts = counts
    self.isNew = isNew
    for (value, count) in counts where value.utf8.count <= Self.longest {
      let key = Self.folded(value)
      let known = values[key] ?? (value, 0)
      values[key] = (count, value) > (known.count, known.value) ? (value, count) : known
    }
    // Among very many, only what stands often is compared.
    let isNearer = isNew && values.count <= Self.mostCompared
    usual = values.filter { key, value in
      let isLong = Self.isVeryLong(key)
      let less = (key.count >= Self.longWord ? 1 : 0) + (isLong ? 1 : 0) + (isNearer ? 1 : 0)
      return value.count + less >= Self.leastUsual
    }
  }

  /// The value that `value` probably is, and how often that stands: one that differs in case, blanks or signs alone, or, of what
  /// stands once at most, in a slip.
  package func meant(by value: String) -> (value: String, count: Int)? {
    guard value.utf8.count <= Self.longest, !values.isEmpty else { return nil }
    let typed = Self.folded(value)
    // A letter alone may have another meaning in each case, where each is usual.
    if let same = values[typed], same.value != value,
      Self.plain(same.value) == Self.plain(value) || counts[value, default: 0] < 2,
      typed.count > 2 || same.count > 2 && counts[value, default: 0] < 2
    {
      return same
    }
    guard counts[value, default: 0] < 2 else { return nil }
    // `A5` where others have `5A`.
    if isNew, 2...3 ~= typed.count, typed.contains(where: \.isNumber),
      typed.contains(where: \.isLetter)
    {
      let letters = typed.sorted()
      let turned = usual.filter { key, usual in
        usual.count >= Self.veryUsual && key.count == typed.count && key != typed
          && key.sorted() == letters
      }
      return turned.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.value
    }
    // Of scripts without capitals a letter is a word.
    guard typed.unicodeScalars.count(where: \.properties.isCased) > (isNew ? 2 : 3),
      usual.count <= Self.mostCompared
    else { return nil }
    // Two letters that changed places are a slip beside a single one, too: `diesle`.
    if isNew, typed.count > 4, values.count <= Self.mostCompared,
      let turned = values.filter({ Self.isTurned(typed, from: $0.key) }).map(\.value)
        .max(by: { ($0.count, $1.value) < ($1.count, $0.value) })
    {
      return turned
    }
    return usual.filter { key, usual in
      usual.count > counts[value, default: 0]
        && (Self.isSlip(typed, of: key)
          || isNew && (usual.count >= Self.veryUsual || Self.isVeryLong(key))
            && Self.isForm(typed, of: key))
    }
    .max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.value
  }

  /// Without case and blanks, by which nobody means anything.
  private static func plain(_ value: String) -> String {
    value.lowercased().filter { !$0.isWhitespace }
  }

  /// The same without the signs of a sentence, among several letters and no digits; `F#`, `merit-` and `:)` keep theirs.
  private static func folded(_ value: String) -> String {
    let text = plain(value)
    guard text.count(where: \.isLetter) > 4, !text.contains(where: \.isNumber) else { return text }
    let hasBrackets = text.contains("(") && text.contains(")")
    return text.filter { !",.;\"'’/".contains($0) && !(hasBrackets && "()".contains($0)) }
  }

  /// Whether one is the other with one letter more at the end.
  private static func isForm(_ typed: String, of meant: String) -> Bool {
    typed == meant.dropLast() || typed.dropLast() == meant
  }

  private static func isVeryLong(_ key: String) -> Bool {
    key.count >= veryLong && !key.contains(where: \.isNumber)
  }

  /// Whether one is the other but for two letters beside each other.
  private static func isTurned(_ typed: String, from meant: String) -> Bool {
    !typed.contains(where: \.isNumber) && typed.sorted() == meant.sorted()
      && typed.isSlip(of: meant, atMost: 1)
  }

  /// But for its end, which other forms of a word have, too: `walks`, `Anne`; one that is twice in a long one is no form of
  /// it: `coffe`.
  private static func isSlip(_ typed: String, of meant: String) -> Bool {
    if typed == meant.dropLast() { return meant.count > 5 && typed.last == meant.last }
    return typed.dropLast() != meant.dropLast() && typed.dropLast() != meant
      && typed.isSlip(of: meant, atMost: 1)
  }
}
