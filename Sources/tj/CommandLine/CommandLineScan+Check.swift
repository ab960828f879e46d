import ThreadStorage

extension CommandLineScan.Word {
  /// Checks that the value is UTF-8 and what `kind` asks for; `offset` is where in its argument it begins.
  func check(
    as kind: ValueKind, name: String, command: String?, offset: Int = 0
  ) throws(CommandLineError) {
    if !kind.allowsAnyBytes { try checkUTF8(offset: offset) }
    guard let expected = unmet(kind) else { return }
    throw .badValue(
      name: name, value: String(decoding: bytes, as: UTF8.self), expected: expected,
      command: command)
  }

  /// Checks that the value is UTF-8.
  func checkUTF8(offset: Int = 0) throws(CommandLineError) {
    guard let invalid = TextCheck.firstInvalidUTF8(in: bytes.span) else { return }
    throw .invalidUTF8(argument: number, byteOffset: offset + invalid)
  }

  /// What the value fails to be, or nil.
  private func unmet(_ kind: ValueKind) -> CommandLineError.Expectation? {
    let text = String(decoding: bytes, as: UTF8.self)
    switch kind {
    case .choice(let words): return words.contains(text) ? nil : .oneOf(words)
    case .integer(let least):
      guard let number = Int(text), number >= least else { return .integer(atLeast: least) }
      return nil
    case .decimal: return isDecimal ? nil : .decimal
    case .fieldAssignment: return FieldAssignment(bytes) == nil ? .fieldAssignment : nil
    case .fieldDefinition:
      return bytes.isEmpty || bytes[0] == UInt8(ascii: ":") ? .fieldDefinition : nil
    case .file, .directory: return bytes.isEmpty ? .path : nil
    case .text, .query, .thread, .entry, .reference, .time, .range, .age, .field, .setting,
      .command:
      return nil
    }
  }

  /// An optional sign, digits, and an optional point with digits after it.
  private var isDecimal: Bool {
    var digits = bytes[...]
    if digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") {
      digits = digits.dropFirst()
    }
    let parts = digits.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }
  }
}
