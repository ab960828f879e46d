import ThreadStorage

/// What is told of a thread's fields: their definitions, their values and their names.
extension ThreadCheck {
  /// Adds the definitions that are wrong, and the values that do not fit theirs (F24, F28).
  mutating func addFields(
    _ schema: FieldSchema, _ undefined: UndefinedFields?, besides told: Set<Int>
  ) {
    for problem in schema.problems {
      note(.fieldDefinition(problem.kind), at: problem.offset)
    }
    if let field = document.unindentedField {
      note(.fieldDefinition(.notIndented(field.name)), at: field.offset)
    }
    var unknown: [String: UnknownField] = [:]
    var numbers: [String: [(offset: Int, value: [UInt8], isNew: Bool)]] = [:]
    var texts: [String: [(name: String, offset: Int, value: String)]] = [:]
    // Values of new entries that may have the text of these, and how often a field has several lines.
    var long: [(key: String, name: String, offset: Int)] = []
    var ofLines: [String: Int] = [:]
    let document = document
    let span = document.bytes.span
    let planned = document.frontMatter?.value(at: ["plan"])
    lazy var plan = planned.flatMap { try? Plan($0, reading) }
    lazy var changed = written.changedByHand(in: document)
    // What is in the trash does not count.
    for slice in document.entries where !slice.isDeleted && header.deletion == nil {
      let content = slice.content(in: span)
      lazy var own =
        document.id(of: slice).map { written.ownLines(of: $0, slice, in: document) } ?? []
      for (name, value, line) in schema.fields.isEmpty
        ? [] : document.labelsAmongFields(of: slice, content, schema)
      {
        if own.contains(Array(document[line])) || told.contains(line.lowerBound) { continue }
        let new: UnknownField = (name, line.lowerBound, 0, value)
        unknown[FieldName.key(name), default: new].count += 1
      }
      for field in content.fields where field.hasMoreLines {
        let name = document.string(field.name)
        let isLast = content.body.isEmpty && field.lines == content.fields.last?.lines
        let value = field.value(in: span)
        ofLines[FieldName.key(name), default: 0] += 1
        guard FieldValue.mayHaveText(value, isLast: isLast) else { continue }
        if let id = document.id(of: slice) {
          // Of one that tj knows, only what somebody added may be the text.
          if changed.contains(id.description), hasMoreLines(value, than: name, of: id) {
            note(.longValue(name), at: field.name.lowerBound)
          }
        } else {
          long.append((FieldName.key(name), name, field.name.lowerBound))
        }
      }
      for field in content.fields {
        let (name, value) = (document.string(field.name), field.value(in: span))
        let known = schema.anyField(named: name)
        if known?.type ?? .duration == .duration, FieldValue.isOverfull(value[...].trimmed) {
          note(.fieldDuration(name, value: value), at: field.firstValueLine.lowerBound)
        }
        if known?.type ?? .text == .text, value.count <= NearValue.longest, !field.hasMoreLines {
          texts[FieldName.key(name), default: []].append(
            (name, field.firstValueLine.lowerBound, String(utf8: value[...].trimmed)))
        }
        if written.hasStrayBlanks(field, of: slice, in: document, known) {
          note(
            .fieldBlanks(name, value: value), at: field.firstValueLine.lowerBound,
            isFixable: !isConflicted)
        }
        guard let definition = known else {
          let new: UnknownField = (name, field.name.lowerBound, 0, value)
          unknown[FieldName.key(name), default: new].count += 1
          continue
        }
        if definition.type == .number, document.id(of: slice) == nil,
          definition.unit.map({ TimeUnit($0.lowercased()) == .hours }) ?? true,
          let length = slice.heading.timestamp.length(in: zone), length % 3600 != 0,
          value[...].trimmed.elementsEqual(
            "\(length / 3600).\(Int(length / 60 % 60).twoDigits)".utf8)
        {
          note(.fieldHours(name, value: value), at: field.firstValueLine.lowerBound)
        }
        lazy var isNew =
          document.id(of: slice).map { id in
            written.isJustNamed(id)
              || changed.contains(id.description) && isChanged(field, value, of: id)
          } ?? true
        if definition.isOfNumbers || [.duration, .time].contains(definition.type) {
          let isEnd =
            definition.type == .time && UsualNumbers.mayEnd(value, slice.heading.timestamp)
          numbers[definition.key, default: []]
            .append((field.firstValueLine.lowerBound, value, isNew && !isEnd))
        }
        if planned != nil, definition.key == FieldDefinition.skip.key {
          if value[...].trimmed.isEmpty {
            note(.emptySkip, at: field.name.lowerBound)
          } else if definition.type != .boolean, isNew,
            let (period, days) = skipped(by: slice, plan)
          {
            note(.wideSkip(period, days), at: field.name.lowerBound)
          }
        }
        if let error = definition.check(stored: value) {
          note(
            .fieldValue(definition, value: value, error), at: field.firstValueLine.lowerBound,
            isFixable: !isConflicted && !field.hasMoreLines
              && definition.sureReading(of: value, dateOrder: dateOrder) != nil)
        }
      }
    }
    for value in long where ofLines[value.key] == 1 {
      note(.longValue(value.name), at: value.offset)
    }
    for (key, values) in numbers {
      guard let definition = schema.anyField(named: key) else { continue }
      addSlips(in: values, of: definition)
      guard definition.type == .number else { continue }
      let thousands = definition.mayBeThousands(in: values.map(\.value), dateOrder)
      if let (offset, value, _) = thousands.first.map({ values[$0] }) {
        note(.fieldThousands(definition, value: value, others: thousands.count - 1), at: offset)
      }
      let minutes = definition.mayBeMinutes(in: values.map(\.value)).map { values[$0] }
      let untold = minutes.first { value in !found.contains { $0.offset == value.offset } }
      if let (offset, value, _) = untold {
        note(.fieldMinutes(definition, value: value, others: minutes.count - 1), at: offset)
      }
    }
    for values in texts.values {
      let counts = Dictionary(values.map { ($0.value, 1) }, uniquingKeysWith: +)
      let near = NearValue(counts)
      var told: Set<String> = []
      for (name, offset, value) in values {
        guard told.insert(value).inserted, let meant = near.meant(by: value) else { continue }
        let kind = JournalProblem.Kind.fieldNear(
          name, value: value, count: counts[value, default: 1], meant: meant.value,
          others: meant.count)
        note(kind, at: offset)
      }
    }
    let names = unknown.values.sorted { $0.offset < $1.offset }
    let hasFields = !schema.fields.isEmpty || !schema.groups.isEmpty
    let offsets = found.map(\.offset).sorted()
    let records = written
    let unread =
      header.deletion != nil
      ? nil
      : document.unreadFields(besides: offsets, hasFields: hasFields) { slice in
        document.id(of: slice).map { records.ownLines(of: $0, slice, in: document) } ?? []
      }
    if let unread {
      note(.unreadFields(count: unread.count), at: unread.offset)
    }
    if !hasFields {
      addUndefined(names, undefined)
    } else {
      addUnknown(names, schema)
    }
  }

