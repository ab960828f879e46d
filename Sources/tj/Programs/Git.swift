import ThreadJournal
import ThreadStorage

/// Questions to git about a journal's repository; without git, or a repository, nothing is known.
///
/// A journal may come from a stranger, and with it the configuration of its repository, which can name programs for
/// almost everything that git does. So git is only asked to look, and nothing of that configuration that would start a
/// program counts: no text conversion, external diff, file-system monitor, hook, pager, signing program, credential
/// helper, nor a transport for objects that are missing here.
final class GitProbe {
  /// How long git may take for an answer; configuration can name files that never end.
  private static let limit = Duration.seconds(5)
  private static let mostBytes = 1 << 24
  private static let day: Int64 = 86_400

  private static let options = [
    "--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c",
    "core.hooksPath=/dev/null", "-c", "log.showSignature=false", "-c", "credential.helper=", "-c",
    "protocol.allow=never", "-c", "core.attributesFile=/dev/null", "-c", "mailmap.file=/dev/null",
  ]

  /// Variables that would have git look at another repository than the journal's, or write elsewhere.
  static let foreign = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_PREFIX", "GIT_EXTERNAL_DIFF",
    "GIT_CONFIG", "GIT_SHALLOW_FILE", "GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS",
  ]

  /// git at `root`, in an environment that keeps it from asking, fetching and writing.
  func program(_ words: [String]) -> ChildProcess {
    var program = ChildProcess(["git"] + Self.options + ["-C", root] + gitFolder + words)
    program.variables = [
      "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=", "GIT_OPTIONAL_LOCKS=0",
    ]
    program.withoutVariables = Self.foreign
    return program
  }

  let root: String
  private let gitFolder: [String]
  /// Whether git did not answer in time once; then it is not asked again.
  private var isSilent = false
  /// Whether there was no git to ask.
  private(set) var isMissing = false
  private var known: [LostEntry: Bool] = [:]

  /// - Parameter isGitFolder: Whether `root` is what git keeps of a repository, and not a folder that has one.
  init(_ root: String, isGitFolder: Bool = false) {
    self.root = root
    gitFolder = isGitFolder ? ["--git-dir=."] : []
  }

  /// Whether git knows a file of the journal at this path.
  func tracks(_ path: String) -> Bool {
    isInRepository
      && output(of: ["ls-files", "-z", "--", ":(literal)\(path)"]).map { !$0.isEmpty } ?? false
  }

  /// Those of `lost` that a commit has; the commits are read once for all of them, the newest first, until each is met.
  func committed(_ lost: [LostEntry]) -> Set<LostEntry> {
    let asked = lost.filter { known[$0] == nil }
    var waiting = Dictionary(grouping: asked.map { (entry: $0, mark: $0.mark) }) {
      $0.entry.id?.description ?? ""
    }
    for entry in asked { known[entry] = false }
    func written(_ entry: LostEntry) -> Int64? {
      entry.written?.instant(in: .utc).secondsSinceEpoch
    }
    // No commit has what was written after it; clocks may differ by a day. Of 1970, git would list none.
    let times = asked.map { written($0) ?? 0 }
    let since = (times.min() ?? 0) - Self.day
    let words =
      [
        "log", "--all", "-m", "-p", "-U0", "--text", "--no-renames", "--no-color", "--format=",
        "--no-textconv", "--no-ext-diff", "--no-show-signature", "--submodule=short",
      ] + (since > 0 ? ["--since=@\(since)"] : []) + ["--", ":(icase)*.md"]
    guard !asked.isEmpty, isInRepository else { return Set(lost.filter { known[$0] == true }) }
    let answer = output(of: words, limit: .seconds(30)) { bytes in
      let end = bytes.lastIndex(of: .lineFeed) ?? 0
      for line in bytes[..<end].split(separator: .lineFeed) {
        for offset in line.indices where line[offset] == .hash {
          let id = String(utf8: line[(offset + 1)...].prefix(while: Byte.isNameByte))
          let met = waiting[id]?.filter { Array(line).firstOffset(of: $0.mark) != nil } ?? []
          for (entry, mark) in met {
            known[entry] = true
            waiting[id]?.removeAll { $0.mark == mark }
          }
          if waiting[id]?.isEmpty == true { waiting[id] = nil }
        }
      }
      bytes.removeSubrange(..<end)
      // A line as long as this is of no thread that people write.
      if bytes.count > 1 << 20 { bytes = [] }
      return waiting.isEmpty
    }
    // What was not met in time may be there; but the commits of the last day were read first.
    if answer == nil, isSilent {
      let now = Int64(time(nil))
      for (entry, _) in waiting.values.joined() where now - (written(entry) ?? 0) > Self.day {
        known[entry] = true
      }
    }
    return Set(lost.filter { known[$0] == true })
  }

  /// The files below `.threadjournal/` that git tracks, relative to it; nil where it cannot tell.
  func trackedState() -> Set<String>? {
    guard isInRepository else { return [] }
    let marker = JournalDirectory.markerName
    guard let names = output(of: ["ls-files", "-z", "--", ":(icase)\(marker)"]) else {
      // Where there is no git, nobody cloned.
      return isMissing ? [] : nil
    }
    guard names.count < Self.mostBytes else { return nil }
    // Where upper and lower case are one, git may have brought it as `.ThreadJournal/`; state has lower-case names.
    return Set(
      names.split(separator: 0).map {
        String(String(utf8: $0).lowercased().dropFirst(marker.count + 1))
      })
  }

  /// The versions of files that git left in conflict, in the order of their paths: 1 for the base, 2 for ours, 3 for theirs.
  func stages(_ paths: [String]) -> [(number: Int, object: String, path: String)] {
    guard isInRepository, let lines = output(of: ["ls-files", "-u", "-z", "--"] + paths) else {
      return []
    }
    return lines.split(separator: 0).compactMap { line in
      guard let tab = line.firstIndex(of: .tab),
        let path = String(validating: line[(tab + 1)...], as: UTF8.self)
      else { return nil }
      let words = String(utf8: line[..<tab]).split(separator: " ")
      guard words.count == 3, let number = Int(words[2]) else { return nil }
      return (number, String(words[1]), path)
    }
  }

  /// The versions of a file that git left in conflict; each nil where git has none.
  func versions(of path: String) -> (base: [UInt8]?, ours: [UInt8]?, theirs: [UInt8]?) {
    var versions: [Int: [UInt8]] = [:]
    for stage in stages([":(literal)\(path)"]) {
      versions[stage.number] = content(of: stage.object)
    }
    return (versions[1], versions[2], versions[3])
  }

  /// The bytes of an object; nil where git does not have it, or it is too large for a thread.
  func content(of object: String) -> [UInt8]? {
    let limit = JournalDirectory.mostBytes
    let command = BackgroundCommand(
      program(["cat-file", "blob", object]), limit: .seconds(60), mostBytes: limit)
    guard case .finished(0, let bytes)? = command?.finish(), bytes.count < limit else { return nil }
    return bytes
  }

  /// Whether there is something, of whatever kind, where a repository of the journal's own would be.
  var hasRepositoryName: Bool { FileStatus(ofFileAt: root + "/.git") != nil }

  /// Whether the repository's settings are a file of its own, in a `.git` of the journal's folder or one around it.
  var hasSettingsInside: Bool {
    guard let answer = output(of: ["rev-parse", "--git-common-dir"]) else { return false }
    let path = String(utf8: answer.prefix { $0 != .lineFeed })
    var facts = stat()
    guard let folder = try? SystemCalls.realPath(path.hasPrefix("/") ? path : root + "/" + path),
      let journal = try? SystemCalls.realPath(root), folder.hasSuffix("/.git"),
      (journal + "/").hasPrefix(folder.dropLast(".git".count)),
      lstat(folder + "/config", &facts) == 0
    else { return false }
    return facts.st_mode & S_IFMT == S_IFREG && facts.st_nlink == 1
  }

  var isInWorkTree: Bool { isInRepository && output(of: ["rev-parse", "--git-dir"]) != nil }

  /// Whether a folder around the journal, or its own, has a repository: most have none, and git need not be asked.
  var isInRepository: Bool { GitRepository.folderWithRepository(around: root) != nil }

  /// The branches of the remotes, where a clone stands on one that has nothing yet.
  func otherBranches() -> [String] {
    guard isInRepository, output(of: ["rev-parse", "--git-dir"]) != nil,
      output(of: ["rev-parse", "--quiet", "--verify", "HEAD"]) == nil,
      let names = output(of: ["for-each-ref", "--format=%(refname:lstrip=3)", "refs/remotes"])
    else { return [] }
    return names.split(separator: .lineFeed).map { String(utf8: $0) }.filter { $0 != "HEAD" }
  }

  var isMerging: Bool {
    GitRepository.mayBeAmidMerge(root)
      && output(of: ["rev-parse", "--quiet", "--verify", "MERGE_HEAD"]) != nil
  }

  func missingDrivers(of directory: JournalDirectory) -> [JournalProblem] {
    let limit = JournalDirectory.mostOwnBytes
    guard let attributes = try? directory.read(".gitattributes", upTo: limit), isInWorkTree else {
      return []
    }
    return JournalProblem.GitDriver.allCases.compactMap { driver -> JournalProblem? in
      let setting = driver == .merge ? "driver" : "xfuncname"
      let key = "\(driver.rawValue).threadjournal.\(setting)"
      let asked = GitProbe.offset(of: "\(driver.rawValue)=threadjournal", in: attributes)
      if asked != nil, output(of: ["config", "--get", key]) != nil { return nil }
      guard let offset = asked ?? GitProbe.offsetOfOldLine(in: attributes) else { return nil }
      return JournalProblem(
        ".gitattributes", .missingDriver(driver),
        at: LineCounter.position(of: offset, in: attributes.span), isFixable: true)
    }
  }

  private static func offset(of attribute: String, in bytes: [UInt8]) -> Int? {
    for line in bytes.split(separator: .lineFeed) where line.first != .hash {
      let words = line.split(whereSeparator: Byte.isBlankLineByte).dropFirst()
      if let word = words.first(where: { $0.elementsEqual(attribute.utf8) }) {
        return word.startIndex
      }
    }
    return nil
  }

  private static func offsetOfOldLine(in bytes: [UInt8]) -> Int? {
    let lines = bytes.split(separator: .lineFeed)
    return lines.first { $0.elementsEqual(oldAttributes.utf8) }.map { $0.startIndex }
  }

  /// What git answers.
  ///
  /// - Parameters:
  ///   - input: What it reads.
  ///   - isEnough: Takes what has been read so far; whether no more is wanted.
  func output(
    of words: [String], reading input: [UInt8] = [], limit: Duration = limit,
    mostBytes: Int = mostBytes, until isEnough: (inout [UInt8]) -> Bool = { _ in false }
  ) -> [UInt8]? {
    guard !isSilent else { return nil }
    let command = BackgroundCommand(
      program(words), limit: limit, mostBytes: mostBytes, input: input)
    isMissing = command == nil
    switch command?.finish(until: isEnough) {
    case .finished(0, let output): return output
    case .timedOut: isSilent = true
    default: break
    }
    return nil
  }
}

extension GitProbe {
  /// The versions of a thread's file in the commits that the journal's present state was made of, the oldest first.
  ///
  /// Each is asked for when it is looked at.
  func versions(ofThread path: String) -> some Sequence<[UInt8]> {
    let words = [
      "log", "--topo-order", "--full-history", "-m", "--raw", "--no-abbrev", "--no-renames",
      "--format=", "-z", "--", ":(literal)\(path)",
    ]
    let output = isInRepository ? output(of: words) ?? [] : []
    // Each is `:MODE MODE OBJECT OBJECT STATUS`, and its path.
    let objects = output.split(separator: 0).compactMap { line -> String? in
      guard line.first == UInt8(ascii: ":") else { return nil }
      let fields = String(utf8: line).split(separator: " ")
      guard fields.count > 3, fields[3].contains(where: { $0 != "0" }) else { return nil }
      return String(fields[3])
    }
    var known: Set<String> = []
    return objects.reversed().filter { known.insert($0).inserted }.lazy.compactMap { [self] in
      content(of: $0)
    }
  }
}
