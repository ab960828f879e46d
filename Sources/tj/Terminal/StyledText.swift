/// Text ready to be laid out: its bytes, and which of them have which style.
struct StyledText: Equatable, Sendable {
  /// A run of bytes of one style other than plain.
  struct Run: Equatable, Sendable {
    /// Offsets into `bytes`.
    var range: Range<Int>
    /// Never plain.
    var style: Style
  }

  /// Whether styles are kept: without colour nobody asks for them.
  private let isColored: Bool

  init() { isColored = true }

  init(_ text: some Collection<UInt8>, _ style: Style = .plain) {
    self.init()
    append(text, style)
  }

  init(_ text: String, _ style: Style = .plain) {
    self.init()
    append(text, style)
  }

  /// UTF-8 without escape sequences.
  private(set) var bytes: [UInt8] = []
  /// Ascending, without overlaps.
  private(set) var runs: [Run] = []
  /// How its lines are wrapped, where that was told of all of them.
  private(set) var shapes: [LineShape] = []

  /// An empty text, which without colour goes on where `output` ends: most output goes into a pipe.
  init(movedFrom output: inout [UInt8], _ palette: Palette) {
    isColored = palette.isColored
    if !isColored { swap(&bytes, &output) }
  }

  /// Puts a text that was moved from `output` there.
  mutating func moveBack(to output: inout [UInt8], _ palette: Palette) {
    if isColored { palette.append(self, to: &output) } else { swap(&bytes, &output) }
  }

  var columns: Int { DisplayWidth.columns(of: bytes) }

  mutating func append(_ text: some Collection<UInt8>, _ style: Style = .plain) {
    let start = bytes.count
    bytes += text
    if isColored, style != .plain, bytes.count > start {
      runs.append(Run(range: start..<bytes.count, style: style))
    }
  }

  /// Adds `text` as it is.
  @inline(__always)
  mutating func append(_ text: UnsafeBufferPointer<UInt8>, _ style: Style = .plain) {
    let start = bytes.count
    bytes.append(text)
    if isColored, style != .plain, !text.isEmpty {
      runs.append(Run(range: start..<start + text.count, style: style))
    }
  }

  /// Adds what stands between two parts, in one style.
  mutating func append(separator: StaticString, _ style: Style = .plain) {
    separator.withUTF8Buffer { append($0, style) }
  }

  mutating func append(_ text: String, _ style: Style = .plain) {
    var text = text
    text.withUTF8 { append($0, style) }
  }

  /// Adds `text` in one style and its matches in the style of matches, each piece changed by `transform`.
  ///
  /// - Parameter matches: Byte ranges of `text`, ascending; what overlaps or lies outside is ignored.
  mutating func append(
    _ text: [UInt8], matches: [Range<Int>], _ style: Style = .plain,
    transform: ([UInt8]) -> [UInt8]
  ) {
    guard !matches.isEmpty else { return append(transform(text), style) }
    var copied = 0
    for match in matches {
      guard match.lowerBound >= copied, match.upperBound <= text.count else { continue }
      append(transform(Array(text[copied..<match.lowerBound])), style)
      append(transform(Array(text[match])), .match)
      copied = match.upperBound
    }
    append(transform(Array(text[copied...])), style)
  }

  /// Tells how the line that begins with what was added last is wrapped.
  mutating func note(_ shape: LineShape) { shapes.append(shape) }

  /// Takes away bytes that have no style.
  mutating func removeLast(_ count: Int) { bytes.removeLast(count) }

  mutating func append(_ text: StyledText) {
    let start = bytes.count
    bytes += text.bytes
    for run in text.runs {
      let range = run.range.lowerBound + start..<run.range.upperBound + start
      runs.append(Run(range: range, style: run.style))
    }
  }

  /// The text, or as much of its beginning as fits before a `…` at `columns`.
  func truncated(to columns: Int) -> StyledText {
    let span = bytes.span
    var used = 0
    var offset = 0
    var cut = 0
    while offset < span.count {
      let cluster = span.cluster(at: offset)
      used += cluster.columns
      guard used <= columns else {
        var result = slice(0..<cut)
        let style = runs.first { $0.range.contains(cut) }?.style ?? .plain
        result.append(columns > 0 ? "…" : "", style)
        return result
      }
      offset += cluster.length
      if used < columns { cut = offset }
    }
    return self
  }

  /// The bytes of `range` with their styles.
  func slice(_ range: Range<Int>) -> StyledText {
    var result = StyledText()
    result.bytes = Array(bytes[range])
    for run in runs where run.range.overlaps(range) {
      let clamped = run.range.clamped(to: range)
      let moved = clamped.lowerBound - range.lowerBound..<clamped.upperBound - range.lowerBound
      result.runs.append(Run(range: moved, style: run.style))
    }
    return result
  }
}

extension [UInt8] {
  /// Adds the bytes of `span` at `range`.
  @inline(__always)
  mutating func append(_ span: borrowing Span<UInt8>, _ range: Range<Int>) {
    span.withUnsafeBufferPointer { append(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// Adds `bytes` in less than half the time that `append(contentsOf:)` takes for some ten bytes.
  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    append(addingCapacity: bytes.count) { output in
      output.withUnsafeMutableBufferPointer { output, count in
        // There is room, which was asked for; only nothing has no address.
        guard let source = bytes.baseAddress, let target = output.baseAddress else { return }
        (target + count).update(from: source, count: bytes.count)
        count += bytes.count
      }
    }
  }
}

extension Palette {
  /// Writes the bytes of `range` with the escape sequences of their styles; `run` is where to look first, and moves on.
  func append(_ text: StyledText, _ range: Range<Int>, run: inout Int, to output: inout [UInt8]) {
    guard isColored, !text.runs.isEmpty else {
      output += text.bytes[range]
      return
    }
    while run < text.runs.count, text.runs[run].range.upperBound <= range.lowerBound { run += 1 }
    var offset = range.lowerBound
    var index = run
    while index < text.runs.count, text.runs[index].range.lowerBound < range.upperBound {
      let styled = text.runs[index].range.clamped(to: range)
      output += text.bytes[offset..<styled.lowerBound]
      output += opening(text.runs[index].style).utf8
      output += text.bytes[styled]
      output += closing(text.runs[index].style).utf8
      offset = styled.upperBound
      index += 1
    }
    output += text.bytes[offset..<range.upperBound]
  }

  func append(_ text: StyledText, to output: inout [UInt8]) {
    var run = 0
    append(text, 0..<text.bytes.count, run: &run, to: &output)
  }
}
