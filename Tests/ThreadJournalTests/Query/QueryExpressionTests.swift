import Foundation
import TestSupport
import Testing

@testable import ThreadJournal

@Suite struct QueryExpressionTests {
  private func matches(_ expression: String, _ text: String) throws -> Bool {
    var matcher = ExpressionMatcher(try RegularExpression(Array(expression.utf8)))
    return matcher.matches(Array(text.utf8))
  }

  @Test(
    "An expression fits",
    arguments: [
      ("colou?r", "Colour"), (#"\d{3}-\d{4}"#, "call 555-1234"), ("^b", "a\nb"), ("a$", "a\nb"),
      ("a|b", "xb"),
      ("(?:ab)+c", "ababc"), (#"\bfoo\b"#, "a foo."), ("[^a]", "ab"), ("[a-c]x", "bx"),
      (#"[\d-]"#, "-"),
      ("[]x]", "]"), (".", "é"), ("é", "É"), (#"\w+"#, "ж"), (#"\s"#, "a\u{3000}"),
      ("a{2,}", "aaa"), ("x*", ""),
      (#"a\.b"#, "a.b"), ("a{x", "a{x"), (#"\Bb"#, "ab"), ("S", "ES"),
      ("(a|b)*c", "abac"), (#"\bя\b"#, "и я."), ("a*?b", "aab"),
    ])
  func fits(expression: String, text: String) throws {
    #expect(try matches(expression, text))
  }

  @Test(
    "An expression does not fit",
    arguments: [
      ("a.b", "a\nb"), ("^b", "ab"), ("S", "es"), (#"\bfoo\b"#, "food"), ("a{3}", "aa"),
      (#"\D"#, "123"), ("[^a]", "a"),
      ("[^a]", "A"), (#"\W"#, "aж9_"), ("a+b", "ac"), ("(a+)+$b", "aaa"), (#"\S"#, " \n\u{a0}"),
    ])
  func doesNotFit(expression: String, text: String) throws {
    #expect(try !matches(expression, text))
  }

  @Test(
    "A bad expression is refused with the place",
    arguments: [
      ("", 1, RegularExpressionError.Reason.empty), ("ab(c", 3, .unclosedGroup),
      ("(?i)a", 1, .unknownGroup),
      ("a)b", 2, .unopenedGroup),
      ("x[ab", 2, .unclosedClass), ("*a", 1, .nothingToRepeat), ("a|+", 3, .nothingToRepeat),
      ("[b-a]", 2, .endBeforeStart), ("a{3,2}", 2, .endBeforeStart), (#"a\q"#, 2, .unknownEscape),
      (#"a\"#, 2, .unfinishedEscape), ("(a{1000}){1000}", 10, .tooLarge(limit: 5000)),
      ("a{999999999999999999999}", 2, .tooLarge(limit: 5000)),
    ])
  func refused(expression: String, column: Int, reason: RegularExpressionError.Reason) {
    #expect(throws: RegularExpressionError(column: column, reason: reason)) {
      try RegularExpression(Array(expression.utf8))
    }
  }

  @Test("100,000 brackets are read without recursion")
  func deepBrackets() {
    let expression = Array(repeating: UInt8(ascii: "("), count: 100_000)
    #expect(throws: RegularExpressionError.self) { try RegularExpression(expression) }
  }

  @Test(
    "An expression that blows up elsewhere takes linear time",
    arguments: ["(a+)+$", "(a|a)*b", "(a*)*b", "(.*)(.*)(.*)(.*)x$", "(a?){400}a{400}z"])
  func linearTime(expression: String) throws {
    let text = String(repeating: "a", count: 20_000) + "!"
    #expect(try !matches(expression, text))
  }

  private static func expression(using generator: inout SeededGenerator, depth: Int) -> String {
    let atoms = [
      "a", "b", "c", "_", ".", "[ab]", "[^a]", "^", "$", #"\b"#, #"\B"#, #"\w"#, #"\d"#, #"\s"#,
      "é", "1",
    ]
    switch Int.random(in: 0..<(depth > 0 ? 9 : 3), using: &generator) {
    case 0...3: return atoms.randomElement(using: &generator) ?? ""
    case 4, 5:
      return expression(using: &generator, depth: depth - 1)
        + expression(using: &generator, depth: depth - 1)
    case 6:
      return
        "(\(expression(using: &generator, depth: depth - 1))|\(expression(using: &generator, depth: depth - 1)))"
    default:
      let operators = ["*", "+", "?", "{2}", "{1,2}", "{0,1}", "{1,}"]
      return
        "(\(expression(using: &generator, depth: depth - 1)))\(operators.randomElement(using: &generator) ?? "")"
    }
  }

  @Test("Random expressions fit random texts exactly where ICU's fit")
  func randomExpressions() throws {
    var generator = SeededGenerator(seed: 11)
    var fits = 0
    for _ in 0..<2000 {
      let expression = Self.expression(using: &generator, depth: 4)
      let own = try RegularExpression(Array(expression.utf8))
      let other = try NSRegularExpression(
        pattern: expression,
        options: [.caseInsensitive, .anchorsMatchLines, .useUnixLineSeparators])
      var matcher = ExpressionMatcher(own)
      for _ in 0..<4 {
        let text =
          (0..<Int.random(in: 0...8, using: &generator)).map { _ in
            ["a", "A", "b", "c", "_", "é", "1", " ", "\n", "!"].randomElement(using: &generator)
              ?? ""
          }.joined() + "!"
        let expected =
          other.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
        #expect(
          matcher.matches(Array(text.utf8)) == expected,
          "\(expression) on \(text.debugDescription)")
        let ranges = ExpressionMatcher(own, isAnchored: true).ranges(in: Array(text.utf8))
        #expect(expected || ranges.isEmpty)
        #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
        if expected { fits += 1 }
      }
    }
    #expect(fits > 1000)
  }

  @Test("Highlights are the first and longest places")
  func ranges() throws {
    func ranges(_ expression: String, _ text: String) throws -> [Range<Int>] {
      try ExpressionMatcher(RegularExpression(Array(expression.utf8)), isAnchored: true)
        .ranges(in: Array(text.utf8))
    }
    #expect(try ranges(#"a+|ab|\d+"#, "xaaab12") == [1..<4, 5..<7])
    #expect(try ranges("ab|a", "xab") == [1..<3])
    #expect(try ranges("x*", "ab") == [])
    #expect(try ranges(#"^b|\bc"#, "ab\nb ccc") == [3..<4, 5..<6])
  }

  @Test("More states than are kept are met again correctly")
  func manyStates() throws {
    var matcher = ExpressionMatcher(try RegularExpression(Array("a.{12}b$".utf8)))
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<30 {
      let letters = (0..<3000).map { _ in
        Bool.random(using: &generator) ? UInt8(ascii: "a") : UInt8(ascii: "b")
      }
      let end = letters.count
      let expected = letters[end - 14] == UInt8(ascii: "a") && letters[end - 1] == UInt8(ascii: "b")
      #expect(matcher.matches(letters) == expected)
    }
  }
}
