import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct ImportTests {
  static let zone = LocalTimeZone.fixed(-14_400)

  private func read(
    _ text: String, file: String = "x.csv", _ change: (inout ImportOptions) -> Void = { _ in }
  ) -> ImportReading {
    var options = ImportOptions(zone: Self.zone) { name in
      name == "Europe/Berlin" ? .fixed(7200) : nil
    }
    change(&options)
    return ImportReader.read(Array(text.utf8), file: file, options)
  }

  private func plan(_ reading: ImportReading, into lists: [ThreadEntries] = []) -> ImportPlan {
    var index = ImportIndex(for: reading, zone: Self.zone)
    for list in lists { index.note(list) }
    var generator = SeededGenerator(seed: 3)
    return ImportPlan(reading, index, zone: Self.zone) { EntryID.random(using: &generator) }
  }

  private func list(_ bytes: [UInt8], path: String = "a.md") -> ThreadEntries {
    allEntries(ThreadFile(bytes, path: path, zone: Self.zone))
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("Of very many problems the first are kept, and all are counted")
  func manyProblems() {
    let reading = read(
      "{\"version\":1,\"entries\":[" + String(repeating: "{},", count: 2999) + "{}]}",
      file: "a.json")
    #expect(reading.problems.count == 1000)
    #expect(reading.furtherProblems == 2000)
  }

  @Test("A foreign table's columns are found by name, and the others become typed fields")
  func foreignCSV() throws {
    let reading = read(
      "Date;Time;Note;Mood;Sleep;Zip;OK\n28.3.2026;07:12;Hi;7;6h30m;00123;yes\n", file: "d/log.csv"
    ) { $0.timePattern = TimePattern("%d.%m.%Y %H:%M") }
    #expect(reading.problems == [])
    let entry = try #require(reading.entries.first)
    #expect(entry.timestamp.canonicalText == "2026-03-28 07:12:00-04:00")
    #expect(text(entry.text) == "Hi")
    #expect(entry.thread.title == "log")
    let thread = try #require(plan(reading).threads.first)
    #expect(thread.newFields.map(\.name) == ["Mood", "Sleep", "Zip", "OK"])
    #expect(thread.newFields.map(\.type) == [.integer, .duration, .text, .boolean])
  }

  @Test("Headings and names of notes with other dates are read after the pattern, with titles")
  func otherDates() throws {
    let diary = "# Diary\n\n## 28.3.2026\nOne.\n\n### 29.03.2026: By the sea\nTwo.\n\n## Not one\n"
    let unread = read(diary, file: "diary.md")
    #expect(unread.entries.isEmpty)
    #expect(
      unread.problems == [
        ImportProblem(file: "diary.md", line: 3, kind: .undatedHeadings("28.3.2026"))
      ])
    let reading = read(diary, file: "diary.md") { $0.timePattern = TimePattern("%d.%m.%Y") }
    #expect(reading.problems == [])
    #expect(reading.entries.map { text($0.title) } == ["", "By the sea"])
    #expect(reading.entries.map { text($0.text) } == ["One.", "Two.\n\n## Not one"])
    #expect(
      reading.entries.map { $0.timestamp.canonicalText.prefix(10) } == ["2026-03-28", "2026-03-29"])
    #expect(reading.entries.allSatisfy { $0.thread.title == "Diary" })
    let note = read("Hello.\n", file: "Notes/28.03.2026 Saturday.md") {
      $0.timePattern = TimePattern("%d.%m.%Y")
    }
    #expect(note.entries.map { text($0.title) } == ["Saturday"])
    #expect(note.entries.map(\.thread.title) == ["Notes"])
    let untitled = read("# March 28, 2026\nHi.\n", file: "diary.md") {
      $0.timePattern = TimePattern("%B %d, %Y")
    }
    #expect(untitled.entries.map(\.thread.title) == ["diary"])
    #expect(read("Words.\n", file: "diary.md").problems.map(\.kind) == [.noDay(nil)])
  }

  @Test("A plain text is a note where only its name tells a day")
  func datedText() {
    let reading = read("Some idea\nwith text\n", file: "Notes/2026-03-28 Idea.txt")
    #expect(reading.entries.map { text($0.title) } == ["Idea"])
    #expect(reading.entries.map(\.thread.title) == ["Notes"])
    #expect(read("x\n", file: "2026-03-28.txt").entries.map(\.timestamp.precision) == [.day])
    #expect(read("x\n", file: "idea.txt").problems.map(\.kind) == [.unknownFormat(nil)])
  }

  @Test("Columns of coordinates are left out and named, but not those of an export of ours")
  func coordinates() throws {
    let reading = read("date,note,Latitude,lon,place\n2026-03-28,Hi,45.5,-122.6,Portland\n")
    #expect(reading.problems == [])
    #expect(reading.entries.first?.fields.map(\.name) == ["place"])
    #expect(
      reading.leftOut.map(\.kind) == [
        .coordinates(column: "Latitude"), .coordinates(column: "lon"),
      ])
    #expect(reading.leftOut.map(\.line) == [1, 1])
    let own = read("thread,path,id,time,edited,title,text,lat\nA,a.md,,2026-03-28,,,Hi,7\n")
    #expect(own.entries.first?.fields.map(\.name) == ["lat"])
    #expect(own.leftOut == [])
  }

  @Test("A mapping says which column is what")
  func mapping() throws {
    let reading = read("when,what,n\n2026-03-28,Hello,3\n") {
      $0.mapping = [("TIME", "when"), ("TEXT", "What"), ("count", "n")]
    }
    #expect(reading.problems == [])
    let entry = try #require(reading.entries.first)
    #expect(text(entry.text) == "Hello")
    #expect(entry.fields.map(\.name) == ["count"])
    let wrong = read("when\n2026-03-28\n") { $0.mapping = [("TIME", "date")] }
    #expect(wrong.problems.map(\.kind) == [.noColumn("date", headers: ["when"], namesBelow: nil)])
  }

  @Test("Every bad row is named with its line")
  func badRows() {
    let reading = read("date,text\n2026-02-30,a\n2026-03-01\n\"x\ny\",b\n2026-03-02,ok\n")
    #expect(reading.problems.map(\.line) == [2, 3, 4])
    #expect(
      reading.problems.map(\.kind)
        == [.badTime("2026-02-30"), .cellCount(1, expected: 2), .badTime("x\ny")])
    let noTimes = ImportProblem.Kind.noTimeColumn(
      headers: ["a", "b"], CSVTimes(), namesBelow: nil)
    #expect(read("a,b\n1,2\n").problems.map(\.kind) == [noTimes])
    #expect(read("date,a,A\n").problems.map(\.kind) == [.columnTwice("A")])
    #expect(read("date\n").problems.map(\.kind) == [.noEntries])
  }

  @Test("Bytes that are not UTF-8, and NUL, are named by line and column")
  func notUTF8() {
    let options = ImportOptions(zone: Self.zone)
    let latin = Array("date,text\n2026-01-01,caf".utf8) + [0xE9] + Array("\nx\u{0}\n".utf8)
    #expect(
      ImportReader.read(latin, file: "x.csv", options).problems.map(\.kind)
        == [.notUTF8(column: 15, probably: .western), .nulByte(column: 2)])
    #expect(
      ImportReader.read([0xFF, 0xFE, 0x41, 0], file: "x.csv", options).problems.map(\.kind)
        == [.utf16])
  }

  @Test("A guard is taken off a cell of ours, unless the file is raw, and is another program's own")
  func guards() {
    let table = "thread,path,id,time,edited,title,text\nA,a.md,,2026-03-28,,,'=x\n"
    #expect(text(read(table).entries[0].text) == "=x")
    #expect(text(read(table) { $0.isRaw = true }.entries[0].text) == "'=x")
    #expect(text(read("date,text\n2026-03-28,'=x\n").entries[0].text) == "'=x")
  }

  @Test("jrnl's text is read with titles, bodies, stars and tags")
  func jrnlText() throws {
    let journal = """
      [2026-03-28 07:12:33 AM] A title. *
      Body with @Idea and mail@example.org.
      [not a time] text

      [2026-03-29 11:00:00 PM] Another @x
      """
    let reading = read(journal, file: "journal.txt")
    #expect(reading.problems == [])
    #expect(
      reading.entries.map(\.timestamp.canonicalText)
        == ["2026-03-28 07:12:33-04:00", "2026-03-29 23:00:00-04:00"])
    let entry = reading.entries[0]
    #expect(text(entry.title) == "A title.")
    #expect(text(entry.text) == "Body with @Idea and mail@example.org.\n[not a time] text")
    #expect(entry.fields.map { "\($0.name)=\(text($0.value))" } == ["starred=true", "tags=idea"])
    #expect(reading.entries[1].fields.map { text($0.value) } == ["x"])
    let german = read("[28.03.2026 07:12] x\n", file: "j.txt") {
      $0.timePattern = TimePattern("%d.%m.%Y %H:%M")
    }
    #expect(german.entries.map(\.timestamp.canonicalText) == ["2026-03-28 07:12:00-04:00"])
  }

  @Test("jrnl's JSON is read")
  func jrnlJSON() throws {
    let reading = read(
      #"{"tags":{"@a":1},"entries":[{"title":"T","body":"B\n","date":"2026-03-28","time":"07:12","tags":["@a","@b"],"starred":true}]}"#,
      file: "j.json")
    #expect(reading.problems == [])
    let entry = try #require(reading.entries.first)
    #expect(entry.timestamp.canonicalText == "2026-03-28 07:12:00-04:00")
    #expect(entry.fields.map { text($0.value) } == ["true", "a, b"])
  }

  @Test("Day One's entries keep their zone, place, tags and photos, without coordinates")
  func dayOne() throws {
    let reading = read(
      #"""
      {"metadata":{"version":"1.0"},"entries":[{"uuid":"EE9D6208B99A47FAAF2F98E16D384CD0",
      "creationDate":"2026-03-28T22:30:00Z","modifiedDate":"2026-03-29T08:00:00Z",
      "timeZone":"Europe/Berlin","starred":true,"tags":["a","b"],
      "text":"Hi ![](dayone-moment:\/\/AB12) \ud83c\udfd4","location":{"localityName":"Portland",
      "administrativeArea":"OR","latitude":45.5,"longitude":-122.6},
      "photos":[{"identifier":"AB12","md5":"31c8","type":"jpeg"}]}]}
      """#, file: "Trips.json")
    #expect(reading.problems == [])
    let entry = try #require(reading.entries.first)
    #expect(entry.timestamp.canonicalText == "2026-03-29 00:30:00+02:00")
    #expect(text(entry.text) == "Hi ![](photos/31c8.jpeg) 🏔")
    #expect(entry.id?.description == "ee9d6208b99a47faaf2f98e16d384cd0")
    #expect(entry.edited == "2026-03-29T10:00:00+02:00")
    #expect(
      entry.fields.map { "\($0.name)=\(text($0.value))" }
        == ["location=Portland, OR", "starred=true", "tags=a, b"])
  }

  @Test("A Day One entry that has its text as rich text only is told")
  func dayOneRichText() {
    let start = #"{"metadata":{},"entries":[{"creationDate":"2026-03-28T22:30:00Z","richText":"{}""#
    let kinds = [#"}]}"#, #","text":"x"}]}"#].map { end in
      read(start + end, file: "T.json").leftOut.map(\.kind)
    }
    let utc = ImportOmission.Kind.utcTimes(columns: [])
    #expect(kinds == [[utc, .richText], [utc, .member("richText")]])
  }

  @Test(
    "Of a Day One place, what is in words is taken",
    arguments: [
      (#""localityName":"45.5, -122.6","administrativeArea":"OR""#, "OR"),
      (#""localityName":"Kyoto","country":"Japan""#, "Kyoto, Japan"),
      (#""latitude":45.5,"longitude":-122.6,"placeName":"45.5, -122.6""#, ""),
    ])
  func dayOnePlace(_ location: String, _ place: String) throws {
    let entry = #"{"uuid":"A","creationDate":"2026-03-28T22:30:00Z","text":"x","location":{"#
    let reading = read(
      #"{"metadata":{"version":"1.0"},"entries":["# + entry + location + "}}]}", file: "T.json")
    #expect(reading.problems == [])
    let fields = try #require(reading.entries.first).fields.map { "\($0.name)=\(text($0.value))" }
    #expect(fields == (place.isEmpty ? [] : ["location=\(place)"]))
  }

  @Test("jrnl's times that are not known are shown")
  func unknownTimes() {
    let reading = read("[01/22/2026 08:00 PM] One\n\n[01/23/2026 08:00 PM] Two\n", file: "j.txt") {
      $0.format = .jrnl
    }
    #expect(reading.problems.map(\.kind) == [.unknownTimes("01/22/2026 08:00 PM")])
  }

  @Test("jrnl's dates with the day or the month first are read after the setting alone")
  func dateOrderOfJrnl() {
    func read(_ order: ForeignDate.Order?) -> ImportReading {
      self.read("[01.02.2026 09:05] One\n", file: "j.txt") {
        $0.format = .jrnl
        $0.dateOrder = order
      }
    }
    #expect(read(nil).problems.map(\.kind) == [.unknownTimes("01.02.2026 09:05")])
    #expect(read(.dmy).entries.map(\.timestamp.date.text) == ["2026-02-01"])
    #expect(read(.mdy).entries.map(\.timestamp.date.text) == ["2026-01-02"])
  }

  @Test("An empty file among others is no problem, and one alone is")
  func emptyFiles() {
    var empty = read(" \n", file: "2026-03-28.md")
    #expect(empty.forgiveEmptyFiles() == [])
    #expect(empty.problems.map(\.kind) == [.emptyFile])
    empty.append(read("Words\n", file: "2026-03-29.md"))
    empty.append(read("No date\n", file: "about.md"))
    #expect(empty.forgiveEmptyFiles() == ["2026-03-28.md"])
    #expect(empty.problems.map(\.file) == ["about.md"])
  }

  @Test("A daily note is an entry by its name, with its properties as fields")
  func dailyNote() throws {
    let note = "---\ntags: [a, b]\nmood: 7\nempty:\n---\n\n# Plan\n\n- x:: y\n"
    for name in ["2026-03-28.md", "2026_03_28.md", "20260328.md"] {
      let reading = read(note, file: "Vault/Daily/\(name)")
      #expect(reading.problems == [])
      let entry = try #require(reading.entries.first)
      #expect(entry.timestamp == Timestamp("2026-03-28"))
      #expect(entry.thread.title == "Daily")
      #expect(text(entry.text) == "# Plan\n\n- x:: y")
      #expect(entry.fields.map(\.name) == ["tags", "mood"])
    }
    #expect(read("x", file: "notes.md").problems.map(\.kind) == [.noDay(nil)])
  }

  @Test("Dated headings of any level begin entries; text before them is reported")
  func datedHeadings() throws {
    let reading = read(
      "# Trip\n\nIntro\n\n### 2026-03-28, Saturday\r\n\r\nOne\r\n#### Sub\n### 2026-03-29\nTwo",
      file: "trip.md")
    #expect(reading.problems == [])
    #expect(reading.entries.map { text($0.text) } == ["One\n#### Sub", "Two"])
    #expect(reading.entries.map { text($0.title) } == ["Saturday", ""])
    #expect(reading.entries.map(\.thread.title) == ["Trip", "Trip"])
    #expect(reading.leftOut.map(\.line) == [3])
  }

  @Test("The same import twice adds nothing, with ids or without")
  func twice() throws {
    for table in [
      "thread,path,id,time,edited,title,text,mood\nT,t.md,k3f9q2wz7h,2026-03-28T07:12:33-04:00,,,Hi,7\n",
      "date,text,mood\n2026-03-28,Hi\t,7\n2026-03-28,\"\nHo\n\n\",8\n",
    ] {
      let reading = read(table, file: "t.csv")
      let first = plan(reading)
      #expect(first.problems == [])
      let thread = try #require(first.threads.first)
      let file = try thread.newFile(
        id: "0198a6b2-6f0e-7c3a-9a51-3f2b8c1d4e5f", created: "2026-03-28T07:12:33-04:00")
      let again = plan(reading, into: [list(file, path: "t.md")])
      #expect(again.problems == [])
      #expect(again.entryCount == 0)
      #expect(again.held.same == reading.entries.count)
      #expect(again.threads[0].newFields == [])
    }
  }

  @Test("Entries go to their places in an existing thread, its other bytes stay")
  func existingThread() throws {
    let old =
      "---\ntitle: x\nfields:\n  mood: integer # mine\n---\nNote\n\n## 2026-03-02 {#b}\nB\n## 2026-03-04 {#d}\nD"
    let target = list(Array(old.utf8), path: "x.md")
    let reading = read(
      "date,text,mood,count\n2026-03-05,E,1,2\n2026-03-01,A,,\n2026-03-03,C,2,\n2026-03-03,C2,,\n",
      file: "x.csv")
    let plan = plan(reading, into: [target])
    #expect(plan.problems == [])
    let thread = try #require(plan.threads.first)
    #expect(thread.existing?.path == "x.md")
    #expect(thread.newFields.map(\.name) == ["count"])
    let document = ThreadDocument(target.file.bytes)
    let splices = try thread.splices(into: document, zone: Self.zone)
    let result = ThreadDocument(document.bytes.applying(splices))
    #expect(
      result.entries.map { text(result.content(of: $0).text(in: result.bytes.span)) }
        == ["A", "B", "C", "C2", "D", "E"])
    #expect(text(result.bytes).contains("  mood: integer # mine\n  count: integer\n---\nNote\n"))
    for splice in splices { #expect(document[splice.range].isEmpty) }
  }

  @Test("What a thread's fields do not take is named by line")
  func badValues() throws {
    let target = list(
      Array("---\ntitle: x\nfields:\n  mood: {type: integer, max: 10}\n---\n".utf8), path: "x.md")
    let reading = read("date,mood\n2026-03-05,7\n2026-03-06,11\n", file: "x.csv")
    let problems = plan(reading, into: [target]).problems
    #expect(problems.map(\.line) == [3])
  }

  @Test(
    "No path leads out of the journal",
    arguments: [
      "../x.md", "/etc/x.md", "a/../x.md", ".git/x.md", "a/.b/x.md", "x", "a//x.md", "a\\x.md",
      ".md",
      "a/\u{1}.md",
    ])
  func paths(_ path: String) {
    #expect(!ImportPlan.isThreadPath(path))
    let reading = read(
      "thread,path,id,time,text\nT,\(path),,2026-03-28,x\n", file: "x.csv")
    #expect(plan(reading).problems.map(\.kind) == [.badPath(path)])
  }

  @Test("An id that two rows have is refused")
  func duplicateID() {
    let reading = read(
      "thread,path,id,time,text\nT,t.md,abc,2026-03-28,x\nT,t.md,abc,2026-03-29,y\nT,t.md,-x,2026-03-29,y\n"
    )
    let kinds = plan(reading).problems.map(\.kind)
    #expect(kinds == [.badID("-x"), .duplicateID("abc", file: "x.csv", line: 2)])
  }

  @Test("JSON that is none, or of another shape, is refused where it goes wrong")
  func badJSON() {
    for (text, line, kind) in [
      ("{\"version\":1,\n\"entries\":[}", 2, ImportProblem.Kind.badJSON(column: 12)),
      ("{\"version\":2,\"entries\":[]}", 1, .unknownVersion("2")),
      ("{\"entries\":[\n{\"text\":\"x\"}]}", 2, .badMember("time")),
      ("{\"entries\":[\n{\"time\":null,\"text\":\"x\"}]}", 2, .badMember("time")),
      ("{\"time\":null,\"text\":\"x\"}", 1, .badMember("time")),
      ("{\"entries\":[{\"creationDate\":null}]}", 1, .badMember("creationDate")),
      ("{\"entries\":[{\"time\":\"x\"}]} x", 1, .badJSON(column: 28)),
      ("{\"entries\":[{\"time\":\"x\"}], \"version\":3}", 1, .unknownVersion("3")),
      ("{\"entries\":{}}", 1, .badMember("entries")),
      ("{\"time\":\"x\"}", 1, .badTime("x")), ("{\"entries\":[]}", 1, .noEntries),
      ("{\"time\":\"2026-01-01\",\"text\":\"\\u0000\"}", 1, .nulInMember("text")),
      (
        "{\"entries\":[\n{\"time\":\"x\",\"text\":\"a\",\"text\":\"b\"}]}", 2,
        .repeatedMember("text", column: 24)
      ),
      (
        "{\"entries\":[{\"time\":\"x\",\"fields\":{\"a\":1,\"\\u0061\":2}}]}", 1,
        .repeatedMember("a", column: 41)
      ),
      ("{\"version\":1,\"entries\":[],\n\"version\":1}", 2, .repeatedMember("version", column: 1)),
    ] {
      let problems = read(text, file: "x.json").problems
      #expect(problems.first?.kind == kind)
      #expect(problems.first?.line == line)
    }
    #expect(read("{\"entries\":[{\"time\":\"x\"}]} x", file: "x.json").problems.count == 1)
    let deep = String(repeating: "[", count: 100_000)
    #expect(read("{\"entries\":" + deep, file: "x.json").problems.count == 1)
  }

  @Test(
    "Half a character in an escape is refused at its place, and never another character",
    arguments: [#"\ud800"#, #"\udc00"#, #"\ud800\ud800"#, #"\ud800x"#, #"\udc00\ud800"#])
  func halfCharacters(_ escape: String) {
    let entry = "{\"time\":\"2026-01-01\",\n\"text\":\"a\(escape)b\"}"
    for text in [entry, "{\"version\":1,\"threads\":[],\"entries\":[\(entry)]}"] {
      let problems = read(text, file: "x.json").problems
      #expect(problems.map(\.kind) == [.halfCharacter(column: 10)])
      #expect(problems.map(\.line) == [2])
    }
    let whole = read("{\"time\":\"2026-01-01\",\"text\":\"a\\ud83c\\udf19b\"}", file: "x.json")
    #expect(whole.entries.map { text($0.text) } == ["a🌙b"])
  }

  @Test("Members may come in any order")
  func orderOfMembers() {
    let reading = read(
      "{\"entries\":[{\"time\":\"2026-01-01\",\"text\":\"b\"}],"
        + "\"threads\":[{\"title\":\"T\",\"created\":\"2026-01-01\"}],\"version\":1}",
      file: "x.json")
    #expect(reading.problems == [])
    #expect(reading.entries.map { text($0.text) } == ["b"])
    #expect(reading.created.keys.map(\.title) == ["T"])
  }

  @Test("What a byte order mark begins is known by its content, as without")
  func byteOrderMark() {
    for text in [
      "thread,path,id,time,edited,title,text\r\nT,t.md,abc,2026-03-28,,,Hi\r\n",
      "---\ntitle: T\n---\n\n## 2026-03-28 {#abc}\n\nHi\n", "[2026-03-28 07:12] Hi\n",
      "{\"time\":\"2026-01-01\",\"text\":\"b\"}",
    ] {
      let reading = read("\u{FEFF}" + text, file: ImportOptions.standardInput)
      #expect(reading.problems == [])
      #expect(reading.entries.count == 1)
      #expect(reading.leftOut == [])
    }
  }
}
