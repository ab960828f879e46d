import ThreadStorage

extension ThreadDocument {
  /// What front matter says here or elsewhere, and a paragraph between two lines does not.
  private static let ownKeys: Set = [
    "id", "title", "created", "date", "deleted", "fields", "plan", "once", "template", "tags",
    "aliases",
  ]

  /// Front matter that is not read, for blank lines before it or for its first line (F20).
  func meantFrontMatter() -> MeantLine? {
    meantBegin() ?? frontMatterInText() ?? frontMatterInEntry()
  }

  /// The same where nothing of it is lost but its first line, or the place of it.
  private func meantBegin() -> MeantLine? {
    let isSecond = frontMatter != nil
    let start = frontMatter?.block.upperBound ?? ThreadDocument.start(of: bytes.span)
    var position = start
    while position < preamble.upperBound,
      let next = Line.end(ofBlankAt: position, in: bytes.span, upTo: bytes.count)
    {
      position = next
    }
    guard position < preamble.upperBound else { return nil }
    var line = Line(startingAt: position, in: bytes.span, upTo: bytes.count)
    let below = isSecond ? nil : markBelow(line)
    if let below { (line, position) = (below, below.text.lowerBound) }
    guard let (fault, first) = below.map({ _ in (.belowTitle, []) }) ?? firstLine(line),
      fault != .blankLinesAbove || isSecond || position > start
    else { return nil }
    // The mark as it should be, and where the file's front matter would go on.
    var rest = Array(bytes[line.next...])
    if fault == .missing { rest = Array(bytes[position...]) }
    if fault == .marks || fault == .otherMarks,
      let end = closing(like: bytes[line.text], in: line.next..<preamble.upperBound)
    {
      rest =
        bytes[line.next..<end.text.lowerBound] + Array("---".utf8) + bytes[end.text.upperBound...]
    }
    let dashes = Array("---".utf8) + lineEnding.bytes
    let head = Array(bytes[..<ThreadDocument.start(of: bytes.span)])
    let document = ThreadDocument(head + dashes + rest)
    let keys = document.frontMatter?.root.pairs?.map { String(utf8: $0.name) } ?? []
    let isTOML = fault == .otherMarks && isTable(line.next..<preamble.upperBound)
    guard
      isTOML
        || (document.frontMatter?.problems.isEmpty == true
          && document.entries.count == entries.count && !Self.ownKeys.isDisjoint(with: keys))
    else { return nil }
    let kind = isSecond ? FrontMatterFault.second : fault
    let isClear =
      !isSecond && !isTOML && fault != .belowTitle && isThread || fault.isClear && !isSecond
    return MeantLine(
      at: position, .frontMatterPlace(kind),
      splices: isClear ? minimal(Splice(start..<bytes.count, first + rest)).map { [$0] } : nil)
  }

  /// What is wrong with the first line of front matter, if `line` may be that, and how it should be.
  private func firstLine(_ line: Line) -> (FrontMatterFault, [UInt8])? {
    let text = bytes[line.text]
    let dashes = Array("---".utf8) + lineEnding.bytes
    if text.elementsEqual("---".utf8) { return (.blankLinesAbove, dashes) }
    let trimmed = text.trimmed
    if trimmed.elementsEqual("---".utf8) { return (.blanksBehind, dashes) }
    if trimmed.elementsEqual("+++".utf8) { return (.otherMarks, dashes) }
    if trimmed.count > 1, trimmed.allSatisfy({ $0 == UInt8(ascii: "-") }) {
      return (.marks, dashes)
    }
    // What editors make of `---`, and of `--`.
    if ["—", "——", "—-", "–-", "-–", "––"].contains(String(utf8: trimmed.prefix(12))) {
      return (.marks, dashes)
    }
    if let keys = StrayKeys.length(in: trimmed), StrayKeys.areClear(trimmed.prefix(keys)),
      trimmed.dropFirst(keys).elementsEqual("---".utf8)
    {
      return (.keys, dashes)
    }
    // `---j`, `:---`
    if 4...5 ~= trimmed.count, !trimmed.contains(where: Byte.isBlank),
      trimmed.starts(with: "---".utf8) || trimmed.suffix(3).elementsEqual("---".utf8)
    {
      return (.keys, dashes)
    }
    guard let colon = text.firstIndex(of: .colon), colon > text.startIndex,
      Self.ownKeys.contains(String(utf8: text[..<colon]))
    else { return nil }
    return (.missing, dashes)
  }

