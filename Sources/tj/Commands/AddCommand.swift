import ThreadJournal
import ThreadStorage

enum AddCommand {
  static let definition = CommandDefinition(
    name: "add", group: .writing, summary: "Add an entry to a thread.",
    arguments: [
      .init("THREAD", .thread, "The thread to add to."),
      .init(
        "TEXT", .text, count: .zeroOrMore,
        "The entry's text, words joined by spaces; `-` reads it from standard input."),
    ],
    options: [
      .fieldAssignment(), .value("at", "TIME", .text, "The entry's time, instead of now."),
      .value("title", "TITLE", .text, "The entry's title."),
      .value("location", "PLACE", .text, "Set the field location to PLACE."),
      .flag("no-location", "Add no location."),
      .flag("edit", "Write the text in the editor, beginning with TEXT, or with what is piped in."),
      .flag("new", "Make the thread if there is none."),
      .flag("again", "Add it also where the thread takes one entry a day, week or month."),
    ], exclusive: [["location", "no-location"]],
    description: """
      Adds an entry to THREAD and prints the entry's id, and on a terminal how it is read. The text is TEXT; without TEXT it is
      standard input, or, where that is a terminal, what you write in `$VISUAL` or `$EDITOR`. With a field
      on the command line, no text is needed; `--edit` opens the editor all the same.

      The editor begins with the entry's time, behind which a title may be written, and with the
      thread's fields, of which those left empty are not added. A line there that looks like a
      time, a field, a heading or attributes and does not read as one is refused, with its number
      and what to write instead: what `tj check` would tell of it in a file. Lines that begin with
      `<!-- tj:` are no text, and words written into them are refused.

      What you write is kept as a draft until it is in the thread. When the entry cannot be
      added, the draft stays, and its path is printed; of a TEXT that the shell still has, there
      is a draft only where the saving itself failed. Where there cannot be a draft, text from
      standard input is printed back on standard error.

      With `--new` only a thread's whole title, file name or id names it: of any other THREAD one
      is made. A day alone behind `--at` gives the entry that day, without a time.

      With the setting `location` on, the field `location` is what the `location-command` prints,
      unless `--location` or `--no-location` is given. Coordinates are refused.

      A thread whose front matter has `once: day`, `week` or `month` takes one entry in each, on the day
      of its time; a second one is refused, unless it is added with `--again`.

      A field must be defined by the thread, and its value must fit the field's type; its name, and
      of a choice the option, are stored as they are defined. Text that begins with `-` goes after
      `--`.
      """,
    examples: [
      ("tj add morning 'Slept badly, but the coffee is good.'", "Add an entry now."),
      ("tj add morning -f mood=7 -f sleep=6h30m", "Add fields alone."),
      ("tj add morning --at 'yesterday 21:30' 'A long walk'", "Add an entry of last night."),
      ("tj add ideas --new - < note.txt", "Add a file's text to a thread, made if need be."),
    ], seeAlso: ["new", "edit", "show"], synonyms: ["write", "append", "a"],
    readsText: true, action: .run(run))

