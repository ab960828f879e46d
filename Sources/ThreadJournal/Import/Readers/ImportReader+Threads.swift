import ThreadStorage

extension ImportReader {
  /// Reads the threads of a JSON document of ours: when they were made, and the fields they define.
  mutating func readThreads(_ value: JSONValue?) {
    for item in value?.items ?? [] {
      let line = lineNumber(at: item.offset)
      guard let title = item["title"]?.text else { continue }
      let own = thread(ImportedThread(title: title, path: item["path"]?.text, id: item["id"]?.text))
      if let created = item["created"]?.text.flatMap({ Timestamp($0) }) {
        reading.created[own] = created
      }
      let schema = schema(item["fields"])
      if !schema.fields.isEmpty, reading.schemas[own] == nil { reading.schemas[own] = schema }
      if let deletion = item["deleted"].flatMap({ SoftDeletion(told: $0) }) {
        reading.deletions[own] = deletion
      }
      readHead(of: own, item, line: line)
      leaveOutMembers(of: item, besides: ImportReader.threadMembers, path: "threads.", line: line)
      threads.append(own)
    }
  }

  /// Notes entries that name a thread of the document otherwise than it does: which of the two is meant is not known.
  mutating func checkThreadsOfEntries() {
    guard options.into == nil else { return }
    let known = Dictionary(grouping: threads) { FieldName.key($0.title) }
    let ids = Set(threads.compactMap { $0.id.map(FieldName.key) })
    let byPath = Dictionary(grouping: threads.filter { $0.path != nil }) {
      Array(($0.path ?? "").utf8)
    }
    var isAtOdds: [ImportedThread: Bool] = [:]
    for (index, entry) in reading.entries.enumerated() {
      let thread = entry.thread
      if thread.title.isEmpty {
        let same = thread.path.flatMap { byPath[Array($0.utf8)] }?.filter { $0.mayBe(thread) }
        if let same, same.count == 1 { reading.entries[index].thread = same[0] }
        continue
      }
      // By its title alone, one of the document is meant, however the journal's is called by now.
      if thread.id == nil, thread.path == nil, let same = known[FieldName.key(thread.title)],
        same.count == 1
      {
        reading.entries[index].thread = same[0]
        continue
      }
      let isOther =
        isAtOdds[thread]
        ?? {
          let same = known[FieldName.key(thread.title)] ?? []
          // One that tells less than the document, as a list of entries made by hand, is not at odds with it.
          if same.contains(where: { $0.mayBe(thread) }) { return false }
          return !same.isEmpty || thread.id.map { ids.contains(FieldName.key($0)) } == true
            || thread.path.map { byPath[Array($0.utf8)] != nil } == true
        }()
      isAtOdds[thread] = isOther
      if isOther { note(.otherThread(thread.title), line: entry.line) }
    }
  }

  /// Notes entries with the id and the line of another one: somebody copied it, to make a new one of it.
  mutating func checkCopiedEntries() {
    struct Copy: Hashable {
      let thread: ImportedThread
      let id: EntryID
      let line: Int
    }
    var lines: [Copy: Int] = [:]
    for entry in reading.entries where entry.lineInThread > 0 {
      guard let id = entry.id else { continue }
      let copy = Copy(thread: entry.thread, id: id, line: entry.lineInThread)
      if let first = lines[copy] {
        note(.duplicateID(id.description, file: file, line: first), line: entry.line)
      } else {
        lines[copy] = entry.line
      }
    }
  }

  /// The members of a thread that are taken, or follow from those that are.
  private static let threadMembers: Set = [
    "id", "title", "path", "created", "updated", "deleted", "entries", "fields", "front_matter",
    "front_matter_hex", "preamble", "preamble_hex",
  ]

  /// Reads what stands before the entries of a thread that the document has whole.
  private mutating func readHead(of own: ImportedThread, _ item: JSONValue, line: Int) {
    let members = ["front_matter", "preamble"].map { exactly(item, $0, line: line) }
    guard members[0] != nil || members[1] != nil else { return }
    let (frontMatter, preamble) = (members[0] ?? [], members[1] ?? [])
    guard options.into == nil else {
      for (name, bytes) in [("front_matter", frontMatter), ("preamble", preamble)]
      where bytes.contains(where: { $0 > 0x20 }) {
        leaveOut(.member("threads." + name), line: line)
      }
      return
    }
    // What reads otherwise as the file of this thread would make another one, or hide entries.
    let document = ThreadDocument(frontMatter + preamble)
    let header = ThreadHeader(path: own.path ?? "", document: document)
    guard document.entries.isEmpty, header.title == own.title, header.id == own.id,
      document.preamble.lowerBound == frontMatter.count
    else { return note(.otherHead(own.title), line: line) }
    if item["front_matter_hex"] == nil,
      let member = Self.contradiction(of: item, to: header, FieldSchema(document.frontMatter))
    {
      return note(.otherHead(own.title, member: member), line: line)
    }
    reading.copies.append(ThreadCopy(thread: own, head: document.bytes, file: file))
  }

