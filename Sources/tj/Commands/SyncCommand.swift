import ThreadJournal
import ThreadStorage

enum SyncCommand {
  static let definition = CommandDefinition(
    name: "sync", group: .journal, summary: "Bring the journal in step with its git remote.",
    options: [
      .flag("dry-run", "Say what it would commit and send; nothing is fetched."),
      .flag("fix", "Set a clone up that does not know yet how to merge threads."),
    ], exclusive: [["dry-run", "fix"]],
    description: """
      Commits what was changed in the journal's threads, with a message that says what, fetches what
      other machines sent, merges it by entries, and sends the result; once more where another
      machine was faster. Without a remote it commits. Where the remote cannot be reached it
      commits, says how much waits, and exits with 1.

      It commits threads, and the journal's own `.gitattributes`, `.threadjournal/.gitignore` and
      `.threadjournal/config.yml`; no other file, and what waits in git's index stays there, but of
      a thread whose file is as the last commit has it. A file that git ignores is ignored here, too.

      What two machines contradict each other about is listed, and stands in the threads between
      conflict markers, beside all that is merged. Nothing is sent then. Keep what you want of it,
      in an editor, and call `tj sync` again, which finishes the merge once no line of a marker is
      left; `git merge --abort` gives it up, and what was written since then with it. A file that
      one side took out and the other changed is there as it was changed, and the next `tj sync`
      keeps it so, unless you delete it. A thread that one side deleted and in which the other wrote
      comes back.

      It runs your git, with your credentials, hooks and signing, merges and never rebases, and
      never forces anything on the remote. A branch that goes with no remote yet is sent to the only
      remote, or to `origin`, under its own name.

      A repository whose own settings or hooks, beyond those of a common clone, can start programs
      is left alone until your settings trust it: `tj config --user trusted-journals DIR`.
      """,
    examples: [
      ("tj sync", "Commit, merge, and send."),
      ("tj sync --dry-run", "See what would be committed."),
      ("tj sync --fix", "In a new clone, have git merge threads by entries from now on."),
    ],
    exitStatuses: [
      (1, "There are contradictions, or something waits to be sent that could not be.")
    ],
    seeAlso: ["merge", "init", "check"], synonyms: ["push", "pull", "commit", "fetch", "save"],
    action: .run { arguments, session in
      let journal = try session.journal(.changing)
      do {
        var sync = try Sync(journal, session, isSetUp: arguments.flag("fix"))
        return try arguments.flag("dry-run") ? sync.preview() : sync.run()
      } catch let error as SyncError {
        let root = journal.directory.root
        let message = ErrorMessage(error)
        session.report(session.isInside(root) ? message : message.namingRepository(root))
        return .failed
      }
    })
}

/// One run of `tj sync`.
///
/// First it looks whether git is free: in a rebase, or without a branch, a commit would end up nowhere. Then, under the
/// journal's lock, so that no half change is caught, it commits the threads as they are. The lock is free while git
/// fetches, which may take long. Merging needs it again, as git replaces files: what was written meanwhile is committed
/// first, so that nothing stands in the way of a merge. A merge that has contradictions is left as git leaves it, with
/// all the rest in place, and finished by the next run; one that fails otherwise is given up. What was merged is read
/// again before it is sent. Where sending fails and the remote has moved, all of that is done once more.
///
/// It merges, and does not rebase: commits that are there stay as they are, there is one place at which two sides can
/// contradict each other, and a run that is cut short leaves a state that the next one goes on from.
private struct Sync {
  let journal: Journal
  let session: Session
  let git: GitRepository
  let probe: GitProbe
  let branch: String
  let upstream: GitRepository.Upstream?
  /// Whether git knows all drivers that it is told to merge threads with.
  private let hasDrivers: Bool
  /// Whether all that was changed could be committed.
  private var isWhole = true
  /// Whether the clone was set up, where that was asked for.
  private var isDone = true

