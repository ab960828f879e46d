import ThreadStorage

/// Entries of a thread by what an import wrote of them: they may say something else now, or be at another time, and a row that
/// still says what it said then is still the same.
struct BroughtEntries {
  private var found: [Instant: [(own: FoundEntry, was: FoundEntry)]] = [:]
  private let zone: LocalTimeZone

  init(_ index: ImportIndex, at path: String, besides others: Set<FoundEntry.Place>) {
    zone = index.zone
    guard let written = index.written, let header = index.thread(at: path) else { return }
    let schema = index.schema(at: path)
    for own in index.all(at: path) where !others.contains(own.place) {
      guard let block = own.id.flatMap({ written.blockImported(of: $0) }),
        let slice = ThreadDocument(block).entries.first
      else { continue }
      let file = ThreadFile(block, header: header, schema: schema, zone: zone)
      let was = FoundEntry(Entry(file, slice), changed: nil, schema: schema) { _ in false }
      found[was.instant.minute, default: []].append((own, was))
    }
  }

  /// The entry that an import wrote as `entry` is, `besides` those that others are; nil where it wrote none so.
  ///
  /// - Parameter isExtended: Whether that had a value less.
  func entry(
    writtenAs entry: ImportedEntry, isExtended: Bool = false, besides others: Set<FoundEntry.Place>
  ) -> FoundEntry? {
    let (instant, keys) = (entry.timestamp.instant(in: zone), entry.keys)
    let text = Escaping.trimmingBlankLines(entry.text)
    return found[instant.minute]?.first { own, was in
      !others.contains(own.place) && (entry.isToTheMinute || was.instant == instant)
        && was.text == text
        && (!entry.tellsEnd || was.length == entry.timestamp.length(in: zone))
        && (isExtended ? was.isExtended(by: entry, keys) : was.hasContent(of: entry, keys))
    }?.own
  }
}
