import ThreadJournal
import ThreadStorage

/// A journal that is made a git repository: what git is told of threads, and where.
extension GitProbe {
  /// The line of `.gitattributes` that gives threads their drivers.
  static let attributes = "*.md merge=threadjournal diff=threadjournal"
  /// The line that has the journal's settings merged by their keys.
  private static let settingsAttributes = "\(JournalDirectory.settingsPath) merge=threadjournal"
  /// The first as it was before there was a merge driver.
  static let oldAttributes = "*.md diff=threadjournal"

  /// What git does with threads, as settings of a clone.
  ///
  /// Where `tj` is not there, or cannot merge, git itself merges by lines: a driver that fails would leave one side alone
  /// in the file. What git puts behind `@@` in a diff is the heading of an entry.
  static let driverSettings = [
    ["merge.threadjournal.driver", mergeDriver("tj")],
    ["merge.threadjournal.name", "by the entries of a thread"],
    [
      "mergetool.tj.cmd",
      "tj merge -- \"$BASE\" \"$LOCAL\" \"$REMOTE\" \"$MERGED\"; s=$?; "
        + "test $s -gt 1 || cp -- \"$LOCAL\" \"$MERGED\"; test $s -ne 1 || "
        + "echo 'git puts the file back now; with the rest merged: tj merge FILE' >&2; test $s -eq 0",
    ],
    ["mergetool.tj.trustExitCode", "true"],
    ["diff.threadjournal.xfuncname", "^##[ \\t]+[0-9]{4}-[0-9]{2}-[0-9]{2}.*$"],
  ]

  /// The command line that merges a thread's three versions.
  ///
  /// - Parameter program: `tj`, or its path, as a word of a shell.
  static func mergeDriver(_ program: String, quietly: Bool = false) -> String {
    let messages = quietly ? " 2>/dev/null" : ""
    return "if command -v \(program) >/dev/null; then "
      + "\(program) merge --marker-size %L -- %O %A %B %P\(messages); s=$?; "
      + "test $s -gt 1 || exit $s; fi; git merge-file --marker-size=%L %A %O %B"
  }

  /// Makes a journal a git repository that merges threads by their entries, and shows in every hunk of a diff the entry
  /// it belongs to.
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
        var lines = bytes.split(separator: .lineFeed, omittingEmptySubsequences: false)
        if let old = lines.firstIndex(where: { $0.elementsEqual(Self.oldAttributes.utf8) }) {
          lines[old] = Array(Self.attributes.utf8)[...]
        }
        if lines.last?.isEmpty == true { lines.removeLast() }
        for new in [Self.attributes, Self.settingsAttributes].map({ Array($0.utf8)[...] })
        where !lines.contains(new) {
          lines.append(new)
        }
        return Array((lines + [[]]).joined(separator: [UInt8.lineFeed]))
      }
    }
    guard hasSettingsInside else {
      let commands = Self.driverSettings.map { setting in
        (["git", "-C", root, "config"] + setting).map(ShellWord.quoted).joined(separator: " ")
      }
      throw CommandError.foreignRepository(journal: root, commands: commands)
    }
    for setting in Self.driverSettings { try must(["config"] + setting) }
    session.note("The journal is a git repository; it merges entries, and its diffs name them.")
  }

  private func must(_ arguments: [String]) throws {
    let status = program(arguments).run()
    guard status == 0 else { throw CommandError.programFailed(name: "git", status: status) }
  }
}