  /// - Parameter isSetUp: Whether a clone that cannot merge threads is made one that can.
  init(_ journal: Journal, _ session: Session, isSetUp: Bool) throws {
    let root = journal.directory.root
    let driver = GitProbe.mergeDriver(session.programWord, quietly: true)
    guard let git = try GitRepository(root, driver: driver) else {
      throw SyncError.notInRepository(journal: root)
    }
    let probe = GitProbe(root)
    let isTrusted = session.trusts(root)
    let names = isTrusted ? [] : probe.ownPrograms() ?? [".git/config"]
    guard names.isEmpty else {
      throw SyncError.ownPrograms(names, journal: root, trusted: session.trusted(and: root))
    }
    if let command = git.unfinished { throw SyncError.unfinished(command) }
    guard let branch = try git.branch() else { throw SyncError.noBranch }
    upstream = try git.upstream(of: branch)
    let remotes = try upstream == nil ? git.remotes() : []
    guard remotes.isEmpty else { throw SyncError.severalRemotes(remotes, branch: branch) }
    if !isTrusted, let upstream {
      let urls = try Set(git.addresses(of: upstream.remote)).sorted()
      let names = urls.flatMap { GitProbe.programs(ofRemote: $0, from: git.top) }
      guard names.isEmpty else {
        throw SyncError.ownPrograms(names, journal: root, trusted: session.trusted(and: root))
      }
    }
    guard try git.hasIdentity else { throw SyncError.noIdentity }
    try session.checkBranch(at: root)
    (self.journal, self.session, self.git, self.branch) = (journal, session, git, branch)
    self.probe = probe
    let missing = probe.missingDrivers(of: journal.directory)
    hasDrivers = missing.isEmpty
    if isSetUp {
      let isLacking = try !missing.isEmpty || !git.mergesThreads || !git.mergesSettings
      // Where the settings are not to be written, sync merges by entries all the same.
      do { if isLacking { try probe.setUp(journal.directory, session) } } catch {
        session.report(ErrorMessage(any: error))
        isDone = false
      }
    } else {
      for problem in missing { session.warn(ErrorMessage(problem)) }
    }
  }

  // MARK: - The run

  mutating func run() throws -> ExitStatus {
    tellLost()
    try amongOthers { sync in
      if sync.git.isMerging { try sync.finishMerge() } else { try sync.commit() }
    }
    if hasDrivers, try !git.mergesThreads {
      session.warn(ErrorMessage(SyncError.mergesByLines))
    }
    guard let upstream else {
      return finished(noRemote)
    }
    var last: String?
    for attempt in 1...2 {
      let words = ["fetch", "--quiet", "--recurse-submodules=no", "--", upstream.remote]
      guard git.run(words + upstream.refspec) == 0 else {
        throw SyncError.unreachable(remote: upstream.remote, waiting: try waiting(for: upstream))
      }
      let theirs = try git.commit(upstream.tracking)
      if attempt == 2 {
        guard theirs != last else { break }
        session.note("Another machine was faster; merging that, too.")
      }
      last = theirs
      if let theirs {
        try merge(theirs, upstream)
        try MergeReview(session: session, git: git).checkMerged(theirs)
      } else {
        try tellOtherBranches(upstream)
      }
      let waiting = try waiting(for: upstream)
      if waiting == 0 {
        let rest = isWhole ? "The journal is" : "All that could be committed is there"
        return finished("\(rest) as \(upstream.name) has it.")
      }
      if send(to: upstream) {
        return finished("Sent \(Plural.of(waiting, "commit")) to \(upstream.name).")
      }
    }
    throw SyncError.notSent(upstream: upstream.name, waiting: try waiting(for: upstream))
  }

  /// Why something failed that another git was at, too.
  private struct Disturbance: Error {
    let failure: SyncError
  }

  /// Does what commits or merges, under the journal's lock, and again where another git did so meanwhile.
  private mutating func amongOthers(_ body: (inout Sync) throws -> Void) throws {
    for isLast in [false, false, true] {
      // Nobody has to wait for the journal while this waits for git.
      let isFree = git.waitForOthers()
      do {
        return try session.withLock(on: journal.directory) { _ in try body(&self) }
      } catch let disturbance as Disturbance {
        guard isFree, !isLast else { throw disturbance.failure }
        session.note("Another git was at work here; trying again.")
      }
    }
  }

