import ThreadStorage

/// Makes a journal a git repository that shows, in every hunk of a diff, the entry it belongs to.
struct GitSetup {
  private let directory: JournalDirectory
  private let session: Session

  /// The setup of `directory`.
  init(_ directory: JournalDirectory, _ session: Session) {
    self.directory = directory
    self.session = session
  }

  /// What git puts behind `@@` in a diff: the heading of an entry.
  static let hunkHeaderPattern = "^##[ \\t]+[0-9]{4}-[0-9]{2}-[0-9]{2}.*$"

  /// The line of `.gitattributes` that gives threads their diff driver.
  static let attributes = "*.md diff=threadjournal"

  /// Makes the repository where there is none, the attributes and the driver.
  ///
  /// What is called `.git` may come from a stranger, and lead to a repository, or a folder, of the user's that is no
  /// journal. So git makes nothing where there is something, and no setting is written outside of the repository.
  /// - Throws: `CommandError.programFailed` where git fails; `.brokenRepository`, `.foreignRepository`.
  func run() throws {
    let git = GitProbe(directory.root)
    if !git.isInWorkTree {
      guard !git.hasRepositoryName else {
        throw CommandError.brokenRepository(path: directory.root + "/.git")
      }
      try must(["init", "--quiet"])
    }
    try addAttributes()
    let setting = ["config", "diff.threadjournal.xfuncname", GitSetup.hunkHeaderPattern]
    guard git.hasSettingsInside else {
      let words = ["git", "-C", directory.root] + setting
      throw CommandError.foreignRepository(
        journal: directory.root, command: words.map(ShellWord.quoted).joined(separator: " "))
    }
    try must(setting)
    session.note("The journal is a git repository; its diffs name the entries.")
  }

  private func addAttributes() throws {
    let recovered = try directory.withLock { writer in
      try writer.rewriteGitAttributes { bytes in
        let lines = bytes.split(separator: 0x0A)
        if lines.contains(where: { $0.elementsEqual(GitSetup.attributes.utf8) }) { return bytes }
        let gap: [UInt8] = bytes.isEmpty || bytes.last == 0x0A ? [] : [0x0A]
        return bytes + gap + Array(GitSetup.attributes.utf8) + [0x0A]
      }
      return writer.recovered
    }
    for note in recovered { session.tell(.init(note)) }
  }

  private func must(_ arguments: [String]) throws {
    let status = GitProbe.program(in: directory.root, arguments).run()
    guard status == 0 else { throw CommandError.programFailed(name: "git", status: status) }
  }
}
