import ThreadJournal
import ThreadStorage

/// Prints entries as cards, lines or JSON, wherever a command shows some.
struct EntryPrinter: Sendable {
  private let zone: LocalTimeZone
  private let journal: Journal
  private let query: EntryQuery?
  private let layout: Layout
  /// How much of each id is shown, where that was found out for all of them at once.
  private var idLengths: [String: Int]?

  /// A printer that marks what `query` matched.
  init(_ session: Session, journal: Journal, query: EntryQuery? = nil) {
    zone = session.zone
    self.journal = journal
    layout = session.layout
    // Without colour there is nothing to mark.
    self.query = layout.palette.isColored ? query : nil
  }

  /// Whether there is neither colour nor a terminal's width.
  var isPlain: Bool { layout.columns == nil && !layout.palette.isColored }

  /// The cards of what was found in a thread, with a blank line between two.
  func plainCards(
    of entries: [FoundEntry], _ found: FoundEntries, showsThread: Bool,
    in bytes: borrowing Span<UInt8>
  ) -> [UInt8] {
    var output: [UInt8] = []
    // Cards are about as long as what they show.
    output.reserveCapacity(entries.reduce(0) { $0 + $1.slice.region.count })
    var writer = PlainEntryWriter(found.schema, zone: zone)
    // A span lends its elements; iterating over the array would copy each of them.
    let span = entries.span
    for index in span.indices {
      if !output.isEmpty { output.append(0x0A) }
      writer.append(
        span[index], of: found.header, showsThread: showsThread, in: bytes, to: &output)
    }
    return output
  }

  /// Adds a card for each entry, with a blank line between two.
  func appendCards(
    of entries: [Entry], _ schema: FieldSchema, showsThread: Bool, isFirst: inout Bool,
    to output: inout [UInt8]
  ) {
    if isPlain {
      var writer = PlainEntryWriter(schema, zone: zone)
      for entry in entries {
        if !isFirst { output.append(0x0A) }
        isFirst = false
        writer.append(entry, showsThread: showsThread, to: &output)
      }
      return
    }
    let view = EntryView(layout: layout)
    let ids = shownIDs(of: entries)
    for (entry, id) in zip(entries, ids) {
      if !isFirst { output.append(0x0A) }
      isFirst = false
      let card = EntryPrinter.card(
        for: entry, schema, id: id, showsThread: showsThread, zone: zone, query: query)
      view.append(card, to: &output)
    }
  }

  /// Adds a line for each entry, aligned.
  func appendLines(
    of entries: [Entry], _ schema: FieldSchema, showsThread: Bool, to output: inout [UInt8]
  ) {
    appendLines(of: entries.map { ($0, schema) }, showsThread: showsThread, to: &output)
  }

  /// Adds a line for each entry, with the fields that its thread defines, aligned.
  func appendLines(
    of entries: [(entry: Entry, schema: FieldSchema)], showsThread: Bool,
    to output: inout [UInt8]
  ) {
    let ids = shownIDs(of: entries.map(\.entry))
    let cards = zip(entries, ids).map {
      EntryPrinter.card(
        for: $0.entry, $0.schema, id: $1, showsThread: showsThread, zone: zone, query: query)
    }
    var view = EntryView(layout: layout)
    view.idColumns = cards.map(\.id.count).max() ?? 0
    view.timeColumns = cards.map(\.time.count).max() ?? 0
    for card in cards { view.appendLine(of: card, to: &output) }
  }

  /// Adds a line for each entry of a list.
  func appendLines(of list: EntryList, showsThread: Bool, to output: inout [UInt8]) {
    let lines = list.headingLines
    appendLines(
      of: list.order.map { list.entry(at: $0, lines: lines) }, list.schema,
      showsThread: showsThread, to: &output)
  }

  /// An entry as it is shown, with what `query` matched.
  static func card(
    for entry: Entry, _ schema: FieldSchema, id: String, showsThread: Bool, zone: LocalTimeZone,
    query: EntryQuery?
  ) -> EntryCard {
    EntryCard(
      id: id, time: TimeText.entry(entry.timestamp, in: zone),
      thread: showsThread ? Array(entry.thread.title.utf8) : nil,
      title: HighlightedText(
        entry.title, matches: query?.highlights(inTitle: entry.title) ?? []),
      fields: schema.ordered(entry.effectiveFields).map { tag(for: $0, schema, query) },
      body: HighlightedText(entry.text, matches: query?.highlights(in: entry.text) ?? []),
      isEdited: entry.edited != nil,
      deleted: entry.deletion.map { TimeText.deletion($0, in: zone) })
  }

  private static func tag(
    for field: Entry.Field, _ schema: FieldSchema, _ query: EntryQuery?
  ) -> FieldTag {
    let name = String(decoding: field.name, as: UTF8.self)
    let isPlace = FieldName.key(name) == FieldDefinition.location.key
    return FieldTag(
      name: isPlace ? [] : field.name,
      value: HighlightedText(
        field.value,
        matches: query?.highlights(inValue: field.value, ofField: field.name) ?? []),
      unit: schema.field(named: name)?.unit.map { Array($0.utf8) },
      number: number(ofFieldNamed: name, schema))
  }

  /// The place of a field among those that the thread defines; one that it does not gets a number by its name.
  private static func number(ofFieldNamed name: String, _ schema: FieldSchema) -> Int {
    let key = FieldName.key(name)
    return schema.place(ofFieldWithKey: key)
      ?? schema.fields.count + key.utf8.reduce(0) { $0 + Int($1) }
  }

  /// Finds out how much of the ids of `entries` has to be shown, so that the journal is read only once for them.
  mutating func prepareIDs(of entries: [Entry]) {
    if layout.columns != nil {
      idLengths = journal.uniqueIDLengths(of: EntryPrinter.ids(of: entries))
    }
  }

  private static func ids(of entries: [Entry]) -> [String] {
    entries.compactMap { $0.id?.description }
  }

  /// What names each entry: on a terminal the shortest beginning of its id that is unique in the
  /// journal, at least 4 characters; in a pipe the whole id; for one without an id `THREAD@N`.
  private func shownIDs(of entries: [Entry]) -> [String] {
    guard layout.columns != nil else { return entries.map(\.reference) }
    let lengths = idLengths ?? journal.uniqueIDLengths(of: EntryPrinter.ids(of: entries))
    return entries.map { entry in
      guard let id = entry.id?.description else { return entry.reference }
      return String(id.prefix(lengths[id] ?? id.count))
    }
  }
}
