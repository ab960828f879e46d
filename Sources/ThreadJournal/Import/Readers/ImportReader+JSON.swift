import ThreadStorage

extension ImportReader {
  /// Reads a JSON document of ours, jrnl's or Day One's, or an entry of ours a line.
  mutating func readJSON(_ format: ImportFormat) {
    var json = JSONReader(bytes)
    do throws(JSONSyntaxError) {
      var value = try readDocument(format, &json)
      let isEntry =
        format == .json && !isDocument && value["entries"] == nil && value["time"] != nil
      while isEntry {
        readEntry(value, format, line: lineNumber(at: value.offset))
        if json.isAtEnd() { return }
        value = try json.value()
      }
      if format == .json, !isDocument, value["version"] == nil, value["entries"] == nil {
        var table = JSONTable(value)
        while !json.isAtEnd() {
          let row = try json.value()
          if table?.isSeries == true { table?.add(row) }
        }
        return note(.otherJSON(table), line: 1)
      }
      guard json.isAtEnd() else { throw JSONSyntaxError(offset: try json.value().offset) }
      finishDocument(value, format)
    } catch {
      // Of a document that is none, nothing else matters.
      let hasTooMany = reading.entries.count >= entryLimit
      if isDocument { reading = ImportReading() }
      if hasTooMany {
        return note(.archive(.tooLarge(limit: ZIPArchive.sizeLimit)), line: 1)
      }
      let line = lineNumber(at: error.offset)
      let column = lines.column(at: error.offset)
      if let name = error.repeatedName {
        return note(.repeatedMember(String(utf8: name), column: column), line: line)
      }
      note(
        error.isHalfCharacter ? .halfCharacter(column: column) : .badJSON(column: column),
        line: line)
    }
  }

  /// Reads the first value, and of its `entries` each as it comes; the value is returned without them.
  private mutating func readDocument(
    _ format: ImportFormat, _ json: inout JSONReader
  ) throws(JSONSyntaxError) -> JSONValue {
    guard json.isAtObject() else { return try json.value() }
    let start = json.offset
    var members: [JSONValue.Member] = []
    try json.eachPart { (json: inout JSONReader, name) throws(JSONSyntaxError) in
      guard name.elementsEqual("entries".utf8), json.isAtArray() else {
        members.append(JSONValue.Member(name: name, value: try json.value()))
        return
      }
      isDocument = true
      try json.eachPart { (json: inout JSONReader, _) throws(JSONSyntaxError) in
        let entry = try json.value()
        guard reading.entries.count < entryLimit else {
          throw JSONSyntaxError(offset: entry.offset)
        }
        readEntry(entry, format, line: lineNumber(at: entry.offset))
      }
    }
    return JSONValue(offset: start, content: .object(members))
  }

  private mutating func finishDocument(_ document: JSONValue, _ format: ImportFormat) {
    if format == .json, case .number(let version)? = document["version"]?.content,
      version != [UInt8(ascii: "1")]
    {
      reading = ImportReading()
      return note(.unknownVersion(String(utf8: version)), line: 1)
    }
    guard isDocument else { return note(.badMember("entries"), line: 1) }
    // What jrnl's has besides are counts of the tags.
    let besides: Set<String> =
      format == .json ? ["version", "threads"] : format == .jrnl ? ["tags"] : []
    leaveOutMembers(of: document, besides: besides, line: 1)
    if format == .json {
      isOwnExport = document["version"] != nil
      readThreads(document["threads"])
      checkThreadsOfEntries()
      checkCopiedEntries()
    }
  }

  /// Notes the members of an object that are not taken, and say something.
  mutating func leaveOutMembers(
    of value: JSONValue, besides taken: Set<String>, path: String = "", line: Int
  ) {
    guard case .object(let members) = value.content else {
      if !value.isNull { leaveOut(.member(String(path.dropLast())), line: line) }
      return
    }
    for member in members where !member.value.isEmpty {
      let name = String(utf8: member.name)
      if !taken.contains(name) { leaveOut(.member(path + name), line: line) }
    }
  }

  private mutating func readEntry(_ value: JSONValue, _ format: ImportFormat, line: Int) {
    switch format {
    case .dayone: readDayOneEntry(value, line: line)
    case .jrnl: readJrnlEntry(value, line: line)
    default: readOwnEntry(value, line: line)
    }
  }

