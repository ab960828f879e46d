import ThreadStorage

/// What a purge removes, as it is looked for in other files, which stay: in reviews, tables, exports and notes.
///
/// These quote how a text begins, a further line of it, a title, the value of a field, or an id. Each counts only where
/// it is long enough that nobody else has it by chance. Of very many entries the first are looked for so, and of the
/// others whole texts and headings (`PurgedWords`).
struct PurgedQuotes {
  private var needles: Set<[UInt8]> = []
  let words: PurgedWords

  /// How much of a line is looked for, and how many lines, names and ids at most.
  private static let most = (bytes: 40, count: 64)
  /// How long the first line of a text, a further one, a title or a value, and an id is at least.
  private static let enough = (beginning: 16, line: 24, name: 12, id: 8)

  init(_ parts: [ErasedPart]) {
    words = PurgedWords(parts)
    var (beginnings, lines, names, ids): ([[UInt8]], [[UInt8]], [[UInt8]], [[UInt8]]) = (
      [], [], [], []
    )
    func add(_ text: [UInt8], isPreamble: Bool) {
      let all = text.split(separator: 0x0A).map { Array(PurgedWords.key($0)) }
      let first = isPreamble ? all[..<0] : all.prefix(1)
      beginnings += first.filter { $0.count >= Self.enough.beginning }
      lines += all.dropFirst(first.count).filter { $0.count >= Self.enough.line }
    }
    for part in parts {
      names += Self.names(in: part)
      if part.isWhole {
        let document = ThreadDocument(part.bytes)
        let title = ThreadHeader(path: part.path, document: document).title
        if title.utf8.count >= Self.enough.name { names.append(Array(title.utf8)) }
        add(Array(part.bytes[document.preamble]), isPreamble: true)
      }
      for slice in part.entries.prefix(Self.most.count) {
        let text = slice.content(in: part.bytes.span).text(in: part.bytes.span)
        add(text, isPreamble: false)
        add(EntryLines.bytes(fields: [], text: text), isPreamble: false)
        if let id = slice.heading.attributes?.id, id.count >= Self.enough.id {
          ids.append(Array(part.bytes[id]))
        }
      }
    }
    for kind in [beginnings, lines] {
      needles.formUnion(kind.prefix(Self.most.count).map { Array($0.prefix(Self.most.bytes)) })
    }
    for kind in [names, ids] { needles.formUnion(kind.prefix(Self.most.count)) }
  }

  /// The titles and the values of fields of entries that go, where they stand nowhere else in its thread.
  private static func names(in part: ErasedPart) -> [[UInt8]] {
    var names = part.entries.prefix(most.count).flatMap { slice in
      [Array(part.bytes[slice.heading.title])]
        + slice.content(in: part.bytes.span).fields.map { $0.value(in: part.bytes.span) }
    }
    names.removeAll { $0.count < enough.name || !$0.contains(where: Byte.isLetter) }
    guard !part.isWhole, !names.isEmpty else { return names }
    let rest = part.bytes.applying(part.entries.map { Splice($0.region, []) })
    return names.prefix(most.count).filter { rest.firstOffset(of: $0) == nil }
  }

  /// Whether `bytes` quote an entry, in the midst of a line, too, or have its whole text or its heading.
  func stand(in bytes: [UInt8]) -> Bool {
    needles.contains { bytes.firstOffset(of: $0) != nil } || words.standWhole(in: bytes)
  }
}
