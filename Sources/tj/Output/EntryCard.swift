/// A field's value as it is shown: `mood 7`, `weight 71.5 kg`, or the value alone where the name is empty.
struct FieldTag: Equatable, Sendable {
  /// As typed; empty where the value speaks for itself (a place).
  var name: [UInt8]
  /// The value, and what a query matched in it.
  var value: HighlightedText
  /// As the thread defines it.
  var unit: [UInt8]?
  /// The field's number, by which its name is coloured.
  var number = 0
}

/// An entry, ready to be shown.
struct EntryCard: Equatable, Sendable {
  /// The part of the id that names it, or another way to name it (`@3`).
  var id: String
  /// Its date and time in the form that is wanted, `2026-03-28 07:12`.
  var time: String
  /// The thread's title, where entries of several threads stand together.
  var thread: [UInt8]?
  /// Empty for most entries.
  var title: HighlightedText
  /// In the thread's order.
  var fields: [FieldTag]
  /// Without blank lines around it.
  var body: HighlightedText
  /// Whether it was changed after it was written.
  var isEdited: Bool
  /// When it was deleted, in the form that is wanted, if it was.
  var deleted: String?
}
