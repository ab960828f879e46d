import TestSupport
import Testing

@testable import ThreadStorage

/// Mode, owner, lists, attributes and links of a thread stay as they are.
@Suite struct DiskSharingTests {
  private static func isInstalled(_ tool: String) -> Bool {
    !shell("command -v \(tool)").isEmpty
  }

  /// What `stat` shows of a file: mode, owner, group and links.
  private func status(_ folder: JournalFolder, _ path: String) -> String {
    shell("stat -c '%a %u %g %h' '\(folder.root)/\(path)'")
  }

  private func rewrite(_ folder: JournalFolder, _ path: String) throws {
    try folder.journal().withLock { writer in
      let path = try writer.directory.threadPath(of: path)
      try writer.change(path) { $0 + Array("more\n".utf8) }
      try writer.add(Array("and more\n".utf8), to: path)
    }
  }

  @Test("the mode stays", arguments: ["600", "640", "664", "400", "755"])
  func mode(_ mode: String) throws {
    let folder = try JournalFolder(in: TestFolders.onDisk)
    folder.write("a\n", "a.md")
    shell("chmod \(mode) '\(folder.root)/a.md'")
    let before = status(folder, "a.md")
    try folder.journal().withLock { writer in try writer.change("a.md") { $0 + [10] } }
    #expect(status(folder, "a.md") == before)
    #expect(folder.text("a.md") == "a\n\n")
  }

  @Test("owner and group stay", .enabled(if: getuid() == 0, "only root may give files away"))
  func owner() throws {
    let folder = try JournalFolder(in: TestFolders.onDisk)
    folder.write("a\n", "a.md")
    shell("chown 12:34 '\(folder.root)/a.md'")
    try rewrite(folder, "a.md")
    #expect(status(folder, "a.md") == "600 12 34 1\n")
  }

  @Test(
    "an access list stays, and the folder's default list adds nothing to an old file",
    .enabled(if: isInstalled("setfacl"), "setfacl is not installed"))
  func accessList() throws {
    let folder = try JournalFolder(in: TestFolders.onDisk)
    folder.write("a\n", "a.md")
    folder.write("b\n", "b.md")
    shell("setfacl -m u:12:rw '\(folder.root)/a.md'")
    shell("setfacl -R -d -m u:34:r '\(folder.root)'")
    let list = { (path: String) in shell("getfacl -c -n '\(folder.root)/\(path)' 2>/dev/null") }
    let (first, second) = (list("a.md"), list("b.md"))
    #expect(first.contains("user:12:rw-") && !second.contains("user:34"))
    try rewrite(folder, "a.md")
    try rewrite(folder, "b.md")
    #expect(list("a.md") == first)
    #expect(list("b.md") == second)
    try folder.journal().withLock { writer in try writer.create("c.md", [10]) }
    // A new file gets what the folder grants, within the folder's mode.
    #expect(list("c.md").contains("user:34:r--"))
    #expect(list("c.md").contains("other::---"))
  }

