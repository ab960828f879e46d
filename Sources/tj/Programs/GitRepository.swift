import ThreadJournal
import ThreadStorage

/// Why there is no answer of git.
enum GitFailure: Error {
  case brokenRepository(path: String)
  case ended(status: Int32)
}

/// The repository that a journal is in, and the user's own git in it, with hooks, credentials, signing and questions.
///
/// Only `GitProbe` may look at what may be a stranger's; this is for a repository that starts no programs of its own,
/// or that the user's settings trust.
struct GitRepository {
  /// The journal's folder.
  let root: String
  /// Where the journal's folder stands in the repository: empty, or a path that ends in a slash.
  let prefix: String
  /// Where git keeps what is about this work tree.
  let folder: String
  /// The driver that merges threads, whether or not the clone has one.
  private let driver: String

  /// How long git may take for an answer.
  private static let limit = Duration.seconds(120)

  /// The repository around `root`; nil where there is none.
  ///
  /// - Parameter driver: The command line that merges threads.
  /// - Throws: `GitFailure.brokenRepository` where git finds none, or one with its files elsewhere.
  init?(_ root: String, driver: String) throws {
    guard let top = Self.folderWithRepository(around: root) else { return nil }
    self.root = root
    self.driver = driver
    let probe = GitProbe(root)
    func answer(_ words: String...) -> String? {
      probe.output(of: ["rev-parse"] + words).map { String(utf8: $0.dropLast()) }
    }
    // What is called `.git` may lead to a repository whose files are somewhere else, such as the user's home.
    guard let found = answer("--show-toplevel"), (try? SystemCalls.realPath(found)) == top,
      let prefix = answer("--show-prefix"), let folder = answer("--absolute-git-dir")
    else {
      throw probe.isMissing
        ? GitFailure.ended(status: 127) : .brokenRepository(path: top + "/.git")
    }
    self.prefix = prefix
    self.folder = folder
    self.top = top
  }

  /// The folder that the repository's files are in.
  let top: String

