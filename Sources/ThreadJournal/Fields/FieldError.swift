import ThreadStorage

/// Why a field, or a field's value, is not as a thread wants it, as facts.
package enum FieldError: Error, Sendable, Hashable {
  /// The thread does not define the field; `nearest` are those it does.
  case unknownField(String, nearest: [String])
  /// The field is soft-deleted, so that it takes no new values (F27).
  case fieldIsDeleted(String)
  case fieldIsNotDeleted(String)
  /// The name is a group's, which holds no value (F26).
  case isGroup(String)
  /// The name cannot be a field's (F15).
  case badName(String)
  /// A field or group has the name already, spelt like this.
  case nameTaken(String, isGroup: Bool, isDeleted: Bool)
  case badValue(FieldDefinition, value: [UInt8], FieldValueError)
  /// The values come from a field of the same name that counts in `from`, and this one counts in `to`; nil is no unit.
  case otherUnit(String, from: String?, to: String?)
  case unknownType(String, nearest: [String])
  /// A minimum or maximum is no value of the type.
  case badLimit(String, FieldType)
  /// The type has no order, so no minimum or maximum.
  case limitWithoutOrder(FieldType)
  case limitsReversed(minimum: String, maximum: String)
  case optionsWithoutChoice(FieldType)
  case noOptions
  /// The field of an entry's place has another type than text (F17).
  case locationIsText
  /// An option or a unit is empty, there twice, or not one line of text.
  case badOption(String)
  /// Entries have values that the changed field would not take; there are `count` of them.
  case valuesDoNotFit(FieldDefinition, [UnfitValue], count: Int)
  /// Entries have values, `count` of them, that count in another unit than the changed field would.
  case unitWouldChange(
    FieldDefinition, isRetyped: Bool, from: String, to: String, count: Int)
  /// The field is in this group already, or named twice for it.
  case alreadyGrouped(String, group: String)
  case notGrouped(String)
  /// The order of the group's fields is its own, so that moving a definition would change nothing that is shown.
  case orderedByGroup(String, group: String)
  /// An entry, at this 1-based line, has a field of the new name as well as one of the old.
  case entryHasBoth(line: Int, old: String, new: String)
  case frontMatter(FrontMatterEditError)
  /// What would be written would not read back (F3).
  case doesNotReadBack
}

/// A value on an entry that a changed field would not take.
package struct UnfitValue: Sendable, Hashable {
  /// The line of the field, 1-based.
  package let line: Int
  /// The id of its entry; nil where that has none.
  package let entry: EntryID?
  package let value: [UInt8]
  /// What it can be converted to; nil where that would be a guess.
  package let converted: [UInt8]?
}

/// What is wrong with a field's definition in the front matter.
package struct FieldProblem: Sendable, Hashable {
  /// A byte offset into the file.
  package var offset: Int
  package var kind: Kind

  /// The ways in which a definition can be wrong; it is read as well as it can be.
  package enum Kind: Sendable, Hashable {
    /// `fields` is no mapping, so there are none.
    case notAMapping
    /// The key cannot be a field's name (F15), so it defines none.
    case badName(String)
    /// The name is a field's or group's already; the later one counts.
    case duplicateName(String)
    /// The field's value is neither a type nor a mapping; it is read as text.
    case badDefinition(String)
    /// No type has this name; the field is read as text.
    case unknownType(String)
    /// The definition has a key that says nothing; perhaps the colon behind `meant` lacks its space.
    case unknownKey(String, meant: String?)
    /// `fields` is empty, and the key below it, which defines this field, is not indented.
    case notIndented(String)
    /// A minimum or maximum is no value of the field's type, or the type has none.
    case badLimit(String)
    case limitsReversed(String)
    /// The value that an empty answer means is none of the field's.
    case badDefault(String)
    /// Whether the field is asked for is neither true nor false.
    case badAsk(String)
    /// A choice has no options, or ones that are no texts.
    case badOptions(String)
    /// The group's value is no list of names.
    case badGroup(String)
    /// The group's member is no field of the thread.
    case unknownMember(String)
    /// The group's member is a group; groups do not nest (F26).
    case groupInGroup(String)
    /// The field is in two groups, or twice in one; the first counts.
    case memberTwice(String)
  }
}
