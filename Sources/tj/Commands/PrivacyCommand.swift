import ThreadJournal
import ThreadStorage

enum PrivacyCommand {
  static let definition = CommandDefinition(
    name: "privacy", group: .journal, summary: "Show what is stored where, and how to erase it.",
    options: [.json],
    description: """
      Prints a line for each kind of file that tj keeps: how many there are, their bytes, since when
      there is one, and where. Then which programs tj may start, and what to do to erase or to lock it.

      Nothing is sent anywhere, and no program is started but git and those that your own settings, or the
      environment, name.
      The sections PRIVACY and SECURITY of tj(1) tell the rest.
      """,
    examples: [("tj privacy", "See what is kept of your words.")],
    seeAlso: ["purge", "trash", "draft", "config"], synonyms: ["storage", "data", "erase"],
    action: .run { arguments, session in
      let journal = try session.journal(.reading)
      let stores = session.storedFiles(of: journal)
      if arguments.flag("json") {
        session.printDocument { writer in
          writer.array("stores", stores) { writer, store in
            writer.member("kind", store.kind.rawValue)
            writer.member("path", session.path(of: store, journal))
            writer.member("files", store.files)
            writer.member("bytes", store.bytes)
            writer.member("oldest", session.oldest(of: store)?.rfc3339(in: session.zone))
          }
          writer.array("programs", session.programs) { writer, program in
            writer.member("setting", program.key)
            writer.member("command", program.command)
          }
        }
        return .done
      }
      var table = Table(
        layout: session.layout, header: ["What", "Files", "Bytes", "Oldest", "Where"],
        numbers: [1, 2])
      for store in stores {
        let oldest = session.oldest(of: store).map { TimeText.entry($0, in: session.zone) } ?? "-"
        table.add([
          (store.kind.rawValue.utf8, .plain), ("\(store.files)".utf8, .plain),
          (Plural.grouped(store.bytes).utf8, .plain), (oldest.utf8, .date),
          (session.shortened(session.path(of: store, journal)).utf8, .plain),
        ])
      }
      session.print(table)
      let programs = session.programs.map { "\($0.key) (\($0.command))" }.joined(separator: ", ")
      session.printLine([])
      for line in [
        "Nothing is sent anywhere. Programs that tj may start: git"
          + (programs.isEmpty
            ? "." : ", and, as your settings or the environment say, \(programs)."),
        journal.directory.isOpenToOthers
          ? "Other users of this machine may read threads here. To close it to them: chmod 700 "
            + ShellWord.quoted(session.absolute(journal.directory.root)) : nil,
        "To erase: tj delete, then tj purge; tj draft discard for drafts.",
        "What was edited away or undone stays in undo records and displaced files: tj purge --all.",
        GitProbe(journal.directory.root).isInRepository
          ? "The journal is in a git repository, whose history keeps what was committed." : nil,
        "To lock it, and to erase it in git too: man tj, PRIVACY and SECURITY.",
      ].compactMap(\.self) {
        session.printLine(Array(line.utf8))
      }
      for problem in journal.unfinishedChanges { session.warn(ErrorMessage(problem)) }
      return .done
    })
}

extension Session {
  fileprivate func storedFiles(of journal: Journal) -> [StoredFiles] {
    journal.directory.storedFiles()
      + [settingsStore.userPath.flatMap { StoredFiles(settingsAt: $0) }].compactMap(\.self)
  }

  fileprivate func path(of stored: StoredFiles, _ journal: Journal) -> String {
    let root = absolute(journal.directory.root)
    return switch stored.kind {
    case .threads: root
    case .ownSettings: stored.path
    default: "\(root)/\(stored.path)"
    }
  }

  fileprivate func oldest(of stored: StoredFiles) -> Timestamp? {
    stored.oldest.map {
      Timestamp(instant: Instant(secondsSinceEpoch: $0.secondsSinceEpoch), in: zone)
    }
  }

  /// The programs that settings in force name.
  fileprivate var programs: [(key: String, command: String)] {
    SettingDefinition.all.filter { $0.kind == .command }.compactMap { definition in
      settings.text(definition.key).map { (definition.key.rawValue, $0) }
    }
  }
}
