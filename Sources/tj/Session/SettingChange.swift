import ThreadJournal
import ThreadStorage

/// A setting that gets another value, in the file of the journal or in the user's own.
struct SettingChange {
  let key: SettingKey
  let value: SettingValue?
  let session: Session

  /// Writes the file of the journal, or without one the user's own, and tells how to go back.
  func make(in journal: Journal?) throws {
    let store = session.settingsStore
    guard let path = journal == nil ? store.userPath : store.journalPath else {
      throw SettingError.noUserFile
    }
    let before = try journal.map { try change($0, path) } ?? changeUserFile(path)
    let shown = session.shortened(path)
    session.note(
      value.map { "Set \(key.rawValue) to \($0.text) in \(shown)." }
        ?? "Took \(key.rawValue) out of \(shown).")
    let old = before.values[key]
    if old != value {
      let flag = journal == nil && SettingDefinition(key).belongsToJournal ? " --user" : ""
      let change =
        old.map { "\(key.rawValue) \(ShellWord.quoted($0.text))" } ?? "--unset \(key.rawValue)"
      session.note("To go back: tj config\(flag) \(change)")
    }
    if key == .dayStarts, old != value, let value, value.text != "00:00",
      session.settings.item(key).value == value
    {
      session.note(
        "In all threads, what is before \(value.text) counts to the day before: in plans and "
          + "statistics, too.")
    }
    if key == .journal, let folder = value.map({ session.expanded($0.text) }),
      !JournalDirectory.exists(at: folder)
    {
      session.note("There is no journal yet; to make it: tj init \(ShellWord.quoted(folder))")
    }
    tellWhatHolds(over: journal == nil ? .user : .journal)
  }

  /// Tells where something else counts more than the file that was written.
  private func tellWhatHolds(over written: Settings.Source) {
    guard let value else { return }
    let item = session.settings.item(key)
    guard item.source != written, item.value != value else { return }
    let holder =
      switch item.source {
      case .variable(let name): "$\(name)"
      case .journal: "the journal's file"
      case .user, .standard: "something else"
      }
    session.note("Here \(holder) counts more: \(key.rawValue) is \(item.value?.text ?? "not set").")
  }

  /// The journal's file as it was, after it was changed under the journal's lock.
  private func change(_ journal: Journal, _ path: String) throws -> SettingsFile {
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
  private func changeUserFile(_ path: String) throws -> SettingsFile {
    defer { session.settingsStore.reload(journal: nil) }
    while true {
      let old = try OutsideFile.readIfAny(path)
      let before = SettingsFile(old ?? [], of: .user)
      let after = try before.setting(key, to: value, path: path)
      if after == old { return before }
      let file = try StagedFile(for: path, makesFolders: true)
      try file.write(after)
      // Another tj, or an editor, may have saved it meanwhile: then its bytes are changed instead.
      guard try OutsideFile.readIfAny(path) == old else { continue }
      try file.commit(replacing: old != nil)
      return before
    }
  }
}
