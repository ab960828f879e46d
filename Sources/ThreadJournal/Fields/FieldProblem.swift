/// What is wrong with a field's definition, at one place of the front matter.
package struct FieldProblem: Sendable, Hashable {
  /// The place, as a byte offset into the file.
  package var offset: Int
  /// What was found there.
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
    /// A minimum or maximum is no value of the field's type, or the type has none.
    case badLimit(String)
    /// The minimum is more than the maximum.
    case limitsReversed(String)
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
