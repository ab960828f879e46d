import ThreadJournal
import ThreadStorage

extension Session {
  /// What a command does with the journal: only one that writes something new makes the default journal.
  enum Use {
    case reading
    case changing
    case writing
  }

  /// The journal that the command is about; on a terminal it also tells of drafts that wait.
  func journal(_ use: Use, mentionsDrafts: Bool = false) throws -> Journal {
    var directory = try journalDirectory(use)
    if settingsStore.use(directory), let distrust = try distrust(of: directory.root) {
      var warning = ErrorMessage(SessionError.foreignJournal(path: directory.root, distrust))
      // That advice is to name the journal, which is named already.
      warning.advice.removeFirst()
      warn(warning)
    }
    directory.trackedState = TrackedState { [root = directory.root] in GitProbe(root).trackedState()
    }
    // Of nothing at all, the last change could not be taken back.
    directory.keepingTime = Int64(max(settings.number(.trashDays), 1)) * 86_400
    if mentionsDrafts, messageTerminal.isTerminal { waitingDrafts(in: directory).map(note) }
    var journal = Journal(directory, zone: zone, now: now)
    journal.notices = notices
    journal.workingDirectory = try? workingDirectory()
    return journal
  }

  /// The journal of a command that is told what to change: after a move that was cut short an entry is in two threads,
  /// until that is finished.
  func journalToChange(mentionsDrafts: Bool = false) throws -> Journal {
    let journal = try journal(.changing, mentionsDrafts: mentionsDrafts)
    // Where it cannot be, the change itself waits longer, and says why.
    var hasty = journal
    hasty.lockTimeLimit = 1
    if (try? journal.directory.log.pending().isEmpty) == false,
      let outcome = try? hasty.finishUnfinished()
    {
      report(outcome)
    }
    return journal
  }

  /// Drops what undo keeps longer than it is to be kept, behind a command that is done: where it fails, that is told.
  func dropAged(in journal: Journal) {
    do { try journal.dropAged() } catch { warn(ErrorMessage(any: error)) }
  }

  /// How many drafts wait, in words; nil for none.
  func waitingDrafts(in directory: JournalDirectory) -> String? {
    let drafts = directory.drafts.waitingCount()
    guard drafts > 0 else {
      let isLeft = directory.drafts.leftovers().contains(where: \.isUnsaved)
      return isLeft ? "An editor may have words of a draft: tj draft shows." : nil
    }
    let waiting = drafts == 1 ? "A draft is waiting" : "\(drafts) drafts are waiting"
    return "\(waiting): tj draft shows, tj draft resume finishes."
  }

  func journalIfAny() throws -> Journal? {
    do {
      return try journal(.reading)
    } catch let error as SessionError {
      switch error {
      case .noJournalYet, .noHome: return nil
      case .foreignJournal, .notAJournal(_, SessionError.journalSetting):
        // The command that trusts the journal, or fixes the setting, must not fail for it.
        warn(ErrorMessage(error))
        return nil
      case .noArguments, .badClock, .notAJournal, .emptyBranch, .unrepresentablePath,
        .noWorkingDirectory:
        throw error
      }
    }
  }

  func namedJournal() throws(SessionError) -> String? {
    guard let bytes = globals.journal else { return nil }
    return try Self.path(bytes)
  }

  static func path(_ bytes: [UInt8]) throws(SessionError) -> String {
    guard let path = String(validating: bytes, as: UTF8.self) else {
      throw .unrepresentablePath(String(utf8: bytes))
    }
    return path
  }