  private mutating func readOwnEntry(_ value: JSONValue, line: Int) {
    guard let written = text(value, "time", line: line) else {
      // One of another kind was noted already.
      if value["time"]?.isNull != false { note(.badMember("time"), line: line) }
      return
    }
    guard let time = options.time(written) else { return note(.badTime(written), line: line) }
    noteUTC(written, time, line: line)
    var entry = entry(at: time, line: line)
    if let title = text(value, "thread", line: line) {
      entry.thread = thread(
        ImportedThread(
          title: title, path: text(value, "path", line: line),
          id: text(value, "thread_id", line: line)))
    } else if let path = text(value, "path", line: line), !path.isEmpty {
      entry.thread = thread(
        ImportedThread(title: "", path: path, id: text(value, "thread_id", line: line)))
    }
    let source = exactly(value, "source", line: line).map { ThreadDocument($0) }
    let typed = source?.entries.first.map { $0.heading }
    let length = text(value, "length", line: line) ?? ""
    // An export has all of these, if only to say that there are none.
    let isWhole = ["title", "text", "fields", "edited", "deleted"].allSatisfy { value[$0] != nil }
    if !isWhole { entry.told = ToldParts(members: value) }
    if let typed, typed.timestamp.isExported(as: time, length, options.zone) {
      // A time without a zone stays one.
      entry.timestamp = typed.timestamp
    } else {
      setEnd(text(value, "end", line: line) ?? "", length: length, of: &entry)
    }
    if let id = text(value, "id", line: line) { setID(id, of: &entry) }
    // What is no text comes from the lines.
    if let source, !isWhole || TextCheck.firstFault(in: source.bytes) != nil {
      entry.setContent(of: source)
    }
    if source.map({ TextCheck.firstFault(in: $0.bytes) == nil }) ?? true {
      if let typed, let source, value["title"]?.string == Array(source[typed.title]) {
        entry.title = Array(source[typed.title])
      } else if let title = string(value, "title", line: line) {
        setTitle(title, of: &entry)
      }
      if entry.tells(.text) { entry.text = string(value, "text", line: line) ?? [] }
      if value["fields"] != nil { entry.fields = [] }
      readFields(value["fields"], into: &entry)
    }
    entry.isForeign = !isWhole && entry.id == nil && source == nil && Self.areClear(value["fields"])
    entry.edited = mark(value, "edited", line: line)
    entry.isUnedited = value["edited"]?.isNull == true
    entry.restored = mark(value, "restored", line: line)
    if case .boolean(let isDeleted)? = value["deleted"]?.content {
      entry.deleted = isDeleted ? "true" : nil
    } else {
      entry.deleted = mark(value, "deleted", line: line)
    }
    if case .number(let digits)? = value["line"]?.content {
      entry.lineInThread = Int(String(utf8: digits)) ?? 0
    }
    if let source { setSource(source, of: &entry) }
    if entry.source != nil { entry.told = nil }
    leaveOutMembers(of: value, besides: ImportReader.ownMembers, line: line)
    reading.entries.append(entry)
  }

  /// The members of an entry that are taken, or follow from those that are.
  private static let ownMembers: Set = [
    "id", "thread", "thread_id", "path", "line", "time", "end", "length", "title", "text", "fields",
    "edited", "deleted", "restored", "source", "source_hex",
  ]

  /// Gives an entry the lines that it has in its thread; where somebody changed a value since, that is changed in them.
  private mutating func setSource(_ source: ThreadDocument, of entry: inout ImportedEntry) {
    guard source.entries.count == 1, let slice = source.entries.first,
      slice.region == 0..<source.bytes.count, source.id(of: slice) == entry.id
    else { return note(.badSource, line: entry.line) }
    if let attributes = slice.heading.attributes {
      let span = source.bytes.span
      entry.edited = Self.typed(entry.edited, attributes.edited, in: source)
      entry.deleted = Self.typed(entry.deleted, attributes.deleted, in: source)
      entry.restored = Self.typed(entry.restored, attributes.restored(in: span), in: source)
    }
    let own = source.ownFields(source.content(of: slice))
    for (index, field) in entry.fields.enumerated() {
      let typed = own[FieldName.key(field.name)]?.value(in: source.bytes.span)
      if let typed, Self.isExport(field.value, of: typed) { entry.fields[index].value = typed }
    }
    do throws(EntryEditError) {
      let edit = EntryEdit(from: source, slice, to: entry, options.zone)
      let splices = edit.isEmpty ? [] : try source.splices(for: edit, of: slice)
      entry.source = source.bytes.applying(splices)
      if !edit.isEmpty, entry.id == nil {
        let text = source.content(of: slice).text(in: source.bytes.span)
        entry.was = (slice.heading.timestamp, text)
      }
    } catch { note(.badSource, line: entry.line) }
  }

  /// Whether an export may write `typed` so: without the blanks around it, and the zeros before a number.
  private static func isExport(_ value: [UInt8], of typed: [UInt8]) -> Bool {
    let bare = FieldType.number.exported(typed)
    return bare == value
      || DecimalNumber(bare[...]).map { $0 == DecimalNumber(value[...]) } == true
  }

  /// A mark as `source` has it at `range`, where that is the same on a clock of no zone: an export tells its own.
  private static func typed(
    _ mark: String?, _ range: Range<Int>?, in source: ThreadDocument
  ) -> String? {
    let own = range.map { String(utf8: EntryAttributes.unquoted(source.bytes.span, $0)) }
    return own.flatMap { Timestamp($0) }?.isTold(by: mark.flatMap { Timestamp($0) }) == true
      ? own : mark
  }

