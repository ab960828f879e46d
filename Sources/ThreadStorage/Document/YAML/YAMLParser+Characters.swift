extension YAMLParser {
  /// The places of bytes that not every YAML parser reads as text, in order.
  func unreadableOffsets(from start: Int) -> [YAMLProblem] {
    var found: [YAMLProblem] = []
    var offset = start
    while offset < end {
      let byte = bytes[offset]
      if byte >= 0x20 && byte < 0x7F || byte == .lineFeed || byte == .carriageReturn
        || byte == .tab
      {
        offset += 1
        continue
      }
      let (length, kind) = YAMLCharacter.length(in: bytes, at: offset, end: end)
      if let kind { found.append(YAMLProblem(kind, at: offset)) }
      offset += length
    }
    return found
  }

  /// Makes each top-level value with one of `places` in or after it one that is not understood.
  mutating func blank(_ root: inout YAMLValue, at places: [YAMLProblem]) {
    guard let first = places.first else { return }
    guard case .mapping(.block(let column), var pairs) = root.content else {
      problems.append(first)
      if case .absent = root.content { return }
      root.content = .unsupported(first)
      return
    }
    var next = places[...]
    for index in pairs.indices {
      let upper = index + 1 < pairs.count ? pairs[index + 1].range.lowerBound : end
      let inside = next.prefix { $0.offset < upper }
      next = next.dropFirst(inside.count)
      guard let problem = inside.first else { continue }
      problems.append(problem)
      if problem.offset >= pairs[index].range.lowerBound {
        pairs[index].value.content = .unsupported(problem)
      }
    }
    root.content = .mapping(.block(column: column), pairs)
  }
}

/// The characters that PyYAML, ruamel.yaml and YAML 1.2 all read as themselves.
enum YAMLCharacter {
  /// The length of the character at `offset`, and why it is not read alike everywhere, if so.
  static func length(
    in bytes: [UInt8], at offset: Int, end: Int
  ) -> (length: Int, kind: YAMLProblem.Kind?) {
    let first = bytes[offset]
    if first < 0x80 {
      let isText = first >= 0x20 && first < 0x7F || first == 0x09 || first == 0x0A || first == 0x0D
      return (1, isText ? nil : .unreadableCharacter)
    }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2 && first <= 0xF4 && offset + length <= end else { return (1, .invalidUTF8) }
    var code = UInt32(first) & (0x7F >> UInt32(length))
    for index in offset + 1..<offset + length {
      guard bytes[index] & 0xC0 == 0x80 else { return (1, .invalidUTF8) }
      code = code << 6 | UInt32(bytes[index] & 0x3F)
    }
    let least: UInt32 = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80
    guard code >= least, Unicode.Scalar(code) != nil else { return (1, .invalidUTF8) }
    return (length, isPrintable(code) ? nil : .unreadableCharacter)
  }

  /// Whether `code`, above U+007F, is text, and no line end, in every YAML.
  static func isPrintable(_ code: UInt32) -> Bool {
    switch code {
    case ..<0xA0, 0x2028, 0x2029, 0xFEFF: false
    default: code & 0xFFFE != 0xFFFE
    }
  }
}
