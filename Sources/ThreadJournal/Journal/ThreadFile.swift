import ThreadStorage

/// A thread's file, opened once: its bytes, what names it, and the fields that it defines.
///
/// Its entries are ranges of the bytes, and are read when they are asked for. It holds the fields that it defines, so
/// that none of its readers parses them again. `ThreadDocument` is the same for edits and checks, which need every part
/// of it; a scan of a whole journal may not pay for that.
package final class ThreadFile: Sendable {
  package let bytes: [UInt8]
  package let header: ThreadHeader
  package let schema: FieldSchema
  /// What its front matter says of a plan; nil for nothing.
  package let plan: YAMLValue?
  package let zone: LocalTimeZone

  init(
    _ bytes: [UInt8], header: ThreadHeader, schema: FieldSchema, plan: YAMLValue? = nil,
    zone: LocalTimeZone
  ) {
    self.bytes = bytes
    self.header = header
    self.schema = schema
    self.plan = plan
    self.zone = zone
  }

  package convenience init(_ bytes: [UInt8], path: String, zone: LocalTimeZone) {
    let span = bytes.span
    let layout = FileLayout(span)
    let (header, frontMatter) = layout.head(
      path: path, bytes: span, upTo: layout.entries(in: span).firstHeading)
    self.init(
      bytes, header: header, schema: FieldSchema(frontMatter),
      plan: frontMatter?.value(at: ["plan"]), zone: zone)
  }
}

extension ThreadFile {
  /// What stands before the first entry.
  package var head: [UInt8] {
    let bytes = bytes
    let span = bytes.span
    return span.copy(0..<FileLayout(span).entries(in: span).firstHeading)
  }

  /// How lines end before the first entry; line feeds where there are none (F5).
  package var lineEndingOfHead: LineEnding {
    if header.lineEnding == .lineFeed { return .lineFeed }
    let head = head
    return LineEnding(firstLineOf: head.span)
  }
}

extension Journal {
  /// The thread's file at `path`, read whole; throws `JournalError.utf16` where it is UTF-16.
  package func file(at path: String) throws -> ThreadFile {
    let bytes = try directory.read(path)
    guard !bytes.span.isUTF16 else { throw JournalError.utf16(path: path) }
    return ThreadFile(bytes, path: path, zone: zone)
  }
}

/// Entries of one thread, all of them ranges of `file`, in time order; entries of the same time in file order.
package struct ThreadEntries: Sendable {
  package let file: ThreadFile
  package var entries: [Entry]

  package var header: ThreadHeader { file.header }
  package var schema: FieldSchema { file.schema }

  package init(_ file: ThreadFile, _ entries: [Entry]) {
    self.file = file
    self.entries = entries
  }

  /// The same entries with no more of the file's bytes than they take, to be kept for long.
  package func compacted() -> ThreadEntries {
    var bytes: [UInt8] = []
    var starts: [Int] = []
    for entry in entries {
      starts.append(bytes.count)
      bytes += file.bytes[entry.slice.region]
    }
    guard bytes.count < file.bytes.count / 2 else { return self }
    let file = ThreadFile(bytes, header: header, schema: schema, zone: file.zone)
    let moved = zip(entries, starts).compactMap { entry, start -> Entry? in
      let end = start + entry.slice.region.count
      let line = Line(startingAt: start, in: bytes.span, upTo: end)
      guard let heading = EntryHeading(bytes.span, line: line.text) else { return nil }
      return Entry(
        file, EntrySlice(heading: heading, upTo: end), line: entry.line, position: entry.position)
    }
    return ThreadEntries(file, moved)
  }
}

extension [ThreadEntries] {
  /// The entries of all threads in the order of their times, or in that of the threads, in runs of one thread; of all
  /// together no more than the `limit` newest.
  package func arranged(
    byTime: Bool, limit: Int? = nil, isReversed: Bool = false
  ) -> [ThreadEntries] {
    if !byTime, limit == nil, !isReversed { return filter { !$0.entries.isEmpty } }
    var order = indices.flatMap { thread in
      self[thread].entries.enumerated().map {
        (thread: thread, index: $0.offset, instant: $0.element.instant)
      }
    }
    if byTime || limit != nil {
      order.sort { ($0.instant, $0.thread, $0.index) < ($1.instant, $1.thread, $1.index) }
    }
    if let limit { order = order.suffix(limit) }
    if isReversed { order.reverse() }
    if !byTime {
      let sign = isReversed ? -1 : 1
      order.sort { ($0.thread, sign * $0.index) < ($1.thread, sign * $1.index) }
    }
    return runs(order.map { ($0.thread, $0.index) })
  }

  /// The same entries by rising values of the field with this key, or by falling ones; those without it last.
  ///
  /// - Parameter dayStartsAt: From when on times of a clock are counted, in seconds after midnight.
  package func arranged(
    byField key: String, dayStartsAt: Int, isReversed: Bool
  ) -> [ThreadEntries] {
    var order = indices.flatMap { thread in
      let definition = self[thread].schema.field(withKey: key)
      return self[thread].entries.enumerated().map {
        (
          thread: thread, index: $0.offset,
          value: $0.element.fields.last { $0.key == key }.map {
            FieldOrder($0.value, definition, dayStartsAt: dayStartsAt)
          }
        )
      }
    }
    order.sort { first, second in
      let isBefore = (first.thread, first.index) < (second.thread, second.index)
      guard let left = first.value, let right = second.value else {
        return (first.value == nil) == (second.value == nil) ? isBefore : first.value != nil
      }
      if left < right { return !isReversed }
      return right < left ? isReversed : isBefore
    }
    return runs(order.map { ($0.thread, $0.index) })
  }

  private func runs(_ order: [(thread: Int, index: Int)]) -> [ThreadEntries] {
    var runs: [ThreadEntries] = []
    var last: Int?
    for next in order {
      let entry = self[next.thread].entries[next.index]
      if next.thread == last {
        runs[runs.count - 1].entries.append(entry)
      } else {
        runs.append(ThreadEntries(self[next.thread].file, [entry]))
      }
      last = next.thread
    }
    return runs
  }
}
