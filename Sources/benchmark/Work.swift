/// A piece of work that is measured.
struct Work: Sendable {
  let name: String
  /// What is compared with the goal.
  let title: String
  var sizes: [Size] = [.small]
  /// The goal as it is written in the design, and the most that the ratio to the floor may be.
  let goal: String
  let ratio: Double
  let contestants: @Sendable (Size, Workspace) throws -> [Contestant]

  func measure(_ size: Size, in workspace: Workspace, runs: Int) throws -> [Contestant.Row] {
    Contestant.measure(try contestants(size, workspace), runs: runs)
  }

  /// All of it, in the order of the report.
  static let all = [
    start, add, addToLarge, show, showAmongMany, list, findRare, findCommon, findNumber, export,
    exportAhead,
  ]

  private static func own(
    _ workspace: Workspace, _ journal: String, _ words: [String],
    answer: (([UInt8]) -> Int)? = nil
  ) -> Contestant {
    Contestant(
      name: "tj", arguments: [workspace.program, "-C", journal] + words, answer: answer, isOwn: true
    )
  }

  private static let start = Work(
    name: "start", title: "--version", goal: "≤ 1.5 × git", ratio: 1.5
  ) { _, workspace in
    [
      Contestant(name: "git", arguments: ["git", "--version"], isFloor: true),
      Contestant(name: "tj", arguments: [workspace.program, "--version"], isOwn: true),
      Contestant(name: "true", arguments: ["true"]),
      Contestant(name: "rg", arguments: ["rg", "--version"]),
      Contestant(name: "recsel", arguments: ["recsel", "--version"]),
      Contestant(name: "jrnl", arguments: ["jrnl", "--version"]),
    ]
  }

  /// A copy of a journal that may be written to.
  private static func copy(of journal: String, _ name: String, _ workspace: Workspace) throws
    -> String
  {
    let copy = workspace.folder + "/" + name
    _ = try ProgramRun(["rm", "-rf", copy])
    _ = try ProgramRun(["cp", "-R", journal, copy])
    return copy
  }

  private static let text = "It rained all day, and we read by the window."

  private static let add = Work(
    name: "add", title: "add an entry", goal: "≤ 4 × C append", ratio: 4
  ) { size, workspace in
    let journal = try copy(of: workspace.journal(size), "add", workspace)
    var contestants = [own(workspace, journal, ["add", "thread-000000", text])]
    if let appender = workspace.appender {
      contestants.append(
        Contestant(
          name: "C append, fsync", arguments: [appender, journal + "/plain.txt", text],
          isFloor: true))
    }
    if let records = try workspace.data(.records, size) {
      _ = try ProgramRun(["cp", records, journal + "/copy.rec"])
      contestants.append(
        Contestant(
          name: "recins",
          arguments: [
            "recins", "-f", "Id", "-v", "k1", "-f", "Text", "-v", text, journal + "/copy.rec",
          ]))
    }
    if let database = try workspace.data(.database, size) {
      _ = try ProgramRun(["cp", database, journal + "/copy.sqlite"])
      contestants.append(
        Contestant(
          name: "sqlite3",
          arguments: [
            "sqlite3", journal + "/copy.sqlite",
            "INSERT INTO entries VALUES(0,'k1','2026-03-28 07:12:33-04:00',7,'6h','Kyoto','\(text)')",
          ]))
    }
    return contestants
  }

  private static let addToLarge = Work(
    name: "add-large", title: "add to a thread of 100,000 entries", sizes: [.medium],
    goal: "≤ 1.3 × to 1,000", ratio: 1.3
  ) { _, workspace in
    let small = try copy(of: workspace.journal(.small), "add-small", workspace)
    let large = try copy(of: workspace.journal(.small), "add-large", workspace)
    var file = ""
    for number in 0..<100 {
      let entries = Corpus.entries(ofThread: number)
      let thread = Corpus.thread(number, entries)
      file +=
        number == 0 ? thread[...] : thread.split(separator: "---\n\n", maxSplits: 1).last ?? ""
    }
    try Console.writeFile(Array(file.utf8), large + "/thread-000000.md")
    let words = ["add", "thread-000000", text]
    return [
      own(workspace, large, words),
      Contestant(
        name: "tj, 1,000 entries", arguments: own(workspace, small, words).arguments, isFloor: true),
    ]
  }

  private static func showing(_ size: Size, _ workspace: Workspace) throws -> [Contestant] {
    let journal = workspace.journal(size)
    var contestants = [
      Contestant(name: "cat", arguments: ["cat", journal + "/thread-000000.md"], isFloor: true),
      own(workspace, journal, ["show", "thread-000000"]),
    ]
    if let records = try workspace.data(.records, size) {
      contestants.append(
        Contestant(name: "recsel", arguments: ["recsel", "-e", "Thread = 0", records]))
    }
    if let database = try workspace.data(.database, size) {
      contestants.append(
        Contestant(
          name: "sqlite3",
          arguments: ["sqlite3", database, "SELECT * FROM entries WHERE thread = 0"]))
    }
    if size == .small, let jrnl = try workspace.data(.jrnl, size) {
      contestants.append(
        Contestant(name: "jrnl", arguments: ["jrnl", "--config-file", jrnl, "-n", "1000"]))
    }
    return contestants
  }

  private static let show = Work(
    name: "show", title: "show 1,000 entries", goal: "≤ 4 × cat", ratio: 4,
    contestants: { try showing($0, $1) })

