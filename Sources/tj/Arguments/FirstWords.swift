import ThreadJournal
import ThreadStorage

/// What a command line may mean that begins with no command, or names no entry to tag, as the lines that do it.
///
/// Many try a text, a day or an option right behind the program's name, as other programs take them.
struct FirstWords {
  private let session: Session
  /// The journal that is found.
  private let journal: Journal?

  init(_ globals: GlobalOptions) throws(SessionError) {
    session = try Session(globals)
    journal = try? session.journal(.reading)
  }

  /// The lines that are probably meant by `arguments`, which `error` refuses; empty where that says enough.
  ///
  /// - Parameter positionals: Those of the arguments that are no options, behind the command.
  func lines(
    _ arguments: [[UInt8]], _ positionals: [String], after error: CommandLineError
  ) -> [String] {
    let words = arguments.map { String(decoding: $0, as: UTF8.self) }
    switch error {
    case .unknownOption("-v", nil, _) where words.count == 1,
      .unknownOption("-V", nil, _) where words.count == 1,
      .unknownCommand("version", _) where words.count == 1:
      return ["For the version: tj --version"]
    case .unknownOption(_, nil, _):
      return lines(option: words).map { "With a command: \($0)" }
    case .unknownOption(let name, "tag", _):
      // `tj tag log@1 -f mood=7`, as `tj add` takes it, and `--remove mood`.
      guard let index = words.firstIndex(of: name), index + 1 < words.count else { return [] }
      let isField = ["-f", "--field"].contains(name)
      let isRemoval = ErrorMessage.removals.contains(name)
      let value = isRemoval ? words[index + 1].prefix { $0 != "=" } + "=" : words[index + 1][...]
      let line = words[..<index] + [String(value)] + words[(index + 2)...]
      guard isField || isRemoval, isLine(Array(line)) else { return [] }
      return ["So: tj \(line.map(ShellWord.quoted).joined(separator: " "))"]
    case .unknownCommand("skip", _):
      let behind = words.drop { $0 != "skip" }.dropFirst()
      let named = behind.first.flatMap { try? journal?.thread(named: $0) }
      let why = behind.dropFirst(named == nil ? 0 : 1).joined(separator: " ")
      let thread = named ?? journal?.newestThread(in: session.zone)
      let field = ShellWord.quoted("skip=\(why.isEmpty ? "WHY" : why)")
      return ["To excuse a planned day: tj add \(thread?.name ?? "THREAD") -f \(field) ''"]
    case .unknownCommand("history", _): return ["For the changes: tj undo --list"]
    case .unknownCommand(let name, let nearest):
      guard let index = words.firstIndex(of: name) else { return lines(threadFirst: words) }
      let behind = words[(index + 1)...]
      let rest = Array(behind.prefix { !$0.hasPrefix("-") || $0 == "-" })
      let options = Array(behind.dropFirst(rest.count))
      let text = ([name] + rest).joined(separator: " ")
      if let line = line(times: text) {
        return [line + (isLine(["find", "--on", text] + options) ? tail(options) : "")]
      }
      // A word may be a command mistyped; a time before a text, a thread, and several in one argument, are none.
      let isText =
        nearest.isEmpty || name.contains(" ") || session.timeAndText(text) != nil
        || (try? journal?.thread(named: name, by: .wholeName)) != nil
      guard isText else { return options.isEmpty ? lines(nearThread: name, rest) : [] }
      return options.isEmpty ? lines(name, rest) : lines(name, rest, with: options)
    case .missingArgument(_, "tag"), .badValue(_, _, .fieldAssignment, "tag"):
      return lines(tagging: positionals)
    default: return []
    }
  }

  // MARK: Options

