import ThreadStorage

/// The fields of a thread's entries without those that a later one of the same name overrides (F18).
///
/// Each spelling of a name, of which a thread has few, gets a number when it is met first, so that a caller finds out
/// once what it needs to know of it.
package struct EffectiveFields: Sendable {
  private struct Name: Sendable {
    /// The first of the spellings that name the same field.
    let first: Int
    /// The last entry that was seen to have it, by its number.
    var lastEntry = 0
  }

  private var indices = InternTable<Int>()
  private var names: [Name] = []
  private var firstSpellings: [String: Int] = [:]
  private var entryNumber = 0
  /// The numbers of the names of the entry at hand, one for each of its fields.
  private var given: [Int] = []
  /// The fields of the entry at hand: the numbers of their names, and their indices in the entry.
  package private(set) var found: [(name: Int, field: Int)] = []

  package init() {}

  /// Finds the fields of an entry that count, in their order; false where they are those of the entry before.
  ///
  /// - Parameter add: Called for each new name with its spelling and the form in which names are compared.
  @discardableResult
  package mutating func find(
    _ fields: [EntryField], in bytes: borrowing Span<UInt8>, _ add: ([UInt8], String) -> Void
  ) -> Bool {
    // Most entries of a thread have the fields of the one before.
    let isLikeLast =
      fields.count == given.count
      && fields.indices.allSatisfy { indices.isName(given[$0], bytes, fields[$0].name) }
    guard !isLikeLast else { return false }
    found.removeAll(keepingCapacity: true)
    given.removeAll(keepingCapacity: true)
    for index in fields.indices {
      let count = names.count
      let name = indices.value(of: bytes, fields[index].name) { _ in count }
      if name == count {
        let spelling = bytes.copy(fields[index].name)
        let key = FieldName.key(spelling)
        let first = firstSpellings[key] ?? count
        firstSpellings[key] = first
        names.append(Name(first: first))
        add(spelling, key)
      }
      found.append((name, index))
      given.append(name)
    }
    guard found.count > 1 else { return true }
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
    return true
  }

  /// Puts the fields of the entry at hand into the order of what `order` says of their names' numbers.
  package mutating func sort(by order: (Int) -> Int) {
    let isInOrder = found.indices.dropFirst().allSatisfy {
      order(found[$0 - 1].name) <= order(found[$0].name)
    }
    if !isInOrder { found.sort { (order($0.name), $0.field) < (order($1.name), $1.field) } }
  }
}