  private static let showAmongMany = Work(
    name: "show-among", title: "show 1,000 entries among many threads", sizes: [.medium, .large],
    goal: "as alone (≤ 1.2)", ratio: 1.2
  ) { size, workspace in
    var alone = own(workspace, workspace.journal(.small), ["show", "thread-000000"])
    alone.isOwn = false
    alone.isFloor = true
    alone.name = "tj, alone"
    return try [alone]
      + showing(size, workspace).map {
        var contestant = $0
        contestant.isFloor = false
        return contestant
      }
  }

  private static let list = Work(
    name: "list", title: "list threads with counts and last entry", sizes: Size.allCases,
    goal: "≤ 1.3 × rg -c", ratio: 1.3
  ) { size, workspace in
    let journal = workspace.journal(size)
    var contestants = [
      Contestant(
        name: "rg -c", arguments: ["rg", "-c", "^## ", journal], answer: Answer.sumOfLastNumbers,
        isFloor: true),
      own(workspace, journal, ["list"]),
      Contestant(
        name: "tj --json", arguments: [workspace.program, "-C", journal, "list", "--json"],
        answer: Answer.sum(after: "\"entries\": ")),
      Contestant(
        name: "grep -c", arguments: ["grep", "-rc", "^## ", journal],
        answer: Answer.sumOfLastNumbers),
    ]
    if let records = try workspace.data(.records, size) {
      contestants.append(
        Contestant(
          name: "recinf", arguments: ["recinf", records]))
    }
    return contestants
  }

  private static func finding(
    _ word: String, _ size: Size, _ workspace: Workspace
  ) throws -> [Contestant] {
    let journal = workspace.journal(size)
    let count = Answer.lines(with: word)
    var contestants = [
      Contestant(
        name: "rg -i", arguments: ["rg", "-i", word, journal], answer: count, isFloor: true),
      own(workspace, journal, ["find", word], answer: count),
      Contestant(name: "grep -ri", arguments: ["grep", "-ri", word, journal], answer: count),
      Contestant(
        name: "git grep -i", arguments: ["git", "-C", journal, "grep", "--no-index", "-i", word],
        answer: count),
    ]
    if let database = try workspace.data(.database, size) {
      contestants.append(
        Contestant(
          name: "sqlite3 LIKE",
          arguments: ["sqlite3", database, "SELECT * FROM entries WHERE text LIKE '%\(word)%'"],
          answer: count))
    }
    if size != .large, let records = try workspace.data(.records, size) {
      contestants.append(
        Contestant(
          name: "recsel -i", arguments: ["recsel", "-i", "-q", word, records], answer: count))
    }
    if size != .large, let jrnl = try workspace.data(.jrnl, size) {
      contestants.append(
        Contestant(
          name: "jrnl", arguments: ["jrnl", "--config-file", jrnl, "-contains", word], answer: count
        ))
    }
    return contestants
  }

  private static let findRare = Work(
    name: "find-rare", title: "find a rare word", sizes: Size.allCases, goal: "≤ 1.3 × rg -i",
    ratio: 1.3
  ) { try finding("zanzibar", $0, $1) }

  private static let findCommon = Work(
    name: "find-common", title: "find a word of 1 entry in 5", sizes: Size.allCases,
    goal: "≤ 3 × rg -i", ratio: 3
  ) { try finding("breakfast", $0, $1) }

  private static let findNumber = Work(
    name: "find-number", title: "find by a number", sizes: Size.allCases, goal: "≤ 3 × rg -c",
    ratio: 3
  ) { size, workspace in
    let journal = workspace.journal(size)
    var contestants = [
      Contestant(name: "rg -c", arguments: ["rg", "-c", "^## ", journal], isFloor: true),
      own(
        workspace, journal, ["find", "mood:10.."], answer: Answer.lines(with: "mood 10")),
    ]
    if let database = try workspace.data(.database, size) {
      contestants.append(
        Contestant(
          name: "sqlite3",
          arguments: ["sqlite3", database, "SELECT 'mood 10', * FROM entries WHERE mood >= 10"],
          answer: Answer.lines(beginningWith: "mood 10")))
    }
    if size != .large, let records = try workspace.data(.records, size) {
      contestants.append(
        Contestant(
          name: "recsel", arguments: ["recsel", "-e", "Mood >= 10", records],
          answer: Answer.lines(beginningWith: "Mood: 10")))
    }
    return contestants
  }

  private static let export = Work(
    name: "export", title: "export CSV", sizes: Size.allCases, goal: "< sqlite3 -csv", ratio: 1
  ) { size, workspace in
    let journal = workspace.journal(size)
    var contestants = [
      own(workspace, journal, ["export", "--format", "csv"], answer: Answer.records)
    ]
    if let database = try workspace.data(.database, size) {
      contestants.append(
        Contestant(
          name: "sqlite3 -csv",
          arguments: ["sqlite3", "-csv", "-header", database, "SELECT * FROM entries"],
          answer: Answer.records, isFloor: true))
    }
    if size != .large, let records = try workspace.data(.records, size) {
      contestants.append(
        Contestant(name: "rec2csv", arguments: ["rec2csv", records], answer: Answer.records))
    }
    if size == .small, let jrnl = try workspace.data(.jrnl, size) {
      contestants.append(
        Contestant(
          name: "jrnl JSON", arguments: ["jrnl", "--config-file", jrnl, "--export", "json"]))
    }
    return contestants
  }

  private static let exportAhead = Work(
    name: "export-rec", title: "export CSV, beside rec2csv", sizes: [.medium],
    goal: "≥ 20 × rec2csv", ratio: 0.05
  ) { size, workspace in
    guard let records = try workspace.data(.records, size) else { return [] }
    return [
      own(workspace, workspace.journal(size), ["export", "--format", "csv"]),
      Contestant(name: "rec2csv", arguments: ["rec2csv", records], isFloor: true),
    ]
  }
}
