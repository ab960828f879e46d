import ThreadJournal
import ThreadStorage

enum InitCommand {
  static let definition = CommandDefinition(
    name: "init", group: .journal, summary: "Make a journal.",
    arguments: [
      .init(
        "DIR", .directory, count: .optional,
        "Its directory, made if need be; if absent the one of `-C`, else the current one.")
    ], options: [.flag("git", "Make it a git repository too, which merges entries.")],
    description: """
      Makes DIR a journal, by a folder `.threadjournal` in it. Markdown files that are there
      already stay as they are; those that hold entries are threads from then on.

      With `--git` the journal is a git repository as well, where there is none around it yet:
      with a `.gitattributes` that makes `git merge` join threads by their entries, as `tj merge`
      does, and `git diff` name the entry of each hunk, and ignoring what `tj` keeps for itself.
      What git does then stands in the settings of this clone alone: in another one, say it again.
      Nothing is committed.
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
      try session.checkBranch(at: path)
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
      if isNew, let usual = session.usualJournal, usual.hasPrefix(path + "/") {
        session.note(
          "tj uses it in that folder and below; \(session.shortened(usual)) is a journal of its own, "
            + "and stays the one that is used elsewhere.")
      }
      if isNew, let inner = innerJournal(of: directory), inner != session.usualJournal {
        session.note(
          "\(session.shortened(inner)) is a journal of its own, whose threads this one has, too, "
            + "but not its settings.")
      }
      if arguments.flag("git") { try GitProbe(directory.root).setUp(directory, session) }
      let isFound = given == "." || directory.root == session.journalInUse
      let option = isFound ? "" : "-C \(ShellWord.quoted(given)) "
      if isNew { session.note("To begin: tj \(option)new 'Morning pages'") }
      return .done
    })

  /// A journal in a folder of the new one.
  private static func innerJournal(of directory: JournalDirectory) -> String? {
    directory.threadFiles().folders.lazy.filter { !$0.isEmpty }
      .map { "\(directory.root)/\($0)" }.first { JournalDirectory.exists(at: $0) }
  }

  /// The directory to make a journal of: `name`, relative to the one that `-C` names, as in git.
  private static func directory(_ name: String?, in folder: String?) -> String {
    guard let folder, folder != "." else { return name ?? "." }
    guard let name, name != "." else { return folder }
    return name.hasPrefix("/") ? name : folder + "/" + name
  }
}
