import ThreadStorage

/// What became of an entry between two versions of its thread, part by part.
package struct EntryChange: Equatable, Sendable {
  /// A part of the entry; what it was and is where that is short, and neither where the kind says all.
  package struct Part: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
      case deleted, restored, time, title, attributes, text, textTakenOut
      case field(String)
    }

    package let kind: Kind
    package var old: String?
    package var new: String?
  }

  package let timestamp: Timestamp
  /// Its title, or the first line of its text.
  package let firstWords: String
  /// Empty where it says the same as before.
  package private(set) var parts: [Part] = []
  /// When the change was made that this takes back, as an older version of the file does.
  package internal(set) var takenBack: Timestamp?
  /// Its lines as they are now, the last one ended by a line feed.
  let block: [UInt8]

  /// From the entry's lines in both versions; nil where one cannot be read as an entry.
  init?(_ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>) {
    let document = ThreadDocument(Array(new))
    guard let before = EntryParts(old), let after = EntryParts(new),
      let slice = document.entries.first
    else { return nil }
    block = Array(new) + [.lineFeed]
    timestamp = slice.heading.timestamp
    firstWords = document.firstWords(of: slice)
    if before.isDeleted != after.isDeleted {
      parts.append(Part(kind: after.isDeleted ? .deleted : .restored))
    }
    func add(_ kind: Part.Kind, _ old: [UInt8], _ new: [UInt8]) {
      guard old != new else { return }
      let words = [old, new].map { $0.isEmpty ? nil : String(utf8: $0) }
      parts.append(Part(kind: kind, old: words[0], new: words[1]))
    }
    add(.time, Array(before.time.dropFirst(3)), Array(after.time.dropFirst(3)))
    add(.title, Array(before.title[...].trimmed), Array(after.title[...].trimmed))
    let fields = [ThreadDocument(Array(old)), document].map { $0.valuesByField }
    for name in fields[0].names + fields[1].names.filter({ fields[0].values[$0] == nil }) {
      add(.field(name), fields[0].values[name] ?? [], fields[1].values[name] ?? [])
    }
    if before.otherAttributes != after.otherAttributes { parts.append(Part(kind: .attributes)) }
    if before.text != after.text {
      parts.append(Part(kind: after.text.isEmpty ? .textTakenOut : .text))
    }
    if after.isOlder(than: before) { takenBack = before.edited.flatMap { Timestamp($0) } }
  }
}

extension ThreadDocument {
  /// The values that the first entry has of each field, and the fields' names in their order.
  fileprivate var valuesByField: (names: [String], values: [String: [UInt8]]) {
    var (names, values) = ([String](), [String: [UInt8]]())
    for field in entries.first.map({ content(of: $0).fields }) ?? [] {
      let name = FieldName.key(string(field.name))
      let value = field.value(in: bytes.span)
      if let earlier = values[name] {
        values[name] = earlier + Array(", ".utf8) + value
      } else {
        names.append(name)
        values[name] = value
      }
    }
    return (names, values)
  }

  /// An entry's title, or the first line of its text, as far as that names it.
  func firstWords(of slice: EntrySlice) -> String {
    let title = Array(bytes[slice.heading.title])
    let words = title.isEmpty ? content(of: slice).text(in: bytes.span) : title
    return String(utf8: words.prefix { $0 != .lineFeed }).shortened()
  }
}

/// An entry's time as it is read, however it is typed, and its title.
struct EntryLabel: Hashable {
  private let seconds: Int64
  private let nanoseconds: Int32
  private let utcOffset: Int32?
  private let minutesToEnd: Int16
  private let isDay: Bool
  private let title: [UInt8]

  init(_ time: Timestamp, title: [UInt8]) {
    (seconds, nanoseconds) = (time.wallClockSeconds, time.nanoseconds)
    (utcOffset, minutesToEnd) = (time.utcOffset, time.minutesToEnd)
    isDay = time.precision == .day
    self.title = title
  }
}

/// What an entry says, whatever its attributes.
struct EntryKey: Hashable {
  let label: EntryLabel
  let below: [UInt8]
}

/// Where an entry that says something stands.
struct EntryPlace: Hashable {
  let key: EntryKey
  let id: EntryID?
}

extension ThreadDocument {
  func label(_ heading: EntryHeading) -> EntryLabel {
    EntryLabel(heading.timestamp, title: Array(bytes[heading.title]))
  }

  func key(of slice: EntrySlice) -> EntryKey {
    let content = content(of: slice)
    let below = Escaping.contentRange(in: bytes.span, content.start..<slice.region.upperBound)
    return EntryKey(label: label(slice.heading), below: Array(bytes[below]))
  }

  /// Those of `keys` that its entries have, each with the id of the entry.
  func places(of keys: Set<EntryKey>) -> Set<EntryPlace> {
    Set(
      entries.compactMap { slice in
        let key = key(of: slice)
        return keys.contains(key) ? EntryPlace(key: key, id: id(of: slice)) : nil
      })
  }
}
