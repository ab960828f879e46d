import ThreadStorage

/// A line that was perhaps meant as a field line: `mood:: 5`, `- mood: 5`, `- sleep::7h`, `- mood 5`, `mood = 5`,
/// `— mood:: 5`.
struct MeantField {
  /// Where in an entry's text a line stands.
  enum Place {
    /// Directly below the heading and the field lines, or below such a line.
    case amongFields
    /// At the text's begin, below a blank line.
    case begin
    /// Below a title or a tag with which the text begins.
    case title
    /// Anywhere else: below a line of text, or below a blank one that is in the text.
    case text

    /// Where the next line stands, if `line` here names no field.
    func below(_ line: ArraySlice<UInt8>) -> Place {
      guard self != .text, let first = line.first, !line.allSatisfy({ $0 <= 0x20 }) else {
        return self == .title ? .title : .text
      }
      if first == Byte.hash { return .title }
      // What is indented belongs to the line above it, such as an item of YAML.
      if first <= 0x20 { return self == .title ? .text : .begin }
      return MeantField.isListed(line) ? self : .text
    }
  }

  let line: Line
  let name: String
  let value: [UInt8]
  private let fault: JournalProblem.FieldFault
  /// Whether it can only have been meant as the field line that it would be, if that can be read where it stands.
  let isClear: Bool
  /// Whether it is text all the same where another line of text follows.
  let isOnlyAtEnd: Bool
  /// Whether nothing but a blank stands behind the name, as in a list of things.
  private(set) var isBare = false
  /// Whether it has one colon, as prose has, and a value that is a text.
  private(set) var isLikeProse = false

  /// The line of an entry's text, if it is one; a space before it says that it is text.
  ///
  /// - Parameter isInList: Whether its paragraph has nothing but such lines.
  init?(
    _ bytes: [UInt8], _ line: Line, _ schema: FieldSchema, at place: Place, isInList: Bool = false
  ) {
    self.line = line
    if let parts = EntryField.scan(bytes.span, line: line.text),
      !EntryField.isBullet(bytes[parts.name.lowerBound])
    {
      name = String(utf8: bytes[parts.name])
      guard parts.backslashes == 0, let field = schema.anyField(named: name) else { return nil }
      value = Array(bytes[parts.value])
      fault = .place
      (isClear, isOnlyAtEnd) = (field.check(value) == nil, false)
      return
    }
    let other = ForeignField(bytes[line.text])
    let read = other.flatMap { FieldNaming($0.line, 0..<$0.line.count, schema) }
    let naming = read ?? FieldNaming(bytes, line.text, schema)
    if place == .amongFields, naming.map(\.mayBeSlip) ?? true,
      let slip = SlippedField(bytes[line.text], schema)
    {
      (name, value) = (slip.field.name, slip.value)
      let fits = slip.field.check(value) == nil
      (isClear, isOnlyAtEnd) = (fits && slip.isClear, false)
      fault = Byte.isBlank(bytes[line.text.lowerBound]) ? .indented : fits ? .form : .value
      return
    }
    guard let form = naming else { return nil }
    let isWhole = read == nil || other?.isWhole == true
    (name, value) = (form.name, form.value)
    let fits = form.field.check(value) == nil
    let isTyped = form.field.type != .text && fits && !value.isEmpty
    isOnlyAtEnd = place == .text && !form.isDouble && !isInList
    let isMeant =
      isOnlyAtEnd
      ? read == nil
        && form.isMeantAtEnd(
          form.field.type != .text && !value.isEmpty && form.field.mayTake(value))
      : form.isMeant(at: place, isTyped)
    guard isInList || isMeant else { return nil }
    let isWord = form.sign == .other && !form.hasDash
    let isProse =
      form.field.type == .text && !form.isDouble && (!form.hasBullet || isWord) && !isInList
    isClear = fits && !isProse && isWhole && !form.mayBeMinus
    isLikeProse = form.sign == .colon && form.hasGap && !isTyped && !value.isEmpty && !isInList
    isBare = form.sign == .other && !form.hasDash && form.hasBullet
    fault = !fits ? .value : place == .text ? .formAndPlace : .form
  }

  /// The field line above the first entry, if it is one with a value of the field's.
  init?(preambleLine line: Line, _ bytes: [UInt8], _ schema: FieldSchema) {
    guard let parts = EntryField.scan(bytes.span, line: line.text), parts.backslashes == 0,
      !parts.value.isEmpty, let field = schema.field(named: String(utf8: bytes[parts.name])),
      field.check(Array(bytes[parts.value])) == nil
    else { return nil }
    (self.line, name, value) = (line, String(utf8: bytes[parts.name]), Array(bytes[parts.value]))
    (fault, isClear, isOnlyAtEnd) = (.preamble, false, false)
  }

