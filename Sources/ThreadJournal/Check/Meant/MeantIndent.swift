import ThreadStorage

/// Headings that an editor, or somebody, indented.
extension ThreadDocument {
  /// `      ## 2026-11-16 9:05`, `  ##2026-11-16 9:05`, `  ### 2026-11-16` and `  ## 16/11 9.05am`: with a time of day or the
  /// marks of an entry, or of a day that goes on after the entry above.
  func meantBehindIndent(_ marker: HeadingLine) -> MeantLine? {
    guard marker.level <= 3, isThread else { return nil }
    let end = marker.line.text.upperBound
    let (text, near) = (bytes[marker.content..<end], date(near: marker.content))
    var heading = string(marker.content..<end)
    var (date, isSure, isAlone): (CalendarDate?, Bool, Bool)
    switch Timestamp.scan(bytes.span, in: marker.content..<end) {
    case .valid(let time, let dateEnd):
      // Marks and a whole date of ours are hardly anything else; `20.15` and `kl. 18` are times, too.
      let behind = WideBlank.end(in: bytes.span, from: dateEnd, upTo: end)
      let clock = LooseClock(bytes.span, at: behind, upTo: end)
      let isClear = marker.level == 2 && (!marker.isDeep || isBelowItem(marker.line))
      (date, isSure) = (time.date, time.precision != .day || isClear || clock != nil)
      isAlone = bytes[dateEnd..<end].trimmed.isEmpty
      // `2026-11-10: notes`
      if time.precision == .day, dateEnd < end, bytes[dateEnd] == .colon {
        heading = string(marker.content..<dateEnd) + string(dateEnd + 1..<end)
      }
    default:
      guard let near else { return nil }
      let named = NamedDay(text.span, in: 0..<text.count, near: near).flatMap { day in
        day.isFirst ? (dates: day.dates, rest: text.dropFirst(day.end)) : nil
      }
      // Of two readings, that near the entry above.
      guard let day = DayLine.date(text, isHeading: true) ?? named,
        let first = day.dates.min(by: { $0.days(from: near) < $1.days(from: near) })
      else { return nil }
      let (clock, title) = DayLine.behindClock(day.rest)
      (date, isSure, isAlone) = (first, clock != nil, title.isEmpty)
      let words = [first.text, clock ?? "", String(utf8: title)].filter { !$0.isEmpty }
      // What has a date of ours needs no other form.
      if !heading.hasPrefix(first.text) { heading = words.joined(separator: " ") }
    }
    // What is not sure is told where it may be the next entry's; with a title behind four spaces below a blank line it is
    // rather code, unless that is in a list.
    let isNext = date.map { day in
      near.map { $0 < day } == true && isInOrder(day, at: marker.content)
    }
    guard isSure || isNext == true && (isAlone || !marker.isDeep || goesOn(at: marker.line))
    else { return nil }
    return MeantLine(
      at: marker.line.text.lowerBound, .headingPlace("## \(heading)", isIndented: true))
  }

  /// Whether a line goes on with what stands above it: directly, or in a list, or as indented as that.
  private func goesOn(at line: Line) -> Bool {
    let above = linesAbove(line)
    return above.last.map(Self.hasText) == true
      || above.last(where: Self.hasText)?.first.map(Byte.isBlank) == true || isBelowItem(line)
  }

  /// Whether the line with text above one is an item of a list.
  private func isBelowItem(_ line: Line) -> Bool {
    Self.isItem(linesAbove(line).last(where: Self.hasText))
  }

  private static func hasText(_ line: ArraySlice<UInt8>) -> Bool { line.contains { $0 > 0x20 } }

  private static func isItem(_ line: ArraySlice<UInt8>?) -> Bool {
    let words = Array((line ?? []).trimmed)
    return words.span.listMarker(in: words.indices) != nil
  }

  /// The nearest lines above one; further up nothing is looked for.
  private func linesAbove(_ line: Line) -> [ArraySlice<UInt8>] {
    bytes[..<line.text.lowerBound].suffix(2000).dropLast().lines
  }

  /// Whether `  ## 2026-11-10` stands behind a blank line as far to the right as the text above, where an editor indents what
  /// is typed below that.
  private func isIndentedOn(_ line: Line) -> Bool {
    let text = bytes[line.text]
    let blanks = text.prefix(while: Byte.isBlank)
    let above = linesAbove(line)
    guard let last = above.last(where: Self.hasText), above.last.map(Self.hasText) == false,
      last.prefix(while: Byte.isBlank).elementsEqual(blanks),
      !isInList(above, as: blanks.count)
    else { return false }
    let typed = text.dropFirst(blanks.count)
    return typed.starts(with: "## ".utf8) && !Self.isItem(last)
      && Timestamp.beginning(of: typed.dropFirst(3)) != nil
  }

  /// Whether the nearest of these lines that is less far to the right is an item of a list, which the others belong to.
  private func isInList(_ lines: [ArraySlice<UInt8>], as indent: Int) -> Bool {
    Self.isItem(lines.last { Self.hasText($0) && $0.prefix(while: Byte.isBlank).count < indent })
  }

  /// An indented line that may be meant as it stands, or as a heading: with lines of fields below it, it is hardly text.
  func aboveFields(_ line: MeantLine) -> JournalProblem.Kind? {
    guard case .headingPlace(let heading, isIndented: true) = line.kind else { return nil }
    let own = Line(startingAt: line.offset, in: bytes.span, upTo: bytes.count)
    guard own.next < bytes.count, bytes[line.offset] <= 0x20 else { return nil }
    let below = Array(
      bytes[Line(startingAt: own.next, in: bytes.span, upTo: bytes.count).text].trimmed)
    let hasID = ThreadDocument(Array(heading.utf8)).entryIDs.isEmpty == false
    return hasID || isIndentedOn(own) || EntryField.scan(below.span, line: below.indices) != nil
      ? .headingIndented(heading) : nil
  }

  /// The lines of a text that are indented headings, as autoindent makes of another entry's below a list.
  package static func indentedHeadings(in text: [UInt8], today: CalendarDate) -> [String] {
    let document = ThreadDocument(Array("## \(today.text)\n\n".utf8) + text)
    let lines = document.meantLines(FieldSchema(), in: .utc, dateOrder: nil, today: today)
    return lines.compactMap { line in
      guard case .headingPlace(_, isIndented: true) = line.kind else { return nil }
      let own = Line(startingAt: line.offset, in: document.bytes.span, upTo: document.bytes.count)
      let text = document.bytes[own.text]
      return Byte.isBlank(text.first ?? 0) && text.trimmed.starts(with: "## ".utf8)
        ? document.string(own.text) : nil
    }
  }
}
