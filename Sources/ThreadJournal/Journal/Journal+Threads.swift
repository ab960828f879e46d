import ThreadStorage

extension Journal {
  package enum Scope: Sendable {
    case live
    case deleted
    case all

    package func includes(isDeleted: Bool) -> Bool {
      switch self {
      case .live: !isDeleted
      case .deleted: isDeleted
      case .all: true
      }
    }
  }

  /// All threads in `scope`, by path, and what is wrong with files that could not be read.
  package func summaries(
    _ scope: Scope = .live
  ) -> (threads: [ThreadSummary], problems: [FileProblem]) {
    let listing = directory.threadFiles()
    let zone = zone
    let (threads, problems) = read(listing.files) { path, bytes in
      ThreadSummary(path: path, bytes: bytes, zone: zone)
    }
    return (
      threads.filter { scope.includes(isDeleted: $0.header.deletion != nil) },
      listing.problems.map { .storage($0) } + problems
    )
  }

  /// What the threads among these files are called, and the fields that they define; what cannot be read is left out.
  package func definitions(of paths: [String]) -> [ThreadHead] {
    read(paths) { ThreadHead(path: $0, $1) }.found
  }

  /// What `body` makes of each file, on all processors, and what is wrong with those that could not be read.
  func read<Output: Sendable>(
    _ paths: [String],
    _ body: @escaping @Sendable (_ path: String, borrowing Span<UInt8>) -> Output?
  ) -> (found: [Output], problems: [FileProblem]) {
    var found: [Output] = []
    let problems = read(paths) {
    } work: { _, path, bytes in
      body(path, bytes.span)
    } deliver: {
      if let output = $0 { found.append(output) }
      return true
    }
    return (found, problems)
  }

  /// Gives what `work` makes of each file, on all processors, to `deliver`, which ends it with false.
  ///
  /// - Parameter makeState: What each processor keeps from file to file.
  func read<State, Output: Sendable, Failure: Error>(
    _ paths: [String], makeState: @escaping @Sendable () -> State,
    work: @escaping @Sendable (inout State, String, [UInt8]) -> Output,
    deliver: (Output) throws(Failure) -> Bool
  ) throws(Failure) -> [FileProblem] {
    var problems: [FileProblem] = []
    try directory.readInParallel(
      paths, makeState: makeState,
      work: { state, path, bytes -> (output: Output, conflict: ClosedRange<Int>?) in
        guard !bytes.span.isUTF16 else { throw FileProblem.utf16(path: path) }
        // Of an absorbed copy, a contradiction stands there without any merge of git's.
        let conflict = ConflictMarkers.firstBlock(in: bytes)
        return (work(&state, path, bytes), conflict)
      },
      deliver: { (index, result) throws(Failure) in
        switch result {
        case .failure(let error): problems.append(FileProblem(error))
        case .success(let file):
          if let lines = file.conflict {
            problems.append(.conflictMarkers(path: paths[index], lines: lines))
          }
          return try deliver(file.output)
        }
        return true
      })
    return problems
  }

  /// How much of a name is enough; each takes what those before it take, too.
  package enum Naming: Int, Sendable {
    /// A path, a file name, a title or an id.
    case wholeName
    case beginning
    case word
  }

