import ThreadJournal
import ThreadStorage

/// Several entries in one buffer, that are changed together: what is not in it any more is deleted after a question.
extension TextDelivery {
  /// Makes what the writer of a buffer made of its entries; returns their ids.
  func editSeveral(_ bytes: [UInt8], _ note: DraftNote) throws -> [String] {
    let original = try EntryBuffer(reading: DraftLines(note.original, for: note))
    let new = try EntryBuffer(reading: DraftLines(bytes, for: note))
    let found = try BufferChanges(from: original, to: new, handed(note), in: journal.zone) { path in
      (try? journal.schema(at: path)) ?? FieldSchema()
    }
    var edits: [(change: BufferChanges.Change, edit: EntryEdit)] = []
    for change in found.changes {
      guard let new = change.new else { continue }
      try CommandError.atLine(change.line) {
        let edit = try journal.edit(from: change.old, to: new)
        edits.append((change, edit))
        if let header = try journal.header(at: change.entry.path) {
          try journal.check(edit.fields, in: header)
        }
        if new.isEmpty, !change.old.isEmpty { throw CommandError.nothingLeft }
      }
    }
    let added = try found.added.enumerated().map { index, item in
      try CommandError.atLine(item.line) {
        let id = EntryID.derived(from: "\(note.entry) \(index)")
        let entry = try journal.newEntry(id, saying: item.draft)
        if let header = try journal.header(at: item.path) {
          try journal.check(entry.fields.map { ($0.name, $0.value) }, in: header)
        }
        return (path: item.path, entry: entry)
      }
    }
    if !found.removed.isEmpty { try confirm(found.removed) }
    let outcome = try journal.edit(found.changes, adding: added, whenBusy: whenBusy)
    if outcome.isChanged { tellRemoved(edits) }
    let ids = session.report(undoable: outcome).map(\.description)
    if ids.isEmpty { session.note("Nothing was changed.") }
    var values: [(path: String, id: String, fields: [(name: String, value: [UInt8])])] = []
    for change in found.changes {
      session.tell(change.new?.heading?.time, withoutZoneOf: change.old.heading?.time)
      session.tell(
        indentedHeadingsIn: change.new?.text ?? [], besides: change.old.text, of: change.entry.id)
      let fields = (change.new?.fields ?? []).filter { !change.old.fields.contains($0) }
      values.append(
        (change.entry.path, change.entry.id, fields.map { (String(utf8: $0.name), $0.value) }))
    }
    values += added.map { ($0.path, $0.entry.id.description, $0.entry.fields) }
    let given = Dictionary(grouping: values.filter { !$0.fields.isEmpty }, by: \.path)
    for (path, values) in given.sorted(by: { $0.key < $1.key }) {
      let entries = (try? journal.file(at: path))?.entries(.live) ?? []
      for (_, id, fields) in values {
        if let entry = entries.first(where: { $0.id?.description == id }) {
          session.tell(valuesIn: fields, of: entry)
        }
      }
    }
    return ids
  }

  /// Where the entries of a buffer are by now: those that are no longer in their thread's file are looked for.
  private func handed(_ note: DraftNote) -> [DraftNote.Handed] {
    var ids: [String: Set<String>] = [:]
    return note.handed.map { entry in
      let known =
        ids[entry.path]
        ?? Set(
          ((try? journal.file(at: entry.path))?.entries(.all) ?? [])
            .compactMap { $0.id?.description })
      ids[entry.path] = known
      guard entry.isNamed, !known.contains(entry.id),
        let found = try? journal.entry(entry.id, .all)
      else { return entry }
      return DraftNote.Handed(id: entry.id, path: found.thread.path, isNamed: true)
    }
  }

  /// Tells the values that the first few of these edits take away.
  private func tellRemoved(_ edits: [(change: BufferChanges.Change, edit: EntryEdit)]) {
    let removing = edits.filter { _, edit in edit.fields.contains { $0.value == nil } }
    for (change, edit) in removing.prefix(Self.mostNamed) {
      EntryOptions.tellRemoved(from: change.old.fields, edit, of: change.entry.id, session)
    }
    if removing.count > Self.mostNamed {
      session.note("\(removing.count - Self.mostNamed) more entries have not all of their values.")
    }
  }

  /// How many entries are named before they are deleted, or have lost a value.
  private static let mostNamed = 10

  private func confirm(_ removed: [BufferChanges.Change]) throws {
    let count = removed.count
    guard session.canAsk else { throw CommandError.entriesAreGone(count: count) }
    session.note("No heading in the text has the id of:")
    for change in removed.prefix(Self.mostNamed) {
      let words = [change.old.heading?.title ?? [], change.old.text].first { !$0.isEmpty } ?? []
      let line = String(utf8: words.prefix { $0 != 0x0A })
      session.note("  \(change.entry.id)  \(change.old.heading?.time ?? "")  \(line)")
    }
    if count > Self.mostNamed { session.note("  and \(count - Self.mostNamed) more") }
    guard session.confirms("Delete \(Plural.entries(count))?") else {
      throw CommandError.entriesAreGone(count: count)
    }
  }
}

extension CommandError {
  /// Runs `body`, whose errors are about the line of this number of a draft.
  fileprivate static func atLine<Result>(_ line: Int, _ body: () throws -> Result) throws -> Result
  {
    do { return try body() } catch { throw CommandError.atLine(line, cause: error) }
  }
}
