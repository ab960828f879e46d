import ThreadStorage

struct Workspace {
  /// Where the data is kept between runs; its name changes whenever the data does.
  private let folder: String
  private let program: String

  init(_ options: Options) throws {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let cache = variable("XDG_CACHE_HOME") ?? (variable("HOME") ?? "/tmp") + "/.cache"
    folder = cache + "/threadjournal-benchmark-1"
    for path in [cache, folder] { mkdir(path, 0o700) }
    program = try options.program ?? Self.build(in: folder)
    for size in options.sizes {
      try makeJournal(journal(size), threads: size.threads, entries: Corpus.entriesOfThread)
    }
  }

  /// The contestant with paths in its command line; nil where it, or its data, cannot be had for this size.
  func ready(_ contestant: Contestant, _ size: Size) throws -> Contestant? {
    var ready = contestant
    guard size.threads <= contestant.largest.threads,
      contestant.words[0].hasPrefix("$") || ProgramRun.isInstalled(contestant.words[0])
    else { return nil }
    ready.words = try contestant.words.map { word in
      guard word.hasPrefix("$") else { return word }
      guard word.hasSuffix("-fresh") else { return try path(word.dropFirst(), size) }
      let original = try path(word.dropFirst().dropLast("-fresh".count), size)
      ready.copies.append((original, original + ".fresh"))
      return original + ".fresh"
    }
    return ProgramRun.isInstalled(ready.words[0]) ? ready : nil
  }

  private func path(_ word: Substring, _ size: Size) throws -> String {
    // A copy may be written to.
    if word.hasSuffix("-copy") {
      let path = try path(word.dropLast("-copy".count), size)
      return try copy(of: path, to: path + ".copy")
    }
    switch word {
    case "tj": return program
    case "append": return try appender()
    case "journal": return journal(size)
    case "thread": return journal(size) + "/thread-000000.md"
    case "small": return journal(.small)
    case "large-thread": return try largeThread()
    case "many": return try manyThreads()
    case "bare": return try bareJournal(size)
    case "changed", "changed-short": return try changedJournal(size, String(word))
    case "changed-kept", "changed-short-kept", "changed-thread", "changed-short-thread":
      let parts = word.split(separator: "-")
      return changedPath(size, parts.dropLast().joined(separator: "-")) + ".\(parts.last ?? "")"
    case "report": return folder + "/report.html"
    case "merge-base": return try mergedThread("base", adding: [])
    case "merge-ours": return try mergedThread("ours", adding: [100])
    case "merge-theirs": return try mergedThread("theirs", adding: [101])
    case "plain-file": return folder + "/plain.txt"
    default: return try data(String(word), size)
    }
  }

  private func journal(_ size: Size) -> String { folder + "/" + size.rawValue }

  private func copy(of path: String, to copy: String) throws -> String {
    _ = try ProgramRun(["rm", "-rf", copy])
    _ = try ProgramRun(["cp", "-R", path, copy])
    return copy
  }

  private func largeThread() throws -> String {
    let journal = try copy(of: journal(.small), to: folder + "/large-thread")
    try Self.write(Self.threads(0..<100), journal + "/thread-000000.md")
    return journal
  }

  /// A version of a thread of 100,000 entries, made once.
  private func mergedThread(_ version: String, adding numbers: [Int]) throws -> String {
    let path = folder + "/merge-\(version).md"
    if access(path, F_OK) != 0 {
      try Self.write(Self.threads((0..<100) + numbers), path + ".making")
      _ = try ProgramRun(["mv", path + ".making", path])
    }
    return path
  }

  /// The entries of several threads as one.
  private static func threads(_ numbers: some Sequence<Int>) -> String {
    var file = ""
    for number in numbers {
      let thread = Corpus.thread(number)[...]
      file += number == 0 ? thread : thread.split(separator: "---\n\n", maxSplits: 1).last ?? ""
    }
    return file
  }

  private static func build(in folder: String) throws -> String {
    let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    Benchmark.tell("Building tj …")
    #if os(Linux)
      let linking = ["-Xswiftc", "-static-executable"]
    #else
      let linking: [String] = []
    #endif
    let run = try ProgramRun(
      ["swift", "build", "-c", "release", "--product", "tj"] + linking
        + ["--package-path", package, "--scratch-path", folder + "/build"])
    guard run.status == 0 else { throw BenchmarkError("tj does not build; give --tj PATH") }
    return folder + "/build/release/tj"
  }

  /// A C program that appends a line to a file and syncs it; a path of nothing where there is no compiler.
  private func appender() throws -> String {
    let source = """
      #include <fcntl.h>
      #include <string.h>
      #include <unistd.h>
      int main(int count, char **words) {
        int file = open(words[1], O_WRONLY | O_APPEND | O_CREAT, 0600);
        if (count < 3 || file < 0) return 1;
        if (write(file, words[2], strlen(words[2])) < 0 || write(file, "\\n", 1) < 0) return 1;
        return fsync(file) != 0;
      }

      """
    let path = folder + "/append"
    try Self.write(source, path + ".c")
    _ = try? ProgramRun(["cc", "-O2", "-o", path, path + ".c"])
    return path
  }

