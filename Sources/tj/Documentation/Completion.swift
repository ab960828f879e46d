import ThreadJournal
import ThreadStorage

/// What may stand where the cursor is, for the scripts of `tj completions`.
struct Completion {
  typealias Candidate = (word: String, description: String)

  /// Nil where there is none, and so little to complete.
  private let journal: Journal?
  private let owner: String?
  /// Which threads and entries the command is for.
  private let scope: Journal.Scope

  /// What the last of `words`, which stand behind `tj`, may become: only what a shell and its terminal can be given.
  static func candidates(for words: [String], _ session: Session) -> [Candidate] {
    let word = words.last ?? ""
    var parser = CommandLineParser(words.dropLast().map { Array($0.utf8) })
    let candidates: [Candidate]
    switch parser.expected(word) {
    case nil: return []
    case .options(let options):
      candidates = options.flatMap { option in
        option.spellings.map { ($0, option.summary.unmarked) }
      }
    case .commands(let commands): candidates = commands.map { ($0.name, $0.summary.unmarked) }
    case .value(.file, _): return [("--", "file")]
    case .value(.directory, _): return [("--", "directory")]
    case .value(let kind, let prefix):
      let journal = journal(parser.globals, session)
      let isForTrash = [["restore"], ["purge"]].contains(parser.path)
      return Completion(
        journal: journal, owner: parser.positionals.first?.text,
        scope: isForTrash ? .deleted : .live
      )
      .candidates(kind, String(word.dropFirst(prefix.count)))
      .compactMap { word, description in
        guard !word.hasPrefix("-"), TerminalText.line(word).elementsEqual(word.utf8) else {
          return nil
        }
        return (prefix + word, String(utf8: TerminalText.line(description)))
      }
    }
    return candidates.filter { $0.word.utf8.starts(with: word.utf8) }
  }

  /// The journal of a command with these options, in which `~` is not expanded yet; nil where it cannot be read.
  private static func journal(_ globals: GlobalOptions, _ session: Session) -> Journal? {
    var own = session.globals
    if let path = globals.journal { own.journal = Array(session.expanded(String(utf8: path)).utf8) }
    let session = globals.journal == nil ? session : try? Session(own)
    return try? session?.journal(.reading)
  }

  private func candidates(_ kind: ValueKind, _ prefix: String) -> [Candidate] {
    func words(_ words: [String]) -> [Candidate] {
      words.filter { $0.utf8.starts(with: prefix.utf8) }.map { ($0, "") }
    }
    return switch kind {
    case .choice(let choices): words(choices)
    case .setting: words(SettingKey.names)
    case .command: words(CommandTable.standard.rows.map(\.name))
    case .thread: threads(prefix)
    case .entry: entries(prefix)
    case .reference: threads(prefix) + entries(prefix)
    case .field: fields.filter { $0.begins(prefix) }.map { ($0.name, $0.description) }
    case .grouping: words(Grouping.names) + groupings(prefix)
    case .fieldAssignment: assignments(prefix)
    case .text, .integer, .file, .directory, .fieldDefinition: []
    }
  }

  private func threads(_ prefix: String) -> [Candidate] {
    let key = FieldName.key(prefix)
    let threads = journal?.summaries(scope).threads ?? []
    let titled = Dictionary(grouping: threads) { FieldName.key($0.header.title) }
    return threads.compactMap { thread -> Candidate? in
      let path = thread.header.path
      let bare = ThreadHeader.withoutSuffix(path)
      // What is another thread's title, too, names neither.
      let isTaken = titled[FieldName.key(bare)]?.contains { $0.header.path != path } == true
      let name = isTaken ? path : bare
      let count = Plural.entries(thread.entries)
      let title = thread.header.title
      // A name that begins exactly as typed is preferred: shells take nothing else as a completion.
      let isPath = name.utf8.starts(with: prefix.utf8)
      let isTitle = !isPath && title.utf8.starts(with: prefix.utf8)
      if isPath || (!isTitle && FieldName.key(name).hasPrefix(key)) {
        return (name, "\(title), \(count)")
      }
      return isTitle || FieldName.key(title).hasPrefix(key) ? (title, count) : nil
    }
  }

  private func entries(_ prefix: String) -> [Candidate] {
    guard let journal, EntryID(prefix) != nil || prefix.isEmpty else { return [] }
    return journal.entries(withIDBeginning: prefix).compactMap { entry in
      guard let id = entry.id, scope.includes(isDeleted: entry.deletion != nil) else { return nil }
      let time = TimeText.entry(entry.timestamp, in: journal.zone)
      return (id.description, "\(time) \(entry.firstWords)")
    }
  }

  /// The fields of the thread, or of the entry's thread, that `owner` names; of all threads where it names none.
  private var fields: [FieldDefinition] {
    guard let journal else { return [] }
    let paths =
      switch try? owner.map({ try journal.reference($0) }) {
      case .thread(let header): [header.path]
      case .entry(let entry): [entry.thread.path]
      case nil: journal.summaries().threads.map(\.header.path)
      }
    var seen: Set<String> = []
    return paths.flatMap { path in
      // A thread that cannot be read has no fields to complete.
      let sections = (try? journal.schema(at: path))?.sections ?? []
      return sections.flatMap(\.fields).filter { seen.insert($0.key).inserted }
    }
  }

  /// The fields, those called like another group as `--by` takes them.
  private func groupings(_ prefix: String) -> [Candidate] {
    fields.map { field -> Candidate in
      let isTaken = Grouping.names.contains(field.key)
      return (isTaken ? CSVColumns.fieldPrefix + field.name : field.name, field.description)
    }.filter { FieldName.key($0.word).hasPrefix(FieldName.key(prefix)) }
  }

  /// `NAME=` for each field that takes a value, or `NAME=VALUE` for each value of a choice.
  private func assignments(_ prefix: String) -> [Candidate] {
    var fields = fields.filter { $0.deletion == nil }
    if !fields.contains(where: { $0.key == FieldDefinition.location.key }) {
      fields.append(.location)
    }
    guard let equals = prefix.firstIndex(of: "=") else {
      return fields.filter { $0.begins(prefix) }.map { ("\($0.name)=", $0.description) }
    }
    let name = FieldName.key(String(prefix[..<equals]))
    let start = FieldName.key(String(prefix[prefix.index(after: equals)...]))
    return fields.filter { $0.key == name }.flatMap { field in
      let values = field.type == .boolean ? ["true", "false"] : field.options
      return values.filter { FieldName.key($0).hasPrefix(start) }.map {
        (String(prefix[...equals]) + $0, field.name)
      }
    }
  }
}

extension FieldDefinition {
  fileprivate func begins(_ prefix: String) -> Bool { key.hasPrefix(FieldName.key(prefix)) }

  fileprivate var description: String {
    let unit = unit.map { " in \($0)" } ?? ""
    return "\(type.rawValue)\(unit)\(deletion == nil ? "" : ", deleted")"
  }
}
