import Testing

/// The arrows between the modules, and what no file may do.
@Suite struct ArchitectureTests {
  private static let libraries: Set<String> = ["Darwin", "Musl", "Glibc", "Synchronization"]
  private static let foundation: Set<String> = ["FoundationEssentials", "Foundation"]

  private static let allowed: [String: Set<String>] = [
    "ThreadStorage": libraries.union(foundation).union(["CSystem"]),
    "ThreadJournal": ["ThreadStorage", "Synchronization"],
    "tj": libraries.union(["ThreadJournal", "ThreadStorage"]),
  ]

  @Test("modules import only downwards", arguments: ["ThreadStorage", "ThreadJournal", "tj"])
  func imports(module: String) throws {
    let allowed = try #require(ArchitectureTests.allowed[module])
    var found: Set<String> = []
    for file in try Sources.files(below: module) {
      for line in try Sources.text(of: file).split(separator: "\n") {
        guard
          let match = line.firstMatch(of: /^\s*(?:@\w+ |package |public )*import (?:\w+ )??(\w+)/)
        else { continue }
        found.insert(String(match.1))
        #expect(allowed.contains(String(match.1)), "\(file) imports \(match.1)")
      }
    }
    #expect(!found.isEmpty)
  }

  @Test(
    "only storage touches documents and disk: ThreadJournal has no clock, environment or output")
  func journal() throws {
    for file in try Sources.files(below: "ThreadJournal") {
      for word in [
        "getenv", "clock_gettime", "ContinuousClock", "isatty", "environ", "CommandLine",
      ] {
        #expect(!(try code(of: file)).contains(word), "\(file) uses \(word)")
      }
    }
  }

  @Test("environment, clock and terminal are read in the session and where output is made, only")
  func session() throws {
    let places = ["tj/Session", "tj/Output/"]
    // The editor's time tells one that does not wait; children inherit the environment.
    let exceptions: [String: Set<String>] = [
      "ContinuousClock": ["tj/Commands/Editor.swift"],
      "environ": ["tj/Commands/ChildProcess.swift"],
    ]
    for file in try Sources.files(below: "tj") where !places.contains(where: file.hasPrefix) {
      let code = try code(of: file)
      for word in ["getenv", "isatty", "clock_gettime", "ContinuousClock", "environ"] {
        let isUsed = code.contains(try Regex("\\b\(word)\\b"))
        let isAllowed = exceptions[word]?.contains(file) ?? false
        #expect(!isUsed || isAllowed, "\(file) uses \(word)")
      }
    }
  }

  @Test("no file forces, traps on purpose, or prints behind the streams' back")
  func forbidden() throws {
    let forbidden: [(String, Regex<Substring>)] = [
      ("try!", /\btry!/), ("as!", /\bas!/), ("fatalError", /\bfatalError\(/),
      ("a force unwrap", /[A-Za-z0-9_\])]!(?![=\w])/), ("Regex", /\bRegex\b/),
      ("String(format:)", /String\(format:/), ("Calendar", /\bCalendar\b[.(]/),
    ]
    for file in try ["ThreadStorage", "ThreadJournal", "tj"].flatMap(Sources.files(below:)) {
      let code = try code(of: file)
      for (name, pattern) in forbidden {
        #expect(code.firstMatch(of: pattern) == nil, "\(file) has \(name)")
      }
      for line in code.split(separator: "\n") {
        guard line.contains(/(^|[^.\w])(print|debugPrint|NSLog|dump)\(/) else { continue }
        let isOwn = line.contains("func print(") || code.contains("func print(")
        #expect(isOwn, "\(file) prints: \(line)")
      }
    }
  }

  @Test("the scans see what they look for")
  func control() {
    #expect("value!.count".contains(/[A-Za-z0-9_\])]!(?![=\w])/))
    #expect(!"a != b".contains(/[A-Za-z0-9_\])]!(?![=\w])/))
    #expect(stripped("let a = \"b!\" // c!\n/// d!\nlet e = 1") == "let a = \"\" \n\nlet e = 1\n")
  }

  private func code(of file: String) throws -> String { stripped(try Sources.text(of: file)) }

  /// Source without comments and without what stands in string literals of one line.
  private func stripped(_ source: String) -> String {
    var result = ""
    var isInLongString = false
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.contains("\"\"\"") {
        isInLongString.toggle()
        result += "\n"
        continue
      }
      guard !isInLongString else { continue }
      let plain = line.replacing(/"(?:[^"\\]|\\.)*"/, with: "\"\"")
      result += (plain.firstRange(of: "//").map { plain[..<$0.lowerBound] } ?? plain[...]) + "\n"
    }
    return result
  }
}
