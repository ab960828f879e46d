/// A value of a YAML document, with its range in the file.
public struct YAMLValue: Hashable, Sendable {
  /// The bytes from the value's first to its last, without comments after it; empty where absent.
  public var range: Range<Int>
  public var content: Content

  public init(_ content: Content, at range: Range<Int>) {
    self.range = range
    self.content = content
  }

  public enum Content: Hashable, Sendable {
    /// Nothing after the colon or dash, which YAML reads as null.
    case absent
    /// Text in one of five styles; the bytes are decoded: folded, unescaped, without indentation.
    case scalar(ScalarStyle, [UInt8])
    case sequence(CollectionStyle, [YAMLValue])
    /// Pairs in the order of the file, block or flow.
    case mapping(CollectionStyle, [YAMLPair])
    /// A value that is kept as it stands, and why.
    case unsupported(YAMLProblem)
  }

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

  public enum CollectionStyle: Hashable, Sendable {
    /// One item a line; the column, counted from 0, of its keys or dashes.
    case block(column: Int)
    case flow
  }
}

public struct YAMLPair: Hashable, Sendable {
  /// The key, always a scalar.
  public var key: YAMLValue
  /// The offset of the colon after the key; nil in a flow mapping such as `{key}`.
  public var colon: Int?
  public var value: YAMLValue

  /// The key's decoded bytes.
  public var name: [UInt8] { if case .scalar(_, let bytes) = key.content { bytes } else { [] } }

  /// The bytes from the key's first to the value's last.
  public var range: Range<Int> {
    let keyEnd = colon.map { $0 &+ 1 } ?? key.range.upperBound
    return key.range.lowerBound..<max(keyEnd, value.range.upperBound)
  }
}

extension YAMLValue {
  /// No value, where one could stand.
  static func absent(at offset: Int) -> YAMLValue { YAMLValue(.absent, at: offset..<offset) }

  /// The pairs of a mapping, in the order of the file; nil for anything else.
  public var pairs: [YAMLPair]? { if case .mapping(_, let pairs) = content { pairs } else { nil } }

  /// The items of a sequence; nil for anything else.
  public var items: [YAMLValue]? {
    if case .sequence(_, let items) = content { items } else { nil }
  }

  /// Whether there is no value, or a plain `null` or `~`.
  public var isNull: Bool {
    switch content {
    case .absent: true
    case .scalar(.plain, let text): Self.nullWords.contains(text)
    default: false
    }
  }

  /// The decoded text of a scalar, a plain one as typed; nil for null and for anything else.
  public var stringBytes: [UInt8]? {
    guard case .scalar(_, let text) = content, !isNull else { return nil }
    return text
  }

  /// The value of a plain `true` or `false`, which YAML 1.1 and 1.2 read alike.
  public var boolValue: Bool? {
    guard case .scalar(.plain, let text) = content else { return nil }
    if Self.trueWords.contains(text) { return true }
    return Self.falseWords.contains(text) ? false : nil
  }

  /// The value of a plain decimal integer without leading zeros, where it fits.
  public var integerValue: Int? {
    guard let text = numberText, !text.contains(UInt8(ascii: ".")) else { return nil }
    return Int(String(decoding: text, as: UTF8.self))
  }

  /// The digits of a plain decimal number as typed: sign, digits, and a fraction, without exponent.
  public var numberText: [UInt8]? {
    guard case .scalar(.plain, let text) = content else { return nil }
    return YAMLScalarWriter.isDecimal(text) ? text : nil
  }

  /// The value at the end of `path`, key by key; of equal keys the last.
  public func value(at path: [String]) -> YAMLValue? {
    path.reduce(Optional(self)) { value, name in
      value?.pairs?.last { $0.name.elementsEqual(name.utf8) }?.value
    }
  }

  private static let nullWords = ["~", "null", "Null", "NULL"].map { Array($0.utf8) }
  private static let trueWords = ["true", "True", "TRUE"].map { Array($0.utf8) }
  private static let falseWords = ["false", "False", "FALSE"].map { Array($0.utf8) }
}
