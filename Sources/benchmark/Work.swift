struct Work: Sendable {
  let name: String
  var sizes: [Size] = [.small]
  /// The goal as it is written in the design, and the most that the ratio to the floor may be.
  let goal: String
  let ratio: Double
  /// The contestant that the others are compared with.
  let floor: String
  let contestants: [Contestant]

  /// Gives a journal back what it kept of changes, and the thread of a deleted entry.
  private static let puttingBack = """
    rm -rf "$1/.threadjournal"
    mv "$2" "$1/.threadjournal" && mv "$3" "$1/thread-000000.md"

    """

  /// The purge of one entry, with as many records and displaced files as are kept, of the sizes that a diary's changes
  /// have.
  private static func purge(_ name: String, _ journal: String) -> Work {
    let (kept, thread) = (journal + "-kept-fresh", journal + "-thread-fresh")
    let purging = puttingBack + "exec \"$0\" -C \"$1\" purge gone --yes"
    return Work(
      name: name, sizes: Size.allCases, goal: "≤ 0.2 s", ratio: 1, floor: "sleep 0.2",
      contestants: [
        Contestant("tj", "sh", "-c", purging, "$tj", journal, kept, thread),
        Contestant(
          "sleep 0.2", "sh", "-c", puttingBack + "sleep 0.2", "$tj", journal, kept, thread),
      ])
  }

  static let all = [
    Work(
      name: "start", goal: "≤ 1.5 × git", ratio: 1.5, floor: "git",
      contestants: [
        Contestant("git", "git", "--version"), Contestant("tj", "$tj", "--version"),
        Contestant("true", "true"), Contestant("rg", "rg", "--version"),
        Contestant("recsel", "recsel", "--version"), Contestant("jrnl", "jrnl", "--version"),
      ]),
    Work(
      name: "add", goal: "≤ 4 × C append", ratio: 4, floor: "C append, fsync",
      contestants: [
        Contestant("tj", "$tj", "-C", "$journal-copy", "add", "thread-000000", text),
        Contestant("C append, fsync", "$append", "$plain-file", text),
        Contestant(
          "recins", "recins", "-f", "Id", "-v", "k1", "-f", "Text", "-v", text, "$records-copy"),
        Contestant(
          "sqlite3", "sqlite3", "$database-copy",
          "INSERT INTO entries VALUES(0,'k1','2026-03-28 07:12:33-04:00',7,'6h','Kyoto','\(text)')"),
      ]),
    purge("purge", "$changed"),
    // The same in threads of some 145 kB, which it looks through for copies of its words.
    purge("purge-short", "$changed-short"),
    // A thread of 100,000 entries.
    Work(
      name: "add-large", sizes: [.medium], goal: "≤ 1.3 × to 1,000", ratio: 1.3,
      floor: "tj, 1,000 entries",
      contestants: [
        Contestant("tj", "$tj", "-C", "$large-thread", "add", "thread-000000", text),
        Contestant("tj, 1,000 entries", "$tj", "-C", "$small-copy", "add", "thread-000000", text),
      ]),
    // Two versions of a thread of 100,000 entries, each with 1,000 more; git's are in conflict, which is its status.
    Work(
      name: "merge", sizes: [.medium], goal: "≤ 0.3 × git", ratio: 0.3, floor: "git merge-file",
      contestants: [
        // With a name, as git calls it.
        Contestant(
          "tj", "$tj", "merge", "$merge-base", "$merge-ours-fresh", "$merge-theirs", "log.md"),
        Contestant(
          "git merge-file", "sh", "-c", "git merge-file -q \"$1\" \"$0\" \"$2\" || :",
          "$merge-base",
          "$merge-ours-fresh", "$merge-theirs"),
      ]),
    Work(
      name: "show", goal: "≤ 3 × cat", ratio: 3, floor: "cat",
      contestants: [Contestant("cat", "cat", "$thread")] + showing),
    Work(
      name: "show-among", sizes: [.medium, .large], goal: "as alone (≤ 1.2)", ratio: 1.2,
      floor: "tj, alone",
      contestants: [Contestant("tj, alone", "$tj", "-C", "$small", "show", "thread-000000")]
        + showing),
    Work(
      name: "list", sizes: Size.allCases, goal: "≤ 1.3 × rg -c", ratio: 1.3, floor: "rg -c",
      contestants: [
        Contestant("rg -c", "rg", "-c", "^## ", "$journal", answer: .numbers(after: ".md:")),
        .tj("list"),
        Contestant(
          "tj --json", "$tj", "-C", "$journal", "list", "--json",
          answer: .numbers(after: "\"entries\": ")),
        Contestant("grep -c", "grep", "-rc", "^## ", "$journal", answer: .numbers(after: ".md:")),
        Contestant("recinf", "recinf", "$records"),
      ]),
    Work(
      name: "find-rare", sizes: Size.allCases, goal: "≤ 1.3 × rg -i", ratio: 1.3, floor: "rg -i",
      contestants: finding("zanzibar")),
    // Finds a word of one entry in five.
    Work(
      name: "find-common", sizes: Size.allCases, goal: "≤ 2 × rg -i", ratio: 2, floor: "rg -i",
      contestants: finding("breakfast")),
    Work(
      name: "find-number", sizes: Size.allCases, goal: "≤ 2 × rg -c", ratio: 2, floor: "rg -c",
      contestants: [
        Contestant("rg -c", "rg", "-c", "^## ", "$journal"),
        .tj("find", "mood:10..", answer: .lines(with: "mood 10")),
        Contestant(
          "sqlite3", "sqlite3", "$database", "SELECT 'mood 10', * FROM entries WHERE mood >= 10",
          answer: .lines(with: "mood 10")),
        Contestant(
          "recsel", "recsel", "-e", "Mood >= 10", "$records", answer: .lines(with: "mood: 10"),
          upTo: .medium),
      ]),
    Work(
      name: "export", sizes: Size.allCases, goal: "< sqlite3 -csv", ratio: 1, floor: "sqlite3 -csv",
      contestants: [
        .tj("export", "--format", "csv", answer: .records),
        Contestant(
          "sqlite3 -csv", "sqlite3", "-csv", "-header", "$database", "SELECT * FROM entries",
          answer: .records),
        Contestant("rec2csv", "rec2csv", "$records", answer: .records, upTo: .medium),
        Contestant("jrnl JSON", "jrnl", "--config-file", "$jrnl", "--export", "json", upTo: .small),
      ]),
    // Each more bytes than the CSV.
    Work(
      name: "export-forms", sizes: Size.allCases, goal: "≤ 1.5 × CSV", ratio: 1.5, floor: "tj, CSV",
      contestants: [
        Contestant("tj, CSV", "$tj", "-C", "$journal", "export", "--format", "csv"),
        Contestant("tj, JSON", "$tj", "-C", "$journal", "export", "--format", "json"),
        Contestant("tj, NDJSON", "$tj", "-C", "$journal", "export", "--format", "ndjson"),
        Contestant("tj, Markdown", "$tj", "-C", "$journal", "export", "--format", "markdown"),
      ]),
    Work(
      name: "export-rec", sizes: [.medium], goal: "≥ 20 × rec2csv", ratio: 0.05, floor: "rec2csv",
      contestants: [
        .tj("export", "--format", "csv"), Contestant("rec2csv", "rec2csv", "$records"),
      ]),
    // There and back: all of it as text, and the same made of that elsewhere.
    Work(
      name: "copy", sizes: [.small, .medium], goal: "≤ 3 × sqlite3", ratio: 3,
      floor: "sqlite3 .dump",
      contestants: [
        Contestant(
          "tj", "sh", "-c",
          "d=$(mktemp -d) && \"$0\" init \"$d/j\" 2>\"$d/err\" "
            + "&& \"$0\" -C \"$1\" export --all --format json | \"$0\" -C \"$d/j\" import; rm -r \"$d\"",
          "$tj", "$journal"),
        Contestant(
          "sqlite3 .dump", "sh", "-c",
          "d=$(mktemp -d) && sqlite3 \"$0\" .dump | sqlite3 \"$d/db\"; rm -r \"$d\"", "$database"),
      ]),
    // Of the same entries without fields; then with them.
    Work(
      name: "stats", sizes: Size.allCases, goal: "≤ 1.5 × list", ratio: 1.5, floor: "tj list",
      contestants: [
        Contestant("tj list", "$tj", "-C", "$bare", "list"),
        Contestant("tj", "$tj", "-C", "$bare", "stats"),
        Contestant("tj, fields", "$tj", "-C", "$journal", "stats"),
      ]),
    Work(
      name: "report", sizes: [.medium], goal: "≤ 1 s", ratio: 1, floor: "sleep 1",
      contestants: [Contestant("sleep 1", "sleep", "1"), .tj("report", "-o", "$report", "--force")]),
    Work(
      name: "log", sizes: Size.allCases, goal: "≤ 1.3 × list", ratio: 1.3, floor: "tj list",
      contestants: [
        Contestant("tj list", "$tj", "-C", "$journal", "list"),
        .tj("log", "-n", "20", "--oneline"),
        Contestant(
          "sqlite3", "sqlite3", "$database", "SELECT * FROM entries ORDER BY time DESC LIMIT 20"),
      ]),
    // Of 10,000 threads of 10 entries.
    Work(
      name: "log-many", sizes: [.medium], goal: "≤ 1.3 × list", ratio: 1.3, floor: "tj list",
      contestants: [
        Contestant("tj list", "$tj", "-C", "$many", "list"),
        Contestant("tj", "$tj", "-C", "$many", "log", "-n", "20", "--oneline"),
      ]),
    Work(
      name: "today", sizes: Size.allCases, goal: "≤ 1.3 × list", ratio: 1.3, floor: "tj list",
      contestants: [
        Contestant("tj list", "$tj", "-C", "$journal", "list"), .tj("today"),
      ]),
    // Nothing is due, which is the status 1.
    Work(
      name: "due", sizes: Size.allCases, goal: "≤ 1.3 × list", ratio: 1.3, floor: "tj list",
      contestants: [
        Contestant("tj list", "$tj", "-C", "$journal", "list"),
        Contestant("tj", "sh", "-c", "\"$0\" -C \"$1\" due -q || :", "$tj", "$journal"),
      ]),
    // How many entries each month has, and what a number comes to in it.
    Work(
      name: "stats-by", sizes: Size.allCases, goal: "< sqlite3 and mlr", ratio: 1, floor: "sqlite3",
      contestants: [
        .tj("stats", "--by", "month", "-f", "mood", "--sum", "--format", "csv", answer: november),
        Contestant(
          "sqlite3", "sqlite3", "-csv", "$database",
          "SELECT substr(time, 1, 7) AS month, count(*), sum(mood) FROM entries GROUP BY month",
          answer: november),
        Contestant(
          "mlr", "mlr", "--csv", "put", " $month = substr1($time, 1, 7)", "then", "stats1", "-a",
          "count,sum", "-f", "mood", "-g", "month", "$csv", answer: november, upTo: .medium),
      ]),
  ]

  private static let november = Answer.numbers(after: "2025-11,")

  private static let text = "It rained all day, and we read by the window."

  private static let showing = [
    Contestant.tj("show", "thread-000000"),
    Contestant("recsel", "recsel", "-e", "Thread = 0", "$records"),
    Contestant("sqlite3", "sqlite3", "$database", "SELECT * FROM entries WHERE thread = 0"),
    Contestant("jrnl", "jrnl", "--config-file", "$jrnl", "-n", "1000", upTo: .small),
  ]

  private static func finding(_ word: String) -> [Contestant] {
    let answer = Answer.lines(with: word)
    return [
      Contestant("rg -i", "rg", "-i", word, "$journal", answer: answer),
      .tj("find", word, answer: answer),
      Contestant("grep -ri", "grep", "-ri", word, "$journal", answer: answer),
      Contestant(
        "git grep -i", "git", "-C", "$journal", "grep", "--no-index", "-i", word, answer: answer),
      Contestant(
        "sqlite3 LIKE", "sqlite3", "$database",
        "SELECT * FROM entries WHERE text LIKE '%\(word)%'", answer: answer),
      Contestant(
        "recsel -i", "recsel", "-i", "-q", word, "$records", answer: answer, upTo: .medium),
      Contestant(
        "jrnl", "jrnl", "--config-file", "$jrnl", "-contains", word, answer: answer, upTo: .medium),
    ]
  }
}
