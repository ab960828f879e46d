/// An entry of which no record tells any more: that it was there, and no word of it.
public struct KnownEntry: Hashable, Sendable {
  public let id: EntryID
  /// Its date and time, as typed in its heading, to the minute.
  public let time: String
  /// The thread that it was written to.
  public let path: String
  /// That of a text with headings, days or fields, where no line of it had stood in the file before tj wrote it, as of an
  /// import: nobody typed it there.
  package let textSum: Checksum?
  /// Whether an import added it.
  package internal(set) var isImported = false
}

/// What is left of old records, in `.threadjournal/changes/known`: which entries they wrote.
///
/// Records keep words, and so go after a month. That an entry was there is no word of it; without that, one that an
/// editor took out would never be missed, and an imported text that looks like a heading would be doubted after that
/// time. Before records go, a line is added for each entry that they wrote: its id, time and path, the checksum of a text
/// with headings, days or fields that was all tj's, and `imported` where an import added it; and one with `-` and its id
/// for each that they took out. The last line of an id counts. Where somebody has been told that an entry is gone, the line with `-` has the
/// number of the newest record, too: that and older ones tell of the entry no more; one with `-@` and the number of a record
/// says that what this changed in front matter is told no more. A line that was cut short, as by a power cut, counts as
/// none. What a purge takes out goes from here, too.
extension TransactionLog {
  static let knownName = "known"
  private static let tab = UInt8(ascii: "\t")
  private static let minus = UInt8(ascii: "-")

  /// What stands in the place of an id where somebody has been told that front matter is without what a record changed in it.
  public static func frontMatterKey(ofRecord number: UInt64) -> String { "@\(number)" }

  /// The entries that records wrote which are gone, and that none has taken out, by their ids; and the ids, or keys, of what
  /// somebody has been told that it is gone, with the number of the newest record then.
  public func knownEntries() -> (entries: [EntryID: KnownEntry], told: [String: UInt64]) {
    guard let state = try? directory.existingState(.changes) else { return ([:], [:]) }
    let bytes = Self.knownBytes(in: state) ?? []
    return (Self.entries(in: bytes), Self.told(in: bytes))
  }

  /// Leaves out what is gone for good, by its ids or keys: somebody has been told.
  public func forget(_ keys: [String]) {
    guard !keys.isEmpty, let state = try? directory.existingState(.changes) else { return }
    let newest = (try? allNumbers().first) ?? 0
    Self.append(keys.flatMap { Array("-\($0)\t\(newest)\n".utf8) }, in: state)
  }

  /// Adds what the records of these numbers tell, which are about to go.
  func noteKnown(_ numbers: [UInt64], in state: StateFolder) {
    let names = numbers.sorted().map(Checksum.hexadecimal)
    let own = names.filter { state.fault(of: $0, asksGit: false) == nil }
    if own.isEmpty { return }
    let known = Self.knownBytes(in: state) ?? []
    let told = Self.told(in: known)
    var lines: [UInt8] = []
    var entries = Self.entries(in: known)
    for name in own {
      guard let record = (try? Self.transaction(in: name, of: state.folder)) ?? nil else {
        continue
      }
      for (id, line) in record.entryLines(after: &entries) where !Self.isLast(line, in: known) {
        let isTold = told[id.description].map { Self.number(of: name) ?? 0 <= $0 } ?? false
        if !isTold { lines += line }
      }
    }
    Self.append(lines, in: state)
  }

  /// Takes out the entries whose ids have these checksums, as `number` purges them.
  func forgetKnown(_ purged: [Checksum], by number: UInt64, in state: StateFolder)
    throws(StorageError)
  {
    guard try state.allNames().contains(Self.knownName) else { return }
    let bytes = try state.folder.bytes(of: Self.knownName)
    let purged = Set(purged)
    let left = Self.entries(in: bytes).values.filter {
      !purged.contains(Checksum($0.id.description.utf8))
    }
    let lines = left.sorted { $0.id.description < $1.id.description }.map(\.line)
    if lines.isEmpty { return try state.folder.remove(Self.knownName) }
    let temporary = "\(Checksum.hexadecimal(number)).new"
    try state.folder.write([.lineFeed] + lines.joined(), toNew: temporary)
    try state.folder.rename(temporary, over: Self.knownName, in: state.folder)
  }

  /// Whether these bytes have the line of an entry, and none that takes it out.
  private static func isLast(_ line: [UInt8], in known: [UInt8]) -> Bool {
    let removal = [.lineFeed, minus] + line.prefix { $0 != tab }
    return line.first != minus && known.firstOffset(of: [.lineFeed] + line) != nil
      && known.firstOffset(of: removal) == nil
  }

  private static func knownBytes(in state: StateFolder) -> [UInt8]? {
    guard state.fault(of: knownName, asksGit: false) == nil else { return nil }
    return try? state.folder.bytes(of: knownName)
  }

  /// Adds lines, behind one that was cut short, too.
  ///
  /// A power cut may lose what is added: then the entry is not missed.
  private static func append(_ lines: [UInt8], in state: StateFolder) {
    guard !lines.isEmpty, state.fault(of: knownName, asksGit: false) == nil,
      let file = try? state.folder.open(knownName, O_WRONLY | O_APPEND | O_CREAT)
    else { return }
    try? file.write([.lineFeed] + lines)
  }

