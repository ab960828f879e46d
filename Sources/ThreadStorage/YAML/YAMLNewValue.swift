/// A value to be written into front matter or a configuration file.
public enum YAMLNewValue: Hashable, Sendable {
  /// A text, quoted where any YAML parser would read it as something else (F21).
  case string([UInt8])
  case integer(Int)
  /// A decimal number, written as it is given: sign, digits, and a fraction (F25).
  case number(String)
  /// `true` or `false`.
  case bool(Bool)
  /// A time such as `2026-03-28T07:12:33-04:00`, without quotes.
  case timestamp(String)
  /// `[a, b]`.
  case flowSequence([YAMLNewValue])
  /// `{a: 1, b: 2}`.
  case flowMapping([Pair])
  /// A pair a line; written as a flow mapping inside a flow collection.
  case blockMapping([Pair])

  public struct Pair: Hashable, Sendable {
    /// The key's text, not yet quoted.
    public var key: String
    public var value: YAMLNewValue

    public init(_ key: String, _ value: YAMLNewValue) {
      self.key = key
      self.value = value
    }
  }

  public static func text(_ text: String) -> YAMLNewValue { .string(Array(text.utf8)) }

  func inline(inFlow: Bool) throws(FrontMatterEditError) -> [UInt8] {
    switch self {
    case .string(let text): return try YAMLScalarWriter.string(text, inFlow: inFlow)
    case .integer(let number): return Array(String(number).utf8)
    case .number(let text):
      guard YAMLScalarWriter.isDecimal(Array(text.utf8)) else { throw .notANumber }
      return Array(text.utf8)
    case .bool(let value): return Array((value ? "true" : "false").utf8)
    case .timestamp(let text):
      guard YAMLScalarWriter.isTimestamp(Array(text.utf8)) else { throw .notATimestamp }
      return Array(text.utf8)
    case .flowSequence(let items):
      var parts: [[UInt8]] = []
      for item in items { parts.append(try item.inline(inFlow: true)) }
      return Array("[".utf8) + Array(parts.joined(separator: Array(", ".utf8))) + Array("]".utf8)
    case .flowMapping(let pairs), .blockMapping(let pairs):
      var parts: [[UInt8]] = []
      for pair in pairs {
        let value = try pair.value.inline(inFlow: true)
        parts.append(try Self.key(Array(pair.key.utf8), inFlow: true) + Array(": ".utf8) + value)
      }
      return Array("{".utf8) + Array(parts.joined(separator: Array(", ".utf8))) + Array("}".utf8)
    }
  }

  static func key(_ name: [UInt8], inFlow: Bool) throws(FrontMatterEditError) -> [UInt8] {
    let key = try YAMLScalarWriter.string(name, inFlow: inFlow)
    guard key.count < YAMLParser.maximumKeyLength else { throw .keyTooLong }
    return key
  }

  var blockPairs: [Pair]? {
    if case .blockMapping(let pairs) = self, !pairs.isEmpty { pairs } else { nil }
  }

  /// The lines of `pairs`, `key: value` with what stands under it, each with a line end before it.
  static func lines(
    of pairs: [Pair], column: Int, lineEnding: [UInt8]
  ) throws(FrontMatterEditError) -> [UInt8] {
    var lines: [UInt8] = []
    for pair in pairs {
      lines += lineEnding + [UInt8](repeating: .space, count: column)
      lines += try key(Array(pair.key.utf8), inFlow: false) + [.colon]
      if let pairs = pair.value.blockPairs {
        guard column + 2 <= 2 * YAMLParser.maximumDepth else { throw .tooDeep }
        lines += try Self.lines(of: pairs, column: column + 2, lineEnding: lineEnding)
      } else {
        lines += [.space] + (try pair.value.inline(inFlow: false))
      }
    }
    return lines
  }
}
