import ThreadStorage

/// The tags and fields that entries have: in how many entries each is, and in which last.
package struct NameTally: Sendable {
  package struct Use: Sendable {
    /// A tag in lower case, without `#`; a field as its thread defines it, or as it was typed first.
    package let name: String
    package fileprivate(set) var entries = 0
    package fileprivate(set) var last: Timestamp
    fileprivate var instant: Instant

    fileprivate mutating func add(_ count: Int, _ time: Timestamp, _ instant: Instant) {
      entries += count
      if self.instant <= instant { (last, self.instant) = (time, instant) }
    }
  }

  package private(set) var entries = 0
  /// By the form in which names are compared.
  private var tagUses: [String: Use] = [:]
  private var fieldUses: [String: Use] = [:]

  package init() {}

  package init(_ thread: ThreadEntries) {
    entries = thread.entries.count
    let file = thread.file.bytes
    let bytes = file.span
    for entry in thread.entries {
      let content = entry.content
      let (time, instant) = (entry.timestamp, entry.instant)
      for tag in Hashtag.keys(ofTitle: entry.slice.heading.title, content, in: bytes) {
        Self.add(1, time, instant, to: &tagUses, tag, named: tag)
      }
      var keys: Set<String> = []
      for field in content.fields {
        let name = bytes.copy(field.name)
        let key = FieldName.key(name)
        guard keys.insert(key).inserted else { continue }
        let known = fieldUses[key]?.name ?? thread.schema.field(withKey: key)?.name
        Self.add(1, time, instant, to: &fieldUses, key, named: known ?? String(utf8: name))
      }
    }
  }

  package mutating func merge(_ other: NameTally) {
    entries += other.entries
    for (key, use) in other.tagUses {
      Self.add(use.entries, use.last, use.instant, to: &tagUses, key, named: use.name)
    }
    for (key, use) in other.fieldUses {
      Self.add(use.entries, use.last, use.instant, to: &fieldUses, key, named: use.name)
    }
  }

  private static func add(
    _ count: Int, _ time: Timestamp, _ instant: Instant, to uses: inout [String: Use],
    _ key: String, named name: String
  ) {
    uses[key, default: Use(name: name, last: time, instant: instant)].add(count, time, instant)
  }

  /// The tags, that of most entries first, or by name.
  package func tags(byName: Bool) -> [Use] { Self.arranged(tagUses, byName) }

  /// The fields in the same order.
  package func fields(byName: Bool) -> [Use] { Self.arranged(fieldUses, byName) }

  private static func arranged(_ uses: [String: Use], _ byName: Bool) -> [Use] {
    uses.sorted {
      !byName && $0.value.entries != $1.value.entries
        ? $0.value.entries > $1.value.entries : $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }.map(\.value)
  }
}

extension EntryScan {
  /// The tags and fields of all entries that are found.
  package func names() -> (tally: NameTally, outcome: Outcome) {
    var tally = NameTally()
    let outcome = run(rendering: { NameTally($0) }, taking: { tally.merge($0) })
    return (tally, outcome)
  }
}
