import ThreadStorage

/// A record as bytes: parts one after the other, each a line `NAME LENGTH`, its bytes, and a line feed.
///
/// Whatever a file holds goes in and comes out the same.
extension ChangeRecord {
  /// The record as it is kept.
  package var encoded: [UInt8] {
    var parts = PartWriter()
    parts.add("change", "1")
    parts.add("summary", summary)
    parts.add("time", time.canonicalText)
    if let undoes { parts.add("undoes", String(undoes)) }
    if isFinal { parts.add("final", "") }
    for file in files {
      switch file {
      case .edited(let path, let regions):
        parts.add("edited", path)
        for region in regions {
          parts.add("region", String(region.offset))
          parts.add("leading", region.leading)
          parts.add("before", region.before)
          parts.add("after", region.after)
          parts.add("trailing", region.trailing)
        }
      case .created(let path, let bytes, let removed):
        parts.add("created", path)
        parts.add("bytes", bytes)
        if let removed { parts.add(removed) }
      case .removed(let path, let bytes, let removed):
        parts.add("removed", path)
        parts.add("bytes", bytes)
        parts.add(removed)
      case .renamed(let from, let to):
        parts.add("renamed", from)
        parts.add("to", to)
      }
    }
    return parts.bytes
  }

  /// Reads a record; nil where the bytes are none, or one of a later version.
  package init?(decoding bytes: [UInt8]) {
    var parts = PartReader(bytes)
    guard parts.text("change") == "1", let summary = parts.text("summary"),
      let time = parts.text("time").flatMap({ Timestamp($0) })
    else { return nil }
    self.init(summary: summary, time: time)
    if parts.next == "undoes" {
      guard let number = parts.text("undoes").flatMap({ UInt64($0) }) else { return nil }
      undoes = number
    }
    isFinal = parts.value("final") != nil
    while parts.next != nil {
      guard let file = parts.fileChange() else { return nil }
      files.append(file)
    }
    guard parts.isAtEnd else { return nil }
  }
}

private struct PartWriter {
  var bytes: [UInt8] = []

  mutating func add(_ name: String, _ value: [UInt8]) {
    bytes += Array("\(name) \(value.count)\n".utf8) + value + [0x0A]
  }

  mutating func add(_ name: String, _ text: String) { add(name, Array(text.utf8)) }

  mutating func add(_ removed: JournalWriter.RemovedFile) {
    add("kept", removed.name)
    add("permissions", String(removed.permissions))
  }
}

private struct PartReader {
  private let bytes: [UInt8]
  private var position = 0
  /// The name of the part that comes next; nil at the end and where none can be read.
  private(set) var next: String?
  private var length = 0

  var isAtEnd: Bool { position == bytes.count }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    readName()
  }

  private mutating func readName() {
    next = nil
    guard let end = bytes[position...].prefix(64).firstIndex(of: 0x0A) else { return }
    let words = bytes[position..<end].split(separator: 0x20)
    guard words.count == 2, let length = Int(String(decoding: words[1], as: UTF8.self)),
      length >= 0, length < bytes.count - end
    else { return }
    next = String(decoding: words[0], as: UTF8.self)
    self.length = length
    position = end + 1
  }

  mutating func value(_ name: String) -> [UInt8]? {
    guard next == name, position + length < bytes.count, bytes[position + length] == 0x0A else {
      return nil
    }
    let value = Array(bytes[position..<position + length])
    position += length + 1
    readName()
    return value
  }

  mutating func text(_ name: String) -> String? {
    value(name).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The path of a thread's file; nil for what no change may name.
  mutating func path(_ name: String) -> String? {
    text(name).flatMap { try? ThreadPath($0).text }
  }

  mutating func fileChange() -> FileChange? {
    switch next {
    case "edited":
      guard let path = path("edited") else { return nil }
      var regions: [RegionChange] = []
      while next == "region" {
        guard let region = region() else { return nil }
        regions.append(region)
      }
      return .edited(path: path, regions)
    case "created":
      guard let path = path("created"), let bytes = value("bytes") else { return nil }
      guard next == "kept" else { return .created(path: path, bytes: bytes) }
      return removedFile().map { .created(path: path, bytes: bytes, removed: $0) }
    case "removed":
      guard let path = path("removed"), let bytes = value("bytes") else { return nil }
      return removedFile().map { .removed(path: path, bytes: bytes, as: $0) }
    case "renamed":
      guard let from = path("renamed"), let to = path("to") else { return nil }
      return .renamed(from: from, to: to)
    default: return nil
    }
  }

  private mutating func region() -> RegionChange? {
    guard let offset = text("region").flatMap({ Int($0) }), offset >= 0, offset < 1 << 48,
      let leading = value("leading"), let before = value("before"), let after = value("after"),
      let trailing = value("trailing")
    else { return nil }
    return RegionChange(
      offset: offset, before: before, after: after, leading: leading, trailing: trailing)
  }

  private mutating func removedFile() -> JournalWriter.RemovedFile? {
    guard let name = text("kept"), JournalWriter.RemovedFile.isName(name),
      let permissions = text("permissions").flatMap({ UInt32($0) })
    else { return nil }
    return .init(name: name, permissions: permissions)
  }
}
