import Testing

@testable import ThreadStorage

@Suite struct SpokenTimeTests {
  @Test(
    "a date as others write it is read, with all that belongs to it",
    arguments: [
      "20261111", "2026–11–11", "2026‑11‑11", "2026-Nov-11", "11-Nov-2026", "2026 11 11",
      "2026-1111", "11 novembre 2026", "11 de noviembre de 2026", "11er novembre 2026",
      "11. Nov. 2026", "Mi 2026-11-11", "Mi., 11. November 2026",
      "Wednesday 2026-11-11", "mercredi 11 novembre 2026", "2026 Nov 11", "Onsdag 11 november 2026",
      "onsdag den 11:e november 2026", "Mittwoch, den 11. November 2026", "11 de novembro de 2026",
    ])
  func dates(text: String) throws {
    let bytes = Array(text.utf8)
    for suffix in ["", " walk", ", walk"] {
      let whole = bytes + suffix.utf8
      let found = SpokenDate(whole.span, at: 0, upTo: whole.count)
      let date = try #require(found)
      #expect(date.date.text == "2026-11-11")
      #expect(date.end == bytes.count)
      #expect(!date.contradictsWeekday)
    }
  }

  @Test(
    "Names of months are read in capitals, and without the accents that keyboards lack",
    arguments: [
      ("1 FÉVRIER 2026", 2), ("1 fevrier 2026", 2), ("1 AOÛT 2026", 8), ("1 Aout 2026", 8),
      ("1 DÉCEMBRE 2026", 12), ("1 DECEMBRE 2026", 12), ("1 MÄRZ 2026", 3), ("1:a maj 2026", 5),
      ("1 out 2026", 10),
    ])
  func months(_ text: String, _ month: Int) {
    let bytes = Array(text.utf8)
    let found = SpokenDate(bytes.span, at: 0, upTo: bytes.count)
    #expect(found?.date.parts.month == month)
  }

  @Test(
    "what only begins like a date is none",
    arguments: [
      "2026-11-11", "2026 in review", "2026 11", "20261311", "12345678", "2026-Nov", "May 2026",
      "So it goes", "Mo", "1 out 202", "11 things", "2026 12 monkeys", "1111-11-11",
      "20261111x",
      "",
    ])
  func noDates(text: String) {
    let bytes = Array(text.utf8)
    let found = SpokenDate(bytes.span, at: 0, upTo: bytes.count)
    #expect(found == nil)
  }

  @Test(
    "a day without its year that a text begins with has an end",
    arguments: [
      ("Nov 11", 6), ("18. November", 12), ("11.11.", 6), ("11/11", 5), ("Nov 11, 9:05", 6),
      ("May 5 things", nil), ("11.11", nil), ("24/7", nil), ("Chapter 11", nil), ("May 2026", nil),
      ("31/31", nil), ("25th November", 13), ("Nov 25th", 8), ("Wednesday 25", nil),
      ("May 5th of", 7),
    ] as [(String, Int?)])
  func yearless(text: String, end: Int?) {
    #expect(NamedDay.yearlessEnd(in: Array(text.utf8)[...]) == end)
  }

  @Test(
    "a day without its year is the one next to another day",
    arguments: [
      ("9.1.", ["2026-01-09"]), ("8.1.26", ["2026-01-08"]), ("Fr 9. Januar: cold", ["2026-01-09"]),
      ("Dec 30", ["2025-12-30"]), ("01/02", ["2026-02-01", "2026-01-02"]), ("1.2.10", nil),
      ("9.1.2", nil), ("5.11", nil), ("May 2026", nil),
      ("Sunday 1/11", ["2025-11-01", "2026-01-11"]),
      ("Monday 1/11", nil),
    ] as [(String, [String]?)])
  func yearlessDates(text: String, dates: [String]?) throws {
    let other = try #require(CalendarDate(year: 2026, month: 1, day: 5))
    let bytes = Array(text.utf8)
    let found = SpokenDate.yearless(in: bytes.span, at: 0, upTo: bytes.count, near: other)
    #expect(found?.dates.map(\.text) == dates)
  }

  @Test(
    "blanks of several bytes are known, and cut off",
    arguments: ["\u{A0}", "\u{2009}", "\u{202F}", "\u{3000}", "\u{FEFF}", "\u{200B}"])
  func wideBlanks(blank: String) {
    let bytes = Array("\(blank) a\(blank)b\t\(blank)".utf8)
    let end = WideBlank.end(in: bytes.span, from: 0, upTo: bytes.count)
    #expect(end == blank.utf8.count + 1)
    let trimmed = WideBlank.trimming(bytes.span, 0..<bytes.count)
    #expect(String(utf8: bytes[trimmed]) == "a\(blank)b")
  }

  @Test(
    "braces that close no heading are found, and the line that they would close",
    arguments: [
      ("{#a1000000aa} Slept", "Slept {#a1000000aa}"),
      ("One {#a1000000aa} two", "One two {#a1000000aa}"),
      ("One{#a1000000aa}", "One {#a1000000aa}"), ("One {#a1000000aa", "One {#a1000000aa}"),
      ("One {a1000000aa}", "One {#a1000000aa}"), ("One #a1000000aa}", "One {#a1000000aa}"),
      ("One {#a1000000aa}.", nil), ("{#a1000000aa} 9:05 One", nil),
      ("{#a1000000aa} One {#b1000000aa}", nil),
    ] as [(String, String?)])
  func braces(title: String, expected: String?) throws {
    let document = ThreadDocument(Array("## 2026-11-04 \(title)\n".utf8))
    let heading = try #require(document.entries.first?.heading)
    let found = try #require(document.meantBraces(of: heading))
    #expect(found.line.map { String(utf8: $0) } == expected.map { "## 2026-11-04 \($0)" })
  }

  @Test(
    "braces of a title are its own",
    arguments: [
      "A {set} of {afterwards}", "f(x) = {1}", "One {#a1000000aa}", "{", "}", "{}", "#1}",
    ])
  func noBraces(title: String) throws {
    let document = ThreadDocument(Array("## 2026-11-04 \(title)\n".utf8))
    let heading = try #require(document.entries.first?.heading)
    let found = document.meantBraces(of: heading)
    #expect(title == "#1}" ? found != nil : found == nil)
  }

  @Test(
    "a part of the day behind an hour of the morning is told in any case",
    arguments: [
      ("evening", true), ("Evening", true), ("In the evening", true), ("Evening walk", false),
    ])
  func partsOfDay(title: String, isTold: Bool) throws {
    let time = try #require(Timestamp("2026-03-20 09:30"))
    let bytes = Array(title.utf8)
    let end = DoubtfulClock.end(in: bytes.span, title: 0..<bytes.count, after: time)
    #expect(end == (isTold ? bytes.count : nil))
  }
}
