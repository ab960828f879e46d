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
          line.utf8.firstRange(of: "import ".utf8) != nil,
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
      let code = try code(of: file).utf8
      for word in [
        "getenv", "clock_gettime", "ContinuousClock", "isatty", "environ", "CommandLine",
      ] {
        #expect(code.firstRange(of: word.utf8) == nil, "\(file) uses \(word)")
      }
    }
  }

  @Test("environment, clock and terminal are read in the session and where output is made, only")
  func session() throws {
    let folders = ["tj/Session/", "tj/Terminal/"]
    // An editor's time tells one that does not wait; a program has a deadline.
    let exceptions: [String: Set<String>] = [
      "ContinuousClock": ["tj/Writing/Editor.swift", "tj/Programs/BackgroundCommand.swift"]
    ]
    for file in try Sources.files(below: "tj") where !folders.contains(where: file.hasPrefix) {
      let words = Set(
        try code(of: file).utf8.split {
          !($0 == 0x5F || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A)
        }
        .map { String(decoding: $0, as: UTF8.self) })
      for word in ["getenv", "isatty", "clock_gettime", "ContinuousClock", "environ"] {
        let isUsed = words.contains(word)
        let isAllowed = exceptions[word]?.contains(file) ?? false
        #expect(!isUsed || isAllowed, "\(file) uses \(word)")
      }
    }
  }

  @Test("no file forces, traps on purpose, or prints behind the streams' back")
  func forbidden() throws {
    let forbidden: [(word: String, expression: Regex<Substring>)] = [
      ("try!", /\btry!/), ("as!", /\bas!/), ("fatalError(", /\bfatalError\(/),
      ("Regex", /\bRegex\b/),
      ("String(format:", /String\(format:/), ("Calendar", /\bCalendar\b[.(]/),
    ]
    for file in try ["ThreadStorage", "ThreadJournal", "tj"].flatMap(Sources.files(below:)) {
      let code = try code(of: file)
      for (word, expression) in forbidden where code.utf8.firstRange(of: word.utf8) != nil {
        #expect(code.firstMatch(of: expression) == nil, "\(file) has \(word)")
      }
      #expect(!unwrapsByForce(code), "\(file) has a force unwrap")
      for line in code.split(separator: "\n") {
        guard
          ["print(", "debugPrint(", "NSLog(", "dump("].contains(where: {
            line.utf8.firstRange(of: $0.utf8) != nil
          }), line.contains(/(^|[^.\w])(print|debugPrint|NSLog|dump)\(/)
        else { continue }
        let isOwn = line.contains("func print(") || code.contains("func print(")
        #expect(isOwn, "\(file) prints: \(line)")
      }
    }
  }

  /// Whether a `!` stands behind a value, and not before `=` or a word.
  private func unwrapsByForce(_ code: String) -> Bool {
    let bytes = Array(code.utf8) + [0x20]
    func isWord(_ byte: UInt8) -> Bool {
      byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte)
    }
    return bytes.indices.dropFirst().dropLast().contains { index in
      guard bytes[index] == 0x21 else { return false }
      let (before, after) = (bytes[index - 1], bytes[index + 1])
      return (isWord(before) || before == 0x29 || before == 0x5D) && after != 0x3D && !isWord(after)
    }
  }

  @Test("the scans see what they look for")
  func control() {
    #expect(unwrapsByForce("value!.count") && unwrapsByForce("f()!") && unwrapsByForce("a[0]! + 1"))
    #expect(!unwrapsByForce("a != b") && !unwrapsByForce("!a") && !unwrapsByForce("(!a)"))
    #expect(stripped("let a = \"b!\" // c!\n/// d!\nlet e = 1") == "let a = \"\" \n\nlet e = 1\n")
  }

  private func code(of file: String) throws -> String { stripped(try Sources.text(of: file)) }

  /// Source without comments and without what stands in string literals of one line.
  private func stripped(_ source: String) -> String {
    var result: [UInt8] = []
    var isInLongString = false
    for line in source.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.firstRange(of: "\"\"\"".utf8) != nil {
        isInLongString.toggle()
        result.append(0x0A)
        continue
      }
      guard !isInLongString else { continue }
      var isInString = false
      var isEscaped = false
      var last: UInt8 = 0
      for byte in line {
        if isInString {
          if !isEscaped, byte == 0x22 {
            isInString = false
            result.append(byte)
          }
          isEscaped = !isEscaped && byte == 0x5C
        } else {
          if byte == 0x2F, last == 0x2F {
            result.removeLast()
            break
          }
          result.append(byte)
          isInString = byte == 0x22
        }
        last = byte
      }
      result.append(0x0A)
    }
    return String(decoding: result, as: UTF8.self)
  }
}
