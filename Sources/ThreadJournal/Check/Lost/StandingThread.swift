import ThreadStorage

/// A thread in which lost entries are looked for.
struct StandingThread {
  enum Remains {
    /// An entry without its id, or with another one.
    case entry
    /// Its text, which from this line (1-based) on is that of the entry above, which may have an id.
    case text(line: Int, of: EntryID?)
  }

  private let document: ThreadDocument
  /// The same without carriage returns, as tj's records have it.
  private let plain: ThreadDocument
  /// Its lines, each between line feeds.
  private let lines: [UInt8]
  /// Its entries by their texts.
  private let texts: [[UInt8]: [EntrySlice]]
  /// The entries without a text, by what they say.
  private let textless: [EntryKey: [EntrySlice]]

  init(_ document: ThreadDocument) {
    let hasReturns = document.bytes.contains(.carriageReturn)
    let plain =
      hasReturns ? ThreadDocument(document.bytes.filter { $0 != .carriageReturn }) : document
    self.document = document
    self.plain = plain
    lines = [0x0A] + plain.bytes + [0x0A]
    texts = Dictionary(grouping: plain.entries) {
      plain.content(of: $0).text(in: plain.bytes.span)
    }
    textless = Dictionary(
      grouping: plain.entries.filter { plain.content(of: $0).body.isEmpty },
      by: { plain.key(of: $0) })
  }

  /// What of a lost entry's lines still stands here; `record` tells in what order tj wrote entries.
  func remains(of lost: LostEntry, _ record: WrittenEntries) -> Remains? {
    guard lost.overwritingBlock == nil else { return nil }
    let written = ThreadDocument(lost.block)
    guard let slice = written.entries.first else { return nil }
    let text = written.content(of: slice).text(in: written.bytes.span)
    // As whole lines: a short one stands in many a word.
    if !text.isEmpty, let offset = lines.firstOffset(of: [0x0A] + text + [0x0A]) {
      // A heading that is only changed is told as that, and one that is written anew may be meant.
      let holder = plain.entries.last { $0.region.lowerBound <= offset }
      // Above the first entry it is shown nowhere.
      let isBelow =
        holder.map {
          (lost.id == nil || plain.id(of: $0) != nil)
            && plain.content(of: $0).body.lowerBound < offset
        }
        ?? true
      // The entry above lost its own text together with this one's heading, and has this one's text now.
      let holderID = holder.flatMap { plain.id(of: $0) }
      func count(in block: some Collection<UInt8>) -> Int { Self.count(of: text, in: Array(block)) }
      let isTaken = holderID.flatMap { record.block(of: $0) }.map { count(in: $0) == 0 }
      // A fix has shown that it stands there, as often as it does.
      let shown = holderID.flatMap { record.blockShown(of: $0) }.map(count(in:)) ?? 0
      let isSettled =
        shown > 0 && isTaken == false
        && holder.map { shown >= count(in: plain.bytes[$0.region]) } == true
      let isGone = lost.id == nil || plain.bytes.firstOffset(of: lost.mark) == nil
      if isGone, lost.id != nil && isTaken == true || isBelow && texts[text] == nil {
        return isSettled ? .entry : .text(line: plain.position(of: offset).line, of: holderID)
      }
      if !isGone || !isOfOthers(text, lost, at: slice.heading.timestamp, record) { return .entry }
    }
    // Without a text, by its heading and fields; one that tj wrote earlier stood beside it.
    let isNamedAnew = textless[written.key(of: slice), default: []].contains { other in
      guard let id = plain.id(of: other) else { return true }
      return lost.id.map { !record.isWritten(id, before: $0) } ?? true
    }
    if isNamedAnew { return .entry }
    // Where two machines named it, a merge has kept one of the ids.
    if let id = lost.id, record.isNamedByFix(id), isNamedTwice(slice, id, written, record) {
      return .entry
    }
    // Its heading is there, and is not read: that is told.
    if lost.id != nil, plain.bytes.firstOffset(of: lost.mark) != nil { return .entry }
    return renamed(lost) == nil ? nil : .entry
  }

  /// Whether the entries with this text are others than the lost one of `time`, as where somebody notes the same every day: each
  /// has an id and another time.
  private func isOfOthers(
    _ text: [UInt8], _ lost: LostEntry, at time: Timestamp, _ record: WrittenEntries
  ) -> Bool {
    let same = texts[text] ?? []
    return !same.isEmpty
      && same.allSatisfy { other in
        guard let id = plain.id(of: other) else { return false }
        // A fix may have named the lost one anew; a short text is hardly that.
        let isRenamed =
          text.count >= Self.shortText && record.isNamedByFix(id)
          && lost.id.map { record.isWritten(id, before: $0) } != true
        let own = other.heading.timestamp
        let isToMinute = own.precision == .minute || time.precision == .minute
        let unit: Int64 = isToMinute ? 60 : 1
        return !isRenamed && own.wallClockSeconds / unit != time.wallClockSeconds / unit
      }
  }

