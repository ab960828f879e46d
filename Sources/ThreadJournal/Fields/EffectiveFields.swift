import ThreadStorage

/// The fields of a thread's entries without those that a later one of the same name overrides (F18).
///
/// What is to be known of a name is found out once for each of its spellings, of which a thread has few.
package struct EffectiveFields<Fact: Sendable>: Sendable {
  private struct Name: Sendable {
    let fact: Fact
    /// The first of the spellings that name the same field.
    let first: Int
    /// The last entry that was seen to have it, by its number.
    var lastEntry = 0
  }

  private var indices = InternTable<Int>()
  private var names: [Name] = []
  private var firstSpellings: [String: Int] = [:]
  private var entryNumber = 0
  /// The fields of the entry at hand: their names' indices in the table, and their own in the entry.
  package private(set) var found: [(name: Int, field: Int)] = []

  package init() {}

  package func fact(_ name: Int) -> Fact { names[name].fact }

  /// Finds the fields of an entry that count, in their order.
  ///
  /// - Parameter make: Tells what is to be known of a name, by its spelling and by the form in which names are compared.
  package mutating func find(
    _ fields: [EntryField], in bytes: borrowing Span<UInt8>, _ make: ([UInt8], String) -> Fact
  ) {
    found.removeAll(keepingCapacity: true)
    for index in fields.indices {
      let count = names.count
      let name = indices.value(of: bytes, fields[index].name) { _ in count }
      if name == count { add(bytes.copy(fields[index].name), make) }
      found.append((name, index))
    }
    guard found.count > 1 else { return }
    entryNumber += 1
    var isTwice = false
    for index in found.indices.reversed() {
      let first = names[found[index].name].first
      if names[first].lastEntry == entryNumber {
        found[index].field = -1
        isTwice = true
      }
      names[first].lastEntry = entryNumber
    }
    if isTwice { found.removeAll { $0.field < 0 } }
  }

  /// Puts the fields of the entry at hand into another order.
  package mutating func sort(by isBefore: (Fact, Fact) -> Bool) {
    let isInOrder = zip(found, found.dropFirst()).allSatisfy {
      !isBefore(names[$1.name].fact, names[$0.name].fact)
    }
    guard !isInOrder else { return }
    found.sort { one, other in
      let (fact, otherFact) = (names[one.name].fact, names[other.name].fact)
      return isBefore(fact, otherFact) || !isBefore(otherFact, fact) && one.field < other.field
    }
  }

  private mutating func add(_ spelling: [UInt8], _ make: ([UInt8], String) -> Fact) {
    let key = FieldName.key(spelling)
    let first = firstSpellings[key] ?? names.count
    firstSpellings[key] = first
    names.append(Name(fact: make(spelling, key), first: first))
  }
}
