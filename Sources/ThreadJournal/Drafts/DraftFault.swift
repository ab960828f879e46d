import ThreadStorage

/// A line of a draft that cannot be taken as it stands; its number, 1-based, is that in the draft's file.
package struct DraftFault: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// It should be a heading, and has no time that can be read; or it looks like another one. What it would be as one,
    /// or the dates that it may mean.
    case heading(String, meant: String?, dates: [CalendarDate] = [])
    /// It has a time that can be read, and not `## ` before it: what it would be with that; of a day, also with a time.
    case headingMarks(String, meant: String, withTime: String?)
    /// This date or time, with which it begins, does not exist.
    case noSuchTime(String)
    /// Its title begins with these words, which look like a part of the time; the heading with them in the time; and
    /// whether two spaces stand before them.
    case headingTime(String, meant: String?, isDeclared: Bool = false)
    /// This zone of its time may be meant as an end, or, behind a day, as the time; the heading with that.
    case headingZone(String, meant: String, isEnd: Bool)
    /// This end of its time may be meant as a zone, or in the afternoon, as the entry would last so long; the headings with
    /// either.
    case headingLength(length: String, end: String, other: String, isZone: Bool, asEnd: String)
    case headingYear(String)
    /// It is a heading with a carriage return in it, behind which a line of its own was meant.
    case carriageReturn
    /// Its title is this field's line.
    case fieldAsTitle(String, line: String, words: String)
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
    /// It names a field, and does not read as one, as `lines` would; text that begins in a line above it keeps it from that.
    case meantField(String, lines: [String], words: String, below: Int?)
    case sameField(String)
    /// It stands directly below this field's line and is text, not the value or its end, as `line` would be.
    case belowField(String, line: String)
    /// It names a field in the value of another one, where it would be `line`.
    case fieldInValue(String, line: String, of: String)
    /// Its text has this line of a field that the thread does not define.
    case undefinedField(String, words: String)
    /// Its field `skip` has no value.
    case emptySkip
    /// It begins a comment of tj's, in which the writer has written.
    case wordsInComment
    /// It begins a comment of tj's, of which the end is gone.
    case openComment
  }

  package let line: Int
  package let kind: Kind
  /// How many blanks set off a title that looks like something else; one of them tj itself may have put there.
  package let titleBlanks: Int

  init(line: Int, _ kind: Kind, titleBlanks: Int = 2) {
    self.line = line
    self.kind = kind
    self.titleBlanks = titleBlanks
  }
}
