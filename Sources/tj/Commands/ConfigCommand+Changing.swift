import ThreadJournal
import ThreadStorage

extension ConfigCommand {
  /// Writes a setting, or takes it out where `value` is nil, and tells how to go back.
  static func change(
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

  private static func changed(
    _ file: SettingsFile, _ key: SettingKey, to value: SettingValue?, _ path: String
  ) throws(SettingError) -> [UInt8] {
    guard let value else { return try file.unsetting(key, path: path) }
    return try file.setting(key, to: value, path: path)
  }

  /// The journal's file as it was, after it was changed under the journal's lock.
  private static func changeJournalFile(
    _ key: SettingKey, to value: SettingValue?, _ path: String, _ journal: Journal,
    _ session: Session
  ) throws -> SettingsFile {
    var before = SettingsFile([], of: .journal)
    var after: [UInt8] = []
    let recovered = try journal.directory.withLock { writer in
      try writer.rewriteConfiguration { bytes in
        before = SettingsFile(bytes, of: .journal)
        after = try changed(before, key, to: value, path)
        return after
      }
      return writer.recovered
    }
    for note in recovered { session.tell(.init(note)) }
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
      let after = try changed(before, key, to: value, path)
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