  /// Front matter that became text, as something was typed above it, or its lines were joined.
  private func frontMatterInText() -> MeantLine? {
    let start = ThreadDocument.start(of: bytes.span)
    let first = Line(startingAt: start, in: bytes.span, upTo: bytes.count)
    // What such a line opens and nothing closes is told as that.
    guard frontMatter == nil, !bytes[first.text].elementsEqual("---".utf8) else { return nil }
    // Its first line was written over: `lept well`, where an editor took `S` for a command.
    let second = Line(startingAt: first.next, in: bytes.span, upTo: bytes.count)
    let isKey = ["id", "title", "fields"].contains {
      bytes[second.text].starts(with: "\($0):".utf8)
    }
    // Where a heading is written there, the rest is its entry's text.
    let isHeading = entries.first?.heading.line.lowerBound == first.text.lowerBound
    let last = isHeading ? entries[0].region.upperBound : preamble.upperBound
    if isKey,
      let end = closing(
        like: Array("---".utf8)[...], in: second.next..<max(second.next, last)),
      ThreadDocument(Array("---\n".utf8) + bytes[second.text.lowerBound..<end.next]).frontMatter?
        .problems.isEmpty == true
    {
      return MeantLine(at: second.text.lowerBound, .frontMatterPlace(.joined))
    }
    var fences = RangeCursor(codeBlocks)
    for region in [preamble] + entries.prefix(1).map(\.region) {
      // The last line of dashes, and whether a key of ours stands below it; the first line that is joined.
      var mark: Line?
      var hasKey = false
      var key: Line?
      for line in bytes.lines(in: region, upTo: bytes.count) {
        let text = bytes[line.text]
        guard fences.range(at: line.text.lowerBound) == nil else { continue }
        if text.elementsEqual("---".utf8) {
          if let mark, hasKey, readFrontMatter(at: mark.text.lowerBound..<line.next) != nil {
            return MeantLine(at: mark.text.lowerBound, .frontMatterPlace(.belowTitle))
          }
          (mark, hasKey) = (line, false)
        } else if ["id:", "title:", "fields:"].contains(where: { text.starts(with: $0.utf8) }) {
          // In an entry, a title alone is rather a page that is quoted.
          hasKey = hasKey || region == preamble || !text.starts(with: "title:".utf8)
        }
        if key == nil, region == preamble, Self.hasKey(text) { key = line }
      }
      if let key {
        return MeantLine(at: key.text.lowerBound, .frontMatterPlace(.joined))
      }
    }
    return nil
  }

  /// The front matter of a thread that was read into the text of an entry; a page that is quoted may have a title.
  private func frontMatterInEntry() -> MeantLine? {
    let mark = Array("\n---".utf8)
    var fences = RangeCursor(codeBlocks)
    var position = entries.first?.heading.line.upperBound ?? bytes.count
    while let offset = ByteSearch.firstIndex(of: mark, in: bytes.span, position..<bytes.count) {
      position = offset + mark.count
      let first = Line(startingAt: offset + 1, in: bytes.span, upTo: bytes.count)
      let key = bytes[first.next...].prefix { Byte.isLetter($0) }
      guard bytes[first.text].elementsEqual("---".utf8), Self.ownKeys.contains(String(utf8: key)),
        fences.range(at: first.text.lowerBound) == nil,
        let last = closing(like: bytes[first.text], in: first.next..<bytes.count),
        let found = readFrontMatter(at: first.text.lowerBound..<last.next)
      else { continue }
      let next = entries.first { $0.region.lowerBound > offset }?.region.lowerBound ?? bytes.count
      let isThread =
        found.value(at: ["id"])?.stringBytes?.isUUID == true || found.value(at: ["fields"]) != nil
        || last.next < next && bytes[last.next..<next].trimmed.isEmpty
      if isThread, last.next <= next {
        return MeantLine(at: first.text.lowerBound, .frontMatterPlace(.inEntry))
      }
    }
    return nil
  }

