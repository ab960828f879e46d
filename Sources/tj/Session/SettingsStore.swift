import ThreadJournal
import ThreadStorage

/// The settings' files of a session: each read once, when something first asks for it.
final class SettingsStore {
  /// Where a person's own file is, whether it exists or not; nil without a home folder.
  let userPath: String?
  private(set) var journalPath: String?
  /// The lines of the files that no setting has: `tj config` and `tj check` tell them.
  private(set) var unknown: [ErrorMessage] = []
  /// What else is wrong with the files and has not been told yet.
  var untold: [ErrorMessage] = []
  private var user: SettingsFile?
  private var journal = SettingsFile([], of: .journal)

  /// A variable that should lead to the user's file and is not UTF-8 is reported later, and the rest goes on.
  init() {
    do throws(SessionError) { userPath = try SettingsStore.userPath() } catch {
      userPath = nil
      untold = [ErrorMessage(error).asWarning]
    }
  }

  private static func userPath() throws(SessionError) -> String? {
    // The XDG specification says to ignore a path that is not absolute.
    if let folder = try Session.path("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      return folder + "/threadjournal/config.yml"
    }
    return try Session.path("HOME").map { $0 + "/.config/threadjournal/config.yml" }
  }

  /// The settings in force: of the user's file, the environment and, `withJournal`, the journal that is open, if any.
  func settings(withJournal: Bool = true) -> Settings {
    let user = self.user ?? readUserFile()
    self.user = user
    return Settings(
      user: user, journal: withJournal ? journal : SettingsFile([], of: .journal),
      variable: Session.environment)
  }

  /// The names of the settings that the journal's own file has.
  var namesInJournal: [String] { journal.values.keys.map(\.rawValue).sorted() }

  /// Takes the journal's file into account from now on; false where it did so before.
  func use(_ directory: JournalDirectory) -> Bool {
    let path = "\(directory.root)/\(JournalDirectory.markerName)/config.yml"
    guard path != journalPath else { return false }
    journalPath = path
    journal = file(directory.configuration, of: .journal, at: path)
    return true
  }

  /// Forgets what was read, after a file was written; `bytes` are the journal's, if it was that one.
  func reload(journal bytes: [UInt8]?) {
    (untold, unknown, user) = ([], [], nil)
    if let bytes, let journalPath { journal = file(bytes, of: .journal, at: journalPath) }
  }

  /// What does not count in a person's own file, and is not told before, and the files beside it that are taken for it.
  func userProblems() -> [JournalProblem] {
    guard let userPath, let name = userPath.split(separator: "/").last else { return [] }
    _ = settings()
    let unknown = (user?.problems ?? []).filter {
      if case .unknown = $0.kind { true } else { false }
    }
    let folder = String(userPath.dropLast(name.count))
    let mistaken = SettingsFile.mistakenNames.map { folder + $0 }.filter {
      (try? OutsideFile.readIfAny($0)) != nil
    }
    return unknown.map { JournalProblem(userPath, .setting($0), at: ($0.line, $0.column)) }
      + mistaken.map { JournalProblem($0, .settingsFile(.user)) }
  }

  private func readUserFile() -> SettingsFile {
    var bytes: [UInt8]?
    do throws(StorageError) {
      if let userPath { bytes = try OutsideFile.readIfAny(userPath) }
    } catch {
      untold.append(ErrorMessage(error).asWarning)
    }
    return file(bytes ?? [], of: .user, at: userPath ?? "")
  }

  private func file(
    _ bytes: [UInt8], of owner: SettingsFile.Owner, at path: String
  ) -> SettingsFile {
    let file = SettingsFile(bytes, of: owner)
    for problem in file.problems {
      let message = ErrorMessage(problem, in: path)
      if case .unknown = problem.kind { unknown.append(message) } else { untold.append(message) }
    }
    return file
  }
}

extension OutsideFile {
  static func readIfAny(_ path: String) throws(StorageError) -> [UInt8]? {
    try StorageError.ifThere(try read(path))
  }
}

extension Session {
  /// The settings in force; what is wrong with their files is reported the first time.
  var settings: Settings {
    let settings = settingsStore.settings()
    // `report` asks for the settings again.
    let untold = settingsStore.untold
    settingsStore.untold = []
    for message in untold { report(message) }
    return settings
  }

  var dayStartsAt: Int { settings.number(.dayStarts) }

  /// The query that `text`, as one argument, makes now.
  func query(_ text: String) throws(QueryError) -> EntryQuery {
    try EntryQuery.parse(
      [text], now: now, zone: zone, dayStartsAt: dayStartsAt, dateOrder: dateOrder)
  }

  /// How the goal of a plan is read.
  var planReading: Plan.Reading {
    let (now, zone, dayStartsAt, dateOrder) = (now, zone, dayStartsAt, dateOrder)
    return { text in
      try? EntryQuery.parse(
        [text], now: now, zone: zone, dayStartsAt: dayStartsAt, dateOrder: dateOrder)
    }
  }

  /// What is asked of plans now, whose periods are told of the days `told`.
  func planRequest(told: ClosedRange<Int> = Int.min...Int.max) -> PlanRequest {
    PlanRequest(today: today, dayStartsAt: dayStartsAt, told: told, planReading)
  }

  /// The journal's day that it is now.
  var today: CalendarDate {
    Timestamp(instant: now, in: zone).journalDate(dayStartsAt: dayStartsAt)
  }

  /// The journal's day that `instant` is in, counted from 1970-01-01.
  func day(_ instant: Instant) -> Int {
    Timestamp(instant: instant, in: zone).journalDate(dayStartsAt: dayStartsAt).daysSinceEpoch
  }

  /// How dates such as 11.12.2026 are read; nil for not at all.
  var dateOrder: ForeignDate.Order? {
    settings.text(.dateOrder).flatMap { ForeignDate.Order(rawValue: $0) }
  }
}
