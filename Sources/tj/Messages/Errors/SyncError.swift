import ThreadJournal
import ThreadStorage

/// Why a journal is not in step with its remote.
enum SyncError: Error {
  case notInRepository(journal: String)
  /// git ignores the journal's folder, or all of its threads.
  case ignored(journal: String)
  /// What the repository itself would have git start, and the user's settings do not trust.
  ///
  /// `trusted` is the setting that would.
  case ownPrograms([String], journal: String, trusted: String)
  case unfinished(GitRepository.Unfinished)
  case noBranch
  case noIdentity
  case severalRemotes([String], branch: String)
  case notCommitted(status: Int32)
  case unreachable(remote: String, waiting: Int)
  /// The two have no commit in common; the branch, where it is not the other's counterpart.
  case unrelated(String, branch: String?)
  /// git is not told to merge threads by their entries.
  case mergesByLines
  case notUTF8(name: String)
  /// `open` are the threads with markers, which are not committed and so in the way of others' versions.
  case notMerged(upstream: String, staged: [String], open: [String])
  /// A merge of something else than what sync merges.
  case otherMerge
  /// Files that are no threads, or lie outside of the journal, are in conflict.
  case otherConflicts([String])
  /// How many entries, or other parts of threads, are in conflict, and which files have markers; some may be so by
  /// lines alone.
  case conflicts(Int, paths: [String], areByLines: Bool)
  /// A merged thread is not what a thread must be.
  case badMerge(path: String, MergeRefusal)
  /// An entry is in two threads, as one side moved it, and the other moved it elsewhere or changed it where it was.
  case doubledEntry(String, path: String, other: String)
  /// Fields that one side defined anew, and of which the other wrote values meanwhile.
  case reinterpreted([String], path: String)
  /// Fields to which each side gave another name.
  case renamedFields([String], path: String)
  /// What each side has under one name was a thread of its own.
  case joinedThreads(path: String)
  /// Entries that both sides have, and the merge as it was finished has not.
  case entriesGone([String], path: String)
  /// So many entries leave the journal with a commit, the first of them called so; the commit before it has them, or the
  /// other side of a merge.
  case takesOut(
    Int, names: String, path: String, commit: String, isOfMerge: Bool, isFileGone: Bool)
  /// Entries that both sides added, as with the same import, each under an id of its own.
  case addedTwice(Int, path: String)
  case notSent(upstream: String, waiting: Int)
}

