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
    ], seeAlso: ["edit", "field"], synonyms: ["set"],
    action: .run { arguments, session in
      let journal = try session.journalToChange()
      let entry = try journal.entry(arguments.value("ENTRY") ?? "")
      var edit = EntryEdit()
      edit.fields = try EntryOptions.assignments(arguments.assignments("NAME=VALUE"))
      try journal.check(edit.fields, in: entry.thread, of: entry)
      let id = session.report(undoable: try journal.edit(entry, edit))
      session.acknowledge(id.description)
      return .done
    })

  /// The lines that are probably meant by `words`, which are no entry with assignments.
  ///
  /// A `#tag` is part of a text, and unquoted a comment of the shell's; other programs take a colon or a space for `=`.
  static func lines(_ words: [String], in journal: Journal?) -> [String] {
    guard let first = words.first else { return [] }
    guard let journal, (try? journal.entry(first)) != nil else { return lines(without: words) }
    let name = ShellWord.quoted(first)
    let hashtag = "A #tag is part of the text: tj edit \(name)"
    guard words.count > 1 else {
      return [
        "To set a field: tj tag \(name) NAME=VALUE",
        "A shell takes # and what follows for a comment, unless it is in quotation marks. \(hashtag)",
      ]
    }
    let rest = words.dropFirst().flatMap { $0.split { ":= ".contains($0) } }.map(String.init)
    guard rest.count == 2, !words[1].hasPrefix("#") else { return [hashtag] }
    return ["To set the field: tj tag \(name) \(ShellWord.quoted("\(rest[0])=\(rest[1])"))"]
  }

  /// The same for words of which the first names no entry.
  private static func lines(without words: [String]) -> [String] {
    if let assignment = words.first(where: { FieldAssignment(Array($0.utf8)) != nil }) {
      return ["The entry comes first: tj tag THREAD@1 \(ShellWord.quoted(assignment))"]
    }
    guard words.count == 1 else { return [] }
    let name = String(words[0].drop { $0 == "#" })
    return [
      "To find the entries with that tag: tj find \(ShellWord.quoted("tag:\(name)"))",
      "To set a field: tj tag THREAD@1 NAME=VALUE",
      "A #tag is part of the text, for which: tj edit THREAD@1",
    ]
  }
}
