import ThreadStorage

/// What is wrong with a file that is to be imported, at one of its lines.
package struct ImportProblem: Error, Sendable, Hashable {
  /// The file, as the user named it.
  package var file: String
  /// 1-based.
  package var line: Int
  package var kind: Kind

  package enum Kind: Sendable, Hashable {
    case utf16
    /// Bytes that are not UTF-8 begin at this column (1-based, in bytes), and are probably in this encoding.
    case notUTF8(column: Int, probably: ForeignEncoding)
    /// A NUL stands at this column (1-based, in bytes).
    case nulByte(column: Int)
    /// The file is encrypted, by what this is the name of.
    case encrypted(by: String)
    /// It is of another program, and has to be made into another file first.
    case document(ForeignDocument)
    /// Nothing tells what the file is; perhaps this line of it begins an entry.
    case unknownFormat(ImportReader.DatedLine?)
    case toml
    /// There is something in the file, but nothing of it is an entry.
    case noEntries
    /// The same of jrnl's text, of which this line may begin one.
    case noStart(ImportReader.DatedLine)
    /// No heading of a Markdown file is dated, and neither its name nor its front matter tells a day.
    case noDay(ImportReader.DatedLine?)
    /// It is JSON of no program that is known, and perhaps has what makes a table.
    case otherJSON(JSONTable?)
    case emptyFile
    /// No line begins with a time that is known; this is what stands in brackets where one may be.
    case unknownTimes(String)
    /// No heading begins with a time that is known; this is the first with a digit, which may be one.
    case undatedHeadings(String)
    case unterminatedQuote
    case cellCount(Int, expected: Int)
    case noColumn(String, headers: [String], namesBelow: Int?)
    /// What was to be left out is neither a column nor a key.
    case nothingCalled(String, among: [String])
    case columnTwice(String)
    /// No column is known to hold the times; these are the headers, those of them that have some, and the line further
    /// down that seems to name columns.
    case noTimeColumn(headers: [String], CSVTimes, namesBelow: Int?)
    case badTime(String)
    /// What stands in the column of times of day, and has no digit.
    case badClock(String, column: String)
    /// A time with an end that may be an offset, as the entry would last so long.
    case endOrOffset(String, length: String)
    /// A zone's name behind the time of a heading.
    case zoneName(String)
    /// An end that is no time.
    case noEnd(String)
    /// An end that is not a minute to a day after its start.
    case badEnd(String)
    /// The end of an entry of a day, which has no time of day.
    case endOfDay(String)
    case otherLength(String, end: String)
    /// A column of this header that the options give two uses.
    case mappedTwice(String, isEnd: Bool)
    case badID(String)
    case duplicateID(String, file: String, line: Int)
    case badTitle(String)
    case badThreadTitle(String)
    /// What an export says stands before the entries of the thread of this title is another thread's, has entries, or
    /// says something else than this member.
    case otherHead(String, member: String? = nil)
    /// An entry says this title of a thread that the file has under another.
    case otherThread(String)
    /// Two files, or two threads of one, have something else above the entries of the thread of this title.
    case twoHeads(String)
    case badPath(String)
    case badFieldName(String)
    /// A value that the thread of this file cannot take.
    case field(FieldError, path: String)
    /// The text is no JSON from this column (1-based, in bytes) on.
    case badJSON(column: Int)
    /// The escape at this column (1-based, in bytes) is half of a character, and its other half is not there.
    case halfCharacter(column: Int)
    /// An object has this member a second time at this column (1-based, in bytes).
    case repeatedMember(String, column: Int)
    /// An entry lacks this member, or it has another kind of value.
    case badMember(String)
    /// A text has a NUL in it, which only the lines of an entry can bring along.
    case nulInMember(String)
    /// What an entry has as its lines is no single entry, or one of another id.
    case badSource
    case badFieldMember(String)
    case unknownVersion(String)
    /// Several threads have this title; whether the file has others, too.
    case ambiguousThread(String, isAlone: Bool)
    /// No file of an archive is a journal; those that may be read have this suffix.
    case noJournal(suffix: String)
    case archive(ZIPError)
  }
}

