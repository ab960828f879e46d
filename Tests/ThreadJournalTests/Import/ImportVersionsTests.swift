import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

/// A newer export of a table without ids and times of day: which rows are new, and which say anew what was there.
@Suite struct ImportVersionsTests {
  /// What becomes of the rows of `second` where the journal has those of `first`, without the entries of which one value
  /// is `gone`.
  private func plan(
    _ first: String, _ second: String, deleting gone: String? = nil,
    _ preference: ImportPreference = .journal
  ) throws -> ImportPlan {
    let folder = try JournalFolder()
    folder.fill([".threadjournal/config.yml": "format: 1\n"])
    func reading(_ rows: String) -> ImportReading {
      ImportReader.read(
        Array("Date,L,M,N\n\(rows)".utf8), file: "w.csv",
        ImportOptions(zone: LocalTimeZone { _ in 0 }))
    }
    _ = try folder.journal().importEntries(reading(first))
    if let gone, let file = folder.text("w.md") {
      let entries = file.split(separator: "\n## ", omittingEmptySubsequences: false)
      let marked = entries.map { entry in
        entry.contains(":: \(gone)\n") ? entry.replacing("}\n", with: " .deleted}\n") : entry[...]
      }
      folder.fill(["w.md": marked.joined(separator: "\n## ")])
    }
    var second = reading(second)
    second.preference = preference
    return try folder.journal().importEntries(second).result
  }

  private static let coffee = "2026-11-20,CAFE,-3.50,\n"
  private static let bread = "2026-11-20,PAIN,-1.20,\n"
  private static let wine = "2026-11-20,VIN,-9.00,\n"
  private static let several = (1...5).map { "2026-11-20,VIN \($0),\($0),\n" }.joined()

  @Test(
    "A row of a day is no other version of a row that the file lacks, unless it says the same but for one thing",
    arguments: [
      (coffee + bread, bread + wine, 1, 0),
      (coffee + bread, coffee + bread + wine, 1, 0),
      (coffee + bread, "2026-11-20,CAFE,-3.80,\n" + bread + wine, 1, 1),
      // The price alone tells nothing.
      (coffee + bread, bread + "2026-11-20,VIN,-3.50,\n", 1, 0),
      // The only one of its day, of which something is the same, or nothing.
      (coffee, "2026-11-20,VIN,-3.50,\n", 0, 1),
      (coffee, wine, 1, 0),
      ("2026-11-20,,,9\n", "2026-11-20,VIN,3,\n", 1, 0),
      // Its only value was typed in the wrong column.
      ("2026-11-20,VIN,,\n", "2026-11-20,,,VIN\n", 0, 1),
      // Which of two rows was, nothing tells.
      ("2026-11-20,VIN,,\n2026-11-20,,3,\n", "2026-11-20,,,VIN\n2026-11-20,,3,\n", 1, 0),
    ])
  func versions(_ first: String, _ second: String, _ new: Int, _ different: Int) throws {
    let plan = try plan(first, second)
    #expect(plan.entryCount == new && plan.held.different.count == different)
    let replaced = try self.plan(first, second, .file)
    #expect(replaced.entryCount == new && replaced.held.replaced.count == different)
  }

  @Test(
    "What a newer table has not any more of its days is named, unless it lacks much more than it has",
    arguments: [
      (coffee + bread, bread, 1), (coffee + bread + wine, wine, 2), (coffee + bread, wine, 0),
      (coffee + coffee + bread + wine, wine, 0),
      // Corrected in its day and a value: nothing else tells that it was.
      (
        "2026-11-16,B,1,1\n2026-11-18,,1,2\n" + bread,
        "2026-11-16,B,1,1\n2026-11-19,,1,3\n" + bread, 1
      ),
      // What the days do not reach to may be of another table, or too old for this one, but of several rows it is the last one.
      ("2026-11-16,B,1,1\n" + bread, bread, 0),
      ("2026-11-16,B,1,1\n" + several, several, 0),
      (several + "2026-11-21,B,1,1\n", several, 1),
      (several + "2026-11-21,B,1,1\n2026-11-22,B,1,2\n2026-11-23,B,1,3\n", several, 0),
    ])
  func absent(_ first: String, _ second: String, _ count: Int) throws {
    let plan = try plan(first, second)
    #expect(plan.threads.reduce(0) { $0 + $1.absent.count } == count)
  }