  static func run(_ given: ParsedArguments, in session: Session) throws -> ExitStatus {
    // Without a thread to add to, a journal would be made for nothing.
    let use: Session.Use = given.flag("new") ? .writing : .changing
    let journal = try session.journal(use, mentionsDrafts: true)
    let arguments = try withThread(given, journal, session)
    for option in ["at", "title"] { try WordsBehindOption.checkOnce(option, arguments) }
    try WordsBehindOption.checkOptions(arguments, session)
    let source = TextSource(arguments)
    let words = arguments.values("TEXT")
    // Where nothing is piped in, it is a dash.
    if words.count > 1, words.contains("-"), Session.inputIsPipeOrFile {
      throw CommandError.inputBesideWords
    }
    let options = EntryOptions(arguments, session)
    var note = DraftNote(.add, thread: "", entry: journal.newEntryID().description)
    options.fill(&note)
    var empty: [String] = []
    // Where nothing else is said, an empty value is what the entry has.
    if source != .none || note.title != nil || note.fields.contains(where: { !$0.value.isEmpty }) {
      empty = arguments.assignments("field").filter(\.value.isEmpty).map(\.name)
      note.fields.removeAll { field in empty.contains { field.key == FieldName.key($0) } }
    }
    // A text that is finished later keeps the time of now.
    if !note.isTimed { note.time = journal.timestamp.canonicalText }
    var delivery = TextDelivery(journal: journal, session: session)
    do {
      if let error = options.error { throw error }
      if !arguments.flag("no-location") {
        delivery.place = PlaceRequest(beside: options.edit.fields.map(\.name), session)
      }
      delivery.thread = try thread(arguments, &note, journal)
      if let header = delivery.thread {
        let schema = try journal.schema(at: header.path)
        try WordsBehindOption.checkAssignments(arguments, for: schema)
        try WordsBehindOption.checkFields(arguments, for: schema)
        let fields = EntryOptions.stored(
          note.fields.map { (String(utf8: $0.name), $0.value) }, as: schema, session)
        note.fields = fields.map { .init(name: Array($0.name.utf8), value: $0.value ?? []) }
        // Nobody should write a text before being told.
        if arguments.flag("edit") || source == .none {
          let given = note.fields.filter { !$0.value.isEmpty }
          try journal.check(given.map { (String(utf8: $0.name), $0.value) }, in: header)
        }
      }
      if !arguments.flag("again") {
        delivery.onceDayStartsAt = session.dayStartsAt
        let time = note.time.flatMap { Timestamp($0) } ?? journal.timestamp
        if let header = delivery.thread {
          try journal.checkOnce(header, at: time, dayStartsAt: session.dayStartsAt)
        }
      }
    } catch {
      note.thread = (try? thread(arguments, &note, journal))?.path ?? ""
      (note.purpose, note.newThread) = (.add, nil)
      let kept = try TextInput(source, note, in: journal).keeping(after: error)
      if case JournalError.unknownThread = kept, let line = otherLine(arguments, journal, session) {
        throw CommandError.unknownThread(kept, line: line)
      }
      guard case JournalError.alreadyEntered = kept else { throw kept }
      throw CommandError.enteredAlready(kept, again: WordsBehindOption.lineAgain(arguments))
    }
    note.thread = delivery.thread?.path ?? ""
    if arguments.flag("edit") || source == .none { return try write(source, note, delivery) }
    let text = try TextInput(source, note, in: journal)
    let isBlank = EntryDraft(reading: text.bytes, for: note).text.isEmpty
    guard !isBlank || !note.fields.isEmpty || note.title?.isEmpty == false else {
      throw CommandError.nothingToAdd
    }
    let line = try delivery.deliver(text, note)
    if let header = delivery.thread { session.tellCopy(of: header, in: journal) }
    if let thread = note.newThread {
      session.note("Made the thread \"\(thread.title)\" in \(line).")
    }
    session.acknowledge(entry: note.entry, in: journal)
    options.tellTime(arguments, of: note.entry, session) { delivery.others(than: note.entry) }
    if !delivery.isLong {
      session.tellRepeated(note.entry, in: journal) { delivery.others(than: note.entry) }
    }
    for name in empty { session.note("\(name) has no value, and was left out.") }
    // Elsewhere than in a loop, whoever pipes a text knows it.
    if source == .input, words.isEmpty, Session.inputIsShared != false,
      ["at", "field", "title"].contains(where: arguments.flag)
    {
      TextSource.tell(text, session)
    }
    let inner = ThreadDocument(text.bytes)
    if let heading = inner.entries.first?.heading, heading.line.lowerBound > 0 {
      session.note(
        "Its text has \"\(String(utf8: inner[heading.line]))\", which begins no entry there. For an "
          + "entry of its own: tj undo, and tj add each")
    } else if !inner.entries.isEmpty {
      session.note(
        "Its text begins as an entry does, and is text. To take entries as they are: tj undo, then "
          + "tj import FILE --into \(ShellWord.quoted(arguments.value("THREAD") ?? ""))")
    }
    let schema = delivery.thread.flatMap { try? journal.schema(at: $0.path) }
    let typed = source == .input ? [String(utf8: Escaping.trimmingBlankLines(text.bytes))] : words
    let isOfSeveral = tellDatedLines(of: typed, arguments, session)
    var named: FieldsInText?
    if let line = WordsBehindOption.lineWithOptionsApart(arguments, session) {
      session.note(
        "An option stands in the value of another one. By itself: tj undo, then \(line)")
    } else if let schema, !isOfSeveral {
      let first = String(utf8: Escaping.trimmingBlankLines(text.bytes).prefix { $0 != .lineFeed })
      let isTimed =
        first.utf8.count <= 1000
        && (session.timeAndText(first) != nil
          || TextNotes.spanBesideValues(first, session) != nil)
      var found = FieldsInText(text.bytes, schema, besides: note.fields, isTimed: isTimed)
      tellFields(&found, of: note, text.bytes, schema, arguments, delivery)
      named = found
    }
    if let header = delivery.thread {
      tellBeginning(of: header, before: words, arguments, session)
      tellTitle(of: header, before: words, of: note.entry, arguments, session)
      let skip = note.fields.first { $0.key == FieldDefinition.skip.key }
      let time = note.time.flatMap { Timestamp($0) } ?? journal.timestamp
      session.tell(
        skip: skip?.value, saidIn: text.bytes, at: time, of: note.entry, in: header, journal)
    }
    let dashed = WordsBehindOption.textWithDashes(arguments)
    // `lunch -- at 5:15am`
    let option = dashed.map { $0.replacing("-- at ", with: "--at ") }
      .flatMap { OptionsInText($0, schema ?? FieldSchema(), session).time == nil ? nil : $0 }
    if let dashed, option == nil {
      session.note(
        "Its text has no --, which ends the options. With it: tj edit \(note.entry) --text "
          + ShellWord.quoted(dashed))
    }
    if !isOfSeveral {
      TextNotes.tellOptions(
        in: option.map { [$0] } ?? typed, named, of: note.entry, schema ?? FieldSchema(),
        at: arguments.value("at"), isTitled: arguments.flag("title"),
        adding: { WordsBehindOption.line(arguments, text: $1, at: $0) }, session)
      if let schema, !arguments.flag("at") {
        session.tell(clockBefore: words, besides: note.fields, of: note.entry, schema) {
          delivery.others(than: note.entry)
        }
        if dashed == nil { session.tell(clockBehind: words, of: note.entry) }
      }
    }
    if source != .input {
      UnreadInput.tell("tj add \(ShellWord.quoted(arguments.value("THREAD") ?? "")) -", session)
    }
    return .done
  }

