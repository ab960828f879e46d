import ThreadStorage

/// What is told of entries that do not stand as tj wrote them.
extension ThreadCheck {
  /// Adds zones that stand in the place of another one, which tj wrote, and may be ends: `09:00:00-11:00`.
  mutating func addZones(besides told: Set<Int>) {
    guard !written.isEmpty else { return }
    for slice in document.entries where slice.heading.timestamp.precision != .day {
      guard let id = document.id(of: slice), let offset = written.time(of: id)?.utcOffset,
        offset != slice.heading.timestamp.utcOffset,
        let meant = document.meantZone(slice.heading, isNew: true, in: zone),
        !told.contains(meant.offset)
      else { continue }
      note(meant.kind, at: meant.offset)
    }
  }

  /// Adds what is meant in headings that were changed by hand since tj wrote them, as their ids say nothing of that; and
  /// that the time which tj wrote is gone, where there are other numbers.
  mutating func addChangedHeadings(besides told: Set<Int>) {
    guard !written.isEmpty else { return }
    let amongTimes = document.isOfTimes
    for slice in document.entries {
      let (heading, bytes) = (slice.heading, document.bytes)
      guard !told.contains(heading.title.lowerBound), let id = document.id(of: slice),
        let title = written.title(
          of: id, unlike: document.typed(heading),
          edited: heading.attributes?.edited.map(document.string))
      else { continue }
      // Two blanks say that a title is one.
      let isSetOff = heading.hasDeclaredTitle(bytes.span) && title == Array(bytes[heading.title])
      if isSetOff, written.time(of: id) == heading.timestamp { continue }
      if let season = document.meantSeason(heading, in: zone) {
        note(season.kind, at: season.offset)
        continue
      }
      var kind = document.meantInChangedTitle(
        of: heading, since: title, amongTimes: amongTimes, in: zone)
      if kind == nil, heading.timestamp.precision == .day, title != Array(bytes[heading.title]),
        bytes[heading.title].contains(where: Byte.isDigit),
        written.time(of: id).map({ $0.precision != .day }) == true
      {
        kind = .headingTime(document.string(heading.title), nil)
      }
      if let kind { note(kind, at: heading.title.lowerBound) }
    }
  }

  /// Adds how the entries are read whose times were changed by hand, where nothing else is told of their headings.
  ///
  /// Nobody has seen that yet; a fix marks them as edited.
  mutating func addChangedTimes() {
    guard !written.isEmpty else { return }
    // That words or a field are gone is no word of it.
    let told = found.filter { problem in
      switch problem.kind {
      case .wordsGone, .fieldGone: false
      default: true
      }
    }.map(\.offset).sorted()
    let counts = document.countsOfIDs
    for slice in document.entries where !slice.isDeleted {
      let heading = slice.heading
      guard let id = document.id(of: slice), let time = written.time(of: id),
        time != heading.timestamp, counts[id] == 1,
        written.path(of: id.description) == header.path,
        written.title(
          of: id, unlike: document.typed(heading),
          edited: heading.attributes?.edited.map(document.string)) != nil
      else { continue }
      let next = told.indices.partitioningIndex { told[$0] >= heading.line.lowerBound }
      guard next == told.count || told[next] >= heading.line.upperBound else { continue }
      let reading = slice.reading(in: document.bytes, zone)
      note(
        .timeChanged(id, reading, from: time), at: heading.timestampRange.lowerBound,
        isFixable: !isConflicted && document.isWholeLine(at: slice.region.lowerBound))
    }
  }

  /// Adds entries without ids that stand there as they did before a command changed, moved or deleted them.
  mutating func addEntriesAsBefore() {
    guard !written.isEmpty else { return }
    for slice in document.entries where document.id(of: slice) == nil {
      if let change = written.unnamed.change(of: document.key(of: slice), at: header.path) {
        note(.entryAsBefore(change.summary, change.time), at: slice.heading.line.lowerBound)
      }
    }
  }

