import ThreadStorage

/// A line of a draft that cannot be taken as it stands; its number, 1-based, is that in the draft's file.
package struct DraftFault: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// `check` would tell this of it in a file.
    case check(JournalProblem.Kind)
    /// It should be a heading, and has no time that can be read.
    case heading
    /// It is a heading with a carriage return in it, behind which a line of its own was meant.
    case carriageReturn
    case anotherEntry
    case aboveFirstEntry
    case inCodeBlock
    case unknownID(String)
    case sameID(String, first: Int)
    case attributes
    /// It is this heading of an entry that was handed out, without its braces.
    case lostBraces(String)
    /// These attributes end the heading of an entry that gets its own.
    case newAttributes(String)
    case noThread
    case sameField(String)
    /// It is the line of this field, which the thread does not define, among the text.
    case undefinedField(String)
    /// It begins a comment of tj's, in which the writer has written.
    case wordsInComment
    /// It begins a comment of tj's, of which the end is gone.
    case openComment
  }

  package let line: Int
  package let kind: Kind
  /// What stands on the line, or as its title, where that is wrong.
  package let words: String
  /// How many blanks set off a title that looks like something else, one of them tj itself may have put there; nil where
  /// they do not.
  package let titleBlanks: Int?
  /// A line above it with text, which keeps it from being a field's.
  package let textLine: Int?

  init(
    line: Int, _ kind: Kind, words: String = "", titleBlanks: Int? = 2, textLine: Int? = nil
  ) {
    self.line = line
    self.kind = Self.withReadTime(kind)
    self.words = words
    self.titleBlanks = titleBlanks
    self.textLine = textLine
  }

  /// The kind of a heading with another date than it should have and a time such as `21u`, with both as they should be.
  private static func withReadTime(_ kind: Kind) -> Kind {
    guard case .check(.headingForm(let typed, let dates, let heading?)) = kind else { return kind }
    let document = ThreadDocument(Array("\(heading)\n".utf8))
    let meant = document.meantLines(FieldSchema(), in: .utc, dateOrder: nil).first?.kind
    guard case .headingTime(_, let whole?, _)? = meant else { return kind }
    return .check(.headingForm(typed, dates, whole))
  }

  /// The heading of a day with a time of day, too; nil where it may have one.
  package static func withTime(_ heading: String) -> String? {
    let document = ThreadDocument(Array(heading.utf8))
    guard let heading = document.entries.first?.heading, heading.timestamp.precision == .day,
      document.clock(of: heading) == nil, document.hasPlainTitle(heading)
    else { return nil }
    let dateEnd = heading.timestampRange.upperBound
    return document.string(0..<dateEnd) + " 9:00"
      + document.string(dateEnd..<heading.line.upperBound)
  }
}
