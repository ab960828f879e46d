import ThreadStorage

/// The lines of a draft as the editor left it, without the comments that tj had put there.
package struct DraftLines: Sendable {
  struct Line: Sendable {
    /// In the draft's file, 1-based.
    let number: Int
    /// With a carriage return at its end, if it has one.
    let bytes: ArraySlice<UInt8>

    var text: ArraySlice<UInt8> { bytes.last == 0x0D ? bytes.dropLast() : bytes }
    var words: String { String(utf8: text) }
  }

  private var lines: [Line]

  package init(_ bytes: [UInt8], for note: DraftNote) {
    lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
      .map { Line(number: $0 + 1, bytes: $1) }
    guard let hint = note.hint.map(Self.comment) else { return }
    // What replaced words everywhere has changed the comments, too; but what stood in an entry is its writer's.
    let words = Set(note.original.split(separator: 0x0A).filter(Self.isComment))
    let last = lines.lastIndex { $0.text.elementsEqual(hint) }
    if let last, bytes != note.original { lines.remove(at: last) }
    lines.removeAll { Self.isComment($0.text) && !words.contains($0.text) }
  }

  package static func comment(_ words: String) -> [UInt8] { Array("<!-- tj: \(words) -->".utf8) }

  private static func isComment(_ line: ArraySlice<UInt8>) -> Bool {
    line.starts(with: "<!-- tj: ".utf8) && line.suffix(3).elementsEqual("-->".utf8)
  }

  var bytes: [UInt8] { Array(lines.map(\.bytes).joined(separator: [0x0A])) }
  var count: Int { lines.count }
  /// Whether nothing stands on any of them.
  package var areBlank: Bool { first == nil }

  /// The number in the draft's file of the line that is the `line`-th here, 1-based.
  func number(ofLine line: Int) -> Int {
    lines.indices.contains(line - 1) ? lines[line - 1].number : (lines.last?.number ?? 1)
  }

  /// The lines at these indices.
  func part(_ range: Range<Int>) -> DraftLines {
    var part = self
    part.lines = Array(lines[range])
    return part
  }

  func firstLine(where isMeant: (ArraySlice<UInt8>) -> Bool) -> Line? {
    lines.first { isMeant($0.text) }
  }

  /// Takes the entry's heading off, if the first line with anything on it is one.
  mutating func takeHeading() -> EntryDraft.Heading? {
    guard let first, let heading = EntryDraft.Heading(lines[first].text) else { return nil }
    lines.removeFirst(first + 1)
    return heading
  }

  private var first: Int? { lines.firstIndex { line in line.text.contains { $0 > 0x20 } } }

  /// The first line that would be read as something else than it looks like.
  ///
  /// - Parameters:
  ///   - names: The fields' that the writer may mean.
  ///   - original: What was handed out; what stands there already is no mistake of the writer's.
  package func fault(offering names: [String], after original: EntryDraft?) -> DraftFault? {
    var rest = self
    let start = first.map { lines[$0] }
    if let heading = rest.takeHeading() {
      if heading.mayContinueTime, heading != original?.heading, let start {
        return DraftFault(line: start.number, .heading(start.words))
      }
    } else if let start, Self.looksLikeHeading(start.text) {
      return DraftFault(line: start.number, .heading(start.words))
    }
    if let line = rest.lines.first(where: { EntryDraft.Heading($0.text) != nil }) {
      return DraftFault(line: line.number, .anotherEntry)
    }
    return rest.fieldFault(offering: names, after: original)
  }

  /// The first line of the text, below a heading, that seems to be meant as a field.
  func fieldFault(offering names: [String], after original: EntryDraft?) -> DraftFault? {
    let heading = Array("## 2000-01-01\n".utf8)
    let document = ThreadDocument(heading + bytes)
    guard let slice = document.entries.first else { return nil }
    let body = document.content(of: slice).body
    let start = document.bytes[..<body.lowerBound].count { $0 == 0x0A } - 1
    return Self.fieldFault(in: lines.dropFirst(start), offering: names, after: original)
  }

  private static func fieldFault(
    in lines: ArraySlice<Line>, offering names: [String], after original: EntryDraft?
  ) -> DraftFault? {
    let names = Dictionary(names.map { (FieldName.key($0), $0) }, uniquingKeysWith: { $1 })
    guard !names.isEmpty else { return nil }
    let known = Set((original?.text ?? []).split(separator: 0x0A))
    var isLeading = true
    for line in lines where line.text.contains(where: { $0 > 0x20 }) {
      if let meant = MeantField(line.text), let name = names[FieldName.key(meant.name)],
        meant.isDoubled || (isLeading && meant.hasBullet), !known.contains(line.text)
      {
        return DraftFault(
          line: line.number, .meantField(name, value: meant.value, text: line.words))
      }
      isLeading = isLeading && line.text.first.map(EntryField.isBullet) ?? false
    }
    return nil
  }

  static func looksLikeHeading(_ line: some Collection<UInt8>) -> Bool {
    guard line.starts(with: [0x23, 0x23]), let third = line.dropFirst(2).first else { return false }
    return Byte.isBlank(third) || Byte.isDigit(third)
  }
}

/// A line such as `- sleep::7h` or `sleep: 7h`.
private struct MeantField {
  let hasBullet: Bool
  let name: ArraySlice<UInt8>
  let isDoubled: Bool
  let value: String

  init?(_ line: ArraySlice<UInt8>) {
    hasBullet = line.first.map(EntryField.isBullet) ?? false
    let rest = hasBullet ? line.dropFirst().drop(while: Byte.isBlank) : line
    guard let colon = rest.prefix(FieldName.maximumLength * 4).firstIndex(of: 0x3A),
      colon > rest.startIndex
    else { return nil }
    let end = rest[..<colon].lastIndex { !Byte.isBlank($0) } ?? rest.startIndex
    name = rest[...end]
    let behind = rest[(colon + 1)...]
    isDoubled = behind.first == 0x3A
    value = String(decoding: behind.drop { $0 == 0x3A || Byte.isBlank($0) }, as: UTF8.self)
  }
}

/// A line of a draft that cannot be taken as it stands; its number, 1-based, is that in the draft's file.
package struct DraftFault: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// It should be a heading, and has no time that can be read.
    case heading(String)
    /// It begins another entry, where only one is written.
    case anotherEntry
    /// It stands above the first heading of several entries.
    case aboveFirstEntry
    /// It is the heading of an entry that was not handed out.
    case unknownID(String)
    /// It is the second heading of an entry, whose `first` is at another line.
    case sameID(String, first: Int)
    /// The attributes of a heading are not as they were.
    case attributes
    /// It begins a new entry, and no entry above it says of which thread.
    case noThread
    /// It names a field that is offered, and does not read as one.
    case meantField(String, value: String, text: String)
  }

  package let line: Int
  package let kind: Kind

  init(line: Int, _ kind: Kind) {
    self.line = line
    self.kind = kind
  }
}
