import ThreadStorage

/// Something in a journal that is wrong, or not read as it may have been meant, and where.
package struct JournalProblem: Sendable, Hashable {
  /// The file's path, relative to the journal.
  package var path: String
  /// The line of the file, 1-based; nil where the problem is the file as a whole.
  package var line: Int?
  /// The column, 1-based, in UTF-8 bytes.
  package var column: Int?
  package var kind: Kind
  /// Whether `fix` has one right answer to it.
  package var isFixable: Bool

  package init(
    _ path: String, _ kind: Kind, at position: (line: Int, column: Int)? = nil,
    isFixable: Bool = false
  ) {
    self.path = path
    (line, column) = (position?.line, position?.column)
    self.kind = kind
    self.isFixable = isFixable
  }

  /// Why a line that names a field is text.
  package enum FieldFault: Sendable, Hashable {
    case form
    /// Its form: it is several fields, of which these are the lines behind the first one.
    case several(others: [String])
    /// Its form, and the value is none that the field can have.
    case value
    /// Its form, and the name lacks accents, or has a slip of the finger.
    case misspelt
    /// It stands below text or a blank line.
    case place
    case formAndPlace
    /// A space or more before it, directly below the heading or the fields.
    case indented
    /// It is a part of the value of this field.
    case inValue(of: String)
    case preamble
    /// It is the title of an entry.
    case title
    /// It stands below the field line that has no value.
    case below
    /// It stands below a value that seems to go on with it.
    case wrapped

    /// The line that it would be, with this name and value of a field; of several fields the first one's.
    package func line(_ name: String, _ value: String) -> String {
      self == .wrapped ? "  \(value)" : "- \(name)::" + (value.isEmpty ? "" : " \(value)")
    }

    package func lines(_ name: String, _ value: String) -> [String] {
      guard case .several(let others) = self else { return [line(name, value)] }
      return [line(name, value)] + others
    }
  }

  /// What two entries have in common.
  package enum Likeness: Sendable, Hashable {
    /// Time, title and text.
    case text
    /// Time and title, as so many more entries have those of another one.
    case heading(others: Int)
    /// The minutes from one to another.
    case hours
    /// Title, values and text, a few minutes apart.
    case words
  }

  package enum Kind: Sendable, Hashable {
    /// What the file alone says, with the words that are meant, and a line that is mentioned (1-based).
    case file(ParseProblem.Kind, text: String, line: Int)
    /// A line with a date in another form, or with something directly behind it, which starts no entry; the dates
    /// that it may mean, and the heading that it would be where it has one reading.
    case headingForm(String, [CalendarDate], String?)
    /// A line that would start the entry of this heading at another level or place; where it is indented, in a list, or a
    /// date and no more, it may be meant so.
    case headingPlace(String, isIndented: Bool)
    /// The same of an indented line, with lines of fields below it.
    case headingIndented(String)
    /// The same for a line before which something stands that is not seen, such as a byte order mark.
    case headingHidden(String)
    /// What stands behind other text on its line would start the entry of this heading on one of its own.
    case headingJoined(String)
    /// A line of an entry's text that begins with a day without its year, as a heading might, and the dates that it may mean.
    case headingDay(String, [CalendarDate])
    /// A heading at the level of entries' that names a day, and is text of the entry above; so are so many others.
    case headingUndated(String, others: Int)
    /// A line of text that ends in an id as new entries have it: a heading of which the beginning is lost, or stands above;
    /// then the whole heading.
    case headingEndAlone(id: String, heading: String? = nil)
    case headingYear(String)
    /// The title is this day of the week, which the entry's date is not.
    case headingWeekday(String, CalendarDate)
    /// The entry is later than tomorrow, and so are these others.
    case farAhead(CalendarDate, others: Int)
    /// A line that was added by hand to an entry of a day to come, which is the last of its file.
    case lineOfComing(String)
    /// The front matter says that the thread was made later than tomorrow.
    case createdAhead(CalendarDate)
    /// The entry is the only one that is out of the order of the file, by some weeks; or it would be in order on the day, or at
    /// the time, that is meant, and so would these others.
    case outOfOrder(Timestamp, meant: Timestamp?, others: Int)
    /// The entry begins inside the comment of this line (1-based), which has an end or not.
    case headingInComment(line: Int, isClosed: Bool)
    /// The entry of this line (1-based) is alike.
    case entryAgain(line: Int, Likeness)
    /// The field says why a planned day is left out, and has no value.
    case emptySkip
    /// The field leaves out all of these days, as the plan counts by that period.
    case wideSkip(Period, ClosedRange<CalendarDate>)
    /// A local time that the clock here was put forward over, and how it is read.
    case headingGap(String, readAs: Timestamp)
    /// A zone that is the one here in the other half of the year: what the clock here showed then, and the heading with
    /// the zone of that day.
    case headingSeason(String, readAs: Timestamp, other: String)
    /// A half of the day, or a zone, that may be a word of the title, how the time is read with it, and the line with it in
    /// the title.
    case headingWord(String, isZone: Bool, readAs: String, other: String)
    /// Braces in a title that were perhaps meant as attributes, the heading that it would be with them as these, and what of
    /// the title is text below it.
    case headingBraces(String, String?, below: String? = nil)
    /// A title that begins or ends like a time, and the heading that it would be where it has one reading; whether it can
    /// hardly be any other number.
    case headingTime(String, String?, isSure: Bool = true)
    /// A title behind which its sentence goes on in the text, which begins with this word.
    case titleWrapped(String)
    /// What ends an editor's work, as it is typed, at the end of an entry's text.
    case editorCommand(String)
    /// A line directly above a heading without a title, which may be meant as that.
    case titleAbove(String)
    /// A line for the editor, as it is typed, in an entry's text.
    case modeline(String)
    /// A time without a date in an entry's text, where a heading would stand, and as a heading has it where it has another
    /// form; and so many others.
    case headingClock(String, String? = nil, others: Int = 0)
    /// The time of this entry was changed by hand since tj wrote it: how it is read now, and what it was.
    case timeChanged(EntryID, String, from: Timestamp)
    /// An end that is before the start and may be a zone, or an hour of the afternoon: so long the entry lasts, the end,
    /// and the headings that it would be with that or as it is read.
    case headingLength(length: String, end: String, other: String, isZone: Bool, asEnd: String)
    /// An end before the start, which is read as that of the next day: so long the entry lasts.
    case headingNight(length: String)
    /// An end behind seconds or a zone, which is part of the title: the heading with it as an end, and as a zone.
    case headingEnd(String, end: String, zone: String?)
    /// A zone behind an entry's time that is not the one here, and the heading that it would be as an end, or, behind a
    /// day, as the time; whether any country has had that zone.
    case headingZone(String, String, isEnd: Bool, isUsed: Bool)
    /// A line that names a field of the thread and is text, and the value that it seems to give to it.
    case fieldForm(name: String, value: String, FieldFault)
    /// Front matter that is none, for what stands before it or in its first line.
    case frontMatterPlace(FrontMatterFault)
    case frontMatterKey(String, meant: String)
    /// A key that is rather the begin of a sentence.
    case frontMatterText(key: String)
    /// The thread at `path` has the same entries, and this one's name is that of a copy.
    case threadCopy(path: String)
    case duplicateTitle(String, path: String, isFileName: Bool)
    /// The thread takes one entry a period, and this is a second one beside that of this line (1-based), the first of
    /// such entries.
    case enteredTwice(Period, line: Int, others: Int)
    /// Entries of a thread with a plan that have nothing but their days, as somebody typed them to be filled later.
    case emptyEntry(others: Int)
    /// A file that is taken for one of settings, of this owner.
    case settingsFile(SettingsFile.Owner)
    case setting(SettingProblem)
    case frontMatterValue(key: String)
    /// Its value begins with `#`, and so is a comment, or goes on with one behind these words.
    case frontMatterComment(key: String, value: String?)
    /// The id is this one, as tj wrote it, with something before or behind it, or a slip in it.
    case idChanged(String, from: String)
    /// The id stands on an entry of another file.
    case duplicateIDElsewhere(String, path: String, CopyPlace)
    /// The entry has the id of that of this line (1-based), and its time and title, or is in the trash with it.
    case entryVersion(EntryID, line: Int, isDeleted: Bool)
    case duplicateThreadID(path: String)
    /// The thread defines no field of this name; so many more entries have it.
    case unknownField(String, nearest: [String], others: Int)
    case valueOfGroup(String, others: Int)
    /// The thread defines no fields at all, and its entries have so many.
    case undefinedFields(count: Int)
    /// The same, and all of these lines, which look like fields, are text.
    case unreadFields(count: Int)
    case fieldValue(FieldDefinition, value: [UInt8], FieldValueError)
    /// The thread defines no fields, and few entries have one of this name, and so many one of a name that is like it.
    case fieldLike(String, meant: String, others: Int)
    /// The thread defines no fields, and so many other values of this one are of the type that it has here.
    case fieldUnlike(FieldDefinition, value: [UInt8], others: Int)
    /// The value of the field of this name stands so often, and so many others are one that it is but for a slip.
    case fieldNear(String, value: String, count: Int, meant: String, others: Int)
    /// A number such as `1.250` that may be thousands, and so may so many other values of its field.
    case fieldThousands(FieldDefinition, value: [UInt8], others: Int)
    /// A number of hours such as `1.30`, whose decimals may be minutes, and so may those of so many other values.
    case fieldMinutes(FieldDefinition, value: [UInt8], others: Int)
    /// A value of an entry that was typed by hand, of the field of this name, which is none of the usual ones.
    case fieldSlip(String, value: [UInt8], UsualNumbers.Slip)
    /// A value of several lines at the end of an entry without a text.
    case longValue(String)
    /// A number such as `3.30` where the entry lasts three and a half hours.
    case fieldHours(String, value: [UInt8])
    /// A duration that counts on where its next unit begins, as `7h90m` does, of the field of this name.
    case fieldDuration(String, value: [UInt8])
    /// A text with blanks before or behind it, which nobody sees, as the value of the field of this name.
    case fieldBlanks(String, value: [UInt8])
    case fieldDefinition(FieldProblem.Kind)
    case plan(PlanProblem.Kind)
    case planGoal(QueryFieldProblem)
    case notAThread
    /// The thread has text and no entry.
    case textAlone
    /// It has entries, and would be a thread if it were called so, where nothing is; and so many other files would be.
    case likeThread(meant: String?, others: Int)
    case conflictCopy
    /// The thread has no id, and its name is but for one letter that of the one at `path`.
    case nearName(path: String)
    /// The name differs from this one's only by case or Unicode normalization.
    case nameCollision(path: String)
    case unreadable(StorageError)
    /// A change of the file at `target` that a crash cut short; nil of a purge.
    case unfinishedChange(target: String?)
    case foreignState(StateFault)
    case waitingDraft
    case configuration(YAMLProblem.Kind)
    /// The configuration's `format:` is no number, as typed.
    case configurationFormat(String)
    case newerFormat(found: Int)
    case lostEntry(LostEntry)
    /// Only the entry's heading is gone, and its text that of the entry above.
    case lostHeading(LostEntry, fields: [String], in: EntryID?)
    /// This line of the entry's text stands on that line (1-based) of the file at `path`, or of the entry's own: in another
    /// entry, as only the heading was moved or some lines were left behind, or in a field.
    case textElsewhere(EntryID, [UInt8], path: String?, line: Int)
    /// The entry has no text any more, of which this was the first line.
    case textGone(EntryID, [UInt8])
    /// The entry has no id, and stands as it did before a command with this summary changed it, or took it away, at that time.
    case entryAsBefore(String, Timestamp)
    /// The entry stands where a command with this summary took it from at that time, and nowhere else.
    case entryBack(EntryID, String, Timestamp)
    /// The entry's text is without these words, which the last commit has, or which tj wrote.
    case wordsGone(EntryID, [UInt8], isOfCommit: Bool)
    /// The value of the entry's field of this name goes on with these words, which were not there.
    case valueGrown(EntryID, String, [UInt8])
    /// The entry has not this line of a field any more, nor another one of the field.
    case fieldGone(EntryID, [UInt8])
    /// The entry has nothing but its heading, which stands directly below this line.
    case headingBelowText([UInt8])
    /// This line of a deleted entry was not there when it was deleted.
    case changedTrash(EntryID, [UInt8])
    /// These are gone since the last commit, or else with a file that tj wrote them to; whether the file is.
    case entriesGone([LostEntry], isFileGone: Bool)
    /// The file had so many entries, and is no thread any more.
    case threadGone(Int)
    /// These are gone, and only older commits have them.
    case entriesOfHistory([LostEntry])
    /// These are gone, and nothing tells what they said.
    case entriesForgotten([KnownEntry])
    /// What commands with these summaries wrote into the front matter, and when the last one did, is as it was before.
    case lostFrontMatter([String], Timestamp, record: UInt64)
    /// These lines, which the file was made with at that time, are gone, and so is all of its front matter.
    case frontMatterGone([[UInt8]], Timestamp)
    /// The entry was purged and stands there again, and so do so many others.
    case purgedEntry(EntryID, others: Int)
    /// `.gitattributes` names a driver of this kind that git does not know here.
    case missingDriver(GitDriver)
  }

  var isLostEntry: Bool {
    if case .lostEntry = kind { true } else { false }
  }

  /// Whether entries are gone, one or all of a file.
  var isLoss: Bool {
    if case .entriesGone = kind { true } else { isLostEntry }
  }

  /// Whether it is one that the lines of a file show, each for itself.
  package var isMeantLine: Bool {
    switch kind {
    case .headingForm, .headingPlace, .headingIndented, .headingHidden, .headingDay,
      .headingUndated,
      .headingEndAlone, .headingYear, .headingWeekday, .headingGap, .headingSeason, .headingWord,
      .headingBraces,
      .headingTime,
      .headingClock, .headingEnd, .headingLength, .headingNight, .headingJoined, .headingZone,
      .fieldForm, .fieldValue, .fieldBlanks, .frontMatterPlace:
      true
    default: false
    }
  }

  /// The ids of entries, or the key, of what is gone; a fix tells of that once more, and then forgets it.
  package var forgotten: [String] {
    switch kind {
    case .entriesForgotten(let entries): entries.map(\.id.description)
    case .entriesOfHistory(let entries): entries.compactMap { $0.id?.description }
    case .lostFrontMatter(_, _, let record): [TransactionLog.frontMatterKey(ofRecord: record)]
    default: []
    }
  }

  package var isUnfinishedChange: Bool {
    if case .unfinishedChange = kind { true } else { false }
  }

  /// Whether nothing tells it any more when entries have ids: that two look alike, that one was deleted, or that a value has the text.
  package var isOfUnnamed: Bool {
    switch kind {
    case .entryAgain(_, .heading), .entryAsBefore, .longValue: true
    case .lostEntry(let entry): entry.isDeletion && !isFixable
    default: false
    }
  }

  /// Whether an entry has less than it had, or the text of another one, and a fix takes that as meant.
  package var isPartGone: Bool {
    switch kind {
    case .fieldGone, .wordsGone, .textGone, .textElsewhere, .lostHeading: true
    default: false
    }
  }

  /// The entry that has less text, or fields, than it had.
  var lessenedID: EntryID? {
    switch kind {
    case .textElsewhere(let id, _, _, _), .textGone(let id, _), .fieldGone(let id, _),
      .wordsGone(let id, _, _):
      id
    default: nil
    }
  }

  /// The entry that somebody changed so that it is to be shown once: a fix marks it as edited.
  package var shownID: EntryID? {
    switch kind {
    case .timeChanged(let id, _, _), .fieldGone(let id, _), .textGone(let id, _),
      .textElsewhere(let id, _, _, _), .wordsGone(let id, _, isOfCommit: false),
      .valueGrown(let id, _, _):
      id
    case .lostHeading(_, _, let id): id
    default: nil
    }
  }

  /// The id that a fix gives back to the heading whose attributes an edit drew into the title.
  var regainedID: EntryID? {
    guard isFixable, case .headingBraces(_, let line?, _) = kind else { return nil }
    return ThreadDocument(Array(line.utf8)).entryIDs.first
  }

  package var isMissingDriver: Bool {
    if case .missingDriver = kind { true } else { false }
  }

  /// Where else an id stands: in a file with the same thread id, where a command moved the entry to, or elsewhere.
  package enum CopyPlace: Sendable, Hashable {
    case sameThread, moved, otherThread
  }

  /// A program of this project that git calls for threads.
  package enum GitDriver: String, Sendable, Hashable, CaseIterable {
    case merge
    case diff
  }
}
