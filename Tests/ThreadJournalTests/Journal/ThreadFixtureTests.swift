import Foundation
import TestSupport
import Testing
import ThreadJournal
import ThreadStorage

@Suite struct ThreadFixtureTests {
  @Test(
    "a fixture is read as its expected.json says",
    arguments: Fixtures.names(in: "threads/valid", endingIn: ".expected.json"))
  func isReadAsExpected(name: String) throws {
    let document = ThreadDocument(try Fixtures.bytes("threads/valid/\(name).md"))
    let header = ThreadHeader(path: "\(name).md", document: document)
    let expected = try JSONDecoder().decode(
      ExpectedThread.self, from: Data(try Fixtures.bytes("threads/valid/\(name).expected.json")))
    // A title that is not UTF-8 is shown with U+FFFD, as every text is that is only shown.
    #expect(header.title == String(decoding: expected.title.bytes, as: UTF8.self))
    #expect((document.frontMatter != nil) == expected.frontMatter)
    #expect(document.isThread == expected.thread)
    let lines = document.positions(of: document.entries.map(\.region.lowerBound)).map(\.line)
    #expect(lines == expected.entries.map(\.line))
    #expect(document.entries.count == expected.entries.count)
    for (slice, entry) in zip(document.entries, expected.entries) {
      Self.expect(slice, of: document, is: entry)
    }
  }

  @Test("there is an expectation beside every fixture")
  func allHaveExpectations() {
    let files = Fixtures.names(in: "threads/valid", endingIn: ".md")
    #expect(files.count > 40)
    #expect(files == Fixtures.names(in: "threads/valid", endingIn: ".expected.json"))
  }

  private static func expect(
    _ slice: EntrySlice, of document: ThreadDocument, is expected: ExpectedThread.Entry
  ) {
    let values = EntryValues(of: slice, in: document)
    #expect(document.string(slice.heading.timestampRange) == expected.time)
    #expect(values.title == expected.title?.bytes ?? [])
    #expect(values.id == expected.id)
    let edited = values.edited.map { String(decoding: $0, as: UTF8.self) }
    #expect(edited.flatMap { Timestamp($0) == nil ? nil : $0 } == expected.edited)
    let deleted = slice.heading.attributes?.deleted.map { document.string($0) }
    let deletionTime = deleted.flatMap { Timestamp($0) == nil ? nil : $0 }
    switch expected.deleted {
    case .time(let time)?: #expect(deletionTime == time)
    case .unknownTime?: #expect(slice.isDeleted && deletionTime == nil)
    case nil: #expect(!slice.isDeleted)
    }
    #expect(values.fields.map(\.name) == expected.fields.map { $0.first?.bytes })
    #expect(values.fields.map(\.value) == expected.fields.map { $0.last?.bytes })
    #expect(values.text == expected.text.bytes)
  }
}

/// What a fixture's expected.json says.
private struct ExpectedThread: Decodable {
  var title: Text
  var frontMatter: Bool
  var thread: Bool
  var entries: [Entry]

  enum CodingKeys: String, CodingKey {
    case title, thread, entries
    case frontMatter = "front_matter"
  }

  struct Entry: Decodable {
    var line: Int
    var time: String
    var title: Text?
    var id: String?
    var edited: String?
    var deleted: Deletion?
    var fields: [[Text]]
    var text: Text
  }

  /// A time, or `true` where it is not known.
  enum Deletion: Decodable {
    case time(String)
    case unknownTime

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      self = (try? container.decode(String.self)).map { .time($0) } ?? .unknownTime
    }
  }

  /// A text, or `{"base64": …}` where it is not UTF-8.
  struct Text: Decodable {
    var bytes: [UInt8]

    init(from decoder: any Decoder) throws {
      struct Encoded: Decodable { var base64: Data }
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        bytes = Array(text.utf8)
      } else {
        bytes = [UInt8](try container.decode(Encoded.self).base64)
      }
    }
  }
}