  /// Adds the first of the entries that were purged and stand there again, as an older version of the file has them.
  mutating func addPurgedEntries() {
    guard written.hasPurged else { return }
    let back = entries { written.isPurged($0) }
    guard let first = back.first else { return }
    note(.purgedEntry(first.id, others: back.count - 1), at: first.slice.heading.line.lowerBound)
  }

  /// Adds entries whose id is one that tj wrote here, misspelt or with words joined to it, as where somebody typed the title
  /// into the braces: nothing finds them by that id now.
  mutating func addChangedIDs() {
    if idsWritten.isEmpty { return }
    let standing = Set(document.entryIDs)
    var gone = idsWritten.filter { !standing.contains($0) }.map(\.description)
      .filter(EntryID.isLikeNew)
    // Of very many, each is near to another one.
    guard 1...100 ~= gone.count else { return }
    let unknown = entries { !written.remembers($0) }
    guard unknown.count <= 1000 else { return }
    for (id, slice) in unknown {
      let text = id.description
      let index = gone.firstIndex {
        text.hasPrefix($0) || text.hasSuffix($0)
          || text.utf8.count.distance(to: $0.utf8.count).magnitude < 2 && $0.isSlip(of: text)
      }
      guard let index, let range = slice.heading.attributes?.id else { continue }
      note(.idChanged(text, from: gone.remove(at: index)), at: range.lowerBound)
    }
  }

  /// The entries with ids that are meant.
  private func entries(_ isMeant: (EntryID) -> Bool) -> [(id: EntryID, slice: EntrySlice)] {
    document.entries.compactMap { slice in
      guard let id = document.id(of: slice), isMeant(id) else { return nil }
      return (id, slice)
    }
  }

  /// Whether a tj edited the entry after this clone's wrote it last: what that one took away came with a merge.
  private func isOfOtherClone(_ slice: EntrySlice, _ id: EntryID) -> Bool {
    let bytes = document.bytes
    guard let range = slice.heading.attributes?.edited,
      let edited = Timestamp(bytes.span, at: range),
      let last = written.timeWritten(id.description)
    else { return false }
    return last.instant(in: zone) < edited.instant(in: zone)
  }

  /// Adds entries whose text an editor drew into the field above it, or of which a field went to the entry beside, or is gone;
  /// and keeps those that have less text than tj wrote.
  mutating func addLessenedEntries() {
    guard !written.isEmpty else { return }
    let counts = document.countsOfIDs
    for (index, slice) in document.entries.enumerated() {
      // Of a copy with its id, nobody knows yet which one it is.
      guard let id = document.id(of: slice), counts[id] == 1 else { continue }
      let block = document.block(of: slice, lineEnding: .lineFeed)
      let start = slice.heading.line.lowerBound
      let isMarkable = !isConflicted && document.isWholeLine(at: slice.region.lowerBound)
      guard let old = written.whole(id, besides: block), !isOfOtherClone(slice, id) else {
        continue
      }
      // A field may have been renamed in so many entries that the record has only its lines.
      for gone in fieldsGone(index, old, block)
      where !slice.isDeleted && !written.isBeforeWideChange(id) {
        if let offset = gone.beside {
          let number = document.position(of: offset).line
          note(
            .textElsewhere(id, gone.line, path: nil, line: number), at: start,
            isFixable: isMarkable)
        } else {
          note(.fieldGone(id, gone.line), at: start, isFixable: isMarkable)
        }
      }
      if let title = titleGone(slice, old, block), !slice.isDeleted {
        note(.wordsGone(id, title, isOfCommit: false), at: start, isFixable: isMarkable)
      }
      for grown in valuesGrown(slice, since: old) where !slice.isDeleted {
        note(.valueGrown(id, grown.name, grown.words), at: grown.offset, isFixable: isMarkable)
      }
      guard let whole = LessenedEntry.text(of: old).map({ withoutEntries(behind: index, in: $0) }),
        !whole.isEmpty
      else { continue }
      let content = document.content(of: slice)
      let first = Array(whole.prefix { $0 != Byte.lineFeed })
      // Who indents the rest of a sentence by two spaces has it in the value above.
      let isRest = first.first.map { 0x61...0x7A ~= $0 } == true
      if let field = content.fields.last,
        !(isRest
          && document.bytes[field.lines].lines.contains { $0.trimmed.elementsEqual(first) }),
        hasDrawnIn(whole, field, besides: content.text(in: document.bytes.span))
          || hasGrown(field, by: whole, of: old, besides: content.text(in: document.bytes.span))
      {
        let line = document.position(of: field.lines.lowerBound).line
        // An editor did that, and no fix may say that it is meant.
        note(.textElsewhere(id, first, path: nil, line: line), at: start)
      } else if let less = LessenedEntry(id, text: whole, of: old, left: block) {
        lessened.append(less)
      }
    }
  }

