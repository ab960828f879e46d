/// Text as the man macros of groff and mandoc take it.
enum RoffText {
  /// `text` as it stands, every character printed as itself: for command lines.
  static func literal(_ text: String) -> String { guarded(escaped(text)) }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default: result += "\\[u\(hexadecimal(scalar))]"
      }
    }
    return result
  }

  /// `text` with what it marks as typed in bold, on lines that no macro is mistaken in.
  static func paragraph(_ text: String) -> [String] {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    let marked = parts.indices.map { index in
      index.isMultiple(of: 2) ? escaped(parts[index]) : "\\fB\(escaped(parts[index]))\\fR"
    }
    return marked.joined().wrapped(to: 78).map { line in
      guarded(line.hasSuffix(".\\fR") ? line + "\\&" : line)
    }
  }

  /// `text`, placeholders in capitals in italics and the rest in bold: for synopses and options.
  static func synopsis(_ text: String) -> String {
    var result = ""
    var word = ""
    func flushed(_ word: String) -> String {
      guard !word.isEmpty else { return "" }
      let isPlaceholder = word.allSatisfy { $0.isUppercase } && word.count > 1 || word == "N"
      return "\\f\(isPlaceholder ? "I" : "B")\(escaped(word))\\fR"
    }
    for character in text {
      if character.isLetter || character == "-" || character == "_" {
        word.append(character)
      } else {
        result += flushed(word) + (character == " " ? "\\ " : escaped(String(character)))
        word = ""
      }
    }
    result += flushed(word)
    return guarded(result + (text.contains("...") ? "\\&" : ""))
  }

  /// `line`, with a guard where its first character would make it a macro.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
