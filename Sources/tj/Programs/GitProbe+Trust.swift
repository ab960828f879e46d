import ThreadStorage

/// What of a repository would start programs where git commits, merges and sends.
///
/// A clone has no settings and hooks of its own but those that its user made; a folder from an archive, or a medium,
/// may have any. So a repository whose own settings are more than what every clone has, or that has hooks, starts nothing
/// before the user's settings trust it. What the user's own settings of git name, it may start.
extension GitProbe {
  /// The repository's own settings and hooks that may start programs, by their names; nil where git cannot tell.
  func ownPrograms() -> [String]? {
    guard let list = output(of: ["config", "--local", "--no-includes", "--list", "-z"]),
      let common = output(of: ["rev-parse", "--git-common-dir"])
    else { return nil }
    let keys = list.split(separator: 0).map { String(utf8: $0.prefix { $0 != .lineFeed }) }
    let path = String(utf8: common.dropLast())
    let hooks = (path.hasPrefix("/") ? path : root + "/" + path) + "/hooks"
    var names: [String] = []
    for key in keys where !Self.isHarmless(key) && !names.contains(key) { names.append(key) }
    return names + Self.hooks.filter { access("\(hooks)/\($0)", X_OK) == 0 }.map { "hooks/\($0)" }
  }

  /// The same of a remote: a helper of transport, or what a repository in another folder has.
  ///
  /// - Parameter top: The folder that paths of remotes begin at.
  static func programs(ofRemote url: String, from top: String) -> [String] {
    let beginning = url.prefix { $0 != "/" }
    if beginning.contains("::") { return [url] }
    if let scheme = url.firstRange(of: "://") {
      guard safeSchemes.contains(url[..<scheme.lowerBound].lowercased()) else { return [url] }
      guard url.hasPrefix("file://") else { return [] }
      // Git reads such signs as others.
      return url.contains("%") ? [url] : programs(inFolder: String(url[scheme.upperBound...]))
    }
    // HOST:PATH is reached with ssh.
    if beginning.contains(":") { return [] }
    // Somebody's home, which git looks up.
    if beginning.hasPrefix("~") { return [url] }
    return programs(inFolder: url.hasPrefix("/") ? url : top + "/" + url)
  }

  private static let safeSchemes: Set = [
    "ssh", "git", "git+ssh", "ssh+git", "http", "https", "file",
  ]

  /// What starts programs in a folder, as git looks for a repository there; the path where that cannot be told.
  private static func programs(inFolder path: String) -> [String] {
    for ending in ["/.git", "", ".git/.git", ".git"] {
      let folder = path + ending
      var status = stat()
      guard lstat(folder, &status) == 0 else { continue }
      // A link or a file leads elsewhere, and so may a folder above: what is looked at must be what git opens.
      guard status.st_mode & S_IFMT == S_IFDIR, isReal(folder) else { return [path] }
      guard access(folder + "/HEAD", F_OK) == 0 else { continue }
      let names = GitProbe(folder, isGitFolder: true).ownPrograms() ?? ["config"]
      return names.map { "\(folder)/\($0)" }
    }
    // What is not there starts nothing, and git tells that it is not.
    return []
  }

  /// Whether no folder on an absolute path is a link.
  private static func isReal(_ path: String) -> Bool {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return (try? SystemCalls.realPath(path)) == "/" + parts.joined(separator: "/")
  }

  private static let hooks = [
    "commit-msg", "post-checkout", "post-commit", "post-index-change", "post-merge", "post-receive",
    "post-rewrite", "post-update", "pre-auto-gc", "pre-commit", "pre-merge-commit", "pre-push",
    "pre-receive", "prepare-commit-msg", "proc-receive", "push-to-checkout",
    "reference-transaction", "update",
  ]

  /// Whether a setting, as git lists it, starts no program, and has git change nothing outside of the repository.
  static func isHarmless(_ key: String) -> Bool {
    let parts = key.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let section = parts.first, let name = parts.last else { return false }
    if ["alias", "mergetool", "difftool", "advice", "color"].contains(section) { return true }
    // That one is not taken from here.
    if key == "merge.threadjournal.driver" { return true }
    return harmless[String(section)]?.contains(String(name)) ?? false
  }

  private static let harmless: [String: Set<String>] = [
    "core": [
      "repositoryformatversion", "filemode", "bare", "logallrefupdates", "ignorecase", "symlinks",
      "precomposeunicode", "autocrlf", "eol", "safecrlf", "quotepath", "sharedrepository",
      "compression", "worktree", "longpaths", "abbrev", "commentchar", "untrackedcache",
    ],
    "extensions": ["objectformat", "refstorage"],
    "user": ["name", "email", "signingkey", "useconfigonly"], "author": ["name", "email"],
    "committer": ["name", "email"], "commit": ["gpgsign", "cleanup", "verbose", "status"],
    "tag": ["gpgsign"], "gpg": ["format"],
    "remote": ["url", "pushurl", "fetch", "push", "prune", "tagopt", "skipdefaultupdate"],
    "branch": ["remote", "merge", "rebase", "pushremote", "description"],
    "pull": ["rebase", "ff"], "push": ["default", "autosetupremote", "followtags"],
    "fetch": ["prune", "prunetags"], "rebase": ["autostash", "autosquash"],
    "merge": ["name", "conflictstyle", "ff", "log", "renames", "stat", "tool"],
    "diff": ["xfuncname", "algorithm", "renames", "tool"], "init": ["defaultbranch"],
    "submodule": ["url", "active"], "gc": ["auto", "pruneexpire"], "i18n": ["commitencoding"],
    "receive": ["denynonfastforwards", "denydeletes", "denycurrentbranch"], "http": ["postbuffer"],
  ]
}
