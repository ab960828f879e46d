import ThreadJournal
import ThreadStorage

enum TodayCommand {
  static let definition = CommandDefinition(
    name: "today", group: .reading, summary: "See what today has, and what waits.",
    description: """
      Prints the date; today's entries in the order of their times, a line each; what is due, as
      `tj due` does; the entries of this day in earlier years; and whether drafts wait. Where there is a
      journal, `tj` alone does the same.
      """,
    examples: [("tj today", "See what today has, and what waits.")],
    seeAlso: ["log", "due", "draft"], synonyms: ["day", "status", "dashboard", "memories"],
    action: .run { _, session in
      try show(try session.journal(.reading), session)
      return .done
    })

  static func show(_ journal: Journal, _ session: Session) throws {
    let today = session.today
    // Of today and of earlier years, by one scan.
    let days = "date:*" + today.text.dropFirst(4) + (today.standsForLeapDay ? ",*-02-29" : "")
    let scan = EntryScan(
      journal, for: try session.query(days),
      deletedThreads: .areLeftOut, needsLines: false, needsEveryThread: true)
    let (entries, plans, outcome) = scan.entriesAndPlans(session.planRequest())
    func matching(_ term: String) throws -> [ThreadEntries] {
      var query = try session.query(term)
      return entries.map { thread in
        ThreadEntries(thread.file, thread.entries.filter { query.matches($0) })
      }.arranged(byTime: true)
    }
    let (own, earlier) = (try matching("date:today"), try matching("is:on-this-day"))
    var page = TodayPage(session, journal, today, showing: own + earlier)
    page.append(own)
    let due = plans.due(on: today.daysSinceEpoch)
    if !due.isEmpty {
      page.begin("Due")
      Table(due: due, layout: session.layout).append(to: &page.bytes)
    }
    if !earlier.isEmpty {
      page.begin("On this day")
      page.append(earlier)
    }
    if let drafts = session.waitingDrafts(in: journal.directory) { page.begin(drafts, .plain) }
    session.output.write(page.bytes)
    session.warn(of: outcome.problems, ofPlans: plans)
    guard own.isEmpty else { return }
    session.note(
      journal.directory.threadFiles().files.isEmpty
        ? "No threads yet. To make one: tj new 'Morning pages'"
        : "Nothing is written today yet. To write: tj add THREAD 'Your words'")
  }
}

/// The parts of the page that `tj today` prints, one below the other.
private struct TodayPage {
  private let layout: Layout
  private var lines: CardSink
  var bytes: [UInt8] = []

  init(_ session: Session, _ journal: Journal, _ today: CalendarDate, showing: [ThreadEntries]) {
    layout = session.layout
    lines = CardSink(session, journal, isOneline: true, showsThread: true)
    lines.prepare(showing)
    begin("\(TimeText.weekday(today.weekday)), \(today.text)")
  }

  /// Begins a part with a line of its own.
  mutating func begin(_ text: String, _ style: Style = .title) {
    if !bytes.isEmpty { bytes.append(0x0A) }
    layout.append(StyledText(text, style), indent: 0, to: &bytes)
  }

  mutating func append(_ threads: [ThreadEntries]) {
    for thread in threads { lines.append(thread, to: &bytes) }
  }
}
