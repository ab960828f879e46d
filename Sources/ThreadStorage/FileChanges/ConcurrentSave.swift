/// What somebody saved between a change's reading and its exchange, and what may yet happen to it.
///
/// For a moment the thread is without it: an editor that reads the thread just then, and saves what it read after the
/// exchange was taken back, overwrites it. So a copy is kept, and the next changes of the thread look whether its
/// words are still there.
struct ConcurrentSave {
  /// The ending of the record that a copy is watched by; its bytes are the lines to look for.
  static let watchSuffix = "watched"
  /// How long a save is watched, in seconds.
  static let watchTime: Int64 = 86_400

  let displaced: OpenFolder
  let drafts: OpenFolder
  let target: NamedFile
  /// What somebody saved, open for reading.
  let file: OpenFile
  /// What of it stood there when it was found.
  let found: [UInt8]
  /// The contents that the change knew.
  let known: [[UInt8]]

  /// Gives the thread its name back, by `exchange`, and keeps each state in which the save was seen: it may come piece
  /// by piece, so it is looked at on both sides of the exchange.
  func puttingBack(_ exchange: () throws(StorageError) -> Void) throws(StorageError) {
    var seen = found
    var copies = keep(seen).map { [$0] } ?? []
    keepNews(of: &seen, in: &copies)
    try exchange()
    keepNews(of: &seen, in: &copies)
    try target.folder.sync()
    for (index, copy) in copies.enumerated() {
      if copies[(index + 1)...].contains(where: { $0.bytes.starts(with: copy.bytes) }) {
        try? displaced.remove(copy.name)
      } else {
        watch(copy.name, copy.bytes)
      }
    }
  }

  private typealias Copy = (name: String, bytes: [UInt8])

  /// Copies what stands there by now, if that is not what was seen last.
  private func keepNews(of seen: inout [UInt8], in copies: inout [Copy]) {
    guard !PlantedFault.forgetsHalfSaves.isPlanted,
      let now = try? file.allBytes(expected: seen.count), now != seen
    else { return }
    seen = now
    if let copy = keep(now) { copies.append(copy) }
  }

  /// Copies the bytes among the displaced files; none where the change knew them, or there is no room.
  private func keep(_ bytes: [UInt8]) -> Copy? {
    guard !bytes.isEmpty, !known.contains(bytes) else { return nil }
    // A copy, not a second name: a program that overwrites the file would change the bytes under both.
    let copy = Backups.freshName(for: target.name, marked: Backups.saveMark)
    do throws(StorageError) {
      // Not synced yet: the shorter the thread is without these bytes, the better.
      try displaced.open(copy, O_WRONLY | O_CREAT | O_EXCL).write(bytes)
      return (copy, bytes)
    } catch {
      try? displaced.remove(copy)
      return nil
    }
  }

  /// Records what is to be looked for: the lines that the change did not know.
  private func watch(_ copy: String, _ bytes: [UInt8]) {
    var old: Set<ArraySlice<UInt8>> = []
    for other in known { old.formUnion(Self.lines(of: other)) }
    let lines = Self.lines(of: bytes).filter { !old.contains($0) }
    guard !lines.isEmpty else {
      try? displaced.remove(copy)
      return
    }
    if let file = try? displaced.open(copy, O_RDONLY) { try? file.sync() }
    try? displaced.sync()
    let joined = Array(lines.joined(separator: [10]))
    _ = try? Watch(path: target.path, copy: copy, lines: joined).write(to: drafts)
  }

  /// What is looked for in a thread: a record among the drafts.
  struct Watch {
    let path: String
    /// The name of the backup that has the save.
    let copy: String
    let lines: [UInt8]

    var lineSet: Set<ArraySlice<UInt8>> { Set(ConcurrentSave.lines(of: lines)) }

    /// Writes this among the drafts, and returns the record's name.
    func write(to drafts: OpenFolder) throws(StorageError) -> String {
      var parts = PartWriter()
      parts.add("watch", path)
      parts.add("copy", copy)
      parts.add("lines", lines)
      let name = "\(SystemRandom.freshName()).\(watchSuffix)"
      try drafts.write(parts.bytes, toNew: name)
      return name
    }
  }

  /// The lines that have more than spaces.
  static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split { $0 == 10 || $0 == 13 }.filter { $0.contains { $0 > 32 } }
  }
}

extension ConcurrentSave.Watch {
  init?(decoding bytes: [UInt8]) {
    var parts = PartReader(bytes)
    guard let path = parts.path("watch"), let copy = parts.text("copy"),
      let lines = parts.value("lines"), parts.isAtEnd
    else { return nil }
    self.init(path: path, copy: copy, lines: lines)
  }
}