  /// Why something failed, and whether another git was at it since `state`.
  ///
  /// - Parameter keepsIndex: Whether what failed leaves git's index as it was.
  private func failed(
    _ failure: SyncError, since state: GitRepository.State, keepsIndex: Bool = false
  ) throws -> any Error {
    let now = try git.state()
    let isDisturbed =
      git.isLocked || now.head != state.head
      || keepsIndex && now.indexFile != state.indexFile
    return isDisturbed ? Disturbance(failure: failure) : failure
  }

  /// How many lost entries are told at a time.
  private static let mostLost = 20

  private func tellLost() {
    let lost = journal.lostEntries(isInGit: probe.has)
    for problem in lost.prefix(Self.mostLost) { session.warn(ErrorMessage(problem)) }
    if lost.count > Self.mostLost {
      session.note("So are \(lost.count - Self.mostLost) more; to see all: tj check")
    }
  }

  private var noRemote: String {
    let root = journal.directory.root
    let place = session.isInside(root) ? "" : "-C \(ShellWord.quoted(root)) "
    return "There is no remote to send it to. To name one: git \(place)remote add origin URL"
  }

  private func finished(_ words: String) -> ExitStatus {
    session.note(words)
    return isWhole && isDone ? .done : .failed
  }

  /// Says where other machines are that are on another branch of the remote than this one, which it does not have yet.
  private func tellOtherBranches(_ upstream: GitRepository.Upstream) throws {
    let others = try git.branches(of: upstream.remote)
    guard let other = others.first else { return }
    let tracking = "refs/remotes/\(upstream.remote)/\(other)"
    if try git.commit("HEAD") != nil, try git.line("merge-base", "HEAD", tracking) == nil {
      throw SyncError.unrelated("\(upstream.remote)/\(other)", branch: branch)
    }
    session.note("\(upstream.name) is new there, beside \(others.joined(separator: ", ")).")
  }

  /// How many commits are here and not there.
  private func waiting(for upstream: GitRepository.Upstream) throws -> Int {
    guard try git.commit("HEAD") != nil else { return 0 }
    let theirs = try git.commit(upstream.tracking)
    return try git.count(
      theirs.map { ["\($0)..HEAD"] } ?? ["HEAD", "--not", "--remotes=\(upstream.remote)"])
  }

  private func send(to upstream: GitRepository.Upstream) -> Bool {
    let names = "refs/heads/\(branch):\(upstream.branch)"
    let options =
      ["--quiet", "--recurse-submodules=no"] + (upstream.isKnown ? [] : ["--set-upstream"])
    return git.run(["push"] + options + ["--", upstream.remote, names]) == 0
  }

  func preview() throws -> ExitStatus {
    if git.isMerging {
      if let left = try unfinishedMerge().left { throw left }
      session.note("A merge is not finished here; tj sync would finish it.")
      return .done
    }
    let pending = try pendingChanges()
    tell(pending)
    for path in pending.takenBack {
      session.note(
        "Would take out of git's index what it has of \(path), which is as it was committed.")
    }
    if pending.paths.isEmpty {
      session.note("There is nothing to commit.")
    } else {
      let message = pending.message
      session.note("Would commit: \(message.subject)")
      for line in message.body { session.note("  \(line)") }
    }
    if let upstream {
      let waiting = try waiting(for: upstream) + (pending.paths.isEmpty ? 0 : 1)
      let send = waiting == 0 ? "" : ", and send \(Plural.of(waiting, "commit"))"
      session.note(
        "Would fetch from \(upstream.remote), merge what is new in \(upstream.name)\(send).")
    } else {
      session.note(noRemote)
    }
    return pending.isWhole ? .done : .failed
  }

  // MARK: - Committing

  /// What waits to be committed.
  private struct PendingChanges {
    var paths: [String] = []
    /// Those of the paths that git does not know yet.
    var new: [String] = []
    /// Those that are as the last commit has them, while git's index has something else, perhaps of a run cut short.
    var takenBack: [String] = []
    /// Those that were in conflict, and have no markers any more.
    var resolved: [String] = []
    var threads: [ThreadChange] = []
    var changesSettings = false
    /// The files in which a merge is not finished; they are not among the paths.
    var conflicted: [(path: String, lines: ClosedRange<Int>)] = []
    /// The threads whose names are not UTF-8.
    var unnamed: [String] = []
    /// Those whose bytes are not UTF-8.
    var utf16: [String] = []