  private func journalDirectory(_ use: Use) throws -> JournalDirectory {
    if let path = try namedJournal() { return try open(path, namedBy: "--journal") }
    if let path = try Self.path("TJ_JOURNAL") { return try open(path, namedBy: "$TJ_JOURNAL") }
    if let root = try JournalDirectory.find(from: workingDirectory()) {
      if let distrust = try distrust(of: root) {
        throw SessionError.foreignJournal(path: root, distrust)
      }
      return try JournalDirectory(opening: root)
    }
    let chosen = settings.item(.journal)
    if chosen.source == .user, let path = chosen.value?.text {
      return try open(expanded(path), namedBy: SessionError.journalSetting)
    }
    guard let home = try Self.path("HOME") else { throw SessionError.noHome }
    let path = home + "/journal"
    if JournalDirectory.exists(at: path) { return try JournalDirectory(opening: path) }
    guard use == .writing else { throw SessionError.noJournalYet(path: shortened(path)) }
    // A folder that is there may be where a locked journal is mounted, or somebody's own; or a journal that another
    // program makes at this moment: only one that is no journal for all this time is none.
    var looks = 0
    while FileStatus(ofFileAt: path) != nil, !JournalDirectory.exists(at: path) {
      looks += 1
      guard looks < 50 else {
        throw SessionError.notAJournal(path: shortened(path), source: "The usual path")
      }
      SystemCalls.pause(nanoseconds: 10_000_000)
    }
    let (directory, isNew) = try JournalDirectory.openOrCreate(at: path)
    if isNew { note("Made a new journal in \(shortened(path)).") }
    return directory
  }

  /// The journal that is used where none is named, and none is around the working directory; nil where it is not there.
  var usualJournal: String? {
    let chosen = settings.item(.journal)
    let named = chosen.source == .user ? (chosen.value?.text).map(expanded) : nil
    let home = (try? Self.path("HOME")) ?? nil
    guard let path = named ?? home.map({ $0 + "/journal" }), JournalDirectory.exists(at: path)
    else { return nil }
    return path
  }

  /// The usual journal, where a command without `-C` uses it in the working directory; nil for another one, or none.
  var journalInUse: String? {
    let other = try? Self.path("TJ_JOURNAL") ?? JournalDirectory.find(from: workingDirectory())
    return globals.journal == nil && other == nil ? usualJournal : nil
  }

  /// Tells that the usual journal has a thread of the one around the working directory, too, as where that is a backup.
  func tellCopy(of header: ThreadHeader, in journal: Journal) {
    let root = journal.directory.root
    guard globals.journal == nil, (try? Self.path("TJ_JOURNAL")) == nil, let usual = usualJournal,
      usual != root, (try? SystemCalls.realPath(usual)) != (try? SystemCalls.realPath(root)),
      let id = header.id, let directory = try? JournalDirectory(opening: usual),
      let other = try? Journal(directory, zone: zone, now: now).header(at: header.path),
      other.id == id
    else { return }
    note(
      "It is in \(shortened(root)), and \(shortened(usual)) has the thread, too. To add it there: tj undo, "
        + "then with -C \(ShellWord.quoted(usual))")
  }

  private func open(_ path: String, namedBy source: String) throws -> JournalDirectory {
    do {
      return try JournalDirectory(opening: absolute(path))
    } catch StorageError.missing, StorageError.notAJournal, StorageError.system(_, _, ENOTDIR) {
      try checkBranch(at: absolute(path))
      throw SessionError.notAJournal(path: path, source: source)
    }
  }

  /// Throws where the clone at `path` stands on a branch that has nothing yet, and its remotes have others.
  func checkBranch(at path: String) throws(SessionError) {
    let others = GitProbe(path).otherBranches()
    guard others.isEmpty else { throw .emptyBranch(path: path, others: others) }
  }

  /// Why the journal at `root` may be somebody else's; nil where it is the user's own, or the user's settings trust it.
  private func distrust(of root: String) throws -> JournalDistrust? {
    guard let distrust = try JournalDirectory.distrust(of: root) else { return nil }
    return trusts(root) ? nil : distrust
  }

  /// Whether the user's settings trust the journal at `root`.
  func trusts(_ root: String) -> Bool {
    let names = [root, try? SystemCalls.realPath(root)]
    return trustedJournals.split(separator: ":").contains {
      $0 == "*" || names.contains(expanded(String($0)))
    }
  }

  private var trustedJournals: String {
    settingsStore.settings(withJournal: false).text(.trustedJournals) ?? ""
  }

  /// The setting `trusted-journals` with one journal more.
  func trusted(and root: String) -> String {
    trustedJournals.isEmpty ? root : "\(trustedJournals):\(root)"
  }

  func expanded(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = variable("HOME") else { return path }
    return home + path.dropFirst()
  }

  /// `path` from the root, so that messages and drafts name it whatever the working directory is.
  func absolute(_ path: String) -> String {
    guard !path.utf8.starts(with: "/".utf8), let here = try? workingDirectory() else { return path }
    return path == "." ? here : here + "/" + path
  }