  /// The front matter that the lines at `range` are as tj reads it, where they say something to it.
  private func readFrontMatter(at range: Range<Int>) -> FrontMatter? {
    guard let found = ThreadDocument(Array(bytes[range])).frontMatter, found.problems.isEmpty,
      found.root.pairs?.contains(where: { Self.ownKeys.contains(String(utf8: $0.name)) }) == true
    else { return nil }
    return found
  }

  /// Whether a line is `id: ` and a UUID, or has a key of ours behind the dashes of the line above it.
  ///
  /// A formatter that knows of no front matter makes a heading of it: `## id: … title: …`.
  private static func hasKey(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.drop { $0 == UInt8(ascii: "-") || $0 == .hash }.trimmed
    let key = text.prefix { $0 != .colon }
    guard key.endIndex < text.endIndex else { return false }
    let isJoined = line.starts(with: "--".utf8) && ownKeys.contains(String(utf8: key))
    return isJoined
      || text.starts(with: "id: ".utf8)
        && Array(text.dropFirst(4).prefix { !Byte.isBlank($0) }).isUUID
  }

  /// The `---` below a `# Title` or a comment with which the file begins at `line`.
  private func markBelow(_ line: Line) -> Line? {
    let text = bytes[line.text].trimmed
    let isComment = text.starts(with: "<!--".utf8) && text.suffix(3).elementsEqual("-->".utf8)
    guard text.starts(with: "# ".utf8) || isComment else { return nil }
    let lines = bytes.lines(in: line.next..<max(line.next, preamble.upperBound))
    let next = lines.first { bytes[$0.text].contains { $0 > 0x20 } }
    return next.flatMap { bytes[$0.text].elementsEqual("---".utf8) ? $0 : nil }
  }

  /// Where the comment stands of `title: #1 Ideas`, or of `title: Ideas #1`, and the title before it.
  var commentInTitle: (offset: Int, title: String?)? {
    guard let frontMatter,
      let pair = frontMatter.root.pairs?.last(where: { $0.name.elementsEqual("title".utf8) })
    else { return nil }
    let isNull = pair.value.isNull
    let start = isNull ? pair.key.range.upperBound : pair.value.range.upperBound
    let line = Line(startingAt: start, in: bytes.span, upTo: bytes.count)
    let rest = bytes[line.text].drop { $0 == .colon && isNull || Byte.isBlank($0) }
    guard rest.first == .hash else { return nil }
    if isNull { return (rest.startIndex, nil) }
    // Behind `# ` a comment is meant as one, and behind a text in quotes any is.
    guard case .scalar(.plain, let title) = pair.value.content,
      let next = rest.dropFirst().first, next > 0x20
    else { return nil }
    return (rest.startIndex, String(utf8: title))
  }

  /// The line in `range` that closes front matter as `mark` opens it.
  private func closing(like mark: ArraySlice<UInt8>, in range: Range<Int>) -> Line? {
    bytes.lines(in: range, upTo: bytes.count).first { bytes[$0.text].elementsEqual(mark) }
  }