  /// The lines of `text`, which tj wrote of an entry, but for those that are the entries below it by now, as where somebody gave
  /// their headings the form that a check proposed.
  private func withoutEntries(behind index: Int, in text: [UInt8]) -> [UInt8] {
    let lines = text.split(separator: Byte.lineFeed, omittingEmptySubsequences: false)
    let next = document.entries[(index + 1)...].prefix(20)
    guard let first = next.first,
      let start = lines.firstIndex(where: { isHeading($0, of: first) })
    else { return text }
    let blocks = next.map { document.block(of: $0, lineEnding: .lineFeed) }
    let present = WrittenVersion.lines(in: blocks)
    let areThere = lines[start...].allSatisfy { line in
      line.isEmpty || present.contains(Array(line)) || next.contains { isHeading(line, of: $0) }
    }
    return areThere ? Array(lines[..<start].joined(separator: [Byte.lineFeed])) : text
  }

  /// Whether a line has a date in some form that may be the entry's, and its title.
  private func isHeading(_ line: ArraySlice<UInt8>, of slice: EntrySlice) -> Bool {
    guard let first = line.first, first == .hash || Byte.isDigit(first) else { return false }
    let day = slice.heading.timestamp.date.parts.day
    let words = line.split(whereSeparator: Byte.isBlank)
    let isOfDay = words.contains { word in
      word.split { !Byte.isDigit($0) }.contains { Int(String(utf8: $0)) == day }
    }
    // Without the date, the time and the names in these.
    let title = words.drop { $0.allSatisfy { $0 == .hash } }.filter { word in
      let name = String(utf8: word).lowercased().filter(\.isLetter)
      return word.contains { Byte.isLetter($0) || $0 >= 0x80 }
        && SpokenDate.month(named: name) == nil
        && SpokenDate.weekday(named: name) == nil
    }
    let own = document.bytes[slice.heading.title].split(whereSeparator: Byte.isBlank)
      .filter { $0.contains { Byte.isLetter($0) || $0 >= 0x80 } }
    return isOfDay && title.elementsEqual(own, by: { $0.elementsEqual($1) })
  }

  /// Adds the entry that has nothing but its heading, where that is the only one directly below a line of text: who moved it
  /// one line too far left its text in the entry above.
  mutating func addHeadingBelowText() {
    let (entries, bytes) = (document.entries, document.bytes)
    guard entries.count > 2 else { return }
    let low = entries.indices.dropFirst().filter { index in
      let start = entries[index].region.lowerBound
      let above = bytes[..<(start - 1)].lastIndex(of: Byte.lineFeed).map { $0 + 1 } ?? 0
      return above > entries[index - 1].heading.line.lowerBound
        && bytes[above..<start].contains { $0 > 0x20 }
    }
    guard low.count == 1, let id = document.id(of: entries[low[0]]), !written.remembers(id) else {
      return
    }
    let (slice, above) = (entries[low[0]], document.content(of: entries[low[0] - 1]))
    let content = document.content(of: slice)
    guard content.fields.isEmpty, content.body.isEmpty, !slice.isDeleted, !above.body.isEmpty,
      let line = bytes[above.body].split(separator: Byte.lineFeed).last
    else { return }
    note(.headingBelowText(Array(line)), at: slice.heading.line.lowerBound)
  }

