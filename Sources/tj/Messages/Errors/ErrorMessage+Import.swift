import ThreadJournal
import ThreadStorage

/// What is wrong with a line of what is to be imported, and what was probably meant.
extension ErrorMessage {
  init(_ problem: ImportProblem) {
    func bad(_ sentence: String, column: Int? = nil, _ advice: String...) -> ErrorMessage {
      let position = Position(problem.file, line: problem.line, column: column)
      return ErrorMessage("bad-import", at: position, sentence, advice: advice)
    }
    func whole(_ sentence: String, code: String = "bad-import", _ advice: String...) -> ErrorMessage
    {
      ErrorMessage(code, at: .init(problem.file), sentence, advice: advice)
    }
    switch problem.kind {
    case .field(let error):
      self.init(error, title: "the thread", name: "THREAD", path: problem.file)
      position = .init(problem.file, line: problem.line)
      if case .badValue(_, let value, .wrongType(.date)) = error,
        let order = Self.dateOrders(reading: value)
      {
        advice.append("To have such dates read, in fields too: tj config date-order \(order)")
      }
    case .utf16:
      self.init(
        "utf-16", at: .init(problem.file, line: problem.line), "this file is UTF-16",
        "Convert it: iconv -f UTF-16 -t UTF-8 OLD > NEW")
    case .encrypted(let program):
      let commands = [
        "jrnl": "jrnl --decrypt", "gpg": "gpg --decrypt FILE > PLAIN",
        "age": "age --decrypt -o PLAIN FILE", "openssl": "openssl enc -d",
      ]
      let isJrnls = program == "jrnl"
      self = whole(
        isJrnls ? "this is an encrypted journal of jrnl" : "this file is encrypted by \(program)",
        code: "encrypted",
        "Decrypt it first: \(commands[program] ?? program)"
          + (isJrnls ? "" : "; a journal of jrnl: jrnl --decrypt"))
    case .document(let document):
      let (words, advice) = Self.converting(document, problem.file)
      self = whole("this is \(words)", code: "unknown-format", advice)
    case .unknownFormat(let line):
      let formats = ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
      self = whole(
        "neither name nor content tells what this file is", code: "unknown-format",
        "Say it with --from: \(formats)")
      if let line { advice = Self.reading(line) }
    case .toml:
      self = bad(
        "this front matter is TOML, which is not read", "Hugo makes YAML of it: hugo convert toYAML"
      )
    case .emptyFile: self = whole("this file is empty")
    case .noEntries:
      self = whole(
        "there are no entries in this file",
        "If they begin with a date, say how it is written: --time-format '%Y-%m-%d'")
    case .noDay(let line):
      self = whole(
        "there are no entries in this file: no heading is dated, and nothing tells a note's day",
        "A note's day is in its name, 2026-03-28.md, or in its front matter, date: 2026-03-28; "
          + "in other forms: --time-format '%d.%m.%Y'")
      if let line { advice = Self.reading(line) }
    case .otherJSON(let table):
      self = whole("this JSON is of no program that is known")
      if let table { advice = Self.tabulating(table, problem.file) }
    case .noJournal:
      self = whole(
        "no file of this archive is a journal of Day One's",
        "Unpack it, and import its files: unzip \(ShellWord.quoted(problem.file)) -d DIR; tj import DIR/*.md"
      )
    case .archive(.damaged): self = whole("this ZIP file is damaged")
    case .archive(.unsupported(let name)):
      self = whole("\(name) is packed in a way that cannot be read")
    case .archive(.tooLarge(let limit)):
      self = whole(
        "the journals in this archive unpack to more than \(limit >> 20) MB, with \(ZIPArchive.entrySize) bytes for each entry",
        "Unpack it yourself, and import each journal: tj import Journal.json")
    case .noTimeColumn(let headers, let days, let times):
      let isOther = headers.count == 1 && headers[0].contains { "|^~".contains($0) }
      self = bad(
        "no column is known to hold the times", "Columns: \(headers.joined(separator: ", "))",
        headers.contains(where: Self.isTime)
          ? "The first line seems to be a row. Write one above it that names the columns: date;text"
          : isOther
            ? "Columns are separated by commas, semicolons or tabs."
            : Self.mapping(for: headers, days: days, times: times))
    case .noColumn(let header, let headers):
      self = bad("there is no column \"\(header)\"")
      advice =
        Self.suggestion(headers.nearest(to: header))
        + ["Columns: \(headers.joined(separator: ", "))"]
    case .unknownTimes(let text):
      self = bad("\"\(text)\" is not a time as jrnl writes it unless told otherwise")
    case .undatedHeadings(let text):
      self = bad("no heading begins with a date such as 2026-03-28; \"\(text)\" may be one")
    case .notUTF8(let column):
      self = bad(
        "this byte is not UTF-8", column: column,
        "Convert the file: iconv -f WINDOWS-1252 -t UTF-8 OLD > NEW")
    case .nulByte(let column): self = bad("text cannot hold a NUL byte", column: column)
    case .unterminatedQuote: self = bad("the quotation mark that opens here is never closed")
    case .cellCount(let count, let expected):
      self = bad("this row has \(Plural.of(count, "cell")), and the header \(expected)")
    case .columnTwice(let name):
      self = bad(
        "two columns are for \"\(name)\"", "Rename one of them in the file's first line.")
    case .badTime(""): self = bad("this row has no time", "Give it one, or take it out.")
    case .badTime(let text): self = bad("\"\(text)\" is not a time")
    case .endOrOffset(let text, let length):
      self = bad(
        "\"\(text)\" would be an entry of \(length), with an end before its start",
        "Where that is an offset: --time-format '%Y-%m-%d %H:%M%z'")
    case .zoneName(let text):
      self = bad(
        "\"\(text)\" behind this time names a zone",
        Self.advice(onZone: ZoneName.example(in: text) ?? "-05:00")
          + "; as a title it takes two spaces before it.")
    case .badEnd(let text):
      self = bad(
        "\"\(text)\" is not a minute to a day after the start, as an end is",
        "Correct it in the file, or import the column as a field: without END in --map")
    case .otherLength(let length, let end):
      self = bad(
        "the length \"\(length)\" is not the one up to the end \(end)",
        "Empty the cell of one of both: the other counts.")
    case .mappedTwice(let header):
      self = bad("--map gives the column \"\(header)\" two uses", "Name it once.")
    case .badID(let text): self = bad("\"\(text)\" cannot be an entry's id")
    case .duplicateID(let id, let file, let line):
      self = bad(
        "the id \(id) is also that of the entry at line \(line)"
          + (file == problem.file ? "" : " of \(file)"),
        "Empty the id of the one that is new; it gets its own.")
    case .badTitle(let text):
      self = bad("\"\(text)\" cannot be an entry's title, which is one line")
    case .badThreadTitle(let text): self = bad("\"\(text)\" cannot be a thread's title")
    case .otherHead(let title, nil):
      self = bad(
        "what this file says stands above the entries of \"\(title)\" is not that thread's",
        "Title, id and front_matter of a thread go together; to take entries alone: --into THREAD")
    case .otherHead(let title, let member?):
      self = bad(
        "\"\(member)\" of the thread \"\(title)\" is not what its front_matter says",
        "The front_matter counts, and the rest follows from it: change both, or leave \"\(member)\" out."
      )
    case .otherThread(let title):
      self = bad(
        "this entry says that it is of \"\(title)\", with the id or path of another thread of the file",
        "Of thread, thread_id and path change all or none; in a journal: tj move, tj rename")
    case .twoHeads(let title):
      self = bad(
        "the thread \"\(title)\" is there twice, with something else above its entries",
        "Import one of the files after the other, or take entries alone: --into THREAD")
    case .badPath(let path):
      self = bad("\"\(path)\" cannot be the path of a thread in the journal")
    case .badFieldName(let name):
      self = bad(
        name.isEmpty
          ? "this cell has text, and its column no name"
          : "\"\(name)\" cannot be the name of a field",
        "Name the column in the file's first line, or a column of CSV with --map NAME=COLUMN.")
    case .badJSON(let column): self = bad("this is not JSON", column: column)
    case .halfCharacter(let column):
      self = bad("this escape is half a character; the other half must follow it", column: column)
    case .repeatedMember(let name, let column):
      self = bad(
        "\"\(name)\" is there twice in one object", column: column, "Keep the one that counts.")
    case .nulInMember(let name):
      self = bad(
        "\"\(name)\" has a NUL byte, which no text can hold",
        "Take out its \\u0000. Of an entry that has one by hand, `tj export --format json` keeps the lines."
      )
    case .badMember(let name): self = bad("\"\(name)\" is missing, or is not what it should be")
    case .badSource:
      self = bad(
        "\"source\" is not one entry, with the same id as beside it",
        "Of an id, change both; or leave \"source\" out, which tells only how the rest is typed.")
    case .badFieldMember(let name):
      self = bad(
        "\"\(name)\" is a list or an object; the value of a field is a text, a number, true or false",
        "Of several texts, make one with commas between.")
    case .unknownVersion(let version):
      self = bad("this is version \(version); only version 1 is known")
    case .ambiguousThread(let title, let isAlone):
      self = bad(
        "several threads are called \"\(title)\"",
        isAlone
          ? "Name one by its file: --into FILE.md"
          : "Give all but one of them another title: tj rename FILE.md TITLE")
    }
  }

