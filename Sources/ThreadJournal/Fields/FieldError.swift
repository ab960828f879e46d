import ThreadStorage

/// Why a field, or a field's value, is not as a thread wants it, as facts.
package enum FieldError: Error, Sendable, Hashable {
  case unknownField(String, nearest: [String])
  case fieldIsDeleted(String)
  case fieldIsNotDeleted(String)
  case isGroup(String)
  case badName(String)
  case nameTaken(String, isGroup: Bool, isDeleted: Bool)
  case badValue(FieldDefinition, value: [UInt8], FieldValueError)
  /// The values come from a field of the same name that counts in `from`, and this one counts in `to`; nil is no unit.
  case otherUnit(String, from: String?, to: String?)
  case unknownType(String, nearest: [String])
  case badLimit(String, FieldType)
  case limitWithoutOrder(FieldType)
  case limitsReversed(minimum: String, maximum: String)
  case optionsWithoutChoice(FieldType)
  case noOptions
  /// A unit is given to a type whose values say it themselves, or have none.
  case unitOfOtherType(FieldType)
  /// The field of an entry's place has another type than text (F17).
  case locationIsText
  /// An option or a unit is empty, there twice, or not one line of text.
  case badOption(String)
  case valuesDoNotFit(FieldDefinition, [UnfitValue], count: Int)
  case unitWouldChange(
    FieldDefinition, isRetyped: Bool, from: String, to: String, count: Int)
  case alreadyGrouped(String, group: String)
  case notGrouped(String)
  /// The order of the group's fields is its own, so that moving a definition would change nothing that is shown.
  case orderedByGroup(String, group: String)
  /// An entry, at this 1-based line, has a field of the new name as well as one of the old.
  case entryHasBoth(line: Int, old: String, new: String)
  case frontMatter(FrontMatterEditError)
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
  /// Whether it is open what it is: hours and minutes, or minutes and seconds.
  package var mayBeMinutes = false
}

/// What is wrong with a field's definition in the front matter.
package struct FieldProblem: Sendable, Hashable {
  /// A byte offset into the file.
  package var offset: Int
  package var kind: Kind

  /// The ways in which a definition can be wrong; it is read as well as it can be.
  package enum Kind: Sendable, Hashable {
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
    /// The key below `fields`, which defines this field, is not indented.
    case notIndented(String)
    case badLimit(String)
    case limitsReversed(String)
    case badDefault(String)
    case badAsk(String)
    case badOptions(String)
    /// The field has options, and a type that binds it to none.
    case optionsWithoutChoice(String)
    case badGroup(String)
    case unknownMember(String)
    case groupInGroup(String)
    /// The field is in two groups, or twice in one; the first counts.
    case memberTwice(String)
  }
}
