import ThreadStorage

/// Reads the values of a thread's fields, each that is typed the same way once.
struct FieldReader {
  private let request: StatisticsRequest
  private var effective = EffectiveFields()
  /// The index in the tally of each field, by the number of its name; -1 for one that is not wanted.
  private var indices: [Int] = []
  /// What is known of the values of each field, by its index in the tally.
  private var tables: [InternTable<Int>] = []
  private var definitions: [FieldDefinition?] = []
  private var known: [String: Int] = [:]
  /// How a text with other letters than ASCII's was spelt first, whose marks may stand behind their letters or in them.
  private var spellings: [String: [UInt8]] = [:]
  private(set) var counted: [CountedValue] = []
  /// The values of the entry at hand, by their places in `counted`.
  private var found: [Int] = []

  /// A value as it is typed in a field, which is read once.
  struct CountedValue {
    let field: Int
    let value: FieldTally.Value
    /// The value where the field has a mean.
    let number: FixedNumber?
    fileprivate(set) var count = 0
  }

  init(_ request: StatisticsRequest) { self.request = request }

  /// Notes that the tally has one field more, `definition`.
  mutating func add(_ definition: FieldDefinition) {
    known[definition.key] = tables.count
    tables.append(InternTable())
    definitions.append(definition)
  }

  /// The values of the entry at hand, and the indices of their fields.
  var values: [(field: Int, value: FieldTally.Value)] {
    found.map { (counted[$0].field, counted[$0].value) }
  }

  /// Calls `body` with those values of the entry at hand that have a mean, and the indices of their fields.
  @inline(__always)
  func forEachNumber(_ body: (Int, FixedNumber) -> Void) {
    for index in found {
      if let number = counted[index].number { body(counted[index].field, number) }
    }
  }

  /// Reads the fields of an entry; `add` adds one that no definition names to the tally, and returns its index.
  mutating func read(
    _ fields: [EntryField], in bytes: borrowing Span<UInt8>,
    add: (String, String) -> Int
  ) {
    guard !fields.isEmpty || !found.isEmpty else { return }
    effective.find(fields, in: bytes) { spelling, key in
      if known[key] == nil, request.wants(key) {
        known[key] = add(String(utf8: spelling), key)
        tables.append(InternTable())
        definitions.append(nil)
      }
      indices.append(known[key] ?? -1)
    }
    found.removeAll(keepingCapacity: true)
    for (name, position) in effective.found where indices[name] >= 0 {
      let index = indices[name]
      let field = fields[position]
      let number: Int
      if field.hasMoreLines {
        let value = field.value(in: bytes)
        number = count(of: value.span, 0..<value.count, index)
      } else {
        number = count(of: bytes, field.firstValueLine, index)
      }
      counted[number].count += 1
      found.append(number)
    }
  }

  /// The number of the value at `range` among those that are counted.
  private mutating func count(
    of bytes: borrowing Span<UInt8>, _ range: Range<Int>, _ field: Int
  ) -> Int {
    tables[field].value(of: bytes, range) { typed in
      var typed = typed
      if typed.contains(where: { $0 >= 0x80 }) {
        let text = String(utf8: typed)
        typed = spellings[text] ?? typed
        spellings[text] = typed
      }
      let value = FieldTally.value(typed, definitions[field], dayStartsAt: request.dayStartsAt)
      var number: FixedNumber?
      if case .number(let read) = value, definitions[field]?.type != .date { number = read }
      counted.append(CountedValue(field: field, value: value, number: number))
      return counted.count - 1
    }
  }
}
