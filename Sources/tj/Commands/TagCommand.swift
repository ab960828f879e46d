import ThreadJournal
import ThreadStorage

enum TagCommand {
  static let definition = CommandDefinition(
    name: "tag", group: .changing, summary: "Set an entry's fields.",
    arguments: [
      .init("ENTRY", .entry, "The entry to tag."),
      .init(
        "NAME=VALUE", .fieldAssignment, count: .oneOrMore,
        "The field and its value; `NAME=` takes the field away."),
    ],
    description: """
      Sets the fields of ENTRY, leaves the rest as it is, and marks the entry as edited. The
      thread must define a field, and its value must fit the field's type; `location` and `skip`
      are always there.
      """,
    examples: [
      ("tj tag morning@1 mood=8", "Set a field of a thread's newest entry."),
      ("tj tag k3f9q2wz7h mood=8 place=", "Set one field, and take another away."),
    ], seeAlso: ["edit", "field"], synonyms: ["set", "untag", "unset"],
    action: .run { arguments, session in
      let journal = try session.journalToChange()
      let name = arguments.value("ENTRY") ?? ""
      let entry = try journal.entry(name)
      var edit = EntryEdit()
      edit.fields = EntryOptions.stored(
        try EntryOptions.assignments(arguments.assignments("NAME=VALUE")),
        as: entry.file.schema, session)
      try journal.check(edit.fields, in: entry.thread, of: entry)
      let outcome = try journal.edit(entry, edit)
      EntryOptions.tell(outcome, of: entry, edit, named: name, session)
      session.acknowledge(entry: outcome.result.description, in: journal)
      let skip = edit.fields.first { FieldName.key($0.name) == FieldDefinition.skip.key }
      session.tell(
        skip: skip?.value, at: entry.timestamp, of: entry.reference, in: entry.thread, journal)
      session.tellLastAdded(besides: entry, named: name, in: journal)
      UnreadInput.tell("tj edit \(ShellWord.quoted(name)) -", session)
      return .done
    })
}