  /// Whether the working directory is the folder at `root`, or in it.
  func isInside(_ root: String) -> Bool {
    guard let here = try? SystemCalls.realPath("."), let root = try? SystemCalls.realPath(root)
    else { return false }
    return (here + "/").hasPrefix(root + "/")
  }

  /// Whether the working directory is the folder at `root` itself.
  func isAt(_ root: String) -> Bool {
    guard let here = try? SystemCalls.realPath("."), let root = try? SystemCalls.realPath(root)
    else { return false }
    return here == root
  }

  private func workingDirectory() throws(SessionError) -> String {
    guard let path = getcwd(nil, 0) else { throw .noWorkingDirectory(code: errno) }
    defer { free(path) }
    guard let text = String(validatingCString: path) else {
      throw .unrepresentablePath(String(cString: path))
    }
    return text
  }

  func shortened(_ path: String) -> String {
    guard let home = variable("HOME"), path == home || path.hasPrefix(home + "/") else {
      return path
    }
    return "~" + path.dropFirst(home.count)
  }

  /// Tells that words of the entry's text are no values of fields, or none that the fields take.
  func tell(_ found: FieldsInText, of entry: String, in part: String = "text") {
    for misfit in found.misfits {
      note(
        "Its \(part) seems to name the field \(misfit.field.name), which cannot be "
          + "\"\(String(utf8: misfit.value))\". "
          + ErrorMessage.fitting(misfit.field, misfit.value, misfit.error))
    }
    let words = found.fields.map { ShellWord.quoted("\($0.name)=\($0.value)") }
    if !words.isEmpty {
      note(
        "Its \(part) seems to name \(Plural.of(words.count, "field")). To set it so: "
          + "tj tag \(ShellWord.quoted(entry)) \(words.joined(separator: " "))")
    }
    guard !found.unread.isEmpty else { return }
    let also = words.isEmpty && found.misfits.isEmpty ? "" : "also "
    note("Its \(part) \(also)names \(Self.list(found.unread)), without a value that is clear.")
  }

  /// Tells of the number that the entry's text begins with, where fields have no value of which it may be one; returns
  /// these, by their keys.
  @discardableResult
  func tell(
    numberOf text: [UInt8], _ schema: FieldSchema, besides keys: Set<String>, of entry: String
  ) -> Set<String> {
    let text = Escaping.trimmingBlankLines(text)
    let line = text.prefix(1000).prefix { $0 != 0x0A }
    let found = schema.valuesAtStart(of: text, besides: keys)
    guard timeAndText(String(utf8: line)) == nil else { return [] }
    guard let first = found.first else {
      return tell(numberAlone: text, schema, besides: keys)
    }
    var names: [String] = []
    for name in found.map(\.field.name) where !names.contains(name) { names.append(name) }
    let values = found.map { ShellWord.quoted("\($0.field.name)=\($0.value)") }
    note(
      "Its text has \(first.words), and \(Self.list(names)) no value. To set "
        + "\(found.count > 1 ? "one" : "it"): tj tag \(ShellWord.quoted(entry)) "
        + values.joined(separator: ", or "))
    return Set(found.map(\.field.key))
  }

  /// Tells that a text is a number and nothing else, where no field takes it.
  private func tell(
    numberAlone text: [UInt8], _ schema: FieldSchema, besides keys: Set<String>
  ) -> Set<String> {
    let value = Array(text[...].trimmed)
    let fields = schema.withoutDeleted.fields.filter { field in
      [.integer, .number].contains(field.type) && !keys.contains(field.key)
    }
    guard DecimalNumber(value[...]) != nil, let field = fields.first,
      let error = field.check(value), !fields.contains(where: { $0.check(value) == nil })
    else { return [] }
    note(
      "Its text is a number, which \(field.name) cannot be. "
        + ErrorMessage.fitting(field, value, error))
    return [field.key]
  }