  /// Tells of a thread that is taken for the beginning of its name, where that may be a word of the text: a day,
  /// or a few letters before words without quotation marks, as in `tj add mon 6am ran`.
  private static func tellBeginning(
    of thread: ThreadHeader, before words: [String], _ arguments: ParsedArguments,
    _ session: Session
  ) {
    let name = arguments.value("THREAD") ?? ""
    guard let first = words.first, words != ["-"], thread.isOnlyBegun(by: name) else { return }
    let isTime = name.contains(where: \.isLetter) && (try? session.range(name)) != nil
    let isBare = !first.isEmpty && !first.utf8.contains(where: Byte.isSpace)
    // `gym` of Gym log is how such a thread is called.
    let isWord = thread.hasTitleWord(FieldName.key(name))
    let isShort = name.count < 4 && name.allSatisfy(\.isLetter)
    // With values for its fields, a few letters are the thread.
    let mayBeText = isBare && isShort && !isWord && !arguments.flag("field")
    guard isTime ? isBare || !isWord : mayBeText else { return }
    let all = [name] + words
    let text = all.joined(separator: " ")
    let begun =
      session.timeAndText(text)
      ?? (1...3).reversed().lazy.compactMap { TextNotes.split(all, $0, session) }.first
    let found = arguments.flag("at") ? nil : begun
    let meant =
      found.flatMap { found in
        found.text.isEmpty
          ? nil : "--at \(ShellWord.quoted(found.times[0])) \(ShellWord.quoted(found.text))"
      } ?? ShellWord.quoted(text)
    session.note(
      "\"\(name)\" is taken for the thread \"\(thread.title)\" (\(thread.name)). "
        + "For another one: tj undo, then tj add THREAD \(meant)\(WordsBehindOption.options(arguments))"
    )
  }

