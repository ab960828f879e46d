import ThreadJournal
import ThreadStorage

enum TagsCommand {
  static let definition = CommandDefinition(
    name: "tags", group: .reading, summary: "List the tags and fields that entries have.",
    arguments: [.query],
    options: OptionDefinition.timeRange + [
      .value(
        "sort", "KEY", .choice(["count", "name"]),
        "By `count`, the most frequent first (the usual order), or by `name`."), .json,
    ], exclusive: [[String]].timeRange,
    description: """
      Prints a line for each `#tag` of the entries' texts and titles, in small letters, and then for each
      field: in how many entries it is, and the time of the latest of them.

      A tag is `#` and letters, digits, `_`, `-` or emoji, behind no letter or digit. A number alone
      (`#482`) is none, and none stands in a link's address or in code.
      """,
    examples: [
      ("tj tags", "List all tags and fields."), ("tj tags --sort name", "List them from A to Z."),
      ("tj tags mood:..3 --from 2026", "See what bad days have."),
    ], exitStatuses: [(1, "A query was given, and no entry matches.")],
    seeAlso: ["find", "stats", "tag"], synonyms: ["labels", "keywords", "hashtags"],
    action: .run { arguments, session in
      let journal = try session.journal(.reading)
      let selection = try EntrySelection(arguments, terms: arguments.values("QUERY"), session)
      let (tally, outcome) = EntryScan(
        journal, for: selection.query, selection.scope, needsLines: false, positions: .none
      ).names()
      let isByName = arguments.value("sort") == "name"
      let (tags, fields) = (tally.tags(byName: isByName), tally.fields(byName: isByName))
      if selection.isJSON {
        session.printDocument { writer in
          writer.array("tags", tags) { $0.use($1, as: "tag", session.zone) }
          writer.array("fields", fields) { $0.use($1, as: "name", session.zone) }
        }
      } else {
        var table = Table(
          layout: session.layout, header: ["Tag or field", "Entries", "Last"], numbers: [1])
        for use in tags { table.add(use, as: "#" + use.name, .tag, session.zone) }
        for use in fields { table.add(use, as: use.name, .plain, session.zone) }
        session.print(table)
      }
      let status = selection.reportEmptiness(of: outcome, by: "tj tags", session)
      selection.tellThreads(
        in: journal, by: "tj tags", hasMatches: outcome.count > 0, session)
      return status
    })
}

extension Table {
  fileprivate mutating func add(
    _ use: NameTally.Use, as name: String, _ style: Style, _ zone: LocalTimeZone
  ) {
    add([
      (name.utf8, style), ("\(use.entries)".utf8, .plain),
      (TimeText.entry(use.last, in: zone).utf8, .date),
    ])
  }
}

extension JSONWriter {
  fileprivate mutating func use(_ use: NameTally.Use, as key: StaticString, _ zone: LocalTimeZone) {
    member(key, use.name)
    member("entries", use.entries)
    member("last", use.last.rfc3339(in: zone))
  }
}