    var isWhole: Bool { conflicted.isEmpty && unnamed.isEmpty && utf16.isEmpty }
    var message: CommitMessage { CommitMessage(threads, changesSettings: changesSettings) }
  }

  private static let ownFiles: Set = [
    ".gitattributes", "\(JournalDirectory.markerName)/.gitignore",
    JournalDirectory.settingsPath,
  ]

  private func pendingChanges() throws -> PendingChanges {
    var pending = PendingChanges()
    let (files, unnamed) = try git.changedFiles()
    pending.unnamed = unnamed.filter(GitRepository.mayBeThread)
    let threads = Set(journal.directory.threadFiles().files)
    let before =
      try git.commit("HEAD").map { head in
        try git.files(files.lazy.filter { !$0.isUntracked }.map(\.path), in: head)
      } ?? [:]
    for file in files.sorted(by: { $0.path < $1.path }) where isOwn(file.path) {
      let path = file.path
      let isThere = try journal.directory.hasFile(at: path)
      // Who took a file out of the index and left it in the folder wants it to be so.
      if isThere, file.isRemovalStaged { continue }
      let isSetting = Self.ownFiles.contains(path)
      guard isSetting || !isThere || threads.contains(path) else { continue }
      let after = isThere ? try journal.directory.read(path) : nil
      if file.isStagedAndChanged, let after, after == before[path],
        isSetting || ThreadChange.isThread(after)
      {
        pending.takenBack.append(path)
        continue
      }
      let lines = after.flatMap { bytes in
        file.isUnmerged || isSetting
          ? markers(in: bytes, of: path).map { $0...$0 } : ConflictMarkers.firstBlock(in: bytes)
      }
      if let lines {
        pending.conflicted.append((path, lines))
        continue
      }
      if isSetting {
        pending.changesSettings = true
      } else {
        guard let change = ThreadChange(path: path, before: before[path], after: after) else {
          if let after, ThreadDocument(after).isUTF16 { pending.utf16.append(path) }
          continue
        }
        pending.threads.append(change)
      }
      pending.paths.append(path)
      if file.isUntracked { pending.new.append(path) }
      if file.isUnmerged { pending.resolved.append(path) }
    }
    return pending
  }

  /// Commits what was changed, and nothing that others have put into the index.
  private mutating func commit() throws {
    let pending = try pendingChanges()
    tell(pending)
    isWhole = pending.isWhole
    try takeBack(pending.takenBack)
    guard !pending.paths.isEmpty else {
      if try git.isIgnored {
        throw SyncError.ignored(journal: journal.directory.root)
      }
      return
    }
    var state = try git.state()
    var status: Int32 = 0
    for (option, paths) in [("--intent-to-add", pending.new), ("--all", pending.resolved)]
    where status == 0 && !paths.isEmpty {
      status = git.run("add", option, reading: paths)
      // What this run put into the index is no other git's.
      if status == 0 { state = try git.state() }
    }
    let message = pending.message
    if status == 0 {
      status = git.run(
        "commit", "--quiet", "--only", "--cleanup=whitespace", "--message=\(message.text)",
        reading: pending.paths)
    }
    guard status == 0 else {
      defer { if !pending.new.isEmpty { _ = git.run("reset", "--quiet", reading: pending.new) } }
      throw try failed(.notCommitted(status: status), since: state, keepsIndex: true)
    }
    session.note("Committed: \(message.subject)")
    for line in message.body { session.note("  \(line)") }
  }

  /// Takes out of git's index what it has of files that are as they were committed.
  private func takeBack(_ paths: [String]) throws {
    guard !paths.isEmpty else { return }
    let state = try git.state()
    let status = git.run("reset", "--quiet", reading: paths)
    guard status == 0 else {
      throw try failed(.notCommitted(status: status), since: state, keepsIndex: true)
    }
    for path in paths {
      session.note("\(path) is as it was committed; what git's index had of it is taken out.")
    }
  }

  /// The line (1-based) of the first marker that a merge left in a file.
  private func markers(in bytes: [UInt8], of path: String) -> Int? {
    ConflictedFile.markers(in: bytes, probe.versions(of: path)).first
  }

