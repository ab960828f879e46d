import ThreadJournal
import ThreadStorage

/// What is wrong with a line of what is to be imported, and what was probably meant.
extension ErrorMessage {
  /// - Parameter dateOrder: That of the setting.
  init(_ problem: ImportProblem, dateOrder: ForeignDate.Order? = nil) {
    func bad(_ sentence: String, column: Int? = nil, _ advice: String...) -> ErrorMessage {
      let position = Position(problem.file, line: problem.line, column: column)
      return ErrorMessage("bad-import", at: position, sentence, advice: advice)
    }
    func whole(_ sentence: String, code: String = "bad-import", _ advice: String...) -> ErrorMessage
    {
      ErrorMessage(code, at: .init(problem.file), sentence, advice: advice)
    }
    switch problem.kind {
    case .field(let error, let path):
      let file = path.split(separator: "/").last.map { String($0.dropLast(".md".count)) }
      let thread = file.map { ShellWord.quoted($0) } ?? "THREAD"
      self.init(error, title: "the thread", name: thread, path: problem.file)
      if case .badValue(let field, let value, _) = error, field.unit == nil,
        [.integer, .number].contains(field.type), let quantity = Quantity(value[...].trimmed),
        ErrorMessage.numberAsDay(value, field) == nil
      {
        let change = "tj field change \(thread) \(ShellWord.quoted(field.name)) --unit"
        let unit = ShellWord.quoted(String(utf8: quantity.unit))
        advice.append("To give the field this unit: \(change) \(unit)")
      }
      if case .badValue(let field, let value, .wrongType(.integer)) = error,
        value.contains(where: { ".,".utf8.contains($0) }),
        ForeignForm.decimalComma.written(value[...].trimmed) != nil
          || DecimalNumber(value[...].trimmed) != nil
      {
        let change = "tj field change \(thread) \(ShellWord.quoted(field.name)) --type number"
        let pointed = value[...].trimmed.map { $0 == UInt8(ascii: ",") ? .dot : $0 }
        let digits = String(utf8: pointed.filter { $0 != .dot })
        // Of thousands, a number with decimals would be another.
        advice.append(
          ForeignForm.isGrouped(pointed[...])
            ? "If these are thousands, write it in the file as \(digits)"
            : "To have it take decimals: \(change)")
      }
      if case .badValue(let field, let value, .wrongType(.duration)) = error,
        ForeignForm.isShortClock(value[...].trimmed)
      {
        let change = "tj field change \(thread) \(ShellWord.quoted(field.name)) --type"
        advice += [
          "To decide it for all of them: \(change) text; then this import; "
            + "and of hours: \(change) duration --unit h --convert; of minutes: --unit min"
        ]
      }
      position = .init(problem.file, line: problem.line)
      switch error {
      case .fieldIsDeleted(let field), .isGroup(let field):
        advice.append("To leave it out: --map \(ShellWord.quoted("=\(field)"))")
      default: break
      }
      if case .badValue(_, let value, .wrongType(.date)) = error,
        let order = Self.dateOrders(reading: value)
      {
        // What tj wrote is read as it writes it, unless a spreadsheet has saved it.
        advice.append(
          dateOrder.map { order.contains($0.rawValue) } == true
            ? "Such dates are read in an exported table where a spreadsheet wrote its times so, too."
            : "To have such dates read, in fields too: tj config date-order \(order)")
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
      if problem.file.lowercased().hasSuffix(".ics") {
        advice = ["A calendar is read where its program exports it as CSV."]
      }
    case .toml:
      self = bad(
        "this front matter is TOML, which is not read", "Hugo makes YAML of it: hugo convert toYAML"
      )
    case .emptyFile: self = whole("this file is empty")
    case .noEntries:
      self = whole(
        "there are no entries in this file",
        "If they begin with a date, say how it is written: --time-format '%Y-%m-%d'")
    case .noStart(let line):
      self = whole("there are no entries in this file")
      advice = Self.reading(line)
    case .noDay(let line):
      self = whole(
        "there are no entries in this file: no heading is dated, and nothing tells a note's day",
        "A note's day is in its name, 2026-03-28.md, or in its front matter, date: 2026-03-28; "
          + "in other forms: --time-format '%d.%m.%Y'")
      advice =
        line.map { Self.reading($0) } ?? Self.timeFormats(inNameOf: problem.file) ?? advice
    case .otherJSON(let table):
      self = whole("this JSON is of no program that is known")
      if let table { advice = Self.tabulating(table, problem.file) }
    case .noJournal(let suffix):
      self = whole(
        "no file of this archive is a journal of Day One's",
        "Unpack it, and import its files: unzip \(ShellWord.quoted(problem.file)) -d DIR; tj import DIR/*.\(suffix)"
      )
    case .archive(.damaged): self = whole("this ZIP file is damaged")
    case .archive(.unsupported(let name)):
      self = whole("\(name) is packed in a way that cannot be read")
    case .archive(.tooLarge(let limit)):
      self = whole(
        "the journals in this archive unpack to more than \(limit >> 20) MB, with \(ZIPArchive.entrySize) bytes for each entry",
        "Unpack it yourself, and import each journal: tj import Journal.json")
    case .noTimeColumn(let headers, let times, let namesBelow):
      self = bad(
        "no column is known to hold the times", "Columns: \(headers.joined(separator: ", "))",
        namesBelow.map(Self.advice(onNamesAt:)) ?? Self.naming(headers, times))
    case .noColumn(let header, let headers, let namesBelow):
      self = bad("there is no column \"\(header)\"")
      advice =
        Self.suggestion(headers.nearest(to: header))
        + ["Columns: \(headers.joined(separator: ", "))"]
        + [namesBelow.map(Self.advice(onNamesAt:))].compactMap(\.self)
    case .nothingCalled(let name, let names):
      self = bad("no column or key is called \"\(name)\", so that none is left out")
      let listed = names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
      advice =
        Self.suggestion(names.nearest(to: name))
        + (names.isEmpty ? [] : ["There are: \(listed)"])
    case .unknownTimes(let text):
      self = bad("\"\(text)\" is not a time as jrnl writes it unless told otherwise")
    case .undatedHeadings(let text):
      self = bad("no heading begins with a date such as 2026-03-28; \"\(text)\" may be one")
    case .notUTF8(let column, let encoding):
      self = bad(
        "this byte is not UTF-8", column: column,
        "Convert the file: iconv -f \(encoding.rawValue) -t UTF-8 OLD > NEW",
        "If other letters come of it, from another one: "
          + ForeignEncoding.allCases.filter { $0 != encoding }.map(\.rawValue)
          .joined(separator: " or "))
    case .nulByte(let column): self = bad("text cannot hold a NUL byte", column: column)
    case .unterminatedQuote: self = bad("the quotation mark that opens here is never closed")
    case .cellCount(let count, let expected):
      self = bad("this row has \(Plural.of(count, "cell")), and the header \(expected)")
      if count > expected {
        advice = ["Write a cell with a separator in it between quotation marks."]
      }
    case .columnTwice(let name):
      self = bad(
        "two columns are for \"\(name)\"", "Rename one of them in the file's first line.")
    case .badTime(""): self = bad("this row has no time", "Give it one, or take it out.")
    case .badTime(let text): self = bad("\"\(text)\" is not a time")
    case .badClock(let text, let column):
      self = bad(
        "\"\(text)\", in the column \"\(column)\", is no time of day",
        "Write one there, such as 21:05, or leave it empty: the entry is then one of the day.")
    case .endOrOffset(let text, let length):
      self = bad(
        "\"\(text)\" would be an entry of \(length), or has an offset behind its time",
        "Where that is an offset: --time-format '%Y-%m-%d %H:%M%z'; where it is an end, put it into a column called END."
      )
    case .zoneName(let text):
      self = bad(
        "\"\(text)\" behind this time names a zone",
        Self.advice(onZone: ZoneName.example(in: text) ?? "-05:00")
          + "; as a title it takes two spaces before it.")
    case .noEnd(let text):
      self = bad(
        "\"\(text)\", where the end stands, is no time of day",
        "Write one there, such as 21:05, or leave it empty: the entry then has no end.")
    case .badEnd(let text):
      self = bad(
        "\"\(text)\" is not a minute to a day after the start, as an end is",
        "Correct it in the file, or import the column as a field: without END in --map")
    case .endOfDay(let text):
      self = bad(
        "\"\(text)\" is an end, and there is no time of day at which it began",
        "Where a column has that: --map TIME=DAY,TIME=START,END=END",
        "Where it lasted whole days, leave its end empty in the file.")
    case .otherLength(let length, let end):
      self = bad(
        "the length \"\(length)\" is not the one up to the end \(end)",
        "Empty the cell of one of both: the other counts.")
    case .mappedTwice(let header, let isEnd):
      self = bad(
        "--map gives the column \"\(header)\" two uses",
        "Name it once" + (isEnd ? ": an end without a day is on that of its start." : "."))
    case .badID(let text): self = bad("\"\(text)\" cannot be an entry's id")
    case .duplicateID(let id, let file, let line):
      self = bad(
        "the id \(id) is also that of the entry at line \(line)"
          + (file == problem.file ? "" : " of \(file)"),
        "Empty the id of the one that is new; it gets its own.")
    case .badTitle(let text):
      self = bad("\"\(text)\" cannot be an entry's title, which is one line")
    case .badThreadTitle(let text):
      self = bad(
        "\"\(text)\" cannot be a thread's title",
        "If its column has the texts: --map TEXT=COLUMN; for all in one thread: --into THREAD")
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
        "Name the column in the file's first line, or a column of CSV with --map NAME=COLUMN"
          + (name.isEmpty ? "." : "; to leave it out: --map '=COLUMN'"))
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

  private static func advice(onNamesAt line: Int) -> String {
    "Line \(line) seems to name the columns: take out what stands above it, and import it again."
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

  /// How lines such as this one begin entries.
  private static func reading(_ line: ImportReader.DatedLine) -> [String] {
    let start = "Line \(line.number), \"\(line.text.prefix(40))\", may begin an entry"
    let commands =
      line.patterns.isEmpty
      ? ["--from jrnl"]
      : line.patterns.map { "--from jrnl --time-format \(ShellWord.quoted($0))" }
    if commands.count == 1 { return ["\(start); to read such lines so: \(commands[0])"] }
    return ["\(start); to read such lines so:"] + commands.map { "  " + $0 }
  }

  /// What to do about a first line in which no column of times is known.
  private static func naming(_ headers: [String], _ times: CSVTimes) -> String {
    let rest = headers.dropFirst()
    if headers.count > 1, headers.count(where: { !$0.isEmpty }) == 1 {
      return "The first line must name the columns: take out what stands above the line that does."
    }
    let days = rest.count { Self.isTime($0) || Int($0).map { 1...31 ~= $0 } == true }
    if days > 2, days * 2 > rest.count, headers.first.map(Self.isTime) == false {
      return "Each day must have a row, with its date in it, and here it has a column. "
        + "In a spreadsheet, copy the table and paste it transposed; then name the first column: date"
    }
    if headers.contains(where: Self.isTime) {
      return
        "The first line seems to be a row. Write one above it that names each column, such as date and text, set off as in the rows."
    }
    return headers.count == 1 && headers[0].contains { "|^~".contains($0) }
      ? "Columns are separated by commas, semicolons or tabs." : mapping(for: headers, times)
  }

  /// How to say which columns are for what: by what is below their names and, in languages of many users, by these.
  private static func mapping(for headers: [String], _ times: CSVTimes) -> String {
    var rest = headers.filter { !$0.isEmpty }
    func take(_ words: [String]) -> String? {
      let index = rest.firstIndex { header in
        let parts = header.lowercased().split { !$0.isLetter }.map(String.init)
        // A form has questions: "Comment va la journée ?" is none of remarks.
        return parts.count < 4 && words.contains { word in parts.contains { $0.hasPrefix(word) } }
      }
      return index.map { ShellWord.quoted(rest.remove(at: $0)) }
    }
    func take(_ header: String?) -> String? {
      guard let header else { return nil }
      rest.removeAll { $0 == header }
      return ShellWord.quoted(header)
    }
    let known =
      times.moments.first ?? times.days.first(where: CSVTable.isDay) ?? times.days.first
      ?? headers.first(where: CSVTable.isDay)
    let day = take(known) ?? take(["date", "datum", "day", "tag", "jour", "fecha", "when"])
    guard let day else { return "Say which one it is: --map TIME=COLUMN" }
    let clock = times.moments.isEmpty ? take(times.clocks.first(where: CSVTable.isClock)) : nil
    let text =
      take(CSVTable.textColumn(among: rest))
      ?? take(["text", "noti", "note", "nota", "comment", "kommentar", "bemerkung"])
    // An end's day and its time of day may be two columns, as of the start.
    let ends = rest.filter { header in
      let hasTimes = (times.days + times.moments + times.clocks).contains(header)
      return hasTimes && CSVTable.isEndName(header)
        || CSVTable.endNames.contains(header.lowercased())
    }
    let pairs =
      [day, clock].compactMap(\.self).map { "TIME=" + $0 }
      + ends.prefix(clock == nil ? 1 : 2).map { "END=" + ShellWord.quoted($0) }
    let line = (pairs + (text.map { ["TEXT=" + $0] } ?? [])).joined(separator: ",")
    return "Say which one it is: --map \(line)"
  }
}
