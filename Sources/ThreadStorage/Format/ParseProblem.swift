/// What is wrong at one position of a thread file, or not read as it may have been meant.
public struct ParseProblem: Sendable, Hashable {
  public var kind: Kind
  public var offset: Int

  /// The ways in which a file can be wrong; whatever it is, it is read.
  public enum Kind: Sendable, Hashable {
    /// The file is UTF-16; nothing else is looked for.
    case utf16
    /// A byte that is no UTF-8: the first of its line.
    case invalidUTF8
    /// A NUL: the first of its line.
    case nul
    /// A carriage return that is to end the line above a heading, as old editors have it; it ends none.
    case carriageReturn
    /// The first line opens front matter that no line closes (F20).
    case unterminatedFrontMatter
    /// The front matter is wrong, or outside the subset that is read (F20).
    case frontMatter(YAMLProblem.Kind)
    /// A line looks like an entry's heading, but this time does not exist (F12).
    case impossibleTime(Range<Int>)
    /// An entry's heading stands inside the code fence that opens at this offset (F6).
    case headingInFence(opening: Int, isClosed: Bool)
    /// Braces that close a heading like attributes, but are none, so that they are title (F10).
    case attributesAsTitle(Range<Int>)
    /// An attribute that is called like one of ours but for its case, and says nothing: `.Deleted`.
    case attributeCase(Range<Int>)
    /// The value of `edited` or `deleted` is no time.
    case attributeValue(key: String, Range<Int>)
    /// A merge left this block, from its first marker to behind its last one's line.
    case conflictMarkers(Range<Int>)
    /// This line is a marker as tj writes it, of no whole block: what somebody forgot to take out.
    case conflictMarker(Range<Int>)
    /// Conflict markers inside one entry, from the first to behind the last one's line.
    case conflictText(Range<Int>)
    /// The field has its name in common with an earlier one of the same entry (F18).
    case duplicateField(Range<Int>)
    /// An earlier entry of the file has this id, at this offset.
    case duplicateID(EntryID, first: Int)
    case missingID
  }
}
