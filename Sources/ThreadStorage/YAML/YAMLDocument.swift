/// The YAML in a range of a file, with the edits that leave every other byte alone (F2, F20).
public struct YAMLDocument: Sendable {
  public let bytes: [UInt8]
  /// The part of the file that is YAML.
  public let range: Range<Int>
  /// The top-level mapping, or what stands there instead.
  public let root: YAMLValue
  /// What is wrong or not understood, in the order of the file.
  public let problems: [YAMLProblem]

  /// Reads `range` of a file; nil for the whole of one, such as the journal's configuration.
  public init(_ bytes: [UInt8], range: Range<Int>? = nil) {
    self.bytes = bytes
    self.range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
    var parser = YAMLParser(bytes: bytes, range: self.range)
    root = parser.document()
    problems = parser.problems
  }

  /// The value at the end of `path`, key by key; of equal keys the last.
  public func value(at path: [String]) -> YAMLValue? { root.value(at: path) }

  /// The offsets of the comments' signs, in the order of the file; what stands in a text or a value that is kept as
  /// it stands is none.
  package var comments: [Int] {
    var offsets: [Int] = []
    var position = range.lowerBound
    // Goes on to `end`, over what is between two texts.
    func search(to end: Int) {
      while position < end {
        let isComment =
          bytes[position] == Byte.hash
          && (position == range.lowerBound || bytes[position - 1] <= Byte.space)
        if isComment {
          offsets.append(position)
          while position < end, bytes[position] != .lineFeed, bytes[position] != .carriageReturn {
            position += 1
          }
        } else {
          position += 1
        }
      }
    }
    func pass(_ value: YAMLValue) {
      switch value.content {
      case .sequence(_, let items): items.forEach(pass)
      case .mapping(_, let pairs):
        for pair in pairs {
          pass(pair.key)
          pass(pair.value)
        }
      case .absent: break
      case .scalar(.literal, _), .scalar(.folded, _):
        // A comment may stand behind the sign that begins the text.
        let start = bytes[value.range].firstIndex { $0 == .lineFeed || $0 == .carriageReturn }
        search(to: start ?? value.range.upperBound)
        position = max(position, value.range.upperBound)
      case .scalar, .unsupported:
        search(to: value.range.lowerBound)
        position = max(position, value.range.upperBound)
      }
    }
    pass(root)
    search(to: range.upperBound)
    return offsets
  }

  /// What ends the file's first line (F5).
  var lineEnding: [UInt8] { LineEnding(firstLineOf: bytes.span).bytes }
}

/// What a YAML value says, without how it is written: the measure of whether an edit reads back.
enum YAMLMeaning: Equatable {
  case nothing
  /// A scalar's text; `isText` where no parser takes it for anything else.
  case scalar(isText: Bool, [UInt8])
  case sequence([YAMLMeaning])
  case mapping([Pair])
  /// The bytes of what is not understood.
  case verbatim([UInt8])

  struct Pair: Equatable {
    var name: [UInt8]
    var value: YAMLMeaning
  }

  init(_ value: YAMLValue, in bytes: [UInt8]) {
    switch value.content {
    case .absent: self = .nothing
    case .scalar(let style, let text):
      let isText = style != .plain || YAMLScalarWriter.isPlainString(text, inFlow: false)
      self = .scalar(isText: isText, text)
    case .sequence(_, let items): self = .sequence(items.map { Self($0, in: bytes) })
    case .mapping(_, let pairs):
      self = .mapping(pairs.map { Pair(name: $0.name, value: Self($0.value, in: bytes)) })
    case .unsupported: self = .verbatim(Array(bytes[value.range]))
    }
  }

  /// What `value` is to say once it is written.
  init(_ value: YAMLNewValue) {
    switch value {
    case .string(let text): self = .scalar(isText: true, text)
    case .integer(let number): self = .scalar(isText: false, Array(String(number).utf8))
    case .number(let text), .timestamp(let text):
      self = .scalar(isText: false, Array(text.utf8))
    case .bool(let flag): self = .scalar(isText: false, Array((flag ? "true" : "false").utf8))
    case .flowSequence(let items): self = .sequence(items.map { Self($0) })
    case .flowMapping(let pairs), .blockMapping(let pairs):
      self = .mapping(Self.pairs(pairs))
    }
  }

  static func pairs(_ pairs: [YAMLNewValue.Pair]) -> [Pair] {
    pairs.map { Pair(name: Array($0.key.utf8), value: Self($0.value)) }
  }

  /// The pairs of the mapping at `path`, changed by `change`; an emptied mapping says nothing.
  func changing(
    at path: ArraySlice<String>, keepsEmpty: Bool, _ change: (inout [Pair]) -> Void
  ) -> YAMLMeaning {
    var pairs: [Pair] = []
    if case .mapping(let own) = self { pairs = own }
    if let name = path.first {
      guard let index = pairs.lastIndex(where: { $0.name.elementsEqual(name.utf8) }) else {
        return self
      }
      pairs[index].value = pairs[index].value.changing(
        at: path.dropFirst(), keepsEmpty: keepsEmpty, change)
    } else {
      change(&pairs)
      if pairs.isEmpty && !keepsEmpty { return .nothing }
    }
    return .mapping(pairs)
  }
}
