import ThreadJournal
import ThreadStorage

enum DraftCommand {
  private static let number = ArgumentDefinition(
    "N", .integer(atLeast: 1), count: .optional, "The draft's number; 1, the newest, if absent.")

  static let definition = CommandDefinition(
    name: "draft", group: .writing, summary: "See and finish text that was not saved yet.",
    description: """
      A draft is text that was to be added and is not in the journal: the editor failed, the
      input was interrupted, the disk was full. It is a file in `.threadjournal/drafts/`, and
      stays until it is finished or discarded.
      """,
    seeAlso: ["add", "edit", "undo"],
    synonyms: ["drafts", "autosave"],
    action: .subcommands([list, show, resume, discard], standard: "list"))

  private static let list = CommandDefinition(
    name: "list", summary: "List the drafts, the newest first.", options: [.json],
    description: """
      Prints each draft's number, age, purpose, thread and first line; then files beside them in which an
      editor has words that it had not saved when it was killed.
      """,
    examples: [("tj draft list", "List the drafts that wait.")], seeAlso: ["add"],
    action: .run { arguments, session in
      let journal = try session.journal(.reading)
      let drafts = try WaitingDraft.all(in: journal)
      if arguments.flag("json") {
        printJSON(drafts, session)
        return .done
      }
      for (index, draft) in drafts.enumerated() {
        let head = "\(index + 1)  \(age(of: draft, session))  \(purpose(of: draft.note)):  "
        session.printLine(Array(head.utf8) + draft.firstLine)
      }
      let left = journal.directory.drafts.leftovers().filter(\.isUnsaved)
      if drafts.isEmpty, left.isEmpty { session.note("No draft is waiting.") }
      for leftover in left {
        session.tell(ofUnsaved: leftover.path, "may have words there, which were not saved")
      }
      return .done
    })

  private static let show = CommandDefinition(
    name: "show", summary: "Print a draft.", arguments: [number],
    description: """
      Prints the draft as it is; its path, and what the command line gave beside the text, go to
      standard error.
      """,
    examples: [("tj draft show 2", "Print the second newest draft.")], seeAlso: ["add"],
    action: .run { arguments, session in
      let (draft, journal) = try named(arguments, .reading, session)
      var text = try journal.directory.drafts.text(of: draft.file)
      if !text.isEmpty, text.last != .lineFeed { text.append(.lineFeed) }
      session.note(draft.file.path)
      if let note = draft.note, note.hint == nil {
        let time = note.isTimed ? note.time.flatMap { Timestamp($0) } : nil
        let at = (note.unreadTime ?? time?.shown(in: session.zone)).map {
          "--at \(ShellWord.quoted($0))"
        }
        let title = note.title.map { "--title \(ShellWord.quoted($0))" }
        let given =
          [at, title].compactMap(\.self)
          + note.fields.map { field in
            "-f " + ShellWord.quoted("\(String(utf8: field.name))=\(String(utf8: field.value))")
          }
        if !given.isEmpty { session.note("It was given: \(given.joined(separator: " "))") }
      }
      session.print(exactly: text)
      return .done
    })

  private static let resume = CommandDefinition(
    name: "resume", summary: "Finish a draft.", arguments: [number],
    options: [
      .flag("edit", "Open it in the editor first."),
      .value("into", "THREAD", .thread, "Add it to THREAD."),
      .fieldAssignment(", or leave it out with `NAME=`"),
      .value("at", "TIME", .text, "Its time, instead of the one that it was given."),
      .flag("replace", "Change the entry even if it was changed meanwhile."),
      .flag("again", "Add it even if its thread takes one entry a day, week or month, and has it."),
    ],
    description: """
      Does what the command that left the draft was to do, and removes the draft. It does it once:
      an entry that was added after all is not added again. A draft without text is opened in the
      editor. Where the time that was given is not understood, another one is asked for.
      """,
    examples: [
      ("tj draft resume", "Finish the newest draft."),
      ("tj draft resume 2 --edit", "Go on writing the second newest."),
    ], seeAlso: ["add", "edit"], action: .run(resume))

  private static let discard = CommandDefinition(
    name: "discard", summary: "Remove a draft, or all.", arguments: [number],
    options: [.flag("all", "Remove all drafts."), .yes], exclusive: [["N", "all"]],
    description: """
      Removes drafts for good, and what an editor left beside them, after asking; without a terminal it
      needs `--yes`.
      """,
    examples: [
      ("tj draft discard 2", "Remove the second newest draft."),
      ("tj draft discard --all", "Remove all drafts."),
    ], seeAlso: ["trash"],
    action: .run { arguments, session in
      guard !arguments.flag("all") else { return try discardAll(arguments, session) }
      let (draft, journal) = try named(arguments, .writing, session)
      let line = String(utf8: draft.firstLine)
      let question = "Remove the draft '\(line)' for good?"
      guard try session.mayRemove(arguments, question) else { return .failed }
      session.report(try journal.discard(draft.file))
      session.note("Removed the draft.")
      return .done
    })

