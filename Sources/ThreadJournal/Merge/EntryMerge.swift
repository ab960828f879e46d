import ThreadStorage

/// An entry that both sides changed: its heading by its parts, its fields by name, its text by lines.
///
/// Whatever is chosen between two ways to say the same does not depend on which side is ours, so that two machines
/// come to the same bytes.
struct EntryMerge {
  let base: EntryParts
  let ours: EntryParts
  let theirs: EntryParts

  /// From the lines of an entry in three versions, without the ending of the last; nil where one is none.
  init?(_ base: ArraySlice<UInt8>, _ ours: ArraySlice<UInt8>, _ theirs: ArraySlice<UInt8>) {
    guard let base = EntryParts(base), let ours = EntryParts(ours), let theirs = EntryParts(theirs)
    else { return nil }
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
  }

  /// Merges entries whose last lines have their ending, a line feed.
  static func block(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> [UInt8]? {
    EntryMerge(base.dropLast(), ours.dropLast(), theirs.dropLast())?.result(lineEnding: .lineFeed)
      .map { $0 + [Byte.lineFeed] }
  }

  /// Whether one side deleted the entry and the other changed its words: deletion never wins over these.
  var contradictsDeletion: Bool {
    guard ours.isDeleted != theirs.isDeleted, isDeleted else { return false }
    return !(ours.isDeleted ? theirs : ours).saysTheSame(as: base)
  }

  /// Whether the entry is deleted in the end.
  ///
  /// What one side alone did counts: it deleted the entry, or restored it. Where one deleted it and the other took it
  /// out of the trash, the later of the two counts.
  private var isDeleted: Bool {
    guard ours.isDeleted != theirs.isDeleted else { return ours.isDeleted }
    let (deleted, live) = ours.isDeleted ? (ours, theirs) : (theirs, ours)
    guard let restored = live.restored, restored != base.restored,
      !base.isDeleted || deleted.deleted != base.deleted
    else { return !base.isDeleted }
    return EntryParts.later(deleted.deleted, restored) == deleted.deleted
  }

  /// The entry's lines, without the ending of the last; nil where the sides contradict each other.
  func result(lineEnding: LineEnding) -> [UInt8]? {
    guard !contradictsDeletion, let heading = heading(), let fields = fields(),
      let text = LineMerge.merged(base.text, ours.text, theirs.text)
    else { return nil }
    let fieldsGap =
      merged(base.fieldsGap, ours.fieldsGap, theirs.fieldsGap)
      ?? max(ours.fieldsGap, theirs.fieldsGap)
    let textGap =
      merged(base.textGap, ours.textGap, theirs.textGap) ?? max(ours.textGap, theirs.textGap)
    var lines = [heading[...]]
    if !fields.isEmpty {
      lines += Array(repeating: [], count: fieldsGap)
      lines += fields
    }
    if !text.isEmpty {
      let needsGap = !fields.isEmpty && textGap == 0
      lines += Array(repeating: [], count: needsGap ? 1 : textGap)
      lines += text.split(separator: .lineFeed, omittingEmptySubsequences: false)
    }
    var result: [UInt8] = []
    for (index, line) in lines.enumerated() {
      if index > 0 {
        let endsInReturn = result.last == .carriageReturn
        Escaping.appendEnding(lineEnding, afterReturn: endsInReturn, to: &result)
      }
      result += line
    }
    // What was joined may read otherwise, as text that now begins with what looks like a field.
    guard let read = EntryParts(result[...]), read.text == text, read.heading == heading,
      read.fields.map(\.lines).joined().elementsEqual(fields)
    else { return nil }
    return result
  }

  // MARK: - Fields

  private func fields() -> [ArraySlice<UInt8>]? {
    if let same = merged(base.fields, ours.fields, theirs.fields) { return same.flatMap(\.lines) }
    let sides = [base, ours, theirs].map { $0.fields.map(\.name) }
    guard sides.allSatisfy({ Set($0).count == $0.count }) else { return nil }
    let order = MergeOrder(base: sides[0], ours: sides[1], theirs: sides[2])
    let choices = order.kept.map(choice)
    guard choices.allSatisfy({ $0 != nil }) else { return nil }
    let items = order.items(pairs: order.pairs) { index in
      choices[index].map { !$0.isEmpty } ?? false
    } key: {
      MergeKey(name: ArraySlice(name(of: $0).utf8))
    }
    var lines: [ArraySlice<UInt8>] = []
    for item in items {
      guard let chosen = choice(item) else { return nil }
      lines += chosen
    }
    return lines
  }

  private func field(_ parts: EntryParts, _ index: Int32) -> [ArraySlice<UInt8>] {
    index < 0 ? [] : parts.fields[Int(index)].lines
  }

  /// The lines of a field; empty where a side took it away.
  private func choice(_ item: MergedItem) -> [ArraySlice<UInt8>]? {
    merged(field(base, item.base), field(ours, item.ours), field(theirs, item.theirs))
  }

  private func name(of item: MergedItem) -> String {
    (item.ours >= 0 ? ours.fields[Int(item.ours)] : theirs.fields[Int(item.theirs)]).name
  }

  // MARK: - Heading

  private func heading() -> [UInt8]? {
    if let same = merged(base.heading, ours.heading, theirs.heading) { return same }
    guard let time = merged(base.time, ours.time, theirs.time),
      let title = merged(base.title, ours.title, theirs.title),
      let others = merged(base.otherAttributes, ours.otherAttributes, theirs.otherAttributes)
    else { return nil }
    // An id that both gave to an entry without one is the lesser of the two.
    let sides = [ours, theirs].sorted { $0.heading.lexicographicallyPrecedes($1.heading) }
    let id = sides.compactMap(\.id).min { $0.lexicographicallyPrecedes($1) }
    guard let carrier = sides.first(where: { $0.otherAttributes == others && $0.id == id }) else {
      return nil
    }
    let document = ThreadDocument(time + title + carrier.attributes)
    guard let heading = document.entries.first?.heading, heading.line.count == document.bytes.count
    else { return nil }
    var edit = EntryEdit()
    let edited = EntryParts.later(ours.edited, theirs.edited)
    if edited != carrier.edited { edit.edited = edited }
    let restored = EntryParts.later(ours.restored, theirs.restored)
    if restored != carrier.restored { edit.restored = restored }
    edit.deletion = deletion(carrier)
    return document.headingLine(for: edit, of: heading)
  }

  private func deletion(_ carrier: EntryParts) -> EntryEdit.Deletion? {
    if ours.isDeleted && theirs.isDeleted {
      let time = EntryParts.later(ours.deleted, theirs.deleted)
      return time == carrier.deleted ? nil : time.map { .mark($0) }
    }
    guard isDeleted != carrier.isDeleted else { return nil }
    return isDeleted ? .mark(ours.deleted ?? theirs.deleted ?? "true") : .unmark
  }
}

/// The parts of one entry, each as bytes, without line endings.
struct EntryParts {
  struct Field: Equatable {
    var name: String
    var lines: [ArraySlice<UInt8>]
  }