  /// Tells of a text that begins with what the thread's title goes on with: `tj add blue heron patent` of Blue Heron LLC.
  private static func tellTitle(
    of thread: ThreadHeader, before words: [String], of entry: String, _ arguments: ParsedArguments,
    _ session: Session
  ) {
    let title = FieldName.key(thread.title).split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let name = FieldName.key(arguments.value("THREAD") ?? "")
    guard let index = title.firstIndex(of: name) else { return }
    var count = 0
    for next in title[(index + 1)...] {
      let typed = words[count...].map { FieldName.key($0) }
      // `mom and dad` of `Mom & Dad`
      let isJoined = typed.first == "and" && next != "and" && typed.dropFirst().first == next
      // `dairy` for `diary`
      let isNear = typed.first.map { $0.count > 4 && ![next].nearest(to: $0).isEmpty } == true
      guard isJoined || isNear || typed.first == next else { break }
      count += isJoined ? 2 : 1
    }
    guard count > 0, count < words.count else { return }
    let rest = words.dropFirst(count).joined(separator: " ")
    session.note(
      "Its text begins with \"\(words.prefix(count).joined(separator: " "))\", of the title "
        + "\(thread.title). Without: tj edit \(entry) --text \(ShellWord.quoted(rest))")
  }

  /// Tells of lines that each begin with a day, and may be meant as entries; false where there are no such lines.
  private static func tellDatedLines(
    of words: [String], _ arguments: ParsedArguments, _ session: Session
  ) -> Bool {
    let lines = session.datedLines(of: words.joined(separator: " "))
    guard let first = lines.first, !arguments.flag("at") else { return false }
    let thread = ShellWord.quoted(arguments.value("THREAD") ?? "")
    let (time, text) = (ShellWord.quoted(first.times[0]), ShellWord.quoted(first.text))
    session.note(
      "\(lines.count) of its lines begin with a day, and it is one entry. For an entry of each: "
        + "tj undo, then such as: tj add \(thread) --at \(time) \(text)")
    let typed = words.joined(separator: " ")
    if lines.allSatisfy({ Timestamp($0.times[0])?.precision == .day && typed.contains($0.times[0]) }
    ) {
      session.note(
        "For all of them, from a file: "
          + "tj import FILE --from jrnl --time-format '%Y-%m-%d' --into \(thread)")
    }
    return true
  }

