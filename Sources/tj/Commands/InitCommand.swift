import ThreadJournal
import ThreadStorage

enum InitCommand {
  static let definition = CommandDefinition(
    name: "init", group: .journal, summary: "Make a journal.",
    arguments: [
      .init(
        "DIR", .directory, count: .optional,
        "Its directory, made if need be; if absent the one of `-C`, else the current one.")
    ], options: [.flag("git", "Make it a git repository too, whose diffs name entries.")],
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
    ], seeAlso: ["new", "help"], synonyms: ["setup", "create-journal"],
    action: .run { arguments, session in
      let name = try arguments.bytes("DIR").first.map { try Session.path($0) }
      let given = try directory(name, in: session.namedJournal())
      let path = session.absolute(given)
      // Of a path such as a/../b only the folder that is there tells what is around it.
      let hasDots = path.split(separator: "/").contains("..")
      let outer = hasDots ? nil : (try? JournalDirectory.find(from: path)) ?? nil
      var (directory, isNew) = try JournalDirectory.openOrCreate(at: path)
      directory.trackedState = TrackedState { GitProbe(path).trackedState() }
      session.note(
        isNew
          ? "Made a journal in \(session.shortened(path))."
          : "\(session.shortened(path)) is a journal already.")
      if isNew, let outer {
        session.note(
          "It lies in the journal \(session.shortened(outer)), which has its threads, too.")
      }
      if arguments.flag("git") { try GitProbe(directory.root).setUp(directory, session) }
      let option = given == "." ? "" : "-C \(ShellWord.quoted(given)) "
      if isNew { session.note("To begin: tj \(option)new 'Morning pages'") }
      return .done
    })

  /// The directory to make a journal of: `name`, relative to the one that `-C` names, as in git.
  private static func directory(_ name: String?, in folder: String?) -> String {
    guard let folder, folder != "." else { return name ?? "." }
    guard let name, name != "." else { return folder }
    return name.hasPrefix("/") ? name : folder + "/" + name
  }
}

extension GitProbe {
  /// The line of `.gitattributes` that gives threads their diff driver.
  static let attributes = "*.md diff=threadjournal"

  /// Makes a journal a git repository that shows, in every hunk of a diff, the entry it belongs to.
  ///
  /// What is called `.git` may come from a stranger, and lead to a repository, or a folder, of the user's that is no
  /// journal. So git makes nothing where there is something, and no setting is written outside of the repository.
  func setUp(_ directory: JournalDirectory, _ session: Session) throws {
    if !isInWorkTree {
      guard !hasRepositoryName else { throw CommandError.brokenRepository(path: root + "/.git") }
      try must(["init", "--quiet"])
    }
    try session.withLock(on: directory) { writer in
      try writer.rewriteGitAttributes { bytes in
        let lines = bytes.split(separator: .lineFeed)
        if lines.contains(where: { $0.elementsEqual(Self.attributes.utf8) }) { return bytes }
        let gap: [UInt8] = bytes.isEmpty || bytes.last == .lineFeed ? [] : [0x0A]
        return bytes + gap + Array(Self.attributes.utf8) + [0x0A]
      }
    }
    // What git puts behind `@@` in a diff: the heading of an entry.
    let pattern = "^##[ \\t]+[0-9]{4}-[0-9]{2}-[0-9]{2}.*$"
    let setting = ["config", "diff.threadjournal.xfuncname", pattern]
    guard hasSettingsInside else {
      let words = ["git", "-C", root] + setting
      throw CommandError.foreignRepository(
        journal: root, command: words.map(ShellWord.quoted).joined(separator: " "))
    }
    try must(setting)
    session.note("The journal is a git repository; its diffs name the entries.")
  }

  private func must(_ arguments: [String]) throws {
    let status = program(arguments).run()
    guard status == 0 else { throw CommandError.programFailed(name: "git", status: status) }
  }
}
