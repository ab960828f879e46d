import Testing
import ThreadJournal

/// What a whole file, or all of its entries, have otherwise than threads have it, as who is new to them types it.
@Suite struct HabitTests {
  @Test(
    "what most entries have directly below their headings may be a field without its colons",
    arguments: [
      ("- gewicht: 68.4", true), ("- slaap: 7h", true), ("* pijn: 2", true), ("- pijn:2", true),
      ("- glazen :: 6", true), ("glazen:: 6", true), ("\n- gewicht: 68.4", false),
      ("- om 9:15 op", false), ("- std::vector", false), ("Vandaag: niets", false),
      ("- Anna: agrees with the plan", false), ("- slaap: goed", true),
    ])
  func unreadFields(_ line: String, _ isTold: Bool) throws {
    // Two colons are a field's wherever they are.
    for (others, isTold) in [(0, isTold), (3, isTold && line.contains("::"))] {
      let lines = [line, line] + Array(repeating: "\nRust.", count: others)
      let entries = lines.enumerated().map {
        "## 2026-10-0\($0 + 1) 9:00 {#aaaaaaaa0\($0)}\n\($1)\n\nText \($0).\n\n"
      }
      let folder = try CheckedFolder()
      try folder.write(entries.joined(), "a.md")
      let expected = isTold ? ["a.md 2:1 note fields-unread"] : []
      #expect(try folder.problems() == expected)
    }
  }

  @Test(
    "a name that is no field's is told beside a line that is meant as a field's, and prose is not",
    arguments: [
      ("mood: 5\nweather: fog", 1), ("weather: fog\nmood: 5", 1), ("- mood:: 5\nweather: fog", 1),
      ("- mood:: 5\n- weather: light fog", 1), ("mood: 5\nTodo: sleep", 0),
      ("mood: 5\nps: it was a long day", 0), ("mood: 5\n\nweather: fog", 0),
      ("weather: fog", 0), ("mood: 5\nweather: fog\nAll was well.", 0),
    ])
  func unknownNames(_ lines: String, _ count: Int) throws {
    let folder = try CheckedFolder()
    let front = "---\nfields: {mood: integer}\n---\n\n"
    try folder.write(front + "## 2026-10-01 9:00 {#aaaaaaaa01}\n\(lines)\n", "a.md")
    #expect(try folder.problems().count { $0.hasSuffix("warning field-unknown") } == count)
    _ = try folder.journal().fix()
    #expect(try folder.problems().count { $0.hasSuffix("warning field-unknown") } == count)
  }

  @Test("a field in brackets is told with its name, whether the thread defines fields or none")
  func fieldsInBrackets() throws {
    for front in ["", "---\nfields: {mood: integer}\n---\n\n"] {
      let folder = try CheckedFolder()
      try folder.write(front + "## 2026-10-01 9:00 {#aaaaaaaa01}\n- [pain:: 2]\n", "a.md")
      let kinds = try folder.journal().check(.whole).problems.map(\.kind)
      #expect(kinds.contains(.unknownField("[pain", nearest: ["pain"], others: 0)))
    }
  }

  @Test("the heading of a month above an entry is told once for the file")
  func sections() throws {
    for (sections, isTold) in [
      (["# November"], true), (["# Nov 2026"], true), (["# 2026"], true), (["# KW 47"], true),
      (["# November", "# Week 47"], true), (["# Thoughts"], false), (["# November rain"], false),
      (["# November\n\nMore."], false),
    ] {
      let folder = try CheckedFolder()
      let entries = sections.enumerated().map {
        "\($1)\n\n## 2026-11-1\($0) 9:00 {#aaaaaaaa0\($0)}\n\nText \($0).\n\n"
      }
      let first = "# October\n\n## 2026-10-14 9:00 {#aaaaaaaa09}\n\nText.\n\n"
      try folder.write(first + entries.joined(), "a.md")
      let expected = isTold ? ["a.md 7:3 note heading-undated"] : []
      #expect(try folder.problems() == expected, "\(sections)")
    }
  }

