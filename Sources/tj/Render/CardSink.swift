import ThreadJournal
import ThreadStorage

/// Entries as cards with their whole text, a blank line between two.
struct CardSink: EntrySink {
  private let cards: EntryCards
  private var ids: ShownIDs

  /// Cards that mark what `query` matched.
  init(_ session: Session, _ journal: Journal, _ query: EntryQuery? = nil, showsThread: Bool) {
    cards = EntryCards(
      session.layout, zone: session.zone, marking: query, showsThread: showsThread)
    ids = ShownIDs(journal, areCut: session.layout.columns != nil)
  }

  var needsAll: Bool { ids.areCut }
  var separator: [UInt8] { [0x0A] }

  mutating func prepare(_ threads: [ThreadEntries]) { ids.prepare(threads) }

  mutating func append(_ thread: ThreadEntries, to output: inout [UInt8]) {
    // A span lends its elements; iterating over the array would copy each of them.
    let entries = thread.entries.span
    guard cards.layout.isPlain else {
      let view = EntryView(layout: cards.layout)
      for index in entries.indices {
        if index > 0 { output.append(0x0A) }
        let entry = entries[index]
        view.append(cards.card(of: entry, id: ids.shown(for: entry)), to: &output)
      }
      return
    }
    // Cards are about as long as what they show.
    output.reserveCapacity(
      output.count + thread.entries.reduce(0) { $0 + $1.slice.region.count })
    var writer = PlainEntryWriter(thread.schema, zone: thread.file.zone)
    for index in entries.indices {
      if index > 0 { output.append(0x0A) }
      writer.append(entries[index], showsThread: cards.showsThread, to: &output)
    }
  }
}

/// Entries on a line each: id, time, title and the first line of the text, aligned.
struct LineSink: EntrySink {
  private let cards: EntryCards
  private var ids: ShownIDs
  private var view: EntryView
  private var isAligned = false

  /// Lines that mark what `query` matched.
  init(_ session: Session, _ journal: Journal, _ query: EntryQuery? = nil, showsThread: Bool) {
    cards = EntryCards(
      session.layout, zone: session.zone, marking: query, showsThread: showsThread)
    ids = ShownIDs(journal, areCut: session.layout.columns != nil)
    view = EntryView(layout: session.layout)
  }

  var needsAll: Bool { ids.areCut }

  mutating func prepare(_ threads: [ThreadEntries]) {
    ids.prepare(threads)
    align(threads.flatMap(\.entries))
    isAligned = true
  }

  mutating func append(_ thread: ThreadEntries, to output: inout [UInt8]) {
    if !isAligned { align(thread.entries) }
    for entry in thread.entries {
      view.appendLine(of: cards.card(of: entry, id: ids.shown(for: entry)), to: &output)
    }
  }

  private mutating func align(_ entries: [Entry]) {
    view.idColumns = entries.map { ids.shown(for: $0).count }.max() ?? 0
    view.timeColumns =
      entries.map { TimeText.entry($0.timestamp, in: $0.file.zone).count }.max() ?? 0
  }
}

/// How much of each entry's id is shown: on a terminal the shortest beginning that is unique in the journal, at least 4
/// characters; in a pipe the whole id; for an entry without one `THREAD@N`.
struct ShownIDs: Sendable {
  let areCut: Bool
  private let journal: Journal
  private var lengths: [String: Int] = [:]

  init(_ journal: Journal, areCut: Bool) {
    self.journal = journal
    self.areCut = areCut
  }

  mutating func prepare(_ threads: [ThreadEntries]) {
    guard areCut else { return }
    lengths = journal.uniqueIDLengths(
      of: threads.flatMap { $0.entries.compactMap { $0.id?.description } })
  }

  func shown(for entry: Entry) -> String {
    guard let id = entry.id?.description else { return entry.reference }
    return String(id.prefix(lengths[id] ?? id.count))
  }
}

/// What is shown of entries, as values.
struct EntryCards: Sendable {
  let layout: Layout
  let showsThread: Bool
  private let query: EntryQuery?
  private let zone: LocalTimeZone

  init(
    _ layout: Layout, zone: LocalTimeZone, marking query: EntryQuery? = nil, showsThread: Bool
  ) {
    self.layout = layout
    self.zone = zone
    // Without colour there is nothing to mark.
    self.query = layout.palette.isColored ? query : nil
    self.showsThread = showsThread
  }

  /// An entry as it is shown, with what `query` matched.
  func card(of entry: Entry, id: String) -> EntryCard {
    let schema = entry.file.schema
    return EntryCard(
      id: id, time: TimeText.entry(entry.timestamp, in: zone),
      thread: showsThread ? Array(entry.thread.title.utf8) : nil,
      title: HighlightedText(
        entry.title, matches: query?.highlights(inTitle: entry.title) ?? []),
      fields: schema.ordered(entry.effectiveFields).map { tag(for: $0, schema) },
      body: HighlightedText(entry.text, matches: query?.highlights(in: entry.text) ?? []),
      isEdited: entry.edited != nil,
      deleted: entry.deletion.map { TimeText.deletion($0, in: zone) })
  }

  private func tag(for field: Entry.Field, _ schema: FieldSchema) -> FieldTag {
    let name = String(decoding: field.name, as: UTF8.self)
    let isPlace = FieldName.key(name) == FieldDefinition.location.key
    return FieldTag(
      name: isPlace ? [] : field.name,
      value: HighlightedText(
        field.value,
        matches: query?.highlights(inValue: field.value, ofField: field.name) ?? []),
      unit: schema.field(named: name)?.unit.map { Array($0.utf8) },
      number: EntryCards.number(ofFieldNamed: name, schema))
  }

  /// The place of a field among those that the thread defines; one that it does not gets a number by its name.
  private static func number(ofFieldNamed name: String, _ schema: FieldSchema) -> Int {
    let key = FieldName.key(name)
    return schema.place(ofFieldWithKey: key)
      ?? schema.fields.count + key.utf8.reduce(0) { $0 + Int($1) }
  }
}
