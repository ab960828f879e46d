/// The data, the programs and where they are.
struct Workspace {
  /// Where the data is kept between runs.
  let folder: String
  /// The program that is measured.
  let program: String
  /// The C program that appends a line to a file and syncs it; nil where there is no compiler.
  let appender: String?

  /// Changes whenever the data does.
  private static let version = "1"

  init(_ options: Options) throws {
    let cache =
      Console.environment("XDG_CACHE_HOME")
      ?? (Console.environment("HOME") ?? "/tmp") + "/.cache"
    Console.makeFolder(cache)
    folder = cache + "/threadjournal-benchmark-\(Workspace.version)"
    Console.makeFolder(folder)
    program = try options.program ?? Workspace.build(in: folder)
    appender = Workspace.compileAppender(in: folder)
    for size in options.sizes { try makeJournal(size) }
  }

  /// The journal of a size.
  func journal(_ size: Size) -> String { folder + "/" + size.rawValue }

  /// Builds the program as the README says.
  private static func build(in folder: String) throws -> String {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let scratch = folder + "/build"
    Console.error("Building tj …\n")
    #if os(Linux)
      let linking = ["-Xswiftc", "-static-executable"]
    #else
      let linking: [String] = []
    #endif
    let run = try ProgramRun(
      ["swift", "build", "-c", "release", "--product", "tj"] + linking
        + ["--package-path", "/" + package, "--scratch-path", scratch])
    guard run.status == 0 else { throw BenchmarkError.failed("tj does not build; give --tj PATH") }
    return scratch + "/release/tj"
  }

  private static func compileAppender(in folder: String) -> String? {
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
    try? Console.writeFile(Array(source.utf8), path + ".c")
    guard ProgramRun.isInstalled("cc") else { return nil }
    return (try? ProgramRun(["cc", "-O2", "-o", path, path + ".c"]))?.status == 0 ? path : nil
  }

  private func makeJournal(_ size: Size) throws {
    let journal = journal(size)
    guard !Console.hasFile(journal + "/complete") else { return }
    Console.error("Making \(size.rawValue) …\n")
    Console.makeFolder(journal)
    Console.makeFolder(journal + "/.threadjournal")
    try Console.writeFile(Array("format: 1\n".utf8), journal + "/.threadjournal/config.yml")
    for number in 0..<size.threads {
      let entries = Corpus.entries(ofThread: number)
      let digits = String(1_000_000 + number).dropFirst()
      try Console.writeFile(
        Array(Corpus.thread(number, entries).utf8), journal + "/thread-\(digits).md")
    }
    try Console.writeFile([], journal + "/complete")
  }

  /// The path of the same entries in another program's form, made when first asked for; nil where it is not installed.
  func data(_ form: Form, _ size: Size) throws -> String? {
    guard ProgramRun.isInstalled(form.program) else { return nil }
    let path = folder + "/" + size.rawValue + form.suffix
    guard !Console.hasFile(path) else { return path }
    Console.error("Making \(size.rawValue) for \(form.program) …\n")
    var text = form.head
    for number in 0..<size.threads {
      let entries = Corpus.entries(ofThread: number)
      switch form {
      case .records: text += Corpus.records(number, entries)
      case .database: text += Corpus.statements(number, entries)
      case .jrnl: text += Corpus.jrnl(entries)
      }
    }
    switch form {
    case .records: try Console.writeFile(Array(text.utf8), path)
    case .database:
      try Console.writeFile(Array((text + "COMMIT;\n").utf8), path + ".sql")
      _ = try ProgramRun(["sqlite3", path + ".making", ".read \(path).sql"])
      _ = try ProgramRun(["mv", path + ".making", path])
      _ = try ProgramRun(["rm", path + ".sql"])
    case .jrnl:
      try Console.writeFile(Array(text.utf8), path + ".txt")
      let settings = """
        default_hour: 9
        default_minute: 0
        editor: ''
        encrypt: false
        highlight: true
        indent_character: '|'
        journals: {default: {journal: \(path).txt}}
        linewrap: 79
        tagsymbols: '@'
        template: false
        timeformat: '%Y-%m-%d %H:%M:%S'
        version: v4.1
        colors: {body: none, date: none, tags: none, title: none}
        display_format: null

        """
      try Console.writeFile(Array(settings.utf8), path)
    }
    return path
  }

  /// A form of the data.
  enum Form {
    case records
    case database
    case jrnl

    var program: String {
      switch self {
      case .records: "recsel"
      case .database: "sqlite3"
      case .jrnl: "jrnl"
      }
    }

    var suffix: String {
      switch self {
      case .records: ".rec"
      case .database: ".sqlite"
      case .jrnl: ".jrnl.yaml"
      }
    }

    var head: String {
      switch self {
      case .records: "%rec: Entry\n\n"
      case .database:
        "BEGIN; CREATE TABLE entries(thread INTEGER, id TEXT, time TEXT, mood INTEGER, sleep TEXT,"
          + " location TEXT, text TEXT); CREATE INDEX threads ON entries(thread);\n"
      case .jrnl: ""
      }
    }
  }
}