  /// Whether a header is a time, and so rather a row's.
  private static func isTime(_ header: String) -> Bool {
    let text = Array(header.utf8)
    return Timestamp(header) != nil
      || ForeignDate(text.span, at: 0, upTo: text.count)?.end == text.count
  }

  /// The orders of day and month in which `value` is a date; nil for none.
  private static func dateOrders(reading value: [UInt8]) -> String? {
    let text = Array(value[...].trimmed)
    guard let date = ForeignDate(text.span, at: 0, upTo: text.count), date.end == text.count else {
      return nil
    }
    let orders = ForeignDate.Order.allCases.filter { date.date(in: $0) != nil }.map(\.rawValue)
    return orders.isEmpty ? nil : orders.joined(separator: ", or ")
  }

  /// How to say in which form times are, by the forms that all of `texts` fit and that are not the one that was said.
  static func timeFormats(
    fitting texts: [String], mayHaveTitles: Bool, besides said: String?
  ) -> [String] {
    guard let text = texts.first else { return [] }
    let patterns = TimePattern.fitting(texts, mayHaveTitles: mayHaveTitles).filter { $0 != said }
    guard let first = patterns.first else {
      if texts.contains(where: hasForeignMonth) {
        return [
          "Names of months are read in English only, as Oct or October. Write them so in the file, "
            + "or dates as 2026-10-04."
        ]
      }
      if let meant = seemingTime(text) { return [meant] }
      if let missing = missingTime(text) { return [missing] }
      if let said {
        return ["It does not fit --time-format \(ShellWord.quoted(said)), or is in no calendar."]
      }
      return [
        "Say how times are written, as strptime does; of 21.11.2026 09:05: "
          + "--time-format '%d.%m.%Y %H:%M'"
      ]
    }
    if patterns.count == 1 {
      return ["Say how times are written: --time-format \(ShellWord.quoted(first))"]
    }
    return patterns.map { pattern in
      let day = TimePattern(pattern)?.day(of: text) ?? text
      return "If \"\(text)\" is \(day): --time-format \(ShellWord.quoted(pattern))"
    }
  }

