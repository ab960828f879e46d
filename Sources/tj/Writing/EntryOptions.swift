import ThreadJournal
import ThreadStorage

/// What the options of a command line say of an entry, as far as they can be understood.
struct EntryOptions {
  /// The time, title and fields; a field's empty value is nil, for a new entry too.
  private(set) var edit = EntryEdit()
  /// The first mistake; the other options are read all the same, for the draft that keeps a text.
  var error: (any Error)? { unreadTime?.error ?? otherError }
  /// The time that is given, where it is not understood, and why.
  private var unreadTime: (typed: String, error: any Error)?
  private var otherError: (any Error)?

  /// The time alone.
  init(time: String, _ session: Session) { readTime(time, of: time, session) }

  init(_ arguments: ParsedArguments, _ session: Session) {
    if let typed = arguments.value("at") { readTime(typed, of: typed, session) }
    read { $0.title = try Self.title(arguments.value("title")) }
    read { $0.fields = try Self.fields(arguments) }
  }

  /// Takes a time of day alone for one of the entry's own day, a day alone for one at the entry's time of day, and a day
  /// without its year for the one that is next to the entry's, where no day of the week tells the year.
  ///
  /// How long the entry lasts is kept.
  mutating func place(_ time: String?, onDayOf entry: Entry, _ session: Session) {
    guard let time else { return }
    let bytes = Array(time.utf8)
    if SpokenDate.weekday(in: bytes.span, at: 0, upTo: bytes.count) == nil {
      readTime(time, of: time, session, near: entry.timestamp.date)
    }
    guard edit.timestamp != nil else { return }
    let own = entry.timestamp.withOffset(in: session.zone).canonicalText
    if TimeExpression.isClock(time) {
      readTime("\(own.prefix(10)) \(time)", of: time, session)
    }
    if let day = edit.timestamp, day.precision == .day, entry.timestamp.precision != .day {
      // Of a time with an end, canonical text has no seconds.
      let clock = own.dropFirst(11).prefix { "0123456789:.".contains($0) }
      let instant = entry.timestamp.instant(in: session.zone)
      let written = entry.timestamp.utcOffset
      let isLocal =
        written == nil || written == Timestamp(instant: instant, in: session.zone).utcOffset
      let offset = isLocal ? "" : " \(own.suffix("+01:00".count))"
      readTime("\(day.date.text) \(clock)\(offset)", of: time, session)
      if day.date == entry.timestamp.date {
        session.note(
          "It keeps its time of day, \(String(clock.prefix(5))). For the day alone, take that out of its heading: "
            + "tj edit \(ShellWord.quoted(entry.reference))")
      }
    }
    guard let length = entry.timestamp.length(in: session.zone), let start = edit.timestamp,
      start.minutesToEnd == 0, start.precision != .day
    else { return }
    // With its offset, so that a change of the clock makes it neither longer nor shorter.
    edit.timestamp = start.withOffset(in: session.zone).ending(afterMinutes: Int(length / 60))
  }

  /// The fields as an entry has them: names as they are defined, and values as their types write them.
  static func stored(
    _ fields: [(name: String, value: [UInt8]?)], as schema: FieldSchema, _ session: Session
  ) -> [(name: String, value: [UInt8]?)] {
    fields.map { name, value in
      guard let field = schema.anyField(named: name) else { return (name, value) }
      return (field.name, value.map { session.stored($0, of: field) })
    }
  }

  /// Takes its fields so.
  mutating func storeFields(as schema: FieldSchema, _ session: Session) {
    edit.fields = Self.stored(edit.fields, as: schema, session)
  }

  /// Tells what may be meant otherwise of a time that is given: one that is still to come, an end on the next day, one
  /// without am or pm.
  ///
  /// - Parameter others: The other entries of its thread.
  func tellTime(
    _ arguments: ParsedArguments, of entry: String, _ session: Session, others: () -> [Entry]
  ) {
    guard let typed = arguments.value("at"), let time = edit.timestamp else { return }
    // Words for what is to come say so themselves.
    let words = typed.lowercased().split(separator: " ")
    let isAhead = ["tomorrow", "next", "in"].contains { words.contains($0[...]) }
    let command = "tj edit \(ShellWord.quoted(entry)) --at"
    if !isAhead { session.tell(coming: time, typed: typed, by: command) }
    session.tellDay(meantBy: words)
    session.tellDistance(of: time, typed: words, by: command)
    // With a month by name, the distance is told.
    if typed.prefix(4).allSatisfy(\.isNumber) { session.tell(lonely: time, others: others) }
    let day = time.journalDate(dayStartsAt: session.dayStartsAt)
    if day != time.date {
      session.note("It counts to \(day.text), as days start later (see day-starts in tj config).")
    }
    session.tell(lengthOf: time, typed: typed, by: command)
    session.tell(zoneOf: time, typed: typed)
    session.tell(halfOf: time, typed: words, of: entry, others: others)
    session.tell(midnight: time, typed: words, of: entry)
  }

