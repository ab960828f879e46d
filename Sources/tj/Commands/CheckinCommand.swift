import ThreadJournal
import ThreadStorage

enum CheckinCommand {
  static let definition = CommandDefinition(
    name: "checkin", group: .writing, summary: "Ask for the fields of what is due, one by one.",
    arguments: [
      .init("THREAD", .thread, count: .zeroOrMore, "These threads, whether they are due or not.")
    ],
    description: """
      Asks on the terminal for the fields of each thread that `tj due` lists, or that is named, and
      adds an entry of the answers. Behind a field stands what its values are, and in brackets its
      default. Enter takes the default, or leaves the field out where it has none; a space and Enter
      leave it out in any case. A value that the field does not take is told, and asked for again;
      `?` tells what it takes.
      Last comes the text, a line, or more that are pasted; `e` opens the editor on the entry instead. An entry that is not
      changed there is not added, and the answers stay in a draft.

      Each entry is saved before the next thread is asked for. `^C` and `^D` end the questions: what
      was answered for the thread at hand is then in a draft, for `tj draft resume`. A thread for
      which all is left empty gets no entry.

      `tj field change` gives a field a default, and `--ask no` leaves it out of the questions.
      """,
    examples: [
      ("tj checkin", "Answer for all that is due."),
      ("tj checkin sleep mood", "Answer for two threads."),
    ],
    exitStatuses: [
      (1, "An entry could not be added."), (2, "There is no terminal; `tj add -f` needs none."),
    ],
    seeAlso: ["due", "add", "field change"], synonyms: ["check-in", "ask", "prompt", "fill"],
    action: .run { arguments, session in
      let journal = try session.journal(.changing, mentionsDrafts: true)
      let threads = try threads(arguments, journal, session)
      guard session.canAsk else {
        throw CommandError.needsTerminal(
          command: "tj checkin",
          lines: threads.isEmpty
            ? ["tj add THREAD -f NAME=VALUE TEXT"]
            : try threads.map { try CheckIn($0.header, journal, session).line })
      }
      if threads.isEmpty {
        session.note("Nothing is due. To write all the same: tj checkin THREAD")
      }
      var status = ExitStatus.done
      var isFirst = true
      for (header, words) in threads {
        do {
          let checkIn = try CheckIn(header, journal, session)
          try journal.checkOnce(header, at: journal.timestamp, dayStartsAt: session.dayStartsAt)
          session.note(words.isEmpty ? header.title : "\(header.title) · \(words)")
          if isFirst {
            session.note("  (Enter leaves a field out, ^C ends and keeps the answers)")
          }
          isFirst = false
          guard try checkIn.run() else { return .interrupted }
        } catch JournalError.alreadyEntered where arguments.values("THREAD").isEmpty {
          session.note("\(header.title) · \(words): it has the entry that it takes for now.")
        } catch let error as JournalError {
          session.report(ErrorMessage(any: error))
          status = .failed
        }
      }
      return status
    })

  /// The threads that are named, each once, or that are due, with words for what they wait for.
  private static func threads(
    _ arguments: ParsedArguments, _ journal: Journal, _ session: Session
  ) throws -> [(header: ThreadHeader, words: String)] {
    var named: [ThreadHeader] = []
    for name in arguments.values("THREAD") {
      let header = try journal.thread(named: name)
      if !named.contains(where: { $0.path == header.path }) { named.append(header) }
    }
    session.reportGuesses()
    let (plans, problems) = journal.plans(
      in: named.isEmpty ? nil : named.map(\.path), session.planRequest())
    session.warn(of: problems, ofPlans: plans)
    let due = plans.due(on: session.today.daysSinceEpoch)
    if named.isEmpty { return due.map { ($0.thread, $0.dueText) } }
    return named.map { header in
      (header, due.first { $0.thread.path == header.path }?.dueText ?? "")
    }
  }
}

/// The questions about one thread, and the entry that is made of the answers.
private struct CheckIn {
  private let header: ThreadHeader
  private let journal: Journal
  private let session: Session
  private let fields: [FieldDefinition]

  init(_ header: ThreadHeader, _ journal: Journal, _ session: Session) throws {
    self.header = header
    self.journal = journal
    self.session = session
    fields = try journal.schema(at: header.path).offered.flatMap(\.fields).filter(\.isAsked)
  }

  /// The line that adds such an entry without being asked.
  var line: String {
    let assignments = fields.map { field in
      " -f \(ShellWord.quoted(field.name))="
        + (field.usual.map(ShellWord.quoted) ?? field.type.rawValue.uppercased())
    }
    return "tj add \(header.name)\(assignments.joined()) TEXT"
  }

