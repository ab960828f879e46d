import ThreadStorage

extension Journal {
  /// Makes what the writer of a buffer made of its entries, as one change that can be undone.
  ///
  /// What was changed in the files meanwhile stays, where it is of other fields and lines.
  ///
  /// - Parameter added: New entries, each with the path of its thread; those that are there already are left.
  /// - Returns: The ids of all that it is about.
  /// - Throws: `JournalError.entryChanged` where an entry says something by now that it cannot be joined with.
  package func edit(
    _ changes: [BufferChanges.Change], adding added: [(path: String, entry: NewEntry)],
    whenBusy: (() throws -> Void)? = nil
  ) throws -> Outcome<[EntryID]> {
    let count = changes.count + added.count
    return try change("edit \(count == 1 ? "1 entry" : "\(count) entries")", whenBusy: whenBusy) {
      plan in
      var ids: [EntryID] = []
      let byPath = Dictionary(grouping: changes, by: \.entry.path)
      for (path, changes) in byPath.sorted(by: { $0.key < $1.key }) {
        try checkIsLive(path)
        try plan.edit(path) { document in
          let slices = Dictionary(grouping: document.entries) { document.id(of: $0) }
          return try changes.flatMap { change in
            let slice = try slice(of: change, in: document, slices)
            ids.append(document.id(of: slice) ?? EntryID(change.entry.id) ?? newEntryID())
            return try splices(for: change, of: slice, document)
          }
        }
      }
      for (path, entry) in added {
        try checkIsLive(path)
        ids.append(entry.id)
        try insert(into: path, at: entry.timestamp, newID: entry.id, &plan) {
          entry.block(lineEnding: $0)
        }
      }
      return ids
    }
  }

  /// The entry that `draft`, which began in an editor, is to become; its empty fields are left out.
  package func newEntry(_ id: EntryID, saying draft: EntryDraft) throws -> NewEntry {
    NewEntry(
      id: id, timestamp: try draft.heading.map { try time($0.time) } ?? timestamp,
      title: draft.heading?.title ?? [],
      fields: draft.fields.filter { !$0.value.isEmpty }.map { (String(utf8: $0.name), $0.value) },
      text: draft.text)
  }

  private func checkIsLive(_ path: String) throws {
    if let header = try header(at: path), header.deletion != nil {
      throw JournalError.threadIsDeleted(header)
    }
  }

  private func slice(
    of change: BufferChanges.Change, in document: ThreadDocument, _ slices: [EntryID?: [EntrySlice]]
  ) throws -> EntrySlice {
    var found = slices[EntryID(change.entry.id)] ?? []
    if found.isEmpty, !change.entry.isNamed {
      found = (slices[nil] ?? []).filter {
        EntryDraft(of: $0, in: document.bytes) == change.old
      }
    }
    guard let first = found.first, found.count == 1 else {
      throw changed(change, isGone: found.isEmpty)
    }
    return first
  }

  private func splices(
    for change: BufferChanges.Change, of slice: EntrySlice, _ document: ThreadDocument
  ) throws -> [Splice] {
    let current = EntryDraft(of: slice, in: document.bytes)
    var edit = EntryEdit()
    if let new = change.new {
      let wanted = try self.edit(from: change.old, to: new)
      let hasTime = wanted.timestamp.map { $0 == slice.heading.timestamp } ?? true
      // It was made already, by a command that was killed before it could say so.
      if current.edit(to: new).isEmpty, hasTime { return [] }
      guard !slice.isDeleted,
        let carried = current == change.old
          ? wanted : change.old.edit(wanted, carriedTo: current)
      else { throw changed(change) }
      edit = carried
      edit.edited = timestamp.rfc3339(in: zone)
    } else {
      if slice.isDeleted { return [] }
      guard current == change.old else { throw changed(change) }
      edit.deletion = .mark(timestamp.rfc3339(in: zone))
    }
    if document.id(of: slice) == nil { edit.newID = EntryID(change.entry.id) }
    return try document.splices(for: edit, of: slice)
  }

  private func changed(_ change: BufferChanges.Change, isGone: Bool = false) -> JournalError {
    .entryChanged(reference: change.entry.id, path: change.entry.path, isGone: isGone)
  }
}