  private static func discardAll(
    _ arguments: ParsedArguments, _ session: Session
  ) throws -> ExitStatus {
    let journal = try session.journal(.writing)
    let drafts = try journal.directory.drafts.list()
    let left = journal.directory.drafts.leftovers()
    let counts = [(drafts.count, "draft"), (left.count, "editor's file")]
    let words = counts.filter { $0.0 > 0 }.map(Plural.of).joined(separator: " and ")
    guard !words.isEmpty else {
      session.note("No draft is waiting.")
      return .done
    }
    guard try session.mayRemove(arguments, "Remove \(words) for good?") else { return .failed }
    for draft in drafts { session.report(try journal.discard(draft)) }
    journal.directory.drafts.removeLeftovers { _ in true }
    session.note("Removed \(words).")
    return .done
  }

  private static func printJSON(_ drafts: [WaitingDraft], _ session: Session) {
    session.printDocument { writer in
      writer.array("drafts", drafts.enumerated()) { writer, item in
        let (index, draft) = item
        writer.member("number", index + 1)
        writer.member("file", draft.file.path)
        let instant = Instant(secondsSinceEpoch: draft.file.modified)
        let modified = Timestamp(instant: instant, in: session.zone)
        writer.member("modified", modified.rfc3339(in: session.zone))
        writer.member("purpose", draft.note?.purpose.rawValue)
        let thread = draft.note.flatMap { $0.newThread?.title ?? $0.thread }
        writer.member("thread", thread?.isEmpty == true ? nil : thread)
        writer.member("entry", draft.note?.entry)
        writer.member("text", draft.content.text)
      }
    }
  }

  private static func purpose(of note: DraftNote?) -> String {
    guard let note else { return "for no known thread" }
    switch note.purpose {
    case .add where note.thread.isEmpty: return "for no known thread"
    case .add: return "add to \(ThreadHeader.fileName(of: note.thread))"
    case .edit: return "edit \(note.entry) of \(ThreadHeader.fileName(of: note.thread))"
    case .editSeveral: return "edit \(Plural.entries(note.handed.count))"
    case .new: return "new thread \(note.newThread?.title ?? "")"
    }
  }

  private static func age(of draft: WaitingDraft, _ session: Session) -> String {
    let seconds = max(0, session.now.secondsSinceEpoch - draft.file.modified)
    for (unit, length) in [("d", Int64(86_400)), ("h", 3600), ("min", 60)] where seconds >= length {
      return "\(seconds / length) \(unit) ago"
    }
    return "just now"
  }

  private static func named(
    _ arguments: ParsedArguments, _ use: Session.Use, _ session: Session
  ) throws -> (WaitingDraft, Journal) {
    let journal = try session.journal(use)
    let drafts = try WaitingDraft.all(in: journal)
    let number = arguments.integer("N") ?? 1
    guard number <= drafts.count else {
      throw CommandError.unknownDraft(number: number, count: drafts.count)
    }
    return (drafts[number - 1], journal)
  }

  private static func resume(
    _ arguments: ParsedArguments, _ session: Session
  ) throws -> ExitStatus {
    let (draft, journal) = try named(arguments, .writing, session)
    do { return try finish(draft, arguments, journal, session) } catch CommandError.keptDraft(
      let path, let cause, _)
    {
      // Of several, the advice names this one.
      let drafts = (try? WaitingDraft.all(in: journal)) ?? []
      let index = drafts.firstIndex { $0.file.path == path } ?? 0
      throw CommandError.keptDraft(path: path, cause: cause, number: index + 1)
    }
  }

