import ThreadJournal
import ThreadStorage

/// What the last commit has, and a merge that waits to be finished.
extension GitProbe {
  /// A thread's file as a commit has it.
  private struct CommittedFile {
    let object: String
    let size: Int
  }

  /// The last commit, with what it has of threads that are not so now, or are gone; nil where there is none, or it has
  /// all of them so.
  ///
  /// While a merge waits, it is what that made of both sides without anybody's decision.
  ///
  /// Three runs of git for all of them, in which no filter that the repository names could start.
  func lastCommit(besides sizes: [String: Int]) -> LastCommit? {
    guard isInRepository, let head = threads(in: "HEAD") else { return nil }
    var (wanted, ours) = (head, [String: [UInt8]]())
    var joined: [String: (base: CommittedFile?, theirs: CommittedFile)] = [:]
    if isMerging {
      guard let theirs = threads(in: "MERGE_HEAD") else { return nil }
      let base = output(of: ["merge-base", "HEAD", "MERGE_HEAD"])
        .flatMap { threads(in: String(utf8: $0.prefix { $0 != .lineFeed })) }
      for path in Set(head.keys).union(theirs.keys) {
        let (own, other) = (head[path]?.object, theirs[path])
        let old = base?[path]
        if own == other?.object || other?.object == old?.object { continue }
        // What both changed is joined; what one of them took out there is not expected.
        if own != old?.object {
          if own != nil, let other { joined[path] = (old, other) } else { wanted[path] = nil }
        } else {
          (wanted[path], ours[path]) = (other, [])
        }
      }
    }
    let alone = wanted.filter { joined[$0.key] == nil }
    let unchanged = unchanged(alone.filter { $0.value.size == sizes[$0.key] })
    var rest = JournalDirectory.mostBytes
    func hasRoom(_ files: [CommittedFile?]) -> Bool {
      let size = files.reduce(0) { $0 + ($1?.size ?? 0) }
      if size > rest { return false }
      rest -= size
      return true
    }
    let changed = alone.filter { !unchanged.contains($0.key) && hasRoom([$0.value]) }
    joined = joined.filter { hasRoom([$1.base, $1.theirs, head[$0]]) }
    let objects = Set(
      changed.values.map(\.object)
        + joined.flatMap { [$1.base, $1.theirs, head[$0]].compactMap(\.?.object) })
    if objects.isEmpty {
      return isMerging ? LastCommit(files: [:], unchanged: unchanged, ours: ours) : nil
    }
    guard let contents = contents(of: objects) else { return nil }
    var files = changed.compactMapValues { contents[$0.object] }
    for (path, side) in joined {
      guard let own = head[path].flatMap({ contents[$0.object] }),
        let other = contents[side.theirs.object]
      else { continue }
      let base = side.base.flatMap { contents[$0.object] } ?? []
      files[path] = ThreadMerge.agreed(base: base, ours: own, theirs: other)
      ours[path] = own
    }
    return LastCommit(files: files, unchanged: unchanged, ours: ours)
  }

  /// The files of a commit that may be threads, by their paths; nil where there is no such commit.
  private func threads(in commit: String) -> [String: CommittedFile]? {
    guard let list = output(of: ["ls-tree", "-r", "-l", "-z", commit]) else { return nil }
    var files: [String: CommittedFile] = [:]
    for line in list.split(separator: 0) {
      guard let tab = line.firstIndex(of: .tab),
        let path = String(validating: line[(tab + 1)...], as: UTF8.self),
        GitRepository.mayBeThread(path)
      else { continue }
      // `MODE KIND OBJECT SIZE`; other modes are links.
      let words = String(utf8: line[..<tab]).split(separator: " ")
      guard words.count == 4, words[0].hasPrefix("100"), let size = Int(words[3]) else { continue }
      files[path] = CommittedFile(object: String(words[2]), size: size)
    }
    return files
  }

  private func contents(of objects: Set<String>) -> [String: [UInt8]]? {
    let names = objects.sorted()
    let input = Array(names.map { $0 + "\n" }.joined().utf8)
    let output = output(
      of: ["cat-file", "--batch"], reading: input, limit: .seconds(60), mostBytes: .max)
    return output.map {
      Dictionary(
        zip(names, GitRepository.objects(in: $0)), uniquingKeysWith: { first, _ in first })
    }
  }

  /// The paths of those files of the journal that are these objects: at one size, a digit may be another.
  private func unchanged(_ files: [String: CommittedFile]) -> Set<String> {
    let files = Array(files)
    let input = Array(files.map { "\(root)/\($0.key)\n" }.joined().utf8)
    let names = output(
      of: ["hash-object", "--no-filters", "--stdin-paths"], reading: input, limit: .seconds(60))
    let objects = (names ?? []).split(separator: .lineFeed).map { String(utf8: $0) }
    return Set(zip(files, objects).filter { $0.value.object == $1 }.map(\.0.key))
  }
}
