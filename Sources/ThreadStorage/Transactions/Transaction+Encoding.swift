/// A transaction as the parts of a file: what is read is what was written, or nothing.
extension Transaction {
  var encoded: [UInt8] {
    var parts = PartWriter()
    parts.add("transaction", "1")
    parts.add("summary", summary)
    parts.add("time", time.canonicalText)
    parts.add("undoes", undoes.map { String($0) })
    if isFinal { parts.add("final", "") }
    for sum in purged { parts.add("purged", sum.text) }
    for change in changes { change.add(to: &parts) }
    for erasure in erasures { erasure.add(to: &parts) }
    return parts.bytes
  }

  /// The time of the transaction whose encoding begins with these bytes.
  static func time(inHead bytes: [UInt8]) -> Timestamp? {
    var parts = PartReader(bytes)
    guard parts.text("transaction") == "1", parts.text("summary") != nil else { return nil }
    return parts.text("time").flatMap { Timestamp($0) }
  }

  /// Whether the transaction whose encoding begins with these bytes is final.
  static func isFinal(inHead bytes: [UInt8]) -> Bool {
    var parts = PartReader(bytes)
    guard ["transaction", "summary", "time"].allSatisfy({ parts.text($0) != nil }) else {
      return false
    }
    if parts.next == "undoes" { _ = parts.text("undoes") }
    return parts.value("final") != nil
  }

  /// Reads a transaction; nil where the bytes are none, or one of a later version.
  init?(decoding bytes: [UInt8]) {
    var parts = PartReader(bytes)
    guard parts.text("transaction") == "1", let summary = parts.text("summary"),
      let time = parts.text("time").flatMap({ Timestamp($0) })
    else { return nil }
    self.init(summary: summary, time: time)
    if parts.next == "undoes" {
      guard let number: UInt64 = parts.number("undoes") else { return nil }
      undoes = number
    }
    isFinal = parts.value("final") != nil
    while parts.next == "purged" {
      guard let sum = parts.checksum("purged") else { return nil }
      purged.append(sum)
    }
    while parts.next != nil {
      if let erasure = Erasure(&parts) {
        erasures.append(erasure)
      } else if let change = FileChange(&parts) {
        changes.append(change)
      } else {
        return nil
      }
    }
    guard parts.isAtEnd else { return nil }
  }
}

extension FileChange {
  fileprivate func add(to parts: inout PartWriter) {
    switch self {
    case .edited(let path, let hunks):
      parts.add("edited", path)
      for hunk in hunks {
        parts.add("hunk", String(hunk.offset))
        parts.add("leading", hunk.leading)
        parts.add("before", hunk.before)
        parts.add("after", hunk.after)
        parts.add("trailing", hunk.trailing)
      }
    case .created(let path, let bytes, let removed):
      parts.add("created", path)
      parts.add("bytes", bytes)
      removed?.add(to: &parts)
    case .removed(let path, let bytes, let removed):
      parts.add("removed", path)
      parts.add("bytes", bytes)
      removed.add(to: &parts)
    case .renamed(let from, let to):
      parts.add("renamed", from)
      parts.add("to", to)
    }
  }

  fileprivate init?(_ parts: inout PartReader) {
    switch parts.next {
    case "edited":
      guard let path = parts.path("edited") else { return nil }
      var hunks: [Hunk] = []
      while parts.next == "hunk" {
        guard let hunk = Hunk(&parts) else { return nil }
        hunks.append(hunk)
      }
      self = .edited(path: path, hunks)
    case "created":
      guard let path = parts.path("created"), let bytes = parts.value("bytes") else { return nil }
      guard parts.next == "kept" else {
        self = .created(path: path, bytes: bytes)
        return
      }
      guard let removed = RemovedFile(&parts) else { return nil }
      self = .created(path: path, bytes: bytes, removed: removed)
    case "removed":
      guard let path = parts.path("removed"), let bytes = parts.value("bytes"),
        let removed = RemovedFile(&parts)
      else { return nil }
      self = .removed(path: path, bytes: bytes, as: removed)
    case "renamed":
      guard let from = parts.path("renamed"), let to = parts.path("to") else { return nil }
      self = .renamed(from: from, to: to)
    default: return nil
    }
  }
}

extension Erasure {
  fileprivate func add(to parts: inout PartWriter) {
    switch self {
    case .entries(let path, let entries, let leaving):
      parts.add("erased", path)
      parts.add("leaving", leaving.text)
      for entry in entries {
        parts.add("entry", String(entry.offset))
        parts.add("length", String(entry.length))
        parts.add("checksum", entry.sum.text)
        parts.add("id", entry.id)
      }
    case .file(let path, let sum, let removed):
      parts.add("erased-file", path)
      parts.add("checksum", sum.text)
      removed.add(to: &parts)
    }
  }

  /// Reads an erasure; nil, with nothing read, where something else comes next.
  fileprivate init?(_ parts: inout PartReader) {
    if parts.next == "erased-file" {
      guard let path = parts.path("erased-file"), let sum = parts.checksum("checksum"),
        let removed = RemovedFile(&parts)
      else { return nil }
      self = .file(path: path, sum, as: removed)
      return
    }
    guard parts.next == "erased", let path = parts.path("erased"),
      let leaving = parts.checksum("leaving")
    else { return nil }
    var entries: [ErasedEntry] = []
    while parts.next == "entry" {
      guard let offset: Int = parts.number("entry"), let length: Int = parts.number("length"),
        let sum = parts.checksum("checksum")
      else { return nil }
      entries.append(
        ErasedEntry(offset: offset, length: length, sum: sum, id: parts.text("id")))
    }
    self = .entries(path: path, entries, leaving: leaving)
  }
}

extension Hunk {
  fileprivate init?(_ parts: inout PartReader) {
    guard let offset: Int = parts.number("hunk"), offset >= 0, offset < 1 << 48,
      let leading = parts.value("leading"), let before = parts.value("before"),
      let after = parts.value("after"), let trailing = parts.value("trailing")
    else { return nil }
    self.init(offset: offset, before: before, after: after, leading: leading, trailing: trailing)
  }
}

extension RemovedFile {
  fileprivate func add(to parts: inout PartWriter) {
    parts.add("kept", name)
    parts.add("permissions", String(permissions))
  }

  fileprivate init?(_ parts: inout PartReader) {
    guard let name = parts.text("kept"), Self.isName(name),
      let permissions: UInt32 = parts.number("permissions")
    else { return nil }
    self.init(name: name, permissions: permissions)
  }
}