  @Test(
    "What a newer table has not any more is named where it had another column, but not what is of another table",
    arguments: [
      (["Date,L,M,kind\n2026-11-19,PAIN,1,\n2026-11-20,CAFE,3,trip\n2026-11-21,VIN,9,\n"], 1),
      (
        [
          "Date,L,M\n2026-11-19,PAIN,1\n2026-11-21,VIN,9\n",
          "Date,L,fat,water\n2026-11-20,CAFE,20,55\n",
        ], 0
      ),
    ])
  func absentWithMore(_ earlier: [String], _ count: Int) throws {
    let (plan, _) = try outcome(
      Self.head, "Date,L,M\n2026-11-19,PAIN,1\n2026-11-21,VIN,9\n", after: earlier)
    #expect(plan.held.same == 2 && plan.threads.first?.absent.count == count)
  }

  @Test("What no record tells of is named as perhaps gone from a table")
  func absentOfUnknown() throws {
    let (plan, _) = try outcome(
      Self.head
        + "## 2026-11-19 {#aaaaaaaaa1}\n- L:: PAIN\n\n## 2026-11-20 {#aaaaaaaaa2}\n- L:: CAFE\n\n"
        + "## 2026-11-21 {#aaaaaaaaa3}\n- L:: VIN\n",
      "Date,L\n2026-11-19,PAIN\n2026-11-21,VIN\n")
    #expect(plan.held.same == 2 && plan.threads.first?.absent.map(\.reference) == ["aaaaaaaaa2"])
    #expect(plan.threads.first?.absent.first?.isUnrecorded == true)
  }

  @Test(
    "The values of an entry that is there, by other names, are told",
    arguments: [
      ("2026-11-20,08:00,130,61", 1), ("2026-11-20,08:00,130,62", 1), ("2026-11-20,08:00,61,", 1),
      ("2026-11-20,08:00,131,61", 0), ("2026-11-20,,130,61", 0),
    ])
  func otherNames(_ row: String, _ count: Int) throws {
    let (plan, _) = try outcome(
      Self.head + "## 2026-11-20 08:00Z {#aaaaaaaaa1}\n- Tensión:: 130\n- Pulso:: 61\n",
      "date,time,BP,Pulse\n\(row)\n")
    #expect(plan.entryCount == 1 && plan.threads.first?.atTakenTimes.count == count)
  }

  @Test(
    "What was taken out of the JSON of a whole thread is named, but not what came into the thread since",
    arguments: [([5, 13, 17], 1), ([5, 9, 13], 0)])
  func takenOut(_ lines: [Int], _ count: Int) throws {
    let entries = (1...4).map { "## 2026-11-0\($0) {#aaaaaaaaa\($0)}\n\nWord\n" }
    let rows = zip([1, 3, 4], lines).map { day, line in
      "{\"id\":\"aaaaaaaaa\(day)\",\"thread\":\"w\",\"path\":\"w.md\",\"line\":\(line),"
        + "\"time\":\"2026-11-0\(day)\",\"text\":\"Word\"}"
    }
    let (plan, _) = try outcome(
      Self.head + entries.joined(separator: "\n"),
      "{\"version\":1,\"threads\":[{\"title\":\"w\",\"path\":\"w.md\","
        + "\"front_matter\":\"---\\ntitle: w\\n---\\n\",\"preamble\":\"\\n\"}],"
        + "\"entries\":[\(rows.joined(separator: ","))]}",
      file: "w.json")
    #expect(plan.held.same == 3 && plan.threads.first?.absent.count == count)
  }

