import ThreadStorage

/// What editors leave in threads.
extension ThreadDocument {
  /// `<!-- vim: set tw=72: -->` as the last line of an entry, where it stood at the end of the file until another was added.
  func modeline() -> [MeantLine] {
    guard ["vim:", "vi:"].contains(where: { bytes.firstOffset(of: Array($0.utf8)) != nil }) else {
      return []
    }
    let found = entries.lazy.reversed().compactMap { slice -> MeantLine? in
      let lines = bytes[content(of: slice).body].lines
      return lines.last { !$0.trimmed.isEmpty }.flatMap(Self.modeline)
    }
    return found.first.map { [$0] } ?? []
  }

  /// `:wq` at the end of an entry, as it is typed where an editor takes it for text.
  func editorCommands() -> [MeantLine] {
    entries.compactMap { slice -> MeantLine? in
      let end = bytes[content(of: slice).body].trimmed
      let word = end.suffix(4).drop { $0 != .colon }
      let isAlone = word.startIndex == end.startIndex || bytes[word.startIndex - 1] == 0x0A
      guard [":wq", ":wq!"].contains(String(utf8: word)) || isAlone && Self.isEditorCommand(word)
      else { return nil }
      return MeantLine(at: word.startIndex, .editorCommand(String(utf8: word)))
    }
  }

  static func isEditorCommand(_ word: ArraySlice<UInt8>) -> Bool {
    [":w", ":q", ":x", ":wq", ":w!", ":q!", ":x!", ":wq!"].contains(String(utf8: word))
  }

  private static func modeline(_ line: ArraySlice<UInt8>) -> MeantLine? {
    var text = line.trimmed
    for mark in ["<!--", "[//]: # (", "#", "//", "%"] where text.starts(with: mark.utf8) {
      text = text.dropFirst(mark.utf8.count).trimmed
    }
    var words = String(utf8: text)
    if let end = words.firstRange(of: "-->") { words = String(words[..<end.lowerBound]) }
    guard words.hasPrefix("vim:") || words.hasPrefix("vi:"),
      words.contains("=") || words.contains(" set ")
    else { return nil }
    words.removeLast(words.reversed().prefix { $0 == " " }.count)
    return MeantLine(at: line.startIndex, .modeline(words))
  }

  /// Headings that an editor broke between their title and the end of their attributes, as vim does at `textwidth`: what ends
  /// them stands in one of the lines directly below.
  func wrappedHeadings() -> [MeantLine] {
    let found = entries.compactMap { wrappedHeading($0.heading) }
    if found.isEmpty { return [] }
    // Each id is of one entry.
    var ids = Set(entryIDs.map(\.description))
    return found.filter { line in
      guard case .headingEndAlone(let id, _) = line.kind else { return false }
      return ids.insert(id).inserted
    }
  }

  func wrappedHeading(_ heading: EntryHeading) -> MeantLine? {
    guard heading.attributes == nil else { return nil }
    let first = Line(startingAt: heading.line.lowerBound, in: bytes.span, upTo: bytes.count)
    // Below a line that had room for the next word, the text is one that names an entry.
    let below = Line(startingAt: first.next, in: bytes.span, upTo: bytes.count)
    let next = bytes[below.text].prefix { $0 > 0x20 }
    let isFull = String(utf8: bytes[first.text]).count + String(utf8: next).count > Self.leastWidth
    let brace = bytes[heading.title].lastIndex { "{}".utf8.contains($0) }
    let isOpen = brace.map { bytes[$0] } == .openBrace
    guard isFull || isOpen else { return nil }
    var joined = Array(bytes[first.text].trimmed)
    var end = first.next
    while end < min(bytes.count, first.next + 400) {
      let line = Line(startingAt: end, in: bytes.span, upTo: bytes.count)
      let text = bytes[line.text].trimmed
      if text.isEmpty || text.first == .hash
        || EntryField.scan(bytes.span, line: line.text) != nil
      {
        return nil
      }
      let brace = text.firstIndex(of: UInt8(ascii: "}"))
      joined += [0x20] + (brace.map { text[...$0] } ?? text)
      end = line.next
      guard let brace else { continue }
      // A heading ends at its brace; behind an id that a text names, words follow. Its first field may have been drawn in,
      // and its text, where the brace was opened above.
      let rest = bytes[(brace + 1)..<line.text.upperBound].trimmed
      guard rest.isEmpty || isOpen || EntryField.scan(bytes.span, line: rest.indices) != nil
      else { return nil }
      let new = ThreadDocument(joined)
      guard let entry = new.entries.first, let id = entry.heading.attributes?.id,
        EntryID.isLikeNew(new.string(id)),
        entry.heading.timestamp.date == heading.timestamp.date
      else { return nil }
      return MeantLine(
        at: line.text.lowerBound,
        .headingEndAlone(id: new.string(id), heading: String(utf8: joined)),
        splices: [
          Splice(
            first.text.lowerBound..<line.text.upperBound,
            joined + (rest.isEmpty ? [] : bytes[first.text.upperBound..<first.next] + rest))
        ])
    }
    return nil
  }

  /// Narrower lines nobody has an editor break.
  private static let leastWidth = 55

