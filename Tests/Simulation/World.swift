#if DEBUG
  import ThreadJournal
  import ThreadStorage

  /// The journal that the actors of a schedule work on, in a folder that each schedule fills anew.
  final class World: Sendable {
    let root: String

    /// The ids of the threads that are there at the beginning.
    static let threads = [
      "11111111-1111-7111-8111-111111111111", "22222222-2222-7222-8222-222222222222",
    ]

    /// The entries that are there at the beginning, by thread, and whether they are deleted.
    static let entries: [(id: String, thread: Int, isDeleted: Bool)] = [
      ("aaaa", 0, false), ("bbbb", 0, false), ("cccc", 0, true), ("dddd", 1, false),
      ("eeee", 1, true),
    ]

    static let names = ["a.md", "b.md"]
    private static let start: Int64 = 1_774_700_000
    private static let utc = LocalTimeZone { _ in 0 }

    init(_ root: String) {
      self.root = root
      mkdir(root, 0o700)
    }

    /// Puts the journal into its first state.
    func prepare() {
      Folder.empty(root)
      mkdir(root + "/.threadjournal", 0o700)
      for kind in ["drafts", "changes", "displaced"] {
        mkdir("\(root)/.threadjournal/\(kind)", 0o700)
      }
      Folder.write(Array("format: 1\n".utf8), root + "/.threadjournal/config.yml")
      Folder.write([], root + "/.threadjournal/lock")
      for (index, name) in Self.names.enumerated() {
        var text = "---\nid: \(Self.threads[index])\ntitle: T\(index)\n---\n\nPreamble \(index).\n"
        for (day, entry) in Self.entries.enumerated() where entry.thread == index {
          let mark = entry.isDeleted ? " deleted=\"2026-03-08T08:00:00+00:00\"" : ""
          text += "\n## 2026-03-0\(day + 1) 08:00:00+00:00 {#\(entry.id)\(mark)}\n\n"
          text += "word-\(entry.id)\n"
        }
        Folder.write(Array(text.utf8), "\(root)/\(name)")
      }
    }

    /// The journal as a program opens it that runs the operation of this number, a second after the one before.
    func journal(at number: Int) throws -> Journal {
      var journal = Journal(
        try JournalDirectory(opening: root), zone: Self.utc,
        now: Instant(secondsSinceEpoch: Self.start + Int64(number)))
      journal.lockTimeLimit = 2
      return journal
    }

    /// The number of the operation that was made at this time.
    static func number(at time: Timestamp) -> Int {
      Int(time.instant(in: utc).secondsSinceEpoch - start)
    }

    static func threadID(_ number: Int) -> String {
      "33333333-3333-7333-8333-3333333333\(number + 10)"
    }

    func entry(_ id: String, _ day: String, _ operation: Operation) throws -> NewEntry {
      guard let id = EntryID(id), let time = Timestamp("\(day) 12:00:00+00:00") else {
        throw StorageError.damaged(path: "the simulation")
      }
      return NewEntry(id: id, timestamp: time, text: Array(operation.word.utf8))
    }

    /// Entries for both threads.
    func table(_ ids: [String], _ operation: Operation) -> ImportReading {
      var rows = "thread,path,id,time,text\n"
      for (index, id) in ids.enumerated() {
        // Found by its path: a thread of another name by now is made anew.
        rows +=
          "T\(index),\(Self.names[index]),\(id),2026-03-0\(index + 2)T20:00:00+00:00,\(operation.word)\n"
      }
      return ImportReader.read(Array(rows.utf8), file: "log.csv", ImportOptions(zone: Self.utc))
    }

    /// The threads' files, by name, and their texts.
    func files() -> [String: String] {
      var files: [String: String] = [:]
      for name in Folder.names(in: root) where name.hasSuffix(".md") {
        files[name] = Folder.text("\(root)/\(name)")
      }
      return files
    }

    /// What is kept of changes and of displaced files, and waits in drafts, together.
    func kept() -> String {
      ["changes", "displaced", "drafts"].map { kind in
        let folder = "\(root)/.threadjournal/\(kind)"
        return Folder.names(in: folder).compactMap { Folder.text("\(folder)/\($0)") }.joined()
      }.joined()
    }

    /// What waits in drafts, together.
    func drafts() -> String {
      let folder = root + "/.threadjournal/drafts"
      return Folder.names(in: folder).filter { $0.hasSuffix(".md") }
        .compactMap { Folder.text("\(folder)/\($0)") }.joined()
    }
  }
#endif
