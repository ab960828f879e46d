import ThreadJournal
import ThreadStorage

enum EditCommand {
  static let definition = CommandDefinition(
    name: "edit", group: .changing, summary: "Change an entry.",
    arguments: [
      .init("ENTRY", .entry, "The entry to change."),
      .init(
        "TEXT", .text, count: .zeroOrMore,
        "Its new text, as one argument; `-` reads it from standard input, and \"\" takes it away "
          + "where a title or a field is left. Or more entries."),
    ],
    options: [
      .flag("find", "Edit all entries that match ENTRY and what follows, a query."),
      .value("text", "TEXT", .text, "Its new text, whatever it looks like; or `-`."),
      .fieldAssignment(", or take it away with `NAME=`"),
      .value(
        "at", "TIME", .text,
        "Change its time; a day alone keeps the time of day, and a clock time alone the day. A day without its year is the one next to the entry's, unless a day of the week is named, too."
      ),
      .value("title", "TITLE", .text, "Change its title; an empty one takes it away."),
    ],
    exclusive: [["TEXT", "text"]] + ["text", "field", "at", "title"].map { ["find", $0] },
    description: """
      Changes what the command line names, leaves the rest, and marks the entry as edited.
      Without a change on the command line, the text is what is piped in; where nothing is, the
      entry is opened in `$VISUAL` or `$EDITOR`, with its time and title as the first line.

      Several entries are opened together, in the order of their times, each below its heading.
      Time, title, fields and text of each may be changed there; a heading without braces begins
      a new entry of the thread above it; an entry that is taken out is deleted, after a question.
      All of it is one change, which `tj undo` takes back. A text that is piped in is refused then.

      With a day alone an entry keeps its time of day, and with another time one that has an end
      lasts as long as before. To give another end, name both (`14:00-15:30`); to take an end, or
      the time of day, away, write the heading in the editor.

      When an entry was changed by someone else while the editor was open, both changes are
      joined where they are of other fields or other lines. Else nothing is overwritten: your
      text stays as a draft, and its path is printed.
      """,
    examples: [
      ("tj edit morning@1", "Edit the newest entry of a thread."),
      ("tj edit morning@1 morning@2", "Edit two entries at once."),
      ("tj edit --find thread:ideas garden", "Edit all entries of a thread about something."),
      ("tj edit k3f9q2wz7h 'Slept well.'", "Replace an entry's text."),
      ("tj edit k3f9q2wz7h -f mood=8 --at '2026-03-28 07:15'", "Correct a field and the time."),
    ], seeAlso: ["show", "move", "delete"], synonyms: ["change", "modify", "update", "amend"],
    readsText: true, action: .run(run))

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitStatus {
    let journal = try session.journalToChange(mentionsDrafts: true)
    for option in ["at", "title"] { try WordsBehindOption.checkOnce(option, arguments) }
    let source = TextSource(arguments)
    var options = EntryOptions(arguments, session)
    let name = arguments.value("ENTRY") ?? ""
    if let entries = try several(arguments, journal, session) {
      try refuseInput(in: journal)
      return try write(entries, TextDelivery(journal: journal, session: session))
    }
    let entry: Entry
    do {
      entry = try journal.entry(name)
      try checkUTF8(of: entry)
      try WordsMeantOtherwise.check(arguments, entry, in: journal, session)
      options.place(arguments.value("at"), onDayOf: entry, session)
      options.storeFields(as: entry.file.schema, session)
      if let error = options.error { throw error }
      try journal.check(options.edit.fields, in: entry.thread, of: entry)
    } catch {
      // Without its entry, the text can only become one of its own.
      let kept =
        self.entry(named: name, journal).map { Self.note(for: $0, options) }
        ?? DraftNote(.add, thread: "", entry: journal.newEntryID().description)
      throw try TextInput(source, kept, in: journal).keeping(after: error)
    }
    var delivery = TextDelivery(journal: journal, session: session)
    delivery.entry = entry
    var edit = options.edit
    let words = arguments.values("TEXT") + arguments.values("text")
    let takesText =
      source != .none && source != .input && words.joined().utf8.allSatisfy(Byte.isSpace)
      && leavesMore(entry, edit)
    if takesText { edit.text = [] }
    // Its place in the thread, where it had no id, is another one with another time.
    let id: String
    if source != .none, !takesText {
      let note = Self.note(for: entry, options)
      let text = try TextInput(source, note, in: journal)
      guard text.bytes.contains(where: { $0 > 0x20 }) else {
        text.discard()
        throw CommandError.emptyEdit(entry: entry)
      }
      if source == .input, isShown(entry, in: text.bytes, journal.zone) {
        throw try text.keeping(after: CommandError.textIsShown(of: name))
      }
      delivery.name = name
      id = try delivery.deliver(text, note)
      session.acknowledge(entry: id, in: journal)
      if source == .input, words.isEmpty { TextSource.tell(text, session) }
      var found = FieldsInText(text.bytes, entry.file.schema, besides: note.fields)
      found.drop(entry.fields.effective)
      session.tell(found, of: entry.reference)
      let known = (note.fields + entry.fields.effective.filter { !$0.value.isEmpty }).map(\.key)
      session.tell(
        numberOf: text.bytes, entry.file.schema, besides: found.keys.union(known),
        of: entry.reference)
      // With a time, it is what a hint said of the text.
      if options.edit.timestamp == nil {
        session.tell(headingsIn: entry, replacedBy: text.bytes)
      }
    } else if edit.isEmpty {
      return try write(entry, delivery)
    } else {
      let edited = try journal.edit(entry, edit)
      id = edited.result.description
      EntryOptions.tell(edited, of: entry, edit, named: name, session)
      // With a time, it is what a hint said of the text.
      if let text = edit.text, edit.timestamp == nil {
        session.tell(headingsIn: entry, replacedBy: text)
      }
      session.acknowledge(entry: id, in: journal)
    }
    if let time = options.edit.timestamp, time != entry.timestamp {
      // What somebody typed is shown as they did.
      let typed = EntryDraft(of: entry).heading?.time ?? ""
      session.tell(
        time, insteadOf: entry.timestamp,
        typed: typed == entry.timestamp.canonicalText ? nil : typed)
    }
    options.tellTime(arguments, of: id, session) {
      entry.file.entries(.live).filter { $0.reference != entry.reference }
    }
    session.tellLastAdded(besides: entry, named: name, in: journal)
    if source != .input { UnreadInput.tell("tj edit \(ShellWord.quoted(name)) -", session) }
    return .done
  }

