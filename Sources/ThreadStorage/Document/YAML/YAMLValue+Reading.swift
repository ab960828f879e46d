extension YAMLValue {
  /// The pairs of a mapping, in the order of the file; nil for anything else.
  public var pairs: [YAMLPair]? {
    if case .mapping(_, let pairs) = content { return pairs }
    return nil
  }

  /// The items of a sequence; nil for anything else.
  public var items: [YAMLValue]? {
    if case .sequence(_, let items) = content { return items }
    return nil
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

  /// The value of a plain decimal number, to the nearest binary fraction.
  public var numberValue: Double? {
    numberText.flatMap { Double(String(decoding: $0, as: UTF8.self)) }
  }

  /// The digits of a plain decimal number as typed: sign, digits, and a fraction, without exponent.
  public var numberText: [UInt8]? {
    guard case .scalar(.plain, let text) = content else { return nil }
    return YAMLScalarWriter.isDecimal(text) ? text : nil
  }

  /// The value at the end of `path`, key by key; of equal keys the last.
  public func value(at path: [String]) -> YAMLValue? {
    var value = self
    for name in path {
      guard let pair = value.pairs?.last(where: { $0.name.elementsEqual(name.utf8) }) else {
        return nil
      }
      value = pair.value
    }
    return value
  }

  private static let nullWords = ["~", "null", "Null", "NULL"].map { Array($0.utf8) }
  private static let trueWords = ["true", "True", "TRUE"].map { Array($0.utf8) }
  private static let falseWords = ["false", "False", "FALSE"].map { Array($0.utf8) }
}