  private static func finish(
    _ draft: WaitingDraft, _ arguments: ParsedArguments, _ journal: Journal, _ session: Session
  ) throws -> ExitStatus {
    var delivery = TextDelivery(journal: journal, session: session)
    delivery.isResumed = true
    delivery.thread = try arguments.value("into").map { try journal.thread(named: $0) }
    delivery.replacesChanged = arguments.flag("replace")
    delivery.onceDayStartsAt = arguments.flag("again") ? nil : session.dayStartsAt
    var note = draft.note
    if let thread = delivery.thread {
      // An edit whose entry is not known can only become a new entry.
      if note == nil || (note?.purpose == .edit && note?.entry.isEmpty == true) {
        var added = DraftNote(.add, thread: thread.path, entry: draft.file.name)
        let text = try journal.directory.drafts.text(of: draft.file)
        // A purge may have taken the note, and an editor saved the text again. With a hint a text is read as the form
        // that it may have been, if it begins with a heading; without, as it stands.
        added.hint = ""
        if EntryDraft(reading: text, for: added).heading == nil { added.hint = nil }
        note = added
      }
      if note?.purpose == .new { note?.purpose = .add }
    }
    for assignment in arguments.assignments("field") {
      try EntryOptions.checkName(assignment.name)
      note?.set(assignment)
    }
    guard var note else { throw CommandError.draftWithoutThread(draft: draft.file.path) }
    if let option = ["at", "field"].first(where: arguments.flag), note.purpose == .editSeveral {
      throw CommandError.optionForSeveral(option)
    }
    delivery.time = try time(arguments, &note, draft.file, in: journal, session)
    // A draft of an editor has its fields in its lines.
    if note.hint != nil {
      delivery.fields = arguments.assignments("field").map {
        Entry.Field(name: Array($0.name.utf8), value: Array($0.value.utf8))
      }
    }
    let needsText = !draft.content.holdsText(for: note) && Session.inputIsTerminal
    if arguments.flag("edit") || needsText {
      let isEdit = note.purpose == .edit || note.purpose == .editSeveral
      let nothing = isEdit ? "Nothing was changed" : "Nothing was added"
      var file = draft.file
      if note.purpose == .add, note.hint == nil, !note.fields.isEmpty {
        (file, note) = try delivery.withFieldLines(draft, note)
      }
      switch try delivery.write(file, note).0 {
      case .written: return .done
      case .refused: return .failed
      case .unchanged:
        session.note("\(nothing): the editor left the draft as it was.")
        session.note(
          "It is in \(file.path)"
            + (needsText
              ? ", and has no text yet; to be rid of it: tj draft discard"
              : "; to add it: tj draft resume"))
        if needsText { delivery.tellLineWithoutText(note) }
        return .failed
      case .empty, .removed:
        session.report(try journal.discard(file))
        session.note("\(nothing): the text was left empty, and the draft is removed.")
        return .failed
      }
    }
    try delivery.finish(draft.file, note)
    return .done
  }

  /// The time that `--at` gives the draft, or the one that was not understood and is by now; nil where neither is there.
  ///
  /// - Throws: `CommandError.keptDraft` while no time that was given is understood.
  private static func time(
    _ arguments: ParsedArguments, _ note: inout DraftNote, _ file: DraftBox.Draft,
    in journal: Journal, _ session: Session
  ) throws -> Timestamp? {
    let typed = arguments.value("at") ?? note.unreadTime
    guard let typed else { return nil }
    var options = EntryOptions(time: typed, session)
    if note.purpose == .edit, let entry = try? journal.entry(note.entry) {
      options.place(typed, onDayOf: entry, session)
    }
    if let error = options.error {
      throw CommandError.keptDraft(path: file.path, cause: error)
    }
    let old = note.encoded
    options.fillTime(&note)
    // Should something else be refused, the time is not asked for again.
    if note.encoded != old {
      let text = try journal.directory.drafts.text(of: file)
      try journal.directory.drafts.replace(file, text: text, note: note.encoded)
    }
    if let time = options.edit.timestamp, !arguments.flag("at") {
      session.note("\"\(typed)\" is read as \(TimeText.entry(time, in: session.zone)).")
    }
    return options.edit.timestamp
  }
}

extension Session {
  /// Tells of a file of an editor's, which may hold words that nobody saved.
  func tell(ofUnsaved path: String, _ what: String) {
    note("An editor \(what): \(path)")
    let isOfVim = path.split(separator: ".").last?.hasPrefix("sw") == true
    note(
      isOfVim
        ? "To see them: vim -r \(ShellWord.quoted(path)); then remove the file."
        : "Look at it, and remove it then.")
  }
}

extension DraftNote {
  /// Replaces the value that the command line gave first; an empty one leaves the field out.
  fileprivate mutating func set(_ assignment: FieldAssignment) {
    let field = Entry.Field(name: Array(assignment.name.utf8), value: Array(assignment.value.utf8))
    fields.removeAll { $0.key == field.key }
    // Of a change, an empty value takes the field away.
    guard !assignment.value.isEmpty || purpose == .edit else { return }
    fields.append(field)
  }
}
