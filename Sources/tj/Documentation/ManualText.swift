import ThreadJournal

enum ManualText {
  static let inOneSentence =
    "tj keeps a journal in plain text: threads of dated entries, each thread a Markdown file."

  static let firstSteps = [
    "tj new 'Morning pages'", "tj add morning 'Slept badly, but the coffee is good.'",
    "tj show morning",
  ]

  static let conventions = """
    An option's value may follow it as the next argument, after `=` (`--at=now`), or directly after \
    a letter (`-n5`). `--` ends the options. Of an option given twice, the last one counts; \
    `--from`, `--to` and `--on` are given once.
    """

  static let description = ManualSection(
    title: "DESCRIPTION",
    text: """
      \(inOneSentence)

      A journal is a directory, a thread is a Markdown file in it, and an entry is a heading with
      a time, fields such as `- mood:: 7`, and text. The files can be read and changed with any
      editor; tj changes only the bytes that a command is about.
      `tj-thread`(5) describes them.

      What was asked for goes to standard output, and everything else to standard error. What
      can be undone is done at once, and the line that undoes it is printed.

      \(firstSteps.map { "    " + $0 }.joined(separator: "\n"))
      """)

  static let seeAlso = ManualSection(title: "SEE ALSO", text: "`tj-thread`(5)")

  static let queryTerms = ManualSection(
    title: "",
    text: """
      word | The word, also within a longer one, in the text, the title or a field's value.
      'two words' | The phrase, given as one argument; among other terms of one argument, in
      quotation marks.
      date:RANGE | A time or range, as for `--on`: `date:2026-03-20..`, `date:yesterday`,
      `'date:<2026-03'`. A time of day in the argument behind a day may belong to it, and is asked
      about.
      date:PATTERN | Days of any year, month or day where a `*` stands for it: `'date:*-11-21'`,
      `'date:*-*-01'`, `'date:2026-*-01'`; in quotes, as a shell takes `*` for itself.
      FIELD:VALUE | A value of a field, compared by the type that its thread defines: `mood:7`;
      of text, a part: `place:portland`.
      FIELD:LOW..HIGH | A range of numbers, durations or dates; either end may be left out:
      `mood:7..`, `sleep:..6h30m`.
      FIELD:>VALUE | More than a number, duration or date, or `>=`, `<`, `<=`: `'mood:>7'`,
      `'sleep:<5h'`; in quotes, as a shell takes `>` and `<` for itself.
      length:DURATION, end:RANGE | How long an entry with an end lasts, and when it ends:
      `'length:>1h'`, `length:30m..2h`, `end:yesterday`; of any day: `'end:<7:00'`.
      tag:NAME | Entries with the field NAME, or with `#NAME` in the text or title, as `tj tags` lists.
      thread:NAME | Entries of threads whose title, file name, path or id begins with NAME; with
      `.md` behind it, of that file alone.
      title:WORDS | Entries with WORDS in the title.
      is:edited, is:deleted | Entries that were edited, or deleted.
      is:on-this-day | Entries of this day and month in an earlier year; on 28 February of
      most years also of the 29th.
      re:EXPRESSION | Entries where a regular expression matches.
      TERM OR TERM | Entries that match the terms on one side of an `OR` in capitals:
      `coffee OR tea mood:8` is coffee, or else tea with a mood of 8.
      """)

  static let queryJoining = """
    `not:` before a term, or, after `--`, a `-`, excludes what it asks for. Behind a key, a comma \
    that no space follows separates alternatives (`place:kyoto,lisbon`). `"OR"` is the word. A backslash makes `,`, `:`, `"` and `\\` \
    ordinary characters.
    """

  static let queryCase = """
    Small letters match capitals and letters with accents (`cafe` finds `Café`); a term with a \
    capital letter matches exactly. So does a tag: `tag:arger` finds `#Ärger`. Beside small letters \
    a straight apostrophe is a curly one, too.
    """

  /// The sections between the commands and the examples.
  static var sections: [ManualSection] {
    ("\n" + reference).split(separator: "\n# ").map { section in
      let title = section.prefix { $0 != "\n" }
      return ManualSection(title: String(title), text: String(section.dropFirst(title.count)))
    }
  }
}
