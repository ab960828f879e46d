import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

/// Forms of other languages and programs that are read as they are meant, or told.
@Suite struct ImportedFormsTests {
  private func read(
    _ text: String, _ file: String, _ pattern: String? = nil
  ) -> ImportReading {
    var options = ImportOptions(zone: LocalTimeZone { _ in 0 })
    options.timePattern = pattern.flatMap { TimePattern($0) }
    options.format = pattern == nil ? nil : .jrnl
    return ImportReader.read(Array(text.utf8), file: file, options)
  }

  private func headings(_ reading: ImportReading) -> [String] {
    reading.entries.map { entry in
      let time = entry.timestamp
      let clock = time.precision == .day ? "" : " \(time.secondOfDay / 60)"
      return time.date.text + clock + "|" + String(utf8: entry.title)
    }
  }

  @Test(
    "A column of remarks that has marks is a field",
    arguments: [
      ("Date;Film;Note\n2026-11-20;A;4,5\n2026-11-21;B;\n", ["Film", "Note"], ""),
      ("Date;Film;Nota\n2026-11-20;A;8/10\n", ["Film", "Nota"], ""),
      ("Date;Note;Commentaire\n2026-11-20;15;bien\n", ["Note"], "bien"),
      ("Date;Film;Note\n2026-11-20;A;4,5\n2026-11-21;B;bien\n", ["Film"], "4,5"),
    ])
  func marks(_ table: String, _ fields: [String], _ text: String) {
    let reading = read(table, "x.csv")
    #expect(reading.fieldOrder == fields)
    #expect(reading.entries.first.map { String(utf8: $0.text) } == text)
  }

  @Test(
    "A column called Journal has threads, which are few and short, or texts",
    arguments: [
      ("Date;Humeur;Journal\n2026-11-12;7;Belle journée ici\n2026-11-13;5;Triste\n", "t", "Triste"),
      ("Journal,Date,Mood\nTravel,2026-11-12,7\nHome log,2026-11-13,5\n", "Home log", ""),
      (
        "Date,Journal\n" + (11...21).map { "2026-11-\($0),Day \($0)\n" }.joined(), "t", "Day 21"
      ),
      ("Date;Tagebuch\n2026-11-12;Ein schöner Tag.\n2026-11-13;Regen.\n", "t", "Regen."),
      ("Date;Journal;Note\n2026-11-12;Work;a\n2026-11-13;Home;b\n", "Home", "b"),
      ("Date;Journal;Mood\n2026-11-11;Home;6\n2026-11-12;Work;5\n2026-11-13;Home;7\n", "Home", ""),
    ])
  func journals(_ table: String, _ thread: String, _ text: String) throws {
    let entry = try #require(read(table, "t.csv").entries.last)
    #expect(entry.thread.title == thread && String(utf8: entry.text) == text)
  }

  @Test("Columns that only their names tell are kept to be told, unless the user names them")
  func guessed() {
    let reading = read("Date;Titre;Commentaires\n2026-11-20;A;b\n", "x.csv")
    #expect(reading.guessedColumns["x.csv"]?.map(\.header) == ["Titre", "Commentaires"])
    #expect(read("Date;Title;Text\n2026-11-20;A;b\n", "x.csv").guessedColumns.isEmpty)
  }

  @Test(
    "Times of day with letters begin entries below their day, and in the names of notes",
    arguments: [
      ("d.md", "# 2026-11-21\n\n## 14h30 Réunion\nx\n\n## 8h\ny\n", ["480|"]),
      // Beside a clear one, an hour alone is one, too.
      ("d.md", "# 2026-11-21\n\n## 14h30 Réunion\nx\n\n## 20h Dîner\ny\n", ["1200|Dîner"]),
      ("2026-11-21 14h30 Réunion.md", "x\n", []), ("2026-11-21-14h30.md", "x\n", []),
    ] as [(String, String, [String])])
  func clocks(_ file: String, _ text: String, _ others: [String]) {
    let found = headings(read(text, file))
    #expect(found.first?.hasPrefix("2026-11-21 870|") == true)
    #expect(Array(found.dropFirst()) == others.map { "2026-11-21 \($0)" })
  }

