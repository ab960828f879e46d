import ThreadJournal
import ThreadStorage

extension Session {
  /// A person's own file of settings; nil without a home folder.
  ///
  /// - Throws: `SessionError.unrepresentablePath`.
  static func userSettingsPath() throws(SessionError) -> String? {
    // The specification of these folders has a path that is not absolute ignored.
    if let folder = try path("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      return folder + "/threadjournal/config.yml"
    }
    return try path("HOME").map { $0 + "/.config/threadjournal/config.yml" }
  }

  /// What holds; what is wrong with the files of settings is told the first time.
  var settings: Settings {
    let settings = settingsStore.settings
    for message in settingsStore.takeUntold() { tell(message) }
    return settings
  }

  /// When a day starts, in seconds after midnight.
  var dayStartsAt: Int { settings.number(.dayStarts) }

  /// The journal that there is, for a command that can do without; nil where there is none.
  func journalIfAny() throws -> Journal? {
    do {
      return try journal(.reading)
    } catch SessionError.noJournalYet, SessionError.noHome {
      return nil
    } catch SessionError.foreignJournal(let path, let distrust) {
      // The command that trusts it must not fail for want of trust.
      tell(ErrorMessage(SessionError.foreignJournal(path: path, distrust)).asWarning)
      return nil
    } catch SessionError.notAJournal(let path, Session.journalSetting) {
      // The command that mends the setting must not fail for it.
      tell(
        ErrorMessage(SessionError.notAJournal(path: path, source: Session.journalSetting))
          .asWarning)
      return nil
    }
  }
}