  /// The line with the name of a field, but for its accents or a slip of the finger, a colon and a value of its type; in a
  /// text two colons.
  init?(
    misspelt line: Line, _ bytes: [UInt8], _ schema: FieldSchema, besides fields: [EntryField],
    isInText: Bool
  ) {
    let text = bytes[line.text]
    let isItem = text.first.map(EntryField.isBullet) == true
    let rest = text.dropFirst(isItem ? 1 : 0)
    guard let colon = rest.prefix(4 * FieldName.maximumLength + 1).firstIndex(of: .colon),
      schema.fields.count <= 100
    else { return nil }
    let isDouble = rest[(colon + 1)...].first == .colon
    let behind = rest[(colon + (isDouble ? 2 : 1))...]
    // `- mood\:: 7` is text.
    guard isDouble ? rest[..<colon].last != UInt8(ascii: "\\") : !isInText,
      behind.first.map(Byte.isBlank) == true
    else { return nil }
    let (typed, value) = (FieldName.key(rest[..<colon].trimmed), Array(behind.trimmed))
    guard !value.isEmpty, !schema.defines(typed) else { return nil }
    let keys = Set(fields.map { FieldName.key(bytes[$0.name]) })
    let meant = schema.fields.filter { field in
      !keys.contains(field.key) && field.deletion == nil && field.check(value) == nil
        && (typed.lacksAccents(of: field.key) || field.type != .text && typed.isSlip(of: field.key))
    }
    guard meant.count == 1 else { return nil }
    (self.line, name, self.value) = (line, meant[0].name, value)
    fault = isInText ? .formAndPlace : .misspelt
    (isClear, isOnlyAtEnd) = (false, false)
  }

  /// The item of a name that the thread does not define, one colon and a number, where most entries have their fields:
  /// `- dor: 6`.
  init?(undefined line: Line, _ document: ThreadDocument, _ schema: FieldSchema) {
    guard !schema.fields.isEmpty,
      let (name, value, isDouble) = document.unreadField(document.bytes[line.text], isTop: true),
      !isDouble, value.first.map(Byte.isDigit) == true, !name.contains(where: Byte.isBlank),
      FieldType(narrowestOf: [Array(value)]) != .text
    else { return nil }
    (self.line, self.name, self.value) = (line, String(utf8: name), Array(value))
    (fault, isClear, isOnlyAtEnd) = (.misspelt, false, false)
  }

  /// The title that is a field's line, or ends in one, as `## 2026-03-08 09:00 A walk - mood:: 7`; or that is nothing but
  /// its name and a value: `mood: 7`, `mood 7`.
  init?(titleOf heading: EntryHeading, _ bytes: [UInt8], _ schema: FieldSchema) {
    let title = heading.title
    guard !heading.hasDeclaredTitle(bytes.span) || heading.attributes?.id == nil,
      !title.isEmpty, !schema.fields.isEmpty
    else { return nil }
    let colons = ByteSearch.firstIndex(of: [0x3A, 0x3A], in: bytes.span, title)
    // A title that tj wrote has an id behind it, and is one: `Chapter 3`.
    guard colons != nil || heading.attributes?.id == nil else { return nil }
    let starts =
      [title.lowerBound] + (colons.map { Self.words(bytes, before: $0, from: title) } ?? [])
    // `Swift's Sleep::sleep` and `std::list` are words of a title.
    let forms = starts.compactMap { start -> FieldNaming? in
      guard let form = FieldNaming(bytes, start..<title.upperBound, schema) else { return nil }
      let isClear =
        start == title.lowerBound || form.hasBullet || ",;-".utf8.contains(bytes[start - 1])
      let isValue = form.hasFittingValue && (form.hasGap || form.field.type != .text)
      return isClear || isValue ? form : nil
    }
    guard
      let form = forms.first(where: {
        colons != nil ? $0.isDouble : $0.hasTypedValue && $0.field.check($0.value) == nil
      })
    else { return nil }
    line = Line(startingAt: title.lowerBound, in: bytes.span, upTo: bytes.count)
    (name, value, fault) = (form.name, form.value, .title)
    (isClear, isOnlyAtEnd) = (false, false)
  }

  /// Where words begin before `colons`: one of them may be the name of a field whose line a person or an editor joined with
  /// the one above.
  private static func words(
    _ bytes: [UInt8], before colons: Int, from title: Range<Int>
  ) -> [Int] {
    let lower = max(title.lowerBound + 1, colons - 4 * FieldName.maximumLength - 2)
    return (min(lower, colons)..<colons).filter { offset in
      ",;-".utf8.contains(bytes[offset - 1])
        || WideBlank.start(in: bytes.span, before: offset, from: title.lowerBound) < offset
    }
  }

