extension ManualText {
  /// The kinds of terms of a query, each with what it asks for.
  static let queryTerms: [(form: String, meaning: String)] = [
    ("word", "The word, also within a longer one, in the text, the title or a field's value."),
    (
      "'two words'",
      "The phrase, given as one argument; among other terms of one argument, in quotation marks."
    ),
    (
      "date:RANGE",
      "A time or range, as for `--on`: `date:2026-03-20..`, `date:yesterday`."
    ),
    (
      "FIELD:VALUE",
      """
      A value of a field, compared by the type that its thread defines: `mood:7`; of text, a \
      part: `place:portland`.
      """
    ),
    (
      "FIELD:LOW..HIGH",
      """
      A range of numbers, durations or dates; either end may be left out: `mood:7..`, \
      `sleep:..6h30m`.
      """
    ),
    ("tag:NAME", "Entries with the field NAME, or with `#NAME` in the text or title."),
    (
      "thread:NAME",
      "Entries of threads whose title, file name, path or id begins with NAME."
    ),
    ("title:WORDS", "Entries with WORDS in the title."),
    ("is:edited, is:deleted", "Entries that were edited, or deleted."),
    ("re:EXPRESSION", "Entries where a regular expression matches."),
  ]

  /// How terms are excluded and alternatives given.
  static let queryJoining = """
    `not:` before a term, or, after `--`, a `-`, excludes what it asks for. Behind a key, a comma \
    that no space follows separates alternatives (`place:kyoto,lisbon`). A backslash makes `,`, `:`, `"` and `\\` \
    ordinary characters.
    """

  /// What case and accents mean.
  static let queryCase = """
    Small letters match capitals and letters with accents (`cafe` finds `Café`); a term with a \
    capital letter matches exactly.
    """

  /// The section QUERIES.
  static let queries = ManualSection(
    "QUERIES",
    """
    `tj find`, `tj show` and `tj export` choose entries that match every term of a query. An
    argument is one term, spaces and all: `'green tea'`, `'place:san francisco'`. Only where it
    has quotation marks and more words than one, or a later word begins with a key or with
    `not:`, its words are a term each, and what stands in quotation marks is one word:
    `'coffee "green tea" mood:7'` is three terms, `'place:"san francisco"'` is one. An
    argument that begins with `re:` is always one term.

    \(queryTerms.map { "\($0.form) | \($0.meaning)" }.joined(separator: "\n"))

    \(queryCase)

    \(queryJoining)

    The name of a field with spaces, or named like one of the keys above, stands in quotation
    marks: `'"sleep hours":7..'`. A term over a field that no thread defines says so, and so does
    one that asks for what the field's type cannot be, as `mood:high..` of numbers.

    A regular expression may have `.`; `[abc]`, `[a-z]`, `[^a-z]`; `\\d`, `\\w`, `\\s` and `\\D`,
    `\\W`, `\\S`; `^` and `$` for the start and end of a line; `\\b` and `\\B`; `a|b`, `(ab)`,
    `(?:ab)`; `*`, `+`, `?`, `{m}`, `{m,}`, `{m,n}`. It takes time in proportion to the text,
    whatever it is; what a group matched cannot be asked for again.

    `--from`, `--to` and `--on` choose by time, as `date:` does.
    """)
}
