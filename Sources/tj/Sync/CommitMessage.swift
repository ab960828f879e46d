import ThreadJournal

/// What became of a journal's threads, in words: a line for all, and where there are several, one for each.
struct CommitMessage: Equatable {
  let subject: String
  let body: [String]
  /// What stands below the subject on the screen: the body, with what became of entries below each thread's line.
  ///
  /// Values do not go into the message, which services send around.
  let details: [String]
  private static let mostLines = 100
  private static let mostEntries = 3

  /// - Parameter changesSettings: Whether the journal's own files were changed, too.
  init(_ changes: [ThreadChange], changesSettings: Bool) {
    let gone = Dictionary(
      changes.lazy.filter(\.isGone).compactMap { change in change.id.map { ($0, change) } },
      uniquingKeysWith: { first, _ in first })
    let new = Set(changes.filter(\.isNew).compactMap(\.id))
    let shown = changes.filter { !($0.isGone && $0.id.map(new.contains) == true) }.map { change in
      change.isNew ? change.id.flatMap { gone[$0] }.map(change.moved) ?? change : change
    }
    var lines = shown.map { "\(Self.shortened($0.title)): \(Self.words([$0]))" }
    if changesSettings { lines.append("Journal: settings") }
    let isOne = lines.count <= 1 || shown.count == 1
    subject = isOne ? lines.first ?? "" : "\(Plural.threads(shown.count)): \(Self.words(shown))"
    // The message is an argument of git's, of which systems allow 128 KB.
    func first(_ lines: [String]) -> [String] {
      lines.first(Self.mostLines) { "… and \(Plural.of($0, "other"))" }
    }
    body = first(isOne ? Array(lines.dropFirst()) : lines)
    let entries = shown.map { change in
      change.changes.map { "  " + Self.words($0) }.first(Self.mostEntries) { "  and \($0) more" }
    }
    let all = lines.enumerated().flatMap { index, line in
      [line] + (index < entries.count ? entries[index] : [])
    }
    // Where it is too much, all threads are more than some entries.
    details =
      isOne
      ? (entries.first ?? []).map { String($0.dropFirst(2)) } + lines.dropFirst()
      : all.count > Self.mostLines ? body : all
  }

  var text: String { body.isEmpty ? subject : "\(subject)\n\n\(body.joined(separator: "\n"))" }

  /// Says this below what was done with it.
  func tell(_ what: String, _ session: Session) {
    session.note("\(what): \(subject)")
    for line in details { session.note("  \(line)") }
  }

  /// What became of an entry: `2026-11-18 07:30 Bakker: hours 6h → 7h`.
  private static func words(_ change: EntryChange) -> String {
    let name = [change.timestamp.headingText.prefix(16) + "", shortened(change.firstWords)]
    let parts = change.parts.map { part in
      let name = word(part.kind)
      return switch (part.old, part.new) {
      case (nil, nil): name
      case (let old?, nil): "\(name) \(shortened(old)) taken out"
      case (nil, let new?): "\(name) \(shortened(new)) added"
      case (let old?, let new?): "\(name) \(shortened(old)) → \(shortened(new))"
      }
    }
    let time = change.takenBack.map { " (takes back a change of \($0.minuteText))" } ?? ""
    return name.filter { !$0.isEmpty }.joined(separator: " ") + ": "
      + parts.joined(separator: ", ") + time
  }

  private static func word(_ kind: EntryChange.Part.Kind) -> String {
    switch kind {
    case .deleted: "deleted"
    case .restored: "restored"
    case .time: "time"
    case .title: "title"
    case .attributes: "attributes"
    case .text: "text"
    case .textTakenOut: "text taken out"
    case .field(let name): ["time", "title", "text"].contains(name) ? "field \(name)" : name
    }
  }

  /// A title or value with control characters as blanks, and no more of it than goes on a line.
  private static func shortened(_ title: String) -> String {
    let title = String(
      title.map { $0.isNewline || $0.asciiValue.map { $0 < 0x20 } == true ? " " : $0 })
    return title.shortened()
  }

  private static func words(_ changes: [ThreadChange]) -> String {
    func sum(_ path: KeyPath<ThreadChange, Int>) -> Int {
      changes.reduce(0) { $0 + $1[keyPath: path] }
    }
    let isOne = changes.count == 1
    let new = changes.count(where: \.isNew)
    let gone = changes.count(where: \.isGone)
    var words: [String] = []
    if new > 0 { words.append(isOne ? "new" : "\(new) new") }
    if gone > 0 { words.append(isOne ? "its file is gone" : "\(gone) gone") }
    for (state, word) in [(true, "deleted"), (false, "restored")] {
      let count = changes.count { $0.isDeleted == state }
      if count > 0 { words.append(isOne ? word : "\(Plural.threads(count)) \(word)") }
    }
    let (added, edited) = (sum(\.added), sum(\.edited))
    if added > 0 { words.append(Plural.entries(added)) }
    if edited > 0 { words.append(Plural.of(edited, "edit")) }
    for (count, word) in [(sum(\.deleted), "deleted"), (sum(\.restored), "restored")]
    where count > 0 {
      words.append("\(count) \(word)")
    }
    let removed = changes.filter { !$0.isGone }.reduce(0) { $0 + $1.removed }
    if removed > 0 { words.append("\(removed) taken out") }
    let old = changes.filter { !$0.isNew && !$0.isGone && $0.isDeleted == nil }
    if old.contains(where: \.isRenamed) { words.append(isOne ? "renamed" : "other titles") }
    if old.contains(where: { $0.changesFrontMatter && !$0.isRenamed }) {
      words.append("front matter")
    }
    if old.contains(where: \.changesPreamble) { words.append("the text above the entries") }
    return words.isEmpty ? "changed" : words.joined(separator: ", ")
  }
}
