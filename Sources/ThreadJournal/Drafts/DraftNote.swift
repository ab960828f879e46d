import ThreadStorage

/// What a waiting draft is for: kept beside its text, so that the command can be finished later.
package struct DraftNote: Sendable, Hashable {
  package enum Purpose: String, Sendable {
    case add
    case edit
    case editSeveral = "edit-several"
    case new
  }

  package var purpose: Purpose
  /// The thread's path, relative to the journal.
  package var thread: String
  /// The new entry's id, so that it is added once; or the id of the entry that is changed.
  package var entry: String
  /// The entry's time, canonical; nil for the time when a new one is finished, or for no change.
  ///
  /// Another one in the draft's heading overrules it, as it does the title.
  package var time: String?
  /// Whether somebody gave the time of a new entry; else it is the one at which its text was begun.
  package var isTimed = false
  /// The time that was given and is not understood: the draft waits for another one.
  package var unreadTime: String?
  /// The entry's title; nil for none, or for no change.
  package var title: String?
  /// What the comment in the draft says; nil where the draft is plain text without field lines.
  package var hint: String?
  /// What a comment in the draft says of the line above it, which was refused.
  package var remark: String?
  /// Values that the command line gave; for a change, an empty one takes the field away.
  package var fields: [Entry.Field] = []
  /// The title of the thread that is to be made, its id, and the fields that it defines as `NAME:TYPE`.
  package var newThread: NewThread?
  /// What the entry said when it was handed out, as a draft without a hint; empty for a new text.
  package var original: [UInt8] = []

  /// The process that has the text in hand; nil once somebody else may finish it.
  package var process: Int32?

  /// For a change of several entries: what each is in the files.
  package var handed: [Handed] = []

  package struct Handed: Sendable, Hashable {
    package var id: String
    package var path: String
    /// Whether it has the id there, too.
    package var isNamed: Bool

    package init(id: String, path: String, isNamed: Bool) {
      self.id = id
      self.path = path
      self.isNamed = isNamed
    }
  }

  package struct NewThread: Sendable, Hashable {
    package var title: String
    /// Its id, so that it is made once.
    package var id: String
    /// The fields that it defines, each as `NAME` or `NAME:TYPE`.
    package var definitions: [String] = []

    package init(title: String, id: String, definitions: [String] = []) {
      self.title = title
      self.id = id
      self.definitions = definitions
    }
  }

  package init(_ purpose: Purpose, thread: String, entry: String) {
    self.purpose = purpose
    self.thread = thread
    self.entry = entry
  }

  /// Whether `bytes`, a draft of this note, has nothing that could be saved.
  package func isEmpty(_ bytes: [UInt8]) -> Bool {
    purpose == .editSeveral
      ? DraftLines(bytes, for: self).areBlank : EntryDraft(reading: bytes, for: self).isEmpty
  }

  package var encoded: [UInt8] {
    var parts = PartWriter()
    parts.add("purpose", purpose.rawValue)
    parts.add("thread", thread)
    parts.add("entry", entry)
    parts.add(isTimed ? "given-time" : "time", time)
    parts.add("unread-time", unreadTime)
    parts.add("title", title)
    parts.add("hint", hint)
    parts.add("remark", remark)
    parts.add("original", original)
    for field in fields {
      parts.add("field", field.name)
      parts.add("value", field.value)
    }
    for entry in handed {
      parts.add(entry.isNamed ? "named" : "unnamed", entry.id)
      parts.add("path", entry.path)
    }
    if let newThread {
      parts.add("new-thread", newThread.title)
      parts.add("id", newThread.id)
      for definition in newThread.definitions { parts.add("define", definition) }
    }
    parts.add("process", process.map { String($0) })
    return parts.bytes
  }

  /// Reads a note; nil where it does not say what the draft is for.
  package init?(decoding bytes: [UInt8]) {
    var parts = PartReader(bytes)
    guard let purpose = parts.text("purpose").flatMap({ Purpose(rawValue: $0) }),
      let thread = parts.text("thread"), let entry = parts.text("entry")
    else { return nil }
    self.init(purpose, thread: thread, entry: entry)
    isTimed = parts.next == "given-time"
    time = parts.text(isTimed ? "given-time" : "time")
    unreadTime = parts.text("unread-time")
    title = parts.text("title")
    hint = parts.text("hint")
    remark = parts.text("remark")
    original = parts.value("original") ?? []
    while let name = parts.text("field"), let value = parts.value("value") {
      fields.append(Entry.Field(name: Array(name.utf8), value: value))
    }
    while parts.next == "named" || parts.next == "unnamed" {
      let isNamed = parts.next == "named"
      guard let id = parts.text(isNamed ? "named" : "unnamed"), let path = parts.text("path") else {
        return nil
      }
      handed.append(Handed(id: id, path: path, isNamed: isNamed))
    }
    if let title = parts.text("new-thread"), let id = parts.text("id") {
      newThread = NewThread(title: title, id: id)
      while let definition = parts.text("define") { newThread?.definitions.append(definition) }
    }
    process = parts.text("process").flatMap { Int32($0) }
    guard parts.isAtEnd else { return nil }
  }
}