  @Test(
    "extended attributes stay",
    .enabled(if: isInstalled("setfattr"), "setfattr is not installed"))
  func attributes() throws {
    let folder = try JournalFolder(in: TestFolders.onDisk)
    folder.write("a\n", "a.md")
    shell("setfattr -n user.colour -v red '\(folder.root)/a.md'")
    try rewrite(folder, "a.md")
    #expect(
      shell("getfattr --only-values -n user.colour '\(folder.root)/a.md' 2>/dev/null") == "red")
  }

  /// Lets another program write the file anew, as git does, and returns of what was reported that it failed.
  private func writeAnew(_ folder: JournalFolder, _ path: String) -> [StorageError] {
    shell("chmod 755 '\(folder.root)'")
    var failures: [StorageError] = []
    let report = { (error: StorageError) in failures.append(error) }
    let path = "\(folder.root)/\(path)"
    let files = RewrittenFiles(at: [path], in: folder.root, report: report)
    files.keepingAttributes(report: report) {
      _ = shell("printf b > '\(path).new' && chmod +x '\(path).new' && mv '\(path).new' '\(path)'")
    }
    return failures
  }

  @Test(
    "what another program writes anew is for as many people as before",
    arguments: [("600", "700"), ("640", "750"), ("664", "775"), ("400", "500")])
  func rewrittenMode(_ mode: String, _ ofProgram: String) throws {
    let folder = try JournalFolder(in: TestFolders.onDisk)
    folder.write("a\n", "a.md")
    shell("chmod \(mode) '\(folder.root)/a.md'")
    #expect(writeAnew(folder, "a.md").isEmpty)
    #expect(status(folder, "a.md").hasPrefix("\(ofProgram) "))
    #expect(folder.text("a.md") == "b")
  }

  @Test(
    "what another program writes anew keeps its extended attributes",
    .enabled(if: isInstalled("setfattr"), "setfattr is not installed"))
  func rewrittenAttributes() throws {
    let folder = try JournalFolder(in: TestFolders.onDisk)
    folder.write("a\n", "a.md")
    shell("setfattr -n user.colour -v red '\(folder.root)/a.md'; chmod 600 '\(folder.root)/a.md'")
    #expect(writeAnew(folder, "a.md").isEmpty)
    #expect(
      shell("getfattr --only-values -n user.colour '\(folder.root)/a.md' 2>/dev/null") == "red")
    #expect(status(folder, "a.md").hasPrefix("700 "))
  }

  #if DEBUG
    @Test("what cannot be made as it was is reported")
    func rewrittenWithoutLeave() throws {
      let folder = try JournalFolder(in: TestFolders.onDisk)
      folder.write("a\n", "a.md")
      shell("chmod 640 '\(folder.root)/a.md'")
      let plan = FaultPlan(.fail(EPERM)) { call, _ in call == .changeMode }
      let failures = Interception.$current.withValue(plan) { writeAnew(folder, "a.md") }
      #expect(plan.happened && failures.map(\.code) == [EPERM])
    }
  #endif

  @Test("a symbolic link stays one, and its target changes")
  func symbolicLink() throws {
    let folder = try JournalFolder(in: TestFolders.onDisk)
    folder.makeFolder("archive")
    folder.write("a\n", "archive/a.md")
    folder.link("archive/a.md", "a.md")
    folder.link(folder.root + "/archive/a.md", "b.md")
    folder.link("archive", "old")
    for path in ["a.md", "b.md", "old/a.md"] { try rewrite(folder, path) }
    #expect(shell("readlink '\(folder.root)/a.md'") == "archive/a.md\n")
    #expect(folder.text("archive/a.md") == "a\n" + String(repeating: "more\nand more\n", count: 3))
  }

  @Test("a symbolic link to what is hidden, or is no thread, is not written through")
  func linkToHiddenFile() throws {
    let folder = try JournalFolder(in: TestFolders.onDisk)
    folder.makeFolder(".git")
    folder.write("a\n", ".git/a.md")
    folder.write("a\n", "a.txt")
    folder.link(".git/a.md", "a.md")
    folder.link("a.txt", "b.md")
    folder.link(".git", "c")
    for path in ["a.md", "b.md", "c/a.md"] {
      #expect(throws: StorageError.leavesJournal(path: path)) { try rewrite(folder, path) }
    }
    #expect(folder.text(".git/a.md") == "a\n")
    #expect(folder.text("a.txt") == "a\n")
  }

  @Test("a hard link stays one")
  func hardLink() throws {
    let folder = try JournalFolder(in: TestFolders.onDisk)
    folder.write("a\n", "a.md")
    folder.hardLink("a.md", "other")
    try rewrite(folder, "a.md")
    #expect(folder.text("other") == "a\nmore\nand more\n")
    #expect(status(folder, "a.md").hasSuffix(" 2\n"))
  }

  @Test(
    "a new file shares what its folder shares, and no more",
    arguments: [
      ("700", "600"), ("750", "640"), ("755", "644"),
    ])
  func newFile(_ folderMode: String, _ fileMode: String) throws {
    let folder = try JournalFolder(in: TestFolders.onDisk)
    shell("chmod \(folderMode) '\(folder.root)'")
    try folder.journal().withLock { writer in try writer.create("x/a.md", [10]) }
    #expect(status(folder, "x/a.md").hasPrefix(fileMode + " "))
    #expect(shell("stat -c %a '\(folder.root)/x'") == folderMode + "\n")
  }
}
