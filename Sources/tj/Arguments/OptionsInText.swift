import ThreadJournal
import ThreadStorage

/// Options of `tj add` that a text has in it: `at=yesterday`, `date: 2026-11-24 ran home`, `ran home --at yesterday`.
struct OptionsInText {
  private(set) var time: String?
  private(set) var title: String?
  /// The text without them.
  var rest: String { words.joined(separator: " ") }
  private var words: [String] = []

  /// What `text` has of them whose names are no fields of the thread.
  init(_ text: String, _ schema: FieldSchema, _ session: Session) {
    var left = text.split(separator: " ").map(String.init)[...]
    while let word = left.popFirst() {
      let (before, typed) = Self.parts(word)
      let option = Option(typed, isFirst: words.isEmpty && before.isEmpty)
      let isTaken = option.map { !schema.defines($0.name) && take($0, &left, session) } ?? false
      let kept = isTaken ? before : word
      if !isTaken || kept.contains(where: { $0.isLetter || $0.isNumber }) { words.append(kept) }
    }
  }

  /// What stands before an option without a blank, and the option: of `fine--at` and `0-at`.
  private static func parts(_ word: String) -> (before: String, option: String) {
    if let sign = word.dropFirst().firstRange(of: "--") {
      let option = word[sign.lowerBound...]
      // `a good time--when the sun was out` has a dash.
      if ["--at", "--title"].contains(String(option.prefix { $0 != "=" })) {
        return (String(word[..<sign.lowerBound]), String(option))
      }
    }
    // A sign or a digit that was hit in place of the first dash.
    if let first = word.first, !first.isLetter, first != "-", word.dropFirst() == "-at" {
      return (String(first), "--at")
    }
    return ("", word)
  }

  private struct Option {
    let name: String
    /// What stands behind the name in the same word; empty for nothing.
    let value: String
    /// Whether it is written as an option is.
    let isDashed: Bool
    /// Whether it stands at the start of the text.
    let isFirst: Bool

    /// - Parameter isFirst: Whether nothing but such options stands before it.
    init?(_ word: String, isFirst: Bool) {
      self.isFirst = isFirst
      isDashed = ["--", "—", "–"].contains { word.hasPrefix($0) }
      let bare = word.drop { "-—–".contains($0) }
      let end = bare.firstIndex { $0 == "=" || $0 == ":" } ?? bare.endIndex
      let sign = bare[end...].first
      name = bare[..<end].lowercased()
      value = String(bare[end...].dropFirst())
      let isNamed =
        switch sign {
        case "=": true
        case ":": isFirst && !isDashed
        // `at yesterday` is hardly prose.
        default: isDashed || (isFirst && name == "at")
        }
      guard isNamed, ["at", "date", "time", "when", "title"].contains(name) else { return nil }
    }
  }

  /// Takes the option with the words of `left` that are its value; false where it has none.
  private mutating func take(
    _ option: Option, _ left: inout ArraySlice<String>, _ session: Session
  ) -> Bool {
    let first = option.value.isEmpty ? [] : [option.value]
    guard option.name == "title" else {
      guard time == nil else { return false }
      for count in (0...4).reversed() where count <= left.count {
        var typed = (first + left.prefix(count)).joined(separator: " ")
        while let last = typed.last, ",;:".contains(last) { typed.removeLast() }
        guard typed.lowercased() != "now", (try? session.time(typed)) != nil else { continue }
        time = typed
        left = left.dropFirst(count)
        return true
      }
      return false
    }
    let isAtEdge = option.isFirst || left.isEmpty
    guard title == nil, option.isDashed || (isAtEdge && !first.isEmpty) else { return false }
    let others = option.isDashed && first.isEmpty ? left.prefix { !$0.hasPrefix("-") } : []
    // `look at --title in the docs` is said of the option.
    let isProse = others.count > 1 && TextTime.sentenceWords.contains(others.first ?? "")
    guard !first.isEmpty || !others.isEmpty, !isProse else { return false }
    title = (first + others).joined(separator: " ")
    left = left.dropFirst(others.count)
    return true
  }
}
