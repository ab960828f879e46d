/// Why an edit of front matter, or of a configuration file, is refused.
public enum FrontMatterEditError: Error, Hashable, Sendable {
  /// The place, as a byte offset into the file, holds what is not understood, or cannot be changed safely.
  case notUnderstood(YAMLProblem)
  /// The value at the byte offset is not a mapping, so it has no keys.
  case notAMapping(offset: Int)
  /// The path leads to no key.
  case noSuchKey
  /// The key stands at the byte offset already, or more than once.
  case duplicateKey(offset: Int)
  /// The text is not UTF-8, which YAML cannot hold.
  case invalidUTF8
  /// The text is not a plain decimal number.
  case notANumber
  /// The text is not a timestamp.
  case notATimestamp
  /// The key is longer than YAML parsers take (about 1,000 bytes).
  case keyTooLong
  /// The value has more levels than are read (64).
  case tooDeep
  /// The edit at the byte offset would change what other keys say, or would not read back.
  case unsafe(offset: Int)
}
