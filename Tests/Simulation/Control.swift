#if DEBUG
  import TestSupport
  import ThreadJournal
  import ThreadStorage

  /// What is wrong in a simulation that must find it: a fault of the program that is put back, or a naive program among the others.
  package enum Control: Equatable, CaseIterable, Sendable {
    /// All programs have a fault that the project once had.
    case planted(PlantedFault)
    /// Reads, and renames a new file over whatever is there by then.
    case naiveRewrite
    /// Moves an entry by changing one file after the other, without a record.
    case naiveMove

    package static let allCases =
      PlantedFault.allCases.map(Control.planted) + [naiveRewrite, naiveMove]

    /// What it is called on the simulator's command line.
    package var name: String {
      if case .planted(let fault) = self { fault.rawValue } else { "\(self)" }
    }

    /// What the actors do, one of these; `new` is an id that no entry has.
    func companions(new: String) -> [Operation.Kind] {
      switch self {
      case .planted(.fixLooksWithoutLock):
        [.move("bbbb", thread: 1), .restore("cccc"), .fix, .purge("cccc")]
      case .planted(.checkClearsRecords): [.edit("aaaa"), .move("bbbb", thread: 1), .check]
      case .planted(.changesWithoutRecord): [.edit("cccc"), .purge("cccc")]
      case .planted(.recordsNotSynced): [.add(new, thread: 0), .move("bbbb", thread: 1), .undo]
      case .planted(.trustsPaths):
        [.rename(thread: 0, renamesFile: true), .importEntries([new]), .add(new, thread: 0)]
      case .planted(.keepsPurgedWords): [.purge("cccc"), .undo, .tag("dddd")]
      case .planted(.forgetsHalfSaves): [.edit("aaaa"), .tag("bbbb")]
      case .naiveRewrite: [.add(new, thread: 0), .edit("aaaa")]
      case .naiveMove: [.check, .edit("aaaa"), .fix]
      }
    }

    /// What the naive program does, and what it counts as, once it is done; nil where a fault is planted instead.
    var naiveKind: Operation.Kind? {
      switch self {
      case .naiveRewrite: .add("control", thread: 0)
      case .naiveMove: .move("bbbb", thread: 1)
      default: nil
      }
    }

    func run(in world: World, _ actor: SimulatedActor) throws {
      switch self {
      case .naiveRewrite:
        let path = world.root + "/a.md"
        _ = actor.failure(of: .read, path)
        let text = (Folder.text(path) ?? "") + "\n## 2026-03-21 08:00 {#control}\n\nword80\n"
        _ = actor.failure(of: .write, path)
        Folder.write(Array(text.utf8), path + ".tmp")
        _ = actor.failure(of: .rename, path)
        Folder.rename(path + ".tmp", path)
      case .naiveMove:
        try world.journal(at: 80).directory.withLock { writer in
          var moved: [UInt8] = []
          try writer.change("a.md") { bytes in
            let rest = Self.without("bbbb", bytes)
            moved = Array("\n## 2026-03-02 08:00:00+00:00 {#bbbb}\n\nword-bbbb\n".utf8)
            return rest
          }
          actor.kill = 1
          try writer.change("b.md") { $0 + moved }
        }
      default: break
      }
    }

    /// The entries but one.
    private static func without(_ id: String, _ bytes: [UInt8]) -> [UInt8] {
      let document = ThreadDocument(bytes)
      guard let slice = document.entries.first(where: { document.id(of: $0)?.description == id })
      else { return bytes }
      return bytes.applying([Splice(slice.region, [])])
    }
  }
#endif
