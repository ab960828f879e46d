import ThreadStorage

/// The entries of one thread, in time order; each is read only when it is asked for.
package struct EntryList: Sendable {
  /// The thread.
  package let header: ThreadHeader
  /// Its file.
  package let document: ThreadDocument
  /// The fields that it defines.
  package let schema: FieldSchema
  /// Indices into the document's entries, in time order; entries of the same time stay in file order.
  package private(set) var order: [Int]
  /// For each entry of the document, its place among the live, or the deleted, ones; 1 the newest.
  private let positions: [Int]
  /// The zone of times without one.
  let zone: LocalTimeZone

  /// The entries of `document`, with `zone` for times without one.
  package init(_ document: ThreadDocument, header: ThreadHeader, zone: LocalTimeZone) {
    self.header = header
    self.document = document
    self.zone = zone
    schema = document.fieldSchema
    let instants = document.entries.map { $0.heading.timestamp.instant(in: zone) }
    let isSorted = zip(instants, instants.dropFirst()).allSatisfy { $0 <= $1 }
    order = Array(document.entries.indices)
    if !isSorted { order.sort { (instants[$0], $0) < (instants[$1], $1) } }
    var positions = [Int](repeating: 0, count: order.count)
    var live = 0
    var deleted = 0
    for index in order.reversed() {
      if document.entries[index].isDeleted {
        deleted += 1
        positions[index] = deleted
      } else {
        live += 1
        positions[index] = live
      }
    }
    self.positions = positions
  }

  /// Leaves only the entries in `scope`.
  package func filtered(_ scope: Journal.Scope) -> EntryList {
    var copy = self
    copy.order.removeAll { !scope.includes(isDeleted: document.entries[$0].isDeleted) }
    return copy
  }

  /// Leaves only the entries for whose index in the document `isIncluded` is true.
  package func filtered(_ isIncluded: (Int) -> Bool) -> EntryList {
    var copy = self
    copy.order.removeAll { !isIncluded($0) }
    return copy
  }

  /// Leaves only the entries at `indices` of the document's, in this order.
  package func ordered(_ indices: [Int]) -> EntryList {
    var copy = self
    copy.order = indices
    return copy
  }

  /// The entries, in order.
  package var values: [Entry] {
    let lines = headingLines
    return order.map { entry(at: $0, lines: lines) }
  }

  /// The entry at `index` of the document's entries.
  ///
  /// - Parameter lines: The line of each entry's heading, from `headingLines`; nil to find it out for this one.
  package func entry(at index: Int, lines: [Int]? = nil) -> Entry {
    let slice = document.entries[index]
    return entry(
      at: index, line: lines?[index] ?? document.position(of: slice.region.lowerBound).line)
  }

  /// The entry at `index` of the document's entries, whose heading is on `line`; 0 where no one asks.
  package func entry(at index: Int, line: Int) -> Entry {
    let slice = document.entries[index]
    return Entry(
      slice, of: document, thread: header, line: line, position: positions[index], zone: zone)
  }

  /// The place of the entry at `index` of the document's entries among the live, or the deleted, ones.
  func position(at index: Int) -> Int { positions[index] }

  /// The line (1-based) of each entry's heading, in file order.
  package var headingLines: [Int] {
    document.lines(at: document.entries.map(\.region.lowerBound))
  }

  /// The index of the N-th newest entry (`position` 1 the newest) among the live or the deleted ones.
  package func index(atPosition position: Int, isDeleted: Bool) -> Int? {
    order.first {
      positions[$0] == position && document.entries[$0].isDeleted == isDeleted
    }
  }

  /// How many entries are deleted, or are not.
  package func count(isDeleted: Bool) -> Int {
    order.count { document.entries[$0].isDeleted == isDeleted }
  }
}

extension Journal {
  /// The entries of the thread `header`.
  ///
  /// - Throws: Where its file cannot be read.
  package func entries(of header: ThreadHeader) throws -> EntryList {
    EntryList(try document(at: header.path), header: header, zone: zone)
  }

  /// The entries of a thread, read anew from its file at `path`.
  package func entryList(at path: String) throws -> EntryList {
    let document = try document(at: path)
    return EntryList(
      document, header: ThreadHeader(path: path, document: document), zone: zone)
  }
}
