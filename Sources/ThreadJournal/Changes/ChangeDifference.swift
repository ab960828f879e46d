/// What stands in the way of a change: a place that is not what the change expects.
package struct ChangeDifference: Sendable, Hashable {
  /// What is wrong with the place.
  package enum Kind: Sendable, Hashable {
    /// The place holds something else.
    case changed
    /// There is no such file.
    case fileMissing
    /// Something has the name that a file is to get.
    case nameTaken
  }

  /// What is wrong.
  package var kind: Kind
  /// The file, relative to the journal.
  package var path: String
  /// The line of what was found, 1-based.
  package var line: Int?
  /// What the place should hold.
  package var expected: [UInt8] = []
  /// What it holds.
  package var found: [UInt8] = []
}
