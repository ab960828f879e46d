import ThreadJournal
import ThreadStorage

/// What `tj export` is asked for.
struct ExportRequest {
  /// The form.
  let format: ExportFormat
  /// How CSV is written.
  let style: CSVStyle
  /// Which entries.
  let selection: EntrySelection
  /// The threads' paths; nil for the whole journal.
  let paths: [String]?
  /// The file to write; nil for standard output.
  let file: String?
  /// Whether a file that is there may be replaced.
  let replaces: Bool
  /// The first word of the query, where it is a word and not a term with a key, and threads near it.
  private let firstWord: (word: String, nearest: [String])?

  /// Reads the options, and tells threads from words of the query.
  init(_ arguments: ParsedArguments, _ journal: Journal, _ session: Session) throws {
    file = try ExportRequest.file(arguments)
    let asked = arguments.choice("format", as: ExportFormat.self)
    format = asked ?? file.flatMap { ExportFormat(fileName: $0) } ?? .csv
    for option in ["excel", "raw"] where arguments.flag(option) && format != .csv {
      throw CommandError.needsOption(option: option, other: "format csv")
    }
    if arguments.flag("force"), file == nil {
      throw CommandError.needsOption(option: "force", other: "output FILE")
    }
    replaces = arguments.flag("force")
    let style = arguments.flag("excel") ? CSVStyle.excel : .standard
    self.style = arguments.flag("raw") ? style.raw : style
    let words = try ExportRequest.split(arguments.positionals, journal, Journal.Scope(arguments))
    selection = try EntrySelection(arguments, terms: words.terms, session)
    paths = words.paths.isEmpty ? nil : words.paths
    firstWord = words.terms.first.flatMap { $0.contains(":") ? nil : ($0, words.nearest) }
  }

  /// What the entries of deleted threads are: where none is named, they count as deleted, as to `tj find`.
  var deletedThreads: FileScan.DeletedThreads {
    paths != nil ? .areLikeOthers : selection.scope == .live ? .areLeftOut : .haveDeletedEntries
  }

  private static func file(_ arguments: ParsedArguments) throws -> String? {
    guard let bytes = arguments.bytes("output"), bytes != [UInt8(ascii: "-")] else { return nil }
    return try Session.path(bytes)
  }

  /// The threads that the first words name, each once, and the terms of the query behind them.
  private static func split(
    _ words: [String], _ journal: Journal, _ scope: Journal.Scope
  ) throws -> (paths: [String], terms: [String], nearest: [String]) {
    var paths: [String] = []
    for (index, word) in words.enumerated() {
      do {
        let header = try journal.thread(named: word, scope == .live ? .live : .all)
        if !paths.contains(header.path) { paths.append(header.path) }
      } catch JournalError.unknownThread(_, let nearest) {
        return (paths, Array(words[index...]), nearest)
      }
    }
    return (paths, [], [])
  }

  /// What to say where no entry was found.
  var emptyNote: String {
    guard let firstWord, paths == nil else { return "No entry matches." }
    let hint =
      firstWord.nearest.isEmpty ? "" : " Near it: \(firstWord.nearest.joined(separator: ", "))."
    return "No thread is named \"\(firstWord.word)\", and no entry matches it as a query.\(hint)"
  }
}