  @Test(
    "Times of day in French are read as they are meant, and lengths are none",
    arguments: [
      ("8 h 15 Réveil", "08:15 Réveil"), ("à 8 h", "08:00"), ("à 8h de retour", nil),
      ("8 heures", "08:00"), ("2 h 30 de marche", nil), ("2h30 de marche", nil),
      ("8 heures plus tard", nil),
      ("14h30, Réunion", "14:30, Réunion"), ("25 h", nil), ("8 homards", nil),
    ])
  func french(_ text: String, _ written: String?) {
    #expect(ImportReader.withColon(Array(text.utf8)[...]) == written.map { Array($0.utf8) })
  }

  @Test(
    "Headings that begin with hours below a day are told, and what is counted is not",
    arguments: [
      ("8h Réveil", "12h Midi", 2), ("7.30 Breakfast", "12.15 Lunch", 2),
      ("0730 Breakfast", "1215: Lunch", 2), ("8h30 Réveil", "Tâches\n## 12h", 2),
      ("8h Réveil", "Tâches", 1), ("2024 plans", "2025 plans", 0), ("7 habits", "10 things", 0),
      ("100 pushups", "200 situps", 0), ("7.5 km", "8.5 km", 0), ("2h de marche", "3h de vélo", 0),
      ("8h sleep", "7h work", 0), ("7.30 Euro", "8.20 km", 0), ("1.10 Aims", "1.15 Scope", 0),
      ("1200 Calories", "1400 words", 0),
    ])
  func hoursBelow(_ first: String, _ second: String, _ count: Int) {
    let reading = read("# 2026-11-21\n\n## \(first)\nx\n\n## \(second)\ny\n", "d.md")
    let told = reading.leftOut.filter { $0.kind == .clockBelow }
    #expect(told.reduce(0) { $0 + $1.count } == count)
    #expect(reading.entries.count == 1)
  }

  @Test("A time of day with an hour's letter in the title of a day is told")
  func clocksInTitles() {
    let reading = read("## 20 novembre 2026 à 8 h\nx\n", "x.md")
    #expect(reading.leftOut.map(\.kind) == [.clockInTitle])
  }

  @Test(
    "A time of day behind a Swedish word for the clock is read, or told where it may be another one",
    arguments: [
      ("klockan 21", "1260|", false), ("klockan 21.30", "1290|", false), ("kl21", "1260|", false),
      ("kl.21:30", "1290|", false), ("kl18.30 Middag", "1110|Middag", false),
      ("kl. 18.30", "1110|", false), ("kl 9", "540|", false), ("Klockan 9:30", "570|", false),
      ("kl. 18.30-20.00", "1110|", false), ("klockan 9 på morgonen", nil, true),
      ("kl 9:30 på kvällen", "1290|", false), ("kl. halv åtta", nil, true),
      ("Kl. 7 Mathe", nil, false),
      ("kring 21:30", nil, true), ("Mötet kring 21:30 var bra", nil, true),
      ("Psalm 23:45 sjungen", nil, false), ("kl 9-10", nil, true),
      ("18:30 och 20:00", "1110|och 20:00", true), ("at 9 with Bob", nil, true),
      ("at 30 degrees", nil, false),
    ] as [(String, String?, Bool)])
  func clockWords(_ title: String, _ found: String?, _ isTold: Bool) {
    let reading = read("## Fredag 20 november 2026 \(title)\nx\n", "x.md")
    #expect(headings(reading) == ["2026-11-20" + (found.map { " \($0)" } ?? "|\(title)")])
    #expect(reading.leftOut.contains { $0.kind == .clockInTitle } == isTold)
  }