  /// Tells how a new field is named that is called like something that every entry has, and what may be meant by a name.
  func tellOtherMeanings(ofField name: String, _ type: FieldType?, of thread: String) {
    let key = FieldName.key(name)
    if key == "tags" {
      note(
        "\(name) is a field like any other. A tag is a word of the text, as #walk; "
          + "to find it: tag:walk")
    }
    if key == FieldDefinition.skip.key, type != .boolean {
      note("\(name) excuses the day of its entry where the thread has a plan, whatever its value")
    }
    if type == .time, ["pace", "split", "tempo"].contains(key) {
      note(
        "\(name) is a time of day, such as 22:30. A pace is a duration, such as 5m20s: "
          + "tj field change \(thread) \(ShellWord.quoted(name)) --type duration")
    }
    if EntryQuery.isKey(name) {
      let term = ShellWord.quoted("\"\(name)\":VALUE")
      note("In a query, \(key): means something else, and this field is \(term)")
    }
    let options = [
      CSVColumns.Entry(rawValue: key).map { _ in "--columns and --sort" },
      Grouping.names.contains(key) ? "--by" : nil,
    ].compactMap(\.self)
    guard !options.isEmpty else { return }
    let field = ShellWord.quoted("\(CSVColumns.fieldPrefix)\(name)")
    let listed = options.count > 1 ? "--columns, --sort and --by" : options[0]
    note(
      "To \(listed), \(key) is something else, and this field \(field)")
  }

  /// Tells that a new field of text has a type as the last word of its name, `mood number`, and how it gets that type.
  func tellType(inName name: String, of thread: String) {
    let words = name.split(separator: " ")
    let ends = words.last.map { $0.filter { !"()[]".contains($0) }.split(separator: "-") } ?? []
    if words.count > 1, ends.count == 2, ends.allSatisfy({ Int($0) != nil }) {
      let rest = ShellWord.quoted(words.dropLast().joined(separator: " "))
      let values = ErrorMessage.options(for: ends.joined(separator: "-"))
      return note(
        "The field \"\(name)\" is text. For such values: tj field add \(thread) \(rest) \(values)")
    }
    if words.count > 1, let unit = words.last.map(String.init), UnitWord.isKnown(unit) {
      return note(
        "The field \"\(name)\" is text. For numbers in \(unit): tj field change \(thread) "
          + "\(ShellWord.quoted(name)) --type number --unit \(unit)")
    }
    guard words.count > 1, let type = words.last.flatMap({ FieldType(name: String($0)) }),
      type != .text
    else { return }
    let line = "tj field change \(thread) \(ShellWord.quoted(name)) --type \(type.rawValue)"
    note("The field \"\(name)\" is text. For \(type.words): \(line)")
  }

  /// Reports what an earlier crash had left and what became of it, then gives back the outcome's result.
  @discardableResult
  func report<Result>(_ outcome: Journal.Outcome<Result>) -> Result {
    isSaved = true
    reportGuesses()
    report(outcome.notes)
    return outcome.result
  }

  /// Reports `outcome`, then what was done, and how to take it back where there is something to take back.
  @discardableResult
  func report<Result>(
    undoable outcome: Journal.Outcome<Result>, as words: ((Result) -> String)? = nil
  ) -> Result {
    let result = report(outcome)
    if let words { note(words(result)) }
    if outcome.isChanged { note("To take it back: tj undo") }
    return result
  }

  /// Tells where `outcome` is none, as what it was to change is so already.
  func tellUnchanged<Result>(_ outcome: Journal.Outcome<Result>) {
    if !outcome.isChanged { note("Nothing was changed: it is so already.") }
  }

  /// Runs `body`, which writes the journal's own files, under its lock; reports what an earlier crash had left.
  func withLock(
    on directory: JournalDirectory, _ body: (inout JournalWriter) throws -> Void
  ) throws {
    report(
      try directory.withLock { writer in
        try body(&writer)
        return writer.recovered
      })
  }

  /// Says which threads were taken for names that are no more than a word of their titles.
  func reportGuesses() {
    for (name, thread) in notices.takeGuesses() {
      note("\"\(name)\" is taken for the thread \"\(thread.title)\" (\(thread.name)).")
    }
  }

  func reportRefusals() { report(notices.take()) }

  private func report(_ notes: [RecoveryNote]) {
    for note in notes { report(ErrorMessage(note)) }
  }

  func warn(of problems: [FileProblem]) {
    for problem in problems { warn(ErrorMessage(problem)) }
  }
}
