import Foundation
import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

/// `tj export | tj import` into an empty journal.
@Suite struct PipeRoundTripTests {
  private struct Value: Equatable {
    var thread: String
    var id: String?
    var time: String
    var title: [UInt8]
    var text: [UInt8]
    var fields: [String: [UInt8]]
    var edited: String?
    var deleted: String?
  }

  private static let zone = LocalTimeZone.fixed(-14_400)
  /// The forms of an export, and what an import needs to be told of them.
  private static let forms = [
    (out: "csv", back: ""), (out: "csv --excel", back: ""), (out: "csv --raw", back: "--raw"),
    (out: "json", back: ""), (out: "ndjson", back: ""), (out: "markdown", back: ""),
  ]

  private static func journal(_ name: String, in sandbox: Sandbox) throws -> Journal {
    Journal(
      try JournalDirectory(opening: "\(sandbox.home)/\(name)"), zone: zone,
      now: Instant(secondsSinceEpoch: 1_774_696_353))
  }

  private static func values(_ name: String, in sandbox: Sandbox) throws -> [Value] {
    let journal = try journal(name, in: sandbox)
    return try journal.directory.threadFiles().files.flatMap { path in
      try journal.file(at: path).entries(.all).map { entry -> Value in
        let attributes = entry.slice.heading.attributes
        return Value(
          thread: entry.thread.title, id: entry.id?.description,
          time: entry.timestamp.canonicalText, title: entry.title, text: entry.text,
          fields: Dictionary(
            entry.fields.map { (String(decoding: $0.name, as: UTF8.self), $0.value) },
            uniquingKeysWith: { $1 }),
          edited: attributes?.edited.map { String(decoding: entry.file.bytes[$0], as: UTF8.self) },
          deleted: attributes?.deleted.map { String(decoding: entry.file.bytes[$0], as: UTF8.self) }
        )
      }
    }
  }

  private static func expectRoundTrip(in sandbox: Sandbox) throws {
    let wanted = try values("a", in: sandbox)
    try #require(!wanted.isEmpty)
    for (index, form) in forms.enumerated() {
      let copy = "copy\(index)"
      let pipe = "tj -C a export --all --format \(form.out) | tj -C \(copy) import \(form.back)"
      let outcome = try sandbox.shell("tj init \(copy) && \(pipe)")
      #expect(outcome.status == 0, "\(form.out): \(outcome.errorText)")
      #expect(try values(copy, in: sandbox) == wanted, "\(form.out)")
      let again = try sandbox.shell(pipe)
      #expect(again.errorText.contains("Nothing was added"), "\(form.out): \(again.errorText)")
    }
  }

  /// A text as a command takes it: UTF-8, without NUL.
  private static func text(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    let bytes = ThreadSamples.bytes(upTo: count, using: &generator)
    let isAccepted = !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
    return isAccepted ? bytes : Array("fallback\r\n, \"x\"".utf8)
  }

