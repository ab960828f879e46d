import ThreadJournal
import ThreadStorage

/// Words of a text or a query that may be meant as an option's value: `--at yesterday 21:30`, `mood=7`.
enum WordsBehindOption {
  /// Refuses words that are assignments to fields of the thread.
  static func checkAssignments(_ arguments: ParsedArguments, for schema: FieldSchema) throws {
    var given = arguments.given
    var assigned: [String] = []
    // What is taken out below lets the last of them end earlier.
    for index in given.indices.reversed()
    where index < given.count && given[index].name == "TEXT" {
      let pairs = assignments(given[index].bytes ?? [], for: schema)
      guard let last = pairs.last else { continue }
      var found = pairs.map { "\($0.name)=\($0.value)" }
      // `note=bad sleep again`
      if schema.anyField(named: last.name)?.type == .text, !last.value.contains(" ") {
        let more = given[(index + 1)...].prefix {
          $0.name == "TEXT" && !$0.text.utf8.contains(where: Byte.isSpace)
        }
        let comma = !more.isEmpty && given[index].bytes?.last == UInt8(ascii: ",") ? "," : ""
        found[found.count - 1] += comma + more.map { " \($0.text)" }.joined()
        given.removeSubrange(more.indices)
      }
      assigned.insert(contentsOf: found, at: 0)
      let number = given[index].number
      let fields = found.map {
        ParsedArguments.Occurrence(name: "field", bytes: Array($0.utf8), number: number)
      }
      given.replaceSubrange(index...index, with: fields)
      // Behind `--`, an option is a word of the text.
      if index > 0, given[index - 1].name == "TEXT",
        ["-f", "--field"].contains(given[index - 1].text)
      {
        given.remove(at: index - 1)
      } else if index > 1, given[(index - 2)..<index].allSatisfy({ $0.name == "TEXT" }),
        given[index - 2].text == "-", given[index - 1].text == "f"
      {
        // `- f mood=5`
        given.removeSubrange((index - 2)..<index)
      } else if index > 0, given[index - 1].name == "field", let glued = given[index - 1].bytes,
        let meant = assignment(gluedToOption: glued, for: schema)
      {
        given[index - 1].bytes = meant
      }
    }
    guard !assigned.isEmpty else { return }
    let text = arguments.values("TEXT").joined(separator: " ")
    // A line is of no use that is refused for a value.
    for index in given.indices where given[index].name == "field" {
      let pair = given[index].bytes.flatMap { FieldAssignment($0) }
      given[index].bytes = pair.map { Array(fitting($0, schema).utf8) } ?? given[index].bytes
    }
    let numbers = arguments.given.filter { $0.name == "TEXT" }.map(\.number)
    let options = given.filter { $0.name != "TEXT" && !numbers.contains($0.number) }
    // In some shells `echo` reads a backslash.
    let printing = text.contains("\\") ? "printf '%s\\n'" : "echo"
    throw CommandError.textIsAssignment(
      assigned.joined(separator: " "), inField: line(arguments, given),
      inText: "\(printing) \(ShellWord.quoted(text)) | \(line(arguments, options)) -")
  }

  /// What `sleep=7h-f` is without the option at its end, where its field can have only that.
  private static func assignment(
    gluedToOption bytes: [UInt8], for schema: FieldSchema
  ) -> [UInt8]? {
    guard bytes.suffix(2).elementsEqual("-f".utf8), let typed = FieldAssignment(bytes),
      let meant = FieldAssignment(Array(bytes.dropLast(2))),
      let field = schema.anyField(named: typed.name), field.check(Array(typed.value.utf8)) != nil,
      field.check(Array(meant.value.utf8)) == nil
    else { return nil }
    return Array(bytes.dropLast(2))
  }