  let heading: [UInt8]
  let time: [UInt8]
  let title: [UInt8]
  /// The attributes, with what stands before them.
  let attributes: [UInt8]
  /// Those that say neither an id nor what happened to the entry, as typed.
  let otherAttributes: [[UInt8]]
  let id: [UInt8]?
  let edited: String?
  let deleted: String?
  let restored: String?
  let isDeleted: Bool
  /// How many blank lines stand above the fields, and above the text.
  let fieldsGap: Int
  let textGap: Int
  let fields: [Field]
  /// The text's lines, as typed, each but the last ended by a line feed.
  let text: [UInt8]

  init?(_ entry: ArraySlice<UInt8>) {
    let document = ThreadDocument(Array(entry))
    guard document.entries.count == 1, let slice = document.entries.first,
      slice.region.lowerBound == 0
    else { return nil }
    let read = slice.heading
    let bytes = document.bytes
    heading = Array(bytes[read.line])
    time = Array(bytes[read.line.lowerBound..<read.timestampRange.upperBound])
    let titleEnd = read.title.isEmpty ? read.timestampRange.upperBound : read.title.upperBound
    title = Array(bytes[read.timestampRange.upperBound..<titleEnd])
    attributes = Array(bytes[titleEnd..<read.line.upperBound])
    func string(_ range: Range<Int>?) -> String? {
      range.map { String(utf8: EntryAttributes.unquoted(bytes.span, $0)) }
    }
    id = read.attributes?.id.map { Array(bytes[$0]) }
    edited = string(read.attributes?.edited)
    deleted = string(read.attributes?.deleted)
    restored = string(read.attributes?.restored(in: bytes.span))
    isDeleted = slice.isDeleted
    let content = document.content(of: slice)
    func blankLines(_ range: Range<Int>) -> Int { bytes[range].count { $0 == .lineFeed } }
    func lines(_ range: Range<Int>) -> [ArraySlice<UInt8>] {
      bytes.lines(in: range).map { bytes[$0.text] }
    }
    let fieldsStart = content.fields.first?.lines.lowerBound ?? content.start
    let fieldsEnd = content.fields.last?.lines.upperBound ?? content.start
    fieldsGap = blankLines(content.start..<fieldsStart)
    textGap = content.body.isEmpty ? 0 : blankLines(fieldsEnd..<content.body.lowerBound)
    fields = content.fields.map {
      Field(name: FieldName.key(document.string($0.name)), lines: lines($0.lines))
    }
    text = Array(lines(content.body).joined(separator: [Byte.lineFeed]))
    otherAttributes = read.attributes.map { EntryAttributes.others(in: bytes, $0) } ?? []
  }