  /// The whole lines; what follows the last line feed was cut short.
  private static func lines(in bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let whole = bytes.lastIndex(of: .lineFeed).map { bytes[..<$0] } ?? []
    return whole.split(separator: .lineFeed)
  }

  /// What a line takes out: the id of an entry, or a key.
  private static func gone(in line: ArraySlice<UInt8>) -> String? {
    line.first == minus ? String(utf8: line.dropFirst().prefix { $0 != tab }) : nil
  }

  private static func told(in bytes: [UInt8]) -> [String: UInt64] {
    let numbers = lines(in: bytes).compactMap { line -> (String, UInt64)? in
      guard let key = gone(in: line), let tab = line.firstIndex(of: tab),
        let number = UInt64(String(utf8: line[(tab + 1)...]))
      else { return nil }
      return (key, number)
    }
    return Dictionary(numbers, uniquingKeysWith: max)
  }

  private static func entries(in bytes: [UInt8]) -> [EntryID: KnownEntry] {
    var found: [EntryID: KnownEntry] = [:]
    for line in lines(in: bytes) {
      if let key = gone(in: line) {
        if let id = EntryID(key) { found[id] = nil }
        continue
      }
      let parts = line.split(separator: tab, omittingEmptySubsequences: false)
        .map { String(utf8: $0) }
      guard 3...5 ~= parts.count, let id = EntryID(parts[0]) else { continue }
      found[id] = KnownEntry(
        id: id, time: parts[1], path: parts[2],
        textSum: parts.count > 3 ? Checksum(text: parts[3]) : nil,
        isImported: parts.last == "imported")
    }
    return found
  }
}

extension KnownEntry {
  /// Its line in the file.
  var line: [UInt8] {
    let parts = [id.description, time, path, textSum?.text ?? "", isImported ? "imported" : ""]
    let count = isImported ? 5 : textSum == nil ? 3 : 4
    return Array((parts.prefix(count).joined(separator: "\t") + "\n").utf8)
  }
}

extension Transaction {
  /// A line for each entry that it wrote, and for each that it took out of all files.
  ///
  /// - Parameter known: What older records tell, to which it adds its own.
  fileprivate func entryLines(
    after known: inout [EntryID: KnownEntry]
  ) -> [(id: EntryID, line: [UInt8])] {
    var written: [EntryID: KnownEntry] = [:]
    var before: Set<EntryID> = []
    // The entries whose text was all tj's.
    var own: Set<EntryID> = []
    let lines = Set(changes.flatMap(\.bytesBefore).flatMap { $0.split(separator: .lineFeed) })
    for (bytes, _) in changes.flatMap(\.partsBefore) {
      let document = ThreadDocument(bytes)
      for slice in document.entries {
        guard let id = document.id(of: slice) else { continue }
        before.insert(id)
        let text = document.content(of: slice).text(in: document.bytes.span)
        if let sum = known[id]?.textSum, sum == Checksum(text) { own.insert(id) }
      }
    }
    for change in changes {
      for part in change.inverted.partsBefore {
        for var entry in Self.entries(of: part, change.path, besides: lines, own) {
          entry.isImported = known[entry.id]?.isImported ?? (isImport && !before.contains(entry.id))
          written[entry.id] = entry
        }
      }
    }
    let ids = before.union(written.keys).sorted { $0.description < $1.description }
    for id in ids { known[id] = written[id] }
    return ids.map { ($0, written[$0]?.line ?? Array("-\($0)\n".utf8)) }
  }

  /// - Parameters:
  ///   - old: The lines that stood in a file before.
  ///   - own: The entries whose text was all tj's, and so is what a command has left of it.
  private static func entries(
    of part: (bytes: [UInt8], isWhole: Bool), _ path: String,
    besides old: Set<ArraySlice<UInt8>>, _ own: Set<EntryID>
  ) -> [KnownEntry] {
    // What the lines of the file cannot hold is left out.
    let path = path.utf8.contains { $0 < 0x20 } ? "" : path
    let document = ThreadDocument(part.bytes)
    let last = document.entries.last?.region.lowerBound
    return document.entries.compactMap { slice in
      guard let id = document.id(of: slice) else { return nil }
      let time = slice.heading.timestamp
      let content = document.content(of: slice)
      let isWhole = part.isWhole || slice.region.lowerBound != last
      let lines = document.bytes[content.body].split(separator: .lineFeed)
      // Headings, days and fields are what a text may be doubted for; a few bytes would be guessed by their checksum.
      let isDoubtful =
        isWhole && content.body.count > 8
        && lines.contains {
          $0.first == .hash || $0.contains(.colon) || $0.contains(where: Byte.isDigit)
        }
      let sum = isDoubtful ? Checksum(content.text(in: document.bytes.span)) : nil
      let isOwn = !lines.contains(where: old.contains) || own.contains(id)
      return KnownEntry(
        id: id, time: time.precision == .day ? time.date.text : time.minuteText, path: path,
        textSum: isOwn ? sum : nil)
    }
  }
}
