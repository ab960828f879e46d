import FoundationEssentials
import TestSupport
import Testing

@testable import tj

@Suite struct JSONWriterTests {
  private func document(_ layout: JSONWriter.Layout) -> String {
    var writer = JSONWriter(layout)
    writer.beginObject()
    writer.key("version")
    writer.integer(1)
    writer.key("entries")
    writer.beginArray()
    writer.beginObject()
    writer.member("title", nil as String?)
    writer.key("text")
    writer.string("a \"quoted\" \\ line\n\ttab")
    writer.key("fields")
    writer.beginObject()
    writer.key(utf8("müde"))
    writer.boolean(false)
    writer.key("mood")
    writer.number(utf8("7.50"))
    writer.endObject()
    writer.endObject()
    writer.null()
    writer.endArray()
    writer.key("none")
    writer.beginArray()
    writer.endArray()
    writer.endObject()
    writer.endDocument()
    return string(writer.bytes)
  }

  @Test("A document is set with two spaces a level")
  func indented() {
    #expect(
      document(.indented) == #"""
        {
          "version": 1,
          "entries": [
            {
              "title": null,
              "text": "a \"quoted\" \\ line\n\ttab",
              "fields": {
                "müde": false,
                "mood": 7.50
              }
            },
            null
          ],
          "none": []
        }

        """#)
  }

  @Test("NDJSON has a value a line, and the writer goes on")
  func compact() {
    let line =
      #"{"version":1,"entries":[{"title":null,"text":"a \"quoted\" \\ line\n\ttab","#
      + #""fields":{"müde":false,"mood":7.50}},null],"none":[]}"# + "\n"
    #expect(document(.compact) == line)
    var writer = JSONWriter(.compact)
    for number in 1...2 {
      writer.beginObject()
      writer.key("n")
      writer.integer(number)
      writer.endObject()
      writer.endDocument()
    }
    #expect(string(writer.bytes) == "{\"n\":1}\n{\"n\":2}\n")
  }

  @Test("Draining in the middle loses nothing")
  func drained() {
    var writer = JSONWriter(.compact)
    var output: [UInt8] = []
    writer.beginArray()
    for number in 0..<3 {
      writer.integer(number)
      output += writer.bytes
      writer.bytes.removeAll(keepingCapacity: true)
    }
    writer.endArray()
    #expect(string(output + writer.bytes) == "[0,1,2]")
  }

  @Test(
    "A number is one of JSON's, else a string",
    arguments: [
      ("0", "0"), ("-12", "-12"), ("3.50", "3.50"), ("1e9", "1e9"), ("-0.5E+10", "-0.5E+10"),
      ("", "\"\""),
      ("-", "\"-\""), ("07", "\"07\""), (".5", "\".5\""), ("5.", "\"5.\""), ("+5", "\"+5\""),
      ("NaN", "\"NaN\""),
      ("1e", "\"1e\""), ("1 ", "\"1 \""), ("1,000", "\"1,000\""),
    ])
  func number(text: String, expected: String) {
    var writer = JSONWriter(.compact)
    writer.number(utf8(text))
    #expect(string(writer.bytes) == expected)
  }

  @Test("Every control character is escaped, and invalid UTF-8 replaced")
  func escapes() {
    var writer = JSONWriter(.compact)
    writer.string([
      0x00, 0x1F, 0x7F, 0x08, 0x0C, 0x0D, 0xC2, 0x9B, 0xFF, 0xE2, 0x80, 0xA8, 0x2F, 0xE2, 0x80,
      0xAE,
    ])
    #expect(
      string(writer.bytes) == "\"\\u0000\\u001f\\u007f\\b\\f\\r\\u009b\u{FFFD}\u{2028}/\\u202e\"")
  }

  @Test("Each byte that needs an escape gets it at each place of a long string", arguments: 0..<20)
  func places(offset: Int) {
    for (byte, escape) in [(0x1F, "\\u001f"), (0x22, "\\\""), (0x5C, "\\\\"), (0x7F, "\\u007f")] {
      var text = [UInt8](repeating: 0x7E, count: 20)
      text[offset] = UInt8(byte)
      var writer = JSONWriter(.compact)
      writer.string(text)
      let around = (
        String(repeating: "~", count: offset), String(repeating: "~", count: 19 - offset)
      )
      #expect(string(writer.bytes) == "\"\(around.0)\(escape)\(around.1)\"")
    }
  }

  @Test("Any bytes come back from a real parser as their text")
  func random() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<1_000 { try expectRoundTrip(generator.bytes(upTo: 50)) }
  }

  @Test(
    "The naughty strings come back from a real parser",
    .enabled(if: Corpora.folder != nil, "\(Corpora.skipped)"))
  func naughty() throws {
    #expect(naughtyStrings.count >= 500)
    for text in naughtyStrings { try expectRoundTrip(utf8(text)) }
  }

  private func expectRoundTrip(_ bytes: [UInt8]) throws {
    var writer = JSONWriter(.compact)
    writer.beginArray()
    writer.string(bytes)
    writer.endArray()
    let parsed = try JSONDecoder().decode([String].self, from: Data(writer.bytes))
    #expect(parsed.map { utf8($0) } == [utf8(string(bytes))])
  }
}
