import TestSupport
import ThreadStorage

/// A thread as values, which clones change each in its own way; every word that a change adds is there once.
struct MergeSample {
  struct Entry {
    var minute: Int
    var id: String
    /// An entry without an id is found by its title.
    var name: String?
    var edited: Int?
    var deleted: Int?
    var restored: Int?
    var fields: [(name: String, value: String)] = []
    var text: [String] = []
  }

  var title = "A thread"
  var deletedThread: Int?
  var definitions: [String] = []
  var preamble: [String] = []
  var entries: [Entry] = []
  var ending = "\n"
  var endsOpen = false
  /// What tells the words of this clone from those of others.
  private var clone = 0
  private var words = 0

  private static let common = ["The same words.", "", "- a list", "More of the same.", "```"]

  init(using random: inout SeededGenerator) {
    if Int.random(in: 0..<6, using: &random) == 0 { ending = "\r\n" }
    endsOpen = Int.random(in: 0..<6, using: &random) == 0
    if Int.random(in: 0..<4, using: &random) == 0 { title = "" }
    if Bool.random(using: &random) { definitions = ["mood: integer"] }
    if Int.random(in: 0..<3, using: &random) == 0 { preamble = [word(), word()] }
    for _ in 0..<Int.random(in: 0..<6, using: &random) { add(using: &random) }
    if title.isEmpty && entries.isEmpty { add(using: &random) }
  }

  private mutating func word() -> String {
    words += 1
    return "w\(clone)x\(words)."
  }

  private mutating func line(using random: inout SeededGenerator) -> String {
    Int.random(in: 0..<3, using: &random) == 0
      ? Self.common.randomElement(using: &random) ?? "" : word()
  }

  private mutating func add(using random: inout SeededGenerator) {
    let last = entries.last?.minute ?? 0
    let isPast = Int.random(in: 0..<5, using: &random) == 0
    var entry = Entry(
      minute: isPast
        ? Int.random(in: 0...last, using: &random) : last + .random(in: 0...9, using: &random),
      id: "k\(clone)e\(words)")
    words += 1
    if Bool.random(using: &random) {
      entry.fields.append(("mood", "\(Int.random(in: 1...3, using: &random))"))
    }
    if Int.random(in: 0..<4, using: &random) == 0 { entry.fields.append(("note", word())) }
    for _ in 0..<Int.random(in: 0..<5, using: &random) { entry.text.append(line(using: &random)) }
    if Int.random(in: 0..<6, using: &random) == 0 { entry.name = word() }
    let index = entries.lastIndex { $0.minute <= entry.minute }.map { $0 + 1 } ?? 0
    entries.insert(entry, at: isPast ? index : entries.count)
  }

