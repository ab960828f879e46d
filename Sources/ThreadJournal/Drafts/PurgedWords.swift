import ThreadStorage

/// What a purge removes, as it is looked for in drafts.
///
/// Out of a draft that is about an entry that goes, as its note or a heading in it says, each line of that entry goes.
/// Any other draft is somebody's words about something else, in which a line may be the same by chance: it loses only
/// the whole text of an entry, and only where that is long enough to tell.
package struct PurgedWords: Sendable {
  /// The lines of entries and threads, and the titles of entries as headings without anything else.
  private var lines: Set<ArraySlice<UInt8>> = []
  private var runs = LineRuns([])
  /// Whole texts, of whatever length, as a draft may have nothing else.
  private var texts: Set<[ArraySlice<UInt8>]> = []
  /// One of these stands in whatever has the text of an entry, or its heading; nil where they are too many to look for.
  private var literals: [[UInt8]]?
  private var ids: Set<String> = []
  /// The threads that go as a whole.
  private let paths: Set<String>

  /// How many bytes of a text are enough to tell it from others, and how many lines are.
  private static let enough = (bytes: 16, lines: 3)
  /// How many texts and ids are looked for before all is compared.
  private static let mostLiterals = 64

  package init(of entries: [Entry], _ threads: [(path: String, document: ThreadDocument)]) {
    self.init(
      entries.map {
        ErasedPart(
          path: $0.thread.path, bytes: $0.file.bytes, entries: [$0.slice], isWhole: false)
      }
        + threads.map { ErasedPart(of: $0.document, at: $0.path) })
  }

  package init(_ parts: [ErasedPart]) {
    paths = Set(parts.filter(\.isWhole).map(\.path))
    var texts: [[ArraySlice<UInt8>]] = []
    for part in parts {
      if part.isWhole { add(part.bytes[...]) }
      for slice in part.entries { texts += add(slice, of: part.bytes) }
    }
    self.texts = Set(texts.filter { $0.contains(where: Self.tells) })
    let long = texts.filter { text in
      text.contains(where: Self.tells)
        && (text.count >= Self.enough.lines || text.joined().count >= Self.enough.bytes)
    }
    runs = LineRuns(long)
    let literals = Set(long.compactMap(\.first).map(Array.init)).union(ids.map { Array($0.utf8) })
    self.literals = literals.count > Self.mostLiterals ? nil : Array(literals)
  }

  /// Adds an entry's lines, as its file has them and as a draft would; returns those of its text, in both ways.
  private mutating func add(_ slice: EntrySlice, of file: [UInt8]) -> Set<[ArraySlice<UInt8>]> {
    let id = slice.heading.attributes?.id.flatMap { EntryID(file.span, $0) }
    if let id { ids.insert(id.description) }
    if !slice.heading.title.isEmpty { lines.insert(Self.heading(file[slice.heading.title])[...]) }
    add(file[slice.region])
    let text = slice.content(in: file.span).text(in: file.span)
    add(text[...])
    return Set(
      [text, EntryLines.bytes(fields: [], text: text)].map { text in
        text.split(separator: 0x0A).map(Self.key).filter { !$0.isEmpty }
      })
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    for line in bytes.split(separator: 0x0A).map(Self.key) where Self.tells(line) {
      lines.insert(line)
    }
  }

  /// Adds what a buffer of several entries says of those that go, as it was when it was handed out.
  private mutating func addEntries(of buffer: [UInt8]) {
    var isOfIt = false
    for line in buffer.split(separator: 0x0A) {
      if let id = heading(line)?.id { isOfIt = ids.contains(id) }
      if isOfIt { add(line) }
    }
  }

  private static func heading(_ title: some Sequence<UInt8>) -> [UInt8] {
    Array("## ".utf8) + title
  }

  /// Whether a line has a letter or a digit: others are alike in all texts.
  private static func tells(_ line: ArraySlice<UInt8>) -> Bool {
    line.contains { $0 >= 0x80 || Byte.isDigit($0) || (0x61...0x7A).contains($0 | 0x20) }
  }

  /// The line as it is compared: without what quotes or indents it, and blanks at its end.
  static func key(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.drop { $0 <= 0x20 || $0 == UInt8(ascii: ">") }.withoutBlankEnd
  }

  private struct Rest {
    var bytes: [UInt8]
    /// How many lines were taken out, or changed.
    var lines = 0
    /// Whether nothing is left but what quotes or indents.
    var isBlank = false
    var isAboutIt: Bool
  }

  /// What is left of the bytes of a draft; of an entry that is removed the heading goes, too, unless somebody has
  /// written other words below it.
  private func rest(of bytes: [UInt8], isAboutIt: Bool) -> Rest {
    let all = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let keys = all.map(Self.key)
    let filled = all.indices.filter { !keys[$0].isEmpty }
    let inRun =
      texts.contains(filled.map { keys[$0] })
      ? Set(filled) : Set(runs.indices(in: filled.map { keys[$0] }).map { filled[$0] })
    var rest = Rest(bytes: [], isAboutIt: isAboutIt)
    var kept: [ArraySlice<UInt8>] = []
    // The heading of an entry that is removed, and blank lines behind it.
    var held: [ArraySlice<UInt8>] = []
    var isOfIt = isAboutIt
    for (index, line) in all.enumerated() {
      if let (id, title) = heading(line), !inRun.contains(index) || isAboutIt || id != nil {
        rest.lines += held.isEmpty ? 0 : 1
        held = []
        isOfIt = id.map(ids.contains) ?? isAboutIt
        rest.isAboutIt = rest.isAboutIt || isOfIt
        guard isOfIt else {
          kept.append(line)
          continue
        }
        let isSame = !title.isEmpty && lines.contains(Self.heading(line[title])[...])
        if isSame { rest.lines += 1 }
        held = [isSame ? line[..<title.lowerBound] + line[title.upperBound...] : line]
      } else if inRun.contains(index) || isOfIt && lines.contains(keys[index]) {
        rest.lines += 1
      } else if !held.isEmpty, keys[index].isEmpty {
        held.append(line)
      } else {
        if !line.starts(with: DraftLines.commentStart) { kept += held }
        held = []
        kept.append(line)
      }
    }
    // A draft that is only about the entry has nothing of its own in the heading.
    rest.lines += held.isEmpty ? 0 : 1
    rest.isBlank = kept.allSatisfy { Self.key($0).isEmpty }
    rest.bytes = rest.lines == 0 ? bytes : Array(kept.joined(separator: [0x0A]))
    return rest
  }

  /// The id and the title of the heading that `line` is.
  private func heading(_ line: ArraySlice<UInt8>) -> (id: String?, title: Range<Int>)? {
    guard line.starts(with: "## ".utf8),
      let heading = EntryHeading(line.span, line: 0..<line.count)
    else { return nil }
    let (title, start) = (heading.title, line.startIndex)
    return (
      heading.attributes?.id.flatMap { EntryID(line.span, $0)?.description },
      title.lowerBound + start..<title.upperBound + start
    )
  }

  /// Whether a line of it stands in `bytes`, which need not be text: vim's swap files end lines with a zero byte.
  func stand(in bytes: [UInt8]) -> Bool {
    bytes.split { $0 == 0x0A || $0 == 0 }.contains { lines.contains(Self.key($0)) }
  }

  /// Whether the whole text of an entry stands in `bytes`, or its heading.
  func standWhole(in bytes: [UInt8]) -> Bool {
    if let literals, !literals.contains(where: { bytes.firstOffset(of: $0) != nil }) {
      return false
    }
    let rest = rest(of: bytes, isAboutIt: false)
    return rest.lines > 0 || rest.isAboutIt
  }

  /// What becomes of a draft; nil where it stays as it is.
  fileprivate func fate(of text: [UInt8], _ note: [UInt8]) -> (PurgedDraft.Fate, Rewritten)? {
    guard var decoded = DraftNote(decoding: note) else {
      let rest = rest(of: text, isAboutIt: false)
      guard rest.lines > 0 || rest.isAboutIt else { return nil }
      return (
        rest.isBlank ? .removed : .kept(lines: rest.lines, isAboutIt: rest.isAboutIt),
        Rewritten(text: rest.bytes, note: note)
      )
    }
    let isAboutIt =
      ids.contains(decoded.entry) || decoded.purpose == .edit && paths.contains(decoded.thread)
    var words = self
    // What the entry said when the draft was made is the entry's, too.
    if isAboutIt { words.add(decoded.original[...]) }
    if decoded.purpose == .editSeveral { words.addEntries(of: decoded.original) }
    let original = words.rest(of: decoded.original, isAboutIt: isAboutIt)
    let rest = words.rest(of: text, isAboutIt: isAboutIt)
    let isNamed = original.isAboutIt || rest.isAboutIt || paths.contains(decoded.thread)
    guard isNamed || original.lines + rest.lines > 0 else { return nil }
    // The words are those of another entry, too, which stays.
    if decoded.purpose == .edit, !isNamed, original.lines > 0 { return nil }
    decoded.original = original.bytes
    decoded.handed.removeAll { ids.contains($0.id) }
    // It may quote what was refused.
    decoded.remark = nil
    if isAboutIt {
      if decoded.title.map({ lines.contains(Self.heading($0.utf8)[...]) }) == true {
        decoded.title = nil
      }
      decoded.fields.removeAll { field in
        let line = EntryLines.bytes(fields: [(String(utf8: field.name), field.value)], text: [])
        return line.split(separator: 0x0A).contains { lines.contains(Self.key($0)) }
      }
    }
    let fate = PurgedDraft.Fate.kept(lines: rest.lines, isAboutIt: isNamed)
    return (
      rest.isBlank || decoded.isEmpty(rest.bytes) ? .removed : fate,
      Rewritten(text: rest.bytes, note: decoded.encoded)
    )
  }

  fileprivate struct Rewritten {
    let text: [UInt8]
    let note: [UInt8]
  }
}

