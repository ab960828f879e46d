import ThreadStorage

/// What an entry means: a model of it that is kept apart from the code that reads and edits files.
public struct EntryValues: Equatable {
  /// The time as its canonical form says it.
  public var time: String
  /// The title; empty for none.
  public var title: [UInt8]
  /// The id, if any.
  public var id: String?
  /// The edit mark.
  public var edited: [UInt8]?
  /// Whether it is soft-deleted.
  public var isDeleted: Bool
  /// The fields' names and values, in order.
  public var fields: [Field]
  /// The text.
  public var text: [UInt8]

  /// A name and a value.
  public struct Field: Equatable {
    /// The name as typed, in bytes.
    public var name: [UInt8]
    /// The value.
    public var value: [UInt8]
  }

  /// What the entry at `slice` of `document` means.
  public init(of slice: EntrySlice, in document: ThreadDocument) {
    let content = document.content(of: slice)
    let span = document.bytes.span
    time = slice.heading.timestamp.canonicalText
    title = Array(document[slice.heading.title])
    id = document.id(of: slice)?.description
    edited = slice.heading.attributes?.edited.map {
      EntryAttributes.unquoted(document.bytes.span, $0)
    }
    isDeleted = slice.isDeleted
    fields = content.fields.map {
      Field(name: Array(document[$0.name]), value: $0.value(in: document.bytes.span))
    }
    text = content.text(in: span)
  }

  /// What `entry` should be read as.
  public init(_ entry: NewEntry) {
    time = entry.timestamp.canonicalText
    title = entry.title
    id = entry.id.description
    edited = entry.edited.map { Array($0.utf8) }
    isDeleted = entry.deleted != nil
    fields = entry.fields.map { Field(name: Array($0.name.utf8), value: $0.value) }
    text = entry.text
  }

  /// Changes what `edit` changes.
  public mutating func apply(_ edit: EntryEdit) {
    if let new = edit.timestamp { time = new.canonicalText }
    if let new = edit.title { title = new }
    if id == nil { id = edit.newID?.description }
    if let new = edit.edited { edited = Array(new.utf8) }
    if let deletion = edit.deletion { isDeleted = deletion != .unmark }
    if let new = edit.text { text = Escaping.trimmingBlankLines(new) }
    for (name, value) in edit.fields { set(name, to: value) }
  }

  private mutating func set(_ name: String, to value: [UInt8]?) {
    func isMeant(_ field: Field) -> Bool {
      FieldName.key(String(decoding: field.name, as: UTF8.self)) == FieldName.key(name)
    }
    guard let value else {
      fields.removeAll(where: isMeant)
      return
    }
    if let index = fields.lastIndex(where: isMeant) {
      fields[index].value = value
    } else {
      fields.append(Field(name: Array(name.utf8), value: value))
    }
  }
}
