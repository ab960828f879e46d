import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct QueryParsingTests {
  private let now = Instant(secondsSinceEpoch: 1_774_700_000)

  private func parse(_ terms: String...) throws -> EntryQuery {
    try EntryQuery.parse(terms, now: now, zone: .utc)
  }

  private func matches(_ terms: [String], _ file: String, types: [String: FieldType] = [:]) throws
    -> Bool
  {
    var query = try EntryQuery.parse(terms, now: now, zone: .utc)
    let bytes = Array(file.utf8)
    let header = ThreadFile(bytes, path: "notes/my-day.md", zone: .utc).header
    let schema = FieldSchema(
      fields: types.map { FieldDefinition(name: $0.key, type: $0.value) }, groups: [])
    let thread = ThreadFile(bytes, header: header, schema: schema, zone: .utc)
    return query.matches(thread.entries(.all)[0])
  }

  @Test(
    "An argument is one term, unless it has quotation marks among several words, or a key behind its first",
    arguments: [
      ("a b", 1), ("mood:7 a", 1), ("place:san francisco", 1), (#""b c""#, 1), (#"a "b c""#, 2),
      (#""b c" a"#, 2), (#"a b "c d" e"#, 4), (#"place:"san f""#, 1), (#"place:"san f" a"#, 2),
      (#"a place:"san f""#, 2), ("a mood:7", 2), ("a b mood:7", 3), ("a not:b", 2), ("not:a b", 1),
      (#""sleep hours":7.."#, 1), (#"a "sleep hours":7.."#, 2), (#"a b\"c"#, 1), ("re:a \"b", 1),
      ("a 10:30", 1), ("a https://b.c", 1), (#"say"it so" now"#, 2), ("a OR b c", 1),
      ("place:Portland, OR", 1), ("a or b", 1), ("OR b", 1),
    ] as [(String, Int)])
  func terms(argument: String, count: Int) throws {
    #expect(try parse(argument).terms.count == count)
  }

  private static let entry = """
    ---
    title: My day
    ---
    ## 2026-03-28 07:12:33Z Over there {#k3f9q2wz7h edited="2026-03-29T07:10:00Z"}
    - mood:: 7
    - Sleep Hours:: 6.5
    - place:: Portland, OR
    - note:: one
      two
    - mood:: 8

    Went to the lake at 10:30, see https://example.com/a. #Swim-2 and
    a "quote", kyoto,lisbon. Note: a\\b.
    """

  @Test(
    "A query matches",
    arguments: [
      ["lake"], ["lake", "there"], ["the lake"], ["and a"], [#""the lake""#], ["10:30"],
      ["https://example.com"], ["mood:8"], ["mood:8.0"], ["mood:7.."], ["mood:..8"], ["mood:5..9"],
      ["MOOD:8"],
      [#""sleep hours":6.5"#], [#""sleep hours":6..7"#], ["place:portland"], ["place:portland, or"],
      ["place:kyoto,portland"], [#"place:"Portland, OR""#], ["note:one two"], ["tag:mood"],
      ["tag:swim-2"],
      ["tag:#swim-2"], ["tag:x,mood"], ["thread:my"], ["thread:notes/my-day"], ["thread:my-day"],
      ["title:over"],
      ["is:edited"], ["not:is:deleted"], ["-rain"], ["not:rain"], ["--lake"], ["not:not:lake"],
      ["date:2026-03-28"],
      ["date:*-03-28"], ["date:*-*-28"], ["date:2026-*-28"], ["date:*-03-*"],
      ["date:2025,*-03-28"], ["not:date:*-03-27"], ["is:on-this-day,edited"],
      ["date:2026-03"], ["date:2025,2026-03-28"], ["re:l.ke"], ["re:the lake at \\d+"],
      ["not:re:xyz"],
      ["lake mood:8"], ["mood:7 eleven,8"], [#"lake "at 10:30""#],
      [#"date:"2026-03-01..2026-03-31" lake"#],
      [#"\"quote\""#], ["kyoto,lisbon"], ["note: a"], [#"a\\b"#], ["two"], ["6.5"], ["mood:x,8"],
      ["-mood:7"],
      ["is:deleted,edited"], ["date:..2026-04"], ["not:date:2025"],
      ["mood:>7"], ["mood:>=8"], ["mood:<9"], ["mood:<=8"], ["mood:>99", "OR", "lake"],
      [#""sleep hours":>6"#], ["mood:<3,>7"], ["mood:> 7"], ["not:mood:>8"],
      ["date:>2026-03-27"], ["date:>=2026-03-28"], ["date:<=2026-03"], ["date:<2026-04"],
      [#"date:>"2026-03-20 10:00""#],
      ["rain", "OR", "lake"], ["rain OR lake"], ["rain snow OR lake there"], ["lake OR rain snow"],
      ["rain", "lake", "OR", "mood:8"], ["thread:x OR date:2025 OR is:edited"],
      [#""lake" OR rain"#], ["place:Portland, OR"], [#""OR""#], ["rain", "OR", "not:snow"],
      ["tag:Swim-2"], ["tag:MOOD"], ["tag:swim-2,x"],
    ])
  func matching(terms: [String]) throws {
    #expect(try matches(terms, Self.entry))
  }

  @Test(
    "A query does not match",
    arguments: [
      ["rain"], ["Lake"], ["lake", "rain"], ["mood:7"], ["mood:80"], ["mood:9.."], ["mood:..7"],
      ["place:paris"],
      ["tag:swim"], ["tag:lake"], ["tag:2"], ["thread:day"], ["title:lake"], ["is:deleted"],
      ["not:lake"], ["-lake"],
      ["date:*-03-27"], ["date:2025-*-28"], ["date:*-02-*"], ["is:on-this-day"],
      ["not:date:*-*-28"], ["not:is:on-this-day,edited"],
      ["date:2026-04"], ["date:2026-03-29"], ["re:^lake"], ["not:re:lake"], ["lake -mood:8"],
      ["lake not:mood:8"],
      ["therewent"], ["place:PORTLAND"],
      ["nothing:1"], ["mood:eight"], ["at 11:30"], ["note:onetwo"],
      ["mood:>8"], ["mood:<8"], ["mood:>=9"], ["mood:<=7"], [#"mood:">7""#], ["place:>7"],
      ["date:>2026-03-28"], ["date:<2026-03-28"], ["date:>2026-03"], ["date:>2026"],
      ["rain", "OR", "snow"], ["rain OR lake snow"], ["lake", "rain", "OR", "mood:9"],
      ["tag:SWIM-2"], ["lake or there"], ["nothing:<1"],
    ])
  func notMatching(terms: [String]) throws {
    #expect(try !matches(terms, Self.entry))
  }

  @Test(
    "A field is compared as its type says",
    arguments: [
      ("7h30m", "sleep:7h30m", FieldType.duration, true), ("7h30m", "sleep:450m", .duration, true),
      ("7h30m", "sleep:7h..8h", .duration, true), ("7h30m", "sleep:8h..", .duration, false),
      ("7h30m", "sleep:7", .text, true), ("17", "sleep:7", .integer, false),
      ("17", "sleep:7", .text, true),
      ("about 17", "sleep:7", .integer, true), ("yes", "sleep:true", .boolean, true),
      ("no", "sleep:true", .boolean, false), ("2026-03-05", "sleep:2026-03", .date, true),
      ("2026-03-05", "sleep:2026-03..2026-04", .date, true),
      ("2026-02-05", "sleep:2026-03..", .date, false),
      ("Sunny", "sleep:sunny", .choice, true), ("Sunny", "sleep:sun", .choice, false),
      ("-3", "sleep:-5..-1", .number, true), ("0.30", "sleep:0.31", .number, false),
      ("0.30", "sleep:0.3", .number, true), ("1e3", "sleep:1000", .number, false),
      ("123456789012345678901234567890", "sleep:123456789012345678901234567890..", .number, true),
      ("7h30m", "sleep:>7h", .duration, true), ("7h", "sleep:>7h", .duration, false),
      ("7h", "sleep:>=7h", .duration, true), ("4h59m", "sleep:<5h", .duration, true),
      ("5h", "sleep:<5h", .duration, false), ("300m", "sleep:<=5h", .duration, true),
      ("8", "sleep:>7", .integer, true), ("7", "sleep:>7", .integer, false),
      ("7.01", "sleep:>7", .number, true), ("-3", "sleep:<-2", .integer, true),
      ("6.9", "sleep:<7", .number, true), ("7.0", "sleep:<7", .number, false),
      ("123456789012345678901234567891", "sleep:>123456789012345678901234567890", .number, true),
      ("2026-02-28", "sleep:<2026-03", .date, true),
      ("2026-03-01", "sleep:<2026-03", .date, false),
      ("2026-03-31", "sleep:<=2026-03", .date, true),
      ("2026-03-31", "sleep:>2026-03", .date, false),
      ("2026-04-01", "sleep:>2026-03", .date, true), ("yes", "sleep:>no", .boolean, false),
      ("I <3 you", "sleep:<3", .text, true), ("2", "sleep:<3", .text, false),
      ("<3", "sleep:\"<3\"", .text, true),
    ])
  func typed(value: String, term: String, type: FieldType, isMatch: Bool) throws {
    let file = "## 2026-03-28\n- sleep:: \(value)\n"
    #expect(try matches([term], file, types: ["sleep": type]) == isMatch)
  }

  @Test("A day without a time belongs to its own day, wherever days start")
  func dayStart() throws {
    let bytes = Array("## 2026-03-28\n\n## 2026-03-29 02:00Z\n".utf8)
    let entries = ThreadFile(bytes, path: "a.md", zone: .utc).entries(.all)
    var query = try EntryQuery.parse(
      ["date:2026-03-28"], now: now, zone: .utc, dayStartsAt: 4 * 3600)
    for entry in entries {
      let isMatch = query.matches(entry)
      #expect(isMatch)
    }
  }

  @Test("A day by its parts, and this day of earlier years, are days of the journal")
  func dayParts() throws {
    let file = """
      ## 2025-03-29 02:00Z

      ## 2025-03-28 23:00 -06:00

      ## 2024-03-28

      ## 2025-03-28 02:00Z

      ## 2026-03-28 12:00Z

      ## 2024-02-29 12:00Z

      """
    let entries = ThreadFile(Array(file.utf8), path: "a.md", zone: .utc).entries(.all)
    func found(_ term: String) throws -> [String] {
      var query = try EntryQuery.parse([term], now: now, zone: .utc, dayStartsAt: 4 * 3600)
      return entries.filter { query.matches($0) }.map(\.timestamp.date.text)
    }
    #expect(try found("is:on-this-day") == ["2024-03-28", "2025-03-29", "2025-03-28"])
    #expect(try found("date:*-03-28").count == 4)
    #expect(try found("date:*-03-29").isEmpty && found("date:2025-03-29").isEmpty)
    #expect(try found("date:2025-*-28") == found("date:2025-03-28"))
    #expect(try found("date:*-02-29").count == 1)
    #expect(try found("date:*-03-27") == found("date:2025-03-27"))
  }

  @Test("The first look at a day misses none of its years")
  func firstLook() throws {
    for (month, day) in [(1, 1), (2, 28), (2, 29), (3, 1), (7, 15), (12, 31)] {
      let text = "*-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
      let pattern = try #require(try DatePattern(Array(text.utf8)))
      var others = 0
      for year in 1...9999 {
        guard let date = CalendarDate(year: year, month: month, day: day) else { continue }
        for distance in -2...2 {
          #expect(pattern.mayContainDay(near: date.advanced(byDays: distance)), "\(date.text)")
        }
        others += pattern.mayContainDay(near: date.advanced(byDays: 30)) ? 1 : 0
      }
      #expect(others == 0)
    }
  }

  @Test("Options bound the time like date:")
  func options() throws {
    let range = try TimeRange.parse("2026-03-28", now: now, zone: .utc)
    let later = try TimeRange.parse("2026-03-29", now: now, zone: .utc)
    let bytes = Array("## 2026-03-28 23:59:59Z\n".utf8)
    let entry = ThreadFile(bytes, path: "a.md", zone: .utc).entries(.all)[0]
    func matches(_ from: TimeRange?, _ to: TimeRange?, _ on: TimeRange?) throws -> Bool {
      var query = try EntryQuery.parse([], from: from, to: to, on: on, now: now, zone: .utc)
      return query.matches(entry)
    }
    #expect(try matches(range, nil, nil))
    #expect(try matches(nil, range, nil))
    #expect(try matches(nil, nil, range))
    #expect(try !matches(later, nil, nil))
    #expect(try !matches(nil, nil, later))
  }

  @Test(
    "What cannot be read says what was expected and where",
    arguments: [
      ("", 1, QueryError.Reason.expectedTerm), ("  ", 1, .expectedTerm), (#""""#, 1, .expectedTerm),
      (#"a "b"#, 3, .expectedClosingQuote), ("mood:", 6, .expectedValue(key: "mood")),
      ("mood:7,", 8, .expectedValue(key: "mood")), ("mood:,7", 6, .expectedValue(key: "mood")),
      ("mood:..", 6, .expectedBound(key: "mood")), ("mood:9..7", 6, .endBeforeStart),
      ("sleep:2h..90m", 7, .endBeforeStart), ("is:new", 4, .expectedState(found: "new")),
      ("is:edited,new", 11, .expectedState(found: "new")),
      ("date:*-11", 6, .expectedPattern(found: "*-11")),
      ("date:*-1-1", 6, .expectedPattern(found: "*-1-1")),
      ("date:>*-11-21", 6, .expectedPattern(found: ">*-11-21")),
      ("date:*-11-21..", 6, .expectedPattern(found: "*-11-21..")),
      ("date:*-02-30", 6, .expectedTime(.noSuchDate(text: "*-02-30"))),
      ("date:*-13-*", 6, .expectedTime(.noSuchDate(text: "*-13-*"))),
      ("date:soon", 6, .expectedTime(.notUnderstood(text: "soon", column: 1))),
      ("re:", 4, .expectedExpression(.init(column: 1, reason: .empty))),
      ("not:re:a(b", 9, .expectedExpression(.init(column: 2, reason: .unclosedGroup))),
      ("lake date:2026-13", 11, .expectedTime(.noSuchDate(text: "2026-13"))),
      ("mood:=>7", 6, .unknownSign(found: "=>", nearest: "mood:>=7")),
      ("mood:=<7", 6, .unknownSign(found: "=<", nearest: "mood:<=7")),
      ("mood:!7", 6, .unknownSign(found: "!", nearest: "not:mood:7")),
      ("mood:<>7", 6, .unknownSign(found: "<>", nearest: "not:mood:7")),
      ("mood:==7", 6, .unknownSign(found: "==", nearest: "mood:7")),
      ("mood:>>7", 6, .unknownSign(found: ">>", nearest: "mood:>7")),
      (#""a b":=7"#, 7, .unknownSign(found: "=", nearest: #""a b":7"#)),
      ("mood:>3..5", 6, .unknownSign(found: ">", nearest: "mood:3..5")),
      ("date:=2026", 6, .unknownSign(found: "=", nearest: "date:2026")),
      ("mood:>", 7, .expectedValue(key: "mood")), ("mood:> ", 7, .expectedValue(key: "mood")),
      ("mood>7", 5, .signWithoutColon(found: ">", nearest: "mood:>7")),
      ("mood=7", 5, .signWithoutColon(found: "=", nearest: "mood:7")),
      ("not:mood != 7", 10, .signWithoutColon(found: "!=", nearest: "not:mood:7")),
      ("steps:>10,000", 10, .commaInComparison(nearest: "steps:>10000")),
      ("kg:>70,5", 7, .commaInComparison(nearest: "kg:>70.5")),
      ("kg:>70,5kg", 7, .commaInComparison(nearest: "kg:>70.5")),
      ("dur:>2,5h", 7, .commaInComparison(nearest: "dur:>2h30m")),
      ("kg:1,5..2,5", 6, .commaInComparison(nearest: "kg:1.5..2.5")),
      ("mood:>4..<7", 6, .unknownSign(found: ">", nearest: "mood:4..7")),
      ("mood:>=4,<=6", 9, .alternatives(meant: ["mood:4..6"])),
      ("mood:>4,<6", 8, .alternatives(meant: ["mood:>4", "mood:<6"])),
      ("sleep:>=6h,<=7h30m", 11, .alternatives(meant: ["sleep:6h..7h30m"])),
      ("date:>=2026-01,<=2026-03", 15, .alternatives(meant: ["date:2026-01..2026-03"])),
      ("tag:a,not:b", 6, .alternatives(meant: ["tag:a", "not:tag:b"])),
      ("mood:>7,x", 8, .commaInComparison(nearest: "mood:>7 OR mood:x")),
      ("date:<2026,2027", 11, .commaInComparison(nearest: "date:<2026 OR date:2027")),
      ("OR", 1, .expectedTermBesideOr),
      ("(lake", 1, .unpairedParenthesis(asText: #""(lake""#)),
      ("the lake)", 9, .unpairedParenthesis(asText: #""the lake)""#)),
      ("(lake OR rain) snow", 1, .unpairedParenthesis(asText: #""(lake""#)),
      ("not:(a OR b)", 5, .unpairedParenthesis(asText: #""(a""#)),
      ("tag:(a", 5, .unpairedParenthesis(asText: #"tag:"(a""#)),
      ("((a) b", 1, .unpairedParenthesis(asText: #""((a) b""#)),
      ("(", 1, .unpairedParenthesis(asText: #""(""#)),
    ])
  func errors(argument: String, column: Int, reason: QueryError.Reason) {
    #expect(throws: QueryError(argument: argument, index: 2, column: column, reason: reason)) {
      try parse("first", argument)
    }
  }

  @Test(
    "Parentheses are text where each has its other one, or no letter stands beside them, or in quotation marks",
    arguments: ["(lake)", "f(x)", ":-(", #""(lake""#, #"tag:"(a""#, #"re:\(a"#])
  func parentheses(argument: String) throws {
    #expect(try parse(argument).isEmpty == false)
  }

  @Test("Terms over fields that no thread defines, or that ask for what no value can be, are named")
  func fieldProblems() throws {
    let schema = FieldSchema(
      fields: [
        FieldDefinition(name: "MOOD", type: .integer),
        FieldDefinition(name: "sleep", type: .duration),
        FieldDefinition(name: "place"), FieldDefinition(name: "day", type: .date),
        FieldDefinition(name: "fit", type: .boolean), FieldDefinition(name: "kg", type: .number),
      ], groups: [])
    let defined = DefinedFields(schema)
    let query = try parse(
      "mood:7,8..", "Place:x..y", "not:other:1", "word", "tag:y", "sleep:7h..", "day:2026",
      "fit:yes", "kg:..7.5", "location:Oslo")
    #expect(
      query.fieldProblems(given: defined) == [.undefined(name: "other", nearest: [])])
    let odd = try parse(
      "mood:7,x..", "not:sleep:long", "day:7..", "fit:7", "kg:1..b", "plac:7", "kg:>b OR fit:>no",
      "place:<3", "mood:>7 OR sleep:<5h OR day:<2026-03 OR kg:<=7.5", "mood:5-10", "kg:-5.5 to 7",
      "sleep:6h–7h", "day:2026-11-01-2026-11-05", "place:a-b", "mood:≥7", "kg:~7", "mood:7+",
      "sleep:<5", "thred:log")
    #expect(
      odd.fieldProblems(given: defined) == [
        .unfit(name: "mood", value: "x..", type: .integer, meant: nil),
        .unfit(name: "sleep", value: "long", type: .duration, meant: nil),
        .unfit(name: "day", value: "7..", type: .date, meant: nil),
        .unfit(name: "fit", value: "7", type: .boolean, meant: nil),
        .unfit(name: "kg", value: "1..b", type: .number, meant: nil),
        .undefined(name: "plac", nearest: ["place"]),
        .unfit(name: "kg", value: ">b", type: .number, meant: nil),
        .unfit(name: "fit", value: ">no", type: .boolean, meant: nil),
        .unfit(name: "place", value: "<3", type: .text, meant: nil),
        .unfit(name: "mood", value: "5-10", type: .integer, meant: "5..10"),
        .unfit(name: "kg", value: "-5.5 to 7", type: .number, meant: "-5.5..7"),
        .unfit(name: "sleep", value: "6h–7h", type: .duration, meant: "6h..7h"),
        .unfit(
          name: "day", value: "2026-11-01-2026-11-05", type: .date, meant: "2026-11-01..2026-11-05"),
        .unfit(name: "mood", value: "≥7", type: .integer, meant: ">=7"),
        .unfit(name: "kg", value: "~7", type: .number, meant: "7"),
        .unfit(name: "mood", value: "7+", type: .integer, meant: ">=7"),
        .unfit(name: "sleep", value: "<5", type: .duration, meant: "<5h"),
        .undefined(name: "thred", nearest: ["thread"]),
      ])
  }

  @Test("OR has a term on both sides", arguments: [["OR", "a"], ["a", "OR", "OR", "b"]])
  func aloneOr(arguments: [String]) {
    #expect(throws: QueryError.self) {
      try EntryQuery.parse(arguments, now: now, zone: .utc)
    }
  }

  @Test(
    "Signs in a text are text",
    arguments: ["a->b", "=>", "<3", "a b=c", "https://x.y/?q=1", #""mood=7""#, "x ->y", "1=1"])
  func signsInText(argument: String) throws {
    #expect(try parse(argument).terms.first?.condition is WordCondition)
  }

  @Test(
    "A tag is compared like a word",
    arguments: [
      ("#Ärger", "tag:arger", true), ("#arger", "tag:ärger", true), ("#Ärger", "tag:Ärger", true),
      ("#ärger", "tag:Ärger", false), ("#Ärger", "tag:ARGER", false),
      ("#ärgern", "tag:arger", false),
      ("#Café", "tag:#cafe", true), ("#café", "tag:cafe", true),
    ])
  func tags(text: String, term: String, isMatch: Bool) throws {
    #expect(try matches([term], "## 2026-03-28\n\nNow \(text).\n") == isMatch)
    #expect(try matches([term], "## 2026-03-28 Now \(text)\n") == isMatch)
  }

  @Test("A value that fits the field in one of the threads is told of those of another type")
  func fieldsOfSeveralThreads() throws {
    var defined = DefinedFields(
      FieldSchema(fields: [FieldDefinition(name: "mood", type: .integer)], groups: []))
    let query = try parse("mood:good")
    #expect(!query.fieldProblems(given: defined).isEmpty)
    defined.formUnion(
      DefinedFields(FieldSchema(fields: [FieldDefinition(name: "Mood")], groups: [])))
    #expect(
      query.fieldProblems(given: defined) == [
        .unfit(name: "mood", value: "good", type: .integer, meant: nil, fitsElsewhere: true)
      ])
    #expect(try parse("mood:7").fieldProblems(given: defined).isEmpty)
  }

  @Test("A choice is asked for one of its options; whole numbers with a thousands comma are told")
  func choices() throws {
    let defined = DefinedFields(
      FieldSchema(
        fields: [
          try FieldDefinition(name: "sky", type: nil, options: ["Sun", "rain"]),
          FieldDefinition(name: "steps", type: .integer),
        ], groups: []))
    #expect(
      try parse("sky:sun", "sky:snow", "sky:rainy", "steps:5,7", "steps:1,000")
        .fieldProblems(given: defined) == [
          .unfit(name: "sky", value: "snow", type: .choice, meant: nil),
          .unfit(name: "sky", value: "rainy", type: .choice, meant: "rain"),
          .comma(name: "steps", asked: "1 or 000", meant: ["1000"]),
        ])
    #expect(
      try parse(
        "steps:10,000..", "steps:5,000..10,000", "steps:1,5..7", "steps:>5.000", "steps:<2,>8"
      )
      .fieldProblems(given: defined) == [
        .comma(name: "steps", asked: "10 or 000..", meant: ["10000.."]),
        .comma(name: "steps", asked: "5 or 000..10 or 000", meant: ["5000..10000"]),
        .point(name: "steps", asked: ">5", meant: ">5000"),
      ])
  }

  @Test("A query for deleted entries is known by its terms")
  func asksForDeleted() throws {
    #expect(try parse("is:deleted").asksForDeleted)
    #expect(try !parse("not:is:deleted").asksForDeleted)
    #expect(try parse("is:deleted,on-this-day", "OR", "lake").asksForDeleted)
    #expect(try !parse("not:is:deleted,on-this-day").asksForDeleted)
  }

  @Test("Highlights are merged, ascending, and only of what must be there")
  func highlights() throws {
    let query = try parse("the lake", "lake at", "not:cold", "re:c.ld", "tag:swim")
    let text = Array("in the lake at #swim: cold".utf8)
    #expect(query.highlights(in: text) == [3..<14, 15..<20, 22..<26])
  }

  @Test("No argument makes the parser crash")
  func randomArguments() {
    var generator = SeededGenerator(seed: 5)
    let pieces = [
      "a", " ", "\"", ":", "::", ",", "\\", "..", "-", "not:", "re:", "date:", "tag:", "is:", "#",
      "7", "é", "(", "OR", " OR ", ">", "<", "=", "!",
      ")", "[", "{2}", "*", "today", "\n", "//", "🏔️", "\u{301}",
    ]
    var parsed = 0
    for _ in 0..<10_000 {
      let argument = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      do throws(QueryError) {
        let query = try EntryQuery.parse([argument], now: now, zone: .utc)
        #expect(!query.isEmpty)
        parsed += 1
      } catch {
        #expect((1...argument.utf8.count + 1).contains(error.column))
      }
    }
    #expect(parsed > 1500)
  }
}