  @Test("Columns with Swedish names are for what they say")
  func swedishColumns() {
    let reading = read(
      "Datum;Kl;Slut;Rubrik;Anteckning\n2026-11-20;7.30;8.15;Möte;Bra\n", "x.csv")
    #expect(headings(reading) == ["2026-11-20 450|Möte"])
    #expect(reading.entries.first?.text == Array("Bra".utf8))
    #expect(reading.leftOut.map(\.kind) == [.endField("Slut")])
  }

  @Test("A count in the name of a note is no time of day")
  func titles() {
    #expect(headings(read("x\n", "2026-11-21 5 choses.md")) == ["2026-11-21|5 choses"])
    #expect(read("x\n", "2026-11-21 5 choses.md").leftOut.isEmpty)
  }

  @Test(
    "A property whose signs lack their space is told, and no address or path is one",
    arguments: [
      ("pas::8000", true), ("- pas::8000", true), ("Marché (pas::8000) hier", true),
      ("eau :: 1,5 L", true), ("fe80::1", false), ("std::vector", false), ("a::", false),
    ])
  func gaps(_ line: String, _ isTold: Bool) {
    let note = read("Texte.\n\n\(line)\n", "2026-11-21.md")
    #expect(note.leftOut.contains { $0.kind == .propertyGap } == isTold)
    let entry = read("[2026-11-21 08:00] Titre\n\(line)\n", "x.txt")
    #expect(entry.leftOut.contains { $0.kind == .propertyGap } == isTold)
  }

  @Test(
    "A day in no calendar, behind signs, or with its year apart, is told in a text of days",
    arguments: [
      "31/11/2026", "2/11 2026", "2/11-2026", "2026-11-31 x", "22/13/2026", "(22/11/2026)",
      "## 31/11/2026",
    ])
  func lostDays(_ line: String) {
    let reading = read("20/11/2026\na\n\n\(line)\nx\n\n21/11/2026\nb\n", "x.txt", "%d/%m/%Y")
    #expect(reading.entries.count == 2)
    #expect(reading.leftOut.map(\.kind) == [.heading])
  }

  @Test("The names for links that other programs make of headings are no titles")
  func slugs() {
    let day = "## Vendredi 20 novembre 2026"
    let reading = read(
      "# Journal {#journal .Title}\n\n\(day) {#vendredi-20-novembre-2026}\nx\n\n\(day) Soir {#mine}\ny\n",
      "x.md")
    #expect(headings(reading) == ["2026-11-20|", "2026-11-20|Soir {#mine}"])
    #expect(reading.entries.first?.thread.title == "Journal")
  }

  @Test("jrnl's star stands behind the title of its Markdown")
  func stars() {
    let entry = read("# 2026\n\n## November\n\n### 2026-11-20 08:00 Titre *\nx\n", "x.md")
      .entries.first
    #expect(entry.map { String(utf8: $0.title) } == "Titre")
    #expect(entry?.fields.map(\.name) == ["starred"])
  }

  @Test("Files of jrnl's YAML that somebody joined are as many entries")
  func joinedYAML() {
    let one = "---\ntitle: A\ndate: 2026-11-20 08:00\nstarred: False\ntags: \nbody: |\n\tx\n"
    let reading = read(one + one.replacing("A", with: "B"), "x.yaml")
    #expect(headings(reading) == ["2026-11-20 480|A", "2026-11-20 480|B"])
    #expect(reading.entries.map(\.line) == [1, 8])
  }

  @Test("Dates in words are read in tables, and on another weekday they are not")
  func words() {
    let rows = ["20 novembre 2026", "5 avr. 2021", "Mittwoch, 4. März 2026 07:30"]
    let reading = read("Date;N\n" + rows.map { "\($0);1\n" }.joined(), "x.csv")
    #expect(headings(reading) == ["2026-11-20|", "2021-04-05|", "2026-03-04 450|"])
    #expect(read("Date;N\nLundi 20 novembre 2026;1\n", "x.csv").problems.count == 1)
  }

  @Test("The number of a telephone is none")
  func telephones() {
    #expect(FieldType(narrowestOf: [Array("+33612345678".utf8)]) == .text)
    #expect(FieldType(narrowestOf: [Array("+7".utf8)]) == .integer)
  }

