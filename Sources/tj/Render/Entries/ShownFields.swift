import ThreadJournal
import ThreadStorage

/// The fields of a thread's entries in the order in which they are shown.
struct ShownFields {
  /// A spelling of a field's name that was met, and what is known of the field.
  struct Name {
    /// Offsets into `letters`: the separator, then the name as it is shown, on one line, and a space; of the field
    /// `location` only the separator.
    let start: Range<Int>
    /// Offsets of a space and the field's unit, as it is shown.
    let unit: Range<Int>?
    /// The same as `start`, with the name of the field's group before the field's; nil where it is in none.
    let groupStart: Range<Int>?
    /// The position of its group among those of the thread.
    fileprivate let group: Int?
    /// Where it stands among the thread's fields.
    fileprivate let order: Int
  }

  private let schema: FieldSchema
  private let layout: Layout
  private var fields = EffectiveFields()
  /// What is known of each name, by its number.
  private(set) var names: [Name] = []
  /// What stands between two fields.
  static let separator: StaticString = " · "
  /// The letters of all names and units, in one array: each would be counted for every tag.
  private(set) var letters: [UInt8] = []
  /// The fields of the entry at hand: the numbers of their names, and their positions in the entry.
  var shown: [(name: Int, field: Int)] { fields.found }
  /// Of those, whether each is the first of its group in the entry.
  private(set) var isFirstOfGroup: [Bool] = []

  init(_ schema: FieldSchema, _ layout: Layout) {
    self.schema = schema
    self.layout = layout
  }

  /// Finds out which fields of an entry are shown, of a name given twice the last one (F18), and in which order.
  mutating func arrange(_ content: [EntryField], in bytes: borrowing Span<UInt8>) {
    let isNew = fields.find(content, in: bytes) { spelling, key in
      func add(_ text: [UInt8]) -> Range<Int> {
        letters += text
        return letters.count - text.count..<letters.count
      }
      let shown = key == FieldDefinition.location.key ? [] : layout.oneLine(spelling) + [0x20]
      let group = schema.group(ofField: key).flatMap { schema.groups.firstIndex(of: $0) }
      names.append(
        Name(
          start: add(Array(Self.separator.description.utf8) + shown),
          unit: schema.field(withKey: key)?.unit.map {
            add([0x20] + layout.oneLine(Array($0.utf8)))
          },
          groupStart: group.map { group in
            add(
              Array(Self.separator.description.utf8)
                + layout.oneLine(Array(schema.groups[group].name.utf8)) + Array(": ".utf8) + shown)
          },
          group: group,
          order: schema.shownPosition(ofFieldWithKey: key)))
    }
    guard isNew else { return }
    fields.sort { names[$0].order }
    var last: Int?
    isFirstOfGroup = shown.map { item in
      let group = names[item.name].group
      defer { last = group }
      return group != nil && group != last
    }
  }
}
