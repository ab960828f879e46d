import ThreadJournal
import ThreadStorage

/// What may have been meant where a query finds nothing, or something else than its words say.
extension EntrySelection {
  /// What is told where no entry matches; `command` is what stands before the query.
  func noMatchNote(_ command: String) -> String {
    meantQuestion(command).map { "No entry matches. \($0)" } ?? "No entry matches."
  }

  /// What is told where entries match all the same: those of `not coffee` have coffee, and "or" is in "work".
  func matchNote(_ command: String) -> String? {
    guard let meant else { return nil }
    switch meant.sign {
    case .not, .phrase, .alternative, .joined: return meantQuestion(command)
    case .colon, .marks, .comma, .orAtEnd: return nil
    case .or, .and, .tagEnd: return terms.count > 1 ? meantQuestion(command) : nil
    }
  }

  /// Whether something else was meant, and the line for that.
  func meantQuestion(_ command: String) -> String? {
    meant.map { meant in
      let words = meant.arguments.map(ShellWord.quoted).joined(separator: " ")
      return Self.question(meant.sign, "\(command) \(words)")
    }
  }

  /// What is asked where such words were meant otherwise, with the line for that.
  static func question(_ sign: EntryQuery.WordSign, _ line: String) -> String {
    switch sign {
    case .or: "Was OR meant? \(line)"
    case .alternative: "What stands behind OR was looked for as a word. As a value: \(line)"
    case .not: "Was not: meant? \(line)"
    case .and: "Terms are joined without AND: \(line)"
    case .colon: "As a term: \(line)"
    case .orAtEnd: "OR stands between two terms. Without it: \(line)"
    case .phrase: "That leaves a phrase out. For two terms: \(line)"
    case .tagEnd: "A tag has letters and digits, - and _: \(line)"
    case .comma: "A comma is a part of the word. For either word: \(line)"
    case .joined: "A comma stands between values of one field. For each term: \(line)"
    case .marks: "The signs around it were looked for, too. Without: \(line)"
    }
  }

  /// Tells which names of threads and tags no entry has, where they were to be found or left out.
  func tellNames(in journal: Journal, hasMatches: Bool, _ session: Session) {
    if !hasMatches { tellOtherForm(in: journal, session) }
    // Of some, only a part may have the tag in their text. That takes another look, which a script need not wait for.
    let asksFields = hasMatches && session.messageTerminal.isTerminal
    for name in query.names where asksFields && name.isTag && !name.isExcluded {
      let term = inFieldOfTags(name.words, false, journal, session)
      if !term.isEmpty { session.note("Others have \"\(name.words)\" as a value.\(term)") }
    }
    for name in query.names where name.isExcluded || !hasMatches {
      guard !journal.has(name.query, .all) else { continue }
      if name.isTag {
        let words = tagWords(name.words, "tag:", isExcluded: name.isExcluded, journal, session)
        session.note("No entry has the tag \"\(name.words)\".\(words)")
      } else {
        let near = name.isExcluded ? [] : nearThreads(name.words, in: journal)
        session.note(
          "No entry is in a thread whose name begins with \"\(name.words)\"."
            + Self.suggestion(near))
      }
    }
    for term in terms where term.hasPrefix("#") && !term.contains(" ") {
      let name = String(term.dropFirst())
      guard let tag = try? EntryQuery.parse(["tag:\(name)"], now: session.now, zone: session.zone),
        !journal.has(tag, .all)
      else { continue }
      let words = tagWords(name, "#", journal, session)
      let part = hasMatches ? ", which is a part of words" : ""
      if !words.isEmpty { session.note("No entry has the tag \"\(name)\"\(part).\(words)") }
    }
  }

  /// What may be meant by a tag that no entry has, behind a space; empty for nothing.
  private func tagWords(
    _ name: String, _ key: String, isExcluded: Bool = false, _ journal: Journal, _ session: Session
  ) -> String {
    let near = isExcluded ? [] : nearTags(name, in: journal, session)
    return Self.suggestion(near.map { ShellWord.quoted(key + $0) })
      + inFieldOfTags(name, isExcluded, journal, session)
  }

  private static func suggestion(_ near: [String]) -> String {
    near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
  }

  /// The term for the word in a field of tags, as notes of other programs have them, behind a space; empty where no entry
  /// has it there.
  private func inFieldOfTags(
    _ word: String, _ isExcluded: Bool, _ journal: Journal, _ session: Session
  ) -> String {
    for name in ["tags", "tag"] {
      let term = "\(EntryQuery.key(of: name)):\(word.lowercased())"
      guard let query = try? EntryQuery.parse([term], now: session.now, zone: session.zone),
        journal.has(query, .live)
      else { continue }
      return " In the field \(name): \(ShellWord.quoted((isExcluded ? "not:" : "") + term))"
    }
    return ""
  }

