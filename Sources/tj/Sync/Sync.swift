import ThreadJournal
import ThreadStorage

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
struct Sync {
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
      let isLacking =
        try !missing.isEmpty || !git.merges("thread.md")
        || !git.merges(JournalDirectory.settingsPath)
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
    if hasDrivers, try !git.merges("thread.md") {
      session.warn(ErrorMessage(SyncError.mergesByLines))
    }
    guard let upstream else { return finished(noRemote) }
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
    let lost = journal.losses(inGit: probe.committed)
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
      let merge = try unfinishedMerge()
      if let left = merge.left { throw left }
      session.note("A merge is not finished here; tj sync would finish it.")
      if !merge.beside.threads.isEmpty { merge.beside.message.tell("And with it", session) }
      try tellLosses(merge.beside, isCommitted: false)
      return .done
    }
    let pending = try PendingChanges(journal, git, probe)
    pending.tell(session)
    try tellLosses(pending, isCommitted: false)
    for path in pending.takenBack {
      session.note(
        "Would take out of git's index what it has of \(path), which is as it was committed.")
    }
    if pending.paths.isEmpty {
      session.note("There is nothing to commit.")
    } else {
      pending.message.tell("Would commit", session)
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

  /// Commits what was changed, and nothing that others have put into the index.
  private mutating func commit() throws {
    let pending = try PendingChanges(journal, git, probe)
    pending.tell(session)
    isWhole = pending.isWhole
    try takeBack(pending.takenBack)
    guard !pending.paths.isEmpty else {
      if try git.isIgnored { throw SyncError.ignored(journal: journal.directory.root) }
      return
    }
    var state = try git.state()
    var status: Int32 = 0
    for (option, paths) in [("--intent-to-add", pending.new), ("--all", pending.resolved)]
    where status == 0 && !paths.isEmpty {
      status = git.run(["add", option], reading: paths)
      // What this run put into the index is no other git's.
      if status == 0 { state = try git.state() }
    }
    let message = pending.message
    if status == 0 {
      status = git.run(
        ["commit", "--quiet", "--only", "--cleanup=whitespace", "--message=\(message.text)"],
        reading: pending.paths)
    }
    guard status == 0 else {
      defer { if !pending.new.isEmpty { _ = git.run(["reset", "--quiet"], reading: pending.new) } }
      throw try failed(.notCommitted(status: status), since: state, keepsIndex: true)
    }
    message.tell("Committed", session)
    try tellLosses(pending)
  }

  /// Names the entries that leave the journal, as an editor may have saved an older version of a file; once they are
  /// committed so, a check does not name them again.
  private func tellLosses(_ pending: PendingChanges, isCommitted: Bool = true) throws {
    for loss in try pending.losses(journal) { tell(ErrorMessage(loss).asWarning) }
    if isCommitted { journal.directory.log.forget(pending.idsGone) }
  }

  /// Takes out of git's index what it has of files that are as they were committed.
  private func takeBack(_ paths: [String]) throws {
    guard !paths.isEmpty else { return }
    let state = try git.state()
    let status = git.run(["reset", "--quiet"], reading: paths)
    guard status == 0 else {
      throw try failed(.notCommitted(status: status), since: state, keepsIndex: true)
    }
    for path in paths {
      session.note("\(path) is as it was committed; what git's index had of it is taken out.")
    }
  }

  /// With git's commands as they are where the user stands.
  func tell(_ message: ErrorMessage) {
    let root = journal.directory.root
    session.report(session.isAt(root) ? message : message.namingRepository(root))
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
      let (git, session) = (sync.git, sync.session)
      let changed = try state.head.map { head in
        try git.paths(["diff", "--name-only", "--no-renames", "-z", head, theirs])
      }
      let report: (StorageError) -> Void = { session.warn(ErrorMessage($0)) }
      let files = RewrittenFiles(
        at: (changed ?? []).map { "\(git.top)/\($0)" }, in: sync.journal.directory.root,
        report: report)
      try files.keepingAttributes(report: report) {
        let status = git.run([
          "merge", "--quiet", "--ff", "--commit", "--no-squash", "--no-edit", "--no-stat",
          "--message=Merge \(upstream.name)", upstream.tracking,
        ])
        guard status == 0 else { throw try sync.mergeFailure(upstream, since: state) }
      }
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
      let staged = try git.paths(["diff", "--cached", "--name-only", "-z"])
      let open = try PendingChanges(journal, git, probe).conflicted.map(\.path)
      return try failed(
        .notMerged(upstream: upstream.name, staged: staged, open: open), since: state)
    }
    guard try git.commit("MERGE_HEAD") == git.commit(upstream.tracking) else {
      return SyncError.otherMerge
    }
    if let left = try contradictions(git.unmergedPaths(), isNew: true) { return left }
    _ = git.run(["merge", "--abort"])
    return SyncError.notMerged(upstream: upstream.name, staged: [], open: [])
  }

  /// A merge that was left for a person to decide, and what of it is still open.
  private func unfinishedMerge() throws -> (
    upstream: GitRepository.Upstream, changed: Set<String>, beside: PendingChanges, left: SyncError?
  ) {
    guard let upstream, let theirs = try git.commit(upstream.tracking),
      try git.answer(["merge-base", "--is-ancestor", "MERGE_HEAD", theirs]) != nil
    else { throw SyncError.otherMerge }
    let unmerged = try git.unmergedPaths()
    let pending = try PendingChanges(journal, git, probe)
    let paths = unmerged + pending.conflicted.map { git.prefix + $0.path }
    return (
      upstream,
      Set(
        unmerged.map { String($0.dropFirst(git.prefix.count)) } + pending.paths + pending.takenBack),
      pending,
      try contradictions(Array(Set(paths)).sorted(), isNew: false)
    )
  }

  /// Goes on with a merge that was left for a person to decide.
  private func finishMerge() throws {
    let (upstream, own, beside, left) = try unfinishedMerge()
    if let left { throw left }
    // A commit that ends a merge takes all of the index: more than what is of either side, or of both, is not of it.
    func changed(_ range: String...) throws -> Set<String> {
      try Set(git.paths(["diff", "--name-only", "-z"] + range))
    }
    let staged = try changed("--cached", "HEAD").intersection(changed("--cached", "MERGE_HEAD"))
      .subtracting(changed("HEAD...MERGE_HEAD").intersection(changed("MERGE_HEAD...HEAD")))
      .filter {
        !$0.hasPrefix(git.prefix) || !PendingChanges.isOwn(String($0.dropFirst(git.prefix.count)))
      }
    guard staged.isEmpty else {
      throw SyncError.notMerged(upstream: upstream.name, staged: staged.sorted(), open: [])
    }
    let gone = try own.sorted().compactMap { try goneEntries($0, besides: beside.gone[$0] ?? []) }
    let state = try git.state()
    var status: Int32 = 0
    let added = own.subtracting(beside.removed).sorted()
    if !added.isEmpty { status = git.run(["add", "--all"], reading: added) }
    if status == 0 { status = git.run(["commit", "--quiet", "--no-edit", "--cleanup=strip"]) }
    guard status == 0 else { throw try failed(.notCommitted(status: status), since: state) }
    session.note("Finished the merge.")
    if !beside.threads.isEmpty { beside.message.tell("With it", session) }
    try tellLosses(beside)
    for error in gone { session.warn(ErrorMessage(error)) }
  }
}
