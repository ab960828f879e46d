import TestSupport
import Testing
import ThreadJournal
import ThreadStorage

@testable import tj

@Suite struct PlainEntryWriterTests {
  private static let fields = """
    ---
    title: A thread
    fields: {b: {type: number, unit: kg}, mood: integer, a b: text, g: {group: [b, x]}}
    ---

    """

  @Test(
    "Random entries are written as the view for terminals writes them without colour and wrapping")
  func agreesWithView() {
    var generator = TestSupport.SeededGenerator(seed: 41)
    let layout = Layout(columns: nil)
    let zone = LocalTimeZone.newYork2026
    var count = 0
    for _ in 0..<600 {
      var file = Array(Self.fields.utf8)
      for _ in 0..<3 {
        file +=
          "\n## 2026-\(["03-08 02:30", "11-01 01:30:00-05:00", "07-01 12:00Z", "05-05"].randomElement(using: &generator) ?? "") T {#x}\n"
          .utf8
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
          file +=
            (["- b:: 7\n", "- B:: 8\n", "- location:: Kyoto\n", "- x::\n", "- z:: q\n  r\n"]
            .randomElement(using: &generator) ?? "").utf8
        }
        file += ThreadSamples.file(using: &generator)
      }
      guard !ThreadDocument(file).isUTF16 else { continue }
      let thread = ThreadFile(file, path: "a.md", zone: zone)
      var writer = PlainEntryWriter(thread.schema, zone: zone)
      for entry in thread.entries(.all) {
        let showsThread = Bool.random(using: &generator)
        var plain: [UInt8] = []
        writer.append(entry, showsThread: showsThread, to: &plain)
        var viewed: [UInt8] = []
        EntryView(layout: layout).append(
          EntryCards(layout, zone: zone, showsThread: showsThread)
            .card(of: entry, id: entry.reference), to: &viewed)
        #expect(String(decoding: plain, as: UTF8.self) == String(decoding: viewed, as: UTF8.self))
        count += 1
      }
    }
    #expect(count > 2000)
  }
}