  private func manyThreads() throws -> String {
    let journal = folder + "/many"
    try makeJournal(journal, threads: 10_000, entries: 10)
    return journal
  }

  private func bareJournal(_ size: Size) throws -> String {
    let bare = journal(size) + ".bare"
    try makeJournal(
      bare, threads: size.threads, entries: Corpus.entriesOfThread, haveFields: false)
    return bare
  }

  private func changedPath(_ size: Size, _ name: String) -> String {
    folder + "/\(name)-\(size.rawValue)"
  }

  /// A journal with a deleted entry, and as many records of changes and displaced files as are kept: texts of one to
  /// four kilobytes, and of every tenth change all entries of a thread.
  ///
  /// In `changed-short` the threads are small enough for a purge to look through each of them.
  private func changedJournal(_ size: Size, _ name: String) throws -> String {
    let isShort = name == "changed-short"
    var original = journal(size)
    if isShort {
      original += ".short"
      try makeJournal(
        original, threads: size.threads, entries: Corpus.entriesOfThread, isShort: true)
    }
    let journal = try copy(of: original, to: changedPath(size, name))
    _ = try ProgramRun(["rm", "-rf", journal + ".kept"])
    let thread = journal + "/thread-000000.md"
    let entry = "\n## 2026-03-28 07:12:33-04:00 {#gone}\n\nWords.\n"
    try Self.write(Corpus.thread(0, isShort: isShort) + entry, thread)
    let text = Corpus.entries(ofThread: 1).lazy.flatMap(\.lines).prefix(60)
      .joined(separator: "\n\n")
    let names = ["mood", "temper"]
    for number in 0..<200 {
      let change =
        number % 10 == 9
        ? ["field", "rename", "thread-000000", names[number / 10 % 2], names[1 - number / 10 % 2]]
        : ["edit", "gone", "Words, \(number).\n\n\(text.prefix(1000 + number % 4 * 1000))"]
      let run = try ProgramRun([program, "-C", journal] + change)
      guard run.status == 0 else {
        throw BenchmarkError("tj \(change[0]) ended with \(run.status)")
      }
    }
    _ = try ProgramRun([program, "-C", journal, "delete", "gone"])
    _ = try ProgramRun(["cp", "-a", journal + "/.threadjournal", journal + ".kept"])
    _ = try ProgramRun(["cp", "-a", thread, journal + ".thread"])
    return journal
  }

  private func makeJournal(
    _ journal: String, threads: Int, entries: Int, haveFields: Bool = true, isShort: Bool = false
  ) throws {
    guard access(journal + "/complete", F_OK) != 0 else { return }
    Benchmark.tell("Making \(journal) …")
    for path in [journal, journal + "/.threadjournal"] { mkdir(path, 0o700) }
    try Self.write("format: 1\n", journal + "/.threadjournal/config.yml")
    for number in 0..<threads {
      let path = journal + "/thread-\(Corpus.sixDigits(number)).md"
      let thread = Corpus.thread(
        number, entries: entries, haveFields: haveFields, isShort: isShort)
      try Self.write(thread, path)
    }
    try Self.write("", journal + "/complete")
  }

  /// The path of the same entries in another program's form, made when first asked for.
  private func data(_ form: String, _ size: Size) throws -> String {
    let path = journal(size) + "." + form
    guard access(path, F_OK) != 0 else { return path }
    Benchmark.tell("Making \(size.rawValue) as \(form) …")
    switch form {
    case "records":
      let records = (0..<size.threads).map(Corpus.records).joined()
      try Self.write("%rec: Entry\n\n" + records, path)
    case "database":
      let rows = (0..<size.threads).map(Corpus.statements).joined()
      try Self.write(Corpus.tables + "BEGIN;\n" + rows + "COMMIT;\n", path + ".sql")
      _ = try ProgramRun(["sqlite3", path + ".making", ".read \(path).sql"])
      _ = try ProgramRun(["mv", path + ".making", path])
      _ = try ProgramRun(["rm", path + ".sql"])
    case "csv":
      _ = try ProgramRun([program, "-C", journal(size), "export", "-o", path])
    case "jrnl":
      try Self.write((0..<size.threads).map(Corpus.jrnl).joined(), path + ".txt")
      try Self.write(Corpus.jrnlSettings(journal: path + ".txt"), path)
    default: throw BenchmarkError("nothing is called $\(form)")
    }
    return path
  }

  private static func write(_ text: String, _ path: String) throws {
    let file = fopen(path, "w")
    let bytes = Array(text.utf8)
    let isWritten = file.map { fwrite(bytes, 1, bytes.count, $0) == bytes.count && fclose($0) == 0 }
    guard isWritten == true else { throw BenchmarkError("cannot write \(path)") }
  }
}