  /// The thread that `name` names: by path, file name, title or id, a unique beginning of one, or a word of its title.
  ///
  /// An exact path wins over a file name, that over a title, that over an id, and all of them over a beginning; so a
  /// thread named by its path is found without looking at any other, unless a numbered file beside it may have that
  /// name as its title, which is ambiguous then. A path with `.md` or a folder is exact, and may begin at the working
  /// directory, too, or at the root.
  ///
  /// - Throws: `JournalError` where there is none, or several, or it is not in `scope`.
  package func thread(
    named name: String, _ scope: Scope = .live, by naming: Naming = .word
  ) throws -> ThreadHeader {
    let atPath = try threadAtPath(name) ?? threadHere(name)
    if let atPath {
      if name.hasSuffix(".md"), let other = try? threadHere(name), other.path != atPath.path {
        throw JournalError.ambiguousThread(name: name, candidates: [atPath, other])
      }
      if !hasNamesake(atPath, of: name) { return try checked(atPath, scope, name) }
    }
    let paths = directory.threadFiles().files
    let named = paths.filter { ThreadHeader.fileName(of: $0) == name }
    let byFile = try atPath.map { [$0] } ?? named.compactMap { try header(at: $0) }
    if !byFile.isEmpty, !byFile.contains(where: { hasNamesake($0, of: name) }) {
      return try only(byFile, name, scope)
    }
    let headers = paths.compactMap { try? header(at: $0) }
    let key = FieldName.key(name)
    if !byFile.isEmpty {
      let byTitle = headers.filter { header in
        FieldName.key(header.title) == key && !byFile.contains { $0.isSameThread(as: header) }
      }
      return try only(byFile + byTitle, name, scope)
    }
    for tier: (ThreadHeader) -> Bool in [
      { FieldName.key($0.title) == key }, { $0.id.map { FieldName.key($0) } == key },
      {
        naming != .wholeName && !key.isEmpty
          && $0.names.contains { FieldName.key($0).hasPrefix(key) }
      },
    ] {
      let matches = headers.filter(tier)
      if !matches.isEmpty { return try only(matches, name, scope) }
    }
    let matches = naming == .word ? headers.filter { $0.hasTitleWord(key) } : []
    guard !matches.isEmpty else { throw unknownThread(name, among: headers, scope) }
    let match = try only(matches, name, scope)
    notices.addGuess(name, match)
    return match
  }

  /// The names of threads that are near to `name`, where none is called so.
  package func namesOfThreads(
    near name: String, _ scope: Scope = .live, by naming: Naming = .word
  ) -> [String] {
    do { _ = try thread(named: name, scope, by: naming) } catch {
      if case JournalError.unknownThread(_, let nearest) = error { return nearest }
    }
    return []
  }

  /// The live thread of which `name` and the first of `words` behind it are the title or file name, and how many.
  ///
  /// Of several the longest; `name` may be cut short where one thread alone is meant. Nil where there is none, or `name`
  /// is a thread's path with its suffix. What is a path without it is looked for in the files of names that begin so:
  /// others need not be read.
  package func thread(
    named name: String, and words: [String]
  ) -> (header: ThreadHeader, count: Int)? {
    guard !name.hasSuffix(".md") else { return nil }
    var threads: [String: ThreadHeader] = [:]
    var paths = directory.threadFiles().files
    if (try? threadAtPath(name)) ?? nil != nil {
      let key = FieldName.key(name)
      paths.removeAll { !FieldName.key(ThreadHeader.fileName(of: $0)).hasPrefix(key) }
    }
    for path in paths {
      guard let found = try? header(at: path), found.deletion == nil else { continue }
      threads[FieldName.key(ThreadHeader.fileName(of: path))] = found
      threads[FieldName.key(found.title)] = found
    }
    let longest = threads.keys.map(\.utf8.count).max() ?? 0
    var found: (ThreadHeader, Int)?
    var key = FieldName.key(name)
    for (index, word) in words.enumerated() {
      key += " " + FieldName.key(word)
      // Letters may get longer or shorter with their case.
      guard key.utf8.count <= 2 * longest else { break }
      if let header = threads[key] { found = (header, index + 1) }
    }
    let first = FieldName.key(name)
    guard found == nil, threads[first] == nil, first.utf8.count > 2 else { return found }
    // `morn pages`: the first word of a title may be cut short, as where it names a thread alone.
    let typed = words.map { FieldName.key($0) }
    let cut = threads.compactMap { title, header -> (ThreadHeader, Int)? in
      let parts = title.split(separator: " ").map(String.init)
      let isMeant =
        parts.count > 1 && parts[0].hasPrefix(first) && typed.starts(with: parts.dropFirst())
      return isMeant ? (header, parts.count - 1) : nil
    }
    guard cut.count == 1 else { return nil }
    let (header, count) = cut[0]
    return (header, count)
  }

