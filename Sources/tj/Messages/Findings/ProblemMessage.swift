import ThreadJournal
import ThreadStorage

extension ErrorMessage {
  fileprivate init(_ code: String, _ severity: Severity, _ sentence: String, _ advice: String) {
    self.init(code, severity: severity, sentence, advice: [advice])
  }

  init(_ problem: JournalProblem) {
    self =
      switch problem.kind {
      case .file(.utf16, _, _): ErrorMessage(JournalError.utf16(path: problem.path))
      case .file(.invalidUTF8, _, _):
        .init(
          "invalid-utf8", .warning, "this byte is not UTF-8",
          "It is kept as it is, but its entry cannot be edited with tj. Of a file in another encoding: iconv -f ENCODING -t UTF-8 OLD > NEW; else type it anew."
        )
      case .file(.nul, _, _):
        .init(
          "nul", .warning, "a NUL stands here, which most programs cannot show",
          "It is kept as it is, but its entry cannot be edited with tj; take it out in an editor.")
      case .file(.carriageReturn, _, _):
        .init(
          "carriage-return", .warning,
          "a carriage return alone ends no line, so what stands behind it begins none",
          "Save the file with other line endings: LF, or CRLF.")
      case .file(.conflictMarkers, _, let lastLine):
        .init(
          "conflict-markers", .error,
          "a merge conflict that is not resolved, up to line \(lastLine)",
          "Keep what you want of it, and take the marker lines out. "
            + "What git merged by lines, `tj merge FILE` first merges by entries.")
      case .file(.conflictMarker, _, _):
        .init(
          "conflict-markers", .error, "a marker line that a merge left here",
          "Take the line out; look whether all stands above and below it that should.")
      case .file(.conflictText, _, let lastLine):
        .init(
          "conflict-text", .note,
          "the text of this entry holds a merge conflict's markers, up to line \(lastLine)",
          "If a merge left them: keep what you want of it, and take the marker lines out.")
      case .file(.impossibleTime, let time, _):
        .init(
          "heading-date", .warning,
          Timestamp(time) != nil
            ? "only a space may follow \"\(time)\", so this line starts no entry"
            : Self.isJoinedZone(time)
              ? "\"\(time.suffix(5))\" is neither an end, such as 9:30-10:15, nor a zone, such as 9:30 -0500, so "
                + "this line starts no entry"
              : "\"\(time)\" does not exist, so this line starts no entry",
          "Correct the line, with a date such as 2026-03-28; or, where it is meant as text, put a space before it."
        )
      case .file(.headingInFence(_, let isClosed), _, let line):
        .init(
          "heading-in-fence", .warning,
          isClosed
            ? "this starts an entry inside the code block that begins in line \(line)"
            : "this starts an entry inside the code block of line \(line), which nothing closes",
          isClosed
            ? "To make it text, put a backslash before it; to make it an entry, close the code block."
            : "Close the code block.")
      case .file(.attributesAsTitle, let text, _):
        .init(
          "heading-attributes", .warning, "\"\(text)\" is read as part of the title",
          "Attributes are {#id}, {.class} or {key=\"value\"}; see `man tj-thread`.")
      case .file(.attributeCase, let name, _) where EntryID.isLikeNew(name.lowercased()):
        .init(
          "heading-attributes", .warning, "the id \"\(name)\" is another one in capitals",
          "Where it is that of tj, write it as \(name.lowercased()).")
      case .file(.attributeCase, let name, _):
        .init(
          "heading-attributes", .warning,
          "\"\(name)\" says nothing; perhaps `\(name.lowercased())` is meant",
          "The names of attributes are in small letters; see `man tj-thread`.")
      case .file(.attributeValue(let key, _), let value, _):
        .init(
          "attribute-value", .warning,
          "\"\(value)\" is no time, so when it was \(key) is not known",
          "A time is written \(key)=\"2026-03-28T07:12:33Z\".")
      case .file(.missingID, let reading, _):
        .init(
          "entry-without-id", .note, "this entry has no id yet; it is read as \(reading)",
          "It gets one when a command first changes it, or, where that settles no doubt, from `tj check --fix`."
        )
      case .file(.duplicateID(let id, _), _, let line):
        .init(
          "duplicate-id", .error, "the entry of line \(line) has the id \(id), too",
          "`tj check --fix` gives the copy a new one.")
      case .idChanged(let id, let own):
        .init(
          "heading-attributes", .warning,
          "the id \"\(id)\" was \(own) as tj wrote it, and is another one now",
          "Write it as it was; a title stands before the braces.")
      case .entryVersion(let id, let line, let isDeleted):
        Self.message(ofVersion: id, line: line, isDeleted: isDeleted)
      case .duplicateIDElsewhere(let id, let path, let place):
        Self.message(ofCopy: id, in: path, place)
      case .file(.unterminatedFrontMatter, _, let end) where end > 1:
        .init(
          "front-matter-unterminated", .error,
          "front matter begins here, and its end, the `---` of line \(end), is indented",
          "Take the blanks before it away, and those before the headings below it.")
      case .file(.unterminatedFrontMatter, _, _):
        .init(
          "front-matter-unterminated", .error,
          "front matter begins here, and no line `---` ends it before the first entry",
          "End it with a line `---`; or, where it is meant as text, put an empty line before it.")
      case .file(.frontMatter(.duplicateKey(let key)), _, _):
        .init(
          "front-matter-duplicate-key", .warning,
          "the key \"\(String(utf8: key))\" stands here again; the last one counts",
          "Take one of them out.")
      case .file(.frontMatter(let problem), _, _):
        .init(
          "front-matter-not-understood", .warning,
          "this is kept as it is, and not read: \(problem.words)",
          problem == .unexpectedText
            ? "A key has as many spaces before it as the one above; a text with a colon and a space takes quotation marks: title: \"Sleep: a diary\"."
            : "`man tj-thread` says which YAML is read.")
      case .headingForm(let text, let dates, let heading):
        .init(
          "heading-form", .warning,
          (dates.isEmpty
            ? "only a space may follow \"\(text)\"" : "\"\(text)\" is no date as entries have it")
            + ", so this line starts no entry"
            + (heading.map { "; it would be: \($0)" } ?? ""),
          !dates.isEmpty && heading == nil
            ? Self.advice(dates, of: text) + " Where it is meant as text, put a \\ before it."
              // No setting has days with two digits of their year read.
              + (text.contains("\(dates[0].year)")
                ? ErrorMessage.order(of: text, as: dates).map { " \($0)" } ?? "" : "")
            : "Write it so"
              + (problem.isFixable ? ", or let `tj check --fix` do it" : "")
              + "; or, where it is meant as text, put a \\ before it.")
      case .headingPlace(let heading, isIndented: true):
        .init(
          "heading-place", .note,
          "this line starts no entry, as it would if it were: \(heading)",
          "It may be meant as it stands.")
      case .headingIndented(let heading):
        .init(
          "heading-level", .warning,
          "this line is indented, and so starts no entry; it would be: \(heading)",
          "Write it so, and the lines below it as far to the left; or, where it is meant as text, put a \\ before it."
        )
      case .headingPlace(let heading, isIndented: false):
        .init(
          "heading-level", .warning,
          "this line starts no entry, as it would if it were: \(heading)",
          "Write it so; or, where it is meant as text, put a space before it.")
      case .headingJoined(let heading):
        Self.message(joinedHeading: heading)
      case .headingHidden(let heading):
        .init(
          "heading-level", .warning,
          "something that is not seen stands before this line, so it starts no entry; it would be: \(heading)",
          "`tj check --fix` takes it out: a byte order mark, say, or a no-break space.")
      case .headingDay(let day, let dates):
        .init(
          "heading-form", .warning,
          "\"\(day)\" is no whole date, so this line starts no entry",
          dates.isEmpty
            ? "Write a whole date, as in 2026-03-28; or, where it is meant as text, put a space before it."
            : Self.advice(dates, of: day)
        )
      case .headingUndated(let heading, let others):
        .init(
          "heading-undated", .note,
          "\"\(heading)\" does not begin with a whole date, so it is text of the entry above"
            + Self.besides(others, "heading", "headings"),
          "An entry of its own begins with its date, as in ## 2026-03-28; a part of the entry above, with ###."
        )
      case .headingEndAlone(_, let heading?):
        .init(
          "heading-form", .warning,
          "this line ends the heading above it, which is: \(heading)",
          "`tj check --fix` makes them one line again.")
      case .headingEndAlone(let id, nil):
        .init(
          "heading-form", .warning,
          "this line ends as the heading of an entry, {#\(id)}, and starts none",
          "Give it its beginning again, as in: ## 2026-03-28 21:30; or, where it is meant as text, take the braces away."
        )
      case .headingYear(let year):
        .init(
          "heading-year", .warning, "this entry is of the year \(year)",
          "Correct it, if that is a slip.")
      case .lineOfComing(let line):
        .init(
          "far-ahead", .note,
          "\"\(line.shortened())\" was added to an entry of a day to come, the last of the file",
          "What is added to the end of a file goes there: where it is meant for another entry, move it."
        )
      case .farAhead(let date, let others):
        .init(
          "far-ahead", .note,
          "this entry is of \(date.text), which is still to come" + Self.besides(others),
          "Correct the date, if that is a slip.")
      case .createdAhead(let date):
        .init(
          "far-ahead", .note, "the thread was made on \(date.text), which is still to come",
          "Correct the date, if that is a slip.")
      case .outOfOrder(let time, let meant, let others):
        Self.message(of: time, outOfOrder: meant, others)
      case .headingInComment(let line, let isClosed):
        .init(
          "heading-in-comment", .warning,
          isClosed
            ? "this starts an entry inside the comment that begins in line \(line), and counts"
            : "this starts an entry inside the comment of line \(line), which nothing closes, and counts",
          isClosed
            ? "To make it text, put a backslash before it; to take the entry away: tj delete"
            : "Close the comment with -->; other programs show nothing of what stands behind it.")
      case .entryAgain(let line, let likeness):
        .init(
          "entry-again", .note,
          "line \(line) has an entry with the same " + Self.words(for: likeness),
          "It may be meant so. To be rid of one: tj delete; or give it its own date.")
      case .emptySkip:
        .init(
          "field-value", .warning, "skip has no value here, and so leaves no planned day out",
          "Write why, as in: - skip:: ill")
      case .editorCommand(let command):
        .init(
          "modeline", .note, "the text ends in \"\(command)\", as what one types to an editor",
          "Take it out, if it was meant so.")
      case .titleAbove(let line):
        .init(
          "title-wrapped", .note,
          "\"\(line)\" directly above this heading is text of the entry before it",
          "Where it is the title of this one, write it behind the time.")
      case .titleWrapped(let word):
        .init(
          "title-wrapped", .note, "this title seems to go on in the text below, with \"\(word)\"",
          "Where that is one title, join the lines; where an editor filled the paragraph, put a blank line below the title."
        )
      case .modeline(let line):
        .init(
          "modeline", .note, "this line for the editor is text of the entry above",
          "Vim looks for it in the front matter, too: # \(line)")
      case .wideSkip(let period, let days):
        .init(
          "wide-skip", .note,
          "its skip leaves out the whole \(period.rawValue), \(days.lowerBound.text) to \(days.upperBound.text)",
          "The plan counts by the \(period.rawValue). Where only that day is meant, take the field away."
        )
      case .headingGap(let text, let time):
        .init(
          "heading-time", .warning,
          "\"\(text)\" did not exist here, as the clock was put forward; it is read as \(time.canonicalText)",
          "Give another time, or one with its zone.")
      case .headingBraces(let text, let heading, let below):
        .init(
          "heading-attributes", .warning,
          "\"\(text)\" is read as part of the title"
            + (heading.map { "; with attributes it would be: \($0)" } ?? "")
            + (below.map { ", and \"\($0)\" below it" } ?? ""),
          "Attributes are {#id}, {.class} or {key=\"value\"}, at the end of the line; see `man tj-thread`."
        )
      case .headingTime(let text, let heading, let isSure):
        .init(
          isSure ? "heading-time" : "title-time", isSure ? .warning : .note,
          "\"\(text)\" is part of the title, not of the entry's time"
            + (heading.map { "; it would be: \($0)" } ?? ""),
          Self.advice(onTime: text, hasReading: heading != nil, isSure: isSure))
      case .headingClock(let time, let written, let others):
        .init(
          "heading-clock", .note,
          "\"\(time)\" has no date before it, so this line starts no entry"
            + (others > 0 ? "; the same goes for \(Plural.of(others, "more line"))" : ""),
          "With its date, such as 2026-03-28 \(written ?? time), it would start one.")
      case .headingEnd(let text, let end, let zone):
        .init(
          "heading-time", .warning,
          "\"\(text)\" is part of the title, not of the entry's time; as an end it would be: \(end)"
            + (zone.map { "; and as a time zone: \($0)" } ?? ""),
          "An end stands directly behind hours and minutes, as in 14:00-15:30.")
      case .headingZone(let zone, let heading, let isEnd, let isUsed):
        .init(
          "heading-zone", .warning,
          "\"\(zone)\" is read as a time zone"
            + (isUsed ? "" : ", which no country has")
            + "; as \(isEnd ? "an end" : "a time of day") it would be: \(heading)",
          isUsed
            ? "A zone is clear where a T stands before the time, as in 2026-03-28T07:12\(zone)."
            : "Write it so, or with the zone that is meant.")
      case .headingLength(let length, let end, let other, let isZone, let asEnd):
        .init(
          isZone ? "heading-zone" : "heading-time", .warning,
          "\"\(end)\" is read as an end, so that the entry lasts \(length); "
            + "\(isZone ? "as a time zone" : "in the afternoon") it would be: \(other)",
          isZone
            ? "Write it so where a zone is meant; where it ends then: \(asEnd)"
            : "Write it so; or, where it lasts so long, with its zone, as in 9:00-5:30 +01:00.")
      case .headingNight(let length): Self.message(lasting: length)
      case .headingWord(let word, let isZone, let time, let other):
        .init(
          isZone ? "heading-zone" : "heading-time", isZone ? .note : .warning,
          "\"\(word)\" is read as \(isZone ? "a time zone" : "the half of the day"), so that this is \(time)"
            + (isZone ? " here" : ""),
          "Where it is a word of the title, write two spaces before it: \(other)"
            + (isZone ? "; where it is a zone, \(Self.clearZone(word))" : ""))
      case .headingSeason(let zone, let time, let other):
        .init(
          "heading-zone", .note,
          "\"\(zone)\" is not the zone here on that day, so it was \(time.minuteText) here; with that it would be: \(other)",
          "Write it so; or, where it was in the other zone, leave it.")
      case .timeChanged(_, let reading, let time):
        .init(
          "time-changed", .note,
          "this entry's time was changed by hand, from \(time.headingText); it is read as \(reading)",
          "`tj check --fix` marks it as edited; or write the time that is meant.")
      case .headingWeekday(let name, let date): Self.message(named: name, of: date)
      case .fieldForm(let name, let value, let fault):
        Self.message(
          fault, of: name, Self.joined(fault.lines(name, value)), isFixable: problem.isFixable)
      case .frontMatterPlace(let fault): Self.message(fault)
      case .frontMatterKey(let key, let meant):
        .init(
          "front-matter-key", .warning, "\"\(key)\" says nothing; perhaps `\(meant)` is meant",
          "tj reads `\(meant)`. Any other key is the writer's own.")
      case .frontMatterText(let key):
        .init(
          "front-matter-text", .note,
          "\"\(key)\" is a key of the front matter here, of which tj shows nothing",
          "Where it is meant as text, move the line below the front matter, to an entry.")
      case .threadCopy(let path):
        .init(
          "thread-copy", .warning, "this is named like a copy of \(path), and has entries of it",
          "To take what only the copy has into the thread: tj absorb \(ShellWord.quoted(problem.path))"
        )
      case .duplicateTitle(let title, let path, let isFileName):
        .init(
          "duplicate-title", .warning,
          isFileName
            ? "\(path) is called \"\(title)\" by its name, too"
            : "\(path) has the title \"\(title)\", too",
          "Name both by their paths, or give one another title: tj rename")
      case .emptyEntry(let others):
        .init(
          "empty-entry", .note,
          "this entry has nothing but its day, and counts for the thread's plan"
            + Self.more(others),
          "Where nothing was done, take it out: tj delete")
      case .enteredTwice(let period, let line, let others):
        .init(
          "entered-twice", .note,
          "the thread takes one entry a \(period.rawValue), and line \(line) has one of this \(period.rawValue)"
            + Self.more(others),
          "It may be meant so. To join them: tj edit, with both entries named.")
      case .settingsFile(let owner):
        .init(
          "settings-file", .warning, "no settings are read from this file",
          owner == .user
            ? "Your own are in config.yml beside it; see tj config."
            : "A journal's settings are in .threadjournal/config.yml; see tj config.")
      case .setting(let setting): ErrorMessage(setting, in: problem.path)
      case .frontMatterValue("id"):
        .init(
          "front-matter-value", .warning, "this is no UUID, so the thread has no id",
          "Correct it, or take the line out.")
      case .frontMatterValue("title"):
        .init(
          "front-matter-value", .warning, "this is no text, so it is not the thread's title",
          "Write the title in quotes.")
      case .frontMatterComment(let key, let value):
        .init(
          "front-matter-value", .warning,
          "this is a comment, so `\(key)` " + (value.map { "is \"\($0)\"" } ?? "says nothing"),
          "Write it in quotes; in YAML a # behind a space begins a comment.")
      case .frontMatterValue("once"):
        .init(
          "front-matter-value", .warning, "this is no period, so `once` says nothing",
          "It may be day, week or month.")
      case .frontMatterValue("deleted"):
        .init(
          "front-matter-value", .warning,
          "this is no time, so the thread is in the trash, deleted nobody knows when",
          "To have it back, take the line out; else a time is written deleted: 2026-03-28T07:12:33Z"
        )
      case .frontMatterValue(let key):
        .init(
          "front-matter-value", .warning, "this is no time, so `\(key)` says nothing",
          "A time is written \(key): 2026-03-28T07:12:33Z")
      case .duplicateThreadID(let path):
        .init(
          "duplicate-thread-id", .error, "\(path) has the same thread id",
          "Name both by their paths. Where one is a copy for a purpose of its own, take its id out; "
            + "else tj absorb takes the copy into the other.")
      case .file(.duplicateField, let name, _):
        .init(
          "field-duplicate", .warning,
          "the field \"\(name)\" stands on this entry again; the last one counts",
          "Take one of them out.")
      case .unknownField(let name, let nearest, let others):
        .init(
          "field-unknown", .warning,
          "the thread defines no field \"\(name)\"" + Self.more(others)
            + (nearest.first.map { "; perhaps \"\($0)\" is meant" } ?? ""),
          "Correct the name, or define the field: tj field add THREAD NAME")
      case .valueOfGroup(let name, let others):
        .init(
          "field-unknown", .warning,
          "\"\(name)\" is a group of fields, which holds no value" + Self.more(others),
          "Give the value to one of the group's fields.")
      case .undefinedFields(let count):
        .init(
          "fields-undefined", .note,
          count == 1
            ? "this field is the only one, and the thread defines none"
            : "the first of \(count) field values in a thread that defines no fields",
          "They are text. To give them types: tj field add THREAD NAME")
      case .unreadFields(let count): Self.message(ofUnreadFields: count)
      case .fieldValue(let field, let value, let error):
        .init(
          "field-value", .warning, Self.sentence(error, field, value),
          "Correct the value; `tj field list THREAD` shows the definitions.")
      case .fieldLike(let name, let meant, let others):
        .init(
          "field-like", .note,
          "\"\(name)\" stands here, and \"\(meant)\" in \(others) entries; perhaps that is meant",
          "Correct the name; or, where both are meant, define the fields: tj field add THREAD NAME")
      case .fieldUnlike(let field, let value, let others):
        Self.message(of: value, unlike: others, of: field)
      case .fieldNear(let name, let value, let count, let meant, let others):
        Self.message(of: value, standing: count, near: meant, others: others, of: name)
      case .fieldThousands(let field, let value, let others):
        Self.message(thousands: value, others: others, of: field)
      case .fieldMinutes(let field, let value, let others):
        Self.message(minutes: value, others: others, of: field)
      case .longValue(let name):
        .init(
          "field-unlike", .note,
          "the value of \(name) goes on over several lines, of which some may be the entry's text",
          "Where an editor indented the text, or filled it into the field, have it at the left, below a blank line."
        )
      case .valueGrown(_, let name, let words):
        .init(
          "field-unlike", .note,
          "the value of \(name) goes on with \"\(Entry.firstWords(of: words))\", which was not there and may be text",
          "Text stands below a blank line. Where it is meant so, `tj check --fix` marks the entry as edited."
        )
      case .fieldHours(let name, let value):
        .init(
          "field-unlike", .note,
          "\(name) is the number \(String(utf8: value)), and the entry lasts so many hours and minutes",
          "Half an hour is 0.5; a field of the type duration takes 3h30m.")
      case .fieldSlip(let name, let value, let slip): Self.message(slip: slip, value, of: name)
      case .fieldDuration(let name, let value): Self.message(overfull: value, of: name)
      case .fieldBlanks(let name, let value): Self.message(blanksAround: value, of: name)
      case .fieldDefinition(let problem):
        .init(
          "field-definition", .warning, Self.sentence(problem),
          "Correct it in an editor, or with `tj field`.")
      case .plan(let kind): ErrorMessage(kind)
      case .planGoal(let problem): ErrorMessage(ofGoal: problem)
      case .notAThread:
        .init(
          "not-a-thread", .note, "ignored: it has neither front matter nor entries",
          "To make it a thread, add a line such as: ## 2026-03-28 07:12")
      case .textAlone: Self.ofTextAlone
      case .nearName(let path): Self.message(near: path)
      case .likeThread(let meant, let others):
        Self.message(ofLikeThread: meant, others: others)
      case .conflictCopy:
        .init(
          "conflict-copy", .warning, "a sync tool kept this copy because both sides had changed",
          "To take it back into its thread: tj absorb \(ShellWord.quoted(problem.path))")
      case .nameCollision(let path):
        .init(
          "name-collision", .warning,
          "its name differs from \(path) by nothing but case or Unicode normalization",
          "Rename one of them: some disks, and sync between them, keep only one.")
      case .unreadable(let error): ErrorMessage(error)
      case .unfinishedChange(let target):
        .init(
          "unfinished-change", .warning,
          target.map { "a change of \($0) was cut short" }
            ?? "a purge was cut short, and what it was to erase may still be here",
          "The next command that writes finishes it, and so does `tj check --fix`.")
      case .foreignState(let fault):
        .init(
          "foreign-state", fault.isOthers ? .note : .warning,
          fault == .refused
            ? "this record is damaged, or names what tj does not change, and was set aside"
            : "\(fault.words), so tj did not write it here, and leaves it alone",
          fault.isOthers
            ? "In a journal that is shared it is theirs to finish or take back; else look who made it."
            : fault == .trackedByGit
              ? "Look at it, then remove it, from git too: git rm FILE. State stays on one machine."
              : "Look at it; it may be removed once nobody needs its words.")
      case .waitingDraft:
        .init(
          "draft", .note, "text that is not in a thread yet",
          "`tj draft list` shows what waits, `tj draft resume` goes on with it.")
      case .configuration(let problem):
        .init(
          "configuration", .warning, "the configuration is not understood: \(problem.words)",
          "Correct it in an editor.")
      case .configurationFormat(let text):
        .init(
          "newer-format", .error, "\"\(text)\" is no format that this tj writes",
          "Reading works. To write, install a newer tj; or, if nothing newer wrote it: format: 1")
      case .newerFormat(let found):
        .init(
          "newer-format", .error,
          found == .max
            ? "the journal's format is not known here, and this tj does not write it"
            : "the journal has format \(found), which this tj does not write",
          "Reading works. To write, install a newer tj.")
      case .lostEntry(let entry): Self.message(ofLost: entry)
      case .lostHeading(let entry, let fields, _):
        Self.message(ofLostHeadingOf: entry, fields, isMarkable: problem.isFixable)
      case .textElsewhere(_, let words, let path, let line):
        Self.message(ofMoved: words, to: path, line, isMarkable: problem.isFixable)
      case .textGone(_, let words):
        Self.message(ofTextGone: words, isMarkable: problem.isFixable)
      case .entryAsBefore(let summary, let time): Self.message(asBefore: summary, time)
      case .fieldGone(_, let line): Self.message(ofFieldGone: line)
      case .entryBack(let id, let summary, let time): Self.message(ofBack: id, summary, time)
      case .wordsGone(_, let words, let isOfCommit):
        Self.message(ofWordsGone: words, isOfCommit: isOfCommit)
      case .headingBelowText(let words): Self.message(ofHeadingBelow: words)
      case .changedTrash(let id, let words): Self.message(ofTrash: id, words)
      case .entriesGone(let entries, let isFileGone):
        Self.message(ofGone: entries, from: problem.path, isFileGone: isFileGone)
      case .threadGone(let count):
        .init(
          "lost-entry", .warning,
          "this file had \(Plural.entries(count)), and is no thread any more: no line of it is read as a heading",
          "An editor may have changed every line: its undo, git or a backup has what was there.")
      case .entriesForgotten(let entries): Self.message(ofForgotten: entries)
      case .entriesOfHistory(let entries): Self.message(ofHistory: entries)
      case .lostFrontMatter(let summaries, let time, _):
        Self.message(ofLostFrontMatter: summaries, time)
      case .frontMatterGone(let lines, let time): Self.message(ofFrontMatterGone: lines, time)
      case .purgedEntry(let id, let others):
        .init(
          "purged-entry", .note,
          "the entry \(id) was purged, and is here again" + Self.besides(others),
          "An editor may have saved an older version. To have it gone: tj delete \(id); tj purge \(id)"
        )
      case .missingDriver(let driver):
        .init(
          "missing-\(driver.rawValue)-driver", .warning,
          "git does not know the \(driver.rawValue) driver `threadjournal` in this clone",
          "To configure it: tj check --fix, or tj init --git in the journal's directory")
      }
    position = .init(problem.path, line: problem.line, column: problem.column)
  }

  /// What to write for `text`, which may mean any of `dates`.
  static func advice(_ dates: [CalendarDate], of text: String) -> String {
    "Write the date that is meant, \(dates.map(\.text).joined(separator: " or "))."
      + (ZoneName.example(in: text).map { " \(advice(onZone: $0))." } ?? "")
  }

  /// How a zone is written that `example` may be the offset of.
  static func advice(onZone example: String) -> String {
    "Zones are not read by name, but as offsets behind the time, as in 9:05 \(example)"
  }

  /// Whether a time ends in `-0500` directly behind its minutes.
  private static func isJoinedZone(_ time: String) -> Bool {
    time.utf8.count > 15 && time.utf8.suffix(5).first == UInt8(ascii: "-")
      && time.utf8.suffix(4).allSatisfy { 0x30...0x39 ~= $0 }
  }

  private static func more(_ others: Int) -> String {
    switch others {
    case 0: ""
    case 1: ", here and once more below"
    default: ", here and \(others) times more below"
    }
  }
}
