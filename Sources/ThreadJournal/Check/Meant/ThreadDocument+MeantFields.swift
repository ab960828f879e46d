import ThreadStorage

extension ThreadDocument {
  /// The lines that name a field which the thread defines, or needs no definition, and are read as text (F18a); of entries
  /// in the trash they say nothing that counts.
  func meantFields(_ schema: FieldSchema) -> [MeantLine] {
    let colons = Array("::".utf8)
    guard !schema.fields.isEmpty || bytes.firstOffset(of: colons) != nil else { return [] }
    var fences = RangeCursor(codeBlocks)
    lazy var defined = FieldSchema(frontMatter)
    lazy var isOfFields =
      entries.count { !content(of: $0).fields.isEmpty } * 2 >= max(entries.count, 2)
    return entries.flatMap { slice -> [MeantLine] in
      if slice.isDeleted { return [] }
      let content = content(of: slice)
      var lists = RangeCursor(paragraphsOfFields(in: content, of: slice, schema))
      lazy var own = ownFields(content)
      var found: [MeantField] = []
      var run: [MeantField] = []
      var atEnd: [MeantField] = []
      let fieldsEnd = content.fields.last?.lines.upperBound ?? content.start
      var isRun = !content.body.isEmpty
      var place = content.body.lowerBound == fieldsEnd ? MeantField.Place.amongFields : .begin
      // Who set the text off from field lines begins it with a list of remarks.
      let isSetOff = !content.fields.isEmpty && place == .begin
      for line in bytes.lines(in: content.body, upTo: slice.region.upperBound) {
        let isCode = fences.range(at: line.text.lowerBound) != nil
        let isInList = lists.range(at: line.text.lowerBound) != nil
        guard !isCode, let field = MeantField(bytes, line, schema, at: place, isInList: isInList),
          !(field.isLikeProse && isSetOff && place == .begin
            && (own[field.key] != nil || field.value.split(whereSeparator: Byte.isBlank).count > 3)),
          // In a list of remarks names stand, too: `- Jonas: talk with his parents`.
          !(field.isLikeProse && content.fields.isEmpty
            && field.value.split(whereSeparator: Byte.isBlank).count > 2
            && !defined.defines(field.name)),
          field.isProper || !says(own, field.name, field.value, schema)
        else {
          if !isCode {
            let misspelt = MeantField(
              misspelt: line, bytes, schema, besides: content.fields,
              isInText: place != .amongFields)
            if let misspelt {
              found.append(misspelt)
            } else if place == .amongFields, content.fields.isEmpty, run.isEmpty, found.isEmpty,
              let field = MeantField(undefined: line, self, schema), isOfFields
            {
              found.append(field)
            }
          }
          isRun = false
          place = isCode ? .text : place.below(bytes[line.text])
          if line.text.contains(where: { bytes[$0] > 0x20 }) { atEnd = [] }
          continue
        }
        if place != .text { place = .amongFields }
        if field.isOnlyAtEnd {
          atEnd.append(field)
        } else if isRun {
          run.append(field)
        } else {
          found.append(field)
        }
      }
      let (splices, count) = splices(reading: run, in: slice, content)
      // All lines of the run that are fixed are so together, by the splices that the first one holds.
      let title = MeantField(titleOf: slice.heading, bytes, schema).flatMap {
        says(own, $0.name, $0.value, schema) ? nil : $0.meantLine(nil)
      }
      let told = run.first?.line.text.lowerBound == content.body.lowerBound
      let rest = told ? nil : MeantField(restOf: content, bytes, schema).map { $0.meantLine(nil) }
      return [title, rest].compactMap(\.self)
        + run.enumerated().map { index, field in
          field.meantLine(index >= count ? nil : index == 0 ? splices : [])
        } + (found + atEnd).map { $0.meantLine(nil) }
    }
  }

  /// The paragraphs of an entry's text that are nothing but fields' names, a colon and a value, one of which is hardly
  /// prose.
  private func paragraphsOfFields(
    in content: EntryContent, of slice: EntrySlice, _ schema: FieldSchema
  ) -> [Range<Int>] {
    var found: [Range<Int>] = []
    // The labelled lines that follow one another so far.
    var lines: Range<Int>?
    var (hasText, hasValue, count) = (false, false, 0)
    for line in bytes.lines(in: content.body, upTo: slice.region.upperBound) {
      if bytes[line.text].allSatisfy({ $0 <= 0x20 }) {
        if let lines, hasValue { found.append(lines) }
        (lines, hasText, hasValue, count) = (nil, false, false, 0)
      } else if !hasText || bytes[line.text].starts(with: "- ".utf8),
        MeantField.isLabel(bytes[line.text]),
        let form = FieldNaming(bytes, line.text, schema), form.isLabel,
        !hasText || form.hasTypedValue
      {
        // A list begins directly below text, too.
        hasText = false
        lines = (lines?.lowerBound ?? line.text.lowerBound)..<line.next
        hasValue = hasValue || form.hasTypedValue
        count += 1
      } else {
        // Several are more than a line of the text that goes on below them.
        if let lines, hasValue, count > 1 { found.append(lines) }
        (lines, hasText, hasValue, count) = (nil, true, false, 0)
      }
    }
    if let lines, hasValue { found.append(lines) }
    return found
  }

