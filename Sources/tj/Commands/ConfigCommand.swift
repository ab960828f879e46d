import ThreadJournal
import ThreadStorage

enum ConfigCommand {
  static let definition = CommandDefinition(
    name: "config", group: .journal, summary: "Print and change settings.",
    arguments: [
      .init("KEY", .setting, count: .optional, "The setting; all of them if absent."),
      .init("VALUE", .text, count: .optional, "Its new value."),
    ],
    options: [
      .value("unset", "KEY", .setting, "Take KEY out of the file, so that it is what it was."),
      .flag("user", "Your own file, and not the journal's."), .json,
    ], exclusive: [["unset", "KEY"], ["unset", "json"], ["VALUE", "json"], ["KEY", "json"]],
    description: """
      Without KEY, prints every setting with its value, its default, and where the value comes
      from. With KEY, prints its value; nothing, and exit status 1, where it has none.

      With VALUE, or `--unset`, changes the journal's file or your own, and nothing else in it.
      What runs a program, `journal` and `location` go into your own file, all else into the
      journal's, or with `--user` into your own too. The section SETTINGS says what there is.

      A file that cannot be understood does not count, is told, and is never written over.
      """,
    examples: [
      ("tj config", "See all settings."),
      ("tj config day-starts 04:00", "Let the journal's days start at four."),
      ("tj config editor 'code --wait'", "Choose an editor."),
      ("tj config --user wrap 72", "Read all journals in narrower lines."),
      ("tj config --unset wrap", "Use the default again."),
    ], exitStatuses: [(1, "KEY has no value, or it could not be changed.")],
    seeAlso: ["init", "help"],
    synonyms: ["settings", "set", "preferences", "options", "configure"],
    action: .run { arguments, session in
      let journal = try session.journalIfAny()
      let unset = arguments.value("unset")
      guard let name = unset ?? arguments.value("KEY") else { return list(arguments, session) }
      let key = try key(named: name, arguments)
      let text = arguments.value("VALUE")
      if text == nil, unset == nil {
        guard let value = settings(arguments, session).item(key).value else { return .failed }
        session.output.write("\(value.text)\n")
        return .done
      }
      let isOwn = arguments.flag("user") || !SettingDefinition(key).belongsToJournal
      let value = try text.map { try settingValue($0, of: key, session) }
      try SettingChange(key: key, value: value, session: session).make(in: isOwn ? nil : journal)
      // What is kept may be less from now on.
      let journalNow = key == .trashDays ? try session.journalIfAny() : journal
      if !isOwn, let journalNow { session.dropAged(in: journalNow) }
      return .done
    })

  /// The setting of this name.
  ///
  /// - Throws: `SettingError.unknown` with the line that sets it, where a `=` and a value stand behind its name.
  private static func key(
    named name: String, _ arguments: ParsedArguments
  ) throws(SettingError) -> SettingKey {
    guard let assignment = FieldAssignment(Array(name.utf8)) else {
      return try SettingKey(named: name)
    }
    let key = try SettingKey(named: assignment.name).rawValue
    let isTakenOut = arguments.flag("unset") || assignment.value.isEmpty
    let change = isTakenOut ? "--unset \(key)" : "\(key) \(ShellWord.quoted(assignment.value))"
    let user = arguments.flag("user") ? " --user" : ""
    throw .unknown(name: name, nearest: ["tj config\(user) \(change)"])
  }

  /// The value that is meant; a journal's path is kept from the root, whatever directory it was typed in.
  private static func settingValue(
    _ text: String, of key: SettingKey, _ session: Session
  ) throws -> SettingValue {
    let isWhole = key != .journal || text.isEmpty || text == "~" || text.hasPrefix("~/")
    let kind = SettingDefinition(key).kind
    guard let value = SettingValue(isWhole ? text : session.absolute(text), as: kind) else {
      throw SettingError.badValue(key: key, text: text)
    }
    return value
  }

  private static func settings(_ arguments: ParsedArguments, _ session: Session) -> Settings {
    let all = session.settings
    return arguments.flag("user") ? session.settingsStore.settings(withJournal: false) : all
  }

  private static func list(_ arguments: ParsedArguments, _ session: Session) -> ExitStatus {
    let settings = settings(arguments, session)
    let items = SettingDefinition.all.map { ($0, settings.item($0.key)) }
    if arguments.flag("json") {
      session.printDocument { writer in
        writer.array("settings", items) { writer, row in
          let (definition, item) = row
          let (source, from) = origin(of: item, session)
          writer.member("key", definition.key.rawValue)
          writer.member("value", item.value)
          writer.member("default", definition.fallback)
          writer.member("source", source)
          writer.member("from", from)
        }
      }
    } else {
      var table = Table(layout: session.layout, header: ["Setting", "Value", "Default", "From"])
      for (definition, item) in items {
        let (source, from) = origin(of: item, session)
        let shown = from.map { source == "environment" ? "$\($0)" : session.shortened($0) }
        table.add([
          (definition.key.rawValue.utf8, .title), ((item.value?.text ?? "-").utf8, .plain),
          ((definition.fallback?.text ?? "-").utf8, .faint), ((shown ?? source).utf8, .faint),
        ])
      }
      session.print(table)
    }
    session.output.flush()
    for message in session.settingsStore.unknown { session.report(message) }
    return .done
  }

  private static func origin(
    of item: Settings.Item, _ session: Session
  ) -> (source: String, from: String?) {
    switch item.source {
    case .standard: ("default", nil)
    case .user: ("user", session.settingsStore.userPath)
    case .journal: ("journal", session.settingsStore.journalPath)
    case .variable(let name): ("environment", name)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: StaticString, _ value: SettingValue?) {
    switch value {
    case nil: member(name, nil as String?)
    case .flag(let flag): member(name, flag)
    case .integer(let number): member(name, number)
    case .text, .clock: member(name, value?.text)
    }
  }
}
