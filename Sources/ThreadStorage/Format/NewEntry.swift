/// An entry that is to be written, as values.
public struct NewEntry: Sendable, Equatable {
  /// Its id (F11).
  public var id: EntryID
  /// Its timestamp, written canonically (F8); a day without a time is written as one.
  public var timestamp: Timestamp
  /// Its title without white space around it; empty for none (F9).
  public var title: [UInt8]
  /// Its fields in order, a name once.
  public var fields: [(name: String, value: [UInt8])]
  /// Its text without blank lines around it (F19).
  public var text: [UInt8]
  /// When it was last edited, as typed; nil for never.
  public var edited: String?
  /// When it was soft-deleted, as typed; nil where it was not.
  public var deleted: String?
  /// When it was last taken out of the trash, as typed; nil for never.
  public var restored: String?
  /// Its lines as a file has them, where they say the same otherwise; nil to write them from the values.
  public var source: [UInt8]?

  public init(
    id: EntryID, timestamp: Timestamp, title: [UInt8] = [],
    fields: [(name: String, value: [UInt8])] = [], text: [UInt8] = [], edited: String? = nil,
    deleted: String? = nil, restored: String? = nil, source: [UInt8]? = nil
  ) {
    self.id = id
    self.timestamp = timestamp
    self.title = title
    self.fields = fields
    self.text = Escaping.trimmingBlankLines(text)
    self.edited = edited
    self.deleted = deleted
    self.restored = restored
    self.source = source
  }

  public static func == (left: NewEntry, right: NewEntry) -> Bool {
    left.id == right.id && left.timestamp == right.timestamp && left.title == right.title
      && left.text == right.text && left.edited == right.edited && left.deleted == right.deleted
      && left.restored == right.restored && left.source == right.source
      && left.fields.elementsEqual(right.fields) { $0.name == $1.name && $0.value == $1.value }
  }

  /// The lines that are written of the entry's values, each ended by `lineEnding`: heading, fields, a blank line and the body.
  public func block(lineEnding: LineEnding) -> [UInt8] {
    let time = Array(timestamp.headingText.utf8)
    var block = Array("## ".utf8) + time
    if !title.isEmpty { block += EntryHeading.gap(between: time, and: title) + title }
    block += Array(" {#\(id)".utf8)
    if let edited { block += EntryAttributes.pair("edited", edited) }
    if let deleted {
      // Without a time there is a class, as people type it.
      block +=
        deleted == "true" ? Array(" .deleted".utf8) : EntryAttributes.pair("deleted", deleted)
    }
    if let restored { block += EntryAttributes.pair("restored", restored) }
    block.append(Byte.closeBrace)
    block += lineEnding.bytes
    for field in fields {
      block += EntryField.lines(name: field.name, value: field.value, lineEnding: lineEnding)
    }
    if !text.isEmpty {
      block += lineEnding.bytes
      block += Escaping.bodyLines(text, lineEnding: lineEnding)
    }
    return block
  }
}

extension EntryAttributes {
  /// ` key="value"` as it stands in the attributes (F10).
  package static func pair(_ key: String, _ value: String) -> [UInt8] {
    var bytes = Array(" \(key)=\"".utf8)
    for byte in value.utf8 {
      if byte == Byte.quote || byte == Byte.backslash { bytes.append(Byte.backslash) }
      bytes.append(byte)
    }
    return bytes + [Byte.quote]
  }
}

extension EntryField {
  /// The lines that write a field, each ended by `lineEnding` (F13, F14).
  static func lines(
    name: String, value: [UInt8], bullet: UInt8 = UInt8(ascii: "-"), lineEnding: LineEnding
  ) -> [UInt8] {
    var lines = [bullet, Byte.space] + Array(name.utf8) + [Byte.colon, Byte.colon]
    for (index, part) in value.split(separator: Byte.lineFeed, omittingEmptySubsequences: false)
      .enumerated()
    {
      if index > 0 {
        lines += [Byte.space, Byte.space]
      } else if !part.isEmpty {
        lines.append(Byte.space)
      }
      lines += part
      let endsInReturn = part.last == Byte.carriageReturn
      Escaping.appendEnding(lineEnding, afterReturn: endsInReturn, to: &lines)
    }
    return lines
  }
}