  /// Titles that an editor wrapped with the text below them, as vim's `gq` does: `## 2026-11-22 Practice Ann plays the drum,`
  /// and below that `which is good`; the first one, as somebody may write all of them so.
  func wrappedTitles() -> [MeantLine] {
    wrappedTitle.map { [MeantLine(at: $0.entry.heading.title.lowerBound, .titleWrapped($0.word))] }
      ?? []
  }

  /// The first entry whose title an editor may have broken, and the first word below that.
  package var wrappedTitle: (entry: EntrySlice, word: String)? {
    entries.lazy.compactMap { slice in
      wordBehindWrappedTitle(of: slice.heading).map { (slice, $0) }
    }.first
  }

  private func wordBehindWrappedTitle(of heading: EntryHeading) -> String? {
    guard heading.attributes == nil, !bytes[heading.title].contains(.openBrace),
      wrappedHeading(heading) == nil,
      let word = wordBehindWrap(of: heading), let first = word.utf8.first,
      first & 0x20 != 0 || mayGoOn(behind: heading)
    else { return nil }
    return word
  }

  /// Whether a title goes on below its line, whatever the next word: it ends with a word that no title ends with.
  private func mayGoOn(behind heading: EntryHeading) -> Bool {
    let last = bytes[heading.title].split(whereSeparator: Byte.isBlank).last ?? []
    return Self.wordsWithinSentences.contains(String(utf8: last))
  }

  /// Prepositions, articles and the like, in small letters.
  private static let wordsWithinSentences: Set = TimeWords.prepositions.union([
    "the", "a", "an", "of", "for", "to", "from", "or", "der", "die", "das", "den", "dem", "des",
    "ein", "eine", "einen", "einem", "einer", "von", "vom", "zu", "zum", "zur", "wegen", "für",
    "oder", "ohne", "nach", "vor", "über", "unter", "beim", "ins", "ans", "le", "la", "les", "de",
    "du", "des", "un", "une", "et", "ou", "pour", "el", "los", "las", "y", "para", "di", "il", "e",
  ])

  /// The one heading that stands directly below text, where that is as short as titles are and the heading has none, as
  /// somebody typed the title before it.
  func titleAbove() -> [MeantLine] {
    let below = entries.dropFirst().filter { slice in
      let above = bytes[..<slice.heading.line.lowerBound].dropLast()
      return above.last { $0 == Byte.lineFeed || $0 > 0x20 } != Byte.lineFeed
    }
    guard entries.count > 3, below.count == 1, let slice = below.first,
      slice.heading.title.isEmpty, slice.heading.attributes == nil
    else { return [] }
    let start = slice.heading.line.lowerBound
    let line = (bytes[..<start].suffix(200).dropLast().lines.last ?? []).trimmed
    let isText =
      line.first.map { Byte.isLetter($0) || $0 >= 0x80 } == true
      && line.last.map { ".!?:;,)>".utf8.contains($0) } == false
    guard isText, line.count < 50, line.split(separator: .space).count < 6,
      let above = entry(at: line.startIndex), content(of: above).body.contains(line.startIndex)
    else { return [] }
    return [MeantLine(at: start, .titleAbove(String(utf8: line)))]
  }

  /// The first word below a heading, where that may be wrapped: it ends within a sentence, and is as long as lines of editors
  /// are, which the word would have made too long.
  func wordBehindWrap(of heading: EntryHeading) -> String? {
    let title = heading.title
    guard title.count > 30, heading.line.count < 200, let last = bytes[title].last,
      last == UInt8(ascii: ",") || Byte.isLetterOrDigit(last)
    else { return nil }
    let next = Line(startingAt: heading.line.lowerBound, in: bytes.span, upTo: bytes.count).next
    let below = Line(startingAt: next, in: bytes.span, upTo: bytes.count).text
    let word = bytes[below].prefix { $0 > 0x20 }
    // A link and a field are no words of the sentence.
    guard word.contains(where: { Byte.isLetter($0) || $0 >= 0x80 }),
      word.allSatisfy({ Byte.isLetter($0) || $0 >= 0x80 || ",.;'-".utf8.contains($0) })
    else { return nil }
    let width = String(utf8: bytes[heading.line]).count
    let isFull = 55...100 ~= width && width + 1 + String(utf8: word).count > 70
    return isFull ? String(utf8: word) : nil
  }
}

extension FieldValue {
  /// Whether some of a value's lines are rather the entry's text, which an editor broke or indented: below its last field, where
  /// it has no text, many words; else a line that was too long, and behind what is left of it another sentence.
  ///
  /// - Parameter isLast: Whether nothing stands below it.
  package static func mayHaveText(_ value: [UInt8], isLast: Bool) -> Bool {
    let lines = value.split(separator: Byte.lineFeed)
    guard lines.count > 1 else { return false }
    if isLast, value.split(whereSeparator: Byte.isSpace).count > 11 { return true }
    guard lines.count > 2, lines[0].count > 50, lines[1].count < lines[0].count,
      let next = lines[1].trimmed.first, let last = lines[2].trimmed.first
    else { return false }
    return 0x61...0x7A ~= next && 0x41...0x5A ~= last
  }
}