  private mutating func mark(_ value: JSONValue, _ name: String, line: Int) -> String? {
    guard let mark = text(value, name, line: line) else { return nil }
    if Timestamp(mark) == nil { note(.badTime(mark), line: line) }
    return mark
  }

  private mutating func readFields(_ value: JSONValue?, into entry: inout ImportedEntry) {
    guard let value, !value.isNull else { return }
    guard case .object(let members) = value.content else {
      return note(.badMember("fields"), line: entry.line)
    }
    for member in members {
      let name = String(utf8: member.name)
      switch member.value.content {
      case .string(let text):
        if text.contains(0) { note(.nulInMember(name), line: entry.line) }
        add(name, text, to: &entry)
      case .number(let digits): add(name, digits, to: &entry)
      case .boolean(let flag): add(name, Array((flag ? "true" : "false").utf8), to: &entry)
      case .null: break
      case .array, .object: note(.badFieldMember(name), line: entry.line)
      }
    }
    dropOverridden(of: &entry)
  }

  /// Whether no number of JSON is among the fields that would be doubtful as text, as 1.250 is.
  private static func areClear(_ fields: JSONValue?) -> Bool {
    guard case .object(let members)? = fields?.content else { return false }
    return !members.contains { member in
      if case .number(let digits) = member.value.content { digits.contains(.dot) } else { false }
    }
  }

  /// The bytes that an export keeps as they are; nil where there are none.
  mutating func exactly(_ value: JSONValue, _ name: String, line: Int) -> [UInt8]? {
    guard let digits = value[name + "_hex"], !digits.isNull else {
      return string(value, name, allowsNUL: true, line: line)
    }
    let bytes = digits.string.flatMap { [UInt8](hexadecimal: $0) }
    if bytes == nil { note(.badMember(name + "_hex"), line: line) }
    return bytes
  }

  mutating func text(_ value: JSONValue, _ name: String, line: Int) -> String? {
    string(value, name, line: line).map { String(utf8: $0) }
  }

  /// The string at `name`, else nil; a problem is noted unless it is null or missing.
  mutating func string(
    _ value: JSONValue, _ name: String, allowsNUL: Bool = false, line: Int
  ) -> [UInt8]? {
    guard let member = value[name], !member.isNull else { return nil }
    guard let text = member.string else {
      note(.badMember(name), line: line)
      return nil
    }
    // A NUL cannot be written into a thread by any command.
    guard allowsNUL || !text.contains(0) else {
      note(.nulInMember(name), line: line)
      return nil
    }
    return text
  }
}

extension Timestamp {
  /// Whether an export says `time` for it, which has the offset of its zone where this has none.
  func isTold(by time: Timestamp?) -> Bool {
    wallClockSeconds == time?.wallClockSeconds && nanoseconds == time?.nanoseconds
      && (utcOffset == nil || utcOffset == time?.utcOffset)
  }

  /// Whether an export says `time` and `length` for it.
  fileprivate func isExported(
    as time: Timestamp, _ length: String, _ zone: LocalTimeZone
  ) -> Bool {
    guard isTold(by: time) else { return false }
    if (lengthText(in: zone) ?? "") == length { return true }
    // In another zone the clock may have been changed between the two, or have not: it lasts an hour more or less.
    guard utcOffset == nil, instant(in: zone) != time.instant(in: zone),
      let seconds = FieldValue.seconds(Array(length.utf8)[...].trimmed)
    else { return false }
    let shift = abs(Int64(minutesToEnd) * 60 - Int64(seconds))
    return shift <= 7200 && shift % 1800 == 0
  }
}

extension ToldParts {
  /// What the members of an object tell of an entry.
  fileprivate init(members value: JSONValue) {
    columns = Set(CSVColumns.Entry.allCases.filter { value[$0.rawValue] != nil })
    fields = value["fields"] == nil ? [] : nil
  }
}

extension [UInt8] {
  /// The bytes that hexadecimal digits write; nil where they are none.
  fileprivate init?(hexadecimal digits: [UInt8]) {
    guard digits.count.isMultiple(of: 2) else { return nil }
    self = []
    reserveCapacity(digits.count / 2)
    for offset in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(utf8: digits[offset..<offset + 2]), radix: 16) else {
        return nil
      }
      append(byte)
    }
  }
}

extension ImportedEntry {
  /// Takes title, text and fields of the first entry of `document`.
  fileprivate mutating func setContent(of document: ThreadDocument) {
    guard let slice = document.entries.first else { return }
    let content = document.content(of: slice)
    let bytes = document.bytes
    title = Array(document[slice.heading.title])
    text = content.text(in: bytes.span)
    fields = content.values(in: bytes).effective.map { (String(utf8: $0.name), $0.value) }
  }
}
