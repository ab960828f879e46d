import ThreadStorage

package enum EntryReference: Sendable, Hashable {
  /// An id, or its beginning.
  case id(String)
  /// The N-th newest entry of a thread, 1 the latest.
  case position(thread: String, Int)

  package static let minimumLength = 3

  /// Reads `text` as `THREAD@N` or as the beginning of an id; nil where it can be neither.
  package init?(_ text: String) {
    if let at = text.utf8.lastIndex(of: UInt8(ascii: "@")), at != text.utf8.startIndex {
      let digits = text.utf8[text.utf8.index(after: at)...]
      if !digits.isEmpty, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
        guard let position = Int(Substring(digits)), position > 0 else { return nil }
        self = .position(thread: String(text[..<at]), position)
        return
      }
    }
    guard EntryID(text) != nil else { return nil }
    self = .id(text)
  }
}

extension Journal {
  /// The entry that `text` names; throws `JournalError` where there is none, or several, or it is not in `scope`.
  package func entry(_ text: String, _ scope: Scope = .live) throws -> Entry {
    switch EntryReference(text) {
    case .position(let name, let position)?:
      do {
        return try entry(at: position, ofThreadNamed: name, scope)
      } catch JournalError.unknownThread(_, let nearest) where !nearest.isEmpty {
        throw JournalError.unknownEntry(
          reference: text, nearest: nearest.map { "\($0)@\(position)" })
      }
    case .id(let id)?:
      // An id made by hand may be shorter than a beginning that is accepted; only the whole of it names it.
      let matches = entries(withIDBeginning: id)
      let exact = matches.filter { $0.id?.description == id }
      guard !exact.isEmpty || id.utf8.count >= EntryReference.minimumLength else {
        throw JournalError.shortEntryReference(text)
      }
      if matches.isEmpty { throw unknownEntry(text) }
      return try only(exact.isEmpty ? matches : exact, text, scope)
    case nil: throw unknownEntry(text)
    }
  }

  private func entry(at position: Int, ofThreadNamed name: String, _ scope: Scope) throws -> Entry {
    let header = try thread(named: name, .all)
    let entries = try file(at: header.path).entries(.all)
    let kinds = scope == .all ? [false, true] : [scope == .deleted]
    for isDeleted in kinds {
      if let entry = entries.first(where: {
        $0.position == position && $0.slice.isDeleted == isDeleted
      }) {
        return entry
      }
    }
    throw JournalError.noEntryAtPosition(
      thread: header, position: position,
      count: entries.count { $0.slice.isDeleted == (scope == .deleted) },
      isDeleted: scope == .deleted)
  }

  private func only(_ matches: [Entry], _ text: String, _ scope: Scope) throws -> Entry {
    let inScope = matches.filter { scope.includes(isDeleted: $0.deletion != nil) }
    let candidates = inScope.isEmpty ? matches : inScope
    // One id on several entries names none of them, in whatever state they are.
    let id = candidates[0].id
    let twins = matches.filter { $0.id == id }
    guard candidates.count == 1, twins.count == 1 else {
      // An entry's versions in a merge that is not finished have its id.
      if twins.count > 1 {
        let path = twins[0].thread.path
        try Self.checkConflicts(of: document(at: path), path)
        if let record = unfinishedChange(ofAll: twins.map(\.thread.path)) {
          throw JournalError.unfinishedChange(path: record)
        }
      }
      throw JournalError.ambiguousEntry(
        reference: text, candidates: candidates.count > 1 ? candidates : twins)
    }
    if inScope.isEmpty {
      throw scope == .live
        ? JournalError.entryIsDeleted(candidates[0]) : .entryIsNotDeleted(candidates[0])
    }
    return candidates[0]
  }

  /// All entries whose id begins with `prefix`; files that cannot be read are passed over.
  package func entries(withIDBeginning prefix: String) -> [Entry] {
    var matches: [Entry] = []
    _ = EntryScan(
      self, for: .id(beginning: prefix, zone: zone), .all, deletedThreads: .areLikeOthers,
      positions: .all
    ).run {
      matches += $0.entries
      return true
    }
    return matches
  }

  private func unknownEntry(_ text: String) -> JournalError {
    // `jobs@yrd2zr4krr` has the id of an entry behind its sign.
    if let at = text.lastIndex(of: "@") {
      let id = String(text[text.index(after: at)...])
      if (try? entry(id)) != nil { return .unknownEntry(reference: text, nearest: [id]) }
    }
    var threads: [String] = []
    do {
      let header = try thread(named: text, by: .beginning)
      let newest = "\(ThreadHeader.withoutSuffix(header.path))@1"
      return .unknownEntry(reference: text, nearest: [newest])
    } catch JournalError.unknownThread(_, let nearest) {
      // What may be a copied id is no name.
      let isLikeID = EntryID.isLikeNew(text) || text.utf8.contains(where: Byte.isDigit)
      if !isLikeID { threads = nearest.map { "\($0)@1" } }
    } catch {
      // Several threads are called so, or it is deleted.
    }
    // One letter wrong in a copied id is found by the ids that begin as it does.
    let beginning = String(text.prefix(EntryReference.minimumLength))
    guard EntryID(beginning) != nil, text.utf8.count > EntryReference.minimumLength else {
      return .unknownEntry(reference: text, nearest: threads)
    }
    let ids = entries(withIDBeginning: beginning).compactMap { $0.id?.description }
    return .unknownEntry(reference: text, nearest: ids.nearest(to: text) + threads)
  }

  package static let shortestShownID = 4

  /// For each of `ids`, how many characters of it no other id of the journal begins with.
  ///
  /// No `EntryScan`: nothing of an entry is wanted but its id, and the files need not be kept for a sink.
  package func uniqueIDLengths(of ids: [String]) -> [String: Int] {
    var lengths: [String: Int] = [:]
    var byBeginning: [[UInt8]: [[UInt8]]] = [:]
    for id in ids {
      lengths[id] = min(Journal.shortestShownID, id.utf8.count)
      byBeginning[Array(id.utf8.prefix(Journal.shortestShownID)), default: []].append(
        Array(id.utf8))
    }
    guard !ids.isEmpty else { return [:] }
    let known = byBeginning
    let found = read(directory.threadFiles().files) { _, bytes -> [String: Int]? in
      var lengths: [String: Int] = [:]
      var walk = EntryWalk(in: 0..<bytes.count, of: bytes)
      while let (beginning, _) = walk.next(in: bytes) {
        guard let other = beginning.heading(in: bytes).attributes?.id,
          let near = known[bytes.copy(other.prefix(Journal.shortestShownID))]
        else { continue }
        for id in near where bytes.copy(other) != id {
          let common = zip(id, bytes.copy(other)).prefix { $0 == $1 }.count
          let name = String(utf8: id)
          lengths[name] = max(lengths[name] ?? 0, min(common + 1, id.count))
        }
      }
      return lengths
    }.found
    for more in found { lengths.merge(more, uniquingKeysWith: max) }
    return lengths
  }
}