  @Test("Random journals come back through a pipe, to the byte", arguments: 0..<20)
  func random(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let sandbox = try Sandbox()
    _ = try sandbox.tj("init", "a")
    let names = ["mood", "text", "field:x", "a b", "日本", "=sum", "-", "a:"]
    for index in 0..<(seed % 3 == 0 ? 1 : 3) {
      var file = try FrontMatter.newBlock(
        [("title", .text("Thread \"\(index)\", {x} =\\"))], lineEnding: [0x0A])
      for step in 0..<5 {
        let fields = names.filter { _ in Bool.random(using: &generator) }.map {
          ($0, step % 3 == 0 ? [] : Self.text(3, &generator))
        }
        let time = try #require(
          Timestamp(
            wallClockSeconds: 1_774_682_553 + Int64(step) * 1000,
            nanoseconds: step == 2 ? 250_000_000 : 0, utcOffset: Int32(step * 1800 - 7200),
            precision: .second))
        let title = Self.text(2, &generator).filter { $0 != 0x0A && $0 != 0x0D }
        let entry = NewEntry(
          id: .random(using: &generator), timestamp: time,
          title: Array(Array(title)[...].trimmed), fields: fields,
          text: Self.text(8, &generator), edited: step == 1 ? "2026-03-28T07:12:33-04:00" : nil,
          deleted: step == 4 ? "2026-03-28T07:12:33-04:00" : nil)
        file += [0x0A] + entry.block(lineEnding: .lineFeed)
      }
      try sandbox.write(file, to: "a/\(index == 2 ? "sub/" : "")t\(index).md")
    }
    try Self.expectRoundTrip(in: sandbox)
  }

  @Test(
    "All corpora texts come back through a pipe, to the byte",
    .enabled(if: Corpora.folder != nil, "\(Corpora.skipped)"))
  func corpora() throws {
    let folder = try #require(Corpora.folder)
    var texts: [[UInt8]] = []
    for name in ["naughty-strings/blns.json", "commonmark/examples.json"] {
      var reader = JSONReader([UInt8](try Data(contentsOf: folder.appending(path: name))))
      for item in try #require(try reader.value().items) {
        if let text = item.string ?? item["markdown"]?.string, !text.contains(0) {
          texts.append(text)
        }
      }
    }
    try #require(texts.count > 1000)
    var generator = SeededGenerator(seed: 5)
    let time = try #require(Timestamp("2026-03-28T07:12:33-04:00"))
    let sandbox = try Sandbox()
    _ = try sandbox.tj("init", "a")
    var file = try FrontMatter.newBlock([("title", .text("Corpora"))], lineEnding: [0x0A])
    for text in texts {
      let title = text.filter { $0 != 0x0A && $0 != 0x0D }[...].trimmed
      let entry = NewEntry(
        id: .random(using: &generator), timestamp: time, title: Array(title),
        fields: [("value", text), ("=", text)], text: text)
      file += [0x0A] + entry.block(lineEnding: .lineFeed)
    }
    try sandbox.write(file, to: "a/corpora.md")
    try Self.expectRoundTrip(in: sandbox)
  }

  @Test("Threads that were written by hand keep their times in a table")
  func byHand() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.tj("init", "a")
    let text =
      "## 2026-03-28\n- a:: x\n- A:: y\nText\n\n## 2026-03-29 07:12 Title {.deleted}\n"
      + "## 2026-03-30 07:12:33Z x {#abc foo=\"b\\\"c\"}\n"
    try sandbox.write(Array(text.utf8), to: "a/hand.md")
    _ = try sandbox.shell("tj init b && tj -C a export --all --format csv | tj -C b import")
    let lists = try ["a", "b"].map { name in
      let journal = try Self.journal(name, in: sandbox)
      return try journal.directory.threadFiles().files.flatMap { path in
        try journal.file(at: path).entries(.all)
      }
    }
    let times = lists.map { $0.map { $0.timestamp.instant(in: Self.zone) } }
    #expect(times[0] == times[1])
    #expect(lists[1].map(\.slice.isDeleted) == [false, true, false])
    #expect(lists[1].map(\.timestamp.precision) == [.day, .second, .second])
  }

  @Test("JSON and a thread's own Markdown bring ids, times and definitions of threads along")
  func definitions() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.tj("init", "a")
    let file = """
      ---
      id: 0198a6b2-6f0e-7c3a-9a51-3f2b8c1d4e5f
      title: Morning pages
      created: 2026-03-01T07:12:33-04:00
      fields:
        mood: {type: integer, min: 1, max: 10}
        exercise: text
        minutes: integer
        weather: {type: choice, options: [sun, rain]}
        old: {type: text, deleted: 2026-03-02T07:12:33-04:00}
        workout: {group: [exercise, minutes]}
      ---

      ## 2026-03-28 07:12:33-04:00 {#k3f9q2wz7h}
      - mood:: 7
      - weather:: rain

      Slept badly.

      """
    try sandbox.write(Array(file.utf8), to: "a/morning.md")
    let wanted = try Self.journal("a", in: sandbox).file(at: "morning.md")
    for format in ["json", "markdown"] {
      let outcome = try sandbox.shell(
        "tj init \(format) && tj -C a export --format \(format) | tj -C \(format) import")
      #expect(outcome.status == 0, "\(outcome.errorText)")
      let folder = try Self.journal(format, in: sandbox)
      let path = try #require(folder.directory.threadFiles().files.first)
      let back = try folder.file(at: path)
      #expect(back.header.id == wanted.header.id, "\(format)")
      #expect(back.header.created == wanted.header.created, "\(format)")
      #expect(back.schema.sections == wanted.schema.sections, "\(format)")
    }
  }
}
