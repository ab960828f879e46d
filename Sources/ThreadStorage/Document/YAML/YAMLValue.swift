/// A value of a YAML document, with its place in the file.
public struct YAMLValue: Hashable, Sendable {
  /// The bytes from the value's first to its last, without comments after it; empty where absent.
  public var range: Range<Int>
  /// What the value is.
  public var content: Content

  /// A value of `content` at `range` of the file.
  public init(_ content: Content, at range: Range<Int>) {
    self.range = range
    self.content = content
  }

  /// The kinds of values that are told apart.
  public enum Content: Hashable, Sendable {
    /// Nothing after the colon or dash, which YAML reads as null.
    case absent
    /// Text in one of five styles; the bytes are decoded: folded, unescaped, without indentation.
    case scalar(ScalarStyle, [UInt8])
    /// A list, block or flow.
    case sequence(CollectionStyle, [YAMLValue])
    /// Pairs in the order of the file, block or flow.
    case mapping(CollectionStyle, [YAMLPair])
    /// A value that is kept as it stands, and why.
    case unsupported(YAMLProblem)
  }

  /// How a scalar is written.
  public enum ScalarStyle: Hashable, Sendable {
    /// Without quotes: the only style that may mean something other than text.
    case plain
    /// In `'`.
    case singleQuoted
    /// In `"`.
    case doubleQuoted
    /// After `|`.
    case literal
    /// After `>`.
    case folded
  }

  /// How a collection is written.
  public enum CollectionStyle: Hashable, Sendable {
    /// One item a line; the column, counted from 0, of its keys or dashes.
    case block(column: Int)
    /// In brackets or braces.
    case flow
  }
}

/// A key and its value.
public struct YAMLPair: Hashable, Sendable {
  /// The key, always a scalar.
  public var key: YAMLValue
  /// The offset of the colon after the key; nil in a flow mapping such as `{key}`.
  public var colon: Int?
  /// The value.
  public var value: YAMLValue

  /// The key's decoded bytes.
  public var name: [UInt8] {
    if case .scalar(_, let bytes) = key.content { return bytes }
    return []
  }

  /// The bytes from the key's first to the value's last.
  public var range: Range<Int> {
    let keyEnd = colon.map { $0 &+ 1 } ?? key.range.upperBound
    return key.range.lowerBound..<max(keyEnd, value.range.upperBound)
  }
}