extension DraftBox {
  /// The drafts that a purge changes; `losesUnsaved` where one goes with what an editor has not saved.
  package func drafts(
    with words: PurgedWords
  ) throws(StorageError) -> [(draft: Draft, losesUnsaved: Bool)] {
    var found: [(draft: Draft, losesUnsaved: Bool)] = []
    for draft in try list() {
      guard let (fate, _) = try fate(of: draft, words) else { continue }
      found.append((draft, fate == .removed && unsaved(of: draft) != nil))
    }
    return found
  }

  /// What becomes of a draft; nil where it stays, or is gone: commands under way have drafts, too.
  private func fate(
    of draft: Draft, _ words: PurgedWords
  ) throws(StorageError) -> (PurgedDraft.Fate, PurgedWords.Rewritten)? {
    guard let text = try StorageError.ifThere(try text(of: draft)) else { return nil }
    return words.fate(of: text, try note(of: draft))
  }

  /// Takes these words out of all drafts, and of what editors left of them; a draft of which nothing is left goes.
  package func erase(_ words: PurgedWords) throws(StorageError) -> [PurgedDraft] {
    var found: [PurgedDraft] = []
    for draft in try list(passesOver: false) {
      guard let (fate, rest) = try fate(of: draft, words) else { continue }
      guard !isBeingWritten(draft) else {
        found.append(PurgedDraft(path: draft.path, fate: .beingWritten))
        continue
      }
      found.append(PurgedDraft(path: draft.path, fate: fate))
      if fate == .removed {
        found += leftovers().filter { $0.draft == draft.name && $0.isUnsaved }
          .map { PurgedDraft(path: $0.path, fate: .removedUnsaved) }
        try remove(draft, withUnsaved: true)
      } else {
        try replace(draft, text: rest.text, note: rest.note)
        removeLeftovers { $0.draft == draft.name && !$0.isUnsaved }
      }
    }
    let there = Set(try list(passesOver: false).map(\.name))
    // An older version of a draft that is gone.
    removeLeftovers { !$0.isUnsaved && !there.contains($0.draft) }
    return found
      + leftovers().filter(\.isUnsaved).map { PurgedDraft(path: $0.path, fate: .unsaved) }
  }
}
