import ThreadStorage

extension ImportReader {
  /// Reads jrnl's text: `[time] title`, and below it the body.
  ///
  /// A line in brackets that is no time is text, as it is for jrnl.
  mutating func readJrnlText() {
    var current: (entry: ImportedEntry, lines: [ArraySlice<UInt8>])?
    var number = 0
    let text = bytes[ThreadDocument.start(of: bytes.span)...]
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      let line = line.last == 0x0D ? line.dropLast() : line
      if let (time, rest) = jrnlStart(line) {
        finishJrnl(current)
        var entry = ImportedEntry(
          file: file, line: number, thread: thread(defaultThread), timestamp: time)
        setTitle(Array(rest), of: &entry)
        current = (entry, [])
      } else if current != nil {
        current?.lines.append(line)
      } else if !FieldValue.trimmed(Array(line)).isEmpty {
        if reading.leftOut.isEmpty { leaveOut(.text, line: number) }
      }
    }
    finishJrnl(current)
    if reading.entries.isEmpty { noteUnknownTimes() }
  }

  /// Notes the first line that would be an entry's, were its time known.
  private mutating func noteUnknownTimes() {
    var number = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      guard line.first == UInt8(ascii: "["), let close = line.firstIndex(of: UInt8(ascii: "]"))
      else { continue }
      let text = String(decoding: line[(line.startIndex + 1)..<close], as: UTF8.self)
      return note(.unknownTimes(text), line: number)
    }
  }

  private func jrnlStart(
    _ line: ArraySlice<UInt8>
  ) -> (time: Timestamp, rest: ArraySlice<UInt8>)? {
    guard line.first == UInt8(ascii: "["), let close = line.firstIndex(of: UInt8(ascii: "]")),
      close + 1 == line.endIndex || line[close + 1] == 0x20
    else { return nil }
    let text = String(decoding: line[line.index(after: line.startIndex)..<close], as: UTF8.self)
    let patterns = options.timePattern.map { [$0] } ?? TimePattern.jrnl
    let time =
      patterns.lazy.compactMap { $0.timestamp(text) }.first?.withOffset(in: options.zone)
      ?? options.time(text)
    return time.map { ($0, line[(close + 1)...]) }
  }

  private mutating func finishJrnl(
    _ current: (entry: ImportedEntry, lines: [ArraySlice<UInt8>])?
  ) {
    guard case (var entry, let lines)? = current else { return }
    entry.text = Escaping.trimmingBlankLines(Array(lines.joined(separator: [0x0A])))
    if entry.title.last == UInt8(ascii: "*") {
      let isMark: (UInt8) -> Bool = { $0 == UInt8(ascii: "*") || $0 == 0x20 }
      let last = entry.title.lastIndex { !isMark($0) }
      entry.title = last.map { Array(entry.title[...$0].drop(while: isMark)) } ?? []
      entry.fields.append(("starred", Array("true".utf8)))
    }
    let tags = ImportReader.jrnlTags(in: entry.title + [0x0A] + entry.text)
    if !tags.isEmpty { entry.fields.append(("tags", tags)) }
    reading.entries.append(entry)
  }

  /// The words that begin with `@` or `#`, without it, in lower case, each once: `idea, work`.
  private static func jrnlTags(in text: [UInt8]) -> [UInt8] {
    var tags: [String] = []
    var seen: Set<String> = []
    for word in text.split(whereSeparator: { $0 <= 0x20 }) where isTagMark(word.first) {
      let name = word.dropFirst().prefix { isTagName($0) || "-+*#/".utf8.contains($0) }
      let tag = String(decoding: name, as: UTF8.self).lowercased()
      if name.contains(where: isTagName), seen.insert(tag).inserted { tags.append(tag) }
    }
    return Array(tags.joined(separator: ", ").utf8)
  }

  private static func isTagMark(_ byte: UInt8?) -> Bool {
    byte == UInt8(ascii: "@") || byte == UInt8(ascii: "#")
  }

  private static func isTagName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
      || (0x61...0x7A).contains(byte | 0x20)
  }

  /// Reads an entry of jrnl's JSON.
  mutating func readJrnlEntry(_ value: JSONValue, line: Int) {
    let date = string(value, "date", line: line).map { String(decoding: $0, as: UTF8.self) }
    let clock = string(value, "time", line: line).map { String(decoding: $0, as: UTF8.self) }
    guard let date else { return note(.badMember("date"), line: line) }
    let written = clock.map { "\(date) \($0)" } ?? date
    guard let time = Timestamp(written)?.withOffset(in: options.zone) else {
      return note(.badTime(written), line: line)
    }
    var entry = ImportedEntry(
      file: file, line: line, thread: thread(defaultThread), timestamp: time)
    entry.id = string(value, "uuid", line: line).flatMap {
      EntryID(String(decoding: $0, as: UTF8.self).lowercased())
    }
    setTitle(string(value, "title", line: line) ?? [], of: &entry)
    entry.text = string(value, "body", line: line) ?? []
    if value["starred"]?.content == .boolean(true) {
      entry.fields.append(("starred", Array("true".utf8)))
    }
    let tags = (value["tags"]?.items ?? []).compactMap(\.string).map { tag in
      ImportReader.isTagMark(tag.first) ? Array(tag.dropFirst()) : tag
    }.filter { $0.contains(where: ImportReader.isTagName) }
    if !tags.isEmpty {
      entry.fields.append(("tags", Array(tags.joined(separator: Array(", ".utf8)))))
    }
    reading.entries.append(entry)
  }
}