  /// Whether an entry says more than its text behind a change: a title, or a field.
  private static func leavesMore(_ entry: Entry, _ edit: EntryEdit) -> Bool {
    let changed = Set(edit.fields.map { FieldName.key($0.name) })
    return !(edit.title ?? entry.title).isEmpty
      || edit.fields.contains { $0.value?.isEmpty == false }
      || entry.fields.effective.contains { !$0.value.isEmpty && !changed.contains($0.key) }
  }

  /// Whether `text` is `entry` as `tj show` prints it, with its heading.
  private static func isShown(_ entry: Entry, in text: [UInt8], _ zone: LocalTimeZone) -> Bool {
    let document = ThreadDocument(text)
    if let first = document.entries.first, first.heading.line.lowerBound == 0 {
      return first.heading.timestamp == entry.timestamp && document.id(of: first) == entry.id
    }
    let lines = text.split(separator: 0x0A)
    guard let first = lines.first, let id = entry.id else { return false }
    return first.starts(with: TimeText.entry(entry.timestamp, in: zone).utf8)
      && String(utf8: first).hasSuffix(id.description)
      && lines.dropFirst().allSatisfy { $0.starts(with: [0x20, 0x20]) }
  }

  /// Keeps what is piped in beside several entries, which one text cannot be given to; a loop's input goes by.
  private static func refuseInput(in journal: Journal) throws {
    guard Session.inputIsPipeOrFile, Session.inputIsShared == false else { return }
    let note = DraftNote(.add, thread: "", entry: journal.newEntryID().description)
    let text = try TextInput(.input, note, in: journal)
    defer { StandardInput.releaseInterrupts() }
    if text.bytes.contains(where: { $0 > 0x20 }) {
      throw try text.keeping(after: CommandError.textForSeveral)
    }
    text.discard()
  }