  /// Whether the lines at `range` are TOML with a key of ours, up to `+++`.
  private func isTable(_ range: Range<Int>) -> Bool {
    guard let end = closing(like: Array("+++".utf8)[...], in: range) else { return false }
    return bytes[range.lowerBound..<end.text.lowerBound].split(separator: 0x0A).contains { line in
      guard let equals = line.firstIndex(of: .equals) else { return false }
      return Self.ownKeys.contains(String(utf8: line[..<equals].trimmed))
    }
  }

  /// A key at the top of front matter that is none of ours but for its spelling, and what it would be.
  var misspeltKeys: [(offset: Int, name: String, meant: String)] {
    let pairs = frontMatter?.root.pairs ?? []
    let names = Set(pairs.map { String(utf8: $0.name) })
    let keys = ["id", "title", "created", "deleted", "fields", "plan", "once"]
    return pairs.compactMap { pair in
      let name = String(utf8: pair.name)
      let lower = FieldName.key(name)
      // `plant`, `one` and `creator` are words.
      let slip = keys.first { key in
        key.count > 4
          ? lower.isSlip(of: key, atMost: 1) : lower != key && lower.sorted() == key.sorted()
      }
      let meant =
        ["field": "fields", "felder": "fields", "plans": "plan"][lower]
        ?? (keys.contains(lower) ? lower : slip ?? lower)
      guard keys.contains(meant), meant != name, !names.contains(meant) else { return nil }
      return (pair.key.range.lowerBound, name, meant)
    }
  }

  /// Keys that people and other programs give to pages, in any spelling.
  private static let pageKeys: Set = [
    "author", "category", "description", "keywords", "location", "project", "source", "status",
    "subject", "summary", "topic", "type",
  ]

  /// The keys at the top of front matter that are rather words of a sentence typed there: `Slept well: 8 hours`.
  var keysOfProse: [(offset: Int, name: String)] {
    (frontMatter?.root.pairs ?? []).compactMap { pair in
      let name = String(utf8: pair.name)
      guard name.first?.isUppercase == true,
        !Self.ownKeys.union(Self.pageKeys).contains(FieldName.key(name)),
        case .scalar(.plain, let value) = pair.value.content
      else { return nil }
      let words = value.split(whereSeparator: Byte.isSpace)
      // One word before few is rather a key: `Mood: rather low`.
      guard words.count > (name.contains(" ") || name == "Note" ? 1 : 3),
        words[0].allSatisfy(Byte.isDigit) || String(utf8: words[0]).first?.isLowercase == true
      else { return nil }
      return (pair.key.range.lowerBound, name)
    }
  }

  /// The key below `fields` that is none of ours and defines a field: it was to be indented.
  var unindentedField: (offset: Int, name: String)? {
    let pairs = frontMatter?.root.pairs ?? []
    guard let index = pairs.firstIndex(where: { $0.name.elementsEqual("fields".utf8) }),
      index + 1 < pairs.count
    else { return nil }
    let isEmpty = pairs[index].value.isNull
    let next = pairs[index + 1]
    // Below other definitions, a type alone may be any word of the writer's.
    let type = next.value.value(at: ["type"]) ?? (isEmpty ? next.value : nil)
    guard !Self.ownKeys.contains(String(utf8: next.name)),
      let name = type?.stringBytes, FieldType(name: String(utf8: name)) != nil
    else { return nil }
    return (next.key.range.lowerBound, String(utf8: next.name))
  }
}

package enum FrontMatterFault: Sendable, Hashable {
  case blankLinesAbove
  case blanksBehind
  /// Keys stand before its first line: `o---`.
  case keys
  case marks
  /// It stands between `+++`.
  case otherMarks
  case missing
  case second
  /// It stands below the title of a page, a comment, or other text.
  case belowTitle
  /// It is text of an entry, as another file was read into this one.
  case inEntry
  /// The id of a thread stands in text, without the line above it, or one of its keys is joined with that.
  case joined

  /// Whether it makes a thread of a file without entries.
  fileprivate var isClear: Bool { [.blankLinesAbove, .blanksBehind, .keys].contains(self) }
}
