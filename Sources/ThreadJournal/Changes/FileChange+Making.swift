import ThreadStorage

extension FileChange {
  /// What came of a change that was to be made.
  enum Outcome {
    case made
    case alreadyMade
    case differs([ChangeDifference])
  }

  /// Makes the change; what is made already stays, and what differs is left as it is.
  ///
  /// - Throws: `StorageError` where the disk refuses.
  func make(_ writer: inout JournalWriter, zone: LocalTimeZone) throws -> Outcome {
    do {
      switch self {
      case .edited(let path, let regions):
        return try FileChange.edit(path, regions, &writer, zone)
      case .created(let path, let bytes, let removed):
        return try FileChange.create(path, bytes, removed, &writer)
      case .removed(let path, let bytes, let removed):
        return try FileChange.remove(path, bytes, removed, &writer)
      case .renamed(let from, let to): return try FileChange.rename(from, to, &writer)
      }
    } catch StorageError.missing(let path) {
      return .differs([ChangeDifference(kind: .fileMissing, path: path)])
    }
  }

  private static func edit(
    _ path: String, _ regions: [RegionChange], _ writer: inout JournalWriter, _ zone: LocalTimeZone
  ) throws -> Outcome {
    var outcome = Outcome.made
    try writer.rewrite(path) { bytes in
      switch RegionPlacement(regions, in: bytes, zone: zone).apply() {
      case .changed(let result):
        outcome = .made
        return result
      case .alreadyMade:
        outcome = .alreadyMade
      case .differs(let regions):
        outcome = .differs(differences(of: regions, path, in: bytes))
      }
      return bytes
    }
    return outcome
  }

  private static func create(
    _ path: String, _ bytes: [UInt8], _ removed: JournalWriter.RemovedFile?,
    _ writer: inout JournalWriter
  ) throws -> Outcome {
    do {
      if let removed {
        try writer.putBack(removed, to: path, bytes)
      } else {
        try writer.create(path, bytes)
      }
      return .made
    } catch StorageError.exists {
      let found = try writer.directory.read(path)
      guard found == bytes else {
        return .differs([.init(kind: .nameTaken, path: path, expected: [], found: found)])
      }
      try writer.syncNames(of: path)
      return .alreadyMade
    }
  }

  private static func remove(
    _ path: String, _ bytes: [UInt8], _ removed: JournalWriter.RemovedFile,
    _ writer: inout JournalWriter
  ) throws -> Outcome {
    guard try writer.directory.hasFile(at: path) else {
      try writer.syncRemoval(of: path)
      return .alreadyMade
    }
    let found = try writer.directory.read(path)
    guard found == bytes else { return .differs([difference(bytes, found, path)]) }
    let name = removed.name.isEmpty ? try writer.directory.removal(of: path).name : removed.name
    let kept = JournalWriter.RemovedFile(name: name, permissions: removed.permissions)
    try writer.remove(path, as: name)
    // Somebody may have saved the file just before; then it comes back.
    let displaced = JournalDirectory.markerName + "/displaced/" + name
    guard let now = try? writer.directory.read(displaced), now != bytes else { return .made }
    try writer.putBack(kept, to: path, now)
    return .differs([difference(bytes, now, path)])
  }

  private static func rename(
    _ from: String, _ to: String, _ writer: inout JournalWriter
  ) throws -> Outcome {
    let directory = writer.directory
    let isTaken = try directory.hasFile(at: to)
    guard try directory.hasFile(at: from) else {
      guard isTaken else { return .differs([.init(kind: .fileMissing, path: from)]) }
      try writer.syncNames(of: to, from)
      return .alreadyMade
    }
    if isTaken { return .differs([.init(kind: .nameTaken, path: to)]) }
    try writer.rename(from, to: to)
    return .made
  }

  /// Two versions of a whole file, from the first line on that differs.
  static func difference(
    _ expected: [UInt8], _ found: [UInt8], _ path: String
  ) -> ChangeDifference {
    let same = zip(expected, found).prefix { $0 == $1 }.count
    let start = expected[..<same].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return ChangeDifference(
      kind: .changed, path: path, line: 1 + expected[..<start].count { $0 == 0x0A },
      expected: Array(expected[start...]), found: Array(found[start...]))
  }

  /// What stands where these regions are expected: the entry of the same id, else what is at their places.
  static func differences(
    of regions: [RegionChange], _ path: String, in bytes: [UInt8]
  ) -> [ChangeDifference] {
    let document = ThreadDocument(bytes)
    return zip(regions, regions.offsetsBefore).map { region, offset in
      let expected = ThreadDocument(region.before.isEmpty ? region.after : region.before)
      let ids = Set(expected.entries.compactMap { expected.id(of: $0) })
      let slice = document.entries.first { document.id(of: $0).map(ids.contains) ?? false }
      let start = min(max(offset, 0), bytes.count)
      let range =
        slice?.region ?? start..<min(bytes.count, start + max(region.before.count, 1))
      // Of an entry that is gone, other bytes at its old place tell nothing.
      let isGone = slice == nil && !ids.isEmpty
      return ChangeDifference(
        kind: .changed, path: path,
        line: isGone ? nil : document.position(of: range.lowerBound).line,
        expected: region.before, found: isGone ? [] : Array(bytes[range]))
    }
  }
}
