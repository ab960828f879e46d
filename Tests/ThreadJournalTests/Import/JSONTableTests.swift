import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct JSONTableTests {
  private func table(_ text: String) -> JSONTable? {
    let reading = ImportReader.read(
      Array(text.utf8), file: "a.json", ImportOptions(zone: .utc))
    guard case .otherJSON(let table) = reading.problems.first?.kind else { return nil }
    return table
  }

  @Test("the rows of a table are found in lists, in days, and in objects that are alike")
  func rows() {
    #expect(table(#"[{"a":1,"b":[]}]"#)?.rows == .items)
    #expect(table(#"{"x":[{"a":1}]}"#)?.rows == .list("x"))
    #expect(table(#"{"2026-11-01":"a"}"#)?.rows == .days)
    let days = table(#"{"2026-11-20":{"mood":7},"2026-11-21":{"mood":8}}"#)
    #expect(days?.rows == .objectsOfDays)
    #expect(days?.columns == ["date", "mood"])
    let note = #"{"textContent":"x","created":1795100400000,"labels":[{"name":"a"}]}"#
    #expect(table(note)?.columns == ["textContent", "created"])
    let named = table(#"{"x":{"a":1,"b":2},"y":{"a":1}}"#)
    #expect(named?.rows == .items)
    #expect(named?.columns == ["a", "b"])
    #expect(table(#"{"x":{"a":1},"y":{"b":1}}"#) == nil)
  }

  @Test("Columns of times since 1970 are known where all of their values look so")
  func instants() {
    let rows = #"[{"a":1795100400000,"b":1795100400000},{"a":null,"b":"x"},{"c":1795100400000000}]"#
    #expect(table(rows)?.instants == ["a": 1000, "c": 1_000_000])
  }

  @Test("an object of many objects is read in time linear in it")
  func many() {
    let members = (0..<40_000).map { "\"\($0)\":{}" }
    let table = table("{\"a\":1,\(members.joined(separator: ","))}")
    #expect(table?.columns == ["a"])
    #expect(table?.others.count == 40_000)
  }
}
