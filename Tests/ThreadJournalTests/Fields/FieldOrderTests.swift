import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct FieldOrderTests {
  private func times(
    _ types: [String: FieldType], _ values: [String], isReversed: Bool = false, dayStartsAt: Int = 0
  ) -> [Int] {
    let entries = values.enumerated().map { index, value in
      "## 2026-01-01 00:\(10 + index)\n" + (value.isEmpty ? "" : "- X:: \(value)\n")
    }
    let bytes = Array(entries.joined().utf8)
    let header = ThreadFile(bytes, path: "a.md", zone: .utc).header
    var fields = types.map { FieldDefinition(name: $0.key, type: $0.value) }
    for index in fields.indices { fields[index].options = ["Low", "High"] }
    let file = ThreadFile(
      bytes, header: header, schema: FieldSchema(fields: fields, groups: []), zone: .utc)
    return [ThreadEntries(file, file.entries())]
      .arranged(byField: "x", dayStartsAt: dayStartsAt, isReversed: isReversed)
      .flatMap(\.entries).map { $0.timestamp.minute - 10 }
  }

  @Test(
    "Entries stand in the order of a field's values, those without it last",
    arguments: [
      (FieldType.integer, ["10", "9", "", "-1", "x", "9"], [3, 1, 5, 0, 4, 2]),
      (.duration, ["1h", "90m", "59m", ""], [2, 0, 1, 3]),
      (.text, ["b", "A", "", "a"], [1, 3, 0, 2]),
      (.choice, ["high", "low", "other"], [1, 0, 2]),
      (.boolean, ["yes", "no", "true"], [1, 0, 2]),
      (.date, ["2026-02-01", "2025-12-31"], [1, 0]), (.time, ["23:30", "00:30"], [1, 0]),
      (.number, ["1.10", "1.2", "1.1"], [0, 2, 1]),
    ])
  func order(type: FieldType, values: [String], expected: [Int]) {
    #expect(times(["x": type], values) == expected)
  }

  @Test("Reversed, those without the field are last, too; a clock begins when days do")
  func reversed() {
    #expect(times(["x": .integer], ["1", "", "3", "2"], isReversed: true) == [2, 3, 0, 1])
    #expect(times(["x": .time], ["00:30", "23:30"], dayStartsAt: 4 * 3600) == [1, 0])
    #expect(times([:], ["b", "a"]) == [1, 0])
  }

  @Test("Any order is a total one")
  func total() {
    var generator = SeededGenerator(seed: 61)
    let values = ["1", "2", "1h", "x", "", "yes", "no", "low", "2026-01-01", "12:00", "-3", "1.0"]
    for type in FieldType.allCases {
      for _ in 0..<50 {
        let some = (0..<8).map { _ in values.randomElement(using: &generator) ?? "" }
        let order = times(["x": type], some)
        #expect(order.sorted() == Array(0..<8))
        // Sorted again, nothing moves.
        #expect(times(["x": type], order.map { some[$0] }) == Array(0..<8), "\(type) \(some)")
      }
    }
  }

  @Test("A sample has each entry as often as any other, in their order, and a seed decides it")
  func sample() {
    let file = ThreadFile(
      Array((0..<10).map { "## 2026-01-01 00:1\($0)\n" }.joined().utf8), path: "a.md", zone: .utc)
    var counts = [Int](repeating: 0, count: 10)
    for seed in 0..<2000 {
      var sample = EntrySample(3, using: SeededNumbers(seed: UInt64(seed)))
      var again = EntrySample(3, using: SeededNumbers(seed: UInt64(seed)))
      sample.add(ThreadEntries(file, file.entries()))
      again.add(ThreadEntries(file, Array(file.entries()[..<4])))
      again.add(ThreadEntries(file, Array(file.entries()[4...])))
      func minutes(_ sample: EntrySample) -> [Int] {
        sample.entries.flatMap(\.entries).map { $0.timestamp.minute - 10 }
      }
      let chosen = minutes(sample)
      #expect(chosen == chosen.sorted() && Set(chosen).count == 3)
      #expect(chosen == minutes(again))
      for index in chosen { counts[index] += 1 }
    }
    #expect(counts.allSatisfy { (500...700).contains($0) }, "\(counts)")
  }
}