  /// The assignments to fields that an argument is: one, or several as `mood=7, sleep=6h`.
  private static func assignments(
    _ bytes: [UInt8], for schema: FieldSchema
  ) -> [FieldAssignment] {
    func isOfField(_ assignment: FieldAssignment) -> Bool {
      let key = FieldName.key(assignment.name)
      return schema.defines(key) || FieldDefinition.reserved.contains { $0.key == key }
    }
    guard let whole = FieldAssignment(bytes), isOfField(whole) else { return [] }
    let value = Array(whole.value.utf8)
    let words = bytes.split { Byte.isSpace($0) || $0 == UInt8(ascii: ",") }
    guard let field = schema.anyField(named: whole.name),
      field.type == .text || field.check(value) != nil
    else { return [whole] }
    let found = words.compactMap { FieldAssignment(Array($0)) }.filter(isOfField)
    if found.count == words.count { return found }
    // A value with other words behind it is part of the text.
    let hasMore = value.contains(where: Byte.isSpace) || value.last == UInt8(ascii: ",")
    return field.type != .text && hasMore ? [] : [whole]
  }

  /// The word of a query behind the names of columns, which may be one of these, and the line for that.
  static func column(_ arguments: ParsedArguments) -> (word: String, line: String)? {
    var given = arguments.given
    guard let index = given.firstIndex(where: { $0.name == "columns" }), index + 1 < given.count,
      given[index + 1].name.hasSuffix("QUERY"), let word = given[index + 1].bytes,
      let names = given[index].bytes
    else { return nil }
    given[index].bytes = names + [UInt8(ascii: ",")] + word
    given.remove(at: index + 1)
    return (String(utf8: word), arguments.line(of: given))
  }

  /// Tells what is an option's value and what the text, where a value of one word stands before all words of the text.
  ///
  /// - Parameter others: The values that other entries have of a field.
  /// - Returns: Whether it told it.
  static func tell(
    _ arguments: ParsedArguments, _ schema: FieldSchema, _ session: Session,
    others: (FieldDefinition) -> [[UInt8]]
  ) -> Bool {
    let given = arguments.given
    guard let first = given.firstIndex(where: { $0.name == "TEXT" }), first > 0,
      let bytes = given[first - 1].bytes, !bytes.contains(where: Byte.isSpace)
    else { return false }
    let value = String(utf8: bytes)
    let words = Array(
      arguments.words(behind: first - 1).prefix { !$0.utf8.contains(where: Byte.isSpace) })
    guard words.first?.isEmpty == false, !value.isEmpty else { return false }
    var count = words.count
    var meant: String?
    let name: String
    switch given[first - 1].name {
    case "title", "location": name = given[first - 1].name
    case "field":
      guard let assignment = FieldAssignment(bytes), !assignment.value.isEmpty,
        let field = schema.anyField(named: assignment.name)
      else { return false }
      name = assignment.name
      if field.type != .text {
        let found = longer(assignment.value, words, field)
        let all = arguments.values("TEXT")
        if found == nil, isOtherAmount(words, ofAll: all.count, field) {
          session.note(
            "Its \(name) is \"\(assignment.value)\"\(field.unit.map { ", in \($0)" } ?? ""), and its "
              + "text \"\(all.joined(separator: " "))\", which changes no value. To take it back: tj undo"
          )
          return true
        }
        meant = found.map { "\(name)=\($0.value)" }
        count = found?.count ?? 0
      } else {
        let known = Set(others(field))
        let longer = (1...words.count).reversed().lazy
          .flatMap { count in
            [" ", ""].map { sign in
              let value = ([assignment.value] + words.prefix(count)).joined(separator: sign)
              return (count: count, value: value)
            }
          }
          .first { known.contains(Array($0.value.utf8)) }
        if let longer {
          // `beans=49th Parallel`, as another entry has it, or `category=pay check` of one with `paycheck`.
          meant = "\(name)=\(longer.value)"
          count = longer.count
        } else {
          // What stands in another entry is whole, unless the words go on with it, and so is a number, or a name before a word
          // that is none.
          let isNumber = assignment.value.utf8.contains(where: Byte.isDigit)
          let isKnown = known.contains(Array(assignment.value.utf8))
          // Where nearly all are single words, this is one; a name may have two.
          let isWord =
            known.count > 3 && known.count { $0.contains(Byte.space) } * 4 <= known.count
            && ![assignment.value, words[0]].allSatisfy { $0.first?.isUppercase == true }
          let isName =
            assignment.value.first?.isUppercase == true && words[0].first?.isLowercase == true
            && !assignment.value.contains("'") && !particles.contains(words[0])
          // `weather=sleet Long.` has a sentence behind the value.
          let isSentence =
            assignment.value.first?.isLowercase == true && words[0].first?.isUppercase == true
            && (words.count > 4 && assignment.value.count > 3
              || words.last?.last.map { ".!?".contains($0) } == true)
          let isWhole = (isKnown || isWord) && !goesOn(words, arguments, schema)
          // `bench=blood bank Two traumas` has a word more before the sentence.
          let hasWord =
            assignment.value.first?.isLowercase == true && words.count > 2
            && words[0].allSatisfy(\.isLowercase) && words[1].first?.isUppercase == true
            && !TimeWords.prepositions.contains(words[0])
            && !TextTime.sentenceWords.contains(words[0])
            && !["for", "to", "from", "of"].contains(words[0])
          if hasWord {
            count = 1
          } else if isNumber || isName || isSentence || isWhole {
            return false
          }
        }
      }
    default: return false
    }
    guard count > 0 else { return false }
    let own = value.split(separator: "=", maxSplits: name == given[first - 1].name ? 0 : 1).last
    let text = arguments.values("TEXT").joined(separator: " ")
    // `opponent=Big Lou three rounds` goes on as it begins.
    let names = words.prefix { $0.first?.isUppercase == true }.count
    if meant == nil, own?.first?.isUppercase == true, names > 0 { count = names }
    // Without a text, the editor would open.
    let isAll = count == arguments.values("TEXT").count
    let told = "Its \(name) is \"\(own ?? "")\", and its text \"\(text)\"."
    // So many words are rather a text, unless they go on as names do.
    let isProse = meant == nil && count > 4 && words[0].first?.isUppercase != true
    session.note(
      isProse
        ? told
        : told + " \(meant == nil ? "For a longer \(name)" : "As one value"): tj undo, then "
          + line(arguments, at: first - 1, taking: count, as: meant) + (isAll ? " ''" : ""))
    return true
  }