  /// Tells of values that the text has, and of values that may be meant otherwise.
  private static func tellFields(
    _ named: inout FieldsInText, of note: DraftNote, _ text: [UInt8], _ schema: FieldSchema,
    _ arguments: ParsedArguments, _ delivery: TextDelivery
  ) {
    let session = delivery.session
    // Few entries ask for the others.
    lazy var entries = delivery.others(than: note.entry)
    func others(_ field: FieldDefinition) -> [[UInt8]?] {
      entries.map { entry in
        entry.fields.effective.first { $0.key == field.key && !$0.value.isEmpty }?.value
      }
    }
    var keys = Set(note.fields.map(\.key))
    named.addUsual(text, schema, besides: keys) { others($0).compactMap(\.self) }
    named.drop(note.fields)
    named.dropFar(schema) { others($0).compactMap(\.self) }
    session.tell(named, of: note.entry)
    // An entry whose text begins with the same name may have the same slip: `-f opponent=Big Lou`.
    let first = arguments.values("TEXT").first ?? ""
    let isName = first.first?.isUppercase == true
    let isSplit = WordsBehindOption.tell(arguments, schema, session) { field in
      zip(entries, others(field)).compactMap { entry, value in
        isName && entry.text.starts(with: first.utf8) ? nil : value
      }
    }
    for value in note.fields {
      guard let field = schema.field(named: String(utf8: value.name)) else { continue }
      let typed = arguments.assignments("field").first { FieldName.key($0.name) == field.key }
      let isClear = isSplit || typed.map { Session.saysHalf($0.value.lowercased()[...]) } == true
      if field.type == .time, isClear { continue }
      session.tell(
        value: value.value, field, of: note.entry, schema, besides: note.fields,
        at: note.time.flatMap { Timestamp($0) } ?? delivery.journal.timestamp,
        comparesSize: !delivery.isLong
      ) { others(field).compactMap(\.self) }
    }
    // What may belong to the value before the text is no value for itself.
    if isSplit { return }
    session.tell(tagsCutShortIn: text)
    if text.contains(UInt8(ascii: "@")), !keys.contains("tags") {
      let values = entries.flatMap(\.fields.effective).filter { $0.key == "tags" }.map(\.value)
      session.tell(tagsOfJrnlIn: text, of: note.entry, among: values)
    }
    keys.formUnion(
      session.tell(numberOf: text, schema, besides: keys.union(named.keys), of: note.entry))
    guard named.isEmpty else { return }
    let bare = schema.bareValues(in: text, besides: keys, .usual)
    session.tell(bare, of: note.entry, others: others)
  }

  /// The line that may be meant where THREAD names none: with the thread first, or of a thread to be made whose name
  /// has two words; nil where neither is likely.
  private static func otherLine(
    _ arguments: ParsedArguments, _ journal: Journal, _ session: Session
  ) -> String? {
    let name = arguments.value("THREAD") ?? ""
    let words = arguments.values("TEXT")
    let options = WordsBehindOption.options(arguments)
    if !words.isEmpty, !arguments.flag("at"), let thread = journal.newestThread(in: session.zone) {
      let all = ([name] + words).joined(separator: " ")
      let found = session.timeAndText(all) ?? TextNotes.split([name] + words, 1, session)
      if let found, found.times.count == 1, !found.text.isEmpty {
        let pair = "\(ShellWord.quoted(found.times[0])) \(ShellWord.quoted(found.text))"
        return "The thread comes first: tj add \(thread.name) --at \(pair)\(options)"
      }
    }
    let first =
      words.isEmpty && name.contains(" ")
      ? journal.newestThread(in: session.zone)
      : words.count == 1 ? (try? journal.thread(named: words[0], by: .wholeName)) : nil
    if let thread = first {
      return "The thread comes first: tj add \(thread.name) \(ShellWord.quoted(name))\(options)"
    }
    guard words.count > 1, name.first?.isUppercase == true else { return nil }
    let title = ShellWord.quoted("\(name) \(words[0])")
    let text = ShellWord.quoted(words.dropFirst().joined(separator: " "))
    return "For a thread of two words: tj add --new \(title) \(text)\(options)"
  }

  /// The arguments as they are meant: where THREAD and words behind it are a thread's whole name, asks for that.
  ///
  /// - Throws: `CommandError.unclearThread` where nobody can be asked, or the answer is no.
  private static func withThread(
    _ given: ParsedArguments, _ journal: Journal, _ session: Session
  ) throws -> ParsedArguments {
    let name = given.value("THREAD") ?? ""
    let words = given.values("TEXT")
    guard words != ["-"], let (whole, count) = journal.thread(named: name, and: words) else {
      return given
    }
    let rest = words.dropFirst(count).joined(separator: " ")
    let question =
      rest.isEmpty ? "Write an entry for \(whole.title)?" : "Add \"\(rest)\" to \(whole.title)?"
    guard Session.inputIsTerminal, session.confirms(question) else {
      let other = try? journal.thread(named: name, by: given.flag("new") ? .wholeName : .word)
      throw CommandError.unclearThread(
        whole: whole, text: rest, other: other, otherText: words.joined(separator: " "),
        options: WordsBehindOption.options(given))
    }
    var left = count
    let occurrences = given.given.compactMap { occurrence -> ParsedArguments.Occurrence? in
      var occurrence = occurrence
      if occurrence.name == "THREAD" {
        occurrence.bytes = Array(whole.path.utf8)
      }
      guard occurrence.name == "TEXT", left > 0 else { return occurrence }
      left -= 1
      return nil
    }
    return ParsedArguments(command: given.command, run: given.run, given: occurrences)
  }

