import ThreadStorage

/// Where a field's value stands among others of the field, perhaps of other threads: numbers, lengths, times, days,
/// yes and no, options as they are defined, then texts and what does not fit the type, from A to Z.
struct FieldOrder: Comparable {
  private let rank: Int
  private let value: FieldValue

  init(_ typed: [UInt8], _ definition: FieldDefinition?, dayStartsAt: Int) {
    let text = FieldValue.text(Array(FieldName.key(typed).utf8))
    let read = definition.flatMap { FieldValue(typed, as: $0.type, options: $0.options) } ?? text
    switch read {
    case .number: (rank, value) = (0, read)
    case .duration: (rank, value) = (1, read)
    case .time(let second): (rank, value) = (2, .time((second + 86_400 - dayStartsAt) % 86_400))
    case .date: (rank, value) = (3, read)
    case .boolean: (rank, value) = (4, read)
    case .choice: (rank, value) = (5, read)
    case .text: (rank, value) = (6, text)
    }
  }

  static func < (left: FieldOrder, right: FieldOrder) -> Bool {
    switch (left.value, right.value) {
    case (.boolean(let first), .boolean(let second)): !first && second
    case (.choice(let first), .choice(let second)): first < second
    case (.text(let first), .text(let second)): first.lexicographicallyPrecedes(second)
    default: left.value.isLess(than: right.value) ?? (left.rank < right.rank)
    }
  }
}
