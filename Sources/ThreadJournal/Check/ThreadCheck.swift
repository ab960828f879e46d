import ThreadStorage

/// The problems of one thread's file: of its bytes, its front matter and its fields.
struct ThreadCheck {
  private let path: String
  private let document: ThreadDocument
  private let header: ThreadHeader
  /// The problems so far, with the offsets where they stand.
  private var found: [(offset: Int, kind: JournalProblem.Kind, isMendable: Bool)] = []
  /// Whether a merge left the file unfinished, so that nothing in it may be changed.
  private var isConflicted = false

  /// The check of the file at `path`.
  init(path: String, document: ThreadDocument, header: ThreadHeader) {
    self.path = path
    self.document = document
    self.header = header
  }

  /// What is wrong with the file, in its order.
  ///
  /// - Parameter foreignIDs: For entries, by index, whose id another file has: that file's path, and
  ///   whether it is the same thread by its id.
  mutating func problems(
    foreignIDs: [Int: (path: String, isSameThread: Bool)], twin: String?
  ) -> [JournalProblem] {
    let parsed = document.problems
    isConflicted = parsed.contains { if case .conflictMarkers = $0.kind { true } else { false } }
    add(parsed)
    addFrontMatterValues(twin: twin)
    let twice = Set(
      parsed.compactMap { if case .duplicateID = $0.kind { $0.offset } else { nil } })
    for (index, other) in foreignIDs {
      guard let id = document.entries[index].heading.attributes?.id,
        !twice.contains(id.lowerBound)
      else { continue }
      note(
        .duplicateIDElsewhere(
          document.string(id), path: other.path, isSameThread: other.isSameThread),
        at: id.lowerBound, isMendable: !isConflicted && !other.isSameThread)
    }
    if !document.isUTF16 { addFields() }
    found.sort { $0.offset < $1.offset }
    let places = document.positions(of: found.map(\.offset))
    return zip(found, places).map { problem, place in
      JournalProblem(
        path: path, place: .init(line: place.line, column: place.column), kind: problem.kind,
        isMendable: problem.isMendable)
    }
  }

  private mutating func note(
    _ kind: JournalProblem.Kind, at offset: Int, isMendable: Bool = false
  ) {
    found.append((offset, kind, isMendable))
  }

  private mutating func add(_ parsed: [ParseProblem]) {
    // The places that messages mention besides their own, as lines.
    let mentioned = Set(parsed.compactMap { mentionedOffset($0.kind) }).sorted()
    let lines = Dictionary(
      uniqueKeysWithValues: zip(mentioned, document.positions(of: mentioned).map(\.line)))
    for problem in parsed {
      let line = mentionedOffset(problem.kind).flatMap { lines[$0] } ?? 1
      let isMendable =
        switch problem.kind {
        case .duplicateID, .missingID: !isConflicted
        default: false
        }
      note(kind(problem.kind, line: line), at: problem.offset, isMendable: isMendable)
    }
  }

  private func mentionedOffset(_ kind: ParseProblem.Kind) -> Int? {
    switch kind {
    case .headingInFence(let opening, _): opening
    case .duplicateID(_, let first): first
    case .conflictMarkers(let block), .conflictText(let block):
      max(block.upperBound - 1, block.lowerBound)
    default: nil
    }
  }

  private func kind(_ kind: ParseProblem.Kind, line: Int) -> JournalProblem.Kind {
    switch kind {
    case .utf16: .utf16
    case .invalidUTF8: .invalidUTF8
    case .nul: .nul
    case .unterminatedFrontMatter: .unterminatedFrontMatter
    case .frontMatter(let problem): .frontMatter(problem)
    case .impossibleTime(let range):
      .impossibleTime(
        document.string(range), exists: Timestamp(document.string(range)) != nil)
    case .headingInFence(_, let isClosed): .headingInFence(line: line, isClosed: isClosed)
    case .attributesAsTitle(let range): .attributesAsTitle(document.string(range))
    case .attributeValue(let key, let range):
      .attributeValue(key: key, value: document.string(range))
    case .conflictMarkers: .conflictMarkers(lastLine: line)
    case .conflictText: .conflictText(lastLine: line)
    case .duplicateField(let range): .duplicateField(document.string(range))
    case .duplicateID(let id, _): .duplicateID(id.description, line: line)
    case .missingID: .missingID
    }
  }