  /// The tags that may be meant by `name`, which no entry has; none where one has it in small letters.
  private func nearTags(_ name: String, in journal: Journal, _ session: Session) -> [String] {
    let all = EntryQuery.all(zone: session.zone)
    let scan = EntryScan(journal, for: all, .live, needsLines: false, positions: .none)
    let near = scan.names().tally.tags(byName: true).map(\.name).nearest(to: name)
    return near.contains(name.lowercased()) ? [] : near
  }

  /// Tells that the same words in small letters, which find capitals, too, are found.
  func tellSmallLetters(
    in journal: Journal, at paths: [String]? = nil, by command: String, _ session: Session
  ) {
    guard let (query, words) = queryInSmallLetters, !isJSON else { return }
    let scan = EntryScan(
      journal, for: query, scope, in: paths, deletedThreads: deletedThreads(areNamed: paths != nil),
      needsLines: false, positions: .none)
    let count = scan.run(deliver: { _ in true }).count
    guard count > 0 else { return }
    let line = "\(command) \(words.map(ShellWord.quoted).joined(separator: " "))"
    session.note(
      "A capital is looked for as it is. In small letters, \(Plural.entries(count)): \(line)")
  }

  /// The terms for threads that may be meant by those that the query asks for and that no thread is called like.
  func nearThreads(in journal: Journal) -> [String] {
    query.names.filter { !$0.isTag && !$0.isExcluded }.flatMap {
      nearThreads($0.words, in: journal)
    }
  }

  private func nearThreads(_ words: String, in journal: Journal) -> [String] {
    journal.namesOfThreads(near: words, .all, by: .beginning).map {
      ShellWord.quoted("thread:\($0)")
    }
  }

  /// Tells of words that name an entry, a time or a field, and were looked for as words.
  func tellOtherForm(in journal: Journal, _ session: Session) {
    let text = terms.joined(separator: " ")
    var isEntry = false
    if terms.count == 1 {
      if case .position? = EntryReference(text) { isEntry = true }
      isEntry = isEntry || (try? journal.entry(text, .all)) != nil
    }
    if query.asksForWords {
      for problem in query.fieldProblems(given: journal.definedFields(), countsWords: true) {
        if case .word(_, isExcluded: false, _) = problem { session.report(ErrorMessage(problem)) }
      }
    }
    if isEntry {
      session.note("For an entry: tj show \(ShellWord.quoted(text))")
    } else if tellTime(session) {
      return
    } else if let time = timeAtEnd(session) {
      session.note(time)
    } else if let form = terms.last.flatMap({ Form(rawValue: $0.lowercased()) }), form != .card {
      session.note("For that form: --\(form.rawValue)")
    }
  }

  /// What is told of a time at the end of other words: `coffee last week`, `since monday`.
  private func timeAtEnd(_ session: Session) -> String? {
    let words = terms.flatMap { $0.split(separator: " ") }.map(String.init)
    for start in words.indices.dropFirst().suffix(3) {
      let text = words[start...].joined(separator: " ")
      guard let range = session.typedRange(text) else { continue }
      switch words[start - 1].lowercased() {
      case _ where range.contains(".."): return "For that time: --on \(ShellWord.quoted(range))"
      case "to", "until", "till": return "For times up to that: --to \(ShellWord.quoted(range))"
      case "since", "from": return "For times since then: --from \(ShellWord.quoted(range))"
      case "before": return "For times before that: \(ShellWord.quoted("date:<\(range)"))"
      case "after": return "For times after that: \(ShellWord.quoted("date:>\(range)"))"
      // `sat` is more than a day.
      default: return text.count > 3 ? "For that time: --on \(ShellWord.quoted(range))" : nil
      }
    }
    return nil
  }

  /// Tells that times behind midnight are left out by `bed:>23:00`, where the field's times are all of nights.
  func tellNights(in journal: Journal, _ fields: DefinedFields?, _ session: Session) {
    for name in query.namesOfLateTimes where fields?.hasTimes(name) == true {
      func has(_ times: String) -> Bool {
        let term = "\(EntryQuery.key(of: name)):\(times)"
        return (try? EntryQuery.parse([term], now: session.now, zone: session.zone))
          .map { journal.has($0, scope) } ?? false
      }
      guard has("<04:00"), !has("04:00..17:59") else { continue }
      session.note(
        "Times of \(name) behind midnight are the first of a day, and were left out. "
          + "For nights in one piece: tj config day-starts 04:00")
    }
  }

  /// Tells where a shell took `>` for its own sign: of `tj find mood>7` all that is printed goes to a file.
  func tellRedirection(in journal: Journal, by command: String, _ session: Session) {
    guard !isJSON, let last = terms.last, let file = Session.numberedOutputFile,
      let name = journal.definedFields().name(of: last)
    else { return }
    let term = "\(EntryQuery.key(of: name)):>\(file)"
    let line = (terms.dropLast() + [term]).map(ShellWord.quoted).joined(separator: " ")
    session.note(
      "What is printed goes to the file \"\(file)\": a shell takes > so. "
        + "As a term: \(command) \(line)")
  }