  /// Words within a name: `who=Ludwig van Beethoven`, `drink=Café au lait`.
  private static let particles: Set = [
    "van", "von", "de", "da", "di", "del", "der", "la", "le", "du", "au", "al", "of",
  ]

  /// The text with the `--` that stood between its words and ended the options, where it was rather a dash; nil without one.
  static func textWithDashes(_ arguments: ParsedArguments) -> String? {
    var words: [String] = []
    var hasDashes = false
    var last: Int?
    for (index, given) in arguments.given.enumerated() where given.name == "TEXT" {
      let word = given.text
      let isDirect = index > 0 && arguments.given[index - 1].name == "TEXT"
      // Before a word with a hyphen it was needed.
      if isDirect, last.map({ $0 + 2 == given.number }) == true, !word.hasPrefix("-") {
        words.append("--")
        hasDashes = true
      }
      words.append(word)
      last = given.number
    }
    return hasDashes ? words.joined(separator: " ") : nil
  }

  /// The line in which an option that stands in another one's value is one by itself, `-f client="Dana --at yesterday"`; nil
  /// where none does.
  static func lineWithOptionsApart(_ arguments: ParsedArguments, _ session: Session) -> String? {
    var given = arguments.given
    for index in given.indices.reversed()
    where ["field", "title", "location"].contains(given[index].name) {
      let words = given[index].text.split(separator: " ").map(String.init)
      guard let sign = words.lastIndex(where: { ["--at", "-f", "--field"].contains($0) }), sign > 0
      else { continue }
      let (isTime, value) = (words[sign] == "--at", words[(sign + 1)...].joined(separator: " "))
      guard isTime ? (try? session.time(value)) != nil : FieldAssignment(Array(value.utf8)) != nil
      else { continue }
      given[index].bytes = Array(words[..<sign].joined(separator: " ").utf8)
      let option = ParsedArguments.Occurrence(
        name: isTime ? "at" : "field", bytes: Array(value.utf8))
      given.insert(option, at: index + 1)
    }
    return given.count > arguments.given.count ? line(arguments, given) : nil
  }

