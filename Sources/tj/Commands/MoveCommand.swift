import ThreadJournal

enum MoveCommand {
  static let definition = CommandDefinition(
    name: "move", group: .changing, summary: "Move entries to another thread.",
    arguments: [
      .init("ENTRY", .entry, count: .oneOrMore, "The entries to move."),
      .init("THREAD", .thread, "The thread to move them to."),
    ],
    description: """
      Takes the entries out of their threads and puts them in THREAD, where their times belong.
      They keep their ids, times, fields and text. A value that THREAD's field of the same name does
      not take, or that counts in another unit, is refused.
      """,
    examples: [("tj move morning@1 ideas", "Move the newest entry of one thread to another.")],
    seeAlso: ["edit", "rename"], synonyms: ["mv"],
    action: .run { arguments, session in
      let journal = try session.journalToChange()
      let entries = try journal.entries(named: arguments.values("ENTRY"))
      let target = try journal.thread(named: arguments.value("THREAD") ?? "")
      session.report(undoable: try journal.move(entries, to: target)) {
        "Moved \(Plural.entries($0.count)) to \(target.title)"
          + (Plural.name(threads: [], entries: entries).map { ": \($0)" } ?? ".")
      }
      for (name, entry) in zip(arguments.values("ENTRY"), entries) {
        session.tellLastAdded(besides: entry, named: name, in: journal)
      }
      if let deleted = entries.map(\.thread).first(where: { $0.deletion != nil }) {
        session.note(
          "\(deleted.title) is deleted, and what was moved out of it is in use again.")
      }
      let schema = try journal.schema(at: target.path)
      for field in fieldsGettingUnit(of: entries, schema) {
        session.note(
          "\(field.name) had no unit where it comes from, and counts in \(field.unit ?? "") now.")
      }
      for field in definedFields(of: entries) where !schema.defines(field.name) {
        session.note(
          "\(target.title) does not define \(field.name). To define it as it was: "
            + "tj field add \(target.name) \(words(of: field))")
      }
      return .done
    })

  /// The fields of `schema` with a unit of which the entries have numbers, and their threads no definition.
  private static func fieldsGettingUnit(
    of entries: [Entry], _ schema: FieldSchema
  ) -> [FieldDefinition] {
    var seen: Set<String> = []
    return entries.flatMap { entry in
      entry.fields.effective.compactMap { field -> FieldDefinition? in
        guard entry.file.schema.field(withKey: field.key) == nil,
          field.value.allSatisfy({ $0 < 0x3A })
        else { return nil }
        return schema.field(withKey: field.key)
      }
    }.filter { $0.unit != nil && seen.insert($0.key).inserted }
  }

  /// The fields that the entries carry and their threads define, each once.
  private static func definedFields(of entries: [Entry]) -> [FieldDefinition] {
    var seen: Set<String> = []
    return entries.flatMap { entry in
      entry.fields.effective.compactMap { entry.file.schema.field(withKey: $0.key) }
    }.filter { $0.key != FieldDefinition.location.key && seen.insert($0.key).inserted }
  }

  /// The field as `tj field add` takes it.
  private static func words(of field: FieldDefinition) -> String {
    let options = [
      ("type", field.type == .text ? nil : field.type.rawValue), ("min", field.minimum),
      ("max", field.maximum), ("unit", field.unit),
      ("options", field.options.isEmpty ? nil : field.options.joined(separator: ",")),
      ("default", field.usual), ("ask", field.isAsked ? nil : "no"),
    ]
    return options.reduce(into: ShellWord.quoted(field.name)) { words, option in
      if let value = option.1 { words += " --\(option.0) \(ShellWord.quoted(value))" }
    }
  }
}
