/// The words of the `tj` command in a line of a POSIX shell, up to a redirection or pipe.
///
/// Understands what the documentation's examples use: words, single and double quotes, and `|`, `<`, `>`.
func shellWords(_ line: String) -> [String] {
  var words: [String] = []
  var word: String?
  var quote: Character?
  for character in line {
    if let open = quote {
      if character == open { quote = nil } else { word?.append(character) }
    } else if character == "'" || character == "\"" {
      quote = character
      word = word ?? ""
    } else if "|<>".contains(character) {
      break
    } else if character == " " {
      if let word { words.append(word) }
      word = nil
    } else {
      word = (word ?? "") + String(character)
    }
  }
  if let word { words.append(word) }
  return words
}