  /// Whether a word behind a time may be a part of it: `22h`, `morning`, `last` of `last week`.
  private static func isPartOfTime(_ word: String) -> Bool {
    let words = TimeExpression.partsOfDay + ["noon", "at", "last", "next", "ago"]
    return word.first?.isNumber == true || words.contains(word.lowercased())
  }

  /// Refuses words of a text that may be meant to belong to the option before them.
  static func checkOptions(_ arguments: ParsedArguments, _ session: Session) throws {
    let given = arguments.given
    for (index, option) in given.enumerated() {
      let value = option.text
      // An empty text is none, as of a variable that is empty.
      let words = Array(arguments.words(behind: index).prefix { !$0.isEmpty })
      // What has a space was in quotation marks.
      let count = words.prefix { !$0.utf8.contains(where: Byte.isSpace) }.count
      var belonging = 0
      var meant: String?
      var isRead = true
      switch option.name {
      case "at":
        if let found = time(value, words, count, session) {
          (belonging, meant) = (found.count, found.time)
        } else if given[..<index].contains(where: { $0.name == "TEXT" }),
          !value.utf8.contains(where: Byte.isSpace), (try? session.time(value)) != nil,
          count > 0, isPartOfTime(words[0])
        {
          let whole = ([value] + words.prefix(count)).joined(separator: " ")
          meant = TimeExpression.nearest(to: whole, isOneTime: true).first
          (belonging, isRead) = (count, meant != nil)
        } else if count > 1, ["-", "–"].contains(words[0]), words[1].first?.isNumber == true,
          words[1].contains(where: { "/-.:".contains($0) }), !value.contains(" ")
        {
          // `--at 11/26 - 11/27`
          (belonging, isRead) = (2, false)
        }
      case "title", "location":
        // One text has no option in its middle.
        let isInside = given[..<index].contains { $0.name == "TEXT" }
        if isInside, !value.utf8.contains(where: Byte.isSpace) { belonging = count }
      default: break
      }
      guard belonging > 0 else { continue }
      let isReadable = option.name != "at" || (try? session.time(value)) != nil
      throw CommandError.textBehindOption(
        words.prefix(belonging).joined(separator: " "), option: option.name,
        inOption: isRead ? line(arguments, at: index, taking: belonging, as: meant) : nil,
        inText: isReadable ? line(arguments, at: index, taking: 0) : nil)
    }
  }

  /// The time that `value` and the first words of a text may be meant as, and how many of them; nil where they are none.
  ///
  /// - Parameter bare: How many of the words, at their start, had no quotation marks.
  private static func time(
    _ value: String, _ words: [String], _ bare: Int, _ session: Session
  ) -> (time: String, count: Int)? {
    for count in (1...4).reversed() where count <= bare {
      let typed = words.prefix(count).joined(separator: " ")
      let text = "\(value) \(typed)"
      if (try? session.time(text)) != nil { return (text, count) }
      guard let meant = time(value, with: typed, session) else { continue }
      // Before other words without quotation marks a number may count something: `7 km`, `12.50 for lunch`.
      let hasWord = ["uhr", "am", "pm", "m."].contains { typed.lowercased().hasSuffix($0) }
      let isClock =
        hasWord || typed.contains(":") || typed.utf8.allSatisfy(Byte.isLetter)
        || (typed.hasPrefix("0") && typed.contains("."))
        // `till 6 sparring`, but not `to 6 friends`
        || ["till", "til", "until", "to"].contains(words[0])
          && !(count < words.count && BareValue.isCounted(by: words[count].lowercased()))
        || (count < words.count && isHour(typed, before: words[count]))
      // A number alone may be all that is to be noted.
      let isNumber = !typed.hasPrefix("0") && typed.utf8.allSatisfy(Byte.isDigit)
      let isAll = count == words.count && value.first?.isNumber == false && !isNumber
      if isClock || isAll || (count == bare && bare < words.count) { return (meant, count) }
    }
    return nil
  }

