extension ThreadDocument {
  /// The splices that give entries, by their index, these ids: new ones, or others in place of theirs.
  ///
  /// - Throws: `EntryEditError` where the result would not read back as the same entries (F3).
  public func splices(naming ids: [Int: EntryID]) throws(EntryEditError) -> [Splice] {
    let named = ids.filter { entries.indices.contains($0.key) }.sorted { $0.key < $1.key }
    let splices = named.map { splice(naming: entries[$0.key], $0.value) }
    let result = ThreadDocument(bytes.applying(splices))
    guard result.entries.count == entries.count else { throw .doesNotReadBack(part: "id") }
    for (index, pair) in zip(entries, result.entries).enumerated() {
      let (old, new) = pair
      guard result.id(of: new) == ids[index] ?? id(of: old),
        old.heading.timestamp == new.heading.timestamp, old.isDeleted == new.isDeleted,
        bytes[old.heading.title] == result.bytes[new.heading.title]
      else { throw .doesNotReadBack(part: "id") }
    }
    return splices
  }

  private func splice(naming slice: EntrySlice, _ id: EntryID) -> Splice {
    if let old = slice.heading.attributes?.id { return Splice(old, Array(id.description.utf8)) }
    var edit = EntryEdit()
    edit.newID = id
    let line = headingLine(for: edit, of: slice.heading)
    // Only what is new, so that the splice never begins where one before the entry does.
    let kept = zip(bytes[slice.heading.line], line).prefix { $0 == $1 }.count
    return Splice(
      slice.heading.line.lowerBound + kept..<slice.heading.line.upperBound,
      Array(line[kept...]))
  }
}
