import ThreadJournal
import ThreadStorage

/// The fields of a thread's entries in the order in which they are shown; what is known of a name is found out once.
struct ShownFields {
  /// A spelling of a field's name that was met, and what is known of the field.
  struct Name {
    /// As it is typed.
    let spelling: [UInt8]
    /// As it is shown: on one line, and not at all for the place.
    let shown: [UInt8]
    /// The field's unit, as it is shown.
    let unit: [UInt8]?
    /// By which the name is coloured: the field's place among those that the thread defines, or a number by its name.
    let number: Int
    /// The first of the spellings that name the same field.
    fileprivate let first: Int
    /// Where it stands among the thread's fields.
    fileprivate let order: Int
    /// The last entry that was seen to have it, by its number.
    fileprivate var lastEntry = 0
  }

  private let schema: FieldSchema
  private let layout: Layout
  /// The spellings that were met.
  private(set) var names: [Name] = []
  /// The fields of the entry at hand: their places in `names` and in the entry.
  private(set) var shown: [(name: Int, field: Int)] = []
  private var places = InternTable<Int>()
  /// The first of the spellings of each field.
  private var firstSpellings: [String: Int] = [:]
  private var entryNumber = 0

  /// The fields of entries of a thread with the fields of `schema`.
  init(_ schema: FieldSchema, _ layout: Layout) {
    self.schema = schema
    self.layout = layout
  }

  /// Finds out which fields of an entry are shown, of a name given twice the last one (F18), and in which order.
  mutating func arrange(_ fields: [EntryField], in bytes: borrowing Span<UInt8>) {
    shown.removeAll(keepingCapacity: true)
    for (index, field) in fields.enumerated() {
      shown.append((place(of: bytes, field.name), index))
    }
    guard shown.count > 1 else { return }
    entryNumber += 1
    var isTwice = false
    for index in shown.indices.reversed() {
      let first = names[shown[index].name].first
      if names[first].lastEntry == entryNumber {
        shown[index].field = -1
        isTwice = true
      }
      names[first].lastEntry = entryNumber
    }
    if isTwice { shown.removeAll { $0.field < 0 } }
    let isInOrder = zip(shown, shown.dropFirst()).allSatisfy {
      names[$0.name].order <= names[$1.name].order
    }
    guard !isInOrder else { return }
    shown.sort { (names[$0.name].order, $0.field) < (names[$1.name].order, $1.field) }
  }

  /// Where a name of this spelling stands in `names`, which it joins where it is new.
  private mutating func place(of bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int {
    let count = names.count
    let place = places.value(of: bytes, range) { _ in count }
    if place == count { addName(bytes.copy(range)) }
    return place
  }

  private mutating func addName(_ spelling: [UInt8]) {
    let key = FieldName.key(String(decoding: spelling, as: UTF8.self))
    let first = firstSpellings[key] ?? names.count
    firstSpellings[key] = first
    names.append(
      Name(
        spelling: spelling,
        shown: key == FieldDefinition.location.key ? [] : layout.oneLine(spelling),
        unit: schema.field(withKey: key)?.unit.map { layout.oneLine(Array($0.utf8)) },
        number: schema.position(ofFieldWithKey: key)
          ?? schema.fields.count + key.utf8.reduce(0) { $0 + Int($1) },
        first: first, order: schema.shownPosition(ofFieldWithKey: key)))
  }
}
