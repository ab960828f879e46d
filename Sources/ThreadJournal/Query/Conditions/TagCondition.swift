import ThreadStorage

/// A tag: a field of that name, or a hashtag in the text or the title.
struct TagCondition: QueryCondition {
  /// The names as they are compared (`FieldName.key`); one has to be there.
  let names: [String]

  var literals: [Literal]? {
    let searches = names.flatMap { name -> [LiteralSearch?] in
      // A colon in the name would make it hard to see where a field's name ends.
      name.utf8.contains(UInt8(ascii: ":"))
        ? [nil]
        : [LiteralSearch(ignoringCase: "#" + name), LiteralSearch(ignoringCase: name + "::")]
    }
    let known = searches.compactMap { $0 }
    return known.count == searches.count ? known.map { Literal(search: $0) } : nil
  }

  func matches(_ entry: Entry, _ reading: DateReading) -> Bool {
    entry.fields.contains { names.contains($0.key) } || Hashtag.isAny(of: names, in: entry.text)
      || Hashtag.isAny(of: names, in: entry.title)
  }

  func ranges(in text: [UInt8], _ part: EntryPart) -> [Range<Int>] {
    Hashtag.ranges(of: names, in: text)
  }
}