  /// Reports a change of `entry`, with what it was that had another value, and which entry it is.
  static func tell(
    _ outcome: Journal.Outcome<EntryID>, of entry: Entry, _ edit: EntryEdit,
    named name: String, _ session: Session
  ) {
    if outcome.isChanged { tellChanged(entry, edit, named: name, session) }
    session.report(undoable: outcome)
    session.tellUnchanged(outcome)
    session.tell(valuesIn: edit.fields.map { ($0.name, $0.value ?? []) }, of: entry)
  }

  /// Tells the values that `edit` takes away, as somebody may have taken out a wrong line.
  ///
  /// - Parameters:
  ///   - fields: What the entry has.
  ///   - reference: What names the entry, where it is one of several.
  static func tellRemoved(
    from fields: [Entry.Field], _ edit: EntryEdit, of reference: String? = nil, _ session: Session
  ) {
    let removed = edit.fields.filter { $0.value == nil }.compactMap { name, _ in
      change(of: name, to: nil, in: fields)
    }
    guard !removed.isEmpty else { return }
    session.note((reference.map { "\($0): " } ?? "") + removed.joined(separator: "; "))
  }

  /// `mood: 7 → 8`, where `fields` have a value of the field `name`.
  private static func change(
    of name: String, to value: [UInt8]?, in fields: [Entry.Field]
  ) -> String? {
    let old = fields.effective.first { $0.key == FieldName.key(name) }?.value ?? []
    guard !old.isEmpty, old != value else { return nil }
    return "\(name): "
      + [old, value ?? Array("none".utf8)].map { String(utf8: $0).shortened() }
      .joined(separator: " → ")
  }

  /// Tells the values that `edit` replaced, and which entry was changed where it was named by its place.
  private static func tellChanged(
    _ entry: Entry, _ edit: EntryEdit, named name: String, _ session: Session
  ) {
    var words = edit.fields.compactMap { name, value -> String? in
      change(of: name, to: value, in: entry.fields) ?? (value == nil ? "\(name) had no value" : nil)
    }
    let isPosition = if case .position = EntryReference(name) { true } else { false }
    if let text = edit.text {
      var isTold = isPosition && entry.title.isEmpty
      if text.isEmpty || !isTold, isReplaced(entry.text, by: text) {
        let new = text.isEmpty ? "none" : Entry.firstWords(of: text)
        words.append("text: \(Entry.firstWords(of: entry.text)) → \(new)")
        isTold = true
      }
      if let gone = linesGone(from: entry.text, in: text, besidesFirst: isTold) {
        words.append(gone)
      }
    }
    if isPosition {
      // A text that was replaced stands beside the new one.
      let text = entry.title.isEmpty ? edit.text : nil
      let new = text.map(Entry.firstWords) ?? ""
      // What is cut before it differs stands there once.
      let names = [entry.firstWords, new == entry.firstWords ? "" : new].filter { !$0.isEmpty }
      let time = TimeText.entry(entry.timestamp, in: session.zone)
      let name = names.joined(separator: " → ")
      words.insert("Changed: \(time)" + (name.isEmpty ? "" : " \(name)"), at: 0)
    }
    if !words.isEmpty { session.note(words.joined(separator: "; ")) }
  }

  /// The lines of a text of several that are not in the new one, as where somebody saw only the first of them; nil for none.
  private static func linesGone(
    from text: [UInt8], in new: [UInt8], besidesFirst: Bool
  ) -> String? {
    let lines = text.split(separator: Byte.lineFeed).filter { $0.contains { $0 > 0x20 } }
    let gone = lines.dropFirst(besidesFirst ? 1 : 0).filter { isReplaced(Array($0), by: new) }
    guard lines.count > 1, let first = gone.first else { return nil }
    let more = gone.count > 1 ? " and \(Plural.of(gone.count - 1, "more line"))" : ""
    return "not there any more: \"\(Entry.firstWords(of: Array(first)))\"\(more)"
  }