  @Test(
    "headings that begin no entry and have a number, or name a month or a day, are told together")
  func undatedHeadings() throws {
    for (headings, isTold) in [
      (["26 kasım 2026"], true), (["seg 26"], true), (["in two parts: 1"], true),
      (["3a feira"], true), (["5 list items", "2nd act"], true), (["0211-555-1234"], true),
      (["2.1. Aims"], false), (["November"], true), (["dom"], true),
      (["Results"], false), (["Part 2", "Part 2", "Part 2"], false), (["[x] 3 done"], false),
      (["So it goes", "Sam"], false), (["A\n\n```\n## 26 kasım 2026\n```"], false),
    ] {
      let folder = try CheckedFolder()
      let text = "## 2026-10-24 9:00 {#aaaaaaaa01}\n\nText.\n\n"
      try folder.write(text + headings.map { "## \($0)\n\nMore.\n\n" }.joined(), "a.md")
      let expected = isTold ? ["a.md 5:4 note heading-undated"] : []
      #expect(try folder.problems() == expected, "\(headings)")
      // A file that is no thread has headings of its own.
      try folder.write(headings.map { "## \($0)\n\nMore.\n\n" }.joined(), "a.md")
      let isUndated = try folder.problems().contains { $0.hasSuffix("heading-undated") }
      #expect(!isUndated, "\(headings)")
    }
  }

  @Test("among times, what ends a title is told as one, and beside a price as none")
  func prices() throws {
    for (price, count) in [("11.30", 2), ("11.80", 0)] {
      let folder = try CheckedFolder()
      let titles = ["9:00 A", "9:00 B", "Lunch 12.50", "Lunch \(price)", "9:00 C"]
      let entries = titles.enumerated().map {
        "## 2026-10-0\($0 + 1) \($1)\n\nText \($0).\n\n"
      }
      try folder.write(entries.joined(), "a.md")
      #expect(try folder.problems().count { $0.hasSuffix("title-time") } == count)
    }
  }

  @Test("the text of a thread without entries is told, and a title or a few words are not")
  func textAlone() throws {
    let front = "---\nid: 01a218db-ec2e-7fa1-b3e4-9e8d0b10b283\ntitle: Dag\n---\n\n"
    for (text, isTold) in [
      ("Vandaag niets gedaan.", true), ("22:45 gewerkt tot laat", true), ("Bed A", false),
      ("# Dag van de week", false), ("", false), ("Over deze dagen.\n\n## 2026-10-01 {#a1}", false),
    ] {
      let folder = try CheckedFolder()
      try folder.write(front + text + "\n", "a.md")
      #expect(try folder.problems() == (isTold ? ["a.md 6:1 note no-entry"] : []), "\(text)")
    }
  }

  @Test("a file with ids and another ending, and a thread one letter from another, are told")
  func fileNames() throws {
    let entry = "## 2026-10-01 9:00 {#aaaaaaaa01}\n\nText.\n"
    for name in ["dromen", "dromen.nd", "dromen.m", "dromen,md", "dromen.mdown", "dromen.org"] {
      let folder = try CheckedFolder()
      try folder.write(entry, name)
      #expect(try folder.problems() == ["\(name) - note file-name"])
      // A copy of what stands in a thread, and another program's file.
      try folder.write(entry, "a.md")
      #expect(try folder.problems() == [])
      for (heading, count) in [("# Dromen\n\n## 2026-10-01 6:50", 1), ("## 2026-10-01", 0)] {
        try folder.write("\(heading)\n\nVersion 2.\n", name)
        #expect(try folder.problems().count == count)
      }
    }
    for (name, isTold) in [
      ("migrane", true), ("migraines", true), ("migraine2", false), ("b/migrane", false),
      ("moestuin", false),
    ] {
      let folder = try CheckedFolder()
      try folder.write(entry, "migraine.md")
      try folder.write("## 2026-10-02 9:00\n\nMore.\n", "\(name).md")
      let notes = try folder.problems().filter { $0.contains("file-name") }
      #expect(notes == (isTold ? ["\(name).md - note file-name"] : []), "\(name)")
    }
  }
}
