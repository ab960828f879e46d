#if DEBUG
  import TestSupport
  import Testing

  @testable import ThreadStorage

  /// Somebody saves the thread just before each system call of a change in turn.
  @Suite struct DiskMeanwhileTests {
    /// How somebody saves: in place, by a rename, or by a removal.
    enum Save: CaseIterable, Sendable {
      case inPlace
      case byRename
      case removal

      func make(_ folder: JournalFolder) {
        let text = (folder.text("a.md") ?? "") + "saved meanwhile\n"
        switch self {
        case .inPlace: folder.write(text, "a.md")
        case .byRename: folder.save(text, "a.md")
        case .removal: folder.remove("a.md")
        }
      }
    }

    private func run(
      _ change: DiskChange, _ save: Save, check: (JournalFolder, (any Error)?, Comment) -> Void
    ) throws {
      let folder = try JournalFolder()
      for number in 0..<200 {
        change.prepare(folder)
        let plan = FaultPlan(.meanwhile { save.make(folder) }, at: number)
        var failure: (any Error)?
        do {
          try Interception.$current.withValue(plan) { try change.make(folder.root) }
        } catch {
          failure = error
        }
        guard plan.happened else {
          #expect(number > 15)
          return
        }
        check(folder, failure, Comment(rawValue: "\(number): \(plan.failedCall ?? "")"))
      }
      Issue.record("no end")
    }

    @Test(
      "both keep their bytes in the thread",
      arguments: [DiskChange.append, .appendThroughLink, .rewrite, .overwriteHardLink],
      [Save.inPlace, .byRename])
    func saving(_ change: DiskChange, _ save: Save) throws {
      var exceptions = 0
      try run(change, save) { folder, error, comment in
        #expect(error == nil, comment)
        let text = folder.text("a.md") ?? ""
        // Overwriting in place cannot see a save between its last look and its first write.
        if change == .overwriteHardLink, text.components("saved meanwhile\n") == 0 {
          exceptions += 1
          return
        }
        #expect(text.contains(DiskChange.old), comment)
        #expect(text.components("saved meanwhile\n") == 1, comment)
        #expect(text.components(DiskChange.block) == 1, comment)
      }
      #expect(exceptions <= 1)
    }

    @Test(
      "where the thread is taken away meanwhile, its bytes or the text are kept",
      arguments: [DiskChange.append, .rewrite])
    func removing(_ change: DiskChange) throws {
      try run(change, .removal) { folder, error, comment in
        let text = (folder.text("a.md") ?? "") + folder.keptText()
        if case TransactionError.unfinished? = error {
          #expect(text.contains(DiskChange.block), comment)
        }
        if error == nil {
          #expect(text.contains(DiskChange.old) || folder.text("a.md") == nil, comment)
        }
        let unfinished = DiskChange.append.brokenNames(folder)
        #expect(unfinished == [], comment)
      }
    }

    @Test("a new file never takes the place of one that came meanwhile")
    func creating() throws {
      let folder = try JournalFolder()
      for number in 0..<100 {
        DiskChange.create.prepare(folder)
        let plan = FaultPlan(.meanwhile { folder.write("theirs", "n.md") }, at: number)
        var failure: StorageError?
        do {
          try Interception.$current.withValue(plan) { try DiskChange.create.make(folder.root) }
        } catch {
          failure = error as? StorageError
        }
        guard plan.happened else { return }
        #expect(folder.text("n.md") == "theirs", "\(number)")
        if let failure { #expect(failure == .exists(path: "n.md"), "\(number)") }
        #expect(folder.allFiles() == ["./n.md"])
      }
    }

    @Test("an editor that had the file open and saves after the exchange is reported")
    func lateWriter() throws {
      let folder = try JournalFolder()
      DiskChange.rewrite.prepare(folder)
      let late = shellWriter(folder.root + "/a.md")
      try DiskChange.rewrite.make(folder.root)
      late("late words\n")
      let notes = try folder.journal().withLock { writer in writer.recovered }
      guard case .savedByOthers(let path)? = notes.first?.outcome else {
        Issue.record("\(notes)")
        return
      }
      #expect(notes.first?.thread == "a.md")
      #expect(shell("cat '\(path)'").contains("late words"))
      #expect(folder.text("a.md") == DiskChange.old + DiskChange.block)
      #expect(try folder.journal().withLock { writer in writer.recovered } == [])
    }

    /// Opens a file now, to be written to later.
    private func shellWriter(_ path: String) -> (String) -> Void {
      let file = try? OpenFolder(at: String(path.dropLast(5))).open("a.md", 1)
      return { try? file?.write(Array($0.utf8), at: 0) }
    }
  }

  extension DiskChange {
    /// Files outside the marker folder that no change makes.
    func brokenNames(_ folder: JournalFolder) -> [String] {
      folder.allFiles().filter { !["./a.md", "./link.md", "./hard.txt"].contains($0) }
    }
  }

  extension String {
    /// How often `other` stands in this text.
    fileprivate func components(_ other: String) -> Int {
      var count = 0
      var rest = Array(utf8)
      let wanted = Array(other.utf8)
      while let offset = rest.firstOffset(of: wanted) {
        count += 1
        rest = Array(rest[(offset + wanted.count)...])
      }
      return count
    }
  }
#endif