  /// The thread as it is now, wherever its file went since `header` was read; to be asked under the lock.
  ///
  /// A path alone does not tell: another tj may have renamed the file meanwhile, and made another thread of its name.
  /// Of a thread without an id it is all there is.
  package func current(_ header: ThreadHeader) throws -> ThreadHeader {
    do {
      if let found = try self.header(at: header.path),
        found.id == header.id || PlantedFault.trustsPaths.isPlanted
      {
        return found
      }
    } catch StorageError.missing {}
    guard let id = header.id else { throw StorageError.missing(path: header.path) }
    let found = directory.threadFiles().files.compactMap { try? self.header(at: $0) }
      .filter { $0.id == id }
    guard found.count == 1 else { throw StorageError.missing(path: header.path) }
    return found[0]
  }

  /// The same of a thread that is written to.
  ///
  /// - Throws: `JournalError.threadIsDeleted` where it is deleted by now: the next purge would take what is written.
  func currentLive(_ header: ThreadHeader) throws -> ThreadHeader {
    let now = try current(header)
    guard now.deletion == nil else { throw JournalError.threadIsDeleted(now) }
    return now
  }

  /// The thread whose file is exactly at `name`, with or without `.md`; nil where there is none.
  private func threadAtPath(_ name: String) throws -> ThreadHeader? {
    let path = ThreadHeader.withoutSuffix(name) + ".md"
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.allSatisfy({ $0.first.map { $0 != UInt8(ascii: ".") } ?? false }),
      !path.utf8.contains(0), parts.last?.count ?? 0 <= 255
    else { return nil }
    do {
      guard let header = try header(at: path) else { throw JournalError.notAThread(path: path) }
      return header
    } catch StorageError.missing {
      return nil
    }
  }

  /// Whether a thread beside this one may have its file's name as title: its own file got a number then.
  private func hasNamesake(_ header: ThreadHeader, of name: String) -> Bool {
    !name.hasSuffix(".md") && !name.utf8.contains(UInt8(ascii: "/"))
      && (try? directory.hasFile(at: "\(ThreadHeader.withoutSuffix(header.path))-2.md")) == true
  }

  /// The live thread whose file is exactly at `path`; nil where there is none.
  package func thread(at path: String) throws -> ThreadHeader? {
    try threadAtPath(path).map { try checked($0, .live) }
  }

  /// The thread of which `name` is the path from the working directory, or from the root; nil where there is none.
  private func threadHere(_ name: String) throws -> ThreadHeader? {
    guard let workingDirectory, name.hasSuffix(".md") || name.utf8.contains(UInt8(ascii: "/")),
      let path = directory.relativePath(
        ofFileAt: name.utf8.starts(with: "/".utf8) ? name : "\(workingDirectory)/\(name)")
    else { return nil }
    return try threadAtPath(path)
  }

  /// The one live thread among `matches`, or the one deleted thread, as `scope` asks.
  private func only(
    _ matches: [ThreadHeader], _ name: String, _ scope: Scope
  ) throws -> ThreadHeader {
    // Where live and deleted ones are meant, a live one wins over deleted ones of the same name.
    let first: Journal.Scope = scope == .all ? .live : scope
    let inScope = matches.filter { first.includes(isDeleted: $0.deletion != nil) }
    let candidates = inScope.isEmpty ? matches : inScope
    guard candidates.count == 1 else {
      throw JournalError.ambiguousThread(name: name, candidates: candidates)
    }
    return try checked(candidates[0], scope, name)
  }

  private func checked(
    _ header: ThreadHeader, _ scope: Scope, _ name: String = ""
  ) throws -> ThreadHeader {
    if scope.includes(isDeleted: header.deletion != nil) { return header }
    guard scope == .live else { throw JournalError.threadIsNotDeleted(header) }
    // The name may be the beginning of another one's.
    let key = FieldName.key(name)
    let living =
      key.isEmpty
      ? []
      : directory.threadFiles().files.compactMap {
        try? self.header(at: $0)
      }.filter { other in
        other.deletion == nil && other.names.contains { FieldName.key($0).hasPrefix(key) }
      }
    throw JournalError.threadIsDeleted(header, living: living.count == 1 ? living[0] : nil)
  }

