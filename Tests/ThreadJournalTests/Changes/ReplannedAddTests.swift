#if DEBUG
  import Synchronization
  import TestSupport
  import Testing
  import ThreadStorage

  @testable import ThreadJournal

  /// An entry with an earlier time, while somebody saves what the thread was for the moment of the exchange.
  @Suite struct ReplannedAddTests {
    /// Saves by an editor before the first exchange, a look before it is taken back, and a save after that.
    private func plan(_ folder: JournalFolder, replacing words: String, by others: String)
      -> FaultPlan
    {
      let exchanges = Mutex(0)
      let seen = Mutex("")
      return FaultPlan { operation, _ in
        guard operation == .exchange else { return false }
        let count = exchanges.withLock { count in
          count += 1
          return count
        }
        let text = folder.text("a.md") ?? ""
        switch count {
        case 1: folder.write(text + "\nSaved once.\n", "a.md")
        case 2: seen.withLock { $0 = text }
        case 3:
          let saved = seen.withLock { $0 }.split(separator: words).joined(separator: others)
          folder.write(saved + "\nSaved again.\n", "a.md")
        default: break
        }
        return false
      }
    }

    @Test(
      "an entry that came into the thread by another's save is not added again",
      arguments: ["An added entry.", "An added entry, in other words."])
    func addEarlier(_ others: String) throws {
      let folder = try JournalFolder()
      try JournalCommand.addEarlier.prepare(folder)
      let plan = plan(folder, replacing: "An added entry.", by: others)
      try Interception.$current.withValue(plan) { try JournalCommand.addEarlier.run(folder) }
      let text = folder.text("a.md") ?? ""
      #expect(text.split(separator: "{#hhhh").count == 2, "\(text)")
      #expect(text.split(separator: others).count == 2)
    }
  }
#endif
