import Testing
import ThreadJournal

@testable import tj

/// Entries that are not where their time is, and headings and fields that stand where none are read.
extension SlipTests {
  @Test("a paragraph that begins with a later time is told, where it is no habit")
  func clocksInText() throws {
    let heading = "## 2026-11-14 9:00 {#aaaaaaaa04}\n\nA.\n\n"
    #expect(try told(heading + "13:40 Wach").count == 1)
    #expect(try told(heading + "13:40 Wach\n\n14:00-15:00 Haus").count == 2)
    #expect(try told(heading + "1340 Wach\n\n1400-1500 Haus").count == 2)
    // Several are told in one line.
    #expect(try told(heading + "13:40 Wach\n\n14:40 Haus\n\n15:40 Beet").count == 1)
    for line in [
      "13:40", "13h40", "13:40\nWach.", "13h40 Wach.", "13:40 - 14:30", "**13:40**", "##13:40",
      "**13:40** Wach.", "# 13:40", "### 13:40 Wach", "13:40, Wach.", "8:40",
    ] {
      #expect(try told(heading + line).count == 1, "\(line)")
    }
    for text in [
      "8:40 Wach", "13:40 Uhr war es.", "13:40 war es.", "3:2 Haus", "A\n13:40 Wach",
      "* 13:40", "13.40", "13", "### 13 Dinge", "**13:40 war es.**", "#13 war gut",
      "1340 war es.", "1945 Ende des Krieges", "1342 Leute", "1500 Meter", "0840 Wach",
    ] {
      #expect(try told(heading + text) == [], "\(text)")
    }
  }

  @Test("the time of a day is told where it is a line of its own, and what `date` wrote")
  func clocksBelowDays() throws {
    for text in [
      "21:30", "21h30", "21.30", "às 21h30", "\n21:30", "\n21h30\n\nA.", "21:30-22:00 Haus",
    ] {
      #expect(try told("## 2026-11-14 {#aaaaaaaa04}\n" + text).count == 1, "\(text)")
    }
    #expect(try told("## 2026-11-14 Haus {#aaaaaaaa04}\n21:30").count == 1)
    for text in ["\n21.30", "\n21:30 war es.", "\nUm 9 Uhr los.", "\n12", "A.\n21:30"] {
      #expect(try told("## 2026-11-14 {#aaaaaaaa04}\n" + text) == [], "\(text)")
    }
    let heading = "## 2026-11-14 9:00 {#aaaaaaaa04}\n\nA.\n\n"
    #expect(try told(heading + "Sat Nov 14 18:40:00 WET 2026").count == 1)
    #expect(try told(heading + "Sat Nov 14 18:40 WDR").count == 1)
    #expect(try told(heading + "14 Nov WDR") == [])
  }

  @Test("a time that begins a paragraph is told among days, too, where some entries have theirs")
  func clocksAmongDays() throws {
    for (times, count) in [([" 9:00", " 9:30"], 1), ([" 9:00", ""], 0)] {
      let folder = try CheckedFolder()
      let days = ["", "", ""] + times
      let text = days.enumerated().map { "## 2026-11-0\($0 + 1)\($1)\n\nText \($0).\n\n" }
      try folder.write(text.joined() + "13:40 Wach.\n", "a.md")
      #expect(try folder.problems().count { $0.hasSuffix("heading-clock") } == count)
    }
  }

  @Test("a day behind what was to be the marks of a heading is told, and so is one in brackets")
  func daysBehindMarks() throws {
    let heading = "## 2026-11-14 9:00 {#aaaaaaaa04}\n\nA.\n\n"
    for line in [
      "#2026-11-15 Haus", "#15.11.2026 Haus", "££ 2026-11-15 18:30 Haus", "~# 2026-11-15 Haus",
      "## [2026-11-15 18.30] Haus", "## 7.30 Haus",
    ] {
      #expect(try told(heading + line).count == 1, "\(line)")
    }
    for line in ["#2026-11-13 Haus", "££ 2099-11-15 Haus", "#15 Haus", "~ 15 Haus", "## 3. Haus"] {
      #expect(try told(heading + line) == [], "\(line)")
    }
  }

  @Test("a date with its time is told directly below a text, and behind one space above one")
  func datesAtText() throws {
    let heading = "## 2026-11-14 9:00 {#aaaaaaaa04}\n\n"
    for text in [
      "A.\n2026-11-14 13:00 Haus, müde.", "A.\n2026-11-14 13:00\nB.", "Am Haus\n14.11.2026 13:00",
      " 2026-11-14 13:00\nB.", "A.\n\n 2026-11-15\nB.",
    ] {
      #expect(try told(heading + text).count == 1, "\(text)")
    }
    let long = "So lang wie Zeilen sind, die ein Editor umbricht, der nächste Zug ist der um"
    for text in [
      "\(long)\n2026-11-14 13:00 ab hier.", "Züge:\n2026-11-14 13:00", " 2026-11-14 13:00\n\nB.",
      "A.\n2026-11-02 13:00 Haus", "2026-11-14, A.\n2026-11-14 13:00 B.", "A.\n2026-11-14 war gut",
      " 2026-11-14 war gut\nB.",
    ] {
      #expect(try told(heading + text) == [], "\(text)")
    }
  }