  /// The thread to add to; nil where `--new` has it made, as `note` then says.
  private static func thread(
    _ arguments: ParsedArguments, _ note: inout DraftNote, _ journal: Journal
  ) throws -> ThreadHeader? {
    let name = arguments.value("THREAD") ?? ""
    do {
      // A thread to be made may share a word, or its beginning, with others.
      return try journal.thread(named: name, by: arguments.flag("new") ? .wholeName : .word)
    } catch JournalError.unknownThread
      where arguments.flag("new")
    {
      note.purpose = .new
      // A file is named as a shell would: its thread is called like the file.
      let last = name.hasSuffix(".md") ? name.split(separator: "/").last.map(String.init) : nil
      let title = last.map { String($0.dropLast(".md".count)) } ?? name
      note.newThread = .init(title: Journal.trimmedTitle(title), id: journal.newThreadID())
      return nil
    }
  }

  private static func write(
    _ source: TextSource, _ note: DraftNote, _ delivery: TextDelivery
  ) throws -> ExitStatus {
    let (journal, session) = (delivery.journal, delivery.session)
    let beginning = try source == .none ? nil : TextInput(source, note, in: journal)
    var note = note
    let title = delivery.thread?.title ?? note.newThread?.title ?? ""
    let groups = try delivery.thread.map { try journal.schema(at: $0.path).groupWords } ?? ""
    note.hint =
      "Write the entry for \(title) above; save and quit to add it, or leave it empty to cancel."
      + groups
    let fields = try EntryDraft.offeredFields(of: delivery.thread, note, in: journal)
    let time = note.time.flatMap { Timestamp($0) } ?? journal.timestamp
    let heading = EntryDraft.Heading(
      time: time.shown(in: journal.zone), title: try EntryOptions.title(note.title) ?? [])
    let draft = EntryDraft(
      heading: heading, fields: fields, text: Escaping.trimmingBlankLines(beginning?.bytes ?? []))
    note.original = draft.bytes()
    let bytes = draft.bytes(hint: note.hint)
    let (result, file) = try delivery.write(bytes, note, after: beginning)
    switch result {
    case .written: return .done
    case .refused: return .failed
    case .unchanged where !draft.text.isEmpty:
      session.note("Nothing was added: the editor left the draft as it was.")
      session.note("It is in \(file.path); to add it: tj draft resume")
    case .unchanged, .empty, .removed:
      try? journal.directory.drafts.remove(file)
      session.note("Nothing was added: the text was left empty.")
      if result == .unchanged { delivery.tellLineWithoutText(note) }
    }
    return .failed
  }
}

extension FieldSchema {
  /// The groups and their fields, as sentences behind what a draft's last line says.
  var groupWords: String {
    groups.map { " \($0.name): \($0.members.joined(separator: ", "))." }.joined()
  }
}

extension EntryDraft {
  /// The fields that a thread offers for a new entry (F26, F27), empty but for those given; then the others given.
  fileprivate static func offeredFields(
    of header: ThreadHeader?, _ note: DraftNote, in journal: Journal
  ) throws -> [Entry.Field] {
    let offered = try header.map { try journal.schema(at: $0.path).offered.flatMap(\.fields) } ?? []
    var given = note.fields
    var fields: [Entry.Field] = []
    for field in offered {
      let index = given.firstIndex { $0.key == field.key }
      let value = index.map { given.remove(at: $0).value } ?? []
      fields.append(Entry.Field(name: Array(field.name.utf8), value: value))
    }
    return fields + given
  }
}