  /// Adds deleted entries in which something stands that was not there when they were deleted: it shows nowhere.
  mutating func addChangedTrash() {
    guard !written.isEmpty else { return }
    for slice in document.entries where slice.isDeleted {
      guard let id = document.id(of: slice) else { continue }
      let block = document.block(of: slice, lineEnding: .lineFeed)
      if let line = written.line(new: block, in: id) {
        note(.changedTrash(id, line), at: slice.heading.line.lowerBound)
      }
    }
  }

  /// The field lines that an entry had as tj wrote it last, as `old`, of which `block` has no field any more; and where each
  /// stands that the entry above or below has now and had not, as where somebody moved a line too far.
  private func fieldsGone(
    _ index: Int, _ old: [UInt8], _ block: [UInt8]
  ) -> [(line: [UInt8], beside: Int?)] {
    let left = WrittenVersion.lines(in: [block])
    return LessenedEntry.fieldsLacking(in: block, of: old).compactMap { gone in
      let (key, line) = (gone.old.key, gone.old.line)
      // What still stands there, as text by now, was not moved.
      for other in [index - 1, index + 1] where !gone.isEmptied && !left.contains(line) {
        let found = document.fieldLines(ofEntry: other).first { $0.key == key }
        if let found, found.line == line, isNew(key, in: document.entries[other]) {
          return (line, found.offset)
        }
      }
      // What is text now is told as that, and no fix may take it for meant.
      let isText =
        left.contains(line)
        && found.contains { told in
          guard case .fieldForm(let name, _, _) = told.kind else { return false }
          return FieldName.key(name) == key
            && document.entries[index].region.contains(told.offset)
        }
      return gone.isWorded || isText ? nil : (line, nil)
    }
  }

  /// The title that an entry had as tj wrote it last, as `old`, where it has none now, and no line of `block` has it.
  private func titleGone(_ slice: EntrySlice, _ old: [UInt8], _ block: [UInt8]) -> [UInt8]? {
    guard slice.heading.title.isEmpty else { return nil }
    let known = ThreadDocument(old)
    guard let heading = known.entries.first?.heading, !heading.title.isEmpty else { return nil }
    let title = Array(known.bytes[heading.title])
    // `1.30pm-5pm` or `around 17:00`, which the heading has as its time now.
    let word = String(utf8: title.prefix(while: Byte.isLetter)).lowercased()
    let start =
      heading.title.lowerBound
      + (TimeWords.beginnings.contains(word) ? title.prefix { !Byte.isDigit($0) }.count : 0)
    let clock = LooseClock(known.bytes.span, at: start, upTo: heading.title.upperBound)
    // `Tue 21:30` and `od 9` went into the time, too.
    let words = String(utf8: title).split(separator: " ")
    let isOfTime =
      words.contains { $0.first?.isNumber == true }
      && words.allSatisfy { $0.first?.isNumber == true || $0.count < 4 }
    if slice.heading.timestamp != heading.timestamp,
      isOfTime || clock?.end == heading.title.upperBound
    {
      return nil
    }
    return block.firstOffset(of: title) == nil ? title : nil
  }

  /// Whether the entry had no field of this key as tj wrote it, or has no id yet.
  private func isNew(_ key: String, in slice: EntrySlice) -> Bool {
    guard let id = document.id(of: slice) else { return true }
    return written.block(of: id).map { block in
      !ThreadDocument(block).fieldLines(ofEntry: 0).contains { $0.key == key }
    } ?? false
  }