  private func tell(_ pending: PendingChanges) {
    for (path, lines) in pending.conflicted {
      session.report(ErrorMessage(JournalError.conflictMarkers(path: path, lines: lines)))
    }
    for name in pending.unnamed { session.report(ErrorMessage(SyncError.notUTF8(name: name))) }
    for path in pending.utf16 { session.report(ErrorMessage(JournalError.utf16(path: path))) }
  }

  /// With git's commands as they are where the user stands.
  private func tell(_ message: ErrorMessage) {
    let root = journal.directory.root
    session.report(session.isInside(root) ? message : message.namingRepository(root))
  }

  // MARK: - Merging

  private mutating func merge(_ theirs: String, _ upstream: GitRepository.Upstream) throws {
    let head = try git.commit("HEAD")
    guard try head == nil || git.count(["HEAD..\(theirs)"]) > 0 else { return }
    if head != nil, try git.line("merge-base", "HEAD", theirs) == nil {
      throw SyncError.unrelated(upstream.name, branch: nil)
    }
    try amongOthers { sync in
      try sync.refuseOtherMerge()
      // What was written while git fetched.
      try sync.commit()
      let state = try sync.git.state()
      try sync.refuseOtherMerge()
      let status = sync.git.run(
        "merge", "--quiet", "--ff", "--commit", "--no-squash", "--no-edit", "--no-stat",
        "--message=Merge \(upstream.name)", upstream.tracking)
      guard status == 0 else { throw try sync.mergeFailure(upstream, since: state) }
      try MergeReview(session: sync.session, git: sync.git).tellMerged(
        from: state.head, theirs, upstream)
    }
  }

  /// Another git may have begun a merge since the run began, which is not this run's to finish or to give up.
  private func refuseOtherMerge() throws {
    guard !git.isMerging else { throw SyncError.otherMerge }
  }

  /// Why the merge failed that git just tried; one that has no contradictions is given up.
  private func mergeFailure(
    _ upstream: GitRepository.Upstream, since state: GitRepository.State
  ) throws -> any Error {
    guard git.isMerging else {
      let staged = try git.paths("diff", "--cached", "--name-only", "-z")
      let open = try pendingChanges().conflicted.map(\.path)
      return try failed(
        .notMerged(upstream: upstream.name, staged: staged, open: open), since: state)
    }
    guard try git.commit("MERGE_HEAD") == git.commit(upstream.tracking) else {
      return SyncError.otherMerge
    }
    if let left = try contradictions(git.unmergedPaths(), isNew: true) { return left }
    _ = git.run("merge", "--abort")
    return SyncError.notMerged(upstream: upstream.name, staged: [], open: [])
  }

  /// A merge that was left for a person to decide, and what of it is still open.
  private func unfinishedMerge() throws -> (
    upstream: GitRepository.Upstream, changed: Set<String>, left: SyncError?
  ) {
    guard let upstream, let theirs = try git.commit(upstream.tracking),
      try git.answer(["merge-base", "--is-ancestor", "MERGE_HEAD", theirs]) != nil
    else { throw SyncError.otherMerge }
    let unmerged = try git.unmergedPaths()
    let pending = try pendingChanges()
    let paths = unmerged + pending.conflicted.map { git.prefix + $0.path }
    return (
      upstream,
      Set(
        unmerged.map { String($0.dropFirst(git.prefix.count)) } + pending.paths + pending.takenBack),
      try contradictions(Array(Set(paths)).sorted(), isNew: false)
    )
  }

