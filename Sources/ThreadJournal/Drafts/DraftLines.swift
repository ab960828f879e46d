import ThreadStorage

/// The lines of a draft as the editor left it, without the comments that tj had put there.
package struct DraftLines: Sendable {
  struct Line: Sendable {
    /// In the draft's file, 1-based.
    let number: Int
    /// With a carriage return at its end, if it has one.
    let bytes: ArraySlice<UInt8>

    var text: ArraySlice<UInt8> { bytes.last == 0x0D ? bytes.dropLast() : bytes }
    var words: String { String(utf8: text) }
  }

  private var lines: [Line]

  package init(_ bytes: [UInt8], for note: DraftNote) {
    // What some editors put before the first line is no part of it.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let hasMark = bytes.starts(with: mark) && !note.original.starts(with: mark)
    var text = hasMark ? bytes.dropFirst(mark.count) : bytes[...]
    // An editor may end all lines with carriage returns alone.
    if text.contains(.carriageReturn), !text.dropLast().contains(0x0A),
      note.original.contains(0x0A), !note.original.contains(.carriageReturn)
    {
      text = text.map { $0 == .carriageReturn ? 0x0A : $0 }[...]
    }
    lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
      .map { Line(number: $0 + 1, bytes: $1) }
    guard let hint = note.hint.map(Self.comment) else { return }
    // What replaced words everywhere has changed the comments, too; but what stood in an entry is its writer's.
    let words = Set(note.original.split(separator: 0x0A))
    let last = lines.lastIndex { $0.text.elementsEqual(hint) }
    if let last, bytes != note.original { lines.remove(at: last) }
    let remark = note.remark.map(Self.comment)
    removeComments(hint, remark, besides: words)
    if note.purpose == .add {
      trimValues(behind: words)
      removeUnfilled(of: words)
    }
  }

  /// Whether a line is that of a field without a value.
  private static func isUnfilled(_ line: ArraySlice<UInt8>) -> Bool {
    let line = Array(line)
    return EntryField.scan(line.span, line: line.indices)
      .map { line[$0.value].trimmed.isEmpty } == true
  }

  /// Where the text of an entry begins: its first line that is no heading and no field; nil for none.
  private var textStart: Int? {
    lines.firstIndex { line in
      let line = Array(line.text)
      return line.first.map { $0 > 0x20 } == true && !Self.looksLikeHeading(line)
        && EntryField.scan(line.span, line: line.indices) == nil
    }
  }

  /// Takes out the blanks around values behind lines of fields that were handed out: these end in a blank, which an editor
  /// hardly shows, and who typed another one means none.
  private mutating func trimValues(behind original: Set<ArraySlice<UInt8>>) {
    let offered = original.filter { $0.last == .space && Self.isUnfilled($0) }
    for index in lines.indices.prefix(textStart ?? lines.count) {
      let line = lines[index]
      guard let start = offered.first(where: { line.text.starts(with: $0) })?.count else {
        continue
      }
      let value = line.text.dropFirst(start)
      let end = line.bytes[line.text.endIndex...]
      lines[index] = Line(
        number: line.number, bytes: line.text.prefix(start) + value.trimmed + end)
    }
  }

  /// Takes out the lines of fields that stand below text by now as they were handed out, without a value: nobody filled
  /// them in.
  private mutating func removeUnfilled(of original: Set<ArraySlice<UInt8>>) {
    guard let text = textStart else { return }
    let offered = Set(original.filter(Self.isUnfilled).map { $0.trimmed })
    // Beside the one that was handed out, another one is its writer's.
    let unfilled = offered.subtracting(lines[..<text].map { $0.text.trimmed })
    lines = lines[..<text] + lines[text...].filter { !unfilled.contains($0.text.trimmed) }
  }

  /// Takes the comments out, and leaves what was typed before or behind one on its line, and one with words of the
  /// writer's.
  private mutating func removeComments(
    _ hint: [UInt8], _ remark: [UInt8]?, besides words: Set<ArraySlice<UInt8>>
  ) {
    let own = [hint, remark].compactMap { $0?.split(whereSeparator: Byte.isSpace) }
    // Where the note is gone, nobody knows what they said.
    let isUnknown = hint == Self.comment("")
    var kept: [Line] = []
    var index = 0
    while index < lines.count {
      let line = lines[index]
      index += 1
      let isOwn = !words.contains(line.text)
      guard isOwn, let start = startOfComment(inLineAt: index - 1) else {
        kept.append(line)
        continue
      }
      var (last, next, end) = (line, index, Self.endOfComment(in: line.text[start...]))
      // An editor may have wrapped it.
      while end == nil, next < lines.count, lines[next].text.contains(where: { $0 > 0x20 }) {
        last = lines[next]
        next += 1
        end = Self.endOfComment(in: last.text)
      }
      guard let end else {
        kept.append(line)
        continue
      }
      let comment: [ArraySlice<UInt8>] =
        next == index
        ? [line.text[start..<end]]
        : [line.text[start...]] + lines[index..<(next - 1)].map(\.text) + [last.text[..<end]]
      let typed = comment.flatMap { $0.split(whereSeparator: Byte.isSpace) }
      guard isUnknown || own.contains(where: { Self.saysNothing(typed, besides: $0) }) else {
        kept.append(line)
        continue
      }
      index = next
      let before = Array(line.text[..<start].reversed().drop(while: Byte.isBlank).reversed())
      let behind = last.bytes[end...]
      if (before + behind).contains(where: { $0 > 0x20 }) {
        kept.append(Line(number: last.number, bytes: (before + behind)[...]))
      }
    }
    lines = kept
  }

  /// Whether the words of a comment are `own`, some of them, or these with another one here and there, as where words
  /// were replaced everywhere.
  private static func saysNothing(
    _ typed: [ArraySlice<UInt8>], besides own: [ArraySlice<UInt8>]
  ) -> Bool {
    let same = zip(typed, own).count { $0 == $1 }
    if typed.count == own.count, same * 2 >= own.count { return true }
    var left = Dictionary(own.map { ($0, 1) }, uniquingKeysWith: +)
    let others = typed.filter { word in
      left[word, default: 0] -= 1
      return left[word, default: 0] < 0
    }
    // `12 euro` in a remark may have become `12`.
    let known = typed.count - others.count
    return others.isEmpty || others.count < 3 && typed.count < own.count && known * 2 >= own.count
  }

  /// Where a comment of tj's begins in the line at `index`: words may stand before it, and an editor may have wrapped it
  /// behind its first sign.
  private func startOfComment(inLineAt index: Int) -> Int? {
    let line = lines[index].text
    let signs = Self.commentStart.split(separator: 0x20).map(Array.init)
    var rest = line
    while let offset = Array(rest).firstOffset(of: signs[0]) {
      let start = rest.startIndex + offset
      rest = line[(start + signs[0].count)...]
      var behind = rest.trimmed
      if behind.isEmpty, lines.indices.contains(index + 1) {
        behind = lines[index + 1].text.trimmed
      }
      if behind.starts(with: signs[1]) { return start }
    }
    return nil
  }

  private static func endOfComment(in line: ArraySlice<UInt8>) -> Int? {
    Array(line).firstOffset(of: Array("-->".utf8)).map { line.startIndex + $0 + 3 }
  }

  /// What a comment of tj's own begins with.
  static let commentStart = Array("<!-- tj: ".utf8)

  /// Whether a line is `comment`, perhaps with another word here and there.
  package static func isComment(_ line: ArraySlice<UInt8>, like comment: [UInt8]) -> Bool {
    line.starts(with: commentStart)
      && saysNothing(
        line.split(whereSeparator: Byte.isSpace),
        besides: comment.split(whereSeparator: Byte.isSpace))
  }

  /// A comment of tj's own with `words`, in which the sign that would end it is named.
  package static func comment(_ words: String) -> [UInt8] {
    commentStart + Array("\(words.replacing("-->", with: "the sign that ends this one")) -->".utf8)
  }

  var bytes: [UInt8] { Array(lines.map(\.bytes).joined(separator: [0x0A])) }
  var count: Int { lines.count }
  /// Whether nothing stands on any of them.
  package var areBlank: Bool { first == nil }

  /// The number in the draft's file of the line that is the `line`-th here, 1-based.
  func number(ofLine line: Int) -> Int {
    lines.indices.contains(line - 1) ? lines[line - 1].number : (lines.last?.number ?? 1)
  }

  func part(_ range: Range<Int>) -> DraftLines {
    var part = self
    part.lines = Array(lines[range])
    return part
  }

  /// Without the first ones.
  func dropping(_ count: Int) -> DraftLines { part(min(count, lines.count)..<lines.count) }

  func firstLine(where isMeant: (ArraySlice<UInt8>) -> Bool) -> Line? {
    lines.first { isMeant($0.text) }
  }

  /// Takes the entry's heading off, if the first line with anything on it is one.
  mutating func takeHeading() -> EntryDraft.Heading? {
    guard let first, let heading = EntryDraft.Heading(lines[first].text) else { return nil }
    lines.removeFirst(first + 1)
    return heading
  }

  private var first: Int? { lines.firstIndex { line in line.text.contains { $0 > 0x20 } } }

  /// The first line that would be read as something else than it looks like: what `check` would tell of it in a file.
  ///
  /// - Parameters:
  ///   - schema: The fields that the writer may mean, besides those of `original`.
  ///   - original: What was handed out; what stands there already is no mistake of the writer's.
  ///   - dateOrder: Which of day and month comes first, so that a heading is proposed that has it.
  package func fault(
    offering schema: FieldSchema, after original: EntryDraft?, in zone: LocalTimeZone,
    dateOrder: ForeignDate.Order?
  ) -> DraftFault? {
    if let first {
      let fault = brokenHeading(lines[first], dateOrder)
      if let fault = fault ?? lostHeading(lines[first], after: original, dateOrder) { return fault }
    }
    return fault(offering: schema, after: original, in: zone, isAlone: true)
  }

  /// What is wrong with a line that should be a heading and is none; nil where it is no such line.
  func brokenHeading(_ line: Line, _ dateOrder: ForeignDate.Order? = nil) -> DraftFault? {
    guard EntryDraft.Heading(line.text) == nil, Self.looksLikeHeading(line.text) else { return nil }
    let meant = Self.meant(Array(line.text), dateOrder)
    return DraftFault(line, meant.map { .check($0.kind) } ?? .heading)
  }

  /// What a line that starts no entry may be meant as.
  private static func meant(_ line: [UInt8], _ dateOrder: ForeignDate.Order?) -> MeantLine? {
    ThreadDocument(heading + line + [0x0A])
      .meantLines(FieldSchema(), in: .utc, dateOrder: dateOrder).first
  }

  /// What is wrong with a first line that begins with a date or a time, where a heading was handed out: `9:05 Lunch`.
  private func lostHeading(
    _ line: Line, after original: EntryDraft?, _ dateOrder: ForeignDate.Order?
  ) -> DraftFault? {
    guard let original, original.heading != nil, EntryDraft.Heading(line.text) == nil,
      !original.text.split(separator: 0x0A).contains(line.text)
    else { return nil }
    let hashes = line.text.prefix { $0 == UInt8(ascii: "#") }
    let words = Array(line.text.dropFirst(hashes.count).drop { !hashes.isEmpty && $0 == 0x20 })
    let heading = Array("## ".utf8) + words
    if EntryDraft.Heading(heading) != nil {
      return DraftFault(
        line, .check(.headingPlace(String(utf8: heading), isIndented: false)))
    }
    guard let meant = Self.meant(heading, dateOrder) else { return nil }
    switch meant.kind {
    // `5 o'clock tea` is rather a text.
    case .headingClock(let text, _, _)
    where String(utf8: words).hasPrefix(text) && !text.hasSuffix("clock"):
      break
    case .headingDay, .file: break
    case .headingForm(let text, _, _)
    where ForeignDate(words.span, at: 0, upTo: words.count) != nil
      || ZoneName.example(in: text) != nil:
      break
    default: return nil
    }
    return DraftFault(line, .check(meant.kind))
  }

  /// The heading that stands above a text which has none, so that it can be read as in a file.
  private static let heading = Array("## 2000-01-01 00:00:00+00:00\n".utf8)

  /// The first line that `check` would tell of: of an entry alone, or of one among several, which stood in its file as
  /// `written`, or is new `amongTimes` of others.
  func fault(
    offering schema: FieldSchema, after original: EntryDraft?, written: DraftLines? = nil,
    in zone: LocalTimeZone, isAlone: Bool, amongTimes: Bool = false
  ) -> DraftFault? {
    let known = Set((original?.text ?? []).split(separator: 0x0A))
    if let index = lines.indices.first(where: { index in
      startOfComment(inLineAt: index) == lines[index].text.startIndex
        && !known.contains(lines[index].text)
    }) {
      let isClosed = lines[index...].contains { Self.endOfComment(in: $0.text) != nil }
      return DraftFault(
        line: lines[index].number, isClosed ? .wordsInComment : .openComment)
    }
    let own = first.map { lines[$0] }.flatMap { EntryDraft.Heading($0.text) }
    let isUntitled = isAlone && original?.heading?.title.isEmpty == true
    var typed = self
    if isUntitled, let own, let first, let (joined, line) = withoutOwnBlank {
      if EntryDraft.Heading(line)?.time == own.time {
        typed = joined
      } else if Timestamp(own.time)?.precision != .day {
        let word = own.title.prefix { $0 != 0x20 }
        return DraftFault(
          line: lines[first].number,
          .check(.headingTime(String(utf8: word), String(utf8: line))), titleBlanks: 3)
      }
    }
    let document = ThreadDocument(own == nil ? Self.heading + bytes : typed.bytes)
    guard let entry = document.entries.first else { return nil }
    var found: [(offset: Int, kind: DraftFault.Kind)] = []
    let isDeclared = entry.heading.hasDeclaredTitle(document.bytes.span)
    if let own {
      let heading = isAlone ? own : EntryDraft(of: entry, in: document.bytes).heading
      if heading != original?.heading {
        if document.carriageReturn(in: entry.heading) != nil {
          found.append((entry.heading.line.lowerBound, .carriageReturn))
        }
        let attributes = isAlone ? entry.heading.attributes?.range : nil
        if let range = attributes ?? document.meantBraces(of: entry.heading)?.range,
          original?.heading?.title.suffix(range.count).elementsEqual(document[range]) != true
        {
          let fault = isAlone ? DraftFault.Kind.newAttributes(document.string(range)) : .attributes
          found.append((entry.heading.line.lowerBound, fault))
        }
        // Whoever took away the time of day that was handed out has typed another.
        let old = original?.heading.flatMap { Timestamp($0.time) }?.precision
        let hasLostTime =
          (old.map { $0 != .day } ?? amongTimes) && entry.heading.timestamp.precision == .day
        let meant =
          document.meant(entry.heading, isNew: true, amongTimes: hasLostTime, in: zone)?.kind
        let isOld = isDeclared && heading?.title == original?.heading?.title
        let fault: JournalProblem.Kind? =
          switch meant {
          case .headingGap, .headingNight, .headingSeason, .headingWord: nil
          case .headingTime where isOld, .headingEnd where isOld: nil
          default: meant
          }
        let lost = document.lostTime(
          of: entry.heading, after: original?.heading, amongTimes: amongTimes)
        if let fault = fault ?? lost {
          found.append((entry.heading.line.lowerBound, .check(fault)))
        }
      }
    }
    if let other = document.entries.dropFirst().first {
      found.append((other.region.lowerBound, .anotherEntry))
    }
    let given = original?.fields.map { String(utf8: $0.name) } ?? []
    let meant = schema.adding(given)
    let filled = original?.fields.filter { !$0.value.isEmpty }.map(\.key) ?? []
    found += document.faults(
      in: entry, hasHeading: own != nil, meant, keeping: Set(filled), in: zone)
    found += document.undefinedFields(in: entry, meant)
    found += document.emptySkip(in: entry, after: original)
    let shift = own == nil ? 1 : 0
    for (offset, kind) in found.sorted(by: { $0.offset < $1.offset }) {
      let line = document.position(of: offset).line - shift
      guard lines.indices.contains(line - 1), !known.contains(lines[line - 1].text) else {
        continue
      }
      var words = lines[line - 1].words
      var textLine: Int?
      switch kind {
      case .check(.fieldForm(_, _, .title)):
        if own?.title == original?.heading?.title { continue }
        words = document.string(entry.heading.title)
      case .check(.fieldForm(_, _, .place)), .check(.fieldForm(_, _, .formAndPlace)):
        let text = document.content(of: entry).body.lowerBound
        if text < offset { textLine = number(ofLine: document.position(of: text).line - shift) }
      case .sameField(let name):
        func isNew(_ line: Line) -> Bool {
          Self.isField(line.text, named: name)
            && written?.firstLine(where: { $0 == line.text }) == nil
        }
        // That both stood there is no fault of the draft, and of several the new one is told.
        let isOld = !isNew(lines[line - 1])
        if isOld, !lines.contains(where: isNew) || lines[line...].contains(where: isNew) {
          continue
        }
      default: break
      }
      return DraftFault(
        line: lines[line - 1].number, kind, words: words,
        titleBlanks: isDeclared ? nil : isUntitled ? 3 : 2, textLine: textLine)
    }
    return nil
  }

  /// Whether a line is one of the field of this name.
  private static func isField(_ line: ArraySlice<UInt8>, named name: String) -> Bool {
    let document = ThreadDocument(heading + Array(line))
    return document.fieldLines(ofEntry: 0).first?.key == FieldName.key(name)
  }

  /// The same with one blank less behind the time of its heading, and that: tj itself had put one there.
  private var withoutOwnBlank: (lines: DraftLines, heading: ArraySlice<UInt8>)? {
    guard let first else { return nil }
    let line = lines[first]
    let text = Array(line.bytes)
    guard let end = EntryHeading(text.span, line: 0..<line.text.count)?.timestampRange.upperBound,
      text[end...].starts(with: [0x20, 0x20])
    else { return nil }
    var rest = self
    rest.lines[first] = Line(
      number: line.number, bytes: text[..<end] + text[(end + 1)...])
    return (rest, rest.lines[first].text)
  }

  static func looksLikeHeading(_ line: some Collection<UInt8>) -> Bool {
    guard line.starts(with: [0x23, 0x23]), let third = line.dropFirst(2).first else { return false }
    let line = Array(line.prefix(6))
    return Byte.isBlank(third) || Byte.isDigit(third)
      || WideBlank.length(in: line.span, at: 2, upTo: line.count) > 0
  }
}

