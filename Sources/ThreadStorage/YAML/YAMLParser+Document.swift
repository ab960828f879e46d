extension YAMLParser {
  /// Reads the whole range: a value that is not understood hides no other top-level key.
  mutating func document() -> YAMLValue {
    // Behind a file's byte order mark.
    if position == 0 && bytes[..<end].starts(with: [0xEF, 0xBB, 0xBF]) {
      (position, lineStart) = (3, 3)
    }
    let start = position
    skipDocumentStart()
    stopAtDocumentMarker()
    let strange = YAMLCharacter.problems(in: bytes, start..<end)
    var root = root()
    blank(&root, at: strange)
    switch root.content {
    case .sequence, .scalar:
      problems.append(YAMLProblem(.rootNotMapping, at: root.range.lowerBound))
    default: break
    }
    problems.sort { $0.offset < $1.offset }
    return root
  }

  private mutating func root() -> YAMLValue {
    do throws(YAMLProblem) {
      try skipToText()
      if isAtEnd { return .absent(at: position) }
      if isAtIndicator("-") {
        let value = try blockSequence(indentless: false)
        if !isAtEnd { throw problem(.unexpectedText) }
        return value
      }
      if current == UInt8(ascii: "{") || current == UInt8(ascii: "[") {
        let value = try inlineNode(deeperThan: -1)
        try finishLine()
        try skipToText()
        if !isAtEnd { throw problem(.unexpectedText) }
        return value
      }
    } catch {
      problems.append(error)
      guard error.kind == .tab, position < end else {
        return YAMLValue(.unsupported(error), at: position..<position)
      }
      recover(from: lineStart, column: 0)
    }
    return rootMapping()
  }

  private mutating func rootMapping() -> YAMLValue {
    let own = column
    var pairs: [YAMLPair] = []
    var names: Set<[UInt8]> = []
    let start = position
    while !isAtEnd {
      guard column == own, let key = simpleKey() else {
        problems.append(column == own ? keyProblem() : problem(.badIndentation))
        recover(from: position, column: own)
        continue
      }
      let keyLine = position
      var pair: YAMLPair
      do throws(YAMLProblem) {
        pair = try blockPair(key, column: own)
        if !isAtEnd && column > own { throw problem(.badIndentation) }
      } catch {
        problems.append(error)
        recover(after: error, from: keyLine, value: key.colon + 1, column: own)
        let stop = max(key.colon + 1, textEnd(before: position))
        pair = YAMLPair(
          key: key.value, colon: key.colon,
          value: YAMLValue(.unsupported(error), at: key.colon + 1..<stop))
      }
      add(pair, to: &pairs, &names)
    }
    let stop = pairs.last?.range.upperBound ?? start
    let lower = pairs.first?.range.lowerBound ?? start
    return YAMLValue(.mapping(.block(column: own), pairs), at: lower..<stop)
  }

  /// The offset after the last text before the line end that closes at `offset`.
  private func textEnd(before offset: Int) -> Int {
    (0..<offset).last { !isBlank($0) }.map { $0 + 1 } ?? 0
  }

  /// Goes on at the next top-level key after a value that is not understood.
  private mutating func recover(
    after error: YAMLProblem, from keyLine: Int, value: Int, column own: Int
  ) {
    var offset = value
    while offset < end && bytes[offset] == .space { offset += 1 }
    let opens = byte(offset) == UInt8(ascii: "[") || byte(offset) == UInt8(ascii: "{")
    if opens, error.kind != .unterminatedFlow, let close = flowEnd(from: offset) {
      recover(from: close, column: own)
    } else {
      recover(from: keyLine, column: own)
    }
  }

  private mutating func recover(from offset: Int, column own: Int) {
    budget -= max(0, position - offset)
    position = offset
    skipLine()
    while !isAtEnd && budget > 0 {
      skipSpaces()
      if column == own && !isAtComment && !isAtBreak && simpleKey() != nil { return }
      skipLine()
    }
    if !isAtEnd {
      problems.append(problem(.tooManyProblems))
      position = end
    }
  }

  /// Where the brackets that open at `start` close, counted without regard to their content.
  private mutating func flowEnd(from start: Int) -> Int? {
    var open = 0
    var quote: UInt8?
    var offset = start
    defer { budget -= offset - start }
    while offset < end {
      let byte = bytes[offset]
      if let closing = quote {
        if byte == UInt8(ascii: "\\") && closing == UInt8(ascii: "\"") { offset += 1 }
        if byte == closing { quote = nil }
      } else {
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"): open -= 1
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
          // An apostrophe inside a word opens nothing.
          if !Character(Unicode.Scalar(bytes[offset - 1])).isLetter { quote = byte }
        default: break
        }
      }
      offset += 1
      if open == 0 { return offset }
    }
    return nil
  }

  /// Goes past comments and a `---` line, as a YAML file may start with.
  private mutating func skipDocumentStart() {
    let start = (position, lineStart)
    while !isAtEnd && (isAtBreak || current == .hash) { skipLine() }
    if isAtDocumentMarker("-") {
      position += 3
      skipSpaces()
      if isAtBreak { return skipBreak() }
    }
    (position, lineStart) = start
  }

  private func isAtDocumentMarker(_ sign: Character) -> Bool {
    position + 3 <= end && bytes[position..<position + 3].allSatisfy { $0 == sign.asciiValue }
      && isBlank(position + 3)
  }

  /// Ends the range at the first line that would start or end a document.
  private mutating func stopAtDocumentMarker() {
    let start = (position, lineStart)
    while !isAtEnd {
      if isAtDocumentMarker("-") || isAtDocumentMarker(".") {
        problems.append(problem(.multipleDocuments))
        end = position
      }
      skipLine()
    }
    (position, lineStart) = start
  }
}
