import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct QueryMeantTests {
  private let now = Instant(secondsSinceEpoch: 1_774_700_000)

  @Test(
    "What or, and, not may mean is known by where they stand",
    arguments: [
      (["a", "or", "b"], ["a", "OR", "b"]), (["a or b", "c"], ["a OR b", "c"]),
      (["a", "or"], nil), (["or a"], nil), (["a", "OR", "b"], nil), ([#""a or b""#], nil),
      (["floor a"], nil), (["a", "|", "b"], ["a", "OR", "b"]), (["not", "a"], ["not:a"]),
      (["mood", ">7"], ["mood:>7"]), (["mood >=7"], ["mood:>=7"]), (["a", "<b>"], nil),
      (["coffee OR"], ["coffee"]), (["OR a b"], ["a b"]),
      (["a", "NOT", "b"], ["a", "not:b"]), (["a", "not"], nil), (["a", "AND", "b"], ["a", "b"]),
      (["and", "b"], nil), (["a and b"], nil), (["mood: >7", "a"], ["mood:>7", "a"]),
      (["mood :7"], ["mood:7"]), (["a note: b"], nil), (["mood:7 "], nil),
      (["not:a OR b"], nil), (["not:a b"], ["not:a", "b"]), (["re:/a b/"], ["re:a b"]),
      (["a && b"], ["a", "b"]), (["!a", "b"], ["not:a", "b"]), (["!"], nil), (["!a b"], nil),
      (["mood", "=", "7"], ["mood:7"]), (["a", "mood", ">", "7"], ["a", "mood:>7"]),
      (["mood:7 and 8"], ["mood:7,8"]), (["mood:4", "OR", "6"], ["mood:4,6"]),
      (["mood:4 or 6"], ["mood:4,6"]),
      (["mood:<3", "OR", ">7"], ["mood:<3", "OR", "mood:>7"]), (["mood:4", "OR", "a"], nil),
      (["mood:between 4 and 6"], ["mood:4..6"]),
      (["mood between 4 and 6", "a"], ["mood:4..6", "a"]),
      (["a b", "mood", "between", "4", "and", "6"], ["a b", "mood:4..6"]),
      (["7<mood"], ["mood:>7"]), (["4 < mood <= 7"], ["mood:>4", "mood:<=7"]), (["1<2"], nil),
      (["#a|#b"], ["#a", "OR", "#b"]), (["#a -#b"], ["#a", "not:#b"]), (["#a #b"], nil),
      (["not mood:7", "a"], ["not:mood:7", "a"]), (["not a", "b"], nil),
      (["=", "7"], nil), (["re:/a"], nil), (["mood:*"], nil), (["lake*"], ["lake"]),
    ] as [([String], [String]?)])
  func meantOr(arguments: [String], meant: [String]?) {
    #expect(EntryQuery.meant(arguments)?.arguments == meant)
  }

  @Test(
    "Two comparisons with times of a clock leave nothing out as the day begins",
    arguments: [
      ("wake:>=1:00,<=23:00", 0, "wake:1:00..23:00"), ("wake:>=1:00,<=23:00", 4, nil),
      ("bed:>=22:00,<=3:00", 0, nil), ("bed:>=22:00,<=3:00", 4, "bed:22:00..3:00"),
    ] as [(String, Int, String?)])
  func clockComparisons(argument: String, hour: Int, meant: String?) throws {
    func parse() throws(QueryError) {
      _ = try EntryQuery.parse([argument], now: now, zone: .utc, dayStartsAt: hour * 3600)
    }
    guard let meant else { return try parse() }
    let error = #expect(throws: QueryError.self) { try parse() }
    #expect(error?.reason == .alternatives(meant: [meant]))
  }

  @Test(
    "A field's name is written so that it is read as one",
    arguments: [
      ("mood", "mood"), ("größe", "größe"), ("heart rate", #""heart rate""#), ("a:b", #""a:b""#),
      (#"a"b"#, #""a\"b""#), (#"a\b"#, #""a\\b""#), ("date", #""date""#), ("7", #""7""#),
      ("-x", #""-x""#), ("a (b", #""a (b""#), ("km/h", #""km/h""#),
    ])
  func keys(name: String, key: String) throws {
    #expect(EntryQuery.key(of: name) == key)
    let query = try EntryQuery.parse(["\(key):>3"], now: now, zone: .utc)
    #expect((query.terms.first?.condition as? FieldCondition)?.name == name)
  }
}