  /// The entries that are to be edited together; nil where one is meant.
  private static func several(
    _ arguments: ParsedArguments, _ journal: Journal, _ session: Session
  ) throws -> [Entry]? {
    let words = arguments.values("TEXT")
    guard arguments.flag("find") else {
      let isChange = ["field", "at", "title", "text"].contains(where: arguments.flag)
      guard !words.isEmpty, !isChange, words.allSatisfy({ isEntry($0, journal) }) else {
        return nil
      }
      return try journal.entries(named: arguments.values("ENTRY") + words)
    }
    let terms = arguments.values("ENTRY") + words
    let selection = try EntrySelection(arguments, terms: terms, session)
    var entries: [Entry] = []
    let outcome = EntryScan(journal, for: selection.query, .live).run {
      entries += $0.entries
      return true
    }
    if entries.isEmpty {
      selection.tellThreads(in: journal, by: "tj edit --find", hasMatches: false, session)
    }
    session.reportFieldProblems(of: selection.query, given: outcome.fields)
    session.warn(of: outcome.problems)
    return entries
  }

  /// Whether `word` can hardly be a text: it is a whole id, or a thread's N-th entry.
  private static func isEntry(_ word: String, _ journal: Journal) -> Bool {
    switch EntryReference(word) {
    // "see log@1" is a text, unless a thread is called "see log".
    case .position: !word.utf8.contains { $0 <= 0x20 } || (try? journal.entry(word, .all)) != nil
    case .id(let id):
      journal.entries(withIDBeginning: id).contains { $0.id?.description == id }
    case nil: false
    }
  }

  private static func write(_ entries: [Entry], _ delivery: TextDelivery) throws -> ExitStatus {
    let (journal, session) = (delivery.journal, delivery.session)
    guard !entries.isEmpty else {
      session.note("No entry matches.")
      return .failed
    }
    for entry in entries { try checkUTF8(of: entry) }
    let twins = Dictionary(grouping: entries.filter { $0.id != nil }, by: \.id)
    if let (id, twins) = twins.first(where: { $0.value.count > 1 }) {
      throw JournalError.ambiguousEntry(reference: id?.description ?? "", candidates: twins)
    }
    var note = DraftNote(.editSeveral, thread: "", entry: journal.newEntryID().description)
    note.hint =
      "Change the entries above; save and quit to keep it, or quit without saving to cancel."
    (note.original, note.handed) = EntryBuffer.bytes(of: entries, newID: journal.newEntryID)
    let hint = [0x0A] + DraftLines.comment(note.hint ?? "") + [0x0A]
    return try end(try delivery.write(note.original + hint, note), delivery) ?? .failed
  }

  /// The entry that `name` names, if it is only in the trash, too; nil where that is not clear.
  private static func entry(named name: String, _ journal: Journal) -> Entry? {
    do { return try journal.entry(name) } catch JournalError.entryIsDeleted(let entry) {
      return entry
    } catch {
      return nil
    }
  }

  private static func note(for entry: Entry, _ options: EntryOptions? = nil) -> DraftNote {
    var note = DraftNote(.edit, thread: entry.thread.path, entry: entry.reference)
    options?.fill(&note)
    note.original = EntryDraft(of: entry).bytes()
    return note
  }

  /// Refuses an entry with bytes that no editor would give back as they are.
  private static func checkUTF8(of entry: Entry) throws {
    let parts = [entry.title, entry.text] + entry.fields.flatMap { [$0.name, $0.value] }
    guard let fault = parts.lazy.compactMap({ TextCheck.firstFault(in: $0) }).first,
      fault.fault == .invalidUTF8
    else { return }
    throw JournalError.entryIsNotUTF8(
      path: entry.thread.path, line: entry.line + fault.line, column: fault.column)
  }

  private static func write(_ entry: Entry, _ delivery: TextDelivery) throws -> ExitStatus {
    var note = Self.note(for: entry)
    note.hint =
      "Change the entry above; save and quit to keep it, or quit without saving to cancel."
      + (try delivery.journal.schema(at: entry.thread.path).groupWords)
    let draft = EntryDraft(of: entry).bytes(hint: note.hint)
    let status = try end(try delivery.write(draft, note), delivery)
    if status == nil {
      delivery.session.note("To delete it: tj delete \(ShellWord.quoted(entry.reference))")
    }
    return status ?? .failed
  }