  /// Whether the field of an entry that was changed by hand had another value, or none, as tj wrote it.
  private func isChanged(_ field: EntryField, _ value: [UInt8], of id: EntryID) -> Bool {
    guard let block = written.block(of: id) else { return false }
    let key = FieldName.key(document.bytes[field.name])
    let own = ThreadDocument(block).fieldLines(ofEntry: 0).first { $0.key == key }
    return own.map { $0.value != value } ?? !written.isBeforeWideChange(id)
  }

  /// Whether a value has more lines than the field of this name had in the entry as tj wrote it.
  private func hasMoreLines(_ value: [UInt8], than name: String, of id: EntryID) -> Bool {
    guard let block = written.block(of: id) else { return false }
    let key = FieldName.key(name)
    let own = ThreadDocument(block).fieldLines(ofEntry: 0).first { $0.key == key }?.value ?? []
    return value.count { $0 == .lineFeed } > own.count { $0 == .lineFeed }
  }

  /// Adds values that somebody typed by hand and that are none of the usual ones.
  private mutating func addSlips(
    in values: [(offset: Int, value: [UInt8], isNew: Bool)], of field: FieldDefinition
  ) {
    guard values.contains(where: \.isNew),
      let all = UsualNumbers(values.map(\.value), of: field.type)
    else { return }
    // What does not fit, or may be thousands, is told as that.
    let doubtful = values.filter { one in
      one.isNew && all.mayBeSlip(one.value) && field.check(stored: one.value) == nil
        && !ForeignForm.isGrouped(one.value[...].trimmed)
    }
    for one in doubtful.prefix(Self.mostSlips) {
      guard let slip = all.others(of: one.value)?.slip(in: one.value) else { continue }
      note(.fieldSlip(field.name, value: one.value, slip), at: one.offset)
    }
  }