  /// Goes on with a merge that was left for a person to decide.
  private func finishMerge() throws {
    let (upstream, own, left) = try unfinishedMerge()
    if let left { throw left }
    // A commit that ends a merge takes all of the index: more than what is of either side, or of both, is not of it.
    func changed(_ range: String...) throws -> Set<String> {
      try Set(git.paths(["diff", "--name-only", "-z"] + range))
    }
    let staged = try changed("--cached", "HEAD").intersection(changed("--cached", "MERGE_HEAD"))
      .subtracting(changed("HEAD...MERGE_HEAD").intersection(changed("MERGE_HEAD...HEAD")))
      .filter { !$0.hasPrefix(git.prefix) || !isOwn(String($0.dropFirst(git.prefix.count))) }
    guard staged.isEmpty else {
      throw SyncError.notMerged(upstream: upstream.name, staged: staged.sorted(), open: [])
    }
    let gone = try own.sorted().compactMap(goneEntries)
    let state = try git.state()
    var status: Int32 = 0
    if !own.isEmpty { status = git.run("add", "--all", reading: own.sorted()) }
    if status == 0 { status = git.run("commit", "--quiet", "--no-edit", "--cleanup=strip") }
    guard status == 0 else { throw try failed(.notCommitted(status: status), since: state) }
    session.note("Finished the merge.")
    for error in gone { session.warn(ErrorMessage(error)) }
  }

  /// The entries that both sides of a file in conflict have, and who decided about it took out of the journal.
  private func goneEntries(_ path: String) throws -> SyncError? {
    let versions = probe.versions(of: path)
    guard let ours = versions.ours, let theirs = versions.theirs else { return nil }
    let others = Set(ThreadMerge.ids(of: theirs))
    let left = try journal.directory.hasFile(at: path) ? journal.directory.read(path) : []
    let kept = Set(ThreadMerge.ids(of: left))
    var gone = ThreadMerge.ids(of: ours).filter { others.contains($0) && !kept.contains($0) }
    // What was moved to another thread is not gone.
    for file in journal.directory.threadFiles().files where !gone.isEmpty {
      let ids = Set(ThreadMerge.ids(of: (try? journal.directory.read(file)) ?? []))
      gone.removeAll { ids.contains($0) }
    }
    return gone.isEmpty ? nil : .entriesGone(gone.map(\.description), path: path)
  }

  /// Whether a file of the journal is one that is committed.
  private func isOwn(_ path: String) -> Bool {
    Self.ownFiles.contains(path) || GitRepository.mayBeThread(path)
  }

  private func contradictions(_ paths: [String], isNew: Bool) throws -> SyncError? {
    let inside = paths.filter {
      $0.hasPrefix(git.prefix) && $0.hasSuffix(".md")
        || $0 == git.prefix + JournalDirectory.settingsPath
    }
    guard inside.count == paths.count else {
      return .otherConflicts(paths.filter { !inside.contains($0) })
    }
    let files = try inside.map { path in
      try ConflictedFile(String(path.dropFirst(git.prefix.count)), journal.directory, probe)
    }
    var count = 0
    var marked: [String] = []
    var areByLines = false
    var twins: Set<String> = []
    for file in files where !twins.contains(file.path) {
      let twin = files.first(where: file.isRenamed(as:))
      if let twin {
        twins.insert(twin.path)
        session.report(ErrorMessage(.renamedTwice(other: twin.path), inFileAt: file.path))
        count += 1
      }
      // What is there under another name was not taken out.
      let (contradictions, faults) = file.contradictions(isNew: isNew && twin == nil)
      for conflict in contradictions {
        var message = ErrorMessage(conflict, path: file.path)
        // What to do with markers is said once, at the end.
        message.advice =
          threadMovedTo(conflict, from: file.path).map {
            ["It stands in \($0) now, as it was before: change it there, and take it out here."]
          } ?? []
        session.report(message)
      }
      for fault in faults { tell(ErrorMessage(fault, inFileAt: file.path)) }
      count += contradictions.count + faults.count
      areByLines = areByLines || faults.contains(where: \.isByLines)
      if !file.markers.isEmpty { marked.append(file.path) }
    }
    return count == 0 ? nil : .conflicts(count, paths: marked, areByLines: areByLines)
  }

  /// The thread in which an entry stands that one side took out of the file at `path` and the other changed there.
  private func threadMovedTo(_ conflict: MergeConflict, from path: String) -> String? {
    guard conflict.cause == .removedAndChanged, case .entry(let heading) = conflict.part,
      let id = ThreadMerge.ids(of: Array("## \(heading)\n".utf8)).first
    else { return nil }
    return journal.directory.threadFiles().files.first { other in
      other != path
        && ThreadMerge.ids(of: (try? journal.directory.read(other)) ?? []).contains(id)
    }
  }
}