  @Test("Each row is another version of an entry of its own, the likeliest")
  func ownVersions() throws {
    let first = "2026-11-20,A,1,Divers\n2026-11-20,B,2,Divers\n2026-11-20,C,3,Divers\n"
    let plan = try plan(first, first.replacing("Divers", with: "Courses"))
    #expect(plan.entryCount == 0 && plan.held.different.count == 3)
    #expect(plan.held.different.map(\.parts) == [["N"], ["N"], ["N"]])
    #expect(Set(plan.held.different.map(\.reference)).count == 3)
  }

  @Test("What lies in the trash is one row's")
  func trash() throws {
    let plan = try plan(
      Self.bread + Self.coffee, Self.bread + Self.coffee + Self.wine, deleting: "PAIN")
    #expect(plan.entryCount == 1 && plan.held.same == 1 && plan.held.inTrash.count == 1)
    let twins = try self.plan(
      Self.coffee + Self.bread, Self.coffee + Self.bread + Self.bread, deleting: "PAIN")
    #expect(twins.entryCount == 1 && twins.held.same == 1 && twins.held.inTrash.count == 1)
  }

  @Test(
    "Where a field is there, another unit and an open length are refused, also behind a comma",
    arguments: [
      ("{type: number, unit: km}", "\"800,5 m\"", true),
      ("{type: number, unit: km}", "\"5,2 km\"", false), ("number", "\"12,50 €\"", true),
      ("duration", "52:30", true), ("duration", "1:02:30", false), ("duration", "7h30", false),
    ])
  func units(_ definition: String, _ cell: String, _ isRefused: Bool) throws {
    let folder = try JournalFolder()
    folder.fill([
      ".threadjournal/config.yml": "format: 1\n",
      "w.md": "---\ntitle: w\nfields:\n  Dist: \(definition)\n---\n",
    ])
    let reading = ImportReader.read(
      Array("Date,Dist\n2026-11-20,\(cell)\n".utf8), file: "w.csv",
      ImportOptions(zone: LocalTimeZone { _ in 0 }))
    let plan = try folder.journal().importEntries(reading).result
    #expect(plan.problems.isEmpty != isRefused)
  }

  @Test("What became minutes and seconds is the same again, and the name tells hours")
  func clocks() throws {
    let folder = try JournalFolder()
    folder.fill([
      ".threadjournal/config.yml": "format: 1\n",
      "w.md":
        "---\ntitle: w\nfields:\n  Temps: duration\n  Sommeil: duration\n---\n"
        + "## 2026-11-20 {#aaaaaaaaa1}\n- Temps:: 52m30s\n- Sommeil:: 7h\n",
    ])
    let reading = ImportReader.read(
      Array("Date,Temps,Sommeil\n2026-11-20,52:30,7:00\n".utf8), file: "w.csv",
      ImportOptions(zone: LocalTimeZone { _ in 0 }))
    let plan = try folder.journal().importEntries(reading).result
    #expect(plan.entryCount == 0 && plan.held.same == 1)
  }

  /// What becomes of a table where the thread "w" is in the journal.
  private func outcome(
    _ thread: String, _ table: String, _ preference: ImportPreference = .journal,
    file: String = "w.csv", after earlier: [String] = []
  ) throws -> (ImportPlan, String?) {
    let folder = try JournalFolder()
    folder.fill([".threadjournal/config.yml": "format: 1\n", "w.md": thread])
    let options = ImportOptions(zone: LocalTimeZone { _ in 0 })
    for table in earlier {
      _ = try folder.journal().importEntries(
        ImportReader.read(Array(table.utf8), file: file, options))
    }
    var reading = ImportReader.read(Array(table.utf8), file: file, options)
    reading.preference = preference
    return (try folder.journal().importEntries(reading).result, folder.text("w.md"))
  }