  @Test("each entry out of the order of its neighbours is told, and so is one of the night")
  func order() throws {
    let days = [1, 3, 4, 6, 9, 11, 13, 15, 18, 20].map { "2026-10-\($0 < 10 ? "0" : "")\($0) 9:00" }
    #expect(try told(of: days) == [])
    var strays = days
    strays[3] = "2026-10-26 9:00"
    strays[6] = "2025-10-13 9:00"
    #expect(try told(of: strays).count(where: { $0.hasSuffix("out-of-order") }) == 2)
    // The wrong year, and the day and the month swapped, in a row; at the end, the last one.
    for (index, count) in [(5, 2), (8, 1)] {
      var two = days
      (two[index], two[index + 1]) = ("2025-10-11 9:00", "2026-05-10 9:00")
      #expect(try told(of: two).count(where: { $0.hasSuffix("out-of-order") }) == count)
    }
    // The day and the month swapped in a row of them.
    var swapped = days
    swapped.replaceSubrange(4..<7, with: ["09", "11", "12"].map { "2026-\($0)-10 9:00" })
    #expect(try told(of: swapped).count(where: { $0.hasSuffix("out-of-order") }) == 3)
    // The month was copied on from one to the next, up to the last.
    for (month, count) in [("09", 1), ("11", 0)] {
      let copied = days[..<8] + ["2026-\(month)-18 9:00", "2026-\(month)-20 9:00"]
      #expect(try told(of: Array(copied)).count(where: { $0.hasSuffix("out-of-order") }) == count)
    }
    // One of some days before was forgotten.
    var late = days
    late[4] = "2026-10-02 9:00"
    #expect(try told(of: late) == [])
    let night = Array(days[..<3]) + ["2026-10-05 23:00", "2026-10-05 2:15"] + days[3...]
    #expect(try told(of: night) == ["a.md 17:4 note out-of-order"])
  }

  @Test("an entry behind later ones of its day is told, whatever else is out of order")
  func nights() throws {
    let days = (1...10).flatMap { day in
      let date = "2026-10-\(day < 10 ? "0" : "")\(day)"
      return ["\(date) 8:30", "\(date) 13:00"]
    }
    #expect(try told(of: days) == [])
    let night = "2026-10-03 00:40"
    var nights = days
    // Behind the third day, and behind the begin of the eighth.
    nights.insert("2026-10-08 0:20", at: 15)
    nights.insert(night, at: 6)
    // What is filled in mutes nothing, and is told nowhere.
    nights.insert("2026-10-05 8:00", at: 10)
    #expect(try told(of: nights) == ["a.md 25:4 note out-of-order"])
    // Nor does an entry of another year.
    nights[13] = "2025-10-06 13:00"
    let both = try told(of: nights)
    #expect(both == ["a.md 25:4 note out-of-order", "a.md 53:4 note out-of-order"])
    // From the newest on, too; and by day where the date was not changed.
    #expect(try told(of: (days[..<6] + [night] + days[6...]).reversed()).count == 1)
    let byHand = days[..<6] + ["2026-10-03 7:10"] + days[6...]
    let folder = try CheckedFolder()
    try folder.write(byHand.map { "## \($0)\n\nText of \($0).\n\n" }.joined(), "a.md")
    let strays = try folder.problems().filter { $0.contains("order") }
    #expect(strays == ["a.md 25:4 note out-of-order"])
    #expect(try told(of: Array(byHand)) == [])
  }

  @Test("a field in brackets behind words is told, and a number where fields stand")
  func otherForms() throws {
    let heading = "## 2026-11-14 7:30 {#aaaaaaaa04}\n"
    for (line, isTold) in [
      ("Müde [Stärke:: 5] heim.", true), ("Müde (Stärke:: 5).", true),
      ("Müde `[Stärke:: 5]`", false), ("Müde [Form:: 5] heim.", false),
      ("Müde [Stärke] :: 5", false), ("Stärke [siehe std::x]", false),
    ] {
      let count = try told(heading + "\n" + line, fields: Self.fields).count
      #expect(count == (isTold ? 1 : 0), "\(line)")
    }
    let folder = try CheckedFolder()
    let days = (11...14).map { "## 2026-11-\($0) {#aaaaaaaa\($0)}\n- Stärke:: 5\n\n" }
    for (lines, count) in [
      ("- dor: 6\n- mal: 7\n", 1), ("- Anna: kam\n", 0), ("\n- dor: 6\n", 0), ("dor: 6\n", 0),
      ("- Kapitel: 6 gelesen\n", 0), ("- Stärke:: 4\n- dor: 6\n", 0),
    ] {
      let last = "## 2026-11-15 {#aaaaaaaa15}\n\(lines)"
      try folder.write("---\nfields: {\(Self.fields)}\n---\n\n\(days.joined())\(last)", "a.md")
      #expect(try folder.problems().count == count, "\(lines)")
    }
  }
}
