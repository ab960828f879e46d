/// The files of a journal, as a walk through its folders found them.
public struct JournalListing: Sendable {
  /// The paths of the threads' files in the journal, in the order of their bytes (F29).
  public internal(set) var files: [String] = []
  /// The paths of the copies that sync tools made of a thread both sides had changed.
  public internal(set) var conflictCopies: [String] = []
  /// The paths of files that would be threads if their names ended in `.md`.
  package internal(set) var likeThreads: [String] = []
  /// What looks like a thread and cannot be one, or could not be listed.
  public internal(set) var problems: [StorageError] = []
  /// The journal's folders, the root as an empty path; of those that links lead to, the link's path.
  package internal(set) var folders: [String] = []
}

extension JournalDirectory {
  /// Finds every thread file, opening none (F29); symbolic links count where they stay inside (F32).
  public func threadFiles() -> JournalListing {
    var walk = JournalWalk(directory: self)
    walk.run()
    return walk.listing
  }

  /// A file of the journal's folders that may have words of a thread: another thread, or none.
  package struct FileBeside: Sendable {
    package let path: String
    package let bytes: [UInt8]
    /// Whether it is named after the thread, as the copies of editors are (`log.md~`, `.log.md.swp`, `#log.md#`), or is
    /// what is left of an export that was killed.
    package let isCopy: Bool
  }

  /// The longest file that may be somebody's notes; others are pictures and the like.
  private static let mostNoteBytes = 1 << 18

  /// What `body` makes of each file in the journal's folders, the threads at `paths` and others among them; hidden
  /// folders, too, as editors and sync tools put copies there, but not those of git and of the journal's own state.
  ///
  /// What is too large, or cannot be read, is none of them. They are read one after another, as a journal may not fit
  /// into memory.
  package func files<Result>(
    beside paths: [String], compactMap body: (FileBeside) -> Result?
  ) -> [Result] {
    let threads = Dictionary(grouping: paths.compactMap { try? JournalPath($0) }, by: \.folder)
    var walk = JournalWalk(directory: self, entersHidden: true)
    walk.run()
    let own = StateFolder.Kind.allCases.map { "\(Self.markerName)/\($0.rawValue)" }
    let folders = Set(walk.listing.folders).subtracting(own).union(threads.keys)
    return folders.sorted().flatMap { place -> [Result] in
      let threads = threads[place] ?? []
      let names = ((try? folder(place).names()) ?? []).sorted()
      return names.compactMap { name in
        let path = place.isEmpty ? name : place + "/" + name
        let isThread = FileNameConvention.isThread(name) && name.utf8.first != .dot
        let isCopy =
          !isThread
          && (StagedFile.isStaging(name) || threads.contains { name.utf8.contains($0.name.utf8) })
        guard let file = try? open(path), let size = try? file.regularStatus().size,
          size <= (isCopy ? Self.mostBytes : Self.mostNoteBytes),
          let bytes = try? file.allBytes(expected: size)
        else { return nil }
        return body(FileBeside(path: root + "/" + path, bytes: bytes, isCopy: isCopy))
      }
    }
  }
}

/// A walk through the journal's folders, without recursion.
private struct JournalWalk {
  let directory: JournalDirectory
  /// Whether it goes into hidden folders; git's it never does.
  var entersHidden = false
  var listing = JournalListing()
  var problems: [(path: [UInt8], error: StorageError)] = []
  var folders: [[UInt8]] = [[]]
  var found: [[UInt8]] = []
  var likeThreads: [[UInt8]] = []
  var links: [[UInt8]] = []
  /// The real paths of what was listed already, so that a link does not list it twice.
  var visited: Set<[UInt8]> = []
  /// Folders that are not among the visited yet: a set is made only where there are links.
  var walked: [[UInt8]] = []

  mutating func run() {
    listFolders()
    // Links come last: what they name may be listed under its own name.
    if !links.isEmpty { visited.formUnion(found) }
    while !links.isEmpty {
      visited.formUnion(walked)
      walked = []
      let waiting = links.sorted { $0.lexicographicallyPrecedes($1) }
      links = []
      for link in waiting { follow(link) }
      listFolders()
    }
    // Folders are listed in no order of their own.
    listing.likeThreads = likeThreads.sorted { $0.lexicographicallyPrecedes($1) }
      .map { String(utf8: $0) }
    listing.problems = problems.sorted { $0.path.lexicographicallyPrecedes($1.path) }.map(\.error)
    for path in found.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      // Every path here was checked to be UTF-8.
      let text = String(utf8: path)
      if FileNameConvention.isConflictCopy(path) {
        listing.conflictCopies.append(text)
      } else {
        listing.files.append(text)
      }
    }
  }

  private mutating func listFolders() {
    while let path = folders.popLast() {
      walked.append(path)
      do throws(StorageError) {
        let text = String(utf8: path)
        let folder = try directory.folder(text)
        listing.folders.append(text)
        try folder.forEachName { name, kind in add(name, kind, in: path, folder) }
      } catch {
        problems.append((path, error))
      }
    }
  }

  private mutating func add(
    _ name: [UInt8], _ kind: FileKind, in parent: [UInt8], _ folder: OpenFolder
  ) {
    let isHidden = name.first == .dot
    guard !isHidden || entersHidden && kind == .folder && name != Array(".git".utf8) else { return }
    let isThread = !isHidden && FileNameConvention.isThreadName(name)
    let isLikeThread = !isThread && !isHidden && FileNameConvention.isLikeThreadName(name)
    guard isThread || isLikeThread || kind != .regular else { return }
    let path = parent.isEmpty ? name : parent + [UInt8(ascii: "/")] + name
    guard let text = String(validating: path, as: UTF8.self) else {
      let shown = String(utf8: path)
      if isThread || kind == .folder { problems.append((path, .unrepresentableName(path: shown))) }
      return
    }
    var kind = kind
    if kind == .unknown {
      let shortName = String(utf8: name)
      kind = (try? folder.status(of: shortName))?.kind ?? .unknown
    }
    switch kind {
    case .regular where isLikeThread: likeThreads.append(path)
    case .regular: if isThread { found.append(path) }
    case .symbolicLink: links.append(path)
    case .folder where !FileNameConvention.endsLikeThread(name): folders.append(path)
    default:
      if isThread { problems.append((path, .notRegularFile(path: text, kind: kind))) }
    }
  }

  private mutating func follow(_ link: [UInt8]) {
    let text = String(utf8: link)
    let isThread = FileNameConvention.isThreadName(link)
    do throws(StorageError) {
      let real = try JournalPath(directory.realPath(of: text))
      guard let kind = try directory.folder(real.folder).status(of: real.name)?.kind else {
        throw .missing(path: text)
      }
      let path = Array(real.text.utf8)
      if kind == .folder {
        // A folder that holds the link itself would be walked for ever.
        guard !link.starts(with: path + [UInt8(ascii: "/")]) else {
          throw .symbolicLinkLoop(path: text)
        }
        guard !path.starts(with: JournalDirectory.markerName.utf8) else { return }
        if visited.insert(path).inserted { folders.append(link) }
      } else if isThread {
        guard kind == .regular else { throw .notRegularFile(path: text, kind: kind) }
        if visited.insert(path).inserted { found.append(link) }
      }
    } catch {
      switch error {
      case .symbolicLinkLoop, .leavesJournal: problems.append((link, error))
      // A link to the journal's own folder is a loop, too.
      case .invalidName: problems.append((link, .symbolicLinkLoop(path: text)))
      // A link to nowhere that is no thread's is the writer's own affair.
      default: if isThread { problems.append((link, error)) }
      }
    }
  }
}
