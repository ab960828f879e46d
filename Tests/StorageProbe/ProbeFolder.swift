import TestSupport
import ThreadStorage

/// A journal with the thread `a.md`, whose lines are tokens.
struct ProbeFolder: Sendable {
  let root: String

  /// Appends 50 tokens; now and then the process ends in the midst of one, and is to be started again.
  func appendKilledAtRandom(writer: Int) {
    let log = "\(root)/log-\(writer)"
    let tried = lines(log).filter { $0.hasPrefix("try ") }.count
    for index in tried..<50 {
      let token = "w\(writer)-\(index)"
      add("try \(token)\n", to: log)
      #if DEBUG
        let killed = Int.random(in: 0..<5) == 0
        let plan = killed ? FaultPlan(.exit, at: Int.random(in: 0..<45)) : nil
        let failed = Interception.$current.withValue(plan) { !succeeds { try append(token) } }
      #else
        let failed = !succeeds { try append(token) }
      #endif
      add(failed ? "no \(token)\n" : "ok \(token)\n", to: log)
    }
  }

  /// Appends 50 tokens as a program does that knows nothing of others.
  func appendNaively(writer: Int) {
    for index in 0..<50 {
      let token = "w\(writer)-\(index)"
      add("try \(token)\n", to: "\(root)/log-\(writer)")
      write(text("\(root)/a.md") + token + "\n", "\(root)/a.md")
      add("ok \(token)\n", to: "\(root)/log-\(writer)")
    }
  }

  /// Makes `count` changes, 0 for as many as fit until `ended` is there, and logs those that were made.
  func change(_ count: Int, _ change: (String) throws -> Void) {
    var index = 0
    while count == 0 ? access("\(root)/ended", F_OK) != 0 : index < count {
      let token = "c\(getpid())-\(index)"
      if succeeds({ try change(token) }) { add("ok \(token)\n", to: "\(root)/log-\(getpid())") }
      index += 1
    }
  }

  /// Changes the thread as a program does that knows nothing of others.
  func rewriteNaively(_ token: String) {
    write(token + "\n" + text("\(root)/a.md"), "\(root)/a.md.naive")
    rename("\(root)/a.md.naive", "\(root)/a.md")
  }

  /// Saves the thread `count` times with one token more, as an editor does that reads it anew each time.
  func edit(_ count: Int, byRename: Bool, pausing: Bool = false) {
    for index in 0..<count {
      let token = "e\(getpid())-\(index)"
      let text = text("\(root)/a.md") + token + "\n"
      if pausing { pause() }
      if byRename {
        write(text, "\(root)/a.md~")
        if pausing { pause() }
        rename("\(root)/a.md~", "\(root)/a.md")
      } else {
        write(text, "\(root)/a.md", pausing: pausing)
      }
      add("ok \(token)\n", to: "\(root)/log-\(getpid())")
      if pausing { pause() }
    }
  }

  /// Up to 2 ms, mostly far less.
  private func pause() { usleep(UInt32(1 << Int.random(in: 0...11))) }

  /// Makes one change and ends the process at the `number`-th system call; returns 0 if it has no such call.
  func make(_ change: String, killedAt number: Int) -> Int32 {
    #if DEBUG
      let plan = FaultPlan(.exit, at: number)
      return Interception.$current.withValue(plan) { succeeds { try make(change) } } ? 0 : 1
    #else
      return 2
    #endif
  }

  private func make(_ change: String) throws {
    let block = Array("\n## 2026-03-29 {#bbbb}\n\nThe new entry.\n".utf8)
    try JournalDirectory(opening: root).withLock(timeLimit: 1) { writer in
      switch change {
      case "append": try writer.add(block, to: "a.md")
      case "appendThroughLink":
        try writer.add(block, to: writer.directory.threadPath(of: "link.md"))
      case "rewrite", "overwriteHardLink": try writer.change("a.md") { $0 + block }
      case "shorten": try writer.change("a.md") { _ in Array("short\n".utf8) }
      case "create": try writer.make(.created(path: "n.md", bytes: block))
      case "createInNewFolder": try writer.make(.created(path: "x/y/n.md", bytes: block))
      case "rename": try writer.make(.renamed(from: "a.md", to: "b.md"))
      default:
        let bytes = try writer.directory.read("a.md")
        try writer.make(
          .removed(path: "a.md", bytes: bytes, as: writer.directory.removal(of: "a.md")))
      }
    }
  }

  func append(_ token: String) throws {
    try JournalDirectory(opening: root).withLock(timeLimit: 30) { writer in
      try again {
        let tail = try writer.directory.tail(of: "a.md", limit: 1024)
        let isLineStart = tail.bytes.last == 10 || tail.size == 0
        try writer.add(Array("\(isLineStart ? "" : "\n")\(token)\n".utf8), to: "a.md")
      }
    }
  }

  func rewrite(_ token: String) throws {
    try JournalDirectory(opening: root).withLock(timeLimit: 30) { writer in
      try again { try writer.change("a.md") { Array("\(token)\n".utf8) + $0 } }
    }
  }

  /// Plans a change anew where an editor came between the planning and the making.
  private func again(_ change: () throws -> Void) throws {
    for _ in 0..<16 {
      do { return try change() } catch StorageError.changedMeanwhile {}
    }
    try change()
  }

  private func succeeds(_ body: () throws -> Void) -> Bool {
    do { try body() } catch {
      add("\(error)\n", to: "\(root)/errors")
      return false
    }
    return true
  }

  private func add(_ text: String, to path: String) { put(text, path, "a") }

  private func write(_ text: String, _ path: String, pausing: Bool = false) {
    put(text, path, "w", pausing: pausing)
  }

  private func put(_ text: String, _ path: String, _ mode: String, pausing: Bool = false) {
    guard let stream = fopen(path, mode) else { return }
    // Between emptying the file and filling it.
    if pausing { pause() }
    fputs(text, stream)
    fclose(stream)
  }

  private func text(_ path: String) -> String {
    guard let stream = fopen(path, "r") else { return "" }
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, stream)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  private func lines(_ path: String) -> [Substring] { text(path).split(separator: "\n") }
}
