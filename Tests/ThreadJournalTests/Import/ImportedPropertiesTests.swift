import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct ImportedPropertiesTests {
  private func read(_ text: String, file: String) -> ImportReading {
    ImportReader.read(Array(text.utf8), file: file, ImportOptions(zone: .fixed(-14_400)))
  }

  private func fields(_ reading: ImportReading) -> [String] {
    reading.entries.flatMap(\.fields).map { name, value in
      "\(name)=\(String(decoding: value, as: UTF8.self))"
    }
  }

  @Test("A field in a task is the task's, one in code is none, and both stay in the text")
  func tasks() {
    let text = """
      - [ ] call [due:: 2026-11-30]
        1. [x] done (on:: 2026-11-20) [prio:: 1]

      Write `[a:: 1]` and ``b ` [b:: 2]``, [mood:: 5] and `odd [knee:: 4].

      ```
      [c:: 3]
      pain:: 4
      ```
      """
    let reading = read(text, file: "2026-11-20.md")
    #expect(fields(reading) == ["mood=5", "knee=4"])
    #expect(reading.entries.map { String(decoding: $0.text, as: UTF8.self) } == [text])
    #expect(reading.leftOut.map(\.kind) == [.taskField])
    #expect(reading.leftOut.map(\.count) == [3])
  }

  @Test("Of a field that a note has again in its text the first counts, and another value is told")
  func again() {
    let reading = read(
      "---\nmood: 7\n---\nsleep:: 8h\n\n[mood:: 5] [Sleep:: 8h] [knee:: 2]\n\n[knee:: 3]\n",
      file: "2026-11-20.md")
    #expect(fields(reading) == ["mood=7", "sleep=8h", "knee=2"])
    #expect(reading.leftOut.map(\.kind) == [.inTextAgain("mood"), .inTextAgain("knee")])
    #expect(reading.leftOut.map(\.line) == [6, 8])
  }

  @Test("Lines of jrnl's text that are written as properties are told where they stand")
  func jrnl() {
    let reading = read(
      "[2026-11-01 08:00] One\npain:: 4\nText\n\n[2026-11-02 08:00] Two\n\n- [ ] a [due:: x]\n",
      file: "j.txt")
    #expect(fields(reading) == [])
    #expect(reading.leftOut.map(\.kind) == [.propertyBelow, .taskField])
    #expect(reading.leftOut.map(\.line) == [2, 7])
  }

  @Test(
    "Times in UTC are told in every form of files",
    arguments: [
      ("x.json", #"{"time":"2026-11-20T08:00:00Z","text":"x"}"#),
      ("x.txt", "[2026-11-20T08:00:00Z] Title\n"),
      ("x.md", "---\ndate: 2026-11-20T08:00:00Z\n---\nx\n"),
      ("x.csv", "date,text\n2026-11-20T08:00:00Z,x\n"),
    ])
  func utc(_ file: String, _ text: String) {
    let reading = read(text, file: file)
    #expect(reading.leftOut.map(\.kind) == [.utcTimes(columns: file == "x.csv" ? ["date"] : [])])
    #expect(
      reading.entries.map(\.timestamp.canonicalText) == ["2026-11-20 08:00:00+00:00"])
  }
}
