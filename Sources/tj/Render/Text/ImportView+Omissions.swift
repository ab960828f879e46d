import ThreadJournal
import ThreadStorage

extension ImportView {
  /// How to have the times of these columns read in UTC.
  private static func inUTC(_ columns: [String]) -> String {
    "--map " + columns.map { "UTC=\(ShellWord.quoted($0))" }.joined(separator: ",")
  }

  /// What a warning says of `count` things of one kind, of which `line` is the first.
  ///
  /// - Parameter again: What is to be done before the import is repeated in another way.
  static func words(
    _ kind: ImportOmission.Kind, _ count: Int, _ line: [UInt8], again: String
  ) -> String {
    let lines =
      "\"\(short(line))\"" + (count == 1 ? "" : " and \(Plural.of(count - 1, "other line"))")
    let times = count == 1 ? "" : " (\(count) times)"
    let onceMore = again.isEmpty ? "" : ": \(again)import it again"
    return switch kind {
    case .text:
      count == 1
        ? "this text is in no entry, and is left out"
        : "this text is in no entry, and is left out: \(count) lines"
    case .coordinates(let column):
      "\"\(column)\" is left out\(times): coordinates are never stored"
    case .member(let name): "\"\(name)\" is left out\(times)"
    case .richText: "this entry has its text in \"richText\" only, which is left out\(times)"
    case .property(let name): "\"\(name)\" is left out\(times)"
    case .emptyProperty(let name): "\"\(name)\" has no value, and is left out\(times)"
    case .brokenProperty(let name):
      "this is not understood, and stays in the text of \"\(name)\" as it is written\(times)"
    case .idleMembers: "what says nothing of an entry is left out\(times): \(String(utf8: line))"
    case .emptyColumns(let names):
      names.map { "\"\($0)\"" }.joined(separator: ", ") + " "
        + (names.count == 1 ? "has no value, and is left out" : "have no value, and are left out")
    case .dayAgain(let names):
      names.map { "\"\($0)\"" }.joined(separator: ", ") + " "
        + (names.count == 1
          ? "says the day again, and is left out" : "say the day again, and are left out")
    case .frontMatter: "this front matter is not understood, and is left out\(times)"
    case .comment: "this comment of the front matter is left out\(times)"
    case .replacedDay(let day): "the note's name says \(day); the date of its front matter counts"
    case .createdClock(let name):
      "the note's name has a day alone, and \"\(name)\" gives its time of day\(times); "
        + "to have the day alone, take \"\(name)\" out there"
    case .replacedTitle:
      "the title of the front matter counts, not the one in the note's name\(times)"
    case .overridden(let name):
      "\"\(name)\" is there again, and only the last one counts\(times)"
    case .archiveFiles: "\(Plural.of(count, "other file")) of the archive left out"
    case .heading, .slipOfBracket:
      lines
        + (count == 1
          ? " begins no entry, and stays text of the one above"
          : " begin no entry, and stay text of those above")
    case .day(.entry), .day(.note):
      lines
        + (count == 1
          ? " looks like a day, and stays text of the entry above"
          : " look like days, and stay text of the entries above")
    case .day(.nothing):
      lines
        + (count == 1
          ? " looks like a day, and is left out: no entry begins there"
          : " look like days, and are left out: no entry begins there")
    case .deeperHeading:
      lines
        + (count == 1
          ? " is deeper than most dated headings, and begins an entry all the same"
          : " are deeper than most dated headings, and begin entries all the same")
    case .clockHeading:
      lines
        + (count == 1
          ? " begins an entry of the day above, at its time of day"
          : " begin entries of the days above, at their times of day")
    case .clockBelow:
      lines
        + (count == 1
          ? " has a time of day, and stays text of the entry above"
          : " have times of day, and stay text of the entries above")
    case .sectionDay:
      lines
        + (count == 1
          ? " has another day than its note, and stays a section of it"
          : " have other days than their notes, and stay sections of them")
    case .otherDay:
      lines
        + (count == 1
          ? " begins an entry of that day, in a note of another"
          : " begin entries of those days, in notes of others")
    case .dayAmongTimes:
      lines
        + (count == 1
          ? " begins an entry of a day alone, among ones with times of day"
          : " begin entries of days alone, among ones with times of day")
    case .dayBelowText:
      lines
        + (count == 1
          ? " begins an entry directly below the text of another, as a wrapped sentence may go on"
          : " begin entries directly below the texts of others, as wrapped sentences may go on")
    case .photoLinks(let folder):
      "\(Plural.of(count, "link")) to photos \(count == 1 ? "names" : "name") files in \(folder)/ now: "
        + "copy that folder of the archive beside the thread"
    case .escapes:
      (count == 1
        ? "1 backslash before a mark is"
        : "\(Plural.grouped(count)) backslashes before marks are")
        + " taken off: Markdown shows the same without"
    case .shortEnd: "this end, less than a minute after its start, is left out\(times)"
    case .longEnd:
      "this entry lasts \(short(line)), to the next day, as its end is before its start\(times)"
    case .halfMissing:
      lines
        + (count == 1
          ? " has neither AM nor PM, and is of the morning"
          : " have neither AM nor PM, and are of the morning")
    case .behindLater:
      lines
        + (count == 1
          ? " stands below a later time of that day" : " stand below later times of those days")
    case .otherWeekday:
      lines
        + (count == 1
          ? " names another day of the week than its date has, which counts"
          : " name other days of the week than their dates have, which count")
    case .clockChange:
      "the clock changed in between\(times): its end, \(String(utf8: line)), with the offset of its start"
    case .seconds: "the seconds of a time with an end are left out\(times)"
    case .openFrontMatter: "the front matter has no line --- at its end, and stays text\(times)"
    case .lowFrontMatter:
      "this front matter has blanks before or behind its first line, and stays text\(times)"
    case .clockInName(let pattern):
      "the digits behind the day in this note's name stay its title\(times); "
        + "if they are a time of day: \(again)--time-format \(ShellWord.quoted(pattern))"
    case .clockInTitle:
      "this title may contain a part of the time, and stays a title\(times): "
        + "a time of day is written as in 2026-03-28 22:10"
    case .propertyLine:
      "this line is written as a property, and stays text\(times): only those at a note's top become fields"
    case .labels:
      lines
        + (count == 1 ? " looks like a property, and stays" : " look like properties, and stay")
        + " text: in front matter, or with two colons, they become fields"
    case .propertyBelow:
      "this line is written as a property, and stays text\(times): "
        + "fields stand directly below the heading, as - mood:: 5"
    case .propertyGap:
      "this line is written as a property, and stays text\(times): a space stands behind ::, and none before, "
        + "as in mood:: 5"
    case .taskField: "a field in a task is the task's, and stays text\(times)"
    case .inTextAgain(let name):
      "\"\(name)\" is there again in the text, which keeps it, and the first one counts\(times)"
    case .fileLink:
      count == 1
        ? "the link \"\(short(line))\" stays as it is: copy its file to where it leads from the thread"
        : "the link \"\(short(line))\" and \(Plural.of(count - 1, "other")) stay as they are: "
          + "copy their files to where they lead from the thread"
    case .looseQuote:
      lines
        + (count == 1 ? " is what this cell is read as" : " are what such cells are read as")
        + ": a quotation mark in it is not doubled, as in \"a \"\"word\"\"\""
    case .rowInCell:
      lines
        + (count == 1 ? " is in a cell of a row above" : " are in cells of rows above")
        + ", as a quotation mark opens there and is closed below; if it is no text, take that mark out there\(onceMore)"
    case .rowAgain:
      lines
        + (count == 1
          ? " stands further up already, letter for letter, and is an entry of its own"
          : " stand further up already, letter for letter, and are entries of their own")
        + "; if that is a slip, take it out there\(onceMore)"
    case .formulaError:
      lines
        + (count == 1
          ? " is what a spreadsheet shows of a formula that failed; it is taken as it stands"
          : " are what a spreadsheet shows of formulas that failed; they are taken as they stand")
    case .formulaMark:
      "this ' before what a spreadsheet would run stays\(times); "
        + "of an export of ours it is taken off where the columns id and time are there"
    case .endField(let name):
      "\"\(name)\" becomes a field; if entries end then: \(again)--map END=\(ShellWord.quoted(name))"
    case .spanField(let name, let day):
      "\"\(name)\" becomes a field; if entries begin and end then: "
        + "\(again)--map TIME=\(ShellWord.quoted(day)),TIME=\(ShellWord.quoted(name))"
    case .lengths(let column, let day):
      "\"\(column)\" becomes a field, as it may be how long something took; if it is the time of day: "
        + "\(again)--map TIME=\(ShellWord.quoted(day)),TIME=\(ShellWord.quoted(column))"
    case .nights(let column):
      "\"\(column)\" is read as the time of day, and all of it is before 5:00; if it is how long something took: "
        + "\(again)--map Duration=\(ShellWord.quoted(column))"
    case .zoneField(let name, let zone, let isKnown, let columns):
      "\"\(name)\" becomes a field; times are read as they stand, and not in \"\(zone)\"\(times)"
        + (zone == "UTC"
          ? "; if they are in UTC: \(again)\(inUTC(columns))"
          : isKnown
            ? "; to read a file so: \(again)TZ=\(ShellWord.quoted(zone)) tj import FILE" : "")
    case .utcTimes(let columns):
      lines
        + (count == 1
          ? " is in UTC, and stays so: its day and hour are those of UTC"
          : " are in UTC, and stay so: their days and hours are those of UTC")
        + (columns.isEmpty ? "" : "; to have those here: \(again)\(inUTC(columns))")
    case .utcColumn(let name, let columns):
      "by \"\(name)\", times may be in UTC; they are read on the clock here\(times); "
        + "if they are in UTC: \(again)\(inUTC(columns))"
    case .dateAlone:
      count == 1
        ? "this row has only a date, and is left out"
        : "\(count) rows have only a date, and are left out"
    case .midnights(let pattern):
      "all \(count) times are midnight, as if of days alone; if they are days: "
        + (pattern.map { "\(again)--time-format \(ShellWord.quoted($0))" }
          ?? "give the column the form of a date")
    case .someMidnights:
      (count == 1 ? "this row is" : "this row and \(count - 1) more are")
        + " of midnight, as spreadsheets write days alone; if a day is meant, take the time of day out there"
        + (again.isEmpty ? "" : ", and \(again)import it again")
    case .farDay(let day, let beside):
      "this row is of \(day.text), beside \(beside.text) in a table that is sorted else; "
        + "if that is a slip, correct it there\(onceMore)"
    case .skip: "\"skip\" excuses a planned day, whatever it says\(times)"
    case .definition(let problem): ErrorMessage.sentence(problem)
    case .badValue(let field, let value, let error):
      ErrorMessage.sentence(error, field, value)
        + (count == 1 ? "" : " (\(count) values of \(field.name) do not fit)")
    case .repeatedTime:
      "the clock showed this time twice on that day; the first is taken\(times); for the second, write its zone behind it"
    case .overlap:
      "the row begins before another one has ended\(times); where its day is that of the evening before, correct it"
    case .noteCopy:
      "the file is called like a copy of another note\(times); where it is one, leave it out"
    case .skippedTime:
      "the clock had no such time on that day, which began summer time; the offset before it counts\(times)"
    }
  }
}
