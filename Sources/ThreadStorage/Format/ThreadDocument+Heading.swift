extension ThreadDocument {
  /// The heading's line as `edit` wants it; what it leaves alone stays as typed.
  package func headingLine(for edit: EntryEdit, of heading: EntryHeading) -> [UInt8] {
    let textEnd =
      heading.title.isEmpty ? heading.timestampRange.upperBound : heading.title.upperBound
    let timestamp =
      edit.timestamp.map { Array($0.headingText.utf8) } ?? Array(bytes[heading.timestampRange])
    var line = bytes[heading.line.lowerBound..<heading.timestampRange.lowerBound] + timestamp
    let title = edit.title ?? Array(bytes[heading.title])
    if !title.isEmpty {
      line +=
        edit.title == nil && edit.timestamp == nil
        ? bytes[heading.timestampRange.upperBound..<heading.title.lowerBound]
        : EntryHeading.gap(between: timestamp, and: title)[...]
      line += title
    }
    let old = heading.attributes?.range ?? textEnd..<textEnd
    let attributes = attributes(for: edit, of: heading)
    if heading.attributes == nil, !attributes.isEmpty { line.append(Byte.space) }
    return line + bytes[textEnd..<old.lowerBound] + attributes
      + bytes[old.upperBound..<heading.line.upperBound]
  }

  private func attributes(for edit: EntryEdit, of heading: EntryHeading) -> [UInt8] {
    guard let old = heading.attributes else { return newAttributes(for: edit) }
    var splices: [Splice] = []
    var added: [UInt8] = []
    if old.id == nil, let id = edit.newID {
      let isAlone = old.range.count == 2
      splices.append(
        Splice(insertingAt: old.range.lowerBound + 1, Array("#\(id)\(isAlone ? "" : " ")".utf8)))
    }
    if let edited = edit.edited {
      set("edited", to: edited, replacing: old.edited, &splices, &added)
    } else if edit.removesEdited {
      splices += marks("edited", in: old).map { Splice($0, []) }
    }
    switch edit.deletion {
    case .mark(let time)?: set("deleted", to: time, replacing: old.deleted, &splices, &added)
    case .unmark?: splices += marks("deleted", orClass: true, in: old).map { Splice($0, []) }
    case nil: break
    }
    if let restored = edit.restored {
      let mark = old.restored(in: bytes.span)
      set("restored", to: restored, replacing: mark, &splices, &added)
    }
    if !added.isEmpty {
      let isAlone = old.range.count == 2 && splices.isEmpty
      splices.append(
        Splice(insertingAt: contentEnd(of: old), isAlone ? Array(added.dropFirst()) : added))
    }
    return bytes.applying(splices, within: old.range)
  }

  /// Behind the last attribute: blanks before the closing brace stay, so that a mark taken away again leaves no trace.
  private func contentEnd(of attributes: EntryAttributes) -> Int {
    var end = attributes.range.upperBound - 1
    while end > attributes.range.lowerBound + 1, Byte.isBlank(bytes[end - 1]) { end -= 1 }
    return end
  }

  private func newAttributes(for edit: EntryEdit) -> [UInt8] {
    var items = edit.newID.map { Array(" #\($0)".utf8) } ?? []
    if let edited = edit.edited { items += EntryAttributes.pair("edited", edited) }
    if case .mark(let time)? = edit.deletion { items += EntryAttributes.pair("deleted", time) }
    if let restored = edit.restored { items += EntryAttributes.pair("restored", restored) }
    return items.isEmpty ? [] : [Byte.openBrace] + items.dropFirst() + [Byte.closeBrace]
  }

  private func set(
    _ key: String, to value: String, replacing old: Range<Int>?, _ splices: inout [Splice],
    _ added: inout [UInt8]
  ) {
    if let old {
      splices.append(
        Splice(
          old, Array(EntryAttributes.pair(key, value).dropFirst(key.utf8.count + 3).dropLast())))
    } else {
      added += EntryAttributes.pair(key, value)
    }
  }

  /// The tokens that are the mark `key`, and where asked its class, each with the white space before it.
  private func marks(_ key: StaticString, orClass: Bool = false, in attributes: EntryAttributes)
    -> [Range<Int>]
  {
    EntryAttributes.tokens(bytes.span, in: attributes.range).compactMap { token in
      var start: Int
      let end: Int
      switch token {
      case .className(let name) where orClass && bytes.span.equal(name, key):
        (start, end) = (name.lowerBound - 1, name.upperBound)
      case .pair(let name, let value) where bytes.span.equal(name, key):
        (start, end) = (name.lowerBound, value.upperBound + 1)
      default: return nil
      }
      while Byte.isBlank(bytes[start - 1]) { start -= 1 }
      return start..<end
    }
  }
}

extension EntryHeading {
  /// What is written between timestamp and title: two spaces where the title would else be read as its time or zone,
  /// or be taken for one that was meant.
  package static func gap(between timestamp: [UInt8], and title: [UInt8]) -> [UInt8] {
    let joined = timestamp + [Byte.space] + title
    if case .valid(let time, timestamp.count) = Timestamp.scan(joined.span, in: 0..<joined.count),
      title.isEmpty
        || TypedClock(title.span, in: 0..<title.count, after: time.precision) == nil
          && DoubtfulClock.end(in: title.span, title: 0..<title.count, after: time) == nil
    {
      return [Byte.space]
    }
    return [Byte.space, Byte.space]
  }

  /// Whether what stands between timestamp and title says that the title is one, however it begins.
  package func hasDeclaredTitle(_ bytes: borrowing Span<UInt8>) -> Bool {
    title.lowerBound == timestampRange.upperBound + 2
      && bytes[timestampRange.upperBound] == Byte.space
      && bytes[timestampRange.upperBound + 1] == Byte.space
  }
}