extension ErrorMessage {
  init(_ error: SyncError) {
    switch error {
    case .notInRepository(let journal):
      self.init(
        "no-repository", at: .init(journal), "the journal is in no git repository",
        "To make it one: tj init --git \(ShellWord.quoted(journal))",
        "Then name where it goes: git remote add origin URL")
    case .ignored(let journal):
      self.init(
        "ignored-by-git", at: .init(journal),
        "git ignores this folder, so there is nothing to commit",
        "To see which rule does: git check-ignore -v \(ShellWord.quoted(journal))")
    case .ownPrograms(let names, let journal, let trusted):
      self.init(
        "repository-programs", at: .init(journal),
        "the repository itself names what may start programs: \(names.prefix(5).joined(separator: ", "))"
          + (names.count > 5 ? " and \(names.count - 5) more" : ""),
        "Nothing was done. If they are yours: tj config --user trusted-journals "
          + ShellWord.quoted(trusted),
        "To see them: git -C \(ShellWord.quoted(journal)) config --local --list"
          + (names.contains { $0.hasPrefix("hooks/") } ? "; ls .git/hooks" : ""))
    case .unfinished(let command):
      let name = command.rawValue
      self.init(
        "unfinished-git", "a git \(name) is not finished here, and nothing was done",
        "What is in conflict, when you have decided it: git add FILE",
        "To go on with it: git \(name) --continue",
        "To give it up: git \(name) --abort", "Then again: tj sync")
    case .noBranch:
      self.init(
        "no-branch", "no branch is checked out, so that what is committed would belong to none",
        "Nothing was done. To go to a branch: git switch main",
        "To make one of what is there: git switch -c NAME")
    case .noIdentity:
      self.init(
        "no-identity", "git does not know who you are, and nothing was done",
        "git config --global user.name 'Your Name'",
        "git config --global user.email you@example.org", "Then again: tj sync")
    case .severalRemotes(let remotes, let branch):
      self.init(
        "several-remotes", "the branch \(branch) goes with no remote yet, and there are several",
        advice: remotes.prefix(5).map {
          "To choose one: git push -u \(ShellWord.quoted($0)) \(ShellWord.quoted(branch))"
        })
    case .notCommitted(let status):
      self.init(
        "not-committed", "git commit ended with status \(status), and nothing was committed",
        "What it said stands above. Your words are in their threads; then again: tj sync")
    case .unreachable(let remote, let waiting):
      self.init(
        "unreachable", "\(remote) could not be reached",
        waiting == 0
          ? "Nothing waits to be sent; what is new there comes with the next: tj sync"
          : "\(Plural.of(waiting, "commit")) \(waiting == 1 ? "waits" : "wait") here, and "
            + "\(waiting == 1 ? "goes" : "go") there with the next: tj sync")
    case .unrelated(let upstream, let branch):
      let name = upstream.split(separator: "/").dropFirst().joined(separator: "/")
      self.init(
        "unrelated",
        "this journal and \(upstream) have no beginning in common, and were not merged",
        branch.map {
          "This clone is on another branch, \($0). To go on under the same name: "
            + "git branch -m \(ShellWord.quoted(name))"
        },
        "If they are to become one: git merge --allow-unrelated-histories \(ShellWord.quoted(upstream))",
        "Then again: tj sync")
    case .mergesByLines:
      self.init(
        "missing-merge-driver", at: .init(".gitattributes"),
        "git is not told to merge threads by their entries here, and does it by lines",
        "To have it so: tj sync --fix")
    case .notUTF8(let name):
      self.init(
        "name-not-utf8", at: .init(name), "the name of this file is not UTF-8, so it was left out",
        "Give it another name; then again: tj sync")
    case .notMerged(let upstream, let staged, let open):
      self.init(
        "not-merged",
        staged.isEmpty
          ? "git could not merge \(upstream), and left everything as it was"
          : "\(upstream) cannot be merged while other files wait in git's index",
        advice: staged.isEmpty
          ? open.prefix(5).map { "In the way, with markers in it: \($0)" }
            + (open.isEmpty
              ? [] : ["To put it away, and back afterwards: git stash; tj sync; git stash pop"])
            + ["What it said stands above; then again: tj sync"]
          : staged.prefix(5).map { "Staged: \($0)" } + [
            "To commit them: git commit", "To put them away: git stash", "Then again: tj sync",
          ])
    case .otherMerge:
      self.init(
        "unfinished-git", "a merge of something else is not finished here, and nothing was sent",
        "To finish it: git commit", "To give it up: git merge --abort", "Then again: tj sync")
    case .otherConflicts(let paths):
      self.init(
        "other-conflicts", "a merge left files in conflict that are no threads",
        advice: paths.prefix(5).map { "In conflict: \($0)" } + [
          "When they are as you want them: git add FILE",
          "Then again: tj sync",
          "To give the merge up, and all that was written since then: git merge --abort",
        ])
    case .conflicts(let count, let paths, let areByLines):
      self.init(
        "sync-conflict",
        "\(count == 1 ? "one contradiction is" : "\(count) contradictions are") yours to decide; "
          + "\(areByLines ? "" : "the rest is merged, and ")nothing was sent",
        advice: (areByLines ? ["What git merged by lines, by entries: tj merge --all"] : [])
          + paths.prefix(5).map {
            "To keep what you want of it, without the marker lines: tj open \(ShellWord.quoted($0))"
          } + [
            "Then finish with: tj sync",
            "To give the merge up, and all that was written since then: git merge --abort",
          ])
    case .badMerge(let path, let refusal):
      self.init(
        "bad-merge", at: .init(path),
        "the merged thread was not sent: \(ErrorMessage.words(for: refusal, of: "it"))",
        "To see it: tj check", "To fix what has one right answer: tj check --fix",
        "Then again: tj sync")
    case .doubledEntry(let id, let path, let other):
      self.init(
        "bad-merge", at: .init(path),
        "the merge was not sent: the entry \(id) stands in \(other), too, as it was moved",
        "To take one of the two out: tj open \(ShellWord.quoted(path))",
        "To keep both, take {#\(id)} out of one heading: tj check --fix gives that another id",
        "Then again: tj sync")
    case .reinterpreted(let names, let path):
      self.init(
        "changed-fields", at: .init(path),
        "one side changed what \(names.prefix(5).joined(separator: ", ")) means, and the other "
          + "wrote values of it as it was before",
        "Look at them: \(Self.showing(path))")
    case .renamedFields(let names, let path):
      self.init(
        "field-renamed-twice", at: .init(path),
        "both sides gave \(names.prefix(5).joined(separator: ", ")) another name, and what it was "
          + "in may stand there under both",
        "Look at them: \(Self.showing(path))")
    case .joinedThreads(let path):
      self.init(
        "joined-threads", at: .init(path),
        "each side had a thread of its own under this name, and they are one now",
        "To see it: \(Self.showing(path))",
        "What belongs elsewhere: tj move ID THREAD")
    case .entriesGone(let ids, let path):
      self.init(
        "merged-without", at: .init(path),
        "both sides had \(ids.count == 1 ? "the entry" : "the entries") "
          + "\(ids.prefix(5).joined(separator: ", "))\(ids.count > 5 ? " and \(ids.count - 5) more" : ""), "
          + "and the merge as you finished it has not",
        "To have one back: git show HEAD^:\(ShellWord.quoted("./" + path))")
    case .takesOut(let count, let names, let path, let commit, let isOfMerge, let isFileGone):
      let command = Self.bringingBack(path, of: commit, isFileGone: isFileGone)
      self.init(
        "taken-out", at: .init(path),
        "\(Plural.entries(count)) of \(isOfMerge ? "the other side of the merge" : "the last commit") "
          + "\(count == 1 ? "is" : "are") in no thread any more: \(names)",
        "To bring back what is gone: \(command)")
    case .addedTwice(let count, let path):
      self.init(
        "added-twice", at: .init(path),
        "both sides added \(Plural.entries(count)) of the same time and text, which \(count == 1 ? "stands" : "stand") "
          + "there twice now",
        "To see them: \(Self.showing(path))", "To be rid of one: tj delete ID")
    case .notSent(let upstream, let waiting):
      self.init(
        "not-sent", "\(upstream) did not take what was sent",
        "What was said about it stands above.",
        "\(Plural.of(waiting, "commit")) \(waiting == 1 ? "waits" : "wait") here; again: tj sync")
    }
  }

  /// The line that shows the thread at `path`.
  private static func showing(_ path: String) -> String {
    "tj show \(ShellWord.quoted(ThreadHeader.withoutSuffix(path)))"
  }
}

extension ErrorMessage {
  /// With the repository at `root` in the lines of git that its advice has, for those whose working directory is another.
  func namingRepository(_ root: String) -> ErrorMessage {
    var message = self
    let place = ShellWord.quoted(root)
    message.advice = advice.map {
      $0.contains(": git -C ")
        ? $0
        : $0.replacing(": git ", with: ": git -C \(place) ")
          .replacing(": touch ", with: ": cd \(place) && touch ")
    }
    return message
  }
}
