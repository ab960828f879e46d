import ThreadStorage

/// Random entries and edits, made of pieces that matter to the format and of pieces of a given file.
public enum PropertySamples {
  /// An id for where one is needed and any will do.
  public static let id: EntryID = {
    var generator = SeededGenerator(seed: 1)
    return EntryID.random(using: &generator)
  }()

  /// Bytes for a text or a value: pieces that matter, or a part of `file`.
  public static func text(
    from file: [UInt8], using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    guard !file.isEmpty, Bool.random(using: &generator) else {
      return ThreadSamples.bytes(upTo: 6, using: &generator)
    }
    let start = Int.random(in: 0..<file.count, using: &generator)
    let length = Int.random(in: 0...min(file.count - start, 400), using: &generator)
    return Array(file[start..<start + length])
  }

  /// A title as the program accepts it: one line, without white space around it.
  public static func title(
    from file: [UInt8], using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    let line = text(from: file, using: &generator).filter { $0 != 10 && $0 != 13 && $0 != 0 }
    let end = line.lastIndex { $0 != 32 && $0 != 9 }.map { $0 + 1 } ?? 0
    return Array(line[..<end].drop { $0 == 32 || $0 == 9 })
  }

  /// An entry to add, with values from `file`.
  public static func entry(
    from file: [UInt8], using generator: inout some RandomNumberGenerator
  ) -> NewEntry {
    let names = ["mood", "Ort", "a b", "x:y", "é"].shuffled(using: &generator)
    return NewEntry(
      id: EntryID.random(using: &generator), timestamp: time(using: &generator),
      title: title(from: file, using: &generator),
      fields: names.prefix(Int.random(in: 0...3, using: &generator)).map {
        ($0, text(from: file, using: &generator))
      },
      text: text(from: file, using: &generator))
  }

  /// An edit of an entry that has fields of `names`.
  public static func edit(
    from file: [UInt8], names: [String], using generator: inout some RandomNumberGenerator
  ) -> EntryEdit {
    var edit = EntryEdit()
    edit.newID = EntryID.random(using: &generator)
    if Bool.random(using: &generator) { edit.text = text(from: file, using: &generator) }
    if Bool.random(using: &generator) { edit.title = title(from: file, using: &generator) }
    if Bool.random(using: &generator) { edit.edited = "2026-04-01T00:00:00+00:00" }
    if Bool.random(using: &generator) { edit.timestamp = time(using: &generator) }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: edit.deletion = .mark("2026-04-02T00:00:00+00:00")
    case 1: edit.deletion = .unmark
    default: break
    }
    var known: Set<String> = []
    for name in names + ["mood", "a b", "neu"] where known.insert(FieldName.key(name)).inserted {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: edit.fields.append((name, nil))
      case 1: edit.fields.append((name, text(from: file, using: &generator)))
      default: break
      }
    }
    return edit
  }

  private static func time(using generator: inout some RandomNumberGenerator) -> Timestamp {
    let seconds = Int64.random(in: 0..<1_900_000_000, using: &generator)
    let offset = Int32.random(in: -720...840, using: &generator) * 60
    let utcOffset = Bool.random(using: &generator) ? offset : 0
    let time = Timestamp(instant: Instant(secondsSinceEpoch: seconds), utcOffset: utcOffset)
    let minutes = Int.random(in: 0...1440, using: &generator)
    let whole = Instant(secondsSinceEpoch: seconds - seconds % 60)
    return minutes > 1000
      ? Timestamp(instant: whole, utcOffset: utcOffset).ending(afterMinutes: minutes) : time
  }
}