  /// Whether most words of a text are not in the new one, as where somebody meant to add to it.
  private static func isReplaced(_ text: [UInt8], by new: [UInt8]) -> Bool {
    let words = [text, new].map { Set($0.split(whereSeparator: Byte.isSpace).map(Array.init)) }
    return words[0].subtracting(words[1]).count * 2 > words[0].count
  }

  private mutating func read(_ body: (inout EntryEdit) throws -> Void) {
    do { try body(&edit) } catch { if otherError == nil { otherError = error } }
  }

  /// Takes `text` for the time, for which somebody typed `typed`.
  private mutating func readTime(
    _ text: String, of typed: String, _ session: Session, near date: CalendarDate? = nil
  ) {
    do {
      edit.timestamp = try session.time(text, keepsDay: true, near: date)
      unreadTime = nil
    } catch {
      edit.timestamp = nil
      unreadTime = (typed, error)
    }
  }

  func fill(_ note: inout DraftNote) {
    fillTime(&note)
    note.title = edit.title.map { String(utf8: $0) }
    note.fields = edit.fields.map { .init(name: Array($0.name.utf8), value: $0.value ?? []) }
  }

  func fillTime(_ note: inout DraftNote) {
    note.time = edit.timestamp?.headingText
    note.isTimed = note.time != nil
    note.unreadTime = unreadTime?.typed
  }

  /// The fields of `--field` and `--location`, in the order given.
  private static func fields(
    _ arguments: ParsedArguments
  ) throws -> [(name: String, value: [UInt8]?)] {
    let place = arguments.value("location").flatMap {
      FieldAssignment(Array("location=\($0)".utf8))
    }
    let given = arguments.assignments("field") + [place].compactMap(\.self)
    for field in given
    where arguments.command == ["add"] && FieldName.key(field.name) == FieldDefinition.location.key
    {
      if PlaceName.isCoordinates(Array(field.value.utf8)) { throw PlaceName.Refusal.coordinates }
    }
    return try assignments(given)
  }

  /// An entry's title from the command line, without white space around it (F9).
  static func title(_ text: String?) throws -> [UInt8]? {
    guard let text else { return nil }
    guard !text.utf8.contains(where: { $0 == .lineFeed || $0 == .carriageReturn }) else {
      throw CommandError.badEntryTitle
    }
    return Array(Journal.trimmedTitle(text).utf8)
  }

  /// Whether `error` is about what an entry says, which its writer can change.
  static func isOfEntry(_ error: any Error) -> Bool {
    switch error {
    case is ThreadFieldError, is TimeExpressionError, is PlaceName.Refusal, is DraftFault,
      is EntryEditError, JournalError.doesNotReadBack, CommandError.badText,
      CommandError.badFieldName, CommandError.badEntryTitle, CommandError.entriesAreGone,
      CommandError.nothingLeft:
      true
    case CommandError.atLine(_, let cause), CommandError.amongOthers(let cause, _):
      isOfEntry(cause)
    default: false
    }
  }

  /// Whether `error` is a mistake of the command line, which its writer has still before them.
  static func isMistake(_ error: any Error) -> Bool {
    switch error {
    case JournalError.unknownThread, JournalError.ambiguousThread, JournalError.threadIsDeleted,
      JournalError.unknownEntry, JournalError.shortEntryReference, JournalError.ambiguousEntry,
      JournalError.noEntryAtPosition, JournalError.entryIsDeleted, JournalError.badTitle,
      JournalError.entryIsNotUTF8, JournalError.alreadyEntered,
      CommandError.badDefinition, CommandError.severalFields, CommandError.definitionWithoutColon,
      CommandError.longDefinition, CommandError.badRange,
      CommandError.textNamesEntry, CommandError.textIsTag, CommandError.textInPieces,
      CommandError.textIsAssignment, CommandError.textBehindOption,
      CommandError.textIsTime, CommandError.fieldTwice:
      true
    default: isOfEntry(error)
    }
  }

  /// The assignments of a change: a value, or nil where an empty one takes the field away.
  ///
  /// - Throws: `CommandError.fieldTwice` where one name has two values.
  static func assignments(_ given: [FieldAssignment]) throws -> [(name: String, value: [UInt8]?)] {
    var fields: [(name: String, value: [UInt8]?)] = []
    for assignment in given {
      try checkName(assignment.name)
      let value = assignment.value.isEmpty ? nil : Array(assignment.value.utf8)
      let other = fields.first { FieldName.key($0.name) == FieldName.key(assignment.name) }
      if let other {
        guard other.value == value else { throw CommandError.fieldTwice(assignment.name) }
      } else {
        fields.append((assignment.name, value))
      }
    }
    return fields
  }

