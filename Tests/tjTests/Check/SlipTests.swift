import Testing
import ThreadJournal

@testable import tj

/// One slip of the finger, or another habit, in what was typed by hand: it is told, and what is prose is not.
@Suite struct SlipTests {
  /// What `check` tells of lines that stand between entries with times, but for their lack of an id.
  func told(_ lines: String, fields: String = "") throws -> [String] {
    let folder = try CheckedFolder()
    let front = fields.isEmpty ? "" : "---\nfields: {\(fields)}\n---\n\n"
    try folder.write(front + Self.text(lines), "a.md")
    return try folder.problems().filter { !$0.contains("entry-without-id") }
  }

  /// The same lines when `check --fix` was there, without ids that it gave.
  private func fixed(_ lines: String, fields: String = "") throws -> String {
    let folder = try CheckedFolder()
    let front = fields.isEmpty ? "" : "---\nfields: {\(fields)}\n---\n\n"
    try folder.write(front + Self.text(lines), "a.md")
    _ = try folder.journal().fix()
    let text = String(decoding: try folder.bytes("a.md"), as: UTF8.self)
    let entry = text.components(between: "Two.\n\n", and: "\n\nMine.")
    return entry.replacing(#/ \{#[a-z0-9]+\}/#, with: "")
  }

  private static func text(_ lines: String) -> String {
    """
    ## 2026-11-12 9:00 {#aaaaaaaa01}

    One.

    ## 2026-11-13 9:00 {#aaaaaaaa02}

    Two.

    \(lines)

    Mine.

    ## 2026-11-15 9:00 {#aaaaaaaa03}

    Three.

    """
  }

  static let dates = [
    "2026-11-14", "14.11.2026", "2026-11-4", "14. November 2026", "14 listopada 2026", "2026/11/14",
    "Sa 14.11.2026", "Samstag, 14.11.2026", "14-11-2026", "14 out 2026", "14 de marco de 2026",
  ]

  @Test("a date in any form, at any level, starts no entry in silence", arguments: dates)
  func levels(_ date: String) throws {
    let isWord = date.first?.isLetter == true
    for marks in isWord
      ? ["##", "# ", "### "]
      : ["##", "# ", "### ", "# # ", "#+ ", "##+ ", "'# ", "ä# ", "#ä# ", "##x"]
    {
      for behind in ["", " 7:30", " 7.30 Beet", ", 7:30", " um 7:30", ": Beet"] {
        let line = marks + date + behind
        #expect(try !told(line).isEmpty, "\(line)")
      }
    }
  }

  @Test(
    "a day without its year, near the entries beside it, or behind a number, is told and left",
    arguments: [
      "## 14.11. Beet", "## 14.11.: Beet", "## 14.11. 7.30", "## 14.11. um 7:30 Beet",
      "## Sa 14.11. Laub", "## 14. Nov. Laub", "## 14 listopada Laub", "## 14/11 Laub",
      "##14.11. Beet", "#3 2026-11-14", "#3 2026-11-14 7:30 Beet", "## 1830 Beet", "## wczoraj",
    ])
  func yearless(_ line: String) throws {
    #expect(try !told(line).isEmpty)
    #expect(try fixed(line) == line)
  }

  @Test(
    "a date but for one slip is told, and corrected where it has one reading",
    arguments: [
      ("202611-14 7:05", "2026-11-14 7:05"), ("2026#11-14 7:05", "2026-11-14 7:05"),
      ("14 novembo 2026", "2026-11-14"), ("14 de novmbro de 2026, 7:05", "2026-11-14 7:05"),
      ("2026ö11-14", "2026-11-14"), ("2026-11-1w 14:30", nil), ("202i-11-14 7:05", nil),
      ("2026-!1-14", nil), ("2026u-11-14", "2026-11-14"), ("x2026-11-14 7:05", "2026-11-14 7:05"),
      ("2026-.11-14 Beet", "2026-11-14 Beet"), ("2026-1 1-14 Beet", "2026-11-14 Beet"),
      ("2026--11-14", "2026-11-14"), ("2026-1-114", "2026-11-14"), ("20226-11-14", "2026-11-14"),
      // One that would stand out of order, and one that may be another day.
      ("2026-11-1 7:05", nil), ("2026-11-1 4 14:30", nil),
    ] as [(String, String?)])
  func dateSlips(_ typed: String, _ meant: String?) throws {
    #expect(try !told("## " + typed).isEmpty)
    #expect(try fixed("## " + typed) == "## " + (meant ?? typed))
    // What is not corrected is told as before.
    let again = try told(fixed("## " + typed))
    #expect(again.isEmpty == (meant != nil))
  }

  @Test(
    "a time that one slip, or a word, made a title is told",
    arguments: [
      "7::05", "705", "21:0022:30", "2200-6:00", ":05", "14Ö30", "21_00-22:30", "14:3p",
      "1r:30", "!9:45", "7:0+5", "14:3r0", "x7:05", "1 9:45", "ab 14:00 Haus", "Frühdienst ab 6:00",
      "nach 14 Uhr Haus", "um 20", "Feier von 14:00 an",
      "abends 20:15 Haus", "Kopfweh um 15:00 links", "nachts um 3",
      "2026-11-15 8:00", "## 2026-11-15 8:00", "- 2026-11-16 Haus", "Friday",
      "1830 Haus", "1830h Haus", "um 8 Haus", "at 8 Haus", "20hs Cena", "a las 8 Desayuno",
      "Jantar às 20h", "Essen à 12h30 mit Anna", "Träff kl 15 med Ola", "o 18 Kolacja",
      "Obiad o godz. 14", "godz. 18 Kolacja", "halb 8 Haus", "viertel nach 8 Haus", "14∶30 Haus",
      "8 du soir", "8 wieczorem Haus", "7 rano Haus", "20 h 30 Haus", "8:30 du soir Haus",
      "8:30 - 9:15h Haus", "8:30 - 9.15 Haus", "8:30 - ~9:15 Haus", "8:30 -- 9:15 Haus",
      "8:30 - 25:15 Haus", "8:30 h - 9:15 h Haus", "8:30 y 13:30", "8:30 et 13h30 Haus",
      "half past 8 Haus", "half past eight", "um halb 8 los", "wpół do ósmej Haus",
      "8:30 abends Haus", "8:30 am Abend Haus", "8:30 på kvällen", "8:30 in the evening",
      "9-5", "10 – 6", "7-3", "9-12 by hand", "9-12 Acme", "Sat 9-5", "7-7", "19-7", "7a-7p",
      "7p-7a Haus", "2300-700", "700-1500 Haus",
      "224:5-07:15 Haus",
      "8:30 - 12h", "8:30 – 12h Haus", "8:30 — 12h", "8:30 às 12h", "8:30 / 12h", "8:30 a 12h",
      "8:30 até 12 h", "8:30 até às 12h30", "8:30 ate as 12:30", "8:30 - 12.30h", "8:30 to noon",
      "22:00 - meia-noite", "22:00 → 24h", "7.00h", "21.30h Haus", "22 h", "14H Haus",
      "14h30m Haus", "9hrs", "9h, Haus", "meio-dia", "09.00–13.00 Haus", "14–16h Haus",
    ])
  func titles(_ title: String) throws {
    let line = "## 2026-11-14 \(title)"
    let first = try told(line)
    #expect(!first.isEmpty)
    // No id makes it silent.
    #expect(try !told(fixed(line)).isEmpty || first.allSatisfy({ $0.hasSuffix("fix") }))
  }

  @Test("what may be how long something took is told, and stays as it is")
  func lengths() throws {
    for title in [
      "2 uur gewied", "12 uur dienst", "3 uur", "1h30 run", "1u30 gewied", "1h30", "7h30 sommeil",
      "10h20 vélo", "6h40 Fahrt", "8u15 fietsen",
    ] {
      #expect(try !told("## 2026-11-14 \(title)").isEmpty)
      #expect(try fixed("## 2026-11-14 \(title)") == "## 2026-11-14 \(title)")
    }
    for (title, time) in [("9 uur", "9:00"), ("7h30", "7:30"), ("8u15", "8:15")] {
      #expect(try fixed("## 2026-11-14 \(title)") == "## 2026-11-14 \(time)")
    }
  }

  @Test("a title that only begins like a day of the week is kept, and its time told")
  func beginsLikeWeekday() throws {
    // A Saturday, and a Tuesday among the entries' days.
    for (day, title) in [
      ("14", "Sam 15:00"), ("14", "Zat 15:00"), ("14", "Samst 15:00"), ("10", "Dienst 15:00-23:15"),
      ("10", "Mart 9:00"),
    ] {
      let line = "## 2026-11-\(day) \(title)"
      #expect(try told(line).contains { $0.hasSuffix("heading-time") }, "\(title)")
      #expect(try fixed(line) == line)
    }
    for name in ["Sa", "Sat", "sam.", "Samstag", "za", "zaterdag"] {
      #expect(try fixed("## 2026-11-14 \(name) 15:00") == "## 2026-11-14 15:00")
    }
  }

  @Test("a day with its time that is a paragraph is told, and an appointment is not")
  func dayLines() throws {
    let heading = "## 2026-11-14 9:00 {#aaaaaaaa04}\n\nA.\n\n"
    for line in ["vrijdag 27 november 13:00", "27 november 13:00", "27 november"] {
      #expect(try told(heading + line).count == 1, "\(line)")
    }
    #expect(try told(heading + "Tandarts 27 november 13:00") == [])
  }

  @Test("a day that begins a paragraph is told where it lies between the entries beside it")
  func daysBetween() throws {
    for (above, below) in [("11-18", "11-21"), ("11-21", "11-18")] {
      for (line, isTold) in [
        ("20 Nov", true), ("Fri 20", true), ("2026-11-20", true), ("20 Nov – Rain", true),
        ("24 Oct", false), ("Nov 20 was good", false), ("20 Nov – 22 Nov", false),
      ] {
        let folder = try CheckedFolder()
        let text =
          "## 2026-\(above) 9:00 {#aaaaaaaa01}\n\nOne.\n\n\(line)\nMore.\n\n"
          + "## 2026-\(below) 9:00 {#aaaaaaaa02}\n\nTwo.\n"
        try folder.write(text, "a.md")
        let expected = isTold ? ["a.md 5:1 note heading-place"] : []
        #expect(try folder.problems() == expected, "\(line) below \(above)")
      }
    }
  }

  @Test("two spaces before a time are corrected, and with an id they are told")
  func twoSpaces() throws {
    #expect(try fixed("## 2026-11-14  5:50") == "## 2026-11-14 5:50")
    #expect(try fixed("## 2026-11-14  5:50 Haus") == "## 2026-11-14 5:50 Haus")
    let notes = try told("## 2026-11-14  08:00 {#aaaaaaaa04}")
    #expect(notes == ["a.md 9:16 note title-time"])
    #expect(try told("## 2026-11-14  Haus {#aaaaaaaa04}") == [])
  }

  @Test(
    "titles with numbers are titles",
    arguments: [
      "2:1 gegen Köln", "3:2! Sieg", "6:4, 6:3", "10:1 gewonnen", "10x12 Liegestütze",
      "100 Liegestütze", "2025 im Rückblick", "750 ml Wasser", "7/10 heute",
      "530 Kilo", "845 Leute", "1130 Meter", "3-4 Eier", "about 2:30 hours", "gegen 3-5-2",
      "7-5", "10-8 gewonnen", "9-12 people", "9-12 painters",
      "Pause von 0:30", "150/95 Blutdruck", "50% mehr", "A4 Papier", "10k Lauf", "Brief an Anna",
      "Psalm 23:4", "2015 Review", "1945 gelesen", "1900 Leute", "halb leer", "half marathon",
      "Dinner at 7 Elm Street", "Elternabend Kl. 7", "nach 5 Bieren", "Pause de 2h", "Frei", "Sam",
      "Saturday", "Monday blues", "20:30 abends Haus", "8:30 Abendessen", "3:30 nachts wach",
      "2 h 30 Schlaf", "8:30 in the morning", "8:30 - 5.5 km", "8:30 - 3:2 gewonnen",
      "8:30 - 12.50 Euro", "8:30 - 2h Schlaf", "8:30 - 9 Gäste", "Half past caring",
      "Quarter to go", "Viertel vor Ort", "Um 2 Ecken gedacht", "At 21 I left home", "Las 2 Torres",
      "Vi las 3", "uno o 2", "O 12 Macacos", "Nuit de 6h30", "1200 Calories", "1000 Teile Puzzle",
      "1800 Watt", "8 uur slaap", "Psalm 8:30", "Romans 8:28", "8:30 in 1:45 done",
      "8:30 po 10.50 each", "8:30 en 1h30", "Sun", "Dormi 7h30",
      "8:30 - 2h", "22:00 in 8h Haus", "16 h fast", "9 h de sono", "8:30 ate 3 eggs",
      "8:30 to a friend", "Midnight blues", "8:30 - midnight snack",
    ])
  func otherTitles(_ title: String) throws {
    #expect(try told("## 2026-11-14 \(title)") == [])
  }

  @Test(
    "headings and lines of text are text",
    arguments: [
      "## Beet", "### 3 Dinge", "#beet 2026", "#14 war gut", "# 1. Teil", "##2.1. Ziele",
      "C# 2026-11-14", "> # 2026-11-14 7:30", "\\# 2026-11-14", "| # | 2026-11-14 |",
      "14.11.2026 war ein guter Tag.", "2026 war ein gutes Jahr.", "Am 14.11. 7:30 los.",
      "#14 2026-11-14 behoben", " ## 5 list items", "### 1234-56-789",
    ])
  func otherLines(_ line: String) throws {
    #expect(try told(line) == [])
  }

  static let fields = "Stärke: integer, Auslöser: text, Aura: boolean"

  @Test(
    "a field's whole name and two signs are a field line, where these stand",
    arguments: [
      ("- Stärke:. 5", "- Stärke:: 5"), ("- Auslöser:. Stress", "- Auslöser:: Stress"),
      ("- Auslöser.: Stress", "- Auslöser:: Stress"),
      ("- Auslöser.. Stress", "- Auslöser:: Stress"),
      ("_ Stärke:: 5", "- Stärke:: 5"), ("; Stärke:: 5", nil), ("-. Stärke:: 5", "- Stärke:: 5"),
      (" Stärke:: 4", nil), ("    - Stärke:: 5", nil), ("-xStärke:: 5", nil), ("# Stärke:: 5", nil),
      ("-ö Stärke:: 5", nil), ("- Stärke:_ 4", "- Stärke:: 4"), ("- Stärke:_: 4", "- Stärke:: 4"),
      ("- Stärk:e: 4", "- Stärke:: 4"), ("- Aur:a: yes", "- Aura:: yes"),
      ("-S tärke:: 5", "- Stärke:: 5"), ("- Auslöser: : Rotwein", "- Auslöser:: Rotwein"),
      ("- Auslöser: :Rotwein", "- Auslöser:: Rotwein"),
      ("- Auslöser::; Rotwein", "- Auslöser:: Rotwein"), ("\n- Stärke 5/10", nil),
      ("- Auslöser:: Stärke:: 5", nil),
    ] as [(String, String?)])
  func fieldSlips(_ typed: String, _ meant: String?) throws {
    let heading = "## 2026-11-14 7:30\n"
    #expect(try !told(heading + typed, fields: Self.fields).isEmpty)
    if let meant {
      #expect(try fixed(heading + typed, fields: Self.fields) == heading + meant)
    }
  }

  @Test(
    "what only begins with a field's name is text",
    arguments: [
      "Aura... und dann nichts", "Aura, Stärke, alles da.", "A. Aura", "Aura; sonst nichts.",
      "Die Aura: :-) na ja",
    ])
  func otherFields(_ line: String) throws {
    #expect(try told("## 2026-11-14 7:30\n" + line, fields: Self.fields) == [])
  }

  @Test(
    "a text that stands once and is a usual one but for a slip is told, and other words are not",
    arguments: [
      ("acme", true), ("Amce", true), ("Acmme", true), ("AcMe ", true), ("Acme", false),
      ("Acmes", false), ("Acma", false), ("Akme", true), ("Bcme", false), ("Acme 2", false),
      ("A cme", true),
    ])
  func texts(_ value: String, _ isTold: Bool) throws {
    let folder = try CheckedFolder()
    let values = ["Acme", "Acme", "Acme", value, "Blue"]
    let entries = values.enumerated().map {
      "## 2026-11-1\($0) 9:00 {#aaaaaaaa0\($0)}\n- client:: \($1)\n\n"
    }
    let front = "---\nfields: {client: text}\n---\n\n"
    try folder.write(front + entries.joined(), "a.md")
    #expect(try folder.problems() == (isTold ? ["a.md 15:12 note field-unlike"] : []))
  }

  @Test(
    "a key of the front matter with one slip is told, and words are not",
    arguments: [
      ("tilte", true), ("titel", true), ("creatd", true), ("fileds", true), ("felder", true),
      ("paln", true), ("ocne", true), ("delted", true), ("plant", false), ("one", false),
      ("creator", false), ("place", false), ("data", false),
    ])
  func keys(_ key: String, _ isTold: Bool) throws {
    let folder = try CheckedFolder()
    try folder.write("---\n\(key): 7\n---\n\n" + Self.text("More."), "a.md")
    #expect(try folder.problems() == (isTold ? ["a.md 2:1 warning front-matter-key"] : []))
  }

  @Test("two digits behind the point of an hour may be minutes: which they are is not decided")
  func pointedMinutes() throws {
    let heading = "## 2026-11-14 7:30\n- Dauer:: "
    for (typed, written) in [("2.30h", "2.30h"), ("2.5h", "2h30m"), ("2.25h", "2h15m")] {
      let text = try fixed(heading + typed, fields: "Dauer: duration")
      #expect(text == heading + written)
    }
  }

  @Test("an empty line that belongs to a value changes no number, and is part of a text")
  func emptyLines() {
    #expect(FieldType.integer.json(of: Array("5\n".utf8)) == .number(Array("5".utf8)))
    #expect(FieldType.text.json(of: Array("a\n".utf8)) == .string(Array("a\n".utf8)))
    #expect(FieldType.number.exported(Array("5\n6".utf8)) == Array("5\n6".utf8))
  }

  @Test("a time with its braces directly behind it is told with what it would be")
  func braces() throws {
    #expect(try fixed("## 2026-11-14 8:00{#aaaaaaaa04}") == "## 2026-11-14 8:00")
  }

  /// The codes of what is told of entries at these times.
  func told(of times: [String]) throws -> [String] {
    let folder = try CheckedFolder()
    let entries = times.enumerated().map { "## \($1) {#aaaaaaaa\(10 + $0)}\n\nText \($0).\n" }
    try folder.write(entries.joined(separator: "\n"), "a.md")
    return try folder.problems()
  }

  @Test("behind a time, what says that an end follows makes it one, also in brackets")
  func ends() throws {
    let ends = ["(tot 7:15)", "(until 7:15)", "(-7:15)", "(bis 7:15)", "t/m 7:15", "→ 7:15"]
    for end in ends {
      #expect(try !told("## 2026-11-14 22:45 \(end)").isEmpty, "\(end)")
    }
    for title in ["(to Anna)", "Haus (tot 7:15)", "Haus 7:15"] {
      #expect(try told("## 2026-11-14 22:45 \(title)") == [], "\(title)")
    }
  }

  @Test("among entries with ends, those that a title has are told, and hours before a title")
  func spans() throws {
    let titles = [
      "(tot 7:15)", "Haus (tot 7:15)", "Haus tot 7:15", "Haus -7:15", "Haus 7:15", "Haus 7",
      "Auto für Jan 7:15",
    ]
    let spans = (10..<18).map { "2026-10-\($0) 22:45-7:15" }
    let days = spans + titles.enumerated().map { "2026-10-\($0 + 18) 22:45 \($1)" }
    let folder = try CheckedFolder()
    let byHand =
      days + [
        "2026-10-25 7-15 vroeg", "2026-10-26 23 tot 7 nacht", "2026-10-27 (23-7) nacht",
        "2026-10-28 Bed 9-12 empty", "2026-10-29 Seite 10-20 gelesen",
      ]
    try folder.write(byHand.map { "## \($0)\n\nText of \($0).\n\n" }.joined(), "a.md")
    let told = try folder.problems()
    #expect(told.count(where: { $0.hasSuffix("title-time") }) == 7)
    #expect(told.count(where: { $0.hasSuffix("heading-time") }) == 1)
  }

  @Test("in a thread of days alone, a time that every title has is told, and an amount is not")
  func habits() throws {
    let times = [
      ["8u15 mevrouw De Wit", "22u45 nacht", "8U15"], ["21u45-22u30 Haus", "8u15 - 12u00"],
      ["koffie 9.15", "thee (14.30)"], ["0915hrs", "1430hrs Haus"], ["om 8u15", "(8u15)"],
      ["1930-0800 night", "E 0700-1500"],
    ]
    let amounts = [
      ["koffie 3.50", "lunch 9.95"], ["koffie 9.15", "thee"], ["9 uur slaap", "slaap"],
    ]
    for titles in times + amounts {
      let days = titles.enumerated().map { "## 2026-10-0\($0 + 1) \($1)\n\nText \($0).\n\n" }
      let folder = try CheckedFolder()
      try folder.write(days.joined(), "a.md")
      let count = try folder.problems().count { $0.contains("-time") }
      #expect(count == (times.contains(titles) ? titles.count : 0), "\(titles)")
    }
  }

  @Test("among days, the hours of a working day are told where they are the whole title")
  func workingDay() throws {
    let titles = [" 9-5", " 9-2", " 10-12 people", " 9-12 by hand", ""]
    let days = titles.enumerated().map { "2026-10-0\($0 + 1)\($1)" }
    #expect(try told(of: days) == ["a.md 1:15 warning heading-time"])
  }

  @Test("among days, the hours of a shift are told, and results are not")
  func shifts() throws {
    for (title, isTold) in [
      ("7-7", true), ("7-19", true), ("19-7", true), ("7a-7p Haus", true), ("2300-700 Haus", true),
      ("2300-0700", true), ("7-7 Köln", false), ("19-7 gewonnen", false), ("7a Elternabend", false),
      ("700-1500", false), ("700 Leute", false), ("6-5", false),
    ] {
      let folder = try CheckedFolder()
      try folder.write("## 2026-10-01\n\n## 2026-10-02 \(title)\n\n## 2026-10-03\n", "a.md")
      let count = try folder.problems().count { $0.contains("-time") }
      #expect(count == (isTold ? 1 : 0), "\(title)")
    }
  }

  @Test("among days, one time to another with its minutes is told at the begin and the end")
  func spansOfDays() throws {
    let titles = [
      "10 to 12.30 Haus", "Haus 9h30-12h30", "Haus 9.00-12.00", "9.30–12 Haus", "1000-1500 Haus",
      "Haus",
    ]
    let days = titles.enumerated().map { "## 2026-10-0\($0 + 1) \($1)\n\nText \($0).\n\n" }
    let folder = try CheckedFolder()
    try folder.write(days.joined(), "a.md")
    let lines = try folder.problems().filter { $0.contains("-time") }
    #expect(lines.map { String($0.prefix(6)) } == ["a.md 1", "a.md 5", "a.md 9", "a.md 1"])
  }
}

extension String {
  fileprivate func components(between first: String, and last: String) -> String {
    guard let start = firstRange(of: first)?.upperBound,
      let end = self[start...].firstRange(of: last)?.lowerBound
    else { return self }
    return String(self[start..<end])
  }
}
