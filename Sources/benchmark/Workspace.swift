import ThreadStorage

/// The data, the programs and where they are.
struct Workspace {
  /// Where the data is kept between runs.
  private let folder: String
  /// The program that is measured.
  private let program: String

  /// Changes whenever the data does.
  private static let version = "1"

  init(_ options: Options) throws {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let cache = variable("XDG_CACHE_HOME") ?? (variable("HOME") ?? "/tmp") + "/.cache"
    folder = cache + "/threadjournal-benchmark-\(Workspace.version)"
    for path in [cache, folder] { mkdir(path, 0o700) }
    program = try options.program ?? Workspace.build(in: folder)
    for size in options.sizes { try makeJournal(size) }
  }

  /// The contestant with paths in its command line; nil where it, or its data, cannot be had for this size.
  func ready(_ contestant: Contestant, _ size: Size) throws -> Contestant? {
    guard size.threads <= contestant.largest.threads else { return nil }
    var contestant = contestant
    for (index, word) in contestant.words.enumerated() where word.hasPrefix("$") {
      guard let path = try path(word, size) else { return nil }
      contestant.words[index] = path
    }
    return ProgramRun.isInstalled(contestant.words[0]) ? contestant : nil
  }

  /// What a word of a command line stands for.
  private func path(_ word: String, _ size: Size) throws -> String? {
    switch word {
    case "$tj": return program
    case "$append": return try appender()
    case "$journal": return journal(size)
    case "$journal/thread-000000.md": return journal(size) + "/thread-000000.md"
    case "$small": return journal(.small)
    case "$journal-copy": return try copy(of: journal(size))
    case "$small-copy": return try copy(of: journal(.small))
    case "$large-thread": return try largeThread()
    case "$plain-file": return folder + "/plain.txt"
    default:
      guard let name = word.dropFirst().split(separator: "-").first,
        let form = Form(rawValue: String(name)), let path = try data(form, size)
      else { return nil }
      return word.hasSuffix("-copy") ? try copy(of: path) : path
    }
  }

  private func journal(_ size: Size) -> String { folder + "/" + size.rawValue }

  /// A copy that may be written to.
  private func copy(of path: String) throws -> String {
    let copy = path + ".copy"
    _ = try ProgramRun(["rm", "-rf", copy])
    _ = try ProgramRun(["cp", "-R", path, copy])
    return copy
  }

  /// A journal with a thread of 100,000 entries.
  private func largeThread() throws -> String {
    let journal = folder + "/large-thread"
    _ = try ProgramRun(["rm", "-rf", journal])
    _ = try ProgramRun(["cp", "-R", self.journal(.small), journal])
    var file = Corpus.thread(0)
    for number in 1..<100 {
      file += Corpus.thread(number).split(separator: "---\n\n", maxSplits: 1).last ?? ""
    }
    try Workspace.write(file, journal + "/thread-000000.md")
    return journal
  }

  /// Builds the program as the README says.
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

  /// A C program that appends a line to a file and syncs it; nil where there is no compiler.
  private func appender() throws -> String? {
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
    try Workspace.write(source, path + ".c")
    guard ProgramRun.isInstalled("cc") else { return nil }
    return try ProgramRun(["cc", "-O2", "-o", path, path + ".c"]).status == 0 ? path : nil
  }

  private func makeJournal(_ size: Size) throws {
    let journal = journal(size)
    guard access(journal + "/complete", F_OK) != 0 else { return }
    Benchmark.tell("Making \(size.rawValue) …")
    for path in [journal, journal + "/.threadjournal"] { mkdir(path, 0o700) }
    try Workspace.write("format: 1\n", journal + "/.threadjournal/config.yml")
    for number in 0..<size.threads {
      try Workspace.write(
        Corpus.thread(number), journal + "/thread-\(Corpus.sixDigits(number)).md")
    }
    try Workspace.write("", journal + "/complete")
  }

  /// A form of the data, named as in command lines.
  private enum Form: String {
    case records, database, jrnl

    var program: String {
      switch self {
      case .records: "recsel"
      case .database: "sqlite3"
      case .jrnl: "jrnl"
      }
    }
  }

  /// The path of the same entries in a program's form, made when first asked for; nil where it is not installed.
  private func data(_ form: Form, _ size: Size) throws -> String? {
    guard ProgramRun.isInstalled(form.program) else { return nil }
    let path = folder + "/" + size.rawValue + "." + form.rawValue
    guard access(path, F_OK) != 0 else { return path }
    Benchmark.tell("Making \(size.rawValue) for \(form.program) …")
    switch form {
    case .records:
      let records = (0..<size.threads).map(Corpus.records).joined()
      try Workspace.write("%rec: Entry\n\n" + records, path)
    case .database:
      let rows = (0..<size.threads).map(Corpus.statements).joined()
      try Workspace.write(Corpus.tables + "BEGIN;\n" + rows + "COMMIT;\n", path + ".sql")
      _ = try ProgramRun(["sqlite3", path + ".making", ".read \(path).sql"])
      _ = try ProgramRun(["mv", path + ".making", path])
      _ = try ProgramRun(["rm", path + ".sql"])
    case .jrnl:
      try Workspace.write((0..<size.threads).map(Corpus.jrnl).joined(), path + ".txt")
      try Workspace.write(Corpus.jrnlSettings(journal: path + ".txt"), path)
    }
    return path
  }

  private static func write(_ text: String, _ path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { throw BenchmarkError("cannot write \(path)") }
    defer { close(file) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { ThreadStorage.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { throw BenchmarkError("cannot write \(path)") }
      rest = rest.dropFirst(count)
    }
  }
}
