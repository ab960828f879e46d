import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct FieldValueTests {
  private func field(_ type: FieldType, options: [String] = []) -> FieldDefinition {
    var field = FieldDefinition(name: "f", type: type)
    field.options = options
    return field
  }

  @Test(
    "A value fits its type, with white space around it or without",
    arguments: [
      (FieldType.text, ""), (.text, "anything\nat all"), (.integer, "7"), (.integer, "-2"),
      (.integer, " +007\t"), (.integer, String(repeating: "9", count: 15)), (.number, "71.5"),
      (.number, "-0.0"), (.number, "3"), (.boolean, "true"), (.boolean, "No"), (.boolean, "YES "),
      (.date, "2026-03-28"), (.date, " 2024-02-29"), (.duration, "7h30m"), (.duration, "90m"),
      (.duration, "1h0m5s"), (.duration, "0s"),
    ])
  func fits(_ type: FieldType, _ text: String) {
    #expect(field(type).check(Array(text.utf8)) == nil)
  }

  @Test("A value of more digits than are counted is none")
  func tooLarge() {
    let long = String(repeating: "9", count: 16)
    for (type, text) in [
      (FieldType.integer, long), (.number, "-\(long).5"), (.duration, "\(long)s"),
    ] {
      #expect(FieldDefinition(name: "f", type: type).check(Array(text.utf8)) == .tooLarge)
    }
    let decimals = "1.\(long)"
    #expect(FieldDefinition(name: "f", type: .number).check(Array(decimals.utf8)) == nil)
  }

  @Test(
    "What is no value of the type is refused with the type",
    arguments: [
      (FieldType.integer, ""), (.integer, "7.0"), (.integer, "seven"), (.integer, "1 2"),
      (.integer, "-"), (.integer, "٧"), (.number, "1."), (.number, ".5"), (.number, "1,5"),
      (.number, "1e5"), (.number, "nan"), (.boolean, "on"), (.boolean, "1"), (.boolean, ""),
      (.date, "2026-02-30"), (.date, "2026-3-1"), (.date, "2026-03-28 07:12"),
      (.date, "0000-01-01"),
      (.duration, "30"), (.duration, "30m7h"), (.duration, "1m1m"), (.duration, "h"),
      (.duration, ""),
      (.duration, "1.5h"), (.duration, "99999999999999999999h"),
      (.duration, "9223372036854775807h"),
      (.duration, "-1h"), (.duration, "1 h"),
    ])
  func isRefused(_ type: FieldType, _ text: String) {
    #expect(field(type).check(Array(text.utf8)) == .wrongType(type))
  }

  @Test("A choice is one of its options, whatever its case and normalization")
  func choice() {
    let field = field(.choice, options: ["Café", "tea"])
    #expect(field.value(of: Array("cafe\u{301}".utf8)) == .choice(0))
    #expect(field.value(of: Array(" TEA ".utf8)) == .choice(1))
    #expect(field.check(Array("tee".utf8)) == .notAnOption(nearest: ["tea"]))
    #expect(field.check([0xff]) != nil)
  }

  @Test(
    "Limits are included and compared exactly",
    arguments: [
      (FieldType.integer, "1", "10", "1", "10", "0", "11"),
      (
        .number, "0.1", "0.3", "0.10", "0.3000", "0.0999999999999999999999",
        "0.30000000000000000001"
      ),
      (.number, "-2", "-1", "-2.0", "-1", "-2.01", "-0.99"),
      (.date, "2026-01-01", "2026-12-31", "2026-01-01", "2026-12-31", "2025-12-31", "2027-01-01"),
      (.duration, "1h", "8h", "60m", "480m", "59m59s", "8h1s"),
    ])
  func limits(
    _ type: FieldType, _ least: String, _ most: String, _ low: String, _ high: String,
    _ below: String, _ above: String
  ) throws {
    let field = try FieldDefinition(name: "f", type: type.rawValue, minimum: least, maximum: most)
    #expect(field.check(Array(low.utf8)) == nil)
    #expect(field.check(Array(high.utf8)) == nil)
    #expect(field.check(Array(below.utf8)) == .belowMinimum(least))
    #expect(field.check(Array(above.utf8)) == .aboveMaximum(most))
  }

  @Test("Decimal numbers are ordered by value, whatever their length")
  func decimals() throws {
    let ordered = ["-10", "-9.99", "-0.5", "0", "0.05", "0.5", "1", "1.0001", "9", "10", "100"]
    let numbers = try ordered.map { try #require(DecimalNumber($0)) }
    for (left, right) in zip(numbers, numbers.dropFirst()) {
      #expect(left < right)
      #expect(!(right < left))
    }
    #expect(DecimalNumber("-0") == DecimalNumber("0.00"))
    #expect(DecimalNumber("+007.50")?.text == "7.5")
    #expect(DecimalNumber("-0.0")?.text == "0")
  }

  @Test("JSON has a value as its type reads it, in the digits that were typed")
  func json() {
    func json(_ value: String, _ type: FieldType) -> FieldJSON { type.json(of: Array(value.utf8)) }
    for value in ["7", "07", "+7", " 7 "] {
      #expect(json(value, .integer) == .number(Array("7".utf8)), "\(value)")
    }
    #expect(json("-7.50", .number) == .number(Array("-7.50".utf8)))
    #expect(json("true ", .boolean) == .boolean(true))
    #expect(json("yes", .boolean) == .string(Array("yes".utf8)))
    #expect(json("x", .integer) == .string(Array("x".utf8)))
    #expect(json("7h ", .duration) == .string(Array("7h".utf8)))
    #expect(json("7 ", .text) == .string(Array("7 ".utf8)))
  }

  @Test(
    "A definition that makes no sense is refused",
    arguments: [
      (["n", "colour"], FieldError.unknownType("colour", nearest: [])),
      (["n", "intger"], .unknownType("intger", nearest: ["integer"])),
      (["n", "text", "1"], .limitWithoutOrder(.text)),
      (["n", "integer", "1.5"], .badLimit("1.5", .integer)),
      (["n", "integer", "5", "4"], .limitsReversed(minimum: "5", maximum: "4")),
      (["a::b"], .badName("a::b")), (["n", "choice"], .noOptions),
    ])
  func badDefinition(_ words: [String], _ expected: FieldError) {
    #expect(throws: expected) {
      _ = try FieldDefinition(
        name: words[0], type: words.count > 1 ? words[1] : nil,
        minimum: words.count > 2 ? words[2] : nil, maximum: words.count > 3 ? words[3] : nil)
    }
  }

  @Test("Options are distinct lines of text, and only a choice has them")
  func options() throws {
    #expect(throws: FieldError.optionsWithoutChoice(.integer)) {
      _ = try FieldDefinition(name: "n", type: "integer", options: ["a"])
    }
    #expect(throws: FieldError.badOption("A")) {
      _ = try FieldDefinition(name: "n", type: nil, options: ["a", "A"])
    }
    #expect(
      try FieldDefinition(name: "n", type: nil, options: [" a ", "b"]).options == ["a", "b"])
  }
}