  /// The fields of an entry by their keys.
  func ownFields(_ content: EntryContent) -> [String: EntryField] {
    Dictionary(
      content.fields.map { (FieldName.key(bytes[$0.name]), $0) }, uniquingKeysWith: { $1 })
  }

  /// Whether an entry has the field that its text names, with this value: who follows a hint sets it, and leaves the text.
  ///
  /// Hardly any line asks for the entry's own fields, and a long entry many times.
  func says(
    _ fields: @autoclosure () -> [String: EntryField], _ name: String, _ value: [UInt8],
    _ schema: FieldSchema
  ) -> Bool {
    guard let field = schema.anyField(named: name) else { return false }
    let all = fields()
    guard let own = all[FieldName.key(name)] else { return false }
    let stored = field.value(of: own.value(in: bytes.span))
    if let meant = field.value(of: value) ?? field.converted(value).flatMap({ field.value(of: $0) })
    {
      return meant == stored
    }
    // `hours:7h quality:6, slept badly` is a field each, and words.
    let words = value.split(whereSeparator: Byte.isSpace).map { word in
      word.last.map { ",;".utf8.contains($0) } == true ? word.dropLast() : word
    }
    guard words.count > 1, says(all, name, Array(words[0]), schema) else { return false }
    return words.dropFirst().allSatisfy { word in
      guard let sign = word.firstIndex(where: { $0 == .colon || $0 == .equals }),
        schema.anyField(named: String(utf8: word[..<sign])) != nil
      else { return !word.contains(where: Byte.isDigit) }
      return says(all, String(utf8: word[..<sign]), Array(word[(sign + 1)...]), schema)
    }
  }

  /// Field lines above the first entry with a value: those of one whose heading is lost.
  func preambleFields(_ schema: FieldSchema) -> [MeantLine] {
    var fences = RangeCursor(codeBlocks)
    return bytes.lines(in: preamble).compactMap { line in
      guard fences.range(at: line.text.lowerBound) == nil else { return nil }
      return MeantField(preambleLine: line, bytes, schema)?.meantLine(nil)
    }
  }

  /// What makes fields of the first of `all` lines, with which the text begins, and of how many: of none where that would change
  /// something else, or what a field of the entry says.
  private func splices(
    reading all: [MeantField], in slice: EntrySlice, _ content: EntryContent
  ) -> (splices: [Splice], count: Int) {
    let names = content.fields.map { FieldName.key(bytes[$0.name]) } + all.map(\.key)
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    let run = all.prefix {
      $0.isClear && $0.line.next > $0.line.text.upperBound && counts[$0.key] == 1
    }
    guard let first = run.first, let last = run.last else { return ([], 0) }
    // `- frames 20` among other items is rather one of a list.
    if run.contains(where: \.isBare), all.count == run.count,
      last.line.next < content.body.upperBound, EntryField.isBullet(bytes[last.line.next])
    {
      return ([], 0)
    }
    // A line that is indented below the last one may go on with its value: `<tab>- note:: a`, `<tab>  more`.
    let below = bytes[last.line.next..<max(content.body.upperBound, last.line.next)].prefix(2)
    if below.first == Byte.tab, let second = below.last, Byte.isBlank(second) { return ([], 0) }
    var splices = run.compactMap { field in
      field.isProper ? nil : Splice(field.line.text, field.lineOfField)
    }
    // A blank line would keep them from being read.
    if let above = content.fields.last, above.lines.upperBound < first.line.text.lowerBound {
      splices.insert(Splice(above.lines.upperBound..<first.line.text.lowerBound, []), at: 0)
    }
    let result = ThreadDocument(bytes.applying(splices, within: slice.region))
    guard result.entries.count == 1, result.preamble.isEmpty else { return ([], 0) }
    let new = result.content(of: result.entries[0])
    let rest = Escaping.contentRange(
      in: bytes.span, min(last.line.next, content.body.upperBound)..<content.body.upperBound)
    let values = new.fields.map { $0.value(in: result.bytes.span) }
    let wanted = content.fields.map { $0.value(in: bytes.span) } + run.map(\.value)
    guard result.bytes[new.body].elementsEqual(bytes[rest]), values == wanted else {
      return ([], 0)
    }
    // A text whose first line has a backslash would lose it there (F16).
    if !new.body.isEmpty {
      let line = Line(
        startingAt: new.body.lowerBound, in: result.bytes.span, upTo: new.body.upperBound)
      if let parts = EntryField.scan(result.bytes.span, line: line.text), parts.backslashes > 0 {
        return ([], 0)
      }
    }
    return (splices, run.count)
  }
}
