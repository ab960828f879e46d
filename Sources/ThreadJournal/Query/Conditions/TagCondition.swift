import ThreadStorage

/// A tag: a field of that name, or a hashtag in the text or the title.
struct TagCondition: QueryCondition {
  /// A name as words are compared; a field's also as names of fields are, where case never counts (F15).
  struct Name: Sendable {
    let pattern: TextPattern
    let key: String

    init(_ name: [UInt8]) {
      pattern = TextPattern(name)
      key = FieldName.key(name)
    }
  }

  /// One of them has to be there.
  let names: [Name]

  func literals(_ reading: DateReading) -> [LiteralSearch?] {
    names.flatMap { name in
      // A colon in the name would make it hard to see where a field's name ends.
      name.key.utf8.contains(.colon)
        ? [nil] : ["#" + name.key, name.key + "::"].map { LiteralSearch($0, isExact: false) }
    }
  }

  func matches(_ entry: Entry, _ reading: DateReading) -> Bool {
    entry.fields.contains { field in
      names.contains { $0.key == field.key || $0.pattern.isWhole(field.name) }
    } || !ranges(in: entry.text, .text).isEmpty || !ranges(in: entry.title, .title).isEmpty
  }

  func ranges(in text: [UInt8], _ part: EntryPart) -> [Range<Int>] {
    Hashtag.all(in: text).filter { tag in names.contains { $0.pattern.isWhole(text[tag]) } }
      .map { $0.lowerBound - 1..<$0.upperBound }
  }
}