  /// Refuses a name for a new field that `NAME=VALUE` could not set, or that no field can have (F15).
  static func checkNewName(_ name: String) throws {
    guard !name.utf8.contains(.equals) else { throw CommandError.badFieldName(name) }
    for (index, byte) in name.utf8.enumerated() where byte == .colon {
      let type = String(utf8: name.utf8.dropFirst(index + 1).prefix(while: Byte.isLetter))
      guard let type = FieldType(name: type) else { continue }
      throw CommandError.nameWithType(
        name: String(utf8: name.utf8.prefix(index)), type: type.rawValue)
    }
    // `mood:1-10`, `bed:22:30`
    let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
    // `16:8` and `5:2 diet` are names.
    if parts.count == 2, parts[1].first?.isNumber == true, parts[0].contains(where: \.isLetter) {
      throw CommandError.nameWithType(name: parts[0], type: parts[1])
    }
    let names = name.split(separator: ",").map(String.init)
    // `Weight, kg` is one name.
    if names.count > 1, names.dropFirst().allSatisfy({ $0.first?.isWhitespace == false }) {
      throw CommandError.severalFields(names.map(ShellWord.quoted))
    }
    try checkName(name)
  }

  /// Refuses what a definition may be meant to say besides a name and a type, or of a second field.
  private static func checkDefinition(_ text: String, title: String) throws {
    let parts = text.split(separator: ":", maxSplits: 2).map(String.init)
    if parts.count == 3, let type = FieldType(name: parts[1]) {
      throw CommandError.longDefinition(name: parts[0], type, rest: parts[2], title: title)
    }
    if parts.count == 2, parts[1].first?.isNumber == true || parts[1].contains(where: "([".contains)
    {
      throw CommandError.badRange(name: parts[0], values: parts[1], title: title)
    }
    // `mood:low,high`, but not `mood:number,km:number`.
    if parts.count == 2, parts[1].contains(","),
      FieldType(name: String(parts[1].prefix { $0 != "," })) == nil
    {
      // `kind:choice=a,b`
      let isNamed = parts[1].hasPrefix("choice=")
      let options = isNamed ? String(parts[1].dropFirst("choice=".count)) : parts[1]
      throw CommandError.longDefinition(name: parts[0], .choice, rest: options, title: title)
    }
    let words = text.split { ",; ".contains($0) }.map(String.init)
    let areTyped = words.allSatisfy { word in
      let parts = word.split(separator: ":")
      return parts.count == 2 && FieldType(name: String(parts[1])) != nil
    }
    if words.count > 1, text.utf8.contains(UInt8(ascii: ",")) || areTyped {
      throw CommandError.severalFields(words.map { "--define \(ShellWord.quoted($0))" })
    }
    if let pair = FieldAssignment(Array(text.utf8)), let type = FieldType(name: pair.value) {
      throw CommandError.definitionWithoutColon(name: pair.name, type)
    }
    // `start time`, `due date` and `house number` are names.
    if words.count > 1, !text.utf8.contains(.colon), let last = words.last,
      let type = FieldType(name: last), [.integer, .boolean].contains(type)
    {
      let name = words.dropLast().joined(separator: " ")
      throw CommandError.definitionWithoutColon(name: name, type)
    }
  }

  static func checkName(_ name: String) throws {
    guard FieldName.isValid(name) else { throw CommandError.badFieldName(name) }
  }

  static func fields(defined definitions: [String], title: String) throws -> [FieldDefinition] {
    var fields: [FieldDefinition] = []
    for text in definitions {
      try checkDefinition(text, title: title)
      let colon = text.utf8.lastIndex(of: .colon)
      let name = colon.map { String(text[..<$0]) } ?? text
      let type = colon.map { String(text[text.utf8.index(after: $0)...]) }
      try checkNewName(name)
      do throws(FieldError) {
        let field = try FieldDefinition(name: name, type: type)
        if let taken = fields.first(where: { $0.key == field.key }) {
          throw .nameTaken(taken.name, isGroup: false, isDeleted: false)
        }
        fields.append(field)
      } catch {
        throw CommandError.badDefinition(error, title: title)
      }
    }
    return fields
  }
}
