import Foundation
import TestSupport
import Testing

@Suite struct TranscriptTests {
  static let names: [String] = {
    let folder = Golden.checkout.appending(path: "Fixtures/transcripts").path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".txt") }.sorted()
  }()

  @Test("a session goes as it was recorded", arguments: names)
  func session(name: String) throws {
    let path = "Fixtures/transcripts/\(name)"
    let text = try String(contentsOf: Golden.checkout.appending(path: path), encoding: .utf8)
    try Golden.check(Array(try Transcript(text).replayed().utf8), against: path)
  }

  @Test("there are sessions to compare")
  func sessions() {
    #expect(TranscriptTests.names.count > 10)
  }

  @Test("a session that does not go as recorded is found out")
  func control() throws {
    let recorded = "$ tj --color\n! other words\n? 1\n"
    let replayed = try Transcript(recorded).replayed()
    #expect(replayed != recorded)
    #expect(replayed.hasSuffix("? 2\n"))
  }
}