  @Test("An end in the minute of its start is left out, and told")
  func slips() {
    var options = ImportOptions(zone: LocalTimeZone { _ in 0 })
    options.mapping = [("TIME", "a"), ("END", "b")]
    let table = "a,b,text\n2026-11-20 08:00:10,2026-11-20 08:00:40,x\n"
    let reading = ImportReader.read(Array(table.utf8), file: "x.csv", options)
    #expect(reading.problems.isEmpty && reading.leftOut.map(\.kind) == [.shortEnd])
    #expect(reading.entries.map(\.timestamp.minutesToEnd) == [0])
  }

  @Test("The order of its rows does not change what a table's columns are")
  func order() {
    let columns = [
      "Ora": ["8.05", "21.30", "8:05", "", "", "9"], "Orario": ["08:05", "21:30", ""],
      "Inizio": ["8.30", "14.15", ""], "Dalle": ["08:30", "14:15", ""],
      "Fine": ["12.30", "18.15", ""], "Alle": ["12.30", "17.00", ""],
      "Umore": ["7", "6", "", "7,5"], "Durata": ["1h10", "45min", ""],
      "Note": ["bello", "", "con Bruno; poi", "8"], "Scadenza": ["12/03/2026", "31/03/2026", ""],
    ]
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<150 {
      let names = columns.keys.sorted().shuffled(using: &generator).prefix(4)
      let rows = (12...17).map { day in
        let cells = names.map { columns[$0]?.randomElement(using: &generator) ?? "" }
        return (["\(day)/03/2026"] + cells.map { "\"\($0)\"" }).joined(separator: ";")
      }
      func says(_ rows: [String]) -> [String] {
        let head = "Data;" + names.joined(separator: ";")
        var options = ImportOptions(zone: LocalTimeZone { _ in 0 })
        options.dateOrder = .dmy
        let table = ([head] + rows).joined(separator: "\n")
        let reading = ImportReader.read(Array(table.utf8), file: "x.csv", options)
        let entries = reading.entries.map { entry in
          let values = entry.fields.map { "\($0.name)=\(String(utf8: $0.value))" }
          return "\(entry.timestamp) \(values) \(String(utf8: entry.text))"
        }
        return (entries + reading.problems.map { "\($0.kind)" }).sorted() + reading.fieldOrder
      }
      let other = rows.shuffled(using: &generator)
      #expect(says(rows) == says(other), "\(names) \(rows)")
    }
  }

  @Test(
    "A column of times of day is known by its cells, and its end by the start beside it",
    arguments: [
      ("Ora;Umore", ";7", "8.05;7", "2026-03-02 485|"),
      ("Ora;Umore", "9;7", "8.05;7", "2026-03-02 485|"),
      ("Start;End", ";", "08:30;17:00", "2026-03-02 510|"),
      ("Dalle;Alle", "8.00;9.00", "08.30;17.00", "2026-03-02 510|"),
      ("Da;A", "8:00;9:00", "8:30;17:00", "2026-03-02 510|"),
      ("Entrata;Uscita", ";", "8:30;17:00", "2026-03-02 510|"),
      ("Orario inizio;Orario fine", ";", "8.30;17.00", "2026-03-02 510|"),
      ("Dalle ore;Alle ore", ";", "08:30;17:00", "2026-03-02 510|"),
      // These have no times.
      ("Da;A", "Roma;Torino", "Torino;Roma", "2026-03-02|"),
      ("Entrata;Uscita", ";8.20", "12.50;", "2026-03-02|"),
    ])
  func starts(_ names: String, _ first: String, _ second: String, _ heading: String) {
    let reading = read("Data;\(names)\n2026-03-01;\(first)\n2026-03-02;\(second)\n", "x.csv")
    #expect(headings(reading).last == heading)
    let haveEnds = reading.leftOut.contains { if case .endField = $0.kind { true } else { false } }
    #expect(haveEnds == (second.contains("17") && heading.contains("510")))
    #expect(reading.ends.isEmpty != haveEnds)
  }
}
