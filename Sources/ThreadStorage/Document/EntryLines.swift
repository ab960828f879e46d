/// The fields and text of an entry outside of a file: the lines that stand below its heading.
public struct EntryLines: Sendable {
  /// The field lines' names and values, as typed.
  public let fields: [(name: [UInt8], value: [UInt8])]
  /// The text (F19).
  public let text: [UInt8]

  /// Reads lines as they would be read below a heading; a heading among them is text.
  public init(reading lines: [UInt8]) {
    let heading = Array("## 2000-01-01\n".utf8)
    let bytes = heading + lines
    let span = bytes.span
    let content = EntryContent(span, below: 0..<heading.count - 1, upTo: bytes.count)
    fields = content.fields.map { (span.copy($0.name), $0.value(in: bytes.span)) }
    text = content.text(in: span)
  }

  /// The lines that write these fields and this text, each ended by a line feed.
  public static func bytes(fields: [(name: String, value: [UInt8])], text: [UInt8]) -> [UInt8] {
    var lines = fields.flatMap {
      EntryField.lines(name: $0.name, value: $0.value, lineEnding: .lineFeed)
    }
    if !text.isEmpty {
      if !lines.isEmpty { lines.append(Byte.lineFeed) }
      lines += Escaping.bodyLines(text, lineEnding: .lineFeed)
    }
    return lines
  }
}
