import FoundationEssentials
import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct CSVTests {
  private func records(
    _ text: String, delimiter: UInt8? = nil
  ) throws -> [[String]] {
    var reader = CSVReader(Array(text.utf8), delimiter: delimiter)
    var records: [[String]] = []
    while let record = try reader.next() {
      records.append(record.cells.map { String(decoding: $0.bytes, as: UTF8.self) })
    }
    return records
  }

  private func line(_ cells: [String], _ style: CSVStyle = .standard) -> String {
    var writer = CSVWriter(style)
    var output: [UInt8] = []
    for cell in cells { writer.append(cell, to: &output) }
    writer.endRow(to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  @Test(
    "Records and cells are read after RFC 4180, and leniently beyond it",
    arguments: [
      ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]), ("a,b\r\n1,2", [["a", "b"], ["1", "2"]]),
      ("a,b\r1,2\r", [["a", "b"], ["1", "2"]]), ("\u{FEFF}a,b\n", [["a", "b"]]),
      ("a;b;\"c,d\"\n", [["a", "b", "c,d"]]), ("a\tb\n1,5\t2\n", [["a", "b"], ["1,5", "2"]]),
      ("\"a\"\"b\",\"c\nd\"\n", [["a\"b", "c\nd"]]), ("a \"q\" b,c\n", [["a \"q\" b", "c"]]),
      ("\"a\" x,b\n", [["a x", "b"]]), ("a,\n,b\n,\n", [["a", ""], ["", "b"], ["", ""]]),
      ("\n\na\n\n", [["a"]]), ("", []), ("\"\"", [[""]]),
    ])
  func reading(_ text: String, _ expected: [[String]]) throws {
    #expect(try records(text) == expected)
  }

  @Test("Each record knows its line, also behind line breaks in quotes")
  func lines() throws {
    var reader = CSVReader(Array("h,i\n\"a\r\nb\rc\",x\n\ny,z\n".utf8))
    var lines: [Int] = []
    while let record = try reader.next() { lines.append(record.line) }
    #expect(lines == [1, 2, 6])
  }

  @Test("A quote that is never closed is named by the line it opens on")
  func unterminated() {
    var reader = CSVReader(Array("a,b\n1,\"x\ny\n".utf8))
    #expect(throws: CSVReader.UnterminatedQuote(line: 2)) {
      while try reader.next() != nil {}
    }
  }

  @Test(
    "A cell that a spreadsheet would run is guarded, a plain number is not",
    arguments: [
      ("=1+1", "'=1+1"), ("+1+1", "'+1+1"), ("-x", "'-x"), ("@a", "'@a"), ("\tx", "'\tx"),
      ("\rx", "\"'\rx\""), ("-5", "-5"), ("+7.25", "+7.25"), ("-", "'-"), ("-5-5", "'-5-5"),
      ("-.5", "'-.5"), ("'=x", "''=x"), ("''@", "'''@"), ("'tis", "'tis"), ("'", "'"),
      ("a=b", "a=b"), ("=\"x\"", "\"'=\"\"x\"\"\""), ("'-5", "''-5"), ("-5.", "'-5."),
    ])
  func guarding(_ cell: String, _ expected: String) throws {
    #expect(line([cell]) == expected + "\n")
    let comma = UInt8(ascii: ",")
    let read = try records(line([cell]), delimiter: comma)[0][0]
    #expect(CSVFormula.unguarded(Array(read.utf8)) == Array(cell.utf8))
    #expect(
      try records(line([cell], .standard.raw), delimiter: comma)[0][0].utf8.elementsEqual(cell.utf8)
    )
  }

  @Test("Excel's style has CRLF and a byte order mark; an empty value is told from none")
  func styles() {
    var writer = CSVWriter(.excel)
    var output: [UInt8] = []
    writer.appendStart(to: &output)
    writer.append([UInt8]().span, to: &output)
    writer.appendNothing(to: &output)
    writer.endRow(to: &output)
    #expect(output == [0xEF, 0xBB, 0xBF] + Array("\"\",\r\n".utf8))
  }

  @Test("Whatever is written comes back, of any bytes")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let cells = (0..<4).map { _ -> [UInt8] in
        var cell = ThreadSamples.bytes(upTo: 5, using: &generator)
        for mark in ["\"", ",", "=", "'", "+", ";"]
        where Int.random(in: 0..<4, using: &generator) == 0 {
          cell.insert(contentsOf: mark.utf8, at: Int.random(in: 0...cell.count, using: &generator))
        }
        return cell
      }
      var writer = CSVWriter(.standard)
      var output = Array("header\n".utf8)
      for cell in cells { writer.append(cell.span, to: &output) }
      writer.endRow(to: &output)
      var reader = CSVReader(output, delimiter: UInt8(ascii: ","))
      _ = try reader.next()
      let record = try #require(try reader.next())
      #expect(record.cells.map { CSVFormula.unguarded($0.bytes) } == cells)
      #expect(try reader.next() == nil)
    }
  }

  @Test(
    "The CSV spectrum is read as its authors say",
    .enabled(if: Corpora.folder != nil, "\(Corpora.skipped)"))
  func spectrum() throws {
    let folder = try #require(Corpora.folder).appending(path: "csv/spectrum")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "csvs").path)
    try #require(names.count >= 12)
    for name in names {
      let file = try Data(contentsOf: folder.appending(path: "csvs/\(name)"))
      let json = try Data(
        contentsOf: folder.appending(
          path: "json/\(name.replacing(".csv", with: ".json"))"))
      var reader = CSVReader([UInt8](file))
      let header = try #require(try reader.next())
      var value = JSONReader([UInt8](json))
      let whole = try value.value()
      // One file's JSON is a single object, of another row than the table's.
      guard let items = whole.items else { continue }
      for expected in items {
        let record = try #require(try reader.next())
        for (column, cell) in zip(header.cells, record.cells) {
          let key = String(decoding: column.bytes, as: UTF8.self)
          #expect(expected[key]?.string == cell.bytes, "\(name) \(key)")
        }
      }
      #expect(try reader.next() == nil)
    }
  }

  private func list(_ text: String, path: String = "a.md") -> ThreadEntries {
    allEntries(ThreadFile(Array(text.utf8), path: path, zone: .fixed(-14_400)))
  }

  private func csv(
    _ lists: [ThreadEntries], includesDeleted: Bool = false, _ style: CSVStyle = .standard
  ) -> String {
    let output = CSVTable.bytes(
      of: lists, includesDeleted: includesDeleted, style, zone: .fixed(-14_400))
    return String(decoding: output, as: UTF8.self)
  }

  @Test("Columns are the entries' own, then the fields in their order, then undefined ones")
  func columns() {
    var first = list(FieldSchemaTests.file)
    first.entries.removeAll { $0.slice.isDeleted }
    #expect(
      csv([first]).split(separator: "\n").first
        == "thread,path,id,time,edited,title,text,mood,sleep,exercise,minutes,Wetter")
    let second = list("## 2026-03-28\n- text:: x\n- Field:Odd:: y\n- mood:: 3\n", path: "b.md")
    let both = csv([first, second])
    #expect(
      both.hasPrefix(
        "thread,path,id,time,edited,title,text,mood,sleep,exercise,minutes,Wetter,"
          + "field:text,field:Field:Odd\n"))
    #expect(both.hasSuffix("\nb,b.md,,2026-03-28,,,,3,,,,,x,y\n"))
  }

  @Test("Rows hold what the entries say; deleted ones where they are asked for")
  func rows() {
    let whole = csv([list(FieldSchemaTests.file)], includesDeleted: true)
    #expect(
      whole == """
        thread,path,id,time,edited,deleted,title,text,mood,sleep,exercise,minutes,Wetter,typo
        Morning pages,a.md,aaaaaaaaaa,2026-03-28T07:12:33-04:00,,,,Text with mood:: 7.,7,,"run
        far",,,
        Morning pages,a.md,bbbbbbbbbb,2026-03-29,,true,,,8,,,,,x

        """)
  }

  @Test("The column of a deleted field stays where an entry carries it")
  func deletedField() {
    let head = "---\nfields:\n  a: {type: text, deleted: 2026-01-01}\n  b: text\n---\n\n"
    #expect(csv([list(head + "## 2026-03-28\n- b:: 1\n")]).contains("text,b\n"))
    #expect(csv([list(head + "## 2026-03-28\n- A:: 1\n")]).contains("text,a,b\n"))
  }

  private static let night =
    "---\nfields:\n  asleep: duration\n  fit: boolean\n---\n\n## 2026-03-28\n- asleep:: %\n- fit:: yes\n"

  @Test(
    "Durations are written as numbers of a unit",
    arguments: [
      ("7h30m", "hours", "7.5"), ("20m", "hours", "0.3333"), ("40m", "hours", "0.6667"),
      ("90s", "minutes", "1.5"), ("1h", "seconds", "3600"), ("0m", "hours", "0"),
      ("6h", "hours", "6"), ("long", "hours", "long"),
      ("2562047788015215h", "hours", "2562047788015215h"), ("2h30s", "hours", "2.0083"),
    ])
  func durations(typed: String, unit: String, number: String) {
    let file = Self.night.replacing("%", with: typed)
    let form = CSVForm(
      columns: ["fit", "asleep"], durations: TimeUnit(rawValue: unit),
      booleans: .numbers)
    let table = CSVTable.bytes(
      of: [list(file)], includesDeleted: false, .standard, zone: .fixed(-14_400), form: form)
    #expect(String(decoding: table, as: UTF8.self) == "fit,asleep\n1,\(number)\n")
  }

  @Test("A table in another form has the same rows otherwise, and one of all columns is the same")
  func formKeepsRest() {
    let file = list(FieldSchemaTests.file)
    let zone = LocalTimeZone.fixed(-14_400)
    let plain = csv([file], includesDeleted: true)
    let form = CSVForm(durations: .hours)
    let other = CSVTable.bytes(
      of: [file], includesDeleted: true, .standard, zone: zone, form: form)
    #expect(
      String(decoding: other, as: UTF8.self).replacing("6.5", with: "6h30m") == plain
    )
    let all = plain.prefix { $0 != "\n" }.split(separator: ",").map(String.init)
    let chosen = CSVTable.bytes(
      of: [file], includesDeleted: true, .standard, zone: zone, form: CSVForm(columns: all))
    #expect(String(decoding: chosen, as: UTF8.self) == plain)
    #expect(file.columns.unknown(among: ["MOOD", "title", "mod"]) == "mod")
  }
}