  /// Adds the values of the format's own keys that cannot be theirs (F22).
  private mutating func addFrontMatterValues(twin: String?) {
    guard let frontMatter = document.frontMatter else { return }
    func value(_ key: String) -> YAMLValue? {
      guard let value = frontMatter.value(at: [key]), !value.isNull else { return nil }
      // What is not understood is reported as that.
      if case .unsupported = value.content { return nil }
      return value
    }
    func isTime(_ value: YAMLValue) -> Bool {
      value.stringBytes.flatMap { Timestamp(String(decoding: $0, as: UTF8.self)) } != nil
    }
    var wrong: [(key: String, value: YAMLValue)] = []
    if let id = value("id") {
      if header.id == nil {
        wrong.append(("id", id))
      } else if let twin {
        note(.duplicateThreadID(path: twin), at: id.range.lowerBound)
      }
    }
    if let title = value("title"), title.stringBytes == nil { wrong.append(("title", title)) }
    let createdKey = value("created") == nil ? "date" : "created"
    if let created = value(createdKey), !isTime(created) { wrong.append((createdKey, created)) }
    if let deleted = value("deleted"), deleted.boolValue == nil, !isTime(deleted) {
      wrong.append(("deleted", deleted))
    }
    for (key, value) in wrong {
      note(.frontMatterValue(key: key), at: value.range.lowerBound)
    }
  }

  /// Adds the definitions that are wrong, and the values that do not fit theirs (F24, F28).
  private mutating func addFields() {
    let schema = FieldSchema(document.frontMatter)
    for problem in schema.problems {
      note(.fieldDefinition(problem.kind), at: problem.offset)
    }
    var unknown = UnknownFields()
    let document = document
    let span = document.bytes.span
    let isFree = schema.fields.isEmpty && schema.groups.isEmpty
    for slice in document.entries {
      for field in slice.content(in: span).fields {
        let name = document.string(field.name)
        if isFree || schema.field(named: name) == nil {
          unknown.note(name, at: field.name.lowerBound)
        } else if let definition = schema.field(named: name) {
          let value = field.value(in: document.bytes.span)
          guard let error = definition.check(value) else { continue }
          note(
            .fieldValue(definition, value: value, error), at: field.firstValueLine.lowerBound)
        }
      }
    }
    add(unknown, schema, isFree: isFree)
  }

  /// Names that are not defined: each once, as one definition makes them all known.
  private mutating func add(_ unknown: UnknownFields, _ schema: FieldSchema, isFree: Bool) {
    if isFree {
      guard let first = unknown.names.first else { return }
      let count = unknown.names.reduce(0) { $0 + $1.count }
      return note(.undefinedFields(count: count), at: first.offset)
    }
    // A search for near names among very many, for very many, would take very long.
    let known = schema.fields.count <= 100 ? schema.fields.map(\.name) : []
    let groups = Dictionary(
      schema.groups.map { (FieldName.key($0.name), $0.name) }, uniquingKeysWith: { $1 })
    for name in unknown.names {
      if let group = groups[FieldName.key(name.name)] {
        note(.valueOfGroup(group, others: name.count - 1), at: name.offset)
      } else {
        let nearest = known.nearest(to: name.name)
        note(
          .unknownField(name.name, nearest: nearest, others: name.count - 1), at: name.offset)
      }
    }
  }
}

/// Names of fields that a thread does not define, where each first stands and how often.
private struct UnknownFields {
  var names: [(name: String, offset: Int, count: Int)] = []
  private var places: [String: Int] = [:]

  mutating func note(_ name: String, at offset: Int) {
    let key = FieldName.key(name)
    // The reserved field needs no definition (F17).
    guard key != FieldDefinition.location.key else { return }
    if let place = places[key] {
      names[place].count += 1
    } else {
      places[key] = names.count
      names.append((name, offset, 1))
    }
  }
}
