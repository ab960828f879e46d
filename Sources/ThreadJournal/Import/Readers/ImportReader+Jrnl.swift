import ThreadStorage

extension ImportReader {
  /// Reads jrnl's text: `[time] title`, and below it the body.
  ///
  /// A line in brackets that is no time is text, as it is for jrnl.
  mutating func readJrnlText() {
    var current: (entry: ImportedEntry, start: Int)?
    for (index, line) in bytes[ThreadDocument.start(of: bytes.span)...].lines.enumerated() {
      if let (time, rest) = jrnlStart(line) {
        finishJrnl(current, at: line.startIndex)
        var entry = entry(at: time, line: index + 1)
        setTitle(Array(rest), of: &entry)
        current = (entry, rest.endIndex)
      } else if current == nil, reading.leftOut.isEmpty, !line.trimmed.isEmpty {
        leaveOut(.text, line: index + 1)
      }
    }
    finishJrnl(current, at: bytes.count)
    guard reading.entries.isEmpty else { return }
    // The first line that would be an entry's, were its time known.
    for (index, line) in bytes[...].lines.enumerated() {
      guard let (text, _) = Self.bracketed(line) else { continue }
      return note(.unknownTimes(text), line: index + 1)
    }
  }

  /// What stands in the brackets that the line begins with, and behind them.
  private static func bracketed(
    _ line: ArraySlice<UInt8>
  ) -> (text: String, rest: ArraySlice<UInt8>)? {
    guard line.first == UInt8(ascii: "["), let close = line.firstIndex(of: UInt8(ascii: "]"))
    else { return nil }
    return (String(utf8: line[..<close].dropFirst()), line[(close + 1)...])
  }

  private func jrnlStart(_ line: ArraySlice<UInt8>) -> (time: Timestamp, rest: ArraySlice<UInt8>)? {
    guard let (text, rest) = Self.bracketed(line), rest.isEmpty || rest.first == .space
    else { return nil }
    let patterns = options.timePattern.map { [$0] } ?? TimePattern.jrnl
    let time =
      patterns.lazy.compactMap { $0.timestamp(text) }.first?.withOffset(in: options.zone)
      ?? options.time(text)
    return time.map { ($0, rest) }
  }

  /// Adds the entry whose text is between `current.start` and `end`.
  private mutating func finishJrnl(_ current: (entry: ImportedEntry, start: Int)?, at end: Int) {
    guard case (var entry, let start)? = current else { return }
    entry.text = text(of: start..<end)
    if entry.title.last == UInt8(ascii: "*") {
      let isMark: (UInt8) -> Bool = { $0 == UInt8(ascii: "*") || $0 == .space }
      let last = entry.title.lastIndex { !isMark($0) }
      entry.title = last.map { Array(entry.title[...$0].drop(while: isMark)) } ?? []
      entry.add(isStarred: true)
    }
    entry.add(tags: Self.jrnlTags(in: entry.title + [0x0A] + entry.text))
    reading.entries.append(entry)
  }

  /// The words that begin with `@` or `#`, without it, in lower case, each once.
  private static func jrnlTags(in text: [UInt8]) -> [[UInt8]] {
    var tags: [[UInt8]] = []
    var seen: Set<String> = []
    for word in text.split(whereSeparator: { $0 <= 0x20 }) where isTagMark(word.first) {
      let name = word.dropFirst().prefix { isTagName($0) || "-+*#/".utf8.contains($0) }
      let tag = String(utf8: name).lowercased()
      if name.contains(where: isTagName), seen.insert(tag).inserted { tags.append(Array(tag.utf8)) }
    }
    return tags
  }

  private static func isTagMark(_ byte: UInt8?) -> Bool {
    byte == UInt8(ascii: "@") || byte == .hash
  }

  private static func isTagName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || Byte.isLetterOrDigit(byte)
  }

  mutating func readJrnlEntry(_ value: JSONValue, line: Int) {
    let date = text(value, "date", line: line)
    let clock = text(value, "time", line: line)
    guard let date else { return note(.badMember("date"), line: line) }
    let written = clock.map { "\(date) \($0)" } ?? date
    guard let time = Timestamp(written)?.withOffset(in: options.zone) else {
      return note(.badTime(written), line: line)
    }
    var entry = entry(at: time, line: line)
    entry.id = text(value, "uuid", line: line).flatMap { EntryID($0.lowercased()) }
    setTitle(string(value, "title", line: line) ?? [], of: &entry)
    entry.text = string(value, "body", line: line) ?? []
    entry.add(isStarred: value["starred"]?.content == .boolean(true))
    let tags = (value["tags"]?.items ?? []).compactMap(\.string).map { tag in
      Self.isTagMark(tag.first) ? Array(tag.dropFirst()) : tag
    }
    entry.add(tags: tags.filter { $0.contains(where: Self.isTagName) })
    reading.entries.append(entry)
  }
}
