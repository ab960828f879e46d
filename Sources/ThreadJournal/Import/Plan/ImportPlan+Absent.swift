import ThreadStorage

/// What the journal has and the files lack, of which some was in them.
extension ImportPlan {
  /// Leaves out, of what exports of ours lack, what was written into its thread later than them, as what was moved there.
  mutating func leaveOutNewer(than exported: Instant, by written: WrittenEntries) {
    for position in threads.indices {
      threads[position].absent.removeAll { absent in
        written.timeWritten(absent.reference).map { exported < $0.instant(in: zone) } ?? false
      }
    }
  }

  /// Leaves out, of what files lack, what no import is known to have added: it never was in them, or came with the journal from
  /// elsewhere; and what came with other entries than these files have.
  ///
  /// A few of which no record tells, as in a clone, may have been in them.
  ///
  /// - Parameter files: The names of these files.
  mutating func settleAbsent(
    of files: Set<String>, by written: WrittenEntries, _ document: (String) -> ThreadDocument?
  ) {
    guard threads.contains(where: { !$0.absent.isEmpty }) else { return }
    // What goes into another thread, as a row without its thread, may be one.
    let times = threads.map { thread in
      (path: thread.existing?.path, Set(thread.entries.map { $0.timestamp.instant(in: zone) }))
    }
    for position in threads.indices where !threads[position].absent.isEmpty {
      let path = threads[position].existing?.path
      let zone = zone
      let ids = knownIDs(of: threads[position], document)
      for index in threads[position].absent.indices {
        let reference = threads[position].absent[index].reference
        // A whole journal comes as JSON, with what was typed there.
        let name = written.importNamed(reference)
        let isOfCopy =
          name?.hasSuffix(".json") == true
          && !files.contains { file in name.map { ImportIndex.isNext(file, of: $0) } == true }
        // Older records tell that an import brought it, and not which.
        threads[position].absent[index].isUnrecorded =
          isOfCopy || EntryID(reference).map(written.tellsOrigin) == false
          || name == nil && written.isImported(reference)
      }
      // Few of those that came from nobody knows where may have been in the file, and many hardly.
      let areMany = threads[position].absent.count(where: \.isUnrecorded) > ids.count
      // A row that is another version of one in the trash may be one of its twin; on a day there may be many.
      let deleted = Set(
        threads[position].held.inTrash.filter {
          !$0.parts.isEmpty && $0.entry.timestamp.precision != .day
        }
        .map { $0.entry.timestamp.instant(in: zone) })
      threads[position].absent.removeAll { own in
        let instant = own.timestamp.instant(in: zone)
        if deleted.contains(instant) { return true }
        let isOwn = own.isUnrecorded ? areMany : !written.isImported(own.reference)
        return isOwn || times.contains { $0.path != path && $0.1.contains(instant) }
      }
      // A table that grows is imported again and again, under its name; one that lacks much more of another import
      // than it has is another source.
      let known = ids.compactMap { written.importNamed($0.description) }
      let missing = threads[position].absent.compactMap { written.importNamed($0.reference) }
      func count(_ name: String, in names: [String]) -> Int { names.count { $0 == name } }
      let others = Set(known.isEmpty ? [] : missing).filter { name in
        let (known, missing) = (count(name, in: known), count(name, in: missing))
        let isNext = files.contains { ImportIndex.isNext($0, of: name) }
        // Of an import of several files, the record does not say which.
        return known == 0
          || !isNext && (UInt64(name) == nil ? known <= missing : 2 * known < missing)
      }
      threads[position].absent.removeAll { absent in
        written.importNamed(absent.reference).map(others.contains) == true
      }
    }
  }

  /// Notes the few entries that rows of a new file are, which all came from one other file.
  mutating func noteSameOfOthers(
    than files: Set<String>, by written: WrittenEntries, _ document: (String) -> ThreadDocument?
  ) {
    for position in threads.indices {
      let thread = threads[position]
      guard !thread.entries.isEmpty, 1..<4 ~= thread.held.same else { continue }
      let ids = knownIDs(of: thread, document)
      let names = ids.compactMap { written.importNamed($0.description) }
      guard let name = names.first, UInt64(name) == nil, names.count == ids.count,
        ids.count == thread.held.same, Set(names).count == 1,
        !files.contains(where: { ImportIndex.isNext($0, of: name) })
      else { continue }
      threads[position].sameOfOther = (name, ids.map(\.description))
    }
  }

  /// The ids of those that the file has, too, or perhaps has.
  private func knownIDs(
    of thread: ThreadPlan, _ document: (String) -> ThreadDocument?
  ) -> [EntryID] {
    guard let path = thread.existing?.path, let document = document(path) else { return [] }
    return thread.known.filter { $0.path == path }.compactMap { place in
      document.entry(at: place.start).flatMap { document.id(of: $0) }
    }
  }

  /// Marks, of what files lack, what was changed by hand in its thread.
  mutating func markEdited(by written: WrittenEntries, _ document: (String) -> ThreadDocument?) {
    for position in threads.indices where !threads[position].absent.isEmpty {
      let thread = threads[position].existing.flatMap { document($0.path) }
      let changed = thread.map { written.changedByHand(in: $0) } ?? []
      for index in threads[position].absent.indices
      where changed.contains(threads[position].absent[index].reference) {
        threads[position].absent[index].isEdited = true
      }
    }
  }

  /// Leaves out what files lack that lack much more than they have, as no newer ones of the same table do.
  mutating func leaveOutMany() {
    for position in threads.indices {
      let thread = threads[position]
      // What has an id is not among the known.
      let count = max(thread.known.count, thread.held.count)
      if thread.absent.count > 2 * count { threads[position].absent = [] }
    }
  }

  /// Adds what notes brought, as records or titles tell, and say no more: nothing of the above leaves it out.
  mutating func addAbsentNotes() {
    for position in threads.indices {
      let known = Set(threads[position].absent.map(\.reference))
      threads[position].absent += threads[position].absentNotes
        .filter { !known.contains($0.reference) }
    }
  }
}
