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
  /// A new edit mark.
  public var edited: String?
  /// A new mark of soft deletion, or its removal.
  public var deletion: Deletion?

  /// What happens to the mark of soft deletion.
  public enum Deletion: Sendable, Hashable {
    case mark(String)
    case unmark
  }

  /// An edit that changes nothing.
  public init() {}
}

/// Why an entry cannot be written as wanted.
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

/// The last bytes of a file, from which the bytes follow that an added entry must begin with.
public struct EntryTail: Sendable {
  private let isEmpty: Bool
  private let endsLine: Bool
  private let endsInReturn: Bool
  private let endsInBlankLine: Bool

  /// The tail of a file that ends with `bytes`, of which a few hundred do; `isWholeFile` where they are all.
  public init(_ bytes: some BidirectionalCollection<UInt8>, isWholeFile: Bool) {
    isEmpty = bytes.isEmpty && isWholeFile
    endsInReturn = bytes.last == Byte.carriageReturn
    endsLine = bytes.last == Byte.lineFeed
    guard endsLine else {
      endsInBlankLine = false
      return
    }
    var rest = bytes.dropLast()
    while let last = rest.last, Byte.isBlankLineByte(last) { rest = rest.dropLast() }
    endsInBlankLine = rest.last.map { $0 == Byte.lineFeed } ?? isWholeFile
  }

  /// What an entry's heading needs before it: the end of a line without one, and a blank line.
  public func lead(lineEnding: LineEnding) -> [UInt8] {
    if isEmpty || endsInBlankLine { return [] }
    if endsLine { return lineEnding.bytes }
    return (endsInReturn ? LineEnding.carriageReturnLineFeed.bytes : lineEnding.bytes)
      + lineEnding.bytes
  }
}
