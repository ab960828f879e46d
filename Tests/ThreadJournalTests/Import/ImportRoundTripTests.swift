import FoundationEssentials
import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct ImportRoundTripTests {
  private static let zone = LocalTimeZone.fixed(-14_400)
  private static let created = "2026-03-28T07:12:33-04:00"

  /// A thread file with these entries.
  private static func thread(_ title: String, _ entries: [NewEntry], index: Int) throws
    -> ThreadEntries
  {
    var file = try FrontMatter.newBlock(
      [("title", .text(title)), ("created", .timestamp(created))], lineEnding: [0x0A])
    for entry in entries { file += [0x0A] + entry.block(lineEnding: .lineFeed) }
    return allEntries(ThreadFile(file, path: "t\(index).md", zone: zone))
  }

  private static func csv(_ lists: [ThreadEntries], _ style: CSVStyle) -> [UInt8] {
    CSVTable.bytes(of: lists, includesDeleted: true, style, zone: zone)
  }

  private static func markdown(_ lists: [ThreadEntries]) -> [UInt8] {
    var output: [UInt8] = []
    for (index, list) in lists.enumerated() {
      if index > 0 { output.append(0x0A) }
      MarkdownExport.append(list, isAlone: lists.count == 1, to: &output)
    }
    return output
  }

  /// Imports `bytes` into an empty journal; what is in its threads then.
  private static func imported(
    _ bytes: [UInt8], file: String, _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> [ThreadEntries] {
    var options = ImportOptions(zone: zone)
    change(&options)
    let reading = ImportReader.read(bytes, file: file, options)
    var generator = SeededGenerator(seed: 1)
    let plan = ImportPlan(reading, ImportIndex(for: reading, zone: zone), zone: zone) {
      EntryID.random(using: &generator)
    }
    try #require(plan.problems == [], "\(plan.problems.prefix(3))")
    return try plan.threads.enumerated().map { index, thread in
      let bytes = try thread.newFile(id: "0", created: created)
      return allEntries(ThreadFile(bytes, path: "t\(index).md", zone: zone))
    }
  }

  private static func entries(_ lists: [ThreadEntries]) -> [NewEntry] {
    var generator = SeededGenerator(seed: 0)
    let none = EntryID.random(using: &generator)
    return lists.flatMap { list in
      list.entries.map { entry in
        let deleted = entry.slice.heading.attributes?.deleted
        let sorted = entry.fields.effective.sorted { $0.name.lexicographicallyPrecedes($1.name) }
        return NewEntry(
          id: entry.id ?? none, timestamp: entry.timestamp, title: entry.title,
          fields: sorted.map { (String(decoding: $0.name, as: UTF8.self), $0.value) },
          text: entry.text, edited: entry.edited?.canonicalText,
          deleted: deleted.map { String(decoding: list.file.bytes[$0], as: UTF8.self) })
      }
    }
  }

  private static func expectRoundTrip(_ lists: [ThreadEntries]) throws {
    let wanted = entries(lists)
    for (name, bytes, file) in [
      ("csv", csv(lists, .standard), "x.csv"), ("excel", csv(lists, .excel), "x.csv"),
      ("markdown", markdown(lists), "x.md"),
    ] {
      let back = try imported(bytes, file: file)
      #expect(entries(back) == wanted, "\(name)")
      #expect(back.map(\.header.title) == lists.map(\.header.title), "\(name)")
      if name == "csv" { #expect(csv(back, .standard) == bytes) }
    }
    let raw = try imported(csv(lists, .standard.raw), file: "x.csv") { $0.isRaw = true }
    #expect(entries(raw) == wanted)
  }

  /// Whether the way in takes the text: UTF-8 without NUL.
  private static func isAccepted(_ text: [UInt8]) -> Bool {
    !text.contains(0) && String(validating: text, as: UTF8.self) != nil
  }

  @Test("Random journals come back through CSV and Markdown, to the byte", arguments: 0..<40)
  func random(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func text(_ count: Int) -> [UInt8] {
      let bytes = ThreadSamples.bytes(upTo: count, using: &generator)
      return Self.isAccepted(bytes) ? bytes : Array("fallback\r\n, \"x\"".utf8)
    }
    let names = ["mood", "text", "field:x", "a b", "日本", "=sum", "Time", "-", "a:"]
    var lists: [ThreadEntries] = []
    for index in 0..<(seed % 2 == 0 ? 3 : 1) {
      var entries: [NewEntry] = []
      for step in 0..<6 {
        let fields = names.filter { _ in Bool.random(using: &generator) }.map { name in
          (name, step % 3 == 0 ? [] : text(3))
        }
        let time = try #require(
          Timestamp(
            wallClockSeconds: 1_774_682_553 + Int64(step) * 1000,
            nanoseconds: step == 2 ? 250_000_000 : 0,
            utcOffset: Int32(step * 1800 - 7200), precision: .second))
        let title = text(2)[...].trimmed.filter { $0 != 0x0A && $0 != 0x0D }
        entries.append(
          NewEntry(
            id: .random(using: &generator), timestamp: time,
            title: Array(Array(title)[...].trimmed), fields: fields, text: text(8),
            edited: step == 1 ? Self.created : nil, deleted: step == 4 ? Self.created : nil))
      }
      lists.append(try Self.thread("Thread \"\(index)\", {x} =\\", entries, index: index))
    }
    try Self.expectRoundTrip(lists)
  }

  @Test("Threads that were written by hand keep times, texts and fields")
  func byHand() throws {
    let text =
      "## 2026-03-28\n- a:: x\n- A:: y\nText\n\n## 2026-03-29 07:12 Title {.deleted}\n"
      + "## 2026-03-30 07:12:33Z x {#abc foo=\"b\\\"c\"}\n"
    let list = allEntries(ThreadFile(Array(text.utf8), path: "hand.md", zone: Self.zone))
    let table = Self.csv([list], .standard)
    let back = try Self.imported(table, file: "x.csv")
    #expect(
      Self.entries(back).map { $0.timestamp.instant(in: Self.zone) }
        == Self.entries([list]).map { $0.timestamp.instant(in: Self.zone) })
    #expect(back[0].entries.map(\.slice.isDeleted) == [false, true, false])
    #expect(back[0].entries.map(\.timestamp.precision) == [.day, .second, .second])
  }

  @Test("A thread's own Markdown brings its definitions and groups along")
  func definitions() throws {
    let list = allEntries(
      ThreadFile(FieldSchemaTests.document.bytes, path: "a.md", zone: Self.zone))
    let back = try Self.imported(Self.markdown([list]), file: "a.md")
    let schema = back[0].schema
    #expect(schema.fields.prefix(6).map(\.key) == list.schema.fields.map(\.key))
    #expect(schema.groups == list.schema.groups)
    #expect(schema.field(named: "old")?.deletion != nil)
  }

  @Test(
    "All corpora texts come back through CSV and Markdown",
    .enabled(if: Corpora.folder != nil, "\(Corpora.skipped)"))
  func corpora() throws {
    let folder = try #require(Corpora.folder)
    var texts: [[UInt8]] = []
    for name in ["naughty-strings/blns.json", "commonmark/examples.json"] {
      let file: Data = try Data(contentsOf: folder.appending(path: name))
      var reader = JSONReader([UInt8](file))
      for item in try #require(try reader.value().items) {
        if let text = item.string ?? item["markdown"]?.string { texts.append(text) }
      }
    }
    try #require(texts.count > 1000)
    var generator = SeededGenerator(seed: 5)
    let time = try #require(Timestamp(Self.created))
    let entries = texts.filter(Self.isAccepted).map { text in
      NewEntry(
        id: .random(using: &generator), timestamp: time,
        title: Array(text.filter { $0 != 0x0A && $0 != 0x0D }[...].trimmed),
        fields: [("value", text), ("=", text)], text: text)
    }
    try Self.expectRoundTrip([try Self.thread("Corpora", entries, index: 0)])
  }
}