  /// How lines such as this one begin entries.
  private static func reading(_ line: ImportReader.DatedLine) -> [String] {
    let start = "Line \(line.number), \"\(line.text.prefix(40))\", may begin an entry"
    let commands = line.patterns.map { "--from jrnl --time-format \(ShellWord.quoted($0))" }
    if commands.count == 1 { return ["\(start); to read such lines so: \(commands[0])"] }
    return ["\(start); to read such lines so:"] + commands.map { "  " + $0 }
  }

  /// How lines that look like entries' begin some.
  static func advice(
    on kind: ImportOmission.Kind, _ lines: [ImportOmission.Line]
  ) -> [String] {
    if case .deeperHeading = kind { return [] }
    let areHeadings = lines.allSatisfy { $0.text.first == .hash }
    let dates = lines.first?.dates ?? []
    let date = dates.count == 1 ? dates[0].text : "2026-03-28"
    let byHand = ["To have an entry begin there, write it as a heading: ## \(date)"]
    guard kind == .heading || areHeadings && kind != .day(.note) else { return byHand }
    let times = lines.map { line in
      let text = line.text.drop { $0 == .hash || $0 == 0x5B || Byte.isBlank($0) }
      return String(utf8: text.prefix { $0 != 0x5D })
    }
    // Elsewhere a time of day that is not read is none.
    func isDay(_ time: String) -> Bool {
      TimePattern("%Y-%m-%d")?.day(of: time) != nil
        && (areHeadings || !time.dropFirst(11).prefix(5).contains(":"))
    }
    let fitAll = !TimePattern.fitting(times, mayHaveTitles: true).isEmpty
    let some = fitAll ? times : Array(times.prefix(1))
    if some.allSatisfy(isDay) {
      return ["To have entries begin there: --time-format '%Y-%m-%d'"]
    }
    // No format reads a day without its year.
    if !dates.isEmpty, TimePattern.fitting(some, mayHaveTitles: true).isEmpty { return byHand }
    return timeFormats(fitting: some, mayHaveTitles: true, besides: nil)
  }

  /// Whether it has a year, and a word that is probably the name of a month in another language.
  private static func hasForeignMonth(_ text: String) -> Bool {
    guard text.split(whereSeparator: { !$0.isNumber }).contains(where: { $0.count == 4 }) else {
      return false
    }
    let others = [
      "jän", "mär", "mrt", "mai", "okt", "dez", "fév", "avr", "jui", "aoû", "déc", "ene", "abr",
      "agos", "dic", "gen", "mag", "giu", "lug", "set", "ott",
    ]
    let words = text.lowercased().split { !$0.isLetter }.map(String.init)
    return words.contains { word in
      if let month = CalendarDate.monthNames.first(where: { word.hasPrefix($0.prefix(3)) }) {
        return word != month && word.count > 3 && word != "sept"
      }
      return others.contains { word.hasPrefix($0) }
    }
  }