  /// So many values of a field are looked at: where most are far from their middle, none is a slip.
  private static let mostSlips = 200

  /// The period that the skip of this entry leaves out, where that is more than its day and has not its entries.
  private func skipped(
    by slice: EntrySlice, _ plan: Plan?
  ) -> (period: Period, days: ClosedRange<CalendarDate>)? {
    func day(_ slice: EntrySlice) -> CalendarDate {
      slice.heading.timestamp.journalDate(dayStartsAt: dayStartsAt)
    }
    guard let (cadence, days) = plan?.period(around: day(slice).daysSinceEpoch) else { return nil }
    let others = document.entries.count { other in
      !other.isDeleted && days.contains(day(other))
        && !document.content(of: other).fields.contains {
          FieldName.key(document.bytes[$0.name]) == FieldDefinition.skip.key
        }
    }
    return others < cadence.target ? (cadence.period, days) : nil
  }

  /// A name that the thread does not define, where it first stands and how often it does, and its value there.
  private typealias UnknownField = (name: String, offset: Int, count: Int, value: [UInt8])

  /// The name in `- [pain:: 2]`, as another program has fields, which is read as one of `[pain`.
  private static func nameInBrackets(_ field: UnknownField) -> String? {
    let isMeant = field.name.hasPrefix("[") && field.value.last == UInt8(ascii: "]")
    return isMeant ? String(field.name.dropFirst()) : nil
  }

  /// What is told of a thread that defines no fields, and whose entries have these.
  private mutating func addUndefined(_ unknown: [UnknownField], _ undefined: UndefinedFields?) {
    guard let first = unknown.first else { return }
    let count = unknown.reduce(0) { $0 + $1.count }
    note(.undefinedFields(count: count), at: first.offset)
    for field in unknown {
      guard let name = Self.nameInBrackets(field) else { continue }
      note(.unknownField(field.name, nearest: [name], others: field.count - 1), at: field.offset)
    }
    for (offset, name, meant, others) in undefined?.slips ?? [] {
      note(.fieldLike(name, meant: meant, others: others), at: offset)
    }
    for (value, field, others) in undefined?.oddValues ?? [] {
      let kind = JournalProblem.Kind.fieldUnlike(field, value: value.bytes, others: others)
      note(kind, at: value.field.firstValueLine.lowerBound)
    }
  }

  /// Names that are not defined: each once, as one definition makes them all known.
  private mutating func addUnknown(_ unknown: [UnknownField], _ schema: FieldSchema) {
    // A search for near names among very many, for very many, would take very long.
    let names = (schema.fields + FieldDefinition.reserved).map(\.name)
    let known = names.count <= 100 ? names : []
    let groups = Dictionary(
      schema.groups.map { (FieldName.key($0.name), $0.name) }, uniquingKeysWith: { $1 })
    for field in unknown {
      let (name, offset, count, value) = field
      if let group = groups[FieldName.key(name)] {
        note(.valueOfGroup(group, others: count - 1), at: offset)
      } else {
        let nearest = Self.nameInBrackets(field).map { [$0] } ?? known.nearest(to: name)
        // `- What a day:: I mean it` is a sentence.
        let isSentence =
          count == 1 && nearest.isEmpty && name.split(separator: " ").count > 2
          && FieldType(narrowestOf: [value]) == .text
        if isSentence { continue }
        note(.unknownField(name, nearest: nearest, others: count - 1), at: offset)
      }
    }
  }
}
