#if DEBUG
  import ThreadJournal
  import ThreadStorage

  /// Programs that do it wrong, each in one way that the project once had or must not have: the simulation must find all.
  public enum Control: String, CaseIterable, Sendable {
    /// A fix that looks without the lock, and mends under it what it saw before: a moved entry gets another id.
    case staleFixOfMove
    /// The same: a purged entry comes back.
    case staleFixOfPurge
    /// The same: a restored entry is deleted again.
    case staleFixOfRestore
    /// Takes away, without the lock, the record that another is about to rename.
    case removesNewRecords
    /// Removes an entry and cannot record it: then it counts as lost, and a fix brings it back.
    case unrecordedPurge
    /// Reads, and renames a new file over whatever is there by then.
    case naiveRewrite
    /// Moves an entry by changing one file after the other, without a record.
    case naiveMove

    /// What the other actors do, one of these; `new` is an id that no entry has.
    func companions(new: String) -> [Operation.Kind] {
      switch self {
      case .staleFixOfMove: [.move("bbbb", thread: 1), .add(new, thread: 0)]
      case .staleFixOfPurge: [.purge("cccc"), .delete("aaaa"), .purge("cccc")]
      case .staleFixOfRestore: [.restore("cccc"), .delete("aaaa"), .restore("aaaa")]
      case .removesNewRecords: [.edit("aaaa"), .move("bbbb", thread: 1), .tag("dddd")]
      case .unrecordedPurge: [.tag("cccc"), .edit("cccc"), .fix, .check]
      case .naiveRewrite: [.add(new, thread: 0), .edit("aaaa")]
      case .naiveMove: [.check, .edit("aaaa"), .fix]
      }
    }

    /// What it counts as, once it is done.
    var kind: Operation.Kind {
      switch self {
      case .unrecordedPurge: .purge("cccc")
      case .naiveRewrite: .add("control", thread: 0)
      case .naiveMove: .move("bbbb", thread: 1)
      default: .fix
      }
    }

    func run(in world: World, _ actor: SimulatedActor) throws {
      let journal = try world.journal(at: 80)
      switch self {
      case .staleFixOfMove, .staleFixOfRestore: try fix(journal)
      case .staleFixOfPurge: try putBack(journal, world)
      case .removesNewRecords:
        let folder = world.root + "/.threadjournal/changes"
        for _ in 0..<30 {
          _ = actor.failure(of: .remove, folder)
          for name in Folder.names(in: folder) where name.hasSuffix(".new") {
            Folder.rename("\(folder)/\(name)", "\(folder)/gone~")
          }
        }
      case .unrecordedPurge:
        try journal.directory.withLock { writer in
          try writer.rewrite("a.md") { Self.without("cccc", $0) }
        }
      case .naiveRewrite:
        let path = world.root + "/a.md"
        _ = actor.failure(of: .read, path)
        let text = (Folder.text(path) ?? "") + "\n## 2026-03-21 08:00 {#control}\n\nword80\n"
        _ = actor.failure(of: .write, path)
        Folder.write(Array(text.utf8), path + ".tmp")
        _ = actor.failure(of: .rename, path)
        Folder.rename(path + ".tmp", path)
      case .naiveMove:
        try journal.directory.withLock { writer in
          var moved: [UInt8] = []
          try writer.rewrite("a.md") { bytes in
            let rest = Self.without("bbbb", bytes)
            moved = Array("\n## 2026-03-02 08:00:00+00:00 {#bbbb}\n\nword-bbbb\n".utf8)
            return rest
          }
          actor.kill = 1
          try writer.rewrite("b.md") { $0 + moved }
        }
      }
    }

    /// The entries but one.
    private static func without(_ id: String, _ bytes: [UInt8]) -> [UInt8] {
      let document = ThreadDocument(bytes)
      guard let slice = document.entries.first(where: { document.id(of: $0)?.description == id })
      else { return bytes }
      return bytes.applying([Splice(slice.region, [])])
    }

    /// Takes for lost what stood in the thread at a first look and is not there at a second, and puts it back.
    private func putBack(_ journal: Journal, _ world: World) throws {
      func entries() throws -> [String: [UInt8]] {
        let document = try journal.document(at: "a.md")
        var blocks: [String: [UInt8]] = [:]
        for slice in document.entries {
          if let id = document.id(of: slice) {
            blocks[id.description] = document.block(of: slice, lineEnding: .lineFeed)
          }
        }
        return blocks
      }
      let before = try entries()
      for _ in 0..<10 { _ = journal.check() }
      let after = try entries()
      try journal.directory.withLock { writer in
        for (id, block) in before where after[id] == nil {
          try writer.rewrite("a.md") { $0 + [10] + block }
        }
      }
    }

    /// Mends by what was seen before the lock was taken.
    private func fix(_ journal: Journal) throws {
      let seen = journal.check().problems
      try journal.directory.withLock { writer in
        for problem in seen {
          switch problem.kind {
          case .duplicateIDElsewhere(let id, _, _):
            try writer.rewrite(problem.path) { bytes in
              Array(
                String(decoding: bytes, as: UTF8.self).replacing("{#\(id)", with: "{#zzzz").utf8)
            }
          case .lostEntry(let lost) where lost.overwritingBlock == nil:
            try writer.rewrite(lost.path) { $0 + [10] + lost.block }
          case .lostEntry(let lost):
            try writer.rewrite(lost.path) {
              Self.without(lost.id.description, $0) + [10] + lost.block
            }
          default: break
          }
        }
      }
    }
  }
#endif
