import ThreadJournal
import ThreadStorage

/// `tj config`: prints and changes settings.
enum ConfigCommand {
  static let definition = CommandDefinition(
    name: "config", group: .journal,
    summary: "Print and change settings.",
    arguments: [
      ArgumentDefinition(
        "KEY", .setting, count: .optional, "The setting; all of them if absent."),
      ArgumentDefinition("VALUE", .text, count: .optional, "Its new value."),
    ],
    options: [
      .value("unset", "KEY", .setting, "Take KEY out of the file, so that it is what it was."),
      .flag("user", "Your own file, and not the journal's."),
      .json,
    ],
    exclusive: [["unset", "KEY"], ["unset", "json"], ["VALUE", "json"], ["KEY", "json"]],
    description: """
      Without KEY, prints every setting with its value, its default, and where the value comes
      from. With KEY, prints its value; nothing, and exit status 1, where it has none.

      With VALUE, or `--unset`, changes the journal's file or your own, and nothing else in it.
      What runs a program, `journal` and `location` go into your own file, all else into the
      journal's, or with `--user` into your own too. The section SETTINGS says what there is.

      A file that cannot be understood does not count, is told, and is never written over.
      """,
    examples: [
      .init("tj config", "See all settings."),
      .init("tj config day-starts 04:00", "Let the journal's days start at four."),
      .init("tj config editor 'code --wait'", "Choose an editor."),
      .init("tj config --user wrap 72", "Read all journals in narrower lines."),
      .init("tj config --unset wrap", "Use the default again."),
    ],
    exitStatuses: [.init(code: 1, meaning: "KEY has no value, or it could not be changed.")],
    seeAlso: ["init", "help"],
    synonyms: ["settings", "set", "preferences", "options", "configure"],
    action: .run(run))

  /// Prints settings, or changes one.
  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitStatus {
    let journal = try session.journalIfAny()
    if let name = arguments.value("unset") {
      return try change(SettingKey(named: name), to: nil, arguments, journal, session)
    }
    guard let name = arguments.positional("KEY") else {
      return list(arguments, session)
    }
    let key = try SettingKey(named: name)
    guard let text = arguments.positional("VALUE") else {
      return show(key, arguments, session)
    }
    let full = key == .journal ? absolute(text, session) : text
    guard let value = SettingValue(full, as: SettingDefinition(key).kind) else {
      throw SettingError.badValue(key: key, text: text)
    }
    return try change(key, to: value, arguments, journal, session)
  }

  /// The settings that are meant: with `--user` those without the journal's file.
  private static func settings(_ arguments: ParsedArguments, _ session: Session) -> Settings {
    let all = session.settings
    return arguments.flag("user") ? session.settingsStore.settingsOfUser : all
  }

  private static func show(
    _ key: SettingKey, _ arguments: ParsedArguments, _ session: Session
  ) -> ExitStatus {
    guard let value = settings(arguments, session).item(key).value else { return .failed }
    session.output.write("\(value.text)\n")
    return .done
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
    for message in session.settingsStore.unknown { session.tell(message) }
    return .done
  }

  /// Where a value comes from, and the file's path or the variable's name.
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

  /// A journal's path as it is kept: from the root, whatever directory it was typed in.
  private static func absolute(_ path: String, _ session: Session) -> String {
    path.isEmpty || path == "~" || path.hasPrefix("~/") ? path : session.absolute(path)
  }

  /// Writes a setting, or takes it out where `value` is nil, and tells how to go back.
  private static func change(
    _ key: SettingKey, to value: SettingValue?, _ arguments: ParsedArguments, _ journal: Journal?,
    _ session: Session
  ) throws -> ExitStatus {
    let isOwn = arguments.flag("user") || !SettingDefinition(key).belongsToJournal
    let before: SettingsFile
    let path: String
    if let journal, !isOwn {
      path = "\(journal.directory.root)/\(JournalDirectory.markerName)/config.yml"
      before = try changeJournalFile(key, to: value, path, journal, session)
    } else {
      guard let own = session.settingsStore.userPath else { throw SettingError.noUserFile }
      path = own
      before = try changeUserFile(key, to: value, path)
      session.settingsStore.reload(journal: nil)
    }
    let shown = session.shortened(path)
    session.note(
      value.map { "Set \(key.rawValue) to \($0.text) in \(shown)." }
        ?? "Took \(key.rawValue) out of \(shown).")
    tellWayBack(key, to: value, from: before, session)
    tellWhatHolds(key, value, before.owner, session)
    return .done
  }

  private static func tellWayBack(
    _ key: SettingKey, to value: SettingValue?, from before: SettingsFile, _ session: Session
  ) {
    let old = before.values[key]
    guard old != value else { return }
    let needsFlag = before.owner == .user && SettingDefinition(key).belongsToJournal
    let command = "tj config\(needsFlag ? " --user" : "")"
    let change =
      old.map { "\(key.rawValue) \(ShellWord.quoted($0.text))" } ?? "--unset \(key.rawValue)"
    session.note("To go back: \(command) \(change)")
  }

  /// Tells where something else counts more than the file that was written.
  private static func tellWhatHolds(
    _ key: SettingKey, _ value: SettingValue?, _ owner: SettingsFile.Owner, _ session: Session
  ) {
    guard let value else { return }
    let item = session.settings.item(key)
    guard item.source != (owner == .user ? .user : .journal), item.value != value else { return }
    let holder =
      switch item.source {
      case .variable(let name): "$\(name)"
      case .journal: "the journal's file"
      case .user, .standard: "something else"
      }
    session.note("Here \(holder) counts more: \(key.rawValue) is \(item.value?.text ?? "not set").")
  }

  /// The journal's file as it was, after it was changed under the journal's lock.
  private static func changeJournalFile(
    _ key: SettingKey, to value: SettingValue?, _ path: String, _ journal: Journal,
    _ session: Session
  ) throws -> SettingsFile {
    var before = SettingsFile([], of: .journal)
    var after: [UInt8] = []
    try session.withLock(on: journal.directory) { writer in
      try writer.rewriteConfiguration { bytes in
        before = SettingsFile(bytes, of: .journal)
        after = try before.setting(key, to: value, path: path)
        return after
      }
    }
    session.settingsStore.reload(journal: after)
    return before
  }

  /// A person's file as it was, after it was replaced by a changed one in one step.
  private static func changeUserFile(
    _ key: SettingKey, to value: SettingValue?, _ path: String
  ) throws -> SettingsFile {
    while true {
      let old = try bytes(of: path)
      let before = SettingsFile(old ?? [], of: .user)
      let after = try before.setting(key, to: value, path: path)
      if after == old { return before }
      let file = try StagedFile(for: path, makesFolders: true)
      try file.write(after)
      // Another tj, or an editor, may have saved it meanwhile: then its bytes are changed instead.
      guard try bytes(of: path) == old else { continue }
      try file.commit(replacing: old != nil)
      return before
    }
  }

  private static func bytes(of path: String) throws -> [UInt8]? {
    do throws(StorageError) {
      return try OutsideFile.read(path)
    } catch {
      guard case .missing = error else { throw error }
      return nil
    }
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: String, _ value: SettingValue?) {
    switch value {
    case nil: member(name, nil as String?)
    case .flag(let flag): member(name, flag)
    case .integer(let number): member(name, number)
    case .text, .clock: member(name, value?.text)
    }
  }
}