  /// The values in words that have a whole sentence behind what they were in `old`, as where an editor drew in what somebody typed
  /// directly below them; where the entry has no other text, or the value many lines, that is told as it stands.
  private func valuesGrown(
    _ slice: EntrySlice, since old: [UInt8]
  ) -> [(name: String, words: [UInt8], offset: Int)] {
    let content = document.content(of: slice)
    if content.body.isEmpty || content.fields.isEmpty { return [] }
    let before = ThreadDocument(old).fieldLines(ofEntry: 0)
    let wordsBefore = Set(old.split(whereSeparator: Byte.isSpace))
    return content.fields.compactMap { field in
      let key = FieldName.key(document.bytes[field.name])
      guard let own = before.first(where: { $0.key == key }), !own.value.isEmpty,
        document.bytes[field.lines].count(where: { $0 == Byte.lineFeed }) < 3
      else { return nil }
      let words = [own.value, field.value(in: document.bytes.span)].map {
        $0.split(whereSeparator: Byte.isSpace)
      }
      let more = words[1].dropFirst(words[0].count)
      guard words[1].starts(with: words[0]), more.count > 3,
        let first = more.first.flatMap({ String(utf8: $0).first }), first.isUppercase,
        let last = own.value.last, !",;:-(&+/".utf8.contains(last),
        more.count(where: wordsBefore.contains) * 2 <= more.count
      else { return nil }
      let name = String(utf8: document.bytes[field.name])
      return (name, Array(more.joined(separator: [Byte.space])), field.name.lowerBound)
    }
  }

  /// Whether a field has the value that it had in `old`, and behind it the first words of `text`, which stood below it; where
  /// nothing stands there any more, the first word is enough.
  private func hasGrown(
    _ field: EntryField, by text: [UInt8], of old: [UInt8], besides rest: [UInt8]
  ) -> Bool {
    let key = FieldName.key(document.bytes[field.name])
    let known = ThreadDocument(old).fieldLines(ofEntry: 0).first { $0.key == key }
    guard let known else { return false }
    let words = [known.value, field.value(in: document.bytes.span), text].map {
      $0.split(whereSeparator: Byte.isSpace)
    }
    let more = words[1].dropFirst(words[0].count)
    guard !more.isEmpty, words[1].starts(with: words[0]) else { return false }
    let first = [more, words[2][...]].map {
      $0.first.map { $0.split(whereSeparator: LessenedEntry.isBetweenWords).first } ?? nil
    }
    return words[2].starts(with: more) || rest.isEmpty && first[0] != nil && first[0] == first[1]
  }

  /// Whether a field's value ends with a text that stood below it, or has its first paragraph behind other words, as an editor
  /// that fills paragraphs draws it in.
  ///
  /// - Parameter rest: The text that stands there now.
  private func hasDrawnIn(_ text: [UInt8], _ field: EntryField, besides rest: [UInt8]) -> Bool {
    let value = field.value(in: document.bytes.span).split(whereSeparator: Byte.isSpace)
    func words(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
      text.split(whereSeparator: Byte.isSpace)
    }
    let all = words(text[...])
    if rest.isEmpty, value.count > all.count, value.suffix(all.count).elementsEqual(all) {
      return true
    }
    let end = text.firstOffset(of: [0x0A, 0x0A]) ?? text.count
    // The last word may have had a sign behind it.
    let paragraph = words(text[..<end]).dropLast()
    guard paragraph.count > 2, value.count > paragraph.count,
      !words(rest[...]).starts(with: paragraph)
    else { return false }
    return (1...(value.count - paragraph.count)).contains { start in
      value[start...].starts(with: paragraph)
    }
  }
}

extension WrittenEntries {
  /// Whether somebody typed by hand the value of `field`, a text, with blanks before or behind it.
  ///
  /// Those are part of it, and nobody sees them. What a command wrote is meant so.
  func hasStrayBlanks(
    _ field: EntryField, of slice: EntrySlice, in document: ThreadDocument,
    _ definition: FieldDefinition?
  ) -> Bool {
    let value = document[field.firstValueLine]
    guard definition?.type ?? .text == .text, !field.hasMoreLines,
      let first = value.first, let last = value.last, Byte.isBlank(first) || Byte.isBlank(last),
      !value.trimmed.isEmpty
    else { return false }
    guard let id = document.id(of: slice) else { return true }
    let line = Line(
      startingAt: field.lines.lowerBound, in: document.bytes.span, upTo: document.bytes.count)
    return ownLines(of: id).map { !$0.contains(Array(document[line.text])) } ?? false
  }
}