  /// The folder at or above `root` that has a `.git`; nil for none.
  static func folderWithRepository(around root: String) -> String? {
    var folder = (try? SystemCalls.realPath(root)) ?? root
    while access(folder + "/.git", F_OK) != 0 {
      guard let slash = folder.lastIndex(of: "/"), folder != "/" else { return nil }
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
    return folder
  }

  /// Whether a file of this name, in folders that are not hidden, may be a thread.
  static func mayBeThread(_ path: String) -> Bool {
    path.hasSuffix(".md") && !path.hasPrefix(".") && !path.contains("/.")
  }

  /// Whether something like a merge is not finished around `root`, as far as the names of git's files tell.
  static func mayBeAmidMerge(_ root: String) -> Bool {
    guard let top = folderWithRepository(around: root) else { return false }
    // What keeps its files elsewhere, such as a work tree, may be.
    return access(top + "/.git/HEAD", F_OK) != 0
      || ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply"]
        .contains { access("\(top)/.git/\($0)", F_OK) == 0 }
  }

  private func program(_ words: [String]) -> ChildProcess {
    let settings = ["merge.threadjournal.driver=\(driver)", "advice.pushUpdateRejected=false"]
    var program = ChildProcess(
      ["git", "-C", root] + settings.flatMap { ["-c", $0] } + ["--no-pager"] + words)
    program.withoutVariables = GitProbe.foreign
    program.isQuiet = true
    return program
  }

  // MARK: - Doing

  /// Runs git in the foreground, where it can ask; what it says goes to standard error.
  func run(_ words: [String], reading paths: [String]? = nil) -> Int32 {
    guard let paths else { return program(words).run() }
    let list = paths.map { Array(":(top,literal)\(prefix)\($0)".utf8) }
    return program(words + ["--pathspec-from-file=-", "--pathspec-file-nul"])
      .run(reading: Array(list.joined(separator: [0])))
  }

  /// What every git changes that commits or merges: two equal ones mean that none did in between.
  struct State {
    let indexFile: FileStatus?
    let head: String?
  }

  func state() throws -> State {
    State(indexFile: FileStatus(ofFileAt: folder + "/index"), head: try commit("HEAD"))
  }

  /// Whether another git has its hands on the index, as an editor's, or that of a run that was killed.
  var isLocked: Bool { has("index.lock") }

  /// Waits a while for another git to let go of the index, as git itself does not; whether it did.
  func waitForOthers() -> Bool {
    for _ in 1...100 where isLocked { usleep(20_000) }
    return !isLocked
  }

  // MARK: - Asking

  /// What git answers; nil where it ends with another status than 0.
  func answer(_ words: [String], _ input: [UInt8] = []) throws -> [UInt8]? {
    var program = program(words)
    program.variables = ["GIT_OPTIONAL_LOCKS=0"]
    let command = BackgroundCommand(
      program, limit: Self.limit, mostBytes: .max, input: input)
    switch command?.finish() {
    case .finished(0, let output): return output
    case .finished(1...128, _): return nil
    case .finished(let status, _): throw GitFailure.ended(status: status)
    case .timedOut: throw GitFailure.ended(status: 124)
    case nil: throw GitFailure.ended(status: 127)
    }
  }

  func line(_ words: String...) throws -> String? {
    try answer(words).map { String(utf8: $0.last == .lineFeed ? $0.dropLast() : $0) }
  }

  /// The paths that git prints, each ended by a NUL.
  func paths(_ words: [String]) throws -> [String] {
    guard let output = try answer(words) else { throw GitFailure.ended(status: 128) }
    return output.split(separator: 0).compactMap { String(validating: $0, as: UTF8.self) }
  }

  /// The paths of the journal whose files are not the same in two commits.
  func changedPaths(_ from: String, _ to: String) throws -> [String] {
    try paths(["diff", "--name-only", "--no-renames", "--relative", "-z", from, to, "--", "."])
  }

  func commit(_ name: String) throws -> String? {
    try line("rev-parse", "--verify", "--quiet", name + "^{commit}")
  }

  /// How many commits a range such as `A..B` has.
  func count(_ range: [String]) throws -> Int {
    try answer(["rev-list", "--count"] + range).flatMap { Int(String(utf8: $0.dropLast())) } ?? 0
  }

  /// The bytes of those files of the journal that a commit has.
  func files(_ paths: some Sequence<String>, in commit: String) throws -> [String: [UInt8]] {
    let wanted = Set(paths)
    guard !wanted.isEmpty, let list = try answer(["ls-tree", "-r", "-z", commit]) else {
      return [:]
    }
    var objects: [(object: String, path: String)] = []
    for line in list.split(separator: 0) {
      guard let tab = line.firstIndex(of: .tab),
        let path = String(validating: line[(tab + 1)...], as: UTF8.self), wanted.contains(path)
      else { continue }
      let words = String(utf8: line[..<tab]).split(separator: " ")
      if words.count == 3, words[1] == "blob" { objects.append((String(words[2]), path)) }
    }
    let contents = try contents(of: objects.map(\.object))
    return Dictionary(
      objects.compactMap { object, path in contents[object].map { (path, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The bytes of objects that are there.
  func contents(of objects: some Sequence<String>) throws -> [String: [UInt8]] {
    let names = Set(objects).sorted()
    let input = Array(names.map { $0 + "\n" }.joined().utf8)
    guard !names.isEmpty, let output = try answer(["cat-file", "--batch"], input) else {
      return [:]
    }
    return Dictionary(
      zip(names, Self.objects(in: output)), uniquingKeysWith: { first, _ in first })
  }

  /// The last `count` changes of a file that these commits are made of, the newest first, with the objects that it was
  /// before and after each.
  func changes(of path: String, in commits: [String], _ count: Int) throws
    -> [ThreadChange.Committed]
  {
    let words =
      ["log", "-n", String(count), "--format=%ct", "--raw", "--no-abbrev", "--no-renames"]
      + commits + ["--", ":(top,literal)\(prefix)\(path)"]
    var time: Int64?
    var changes: [ThreadChange.Committed] = []
    for line in try answer(words)?.split(separator: .lineFeed) ?? [] {
      // The time of a commit, and below it `:MODE MODE OBJECT OBJECT STATUS` and the path.
      let fields = String(utf8: line).split(separator: " ").map(String.init)
      if fields.count == 1 { time = Int64(fields[0]) }
      guard line.first == UInt8(ascii: ":"), let time, fields.count > 3,
        fields[2...3].allSatisfy({ $0.contains { $0 != "0" } })
      else { continue }
      changes.append(
        .init(
          time: Instant(secondsSinceEpoch: time), before: fields[2], after: fields[3]))
    }
    return changes
  }

  /// The bytes of the objects that `git cat-file --batch` printed, as far as they are all there.
  static func objects(in output: [UInt8]) -> [[UInt8]] {
    var objects: [[UInt8]] = []
    var position = 0
    // Each is `OBJECT KIND SIZE`, the bytes, and the end of a line.
    while let end = output[position...].firstIndex(of: .lineFeed),
      let size = Int(String(utf8: output[position..<end]).split(separator: " ").last ?? ""),
      end + 1 + size < output.count
    {
      objects.append(Array(output[(end + 1)..<(end + 1 + size)]))
      position = end + 1 + size + 1
    }
    return objects
  }

  /// The paths, in the repository, of what a merge left in conflict.
  func unmergedPaths() throws -> [String] {
    try paths(["diff", "--name-only", "--diff-filter=U", "--no-relative", "-z"])
  }

  /// Whether git ignores the journal's folder in a repository around it.
  var isIgnored: Bool {
    get throws { try !prefix.isEmpty && answer(["check-ignore", "--quiet", "--", "."]) != nil }
  }

  /// Whether git merges a file of this name by its entries or keys here, or would with the driver.
  func merges(_ path: String) throws -> Bool {
    try answer(["check-attr", "-z", "merge", "--", path])?
      .split(separator: 0).last?.elementsEqual("threadjournal".utf8) ?? false
  }

  /// Whether git knows in whose name it commits.
  var hasIdentity: Bool {
    get throws {
      try line("var", "GIT_COMMITTER_IDENT") != nil && line("var", "GIT_AUTHOR_IDENT") != nil
    }
  }

  /// Where a remote is fetched from, and where it is sent to.
  func addresses(of remote: String) throws -> [String] {
    let lists = [
      try line("remote", "get-url", "--all", remote),
      try line("remote", "get-url", "--push", "--all", remote),
    ]
    return lists.flatMap { ($0 ?? remote).split(separator: "\n").map(String.init) }
  }

  private func has(_ name: String) -> Bool { access(folder + "/" + name, F_OK) == 0 }

  var isMerging: Bool { has("MERGE_HEAD") }

  /// What git, or its user, has begun and not finished, besides a merge.
  var unfinished: Unfinished? {
    if has("rebase-apply/applying") { return .am }
    if has("rebase-merge") || has("rebase-apply") { return .rebase }
    if has("CHERRY_PICK_HEAD") { return .cherryPick }
    return has("REVERT_HEAD") ? .revert : nil
  }

  /// A command of git that was begun.
  enum Unfinished: String, Sendable {
    case am
    case rebase
    case cherryPick = "cherry-pick"
    case revert
  }

  /// The name of the branch; nil where none is checked out.
  func branch() throws -> String? {
    let head = try line("symbolic-ref", "--quiet", "HEAD")
    return head.flatMap { $0.hasPrefix("refs/heads/") ? String($0.dropFirst(11)) : nil }
  }

  /// A branch elsewhere that one here goes with.
  struct Upstream {
    let remote: String
    /// Its name there, `refs/heads/main`.
    let branch: String
    /// Where it was when git looked last, `refs/remotes/origin/main`.
    let tracking: String
    /// Whether the clone has it in its settings.
    let isKnown: Bool
    /// What is fetched, where the settings of the remote do not say that.
    var refspec: [String] = []

    var name: String {
      let branch = branch.hasPrefix("refs/heads/") ? String(branch.dropFirst(11)) : branch
      return "\(remote)/\(branch)"
    }
  }

  /// What a branch is sent to: what its settings say, else the same name in the only remote, or in `origin`.
  func upstream(of branch: String) throws -> Upstream? {
    if let remote = try line("config", "--get", "branch.\(branch).remote"), remote != ".",
      let merge = try line("config", "--get", "branch.\(branch).merge")
    {
      let tracking = try line("for-each-ref", "--format=%(upstream)", "refs/heads/\(branch)")
      if let tracking, !tracking.isEmpty {
        return Upstream(remote: remote, branch: merge, tracking: tracking, isKnown: true)
      }
      // A remote without a name, or of which other branches are fetched.
      let name = merge.split(separator: "/").dropFirst(2).joined(separator: "/")
      return Upstream(
        remote: remote, branch: merge, tracking: "refs/threadjournal/\(name)", isKnown: true,
        refspec: ["+refs/heads/*:refs/threadjournal/*"])
    }
    let remotes = try remotes()
    guard let remote = remotes.count == 1 ? remotes[0] : remotes.first(where: { $0 == "origin" })
    else { return nil }
    return Upstream(
      remote: remote, branch: "refs/heads/\(branch)", tracking: "refs/remotes/\(remote)/\(branch)",
      isKnown: false)
  }

  /// The branches that git has seen on a remote.
  func branches(of remote: String) throws -> [String] {
    let names = try line("for-each-ref", "--format=%(refname:lstrip=3)", "refs/remotes/\(remote)")
    return (names ?? "").split(separator: "\n").map(String.init).filter { $0 != "HEAD" }
  }

  func remotes() throws -> [String] {
    try line("remote").map { $0.split(separator: "\n").map(String.init) } ?? []
  }

  /// A file of the journal that is not as the last commit has it.
  struct ChangedFile: Equatable {
    let path: String
    let isUntracked: Bool
    /// Whether its removal waits in the index.
    let isRemovalStaged: Bool
    /// Whether a change waits in the index, and the file is not as that has it.
    let isStagedAndChanged: Bool
    let isUnmerged: Bool
  }

  /// The files in the journal's folder that are not as the last commit has them, but for those that git ignores; and
  /// the names, as well as they can be shown, of those whose names are not UTF-8.
  func changedFiles() throws -> (files: [ChangedFile], unnamed: [String]) {
    let records = try answer([
      "status", "--porcelain", "-z", "--untracked-files=all", "--no-renames",
      "--ignore-submodules=all", "--", ".",
    ])
    guard let records else { throw GitFailure.ended(status: 128) }
    let start = Array(prefix.utf8)
    var files: [ChangedFile] = []
    var unnamed: [String] = []
    for record in records.split(separator: 0) {
      let name = record.dropFirst(3 + start.count)
      guard !name.isEmpty, record.dropFirst(3).starts(with: start) else { continue }
      guard let path = String(validating: name, as: UTF8.self) else {
        unnamed.append(String(utf8: name))
        continue
      }
      let state = String(utf8: record.prefix(2))
      files.append(
        ChangedFile(
          path: path, isUntracked: state == "??", isRemovalStaged: state == "D ",
          isStagedAndChanged: state == "MM",
          isUnmerged: ["DD", "AU", "UD", "UA", "DU", "AA", "UU"].contains(state)))
    }
    return (files, unnamed)
  }
}