  @Test("The rows that are there tell what stands before the colon of new ones")
  func unitBeforeColon() throws {
    let head = "---\ntitle: w\nfields:\n  Temps: duration\n---\n\n"
    let table = "Date,Temps\n2026-11-20,12:30\n2026-11-26,5:10\n"
    for (typed, wanted) in [("12m30s", "5m10s"), ("12h30m", "5h10m")] {
      let (plan, text) = try outcome(
        head + "## 2026-11-20 {#aaaaaaaaa1}\n- Temps:: \(typed)\n", table)
      #expect(plan.entryCount == 1 && plan.held.same == 1)
      #expect(text?.contains("- Temps:: \(wanted)\n") == true)
    }
    #expect(try !outcome(head, table).0.problems.isEmpty)
  }

  @Test(
    "A row without a text is the entry of its time, but not where that has other values",
    arguments: [
      ("- L:: CAFE\n", "Date,L,M\n2026-11-20,,3\n", 1), ("", "Date,M\n2026-11-20,3\n", 0),
      ("- L:: CAFE\n", "Date,L,M\n2026-11-20,CAFE,3\n", 0),
      ("- L:: CAFE\n", "Date,M\n2026-11-20,3\n", 1),
    ])
  func movedValue(_ values: String, _ table: String, _ new: Int) throws {
    let folder = try JournalFolder()
    let head = "---\ntitle: w\n---\n\n## 2026-11-20 {#aaaaaaaaa1"
    folder.fill([
      ".threadjournal/config.yml": "format: 1\n", "w.md": "\(head)}\n\(values)",
    ])
    var reading = ImportReader.read(
      Array(table.utf8), file: "w.csv", ImportOptions(zone: LocalTimeZone { _ in 0 }))
    reading.preference = .file
    let plan = try folder.journal().importEntries(reading).result
    #expect(plan.entryCount == new && plan.held.replaced.count == 1 - new)
    let text = try #require(folder.text("w.md"))
    #expect(text.contains("- M:: 3\n") && text.contains("CAFE") == !values.isEmpty)
  }

  @Test("A value that was moved in one of two rows of a time is told")
  func movedAmongTwo() throws {
    let plan = try plan(
      "2026-11-20,VIN,,\n2026-11-20,,3,\n", "2026-11-20,,,VIN\n2026-11-20,,3,\n")
    #expect(plan.threads.first?.atTakenTimes.count == 1)
  }

  @Test("A row that is there at another time of its day is told")
  func moved() throws {
    let thread = "---\ntitle: w\n---\n\n## 2026-11-20 09:00Z {#aaaaaaaaa1}\n- L:: CAFE\n- M:: 3\n"
    for (row, count) in [("2026-11-20 10:00", 1), ("2026-11-20", 1), ("2026-11-21 09:00", 0)] {
      let (plan, _) = try outcome(thread, "Date,L,M\n\(row),CAFE,3\n")
      #expect(plan.entryCount == 1 && plan.threads.first?.moved.count == count, "\(row)")
    }
  }

  private static let head = "---\ntitle: w\n---\n\n"
  private static let longDay = "Une assez longue phrase pour voir"

