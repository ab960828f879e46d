import ThreadJournal
import ThreadStorage

/// The settings' files of a session: each read once, when something first asks for it.
final class SettingsStore {
  /// Where a person's own file is, whether it exists or not; nil without a home folder.
  let userPath: String?
  /// Where the journal's file is; nil before a journal is open.
  private(set) var journalPath: String?
  /// What is wrong with the files and has not been told yet.
  private(set) var untold: [ErrorMessage] = []
  /// The lines of the files that no setting has: only `tj config` tells them.
  private(set) var unknown: [ErrorMessage] = []

  private var user: SettingsFile?
  private var journal = SettingsFile([], of: .journal)
  private var resolved: Settings?

  /// The store of a session; nothing is read yet.
  ///
  /// Where a person's own file has no name here, that is told, and the rest goes on.
  init() {
    do throws(SessionError) { userPath = try Session.userSettingsPath() } catch {
      userPath = nil
      untold = [ErrorMessage(error).asWarning]
    }
  }

  /// What holds, as far as it is known: the journal's file counts once a journal is open.
  var settings: Settings {
    if let resolved { return resolved }
    let user = self.user ?? readUserFile()
    let settings = Settings(user: user, journal: journal, variable: Session.environment)
    (self.user, resolved) = (user, settings)
    return settings
  }

  /// What holds without the journal's file.
  var settingsOfUser: Settings {
    Settings(
      user: user ?? readUserFile(), journal: SettingsFile([], of: .journal),
      variable: Session.environment)
  }

  /// Takes the journal's file into account from now on; false where it did so before.
  func use(_ directory: JournalDirectory) -> Bool {
    let path = "\(directory.root)/\(JournalDirectory.markerName)/config.yml"
    guard path != journalPath else { return false }
    journalPath = path
    journal = SettingsFile(directory.configuration, of: .journal)
    note(journal.problems, in: path)
    resolved = nil
    return true
  }

  /// Reads the files anew: one of them was written.
  func reload(journal bytes: [UInt8]?) {
    untold = []
    unknown = []
    user = nil
    resolved = nil
    guard let bytes, let journalPath else { return }
    journal = SettingsFile(bytes, of: .journal)
    note(journal.problems, in: journalPath)
  }

  /// What has not been told yet, which then counts as told.
  func takeUntold() -> [ErrorMessage] {
    defer { untold = [] }
    return untold
  }

  private func readUserFile() -> SettingsFile {
    var bytes: [UInt8] = []
    do throws(StorageError) {
      bytes =
        try userPath.flatMap { (path) throws(StorageError) in
          try OutsideFile.readIfAny(path)
        } ?? []
    } catch {
      untold.append(ErrorMessage(error).asWarning)
    }
    let file = SettingsFile(bytes, of: .user)
    note(file.problems, in: userPath ?? "")
    return file
  }

  private func note(_ problems: [SettingProblem], in path: String) {
    for problem in problems {
      let message = ErrorMessage(problem, in: path)
      if case .unknown = problem.kind { unknown.append(message) } else { untold.append(message) }
    }
  }
}

extension OutsideFile {
  /// The bytes of a file; nil where there is none.
  static func readIfAny(_ path: String) throws(StorageError) -> [UInt8]? {
    do throws(StorageError) { return try read(path) } catch {
      guard case .missing = error else { throw error }
      return nil
    }
  }
}

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
    for message in settingsStore.takeUntold() { report(message) }
    return settings
  }

  /// When a day starts, in seconds after midnight.
  var dayStartsAt: Int { settings.number(.dayStarts) }

  /// The journal that there is, for a command that can do without; nil where there is none.
  func journalIfAny() throws -> Journal? {
    do {
      return try journal(.reading)
    } catch let error as SessionError {
      switch error {
      case .noJournalYet, .noHome: return nil
      case .foreignJournal, .notAJournal(_, Session.journalSetting):
        // The command that trusts the journal, or mends the setting, must not fail for it.
        warn(ErrorMessage(error))
        return nil
      case .noArguments, .badClock, .notAJournal, .unrepresentablePath, .noWorkingDirectory:
        throw error
      }
    }
  }
}