  /// That a text in a form of ours is of a day, or a time of day, that does not exist.
  private static func missingTime(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    if ForeignDate.impossibleEnd(in: bytes.span, at: 0, upTo: bytes.count) != nil {
      return "There is no such day. Correct it where it stands."
    }
    let parts = text.prefix(10).split(maxSplits: 2, omittingEmptySubsequences: false) {
      "-/.".contains($0)
    }
    let numbers = parts.compactMap { Int($0) }
    guard parts.map(\.count) == [4, 2, 2], numbers.count == 3 else { return nil }
    if CalendarDate(year: numbers[0], month: numbers[1], day: numbers[2]) == nil {
      return "There is no such day. Correct it where it stands."
    }
    let clock = text.dropFirst(11)
    return !clock.isEmpty && clock.allSatisfy { $0.isNumber || $0 == ":" }
      ? "There is no such time of day. Correct it where it stands." : nil
  }

  /// What a text that is no time seems to be, and what can be done; no format reads these.
  private static func seemingTime(_ text: String) -> String? {
    if let zone = ZoneName.example(in: text) {
      return "\(advice(onZone: zone)). Write it so in the file."
    }
    let words = text.split(separator: " ").map(String.init)
    if text.utf8.allSatisfy(Byte.isDigit), let number = Int(text) {
      switch number {
      case 10_000..<100_000:
        return "It seems to be a spreadsheet's number of a day. Format the column as a date there."
      case 100_000_000..<10_000_000_000:
        return "It seems to be seconds since 1970. In a table: =A2/86400+DATE(1970,1,1)"
      case 100_000_000_000..<10_000_000_000_000:
        return "It seems to be milliseconds since 1970. In a table: =A2/86400000+DATE(1970,1,1)"
      default: return nil
      }
    }
    if !text.utf8.contains(where: Byte.isDigit) {
      return "If this is no entry, such as a row of sums, take it out."
    }
    if words.count > 1, let day = Timestamp(words[0]), day.precision == .day {
      if Timestamp(words[1]) != nil {
        return "Both columns have the day. Name the one that has all of it: --map TIME=COLUMN"
      }
      func isClock(_ word: String) -> Bool { Timestamp("\(words[0]) \(word)") != nil }
      if words.count > 2, isClock(words[1]), isClock(words[2]) {
        return "Both columns have a time of day. Give the first one days alone, as 2026-03-28."
      }
      if words.count == 4, isClock("\(words[1])-\(words[3])") {
        return "An end stands behind a - without spaces: \(words[1])-\(words[3])"
      }
      let clock = words[1].replacing(".", with: ":")
      if clock != words[1], isClock(clock) {
        return "A time of day is written with a colon: \(clock)"
      }
    }
    // 2026-03-28T07:12:33-04:56:02
    let offset = text.split { $0 == "+" || $0 == "-" }.last?.split(separator: ":") ?? []
    if offset.count == 3, Timestamp(String(text.dropLast(3))) != nil {
      return "Offsets have hours and minutes: \(text.dropLast(3))"
    }
    let hasYear = text.split { !$0.isNumber }.contains { $0.count == 4 }
    let months = CalendarDate.monthNames.map { $0.prefix(3) }
    let isDay = words.contains { months.contains($0.lowercased().prefix(3)) }
    if isDay, !hasYear { return "A date needs its year, as in 2026-03-28." }
    return nil
  }

  /// How to say which columns are for what: by what is below their names and, in languages of many users, by these.
  private static func mapping(
    for headers: [String], days: [String], times: [String]
  ) -> String {
    var rest = headers.filter { !$0.isEmpty }
    func take(_ words: [String]) -> String? {
      let index = rest.firstIndex { header in words.contains { header.lowercased().contains($0) } }
      return index.map { ShellWord.quoted(rest.remove(at: $0)) }
    }
    let known = times.first ?? days.first
    rest.removeAll { $0 == known }
    let day =
      known.map(ShellWord.quoted)
      ?? take(["date", "datum", "day", "tag", "jour", "fecha", "when"])
    guard let day else { return "Say which one it is: --map TIME=COLUMN" }
    let clock = times.isEmpty ? take(["time", "zeit", "heure", "hora"]) : nil
    let text = take(["text", "noti", "note", "nota", "comment", "kommentar", "bemerkung"])
    let end = rest.first { ImportReader.endNames.contains($0.lowercased()) }.map {
      "END=" + ShellWord.quoted($0)
    }
    let pairs = [day, clock].compactMap(\.self).map { "TIME=" + $0 } + [end].compactMap(\.self)
    let line = (pairs + (text.map { ["TEXT=" + $0] } ?? [])).joined(separator: ",")
    return "Say which one it is: --map \(line)"
  }
}