  @Test(
    "What was moved is told whatever a newer table has more, and long words on any day",
    arguments: [
      (
        "## 2026-11-02 21:00Z {#aaaaaaaaa1}\n- mood:: bien\n- force:: 3\n\nDiner chez Paul\n",
        "date,time,mood,force,note,sleep,steps\n2026-11-02,21:30,bien,3,Diner chez Paul,7,1000\n", 1
      ),
      (
        "## 2026-11-02 {#aaaaaaaaa1}\n- L:: CB PAUL\n- M:: -3\n\n## 2026-11-04 {#aaaaaaaaa2}\n- L:: CB X\n- M:: -4\n",
        "date,L,M,Cat\n2026-11-03,CB PAUL,-3,a\n2026-11-04,CB X,-4,b\n", 1
      ),
      // The balance is another one in all rows.
      (
        "## 2026-11-01 {#aaaaaaaaa1}\n- L:: LOYER\n- M:: -500\n- S:: 100\n\n## 2026-11-02 {#aaaaaaaaa2}\n- L:: CB PAUL\n- M:: -3\n- S:: 97\n",
        "date,L,M,S,Cat\n2026-11-01,LOYER,-500,110,x\n2026-11-03,CB PAUL,-3,107,x\n", 1
      ),
      (
        "## 2026-02-11 {#aaaaaaaaa1}\n\n\(longDay)\n\n## 2026-11-17 {#aaaaaaaaa2}\n\nautre\n",
        "date,note\n2026-11-02,\(longDay)\n2026-11-17,autre\n", 1
      ),
      (
        "## 2026-02-11 {#aaaaaaaaa1}\n\nUne phrase\n\n## 2026-11-17 {#aaaaaaaaa2}\n\nautre\n",
        "date,note\n2026-11-02,Une phrase\n2026-11-17,autre\n", 0
      ),
      // Somebody says it every time.
      (
        "## 2026-02-11 {#aaaaaaaaa1}\n\n\(longDay)\n\n## 2026-11-17 {#aaaaaaaaa2}\n\nautre\n",
        "date,note\n2026-11-02,\(longDay)\n2026-11-03,\(longDay)\n2026-11-17,autre\n", 0
      ),
      // A title alone, as jrnl's lines are.
      (
        "## 2026-11-02 21:30Z Marché avec Léa {#aaaaaaaaa1}\n\n## 2026-11-05 21:30Z Dentiste {#aaaaaaaaa2}\n",
        "date,time,title\n2026-11-03,21:30,Marché avec Léa\n2026-11-05,21:30,Dentiste\n", 1
      ),
      // The words were corrected, too.
      (
        "## 2026-11-02 21:00Z {#aaaaaaaaa1}\n\n\(longDay)\n",
        "date,time,note\n2026-11-02,21:30,\(longDay) encore\n", 1
      ),
      // Another table of the same days.
      (
        "## 2026-11-02 09:00Z {#aaaaaaaaa1}\n- L:: CAFE\n- M:: 3\n",
        "date,time,A,B\n2026-11-02,10:00,CAFE,3\n", 0
      ),
    ] as [(String, String, Int)])
  func movedWithMore(_ entries: String, _ table: String, _ count: Int) throws {
    let (plan, _) = try outcome(Self.head + entries, table)
    #expect(plan.threads.first?.moved.count == count)
    #expect(plan.threads.first?.atTakenTimes.count == 0)
  }