  /// Tells how the editing ended, where nothing came of it; nil where the text was left empty.
  private static func end(
    _ outcome: (result: Editor.Result, file: DraftBox.Draft), _ delivery: TextDelivery
  ) throws -> ExitStatus? {
    switch outcome.result {
    case .written: return .done
    case .refused: return .failed
    case .empty, .removed, .unchanged: break
    }
    try delivery.journal.directory.drafts.remove(outcome.file)
    if outcome.result == .empty {
      delivery.session.note("The text was left empty: nothing was changed.")
      return nil
    }
    delivery.session.note("Nothing was changed.")
    return .done
  }
}

/// Words behind `tj edit ENTRY` that may not be meant as the entry's new text.
private enum WordsMeantOtherwise {
  static func check(
    _ arguments: ParsedArguments, _ entry: Entry, in journal: Journal, _ session: Session
  ) throws {
    let words = arguments.values("TEXT")
    guard let word = words.first, words != ["-"], words != [""] else { return }
    let name = arguments.value("ENTRY") ?? ""
    let given = arguments.given
    let options = given.filter { $0.name != "TEXT" }
    func line(_ more: [(name: String, value: String)]) -> String {
      arguments.line(
        of: options
          + more.map { ParsedArguments.Occurrence(name: $0.name, bytes: Array($0.value.utf8)) })
    }
    if words.count == 1 {
      if !arguments.flag("at"), !entry.text.isEmpty, (try? session.time(word)) != nil {
        throw CommandError.textIsTime(
          word, inTime: line([("at", word)]), inText: line([("text", word)]))
      }
      if word.utf8.contains(where: { $0 <= 0x20 }) {
        // `mood: 8`
        let parts = word.split(separator: " ")
        let isNamed = parts.count == 2 && parts[0].last.map { ":=".contains($0) } == true
        let found = FieldsInText(Array(word.utf8), entry.file.schema, besides: []).fields
        guard isNamed, !found.isEmpty else { return }
        throw CommandError.textIsAssignment(
          word, inField: line(found.map { ("field", "\($0.name)=\($0.value)") }),
          inText: line([("text", word)]))
      }
    }
    let text = words.joined(separator: " ")
    // Only what stands behind an option's value may belong to it.
    let index = given.indices.last { index in
      given[index].name != "TEXT" && given[(index + 1)...].first?.name == "TEXT"
    }
    let behind = index.map { arguments.words(behind: $0) } ?? []
    let before = index.map { given[$0] }
    /// That the words behind the option may belong to it, whose value is `whole` then.
    func besideOption(_ whole: String?) -> CommandError {
      var inOption = given
      if let index, let whole {
        inOption[index].bytes = Array(whole.utf8)
        inOption.removeSubrange(index + 1...index + behind.count)
      }
      return .textBehindOption(
        behind.joined(separator: " "), option: before?.name ?? "",
        inOption: whole.map { _ in arguments.line(of: inOption) },
        inText: line([("text", text)]))
    }
    if let before, before.name == "at",
      let whole = WordsBehindOption.time(before.text, with: behind.joined(separator: " "), session)
    {
      throw besideOption(whole)
    }
    let pair =
      before?.name == "field" ? before?.bytes.flatMap { FieldAssignment($0) } : nil
    if let pair {
      let field = entry.file.schema.field(named: pair.name)
      let found =
        pair.value.isEmpty
        ? nil : field.flatMap { WordsBehindOption.longer(pair.value, behind, $0) }
      let longer = found.flatMap { $0.count == behind.count ? $0.value : nil }
      if pair.value.isEmpty || longer != nil {
        throw besideOption("\(pair.name)=\(longer ?? behind.joined(separator: " "))")
      }
    }
    if let others = named(words, beside: entry, in: journal) {
      throw CommandError.textNamesEntry(text, others: others, of: name)
    }
    let bytes = Array(word.utf8)
    if words.count == 1, !entry.text.isEmpty, Hashtag.all(in: bytes).first == 1..<bytes.count {
      throw CommandError.textIsTag(word, of: name)
    }
    let assignments = words.compactMap { FieldAssignment(Array($0.utf8)) }
    var fields = assignments.map { WordsBehindOption.fitting($0, entry.file.schema) }
    let texts = words.filter { FieldAssignment(Array($0.utf8)) == nil }
    if words.count > 1, texts.count == 1, texts[0].contains(" "),
      assignments.allSatisfy({ entry.file.schema.defines($0.name) })
    {
      let inField = line(fields.map { ("field", $0) } + [("text", texts[0])])
      throw CommandError.textIsAssignment(text, inField: inField, inText: line([("text", text)]))
    }
    if assignments.count < words.count || !assignments.allSatisfy({ FieldName.isValid($0.name) }) {
      // `mood:8`, `mood 8`
      let named = FieldsInText(Array(text.utf8), entry.file.schema, besides: []).fields
      fields = words.count < 3 ? named.map { "\($0.name)=\($0.value)" } : []
    }
    if !fields.isEmpty {
      throw CommandError.textIsAssignment(
        text, inField: line(fields.map { ("field", $0) }), inText: line([("text", text)]))
    }
    guard words.count == 1 else {
      if let pair, let field = entry.file.schema.anyField(named: pair.name), field.type == .text,
        let whole = WordsBehindOption.whole(pair.value, behind, field),
        whole.count == behind.count
      {
        throw besideOption("\(pair.name)=\(whole.value)")
      }
      // `--title Late snack`, and no word of it was in quotation marks.
      if let before, before.name == "title", !behind.contains(where: { $0.contains(" ") }) {
        throw besideOption("\(before.text) \(behind.joined(separator: " "))")
      }
      throw CommandError.textInPieces(words, line: line([("TEXT", text)]))
    }
    guard let before, ["title", "field", "at"].contains(before.name) else { return }
    let isRead =
      before.name == "title"
      || pair.map {
        entry.file.schema.field(named: $0.name).map { $0.type == .text } ?? true
      } ?? false
    throw besideOption(isRead ? "\(before.text) \(word)" : nil)
  }

