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