/// Something that a file holds and that is not imported.
package struct ImportOmission: Sendable, Hashable {
  /// The file, as the user named it.
  package var file: String
  /// The first line, 1-based.
  package var line: Int
  package var kind: Kind
  /// How often it is there.
  package var count = 1
  /// The first of the lines, where what stands in them is shown.
  package internal(set) var shown: [Line] = []

  package struct Line: Sendable, Hashable {
    /// 1-based.
    package let number: Int
    package let text: [UInt8]
    /// The days that it may be of, where it looks like one.
    package let dates: [CalendarDate]
  }

  /// How many lines are kept to be shown.
  static let mostShown = 20

  /// Whose text a line is.
  package enum Place: Sendable, Hashable {
    case entry
    /// One whose day is in its name or front matter, so that only our own headings begin others.
    case note
    /// That of no entry, which is left out.
    case nothing
  }

  package enum Kind: Sendable, Hashable {
    case text
    /// A column or key of coordinates, which are never stored (F17).
    case coordinates(column: String)
    /// A member of JSON, by its path: `weather`, `location.country`.
    case member(String)
    /// The text of a Day One entry that has it in its `richText` only.
    case richText
    /// A key of front matter, by its path, that is not taken, or whose value is not.
    case property(String)
    case emptyProperty(String)
    /// A key of front matter whose value is no YAML, and is text as it stands.
    case brokenProperty(String)
    /// Members of an entry that tell of the program that wrote it, or are `false` or 0.
    case idleMembers
    /// Columns that are for fields, and have no value in any row.
    case emptyColumns([String])
    /// Columns that say the day of the entries, as another one does.
    case dayAgain([String])
    case frontMatter
    case comment
    /// The day in a note's name, where its front matter says another.
    case replacedDay(String)
    /// The time of day at which this key says that a note was made, which it has where its name has a day alone.
    case createdClock(String)
    /// The title in a note's name, where its front matter says another.
    case replacedTitle
    /// A field that the same entry has again, which counts.
    case overridden(String)
    case archiveFiles
    /// A line that may be meant to begin an entry, and is text of the entry above it.
    case heading
    /// One in jrnl's text, but for the brackets around its time, or what stands before or behind them.
    case slipOfBracket
    /// A line that looks like another day's heading, and is text.
    case day(Place)
    /// A dated heading that is deeper than the first one, and may be a part of the entry above it.
    case deeperHeading
    /// A heading with a time of the day above it, which begins an entry.
    case clockHeading
    /// One that begins none, as other headings stand beside it.
    case clockBelow
    /// A heading of another day among a note's other sections, as which it is text.
    case sectionDay
    /// One that begins an entry of its day in a note of another.
    case otherDay
    /// A line of a day alone directly below text, in a file of jrnl's whose entries have times of day.
    case dayAmongTimes
    /// A line directly below text that begins an entry and goes on in small letters.
    case dayBelowText
    /// Links that were made to name files in this folder of the archive.
    case photoLinks(String)
    /// Backslashes before marks that were taken off, as Markdown shows the same without them.
    case escapes
    case skippedTime
    /// A time that the clock showed twice, of which the first is taken.
    case repeatedTime
    /// A row begins before the one above it in time has ended, as where a night has the day of its evening.
    case overlap
    /// A note is called like the copy of another one, as `2026-03-28 1` and `2026-03-28 (1)`.
    case noteCopy
    /// An end less than a minute after its start.
    case shortEnd
    /// A time of day as an end that is long before the start, and so on the next day.
    case longEnd
    /// A time of day that does not say of which half of the day it is, as most others do.
    case halfMissing
    /// A time of day that stands below a later one of its day, in a file that is in order else.
    case behindLater
    /// A day of the week before a date that is of another one.
    case otherWeekday
    /// The clock changed before an end, which is written with the offset of its start.
    case clockChange
    /// The seconds of a time with an end.
    case seconds
    /// The front matter has no end, and is text.
    case openFrontMatter
    /// What would be front matter has blank lines above it, and is text.
    case lowFrontMatter
    /// Digits behind the day in a note's name that this pattern reads as a time of day, and that are its title.
    case clockInName(pattern: String)
    /// A title that may contain a part of the time before it.
    case clockInTitle
    /// A line of a note's text that is written as a property is.
    case propertyLine
    /// Lines with a name and one colon in a note's first paragraph.
    case labels
    /// The same as a property below a dated heading, where it is no field.
    case propertyBelow
    /// One with a number that has no space behind its `::`, or one before it.
    case propertyGap
    /// A field in a task of a text, whose it is.
    case taskField
    /// A field in the text of a note that has it before, with another value.
    case inTextAgain(String)
    /// A link to a file beside the imported one, from which the thread may lie elsewhere.
    case fileLink
    /// A cell between quotation marks in which one is not doubled, and so is read otherwise than it stands there.
    case looseQuote
    /// A line of a cell between quotation marks that is written as the table's rows are.
    case rowInCell
    /// A row that is there before to the letter.
    case rowAgain
    /// What a spreadsheet shows in the place of a formula that failed: `#NAME?`, `#REF!`, `####`.
    case formulaError
    /// A `'` before a formula, which an export of ours may have put there.
    case formulaMark
    /// All rows of a table are of midnight, as if they had no time of day; the pattern that reads them as days.
    case midnights(pattern: String?)
    /// A few rows are of midnight, as spreadsheets write days among times.
    case someMidnights
    /// The day of a row that is far from those beside it, in a table that is sorted else.
    case farDay(CalendarDate, beside: CalendarDate)
    /// A column that may have the times of day of the days in another, and rather has lengths.
    case lengths(column: String, day: String)
    /// A column that has the times of day, of which all are of the night, and may have lengths.
    case nights(column: String)
    /// A time of another program in UTC, where the clock here shows another; of a table, it is of these columns.
    case utcTimes(columns: [String])
    /// A column that says UTC by its name, or has offsets from it, beside times, of these columns, that are read on the
    /// clock here.
    case utcColumn(String, columns: [String])
    /// A row of a table that has a day, and nothing else.
    case dateAlone
    /// A field of another program that may be the end of its entries.
    case endField(String)
    /// One with times of day and their ends, where the entries have a day only, of this column.
    case spanField(String, day: String)
    /// A column of zones, of which this one is not the zone here, and is not looked at, beside the columns of times.
    case zoneField(String, zone: String, isKnown: Bool, columns: [String])
    /// A field of another program that is called as the one which excuses planned days.
    case skip
    case definition(FieldProblem.Kind)
    case badValue(FieldDefinition, value: [UInt8], FieldValueError)

    /// The keys or columns that it is about, where they are no fields.
    var names: [String] {
      switch self {
      case .coordinates(let name), .member(let name), .property(let name),
        .emptyProperty(let name), .brokenProperty(let name):
        [name]
      case .emptyColumns(let names), .dayAgain(let names): names
      default: []
      }
    }

    /// Whether it is missing from what is imported, rather than there otherwise than it may be meant.
    package var isLeftOut: Bool {
      switch self {
      case .heading, .slipOfBracket, .day(.entry), .day(.note), .deeperHeading, .clockHeading,
        .clockBelow, .sectionDay, .otherDay, .dayAmongTimes, .dayBelowText, .brokenProperty,
        .photoLinks, .escapes,
        .skippedTime, .repeatedTime, .overlap, .noteCopy, .longEnd, .halfMissing, .behindLater,
        .otherWeekday,
        .clockChange,
        .openFrontMatter,
        .lowFrontMatter,
        .clockInName,
        .clockInTitle, .propertyLine, .labels, .propertyBelow, .propertyGap, .taskField,
        .inTextAgain,
        .fileLink, .formulaError, .formulaMark, .looseQuote, .rowInCell, .rowAgain, .midnights,
        .someMidnights, .farDay,
        .lengths,
        .nights, .utcTimes,
        .utcColumn, .createdClock, .endField, .spanField, .zoneField, .skip, .badValue:
        false
      default: true
      }
    }
  }
}
