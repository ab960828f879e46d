import ThreadStorage

/// What must stand in an entry's raw bytes for a query to match it; it never turns a match away.
///
/// A search is fast because most bytes are never read as what they mean. A query's conditions come in, and a file's
/// bytes:
///
/// 1. Each condition may name literals, of which one must stand in an entry that matches: a word's letters, a field's
///    name, an id. The rarest group leads: its cursor goes from one occurrence in the file to the next, at the memory's
///    speed (`LiteralSearch`; its cheapest letter with a neighbour, in all their spellings, 64 bytes at a time:
///    `LetterScan`).
/// 2. Around such an occurrence the entry is found by its headings (`EntryWalk`), its time is compared, and the other
///    groups are looked for in its bytes alone. A literal may be cut short or stand in another entry's part: it only
///    ever says "perhaps".
/// 3. What is left is read as an entry, and the conditions themselves decide, on folded text (`FoldedText`: case,
///    accents and forms of a letter do not count) or on a field's typed value. Expressions run in linear time
///    (`Query/Regex`).
///
/// What goes out are entries, each with the bytes that it was found in, for a sink to print and to highlight.
struct Prefilter: Sendable {
  /// The literals of one condition, of which one at least must be there.
  fileprivate struct Group: Sendable {
    let literals: [LiteralSearch]
    /// For each literal the condition, where it is about a field.
    let fields: [FieldCondition?]
    /// For each that is a field's name, once the thread is known: how its value is looked at, too.
    var checks: [FieldCheck?] = []

    /// The groups of `terms`, the rarest first.
    static func all(_ terms: [QueryTerm], _ reading: DateReading) -> [Group] {
      terms.compactMap { $0.isExcluded ? nil : Group($0.condition, reading) }
        .sorted { $0.rarity > $1.rarity }
    }

    init?(_ condition: any QueryCondition, _ reading: DateReading) {
      if let condition = condition as? AlternativesCondition {
        // What stands in every match of one alternative may be missing from those of another.
        let rarest = condition.alternatives.compactMap { Group.all($0, reading).first }
        guard rarest.count == condition.alternatives.count else { return nil }
        literals = rarest.flatMap(\.literals)
        fields = rarest.flatMap(\.fields)
        return
      }
      let all = condition.literals(reading)
      // Copies: what each processor asks has objects of its own (`EntryQuery.unshared`).
      literals = all.compactMap { $0.map(LiteralSearch.init) }
      guard !all.isEmpty, literals.count == all.count else { return nil }
      // A colon in the name would make it hard to see where the value begins.
      let field = condition as? FieldCondition
      let isPlain = field?.key.utf8.contains(UInt8(ascii: ":")) == false
      fields = literals.map { _ in isPlain ? field : nil }
    }

    var rarity: Int { literals.map(\.rarity).min() ?? 0 }

    /// Where the literal of this number first stands in an entry in `range` that may match.
    func firstIndex(
      of literal: Int, in bytes: borrowing Span<UInt8>, _ range: Range<Int>
    ) -> Int? {
      // Spans lend the literals and checks: two processors that count references to one wait for each other.
      let search = literals.span[literal]
      guard !checks.isEmpty, let check = checks.span[literal] else {
        return search.firstIndex(in: bytes, range)
      }
      return search.firstIndex(in: bytes, range) { bytes, index in
        check.mayAccept(bytes, after: index, upTo: range.upperBound)
      }
    }

    /// The first occurrence in `range`, or its end; `found` keeps that of each literal.
    func next(
      in bytes: borrowing Span<UInt8>, _ range: Range<Int>, _ found: inout [Int]
    ) -> Int {
      var first = range.upperBound
      for index in found.indices {
        if found[index] < range.lowerBound {
          found[index] = firstIndex(of: index, in: bytes, range) ?? range.upperBound
        }
        first = min(first, found[index])
      }
      return first
    }
  }

  /// All of them must be there; the rarest first.
  private var groups: [Group]

  init(_ terms: [QueryTerm], _ reading: DateReading) { groups = Group.all(terms, reading) }

  /// Whether what the cursor finds says all that the filter can say of its entry.
  var isDecidedByCursor: Bool { groups.count == 1 }

  /// The filter for a thread that defines the fields of `schema`.
  func comparing(by schema: FieldSchema, _ reading: DateReading) -> Prefilter {
    var copy = self
    for index in groups.indices where groups[index].fields.contains(where: { $0 != nil }) {
      copy.groups[index].checks = groups[index].fields.map { field in
        field.map { FieldCheck($0, schema, reading) }
      }
    }
    return copy
  }

  var isEmpty: Bool { groups.isEmpty }

  /// Whether an entry whose raw bytes are `range` may match; never false for one that does.
  func mayMatch(_ bytes: borrowing Span<UInt8>, in range: Range<Int>) -> Bool {
    for group in groups {
      var isThere = false
      for literal in group.literals.indices where !isThere {
        isThere = group.firstIndex(of: literal, in: bytes, range) != nil
      }
      if !isThere { return false }
    }
    return true
  }

  /// A walk over the occurrences in a file of the rarest of what must be there.
  struct Cursor {
    private let group: Group
    /// The next occurrence of each literal, or the end.
    private var found: [Int]
    private let end: Int

    init(_ filter: Prefilter, _ range: Range<Int>) {
      group = filter.groups[0]
      found = group.literals.map { _ in range.lowerBound - 1 }
      end = range.upperBound
    }

    /// The first occurrence at `start` or behind it; the entry around it is the next that may match.
    mutating func next(in bytes: borrowing Span<UInt8>, from start: Int) -> Int? {
      let first = group.next(in: bytes, min(start, end)..<end, &found)
      return first < end ? first : nil
    }
  }
}
