/// What is wrong, or not understood, at one position of a YAML document (F20).
public struct YAMLProblem: Error, Hashable, Sendable {
  /// Where, as a byte offset into the file.
  public var offset: Int
  public var kind: Kind

  /// A problem of `kind` at the byte `offset` of the file.
  public init(_ kind: Kind, at offset: Int) {
    self.offset = offset
    self.kind = kind
  }

  /// The ways in which YAML can be wrong, or outside the subset of F20.
  public enum Kind: Hashable, Sendable {
    /// `*name`, which is never expanded.
    case alias
    /// Flow text that YAML 1.1 and 1.2 read differently.
    case ambiguousFlow
    /// `&name`, whose value is kept as it stands.
    case anchor
    /// A line at a column that fits no open mapping or sequence.
    case badIndentation
    /// A `|` or `>` with something else than an indentation digit, `+`, `-` or a comment after it.
    case badBlockHeader
    /// `? key`, or a key that is a collection, an alias, empty, or longer than one line.
    case complexKey
    /// A line that starts with `%`.
    case directive
    /// A key that its mapping has already; the bytes are the key's.
    case duplicateKey([UInt8])
    /// A backslash followed by what is no escape, or by one for no character.
    case invalidEscape
    case invalidUTF8
    /// `<<`, which YAML 1.1 merges and 1.2 does not.
    case mergeKey
    /// Text where a key was expected, without a colon after it.
    case missingColon
    /// A `---` or `...` line inside the document; nothing is read from there on.
    case multipleDocuments
    case rootNotMapping
    /// A tab where YAML allows only spaces.
    case tab
    /// `!name`, whose value is kept as it stands.
    case tag
    /// More collections inside each other than are read (64).
    case tooDeep
    /// So many values not understood that the rest is not read.
    case tooManyProblems
    case unexpectedText
    /// A control character, or a character that only some parsers take for a line's end.
    case unreadableCharacter
    case unterminatedFlow
    case unterminatedQuote
  }
}
