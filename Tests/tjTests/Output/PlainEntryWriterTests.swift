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
      let document = ThreadDocument(file)
      let header = ThreadHeader(path: "a.md", document: document)
      let list = EntryList(document, header: header, zone: zone)
      var writer = PlainEntryWriter(list.schema, zone: zone)
      for index in list.order {
        let entry = list.entry(at: index)
        let showsThread = Bool.random(using: &generator)
        var plain: [UInt8] = []
        writer.append(entry, showsThread: showsThread, to: &plain)
        var viewed: [UInt8] = []
        EntryView(layout: layout).append(
          EntryPrinter.card(
            for: entry, list.schema, id: entry.reference, showsThread: showsThread, zone: zone,
            query: nil), to: &viewed)
        #expect(String(decoding: plain, as: UTF8.self) == String(decoding: viewed, as: UTF8.self))
        guard !document.isUTF16 else { continue }
        var found: [UInt8] = []
        let slice = document.entries[index]
        writer.append(
          FoundEntry(
            slice: slice, content: document.content(of: slice), position: entry.position),
          of: header, showsThread: showsThread, in: document.bytes.span, to: &found)
        #expect(found == viewed)
        count += 1
      }
    }
    #expect(count > 2000)
  }
}