  /// The first member of a thread that says something else than its front matter, which follows it in an export.
  private static func contradiction(
    of item: JSONValue, to header: ThreadHeader, _ schema: FieldSchema
  ) -> String? {
    func isOther(_ name: String, _ own: SoftDeletion?, in item: JSONValue) -> Bool {
      guard let value = item[name] else { return false }
      switch (SoftDeletion(told: value), own) {
      case (nil, nil), (.unknownTime?, .unknownTime?): return false
      case (let told?, .at(let time)?): return !time.isTold(by: told.time)
      default: return true
      }
    }
    if isOther("deleted", header.deletion, in: item) { return "deleted" }
    if let created = item["created"],
      created.text.flatMap({ Timestamp($0) }) != nil || header.created != nil,
      header.created.map({ $0.isTold(by: created.text.flatMap { Timestamp($0) }) }) != true
    {
      return "created"
    }
    guard let told = item["fields"]?.items else { return nil }
    let fields = schema.sections.flatMap { section in section.fields.map { ($0, section.group) } }
    let isSame =
      told.count == fields.count
      && zip(told, fields).allSatisfy { value, own in
        let (field, group) = own
        let texts = [
          ("name", field.name), ("type", field.type.rawValue), ("group", group),
          ("min", field.minimum), ("max", field.maximum), ("unit", field.unit),
          ("default", field.usual),
        ]
        return texts.allSatisfy { value[$0.0] == nil || value[$0.0]?.text == $0.1 }
          && value["options"].map { $0.items?.compactMap(\.text) ?? [] == field.options } != false
          && value["ask"].map { $0.content == .boolean(field.isAsked) } != false
          && !isOther("deleted", field.deletion, in: value)
      }
    return isSame ? nil : "fields"
  }

  private mutating func schema(_ value: JSONValue?) -> FieldSchema {
    var fields: [FieldDefinition] = []
    var groups: [FieldSchema.Group] = []
    var groupIndices: [String: Int] = [:]
    var seen: Set<String> = []
    for item in value?.items ?? [] {
      guard let field = definition(item), seen.insert(field.key).inserted else { continue }
      fields.append(field)
      guard let name = item["group"]?.text, FieldName.isValid(name) else { continue }
      let index = groupIndices[FieldName.key(name), default: groups.count]
      groupIndices[FieldName.key(name)] = index
      if index == groups.count { groups.append(.init(name: name, members: [])) }
      groups[index].members.append(field.name)
    }
    return FieldSchema(
      fields: fields, groups: groups.filter { !seen.contains(FieldName.key($0.name)) })
  }

  /// A field's definition; without limits where these make no sense, as a file by hand may have them.
  private mutating func definition(_ value: JSONValue) -> FieldDefinition? {
    guard let name = value["name"]?.text, FieldName.isValid(name) else { return nil }
    let type = value["type"]?.text.flatMap { FieldType(name: $0) } ?? .text
    let options = (value["options"]?.items ?? []).compactMap(\.text)
    func limited(usual: String?) -> FieldDefinition? {
      try? FieldDefinition(
        name: name, type: type.rawValue, minimum: value["min"]?.text, maximum: value["max"]?.text,
        unit: value["unit"]?.text, options: options, usual: usual)
    }
    let usual = value["default"]?.text
    let known = limited(usual: usual)
    var field = known ?? limited(usual: nil) ?? FieldDefinition(name: name, type: type)
    if known == nil, usual != nil { leaveOut(.member("default"), line: 1) }
    if case .boolean(false)? = value["ask"]?.content { field.isAsked = false }
    field.deletion = value["deleted"].flatMap { SoftDeletion(told: $0) }
    return field
  }
}

extension SoftDeletion {
  /// What a member `deleted` tells; nil for not deleted.
  fileprivate init?(told value: JSONValue) {
    switch value.content {
    case .string(let time): self.init(time)
    case .boolean(true): self = .unknownTime
    default: return nil
    }
  }
}