extension ThreadDocument {
  /// What is wrong below the heading of the entry of a draft; of the fields of which `filled` has the keys, the values may
  /// be those that were handed out.
  fileprivate func faults(
    in entry: EntrySlice, hasHeading: Bool, _ schema: FieldSchema, keeping filled: Set<String>,
    in zone: LocalTimeZone
  ) -> [(offset: Int, kind: DraftFault.Kind)] {
    let text = content(of: entry).body.lowerBound
    let lines = meantLines(schema, in: zone, dateOrder: nil).filter { line in
      // A space before a heading makes it text, but where the entry's own heading was.
      if case .headingPlace(_, isIndented: true) = line.kind, hasHeading || line.offset > text {
        return false
      }
      switch line.kind {
      // The lines of an entry's text are no file's, and have headings of their own.
      case .frontMatterPlace, .headingUndated: return false
      case .fieldForm(_, _, .title): return !entry.heading.hasDeclaredTitle(bytes.span)
      // A space says that it is text.
      case .fieldForm(_, _, .indented): return false
      case .fieldForm(_, _, .wrapped) where bytes[line.offset] == 0x20: return false
      case .fieldForm(_, _, .inValue(let other)): return !filled.contains(FieldName.key(other))
      default: break
      }
      return line.offset >= entry.heading.line.upperBound
    }
    let told = Set(lines.map(\.offset))
    return lines.map { ($0.offset, .check($0.kind)) }
      + problems.compactMap { problem in
        switch problem.kind {
        case .impossibleTime where !told.contains(problem.offset):
          (problem.offset, .heading)
        case .duplicateField(let name): (problem.offset, .sameField(string(name)))
        default: nil
        }
      }
  }
}

extension DraftFault {
  init(_ line: DraftLines.Line, _ kind: Kind) {
    self.init(line: line.number, kind, words: line.words)
  }
}