  /// The line with the command that stands behind its options, and that with the thread; else that of a list.
  private func lines(option given: [String]) -> [String] {
    // Advice names the journal by itself.
    let journalOption = given.firstIndex { ["-C", "--journal"].contains($0) }
    let words =
      journalOption.map { Array(given[..<$0] + given[$0...].dropFirst(2)) } ?? given
    let names = words.indices.filter { !words[$0].hasPrefix("-") }
    let commands = names.map { [words[$0]] + words[..<$0] + words[($0 + 1)...] }
    var lines = Array(commands.filter(isLine).prefix(1))
    let hasThread = names.contains { index in
      (try? journal?.thread(named: words[index], by: .wholeName)) != nil
    }
    if hasThread, isLine(["show"] + words) { lines.append(["show"] + words) }
    if lines.isEmpty {
      // `-from` lacks a dash.
      let long = words.map { word in
        let name = word.dropFirst()
        let isName = word.hasPrefix("-") && name.count > 2 && name.allSatisfy(\.isLetter)
        return isName ? "-\(word)" : word
      }
      let meant = [words, long].flatMap { words in
        ["list", "find", "log"].map { [$0] + words }
      }
      lines = Array(meant.filter(isLine).prefix(1))
    }
    return lines.map { "tj \($0.map(ShellWord.quoted).joined(separator: " "))" }
  }

  private func isLine(_ words: [String]) -> Bool {
    (try? CommandLineParser.parse(words.map { Array($0.utf8) })) != nil
  }

  private func tail(_ options: [String]) -> String {
    options.map { " " + ShellWord.quoted($0) }.joined()
  }

  // MARK: Words

  private func line(times text: String) -> String? {
    (try? session.range(text)).map { _ in
      "The entries of then: tj find --on \(ShellWord.quoted(text))"
    }
  }

  private func lines(_ first: String, _ rest: [String]) -> [String] {
    let text = ([first] + rest).joined(separator: " ")
    // One that the words name, or the last one.
    let named = rest.lazy.compactMap { try? journal?.thread(named: $0, by: .wholeName) }.first
    let newestThread = named ?? journal?.newestThread(in: session.zone)
    if let found = session.timeAndText(text), found.times.count == 1, !found.text.isEmpty {
      let words = "\(ShellWord.quoted(found.times[0])) \(ShellWord.quoted(found.text))"
      return ["To write it: \(addition(newestThread)) --at \(words)"]
    }
    if let thread = try? journal?.thread(named: first) {
      // `tj money add another bus`
      let text = rest.count > 1 && rest[0] == "add" ? rest.dropFirst() : rest[...]
      let words = ShellWord.quoted(text.joined(separator: " "))
      return rest.isEmpty
        ? ["To read that thread: tj show \(thread.name)"]
        : ["To write into that thread: tj add \(thread.name) \(words)"]
    }
    let joined = "add"
    if first.hasPrefix(joined), !rest.isEmpty,
      let thread = try? journal?.thread(named: "\(first.dropFirst(joined.count))", by: .wholeName)
    {
      let words = ShellWord.quoted(rest.joined(separator: " "))
      return ["To write into that thread: tj add \(thread.name) \(words)"]
    }
    let near = lines(nearThread: first, rest)
    let words = ShellWord.quoted(text)
    guard newestThread != nil || journal == nil else {
      return ["To write it into a first thread: tj new 'Morning pages' \(words)"]
    }
    guard journal != nil else {
      return ["To begin a journal with it: tj new 'Morning pages' \(words)"]
    }
    return near
      + ["To write it: \(addition(newestThread)) \(words)", "To look for it: tj find \(words)"]
  }

  /// The line with the thread that may be meant by a name mistyped; empty where none is near.
  private func lines(nearThread name: String, _ rest: [String]) -> [String] {
    // Short words are near to many names.
    guard name.count > 3, let journal else { return [] }
    let command = rest.isEmpty ? "show" : "add"
    let text = rest.isEmpty ? "" : " \(ShellWord.quoted(rest.joined(separator: " ")))"
    return journal.namesOfThreads(near: name).prefix(1).map {
      "Was the thread \($0) meant? tj \(command) \(ShellWord.quoted($0))\(text)"
    }
  }