  private func unknownThread(
    _ name: String, among headers: [ThreadHeader], _ scope: Scope
  ) -> JournalError {
    var names: [String] = []
    for header in headers where (header.deletion != nil) == (scope == .deleted) {
      names.append(header.title)
      // A file that is named after its title is not another name.
      let fileName = ThreadHeader.fileName(of: header.path)
      let ownName = JournalFileName.fileName(forTitle: header.title) { _ in false }
      if fileName + ".md" != ownName, FieldName.key(fileName) != FieldName.key(header.title) {
        names.append(fileName)
      }
    }
    let nearest = Set(names).nearest(to: name)
    return .unknownThread(
      name: name,
      nearest: nearest.isEmpty ? Set(names).nearest(to: ThreadHeader.fileName(of: name)) : nearest)
  }

  /// The header of the file at `path`, of which only the beginning is read; nil where it is no thread (F23).
  package func header(at path: String) throws -> ThreadHeader? {
    try readBeginning(of: path) { bytes, isWhole -> ThreadHeader?? in
      guard !bytes.isUTF16 else { throw JournalError.utf16(path: path) }
      let layout = FileLayout(bytes)
      if layout.isUnterminated, !isWhole { return nil }
      var search = HeadingSearch(in: layout.bodyStart..<bytes.count)
      while let line = search.next(in: bytes) {
        guard EntryHeading.isHeading(bytes, line: line.text), isWhole || line.next < bytes.count
        else { continue }
        return layout.head(path: path, bytes: bytes, upTo: line.text.lowerBound).header
      }
      guard layout.frontMatter != nil || !isWhole else { return .some(nil) }
      let header = layout.head(path: path, bytes: bytes, upTo: bytes.count).header
      if isWhole { return header }
      // Without a title in the front matter, the preamble has to be read to its end.
      let isKnown = layout.frontMatter != nil && layout.bodyStart < bytes.count
      return isKnown && header.hasOwnTitle ? header : nil
    }
  }

  /// What stands before the entries of the thread at `path`; it reads no more than the file's beginning.
  package func head(at path: String) throws -> ThreadHead? {
    try readBeginning(of: path) { bytes, isWhole -> ThreadHead?? in
      guard !bytes.isUTF16 else { throw JournalError.utf16(path: path) }
      let head = ThreadHead(path: path, bytes)
      if isWhole { return .some(head) }
      // The line of the first heading may go on behind what was read.
      guard let head, head.hasEntries,
        ByteSearch.firstIndex(of: .lineFeed, in: bytes, head.bytes.count..<bytes.count) != nil
      else { return nil }
      return head
    }
  }

  /// The fields that the thread at `path` defines; it reads the file's beginning only.
  package func schema(at path: String) throws -> FieldSchema {
    try readBeginning(of: path) { bytes, isWhole in
      let layout = FileLayout(bytes)
      return layout.isUnterminated && !isWhole ? nil : layout.schema(in: bytes)
    }
  }

  /// What `body` makes of the file's beginning, of which it is given more as long as it returns nil.
  private func readBeginning<Result>(
    of path: String, _ body: (Span<UInt8>, _ isWhole: Bool) throws -> Result?
  ) throws -> Result {
    let reader = FileReader(directory)
    var limit = 16_384
    while true {
      let bytes = try reader.read(path, upTo: limit)
      if let result = try body(bytes.span, bytes.count < limit) { return result }
      limit *= 16
    }
  }
}

extension FileProblem {
  /// The problem that `error`, thrown while one file was read, stands for.
  package init(_ error: any Error) {
    switch error {
    case let problem as FileProblem: self = problem
    case let error as StorageError: self = .storage(error)
    case JournalError.utf16(let path): self = .utf16(path: path)
    default: self = .storage(.damaged(path: "\(error)"))
    }
  }
}