  /// The same thread as another machine changes it.
  func changed(clone: Int, additionsOnly: Bool, using random: inout SeededGenerator) -> MergeSample
  {
    var copy = self
    copy.clone = clone
    copy.words = 0
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      switch additionsOnly ? 0 : Int.random(in: 0..<12, using: &random) {
      case 0...4: copy.add(using: &random)
      case 5: copy.preamble.append(copy.word())
      case 6: copy.definitions.append("f\(clone)\(copy.words): text")
      case 7: copy.title = copy.word()
      case 8 where !title.isEmpty: copy.deletedThread = .random(in: 1000...2000, using: &random)
      default: copy.changeEntry(using: &random)
      }
    }
    return copy
  }

  private mutating func changeEntry(using random: inout SeededGenerator) {
    guard let index = entries.indices.randomElement(using: &random) else { return }
    // Clocks go on, each by itself.
    let past = [entries[index].edited, entries[index].deleted, entries[index].restored]
    let now = (past.compactMap(\.self).max() ?? 1000) + .random(in: 1...500, using: &random)
    words += 1
    switch Int.random(in: 0..<8, using: &random) {
    case 0...2:
      let line = word()
      let lineIndex = Int.random(in: 0...entries[index].text.count, using: &random)
      entries[index].text.insert(line, at: lineIndex)
      entries[index].edited = now
    case 3:
      guard let lineIndex = entries[index].text.indices.randomElement(using: &random) else {
        return
      }
      entries[index].text[lineIndex] = word()
      entries[index].edited = now
    case 4:
      entries[index].fields.append(("f\(clone)\(words)", word()))
      entries[index].edited = now
    case 5:
      if entries[index].fields.isEmpty { return }
      entries[index].fields[0].value = word()
    case 6:
      if entries[index].deleted != nil || Bool.random(using: &random) {
        entries[index].restored = now
        entries[index].deleted = nil
      } else {
        entries[index].deleted = now
      }
    default:
      // Without front matter and entries it would be no thread.
      if !title.isEmpty { entries.remove(at: index) }
    }
  }

  private static func time(_ minute: Int) -> String {
    let (hour, rest) = (minute / 60 % 24, minute % 60)
    return "2026-03-\(10 + minute / 1440) \(hour / 10)\(hour % 10):\(rest / 10)\(rest % 10):00Z"
  }

  var bytes: [UInt8] {
    var lines: [String] = []
    if !title.isEmpty {
      lines += ["---", "title: \(title)"]
      if let deletedThread { lines.append("deleted: \(Self.time(deletedThread))") }
      if !definitions.isEmpty { lines += ["fields:"] + definitions.map { "  " + $0 } }
      lines += ["---", ""]
    }
    lines += preamble
    if !preamble.isEmpty { lines.append("") }
    for entry in entries {
      if let last = lines.last, !last.isEmpty { lines.append("") }
      var heading = "## " + Self.time(entry.minute)
      if let name = entry.name {
        heading += " " + name
      } else {
        heading += " {#\(entry.id)"
        if let edited = entry.edited { heading += " edited=\"\(Self.time(edited))\"" }
        if let deleted = entry.deleted { heading += " deleted=\"\(Self.time(deleted))\"" }
        if let restored = entry.restored { heading += " restored=\"\(Self.time(restored))\"" }
        heading += "}"
      }
      lines.append(heading)
      lines += entry.fields.map { "- \($0.name):: \($0.value)" }
      let text = entry.text.drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed()
      if !text.isEmpty { lines += [""] + text }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    let text = lines.joined(separator: ending) + (endsOpen || lines.isEmpty ? "" : ending)
    return Array(text.utf8)
  }
}

/// What must hold of any way to merge; each violation in words.
enum MergeLaws {
  /// The words that are in `bytes`, and the lines of its entries by their ids, without the blank ones around them.
  private static func words(_ bytes: [UInt8]) -> Set<Substring> {
    Set(
      String(decoding: bytes, as: UTF8.self).split { $0.isWhitespace }.filter {
        $0.first == "w" && $0.contains("x") && $0.last == "."
      })
  }

  private static func entries(_ bytes: [UInt8]) -> [String: [UInt8]] {
    let document = ThreadDocument(bytes)
    return Dictionary(
      document.entries.compactMap { slice in
        document.id(of: slice).map {
          ($0.description, document.block(of: slice, lineEnding: .lineFeed))
        }
      }, uniquingKeysWith: { $1 })
  }

  /// What `result`, of a merge without conflicts, has lost or brought back.
  static func violations(
    _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], clean result: [UInt8]
  ) -> [String] {
    var found: [String] = []
    let (old, own, other, new) = (words(base), words(ours), words(theirs), words(result))
    let wanted = own.intersection(other).union(own.subtracting(old)).union(other.subtracting(old))
    if new != wanted {
      found.append("words lost \(wanted.subtracting(new)), brought back \(new.subtracting(wanted))")
    }
    let (before, after) = (entries(base), entries(result))
    for side in [entries(ours), entries(theirs)] {
      for (id, block) in side where before[id] == nil && after[id] != block {
        found.append("a new entry is not whole: \(id)")
      }
    }
    for (id, block) in before where entries(ours)[id] == block && entries(theirs)[id] == block {
      if after[id] != block { found.append("an entry that nobody changed is changed: \(id)") }
    }
    if after.count
      != Set(entries(ours).keys).union(entries(theirs).keys).filter({ id in
        before[id] == nil || (entries(ours)[id] != nil && entries(theirs)[id] != nil)
      }).count
    {
      found.append("there are \(after.count) entries")
    }
    return found
  }

  /// What `result`, of a merge with conflicts, has lost.
  static func violations(
    _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], conflicted result: [UInt8]
  ) -> [String] {
    let (old, new) = (words(base), words(result))
    let wanted = words(ours).subtracting(old).union(words(theirs).subtracting(old))
    let kept = words(ours).intersection(words(theirs))
    let lost = wanted.union(kept).subtracting(new)
    return lost.isEmpty ? [] : ["words lost in a conflict: \(lost)"]
  }
}