  /// How often `text` stands in `block`, as whole lines.
  private static func count(of text: [UInt8], in block: [UInt8]) -> Int {
    let lines = [0x0A] + block + [0x0A]
    let wanted = [0x0A] + text + [0x0A]
    var (count, rest) = (0, lines[...])
    while let offset = Array(rest).firstOffset(of: wanted) {
      count += 1
      rest = rest.dropFirst(offset + wanted.count - 1)
    }
    return count
  }

  private static let shortText = 24

  /// Whether an entry of the same time and title, which got another id since or elsewhere, has most of the words of the lost
  /// one with `id`.
  private func isNamedTwice(
    _ slice: EntrySlice, _ id: EntryID, _ written: ThreadDocument, _ record: WrittenEntries
  ) -> Bool {
    let words = written.words(below: slice)
    return plain.entries.contains { other in
      guard let own = plain.id(of: other), !record.knows(own) || record.isWritten(id, before: own)
      else { return false }
      return other.heading.timestamp == slice.heading.timestamp
        && plain.label(other.heading) == written.label(slice.heading)
        && plain.words(below: other).intersection(words).count * 2 > words.count
    }
  }

  /// Where a line of a lost entry's text stands in an entry that tj wrote without it, as a paragraph does whose heading was
  /// cut with the one above.
  func restLine(of lost: LostEntry, _ record: WrittenEntries) -> Int? {
    guard lost.overwritingBlock == nil, let text = LessenedEntry.text(of: lost.block) else {
      return nil
    }
    for line in text.split(separator: 0x0A) where line.count >= Self.shortLine {
      let whole = [0x0A] + line + [0x0A]
      guard let offset = lines.firstOffset(of: whole),
        let holder = plain.entries.last(where: { $0.region.lowerBound <= offset }),
        let own = plain.id(of: holder).flatMap({ record.block(of: $0) }),
        own.firstOffset(of: whole) == nil
      else { continue }
      return plain.position(of: offset).line
    }
    return nil
  }

  /// A shorter line may stand in several entries by chance.
  private static let shortLine = 12

  /// The entry without an id that the lost one is now: at its time, and with its title or most of its words, as where its
  /// braces were taken away, and then words were changed; or at a time of its day, where its own was a part of its title; or
  /// with its time still there, as before a fix.
  func renamed(_ lost: LostEntry) -> EntrySlice? {
    let written = ThreadDocument(lost.block)
    guard let slice = written.entries.first else { return nil }
    let (was, words) = (slice.heading.timestamp, written.words(below: slice))
    return document.entries.first { other in
      let time = other.heading.timestamp
      guard document.id(of: other) == nil else { return false }
      // What it had swallowed may have gone, too.
      if was.precision == .day, time.precision != .day, time.date == was.date {
        let new = document.words(below: other)
        return new.intersection(words).count * 2 > new.count
      }
      if time.precision == .day, was.precision != .day, time.date == was.date {
        let (title, own) = (written.bytes[slice.heading.title], document.bytes[other.heading.title])
        let clock = own.dropLast(title.count).trimmed
        return own.suffix(title.count).elementsEqual(title)
          && LooseClock(clock.span, at: 0, upTo: clock.count)?.end == clock.count
          && document.words(below: other) == words
      }
      guard time.wallClockSeconds == was.wallClockSeconds else { return false }
      if time.precision != .day, document.label(other.heading) == written.label(slice.heading) {
        return true
      }
      let kept = document.words(below: other).intersection(words)
      return words.isEmpty ? time.precision != .day : kept.count * 2 > words.count
    }
  }

  /// A lost entry that tj had deleted, where it stands without its attributes, and so lives again.
  func livingAgain(_ lost: LostEntry) -> LostEntry? {
    guard EntryParts(block: lost.block)?.isDeleted == true, let slice = renamed(lost),
      !slice.isDeleted
    else { return nil }
    var back = lost
    back.overwritingBlock = document.block(of: slice, lineEnding: .lineFeed)
    back.isRestorable = false
    return back
  }

  /// The field lines of a lost heading that do not stand directly above its text, which begins at `line` (1-based).
  func fieldsGone(of lost: LostEntry, above line: Int) -> [String] {
    let written = ThreadDocument(lost.block)
    let fields = written.entries.first.map { written.content(of: $0).fields } ?? []
    let typed = fields.flatMap { written.bytes[$0.lines].split(separator: 0x0A) }
    let above = plain.bytes[...].lines.prefix(line - 1).suffix(typed.count + 2)
    return typed.filter { !above.contains($0) }.map { String(utf8: $0) }
  }
}

extension ThreadDocument {
  /// The words of an entry's values and text; names of fields are those of other entries, too.
  fileprivate func words(below slice: EntrySlice) -> Set<[UInt8]> {
    let content = content(of: slice)
    let parts = content.fields.map { $0.value(in: bytes.span) } + [content.text(in: bytes.span)]
    return Set(parts.flatMap { $0.split(whereSeparator: Byte.isSpace).map(Array.init) })
  }
}
