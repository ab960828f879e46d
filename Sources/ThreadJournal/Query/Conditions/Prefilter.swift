import ThreadStorage

/// Bytes that stand in every entry that meets a condition in one of its ways.
struct Literal: Sendable {
  let search: LiteralSearch
  /// For a field's name: how its value is looked at, too.
  fileprivate var check: FieldCheck?

  /// What `search` finds; of a `field` whose name it finds, once the thread is known, only where the value may do.
  init(search: LiteralSearch, field: FieldCondition? = nil) {
    self.search = search
    check = field.map { FieldCheck(field: $0) }
  }

  /// The first place in `range` where an entry may match.
  fileprivate func firstPlace(in bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int? {
    search.firstPlace(in: bytes, range) { bytes, place in
      check?.mayAccept(bytes, after: place, upTo: range.upperBound) ?? true
    }
  }
}

/// What must stand in an entry's raw bytes for a query to match it; it never turns a match away.
///
/// A search is fast because most bytes are never read as what they mean. A query's conditions come in, and a file's
/// bytes:
///
/// 1. Each condition may name literals, of which one must stand in an entry that matches: a word's letters, a field's
///    name, an id. The rarest group leads: its cursor goes from one of its places in the file to the next, at the
///    memory's speed (`LiteralSearch`; a word's cheapest letter with its rarer neighbour, in all their spellings, 64
///    bytes at a time: `FoldedSearch`, and `ASCIISearch` for exact bytes).
/// 2. Around such a place the entry is found by its headings (`EntryWalk`), its time is compared, and the other
///    groups are looked for in its bytes alone. A literal may be cut short or stand in another entry's part: it only
///    ever says "perhaps".
/// 3. What is left is read as an entry, and the conditions themselves decide, on folded text (`FoldedText`: case,
///    accents and forms of a letter do not count) or on a field's typed value. Expressions run in linear time
///    (`Query/Regex`).
///
/// What goes out are entries, each with the bytes that it was found in, for a sink to print and to highlight.
struct Prefilter: Sendable {
  /// Of each group, the rarest first, one at least must be there.
  private var groups: [[Literal]]

  init(_ terms: [QueryTerm]) {
    groups =
      terms.compactMap { $0.isExcluded ? nil : $0.condition.literals }
      .sorted { Prefilter.rarity(of: $0) > Prefilter.rarity(of: $1) }
  }

  private static func rarity(of literals: [Literal]) -> Int {
    literals.map(\.search.rarity).min() ?? 0
  }

  /// Whether a place that the cursor finds says all that the filter can say of its entry.
  var isDecidedByCursor: Bool { groups.count == 1 }

  /// The filter for a thread that defines the fields of `schema`.
  func comparing(by schema: FieldSchema, _ reading: DateReading) -> Prefilter {
    var copy = self
    for group in groups.indices {
      for index in groups[group].indices {
        let check = groups[group][index].check
        copy.groups[group][index].check = check?.comparing(by: schema, reading)
      }
    }
    return copy
  }

  /// Whether every entry has to be read.
  var isEmpty: Bool { groups.isEmpty }

  /// Whether an entry whose raw bytes are `range` may match; never false for one that does.
  func mayMatch(_ bytes: borrowing Span<UInt8>, in range: Range<Int>) -> Bool {
    for group in groups {
      var isThere = false
      for literal in group where !isThere { isThere = literal.firstPlace(in: bytes, range) != nil }
      if !isThere { return false }
    }
    return true
  }

  /// A walk over the places in a file where the rarest of what must be there stands.
  struct Cursor {
    private var walks: [Walk]
    private let end: Int

    /// One literal, and its next place, or the range's end.
    private struct Walk {
      let literal: Literal
      var place: Int

      mutating func advance(
        to start: Int, upTo end: Int, in bytes: borrowing Span<UInt8>
      ) -> Int {
        if place < start { place = literal.firstPlace(in: bytes, min(start, end)..<end) ?? end }
        return place
      }
    }

    init(_ filter: Prefilter, _ range: Range<Int>) {
      walks = filter.groups[0].map { Walk(literal: $0, place: range.lowerBound - 1) }
      end = range.upperBound
    }

    /// The first place at `start` or behind it; the entry around it is the next that may match.
    mutating func next(in bytes: borrowing Span<UInt8>, from start: Int) -> Int? {
      var first = end
      for index in walks.indices {
        first = min(first, walks[index].advance(to: start, upTo: end, in: bytes))
      }
      return first < end ? first : nil
    }
  }
}

/// What is asked of a field; a class, so that looking at it copies nothing.
private final class FieldCheck: Sendable {
  private let field: FieldCondition
  /// How values are compared; nil while the thread is not known, so that any may do.
  private let reading: DateReading?
  /// The field's type; nil where the thread does not define it.
  private let type: FieldType?
  private static let separator = Array("::".utf8)

  init(field: FieldCondition, type: FieldType? = nil, reading: DateReading? = nil) {
    self.field = field
    self.type = type
    self.reading = reading
  }

  /// The same in a thread that defines the fields of `schema`.
  func comparing(by schema: FieldSchema, _ reading: DateReading) -> FieldCheck {
    FieldCheck(field: field, type: schema.field(withKey: field.key)?.type, reading: reading)
  }

  /// Whether the value behind the next `::` after `place` may pass, as far as a single line tells.
  func mayAccept(_ bytes: borrowing Span<UInt8>, after place: Int, upTo end: Int) -> Bool {
    guard let reading else { return true }
    if let ranges = field.wholeNumbers, type == nil || type == .integer || type == .number,
      let number = FieldCheck.numberInLine(bytes, from: place, upTo: end)
    {
      return ranges.contains { $0.contains(number) }
    }
    let line = Line(startingAt: place, in: bytes, upTo: end)
    let colons = ByteSearch.firstIndex(of: FieldCheck.separator, in: bytes, line.text)
    guard let colons else { return true }
    let goesOn =
      line.next + 1 < end && bytes[line.next] == UInt8(ascii: " ")
      && bytes[line.next + 1] == UInt8(ascii: " ")
    if goesOn { return true }
    let range = min(colons + 3, line.text.upperBound)..<line.text.upperBound
    let value = bytes.copy(range)
    return field.tests.contains { $0.accepts(value, type: type, reading) }
  }

  /// The number behind the next `::` where it has up to 15 digits and nothing else follows on its line or the next.
  private static func numberInLine(
    _ bytes: borrowing Span<UInt8>, from place: Int, upTo end: Int
  ) -> Int? {
    // Most names are short; what is longer is read in the general way.
    let limit = min(place + 64, end - 4)
    var offset = place
    while offset < limit, bytes[offset] != UInt8(ascii: ":") { offset += 1 }
    guard offset < limit, bytes[offset + 1] == UInt8(ascii: ":"),
      bytes[offset + 2] == UInt8(ascii: " ")
    else { return nil }
    offset += 3
    let start = offset
    var number = 0
    while offset < end, bytes[offset] &- 0x30 < 10, offset - start < 15 {
      number = number * 10 + Int(bytes[offset] &- 0x30)
      offset += 1
    }
    // A line that begins with a space may belong to the value.
    guard offset > start, offset + 1 < end, bytes[offset] == UInt8(ascii: "\n"),
      bytes[offset + 1] != UInt8(ascii: " ")
    else { return nil }
    return number
  }
}