  /// Tells that the words that were looked for are a time; whether they are.
  @discardableResult
  func tellTime(_ session: Session) -> Bool {
    let text = terms.joined(separator: " ")
    guard !text.isEmpty, let range = session.typedRange(text) else { return false }
    if TimeExpression.isClock(text) {
      session.note(
        "\"\(text)\" was looked for as words. For this time of today: "
          + "--on \(ShellWord.quoted(range))")
      return true
    }
    session.note("For that time: --on \(ShellWord.quoted(range))")
    return true
  }

  /// Tells that `all` was looked for, which is no word for all entries: `tj export all`.
  func tellAll(_ session: Session) {
    guard terms == ["all"], !isJSON else { return }
    session.note("\"all\" was looked for as a word. For all entries leave it out.")
  }

  /// Tells how a number of entries is asked for that was looked for as a word: `tj log 5`.
  func tellNumber(by command: String, _ session: Session) {
    guard command == "tj log", !isJSON, order.limit == nil, terms.count == 1,
      let number = Int(terms[0]), 1..<1000 ~= number
    else { return }
    session.note(
      "\"\(number)\" was looked for as a word. For the newest \(Plural.entries(number)): "
        + "tj log -n \(number)")
  }

  /// Tells which words that were looked for are threads' names, or near to one where nothing matches, for a command
  /// that takes no threads.
  func tellThreads(
    in journal: Journal, by command: String, hasMatches: Bool, _ session: Session
  ) {
    for term in terms where !term.contains(":") && !term.hasPrefix("#") {
      if case .position? = EntryReference(term) { continue }
      do {
        let thread = try journal.thread(named: term, by: .wholeName)
        session.note(
          "\"\(term)\" was looked for as a word. It is a thread, too: "
            + "\(command) thread:\(ShellWord.quoted(thread.name))")
      } catch JournalError.unknownThread(_, let nearest) where !hasMatches {
        session.tellNearThread(([], [term], nearest), key: "thread:")
      } catch {
        // It is a word, and nothing else.
      }
    }
  }
}

extension Journal {
  /// Whether an entry matches.
  fileprivate func has(_ query: EntryQuery, _ scope: Scope) -> Bool {
    EntryScan(self, for: query, scope, needsLines: false, positions: .none)
      .run(deliver: { _ in false }).count > 0
  }
}

extension Session {
  /// The range that `text` means, as it can be typed: of `nov 3` that day with its year.
  func typedRange(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    let isYearless =
      NamedDay.yearlessEnd(in: bytes[...]) == bytes.count
    // `10/10` is a rating, too.
    return isYearless ? (try? time(text, keepsDay: true))?.date.text : writtenRange(text)
  }

  private func writtenRange(_ text: String) -> String? {
    do {
      _ = try range(text)
      return text
    } catch TimeExpressionError.otherForm(_, let dates, let rest)
      where rest.isEmpty && dates.count == 1
    {
      return dates[0].text
    } catch TimeExpressionError.otherSign(_, let meant) {
      return meant
    } catch {
      return nil
    }
  }

  /// Tells that the first word of a query is like the names of threads that are not named before it.
  ///
  /// - Parameter key: What stands before a thread's name where words name none.
  func tellNearThread(
    _ words: (threads: [ThreadHeader], terms: [String], nearest: [String]), key: String = ""
  ) {
    let near = words.nearest.filter { name in
      !words.threads.contains { [$0.name, $0.title].contains(name) }
    }
    guard let word = words.terms.first, !word.contains(":"), !near.isEmpty else { return }
    let meant = near.map { key + ShellWord.quoted($0) }
    let looked =
      key.isEmpty ? "names no thread, and is looked for as a word" : "was looked for as a word"
    note("\"\(word)\" \(looked). Did you mean \(meant.joined(separator: " or "))?")
  }

  /// Reports the terms of `query` over fields that no thread defines, or with values that the types cannot have.
  func reportFieldProblems(of query: EntryQuery, given fields: DefinedFields?) {
    guard let fields else { return }
    for problem in query.fieldProblems(given: fields) { report(ErrorMessage(problem)) }
  }

  /// The same of entries that are counted or written, which does not show whether a word was meant as a field.
  func reportFieldProblems(
    ofFigures query: EntryQuery, _ fields: DefinedFields?, in paths: [String]?, _ journal: Journal
  ) {
    guard query.asksForWords else { return reportFieldProblems(of: query, given: fields) }
    for problem in query.fieldProblems(given: journal.definedFields(in: paths), countsWords: true) {
      report(ErrorMessage(problem))
    }
  }
}
