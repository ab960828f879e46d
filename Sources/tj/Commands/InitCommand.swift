import ThreadStorage

/// `tj init`: makes a journal.
enum InitCommand {
  static let definition = CommandDefinition(
    name: "init", group: .journal,
    summary: "Make a journal.",
    arguments: [
      ArgumentDefinition(
        "DIR", .directory, count: .optional,
        "Its directory, made if need be; if absent the one of `-C`, else the current one.")
    ],
    options: [.flag("git", "Make it a git repository too, whose diffs name entries.")],
    description: """
      Makes DIR a journal, by a folder `.threadjournal` in it. Markdown files that are there
      already stay as they are; those that hold entries are threads from then on.

      With `--git` the journal is a git repository as well, where there is none around it yet:
      with a `.gitattributes` that makes `git diff` name the entry of each hunk, and ignoring
      what `tj` keeps for itself. Nothing is committed.
      """,
    examples: [
      ("tj init ~/journal", "Make the journal that `tj` uses when none is named."),
      ("tj init", "Make the current directory a journal."),
      ("tj init --git ~/journal", "Keep its history in git too."),
    ],
    seeAlso: ["new", "help"],
    synonyms: ["setup", "create-journal"],
    action: .run { arguments, session in
      let name = try arguments.positionalBytes("DIR").first.map { (bytes) throws(SessionError) in
        try Session.path(bytes)
      }
      let given = try directory(name, in: session.namedJournal())
      let path = session.absolute(given)
      var (directory, isNew) = try JournalDirectory.openOrCreate(at: path)
      directory.trackedState = Session.trackedState(of: path)
      session.note(
        isNew
          ? "Made a journal in \(session.shortened(path))."
          : "\(session.shortened(path)) is a journal already.")
      if arguments.flag("git") { try GitProbe(directory.root).setUp(directory, session) }
      let option = given == "." ? "" : "-C \(ShellWord.quoted(given)) "
      if isNew { session.note("To begin: tj \(option)new 'Morning pages'") }
      return .done
    })

  /// The directory to make a journal of: `name`, from the one that `-C` names on, as git has it.
  private static func directory(_ name: String?, in folder: String?) -> String {
    guard let folder, folder != "." else { return name ?? "." }
    guard let name, name != "." else { return folder }
    return name.hasPrefix("/") ? name : folder + "/" + name
  }
}