  /// The time that `value` and `words` are together, as it is read; nil where they are none.
  static func time(_ value: String, with words: String, _ session: Session) -> String? {
    let parts = "\(value) \(words)".split(separator: " ").map(String.init)
    // `6:30-8:45 pm`
    let half = words.lowercased().filter { $0 != "." }
    if ["am", "pm"].contains(half), value.contains(where: { "-–".contains($0) }),
      let span = TimeExpression.nearest(to: "\(value)\(half)", isOneTime: true).first
    {
      return span
    }
    let forms = [
      "\(value) \(words)", TimeExpression.withClock(parts), TimeExpression.withEnd(parts),
    ]
    return forms.compactMap(\.self).first { (try? session.time($0)) != nil }
  }

  /// Refuses several times of which only the last one would count.
  static func checkOnce(_ option: String, _ arguments: ParsedArguments) throws {
    let values = arguments.values(option)
    if Set(values).count > 1 { throw CommandError.timeTwice(option: option, values) }
  }

  /// The line in which `count` words of the text belong to the option at `index`, and the others are one argument.
  ///
  /// - Parameter value: What the option has then; nil for its value and these words.
  static func line(
    _ arguments: ParsedArguments, at index: Int, taking count: Int, as value: String? = nil
  ) -> String {
    var given = arguments.given
    let taken = given[(index + 1)...].prefix(count).compactMap(\.bytes)
    given[index].bytes =
      value.map { Array($0.utf8) }
      ?? Array(([given[index].bytes ?? []] + taken).joined(separator: [0x20]))
    given.removeSubrange(index + 1..<index + 1 + count)
    return line(arguments, given)
  }

  /// The line with another text, and with this time.
  static func line(_ arguments: ParsedArguments, text: String, at time: String) -> String {
    let options = arguments.given.filter { $0.name != "TEXT" }
    let given: [ParsedArguments.Occurrence] = [
      .init(name: "TEXT", bytes: Array(text.utf8)), .init(name: "at", bytes: Array(time.utf8)),
    ]
    return line(arguments, given + options)
  }

  /// The same line, which adds an entry although its thread has one.
  static func lineAgain(_ arguments: ParsedArguments) -> String {
    var given = arguments.given
    given.append(.init(name: "again", bytes: nil))
    return line(arguments, given)
  }

  /// The options of a line that adds an entry, each with a space before it.
  static func options(_ arguments: ParsedArguments) -> String {
    let options = arguments.given.filter { !["TEXT", "THREAD", "new"].contains($0.name) }
    return String(arguments.line(of: options).dropFirst("tj add".count))
  }

  /// The line with these options and words, of which those of the text are one argument.
  static func line(
    _ arguments: ParsedArguments, _ given: [ParsedArguments.Occurrence]
  ) -> String {
    let text = given.filter { $0.name == "TEXT" }.map(\.text)
    var words = ["tj", "add", ShellWord.quoted(arguments.value("THREAD") ?? "")]
    if !text.isEmpty { words.append(ShellWord.quoted(text.joined(separator: " "))) }
    // The journal that is named is named in every line of advice.
    for option in given where !["TEXT", "THREAD", "journal"].contains(option.name) {
      words.append(option.name == "field" ? "-f" : "--\(option.name)")
      if option.bytes != nil { words.append(ShellWord.quoted(option.text)) }
    }
    return words.joined(separator: " ")
  }
}

extension ParsedArguments {
  /// The command with these options and arguments, as a shell takes it.
  func line(of given: [Occurrence]) -> String {
    let words = given.filter { $0.name != "journal" }.flatMap { occurrence -> [String] in
      let value = occurrence.bytes == nil ? [] : [ShellWord.quoted(occurrence.text)]
      let isOption = occurrence.name != occurrence.name.uppercased()
      let option = occurrence.name == "field" ? "-f" : "--\(occurrence.name)"
      return (isOption ? [option] : []) + value
    }
    return (["tj"] + command + words).joined(separator: " ")
  }
}
