import TestSupport
import Testing

@testable import ThreadJournal

@Suite struct HashtagTests {
  /// The hashtags of a text, scalar by scalar, as the manual tells them.
  private static func naive(_ text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    func isWord(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isAlphabetic || scalar == "_" || scalar == "-"
        || [.decimalNumber, .letterNumber, .nonspacingMark, .spacingMark, .enclosingMark]
          .contains(scalar.properties.generalCategory) && scalar != "\u{fe0f}"
    }
    func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "\u{200d}" || scalar == "\u{fe0f}"
        || scalar.value >= 0x80 && scalar.properties.isEmoji
    }
    var tags: [String] = []
    for (index, scalar) in scalars.enumerated() where scalar == "#" {
      if index > 0, isWord(scalars[index - 1]) && !isEmoji(scalars[index - 1]) { continue }
      var name = String.UnicodeScalarView()
      name.append(contentsOf: scalars[(index + 1)...].prefix { isWord($0) || isEmoji($0) })
      if name.contains(where: { !("0"..."9").contains($0) }) { tags.append(String(name)) }
    }
    return tags
  }

  @Test("a hashtag follows anything but a letter, a digit, _ or -, in every script")
  func everywhere() {
    var generator = SeededGenerator(seed: 31)
    let pieces = [
      "#", "#", "#", "a", "Z", "7", "_", "-", " ", "\n", "(", "/", "“", "—", "\u{3000}", "（", "é",
      "e\u{301}", "日", "\u{a0}", "🎉", "\u{fe0f}", "\u{200d}", "…", "א", "٣", "।", "work",
    ]
    var count = 0
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...9, using: &generator))
        .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      let bytes = Array(text.utf8)
      let found = Hashtag.all(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
      #expect(found == Self.naive(text), "\(text.debugDescription)")
      count += found.count
    }
    #expect(count > 2000)
  }

  @Test(
    "a number, an address and code have no tags",
    arguments: [
      ("#482 #4a #٤", ["4a", "٤"]), ("\\#a \\\\#b #c", ["c"]), ("https://a.b/#c #d", ["d"]),
      ("<x://y/#a> #b (#c", ["b", "c"]),
      ("https://a.b/c_(d)#e (http://x/#y", []),
      ("www.a.org/#x b.org/c/#y e.g. #z #a/#b", ["z", "a", "b"]),
      ("https://a.b/x，#标签", ["标签"]), ("https://a.b/ｘ#y", []), ("[a](http://b/#c)#d", ["d"]),
      ("[a](#b) #c", ["c"]), ("[a](x.md/#b)#c", ["c"]), ("a:/#b http:#c", ["b", "c"]),
      ("`#a` #b `#c", ["b", "c"]), ("``#a ` #b`` #c `", ["c"]), ("`#a\n#b` #c", ["c"]),
      ("#a\n```\n#b\n```\n#c", ["a", "c"]), ("#a\n~~~\n#b `#c", ["a"]),
      ("    #a\n\n#b", ["b"]), ("a\n    #b", ["b"]), ("- a\n\n      #b", []), ("\t#a", []),
      ("> ```\n> #a\n> ```\n> #b", ["b"]), ("| `#a` | #b |\n| ` | #c `", ["b"]),
      ("` `` ``` #a ``` `` ` #b", ["b"]), ("#a://b #c", ["a", "c"]),
    ])
  func noTags(text: String, tags: [String]) {
    let bytes = Array(text.utf8)
    #expect(Hashtag.all(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) } == tags)
  }

  @Test("many marks in one line are read once")
  func linear() {
    let text = Array(
      (String(repeating: "`#a", count: 200_000) + String(repeating: "``#b", count: 200_000)).utf8)
    #expect(Hashtag.all(in: text).count == 200_000)
  }

  @Test("bytes that are no text are no word")
  func invalid() {
    for before in [[0xff], [0x80], [0xe6, 0x97], [0x80, 0x80, 0x80, 0x80, 0x80]] as [[UInt8]] {
      let range = before.count + 1..<before.count + 5
      #expect(Hashtag.all(in: before + Array("#work".utf8)) == [range])
    }
  }
}