  /// The line that goes on with a value above it: one that an editor wrapped, or that stands below an empty field.
  init?(restOf content: EntryContent, _ bytes: [UInt8], _ schema: FieldSchema) {
    guard let last = content.fields.last, !content.body.isEmpty,
      content.body.lowerBound == last.lines.upperBound
    else { return nil }
    line = Line(startingAt: content.body.lowerBound, in: bytes.span, upTo: bytes.count)
    name = String(utf8: bytes[last.name])
    let field = schema.anyField(named: name)
    let typed = bytes[line.text].trimmed
    guard !Self.beginsBlock(typed) else { return nil }
    let stored = last.value(in: bytes.span)
    if stored.isEmpty {
      let isItem = typed.count > 2 && EntryField.isBullet(typed[typed.startIndex])
      let isListed = isItem && Byte.isBlank(typed[typed.startIndex + 1])
      value = Array(isListed ? typed.dropFirst(2).trimmed : typed)
      guard let field, field.check(value) == nil else { return nil }
      fault = .below
    } else {
      // What stands here fits no more behind the words above, so an editor wrapped them; or they have no end, or one
      // space stands here, or a tab, which is not what a value goes on behind.
      let above = Line(
        startingAt: (bytes[..<(last.lines.upperBound - 1)].lastIndex(of: 0x0A) ?? -1) + 1,
        in: bytes.span, upTo: bytes.count)
      let word = typed.prefix { !Byte.isBlank($0) }
      let isIndented = bytes[line.text].first.map(Byte.isBlank) == true
      let isWrapped =
        isIndented
        ? !Self.isListed(typed) && FieldNaming(bytes, typed.indices, schema) == nil
        : stored.last == UInt8(ascii: ",")
          || Self.isUnfinished(
            stored, before: word, isLong: above.text.count > 40 || last.hasMoreLines)
          || 60...100 ~= above.text.count && above.text.count + 1 + word.count > 68
      guard field.map({ $0.type == .text }) ?? true, isWrapped else { return nil }
      value = Array(typed)
      fault = .wrapped
    }
    (isClear, isOnlyAtEnd) = (false, false)
  }

  /// Words and signs that nothing ends in.
  private static let joints = [
    "and", "or", "at", "then", "but", "with", "of", "to", "from", "for", "the", "&", "+", "/",
    "und", "oder", "um", "dann", "mit", "von", "der", "die", "das",
  ]

  /// Whether a value ends in such a word, or in brackets that nothing closes, and `word` below it begins no sentence; or is
  /// as long as lines are that editors break, or goes on below already, and has no end.
  private static func isUnfinished(
    _ value: [UInt8], before word: ArraySlice<UInt8>, isLong: Bool
  ) -> Bool {
    guard let first = String(utf8: word).first, first.isLowercase || first.isNumber else {
      return false
    }
    let words = value.split(whereSeparator: Byte.isSpace)
    let last = words.count > 1 ? words.last.map { String(utf8: $0).lowercased() } ?? "" : ""
    let opening = value.lastIndex(of: UInt8(ascii: "("))
    // `:(` is no bracket.
    let isOpen = opening.map { offset in
      !value[offset...].contains(UInt8(ascii: ")"))
        && (offset == 0 || value[offset - 1] != .colon)
    }
    // Numbers may stand below such a line, and small letters hardly do.
    let hasEnd = value.last.map { ".!?:;)\"".utf8.contains($0) } == true
    return joints.contains(last) || isOpen == true
      || isLong && words.count > 4 && first.isLowercase && !hasEnd
  }

  /// Whether a line is rather a part of the text: code, a heading, a quote, a table, a comment or a rule.
  private static func beginsBlock(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first else { return false }
    let marks = line.prefix { $0 == first }
    switch first {
    case UInt8(ascii: "#"):
      return marks.endIndex == line.endIndex || Byte.isBlank(line[marks.endIndex])
    case UInt8(ascii: "`"), UInt8(ascii: "~"): return marks.count > 2
    case UInt8(ascii: ">"), UInt8(ascii: "|"): return true
    case UInt8(ascii: "<"): return line.starts(with: "<!--".utf8)
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"):
      return line.allSatisfy { $0 == first || Byte.isBlank($0) } && line.count > 2
    default: return false
    }
  }

  /// Whether `line` may stand among lines of fields: it is an item of a list, or has a colon as they do.
  static func isListed(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first, first > 0x20 else { return false }
    let limit = line.prefix(FieldName.maximumLength)
    guard !EntryField.isBullet(first), let colon = limit.firstIndex(of: 0x3A) else {
      return EntryField.isBullet(first)
    }
    return colon + 1 == line.endIndex || line[colon + 1] <= 0x20 || line[colon + 1] == 0x3A
  }

  /// Whether `line` may begin with a name and a colon.
  static func isLabel(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first, first > 0x20 else { return false }
    return line.prefix(4 * FieldName.maximumLength).contains(.colon)
  }

  var key: String { FieldName.key(name) }
  /// Whether it is a field line as it stands, and only its place makes it text.
  var isProper: Bool { fault == .place }

  var lineOfField: [UInt8] {
    Array("- \(name)::".utf8) + (value.isEmpty ? [] : [0x20]) + value
  }

  func meantLine(_ splices: [Splice]?) -> MeantLine {
    MeantLine(
      at: line.text.lowerBound, .fieldForm(name: name, value: String(utf8: value), fault),
      splices: splices)
  }
}
