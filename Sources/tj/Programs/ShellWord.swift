import ThreadStorage

enum ShellWord {
  /// `word`, in single quotes where a shell would not take it as it is.
  static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy {
      $0 >= 0x80 || Byte.isLetterOrDigit($0) || "-_./@+,:".utf8.contains($0)
    }
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return isPlain && !word.isEmpty ? word : "'" + parts.joined(separator: "'\\''") + "'"
  }

  /// `word` as the first argument of a command, which an option could be taken for.
  static func argument(_ word: String) -> String {
    (word.hasPrefix("-") && word != "-" ? "-- " : "") + quoted(word)
  }

  /// `advice` with the `journal` in the lines of tj that it has, where `-C` named one: else they would be about another.
  static func advice(_ advice: String, namingJournal journal: [UInt8]?) -> String {
    // A line that git is to run names the journal's files itself.
    guard let journal, advice.contains("tj "), !advice.contains("command -v") else { return advice }
    let option = "-C \(quoted(String(utf8: journal))) "
    // Of these, one takes its directory as an argument, and the other needs none.
    let names = Set(CommandTable.standard.rows.map(\.name)).subtracting(["init", "help"])
    let starts = [": ", "`", "then ", "| ", "; ", ", ", ". "]
    var result = ""
    var rest = advice[...]
    while let found = rest.firstRange(of: "tj ") {
      result += rest[..<found.upperBound]
      let isStart = result.utf8.count == 3 || starts.contains { result.dropLast(3).hasSuffix($0) }
      rest = rest[found.upperBound...]
      let word = rest.prefix { $0.isLetter }
      let isPersonal = rest.hasPrefix("config --user")
      if isStart, !isPersonal, names.contains(String(word)), !endsInQuotes(result) {
        result += option
      }
    }
    return result + rest
  }

  /// Whether a quotation is open at the end of `text`, so that what follows are somebody's words.
  private static func endsInQuotes(_ text: String) -> Bool {
    let characters = Array(text)
    var open: Character?
    for (index, character) in characters.enumerated() where "\"'".contains(character) {
      func isPart(_ neighbour: Int) -> Bool {
        guard characters.indices.contains(neighbour) else { return false }
        let other = characters[neighbour]
        return other.isLetter || other.isNumber || other == "\""
      }
      // Behind a letter it is an apostrophe, and before one, or beside another sign, one of the words.
      if open == nil, !isPart(index - 1) {
        open = character
      } else if character == open, !isPart(index + 1) {
        open = nil
      }
    }
    return open != nil
  }
}
