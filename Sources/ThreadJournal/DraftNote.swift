import ThreadStorage

/// What a waiting draft is for: kept beside its text, so that the command can be finished later.
package struct DraftNote: Sendable, Hashable {
  /// What is to be done with the text.
  package enum Purpose: String, Sendable {
    /// A new entry.
    case add
    /// A change of an entry.
    case edit
    /// A new thread that begins with the entry.
    case new
  }

  /// What is to be done.
  package var purpose: Purpose
  /// The thread's path, relative to the journal.
  package var thread: String
  /// The new entry's id, so that it is added once; or the id of the entry that is changed.
  package var entry: String
  /// The entry's time, canonical; nil for the time when a new one is finished, or for no change.
  package var time: String?
  /// The entry's title; nil for none, or for no change.
  package var title: String?
  /// What the comment in the draft says; nil where the draft is plain text without field lines.
  package var hint: String?
  /// Values that the command line gave; for a change, an empty one takes the field away.
  package var fields: [Field] = []
  /// The title of the thread that is to be made, its id, and the fields that it defines as `NAME:TYPE`.
  package var newThread: NewThread?
  /// For a change: what the entry said when it was handed out, as a draft without a hint.
  package var original: [UInt8] = []

  /// A thread that is to be made.
  package struct NewThread: Sendable, Hashable {
    /// Its title.
    package var title: String
    /// Its id, so that it is made once.
    package var id: String
    /// The fields that it defines, each as `NAME` or `NAME:TYPE`.
    package var definitions: [String] = []

    /// A thread of this title.
    package init(title: String, id: String, definitions: [String] = []) {
      self.title = title
      self.id = id
      self.definitions = definitions
    }
  }

  /// A field's name and value.
  package struct Field: Sendable, Hashable {
    package var name: String
    package var value: [UInt8]
    /// A value for the field `name`.
    package init(name: String, value: [UInt8]) {
      self.name = name
      self.value = value
    }
  }

  /// A note for a draft.
  package init(_ purpose: Purpose, thread: String, entry: String) {
    self.purpose = purpose
    self.thread = thread
    self.entry = entry
  }

  /// The note as bytes: a line a value, `key: value`, with `\n` and `\\` for line feeds and backslashes.
  package var encoded: [UInt8] {
    var lines: [UInt8] = []
    func add(_ key: String, _ value: [UInt8]) {
      lines += Array("\(key): ".utf8) + DraftNote.escaped(value) + [0x0A]
    }
    add("purpose", Array(purpose.rawValue.utf8))
    add("thread", Array(thread.utf8))
    add("entry", Array(entry.utf8))
    if let time { add("time", Array(time.utf8)) }
    if let title { add("title", Array(title.utf8)) }
    if let hint { add("hint", Array(hint.utf8)) }
    for field in fields { add("field", Array(field.name.utf8) + [0x3D] + field.value) }
    if !original.isEmpty { add("original", original) }
    if let newThread {
      add("new-title", Array(newThread.title.utf8))
      add("new-id", Array(newThread.id.utf8))
      for definition in newThread.definitions { add("define", Array(definition.utf8)) }
    }
    return lines
  }

  /// Reads a note; nil where it does not say what the draft is for.
  package init?(decoding bytes: [UInt8]) {
    var values: [String: [UInt8]] = [:]
    var fields: [Field] = []
    var definitions: [String] = []
    for line in bytes.split(separator: 0x0A) {
      guard let colon = line.firstIndex(of: 0x3A), colon + 2 <= line.endIndex else { continue }
      let value = DraftNote.unescaped(line[(colon + 2)...])
      let key = String(decoding: line[..<colon], as: UTF8.self)
      if key == "field", let equals = value.firstIndex(of: 0x3D) {
        let name = String(decoding: value[..<equals], as: UTF8.self)
        fields.append(Field(name: name, value: Array(value[(equals + 1)...])))
      } else if key == "define" {
        definitions.append(String(decoding: value, as: UTF8.self))
      } else {
        values[key] = value
      }
    }
    func text(_ key: String) -> String? { values[key].map { String(decoding: $0, as: UTF8.self) } }
    guard let purpose = text("purpose").flatMap({ Purpose(rawValue: $0) }),
      let thread = text("thread"), let entry = text("entry")
    else { return nil }
    self.init(purpose, thread: thread, entry: entry)
    time = text("time")
    title = text("title")
    hint = text("hint")
    self.fields = fields
    original = values["original"] ?? []
    if let title = text("new-title"), let id = text("new-id") {
      newThread = NewThread(title: title, id: id, definitions: definitions)
    }
  }

  private static func escaped(_ value: [UInt8]) -> [UInt8] {
    value.flatMap { byte -> [UInt8] in
      switch byte {
      case 0x0A: [0x5C, 0x6E]
      case 0x5C: [0x5C, 0x5C]
      default: [byte]
      }
    }
  }

  private static func unescaped(_ value: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var isEscaped = false
    for byte in value {
      if isEscaped {
        result.append(byte == 0x6E ? 0x0A : byte)
        isEscaped = false
      } else if byte == 0x5C {
        isEscaped = true
      } else {
        result.append(byte)
      }
    }
    return result
  }
}
