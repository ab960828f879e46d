import ThreadStorage

/// What entries are asked for: terms that must all hold.
///
/// The language, one for all commands:
///
/// - Each argument is one term: a word, a phrase (`the lake`), or `key:value`, where the value may have spaces too
///   (`date:last week`). Several terms stand in one argument where a later word of it is a term with a key or `not:`, or
///   there are quotation marks in it; its words are then terms of their own, and spaces inside a phrase or a
///   value need quotation marks (`lake date:"last week"`).
/// - A word or phrase is looked for in the text, the title and the fields' values. Case and diacritics count only where
///   it has an upper-case letter. White space in a phrase is any run of white space.
/// - `-` or `not:` before a term excludes.
/// - Keys: `date:`, `tag:`, `thread:`, `title:`, `is:`, `re:`; any other is a field's name, and so is one in quotation
///   marks (`"sleep hours":7`, `"date":2026`). A comma that no space follows separates alternatives, also of `date:`.
/// - What follows `re:` is the expression to the end of the argument, as it is.
/// - A backslash before `"`, `,`, `:` or `\` makes it an ordinary character. Digits with a colon between them (`10:30`)
///   and `://` are ordinary, too, and so is a colon before a space.
package struct EntryQuery: Sendable {
  let terms: [QueryTerm]
  let reading: DateReading

  init(terms: [QueryTerm], reading: DateReading) {
    self.terms = terms
    self.reading = reading
  }

  /// Whether every entry matches: nothing was asked for.
  package var isEmpty: Bool { terms.isEmpty }

  /// Whether `is:deleted` asks for deleted entries, which are otherwise left out.
  package var asksForDeleted: Bool {
    terms.contains {
      guard case .state(let states) = $0.condition else { return false }
      return !$0.isExcluded && states.contains(.deleted)
    }
  }

  /// Whether `entry` is asked for.
  ///
  /// - Parameter type: The type of the field with this `FieldName.key`, where its thread defines it.
  package func matches(
    _ entry: Entry, type: (String) -> FieldType? = { _ in nil }
  ) -> Bool {
    var matcher = QueryMatcher(self)
    return matcher.matches(entry, type: type)
  }

  /// Where in `text`, which is an entry's text, title or value, stands what was asked for: ascending, merged.
  package func highlights(in text: [UInt8]) -> [Range<Int>] {
    highlights(in: text, isTitle: false)
  }

  /// The same for a title, in which `title:` looks too.
  package func highlights(inTitle title: [UInt8]) -> [Range<Int>] {
    highlights(in: title, isTitle: true)
  }

  /// The same for the value of the field `name`, in which a term over that field looks too.
  package func highlights(inValue value: [UInt8], ofField name: [UInt8]) -> [Range<Int>] {
    let key = FieldName.key(String(decoding: name, as: UTF8.self))
    var ranges: [Range<Int>] = []
    for case .field(let field) in shown where field.key == key {
      for test in field.tests { ranges += test.text.ranges(in: value) }
    }
    return EntryQuery.merged(ranges + highlights(in: value))
  }

  private func highlights(in text: [UInt8], isTitle: Bool) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for condition in shown {
      switch condition {
      case .text(let pattern): ranges += pattern.ranges(in: text)
      case .expression(let expression): ranges += expression.ranges(in: text)
      case .title(let patterns) where isTitle:
        for pattern in patterns { ranges += pattern.ranges(in: text) }
      case .tag(let names): ranges += Hashtag.ranges(of: names, in: text)
      default: break
      }
    }
    return EntryQuery.merged(ranges)
  }

  /// The conditions that must hold, so that what fits them can be shown.
  private var shown: [QueryCondition] {
    terms.compactMap { $0.isExcluded ? nil : $0.condition }
  }

  private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}