  @Test("Rows whose balance changed find theirs beside a new column")
  func balance() throws {
    let (plan, _) = try outcome(
      Self.head
        + "## 2026-11-02 {#aaaaaaaaa1}\n- L:: PAUL\n- M:: -3\n- S:: 100\n\n## 2026-11-02 {#aaaaaaaaa2}\n- L:: X\n- M:: -5\n- S:: 95\n",
      "date,L,M,S,Cat\n2026-11-02,PAUL,-3,110,oui\n2026-11-02,X,-5,105,oui\n")
    #expect(
      plan.entryCount == 0 && plan.held.different.map(\.parts) == [["S", "Cat"], ["S", "Cat"]])
  }

  @Test(
    "A time that one of both has with seconds is the same one, and told",
    arguments: [("21:30:12", 0), ("21:31", 1)])
  func seconds(_ time: String, _ new: Int) throws {
    let (plan, _) = try outcome(
      Self.head + "## 2026-11-02 21:30Z {#aaaaaaaaa1}\n- mood:: 5\n\nText\n",
      "date,time,mood,note\n2026-11-02,\(time),5,Text\n")
    #expect(plan.entryCount == new && plan.threads.first?.moved.count == new)
    #expect(plan.held.different.map(\.parts) == (new == 0 ? [["time"]] : []))
  }

  @Test(
    "A title alone that is another one at its time is told, and the same in title and text is a version"
  )
  func otherTitle() throws {
    func plan(_ row: String) throws -> ImportPlan {
      try outcome(
        Self.head + "## 2026-11-02 21:30Z Marché avec Léa {#aaaaaaaaa1}\n",
        "date,time,title,text\n2026-11-02,21:30,\(row)\n2026-11-02,21:30,Autre,\n"
      ).0
    }
    let parted = try plan("Marché,avec Léa")
    #expect(parted.entryCount == 1)
    #expect(parted.held.different.map(\.parts) == [["text", "title"]])
    let plan = try plan("Marché avec Camille,")
    #expect(plan.entryCount == 2)
    #expect(plan.threads.first?.atTakenTimes.map(\.reference) == ["aaaaaaaaa1"])
    #expect(plan.threads.first?.atTakenTimes.first?.differs == .text)
  }

  @Test("A text that somebody added to a row of a table without texts stays")
  func addedText() throws {
    let (plan, _) = try outcome(
      Self.head + "## 2026-11-02 {#aaaaaaaaa1}\n- L:: CAFE\n\nAvec Paul.\n",
      "date,L\n2026-11-02,CAFE\n2026-11-02,THE\n")
    #expect(plan.entryCount == 1 && plan.held.same == 1)
  }

  @Test("A newer file under another name is told, also where it has more columns")
  func otherName() throws {
    let (plan, _) = try outcome(
      Self.head
        + "## 2026-11-02 {#aaaaaaaaa1}\n- mood:: 5\n\nun long texte\n\n## 2026-11-03 {#aaaaaaaaa2}\n- mood:: 6\n\nautre\n",
      "date,mood,note,eau\n2026-11-02,5,un long texte,1\n2026-11-03,6,autre,1\n2026-11-04,6,x,1\n",
      file: "w (1).csv")
    #expect(plan.entryCount == 3 && plan.threads.first?.nearlyInOthers == ["w": 2])
    #expect(plan.threads.first?.inOthers == [:])
  }

  @Test("So are two of one import")
  func twoNames() throws {
    let folder = try JournalFolder()
    folder.fill([".threadjournal/config.yml": "format: 1\n"])
    func reading(_ rows: String, _ file: String) -> ImportReading {
      ImportReader.read(
        Array("date,note,mood\n\(rows)".utf8), file: file,
        ImportOptions(zone: LocalTimeZone { _ in 0 }))
    }
    let rows = "2026-11-12,Café,5\n2026-11-13,Thé,5\n"
    var both = reading(rows, "a.csv")
    both.append(reading(rows + "2026-11-14,Eau,7\n", "a (1).csv"))
    let plan = try folder.journal().importEntries(both).result
    #expect(plan.threads.map(\.inOthers) == [[:], ["a": 2]])
  }

  @Test("The type of a new column is that of all rows, and what --replace brings is defined")
  func newColumns() throws {
    let thread = Self.head + "## 2026-11-02 {#aaaaaaaaa1}\n\nun\n"
    let table = "date,note,poids\n2026-11-02,un,\"61,5\"\n"
    let (plan, _) = try outcome(thread, table + "2026-11-04,trois,61\n")
    #expect(plan.entryCount == 1 && plan.threads.first?.newFields.map(\.type) == [.number])
    let (_, replaced) = try outcome(thread, table, .file)
    #expect(replaced?.contains("fields:\n  poids: number\n") == true)
    // Others of the thread may have it in other forms.
    let known = thread.replacing(
      "un\n", with: "un\n\n## 2026-11-03 {#aaaaaaaaa2}\n- poids:: plus\n\ndeux\n")
    let other = try outcome(known, table + "2026-11-03,deux,plus\n", .file).1
    #expect(other?.contains("- poids:: 61,5\n") == true && other?.contains("fields:") == false)
  }
}
