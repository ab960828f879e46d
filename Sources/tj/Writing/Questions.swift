import ThreadJournal
import ThreadStorage

/// Questions on the terminal about a thread's entry, and the lines that answer them.
struct Questions {
  let session: Session
  let header: ThreadHeader

  /// What is typed behind `question`, asked for again as long as `field` does not take it; nil where nothing more comes.
  ///
  /// - Parameter field: What is asked for; nil for the text.
  func answer(to question: String, of field: FieldDefinition?) -> [UInt8]? {
    // What is pasted is marked, so that its lines are not taken for answers; an editor may end that.
    let marking =
      Session.environment("TERM") == "dumb" ? ("", "") : ("\u{1B}[?2004h", "\u{1B}[?2004l")
    while true {
      session.finishResults()
      session.messages.write(marking.0)
      session.messages.write(TerminalText.line("  \(question): "))
      session.messages.flush()
      let typed = Self.typedLines()
      session.messages.write(marking.1)
      session.messages.flush()
      guard let (lines, isWhole) = typed else {
        session.messages.write("\n")
        return nil
      }
      guard isWhole else {
        session.note("  The terminal cut this line, which is too long. For more: e as the text")
        continue
      }
      guard lines.count == 1 || field == nil else {
        session.note("  Several lines were pasted, and this takes one. Type it again")
        continue
      }
      let line = Array(lines.joined(separator: [Byte.lineFeed]))
      let keys: [UInt8] = [.tab, .lineFeed]
      guard !line.contains(where: { $0 < 0x20 && !keys.contains($0) || $0 == 0x7F }) else {
        session.note("  An arrow or another key left its sign in this line. Type it again")
        continue
      }
      do { try TextSource.check(line, from: "the answer") } catch {
        session.report(ErrorMessage(any: error))
        continue
      }
      guard !line[...].trimmed.isEmpty, let field else { return line }
      // A text would take it.
      if line[...].trimmed.elementsEqual("?".utf8), let words = Self.help(for: line, field) {
        session.note("  \(words)")
        continue
      }
      let value = session.stored(line, of: field)
      guard let message = field.problem(with: value, header) else { return value }
      let words =
        Self.help(for: line, field)
        ?? ([message.sentence + "."] + message.advice).joined(separator: " ")
      session.note("  \(words)")
    }
  }

  /// What a line says that asks for help, or wants to leave, as other programs take it; nil for another.
  private static func help(for line: [UInt8], _ field: FieldDefinition) -> String? {
    switch String(utf8: line[...].trimmed).lowercased() {
    case "?", "h", "help":
      let enter = field.usual.map { "Enter takes \($0), a space and Enter leave it out" }
      let values = (field.type == .choice ? "one of: " : "") + field.expected
      return "\(field.name) takes \(values). \(enter ?? "Enter leaves it out")."
    case "q", ":q", "quit", "exit":
      return "^C or ^D ends here, and keeps what was answered in a draft."
    default: return nil
    }
  }

  /// How the marks begin that a terminal sends before what is pasted, `0~`, and behind it, `1~`.
  private static let pasteMark = Array("\u{1B}[20".utf8)

  /// The line that is typed, or all lines that are pasted at once, and whether the terminal cut none of them.
  private static func typedLines() -> (lines: [[UInt8]], isWhole: Bool)? {
    var lines: [[UInt8]] = []
    var isPasting = false
    repeat {
      // Where it ends inside of what is pasted, the lines before have come.
      guard var line = StandardInput.readLine() else { return lines.isEmpty ? nil : (lines, true) }
      if line.count >= StandardInput.longestTypedLine {
        // The mark behind what is pasted may have been cut off, too: what has come by now is all of it.
        StandardInput.discardTyped()
        return ([], false)
      }
      while let start = line.firstRange(of: pasteMark),
        let sign = line[start.upperBound...].first, "01".utf8.contains(sign)
      {
        isPasting = sign == UInt8(ascii: "0")
        line.removeSubrange(start.lowerBound..<min(start.upperBound + 2, line.count))
      }
      lines.append(line)
    } while isPasting
    return (lines, true)
  }
}

extension FieldDefinition {
  /// What its values are: `a whole number from 1 to 9`, `Home, Away`.
  var expected: String {
    if type == .choice { return options.joined(separator: ", ") }
    let limits = [
      unit.map { "in \($0)" }, minimum.map { "from \($0)" }, maximum.map { "to \($0)" },
    ].compactMap(\.self)
    guard !limits.isEmpty else { return type.words }
    // These say more than the example behind the comma.
    return ([String(type.words.prefix { $0 != "," })] + limits).joined(separator: " ")
  }

  /// Why `value` is none of its values; nil where it is one.
  fileprivate func problem(with value: [UInt8], _ header: ThreadHeader) -> ErrorMessage? {
    check(value).map {
      ErrorMessage(
        FieldError.badValue(self, value: value, $0), title: header.title, name: header.name,
        path: header.path)
    }
  }
}