  /// Asks, and adds the entry; false where somebody wants no more questions.
  func run() throws -> Bool {
    // Nobody but the writer has the answers, so that a signal must not end the program with them.
    defer { StandardInput.releaseInterrupts() }
    var draft = EntryDraft(
      heading: .init(time: journal.timestamp.shown(in: journal.zone), title: []), fields: [],
      text: [])
    var note = DraftNote(.add, thread: header.path, entry: journal.newEntryID().description)
    note.time = journal.timestamp.canonicalText
    note.hint =
      "Write the entry for \(header.title) above; save and quit to add it. "
      + "To add nothing, quit without a change, or leave it empty."
    var delivery = TextDelivery(journal: journal, session: session)
    delivery.thread = header
    delivery.onceDayStartsAt = session.dayStartsAt
    delivery.place = PlaceRequest(beside: fields.map(\.name), session)
    let questions = Questions(session: session, header: header)
    for field in fields {
      guard let value = questions.answer(to: question(field), of: field) else {
        return try keep(draft, note)
      }
      let isEmpty = value[...].trimmed.isEmpty
      let taken = value.isEmpty ? Array((field.usual ?? "").utf8) : isEmpty ? [] : value
      draft.fields.append(Entry.Field(name: Array(field.name.utf8), value: taken))
    }
    guard let text = questions.answer(to: "text (e for the editor)", of: nil) else {
      return try keep(draft, note)
    }
    let wantsEditor = text == Array("e".utf8)
    if !wantsEditor { draft.text = Escaping.trimmingBlankLines(text) }
    if StandardInput.releaseInterrupts() != nil { return try keep(draft, note) }
    guard !draft.isEmpty || wantsEditor else {
      tellNothing()
      return true
    }
    note.original = draft.bytes()
    let bytes = draft.bytes(hint: note.hint)
    guard wantsEditor else {
      try delivery.finish(try file(bytes, note), note)
      tellValues(in: draft, of: note.entry)
      tellGoal(of: note.entry)
      return true
    }
    let (result, file) = try delivery.write(bytes, note)
    switch result {
    case .written: tellGoal(of: note.entry)
    case .refused: break
    case .unchanged where !draft.isEmpty:
      tellNothing()
      tellKept(in: file.path, "tj draft resume")
    case .unchanged, .empty, .removed:
      try? journal.directory.drafts.remove(file)
      tellNothing()
    }
    return true
  }

  /// Tells of values of fields without an answer that the text has, and of answers that may be meant otherwise.
  private func tellValues(in draft: EntryDraft, of id: String) {
    guard let schema = try? journal.schema(at: header.path) else { return }
    let given = draft.fields.filter { !$0.value.isEmpty }
    if let entry = try? journal.entry(id) {
      session.tell(valuesIn: given.map { (String(utf8: $0.name), $0.value) }, of: entry)
    }
    TextNotes.tell(draft.text, besides: given, of: id, schema, session)
  }

  /// Tells that the entry does not count for the plan, so that the thread waits on.
  private func tellGoal(of id: String) {
    let plans = journal.plans(in: [header.path], session.planRequest()).plans
    guard let plan = plans.first.flatMap({ PlanStatus($0, today: session.today.daysSinceEpoch) }),
      plan.period?.state == .pending, let goal = plan.line?.goal,
      var query = session.planReading(goal), let entry = try? journal.entry(id),
      !query.matches(entry)
    else { return }
    session.note("It does not count for the plan: \(goal)")
  }

  private func tellNothing() { session.note("Nothing was added to \(header.title).") }

  /// `sleep (a duration, such as 7h30m) [7h]`.
  private func question(_ field: FieldDefinition) -> String {
    let usual = field.usual.map { " [\($0)]" } ?? ""
    return "\(field.name) (\(field.expected))\(usual)"
  }

  /// Puts what was answered into a draft, if anything was; always false.
  private func keep(_ draft: EntryDraft, _ note: DraftNote) throws -> Bool {
    guard !draft.isEmpty else { return false }
    var note = note
    note.original = draft.bytes()
    let path = try file(draft.bytes(hint: note.hint), note).path
    tellKept(in: path, "tj draft resume --edit")
    return false
  }

  private func tellKept(in path: String, _ line: String) {
    session.note("Your answers for \(header.title) are in \(path)")
    session.note("To \(line.hasSuffix("--edit") ? "go on with" : "add") them: \(line)")
  }

  private func file(_ bytes: [UInt8], _ note: DraftNote) throws -> DraftBox.Draft {
    do { return try journal.directory.drafts.create(bytes, note: note.encoded) } catch {
      throw CommandError.unkept(text: bytes, cause: error)
    }
  }
}