  /// From the lines of an entry of which the last has its ending, a line feed.
  init?(block: [UInt8]) {
    self.init(block.dropLast())
  }

  /// Whether all but its id and what happened to it is the same.
  func saysTheSame(as other: EntryParts) -> Bool {
    time == other.time && title == other.title && otherAttributes == other.otherAttributes
      && fields == other.fields && text == other.text
  }

  /// Whether tj edited `other` since this version was made.
  func isOlder(than other: EntryParts) -> Bool {
    other.edited.map { Self.later($0, edited) != edited } ?? false
  }

  /// Whether tj edited it, and not after this time.
  func isEdited(by time: Timestamp?) -> Bool {
    guard let time, let edited = edited.flatMap({ Timestamp($0) }) else { return false }
    return edited.instant(in: .utc) <= time.instant(in: .utc)
  }

  /// What tells it where it was changed by hand: its time, and its text, or else its fields; and on its day the letters
  /// and digits of all, which stay where `23h` in its title becomes its time, and `- mood: 4 h` a field with a value.
  var marks: [[UInt8]] {
    let fields = Array(fields.map(\.lines).joined().joined(separator: [0]))
    let lines = text.isEmpty ? fields : text
    let title = title[...].trimmed.split(separator: 0x20).drop {
      $0.first.map(Byte.isDigit) ?? false
    }
    let words = (title.joined() + fields + text).filter {
      Byte.isDigit($0) || Byte.isLetter($0) || $0 >= 0x80
    }
    return [time] + (lines.isEmpty ? [] : [lines]) + [day + [0] + words]
  }

  /// The day of its heading.
  private var day: [UInt8] { Array(time.dropFirst(2).drop { Byte.isSpace($0) }.prefix(10)) }

  /// The later of two times; what is none is the earliest, and of equal ones that with the greater bytes is later.
  static func later(_ one: String?, _ other: String?) -> String? {
    guard let one, let other else { return one ?? other }
    let times = [one, other].map { Timestamp($0)?.instant(in: .utc) }
    if let first = times[0], let second = times[1], first != second {
      return first < second ? other : one
    }
    if times[0] != times[1] { return times[0] == nil ? other : one }
    return one.utf8.lexicographicallyPrecedes(other.utf8) ? other : one
  }
}