  /// The line that is meant where a thread stands before what is to be done with its fields: `tj field sleep add x`.
  private func lines(threadFirst words: [String]) -> [String] {
    guard let index = words.firstIndex(of: "field"), words.count > index + 1,
      (try? journal?.thread(named: words[index + 1])) != nil
    else { return [] }
    let (thread, rest) = (words[index + 1], words[(index + 2)...])
    let line = ["field", rest.first ?? "list", thread] + rest.dropFirst()
    guard isLine(line) else { return [] }
    return ["The thread comes behind: tj \(line.map(ShellWord.quoted).joined(separator: " "))"]
  }

  /// The same with options of `tj add` behind the words, which are no part of the text.
  private func lines(_ first: String, _ rest: [String], with options: [String]) -> [String] {
    // `tj money add --at 9 bus`
    let rest = rest.first == "add" ? Array(rest.dropFirst()) : rest
    guard isLine(["add", first] + rest + options) else { return [] }
    if rest.isEmpty, let thread = try? journal?.thread(named: first) {
      return ["To write into that thread: tj add \(thread.name)\(tail(options))"]
    }
    return lines(first, rest).prefix(1).map { $0 + tail(options) }
  }

  private func addition(_ thread: ThreadHeader?) -> String {
    thread.map { "tj add \($0.name)" } ?? "tj add --new 'Morning pages'"
  }

  // MARK: Tags

  /// The lines that are probably meant by `words`, which are no entry with assignments.
  ///
  /// A `#tag` is part of a text, and unquoted a comment of the shell's; other programs take a colon or a space for `=`.
  private func lines(tagging words: [String]) -> [String] {
    guard let first = words.first else { return [] }
    guard let journal, let entry = try? journal.entry(first) else {
      return lines(taggingNone: words)
    }
    let name = ShellWord.quoted(first)
    if words.count > 2, let pair = FieldAssignment(Array(words[1].utf8)),
      let field = entry.file.schema.anyField(named: pair.name),
      let (count, value) = WordsBehindOption.whole(pair.value, Array(words[2...]), field)
    {
      let whole = ["\(pair.name)=\(value)"] + words[(2 + count)...]
      return ["As one value: tj tag \(name) \(whole.map(ShellWord.quoted).joined(separator: " "))"]
    }
    if words.count > 2, (try? journal.entry(words[1])) != nil {
      return ["One entry at a time: tj tag \(name) \(ShellWord.quoted(words[words.count - 1]))"]
    }
    let hashtag = "A #tag is part of the text: tj edit \(name)"
    guard words.count > 1 else {
      return [
        "To set a field: tj tag \(name) NAME=VALUE",
        "A shell takes # and what follows for a comment, unless it is in quotation marks. \(hashtag)",
      ]
    }
    let rest = words.dropFirst().flatMap { $0.split { ":= ".contains($0) } }.map(String.init)
    guard rest.count == 2, !words[1].hasPrefix("#") else { return [hashtag] }
    return ["To set the field: tj tag \(name) \(ShellWord.quoted("\(rest[0])=\(rest[1])"))"]
  }

  /// The same for words of which the first names no entry.
  private func lines(taggingNone words: [String]) -> [String] {
    if let assignment = words.first(where: { FieldAssignment(Array($0.utf8)) != nil }) {
      return ["The entry comes first: tj tag THREAD@1 \(ShellWord.quoted(assignment))"]
    }
    guard words.count == 1, !words[0].contains("@") else { return [] }
    let name = String(words[0].drop { $0 == "#" })
    return [
      "To find the entries with that tag: tj find \(ShellWord.quoted("tag:\(name)"))",
      "To set a field: tj tag THREAD@1 NAME=VALUE",
      "A #tag is part of the text, for which: tj edit THREAD@1",
    ]
  }
}

extension Journal {
  /// The live thread that was written to last.
  func newestThread(in zone: LocalTimeZone) -> ThreadHeader? {
    func instant(_ summary: ThreadSummary) -> Instant {
      (summary.updated ?? summary.header.created)?.instant(in: zone)
        ?? Instant(secondsSinceEpoch: .min)
    }
    return summaries().threads.max { instant($0) < instant($1) }?.header
  }
}