  /// The names of the entries that `words` are or are meant to be; nil where they can only be a text.
  private static func named(
    _ words: [String], beside entry: Entry, in journal: Journal
  ) -> [String]? {
    let found = words.compactMap { word -> String? in
      switch EntryReference(word) {
      case .position: word
      case .id where word.utf8.count >= EntryReference.minimumLength:
        journal.entries(withIDBeginning: word).first?.reference
      case .id, nil: nil
      }
    }
    if !found.isEmpty {
      return found.indices.filter { !found[..<$0].contains(found[$0]) }.map { found[$0] }
    }
    guard words.count == 1, let word = words.first else { return nil }
    if let positions = positions(word, beside: entry) {
      return positions.filter { name in
        (try? journal.entry(name)).map { $0.reference != entry.reference } == true
      }
    }
    let isLikeID =
      EntryID.isLikeNew(word)
      || word.utf8.allSatisfy(Byte.isLetterOrDigit) && word.utf8.contains(where: Byte.isDigit)
    guard isLikeID else { return nil }
    var meant: [String] = []
    do { meant = [try journal.entry(word, .all).reference] } catch {
      if case JournalError.unknownEntry(_, let nearest) = error { meant = nearest }
    }
    // In place of a longer text, a word such as ids are is rather a slip.
    return meant.isEmpty && entry.text.count <= word.utf8.count ? nil : meant
  }

  /// What `@2`, or the range `log@2-4`, means: entries of the thread that is named, else of that of `entry`.
  private static func positions(_ word: String, beside entry: Entry) -> [String]? {
    let parts = word.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let ends = parts[1].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard ends.count <= 2, let first = ends.first, let last = ends.last, first > 0, last >= first,
      last - first < 100
    else { return nil }
    let thread =
      parts[0].isEmpty ? ThreadHeader.withoutSuffix(entry.thread.path) : String(parts[0])
    return (first...last).map { "\(thread)@\($0)" }
  }
}
