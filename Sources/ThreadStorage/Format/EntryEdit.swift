/// A change of one entry; what is nil or empty stays as it is, to the byte (F2).
public struct EntryEdit: Sendable {
  /// The id that an entry without one gets (F11).
  public var newID: EntryID?
  /// A new time, written canonically (F8).
  public var timestamp: Timestamp?
  /// A new title; empty for none (F9).
  public var title: [UInt8]?
  /// A new text (F19).
  public var text: [UInt8]?
  /// Values by field name, in order; nil takes the field away.
  public var fields: [(name: String, value: [UInt8]?)] = []
  public var edited: String?
  public var removesEdited = false
  public var deletion: Deletion?
  /// A new mark of when it was taken out of the trash.
  public var restored: String?

  public enum Deletion: Sendable, Hashable {
    case mark(String)
    case unmark
  }

  public init() {}

  package var isEmpty: Bool {
    !changesContent && newID == nil && edited == nil && !removesEdited && deletion == nil
      && restored == nil
  }

  package var changesContent: Bool {
    timestamp != nil || title != nil || text != nil || !fields.isEmpty
  }
}

public enum EntryEditError: Error, Hashable, Sendable {
  /// What would be written would not read back as the same `part` (F3).
  case doesNotReadBack(part: String)
}

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

extension LineEnding {
  /// The line ends that a heading needs behind a file's last bytes, or all of them where `isWhole`.
  public func separator(behind tail: some BidirectionalCollection<UInt8>, isWhole: Bool) -> [UInt8]
  {
    guard tail.last == Byte.lineFeed else {
      if tail.isEmpty && isWhole { return [] }
      let endsInReturn = tail.last == Byte.carriageReturn
      return (endsInReturn ? LineEnding.carriageReturnLineFeed.bytes : bytes) + bytes
    }
    var rest = tail.dropLast()
    while let last = rest.last, Byte.isBlankLineByte(last) { rest = rest.dropLast() }
    let endsInBlankLine = rest.last.map { $0 == Byte.lineFeed } ?? isWhole
    return endsInBlankLine ? [] : bytes
  }
}
