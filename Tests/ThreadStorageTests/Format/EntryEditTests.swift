import TestSupport
import Testing
import ThreadStorage

@Suite struct EntryEditTests {
  @Test(
    "any edit of any entry reads back, and changes no byte outside the entry", arguments: 0..<30)
  func editsReadBack(seed: UInt64) throws {
    var generator = SeededGenerator(seed: 3_000 + seed)
    for _ in 0..<200 {
      let before = ThreadDocument(ThreadSamples.file(using: &generator))
      guard let slice = before.entries.randomElement(using: &generator) else { continue }
      let edit = Self.edit(using: &generator)
      let splices: [Splice]
      do { splices = try before.splices(for: edit, of: slice) } catch {
        Issue.record("\(error): \(before.string(slice.region).debugDescription) \(edit)")
        return
      }
      for splice in splices {
        #expect(splice.range.lowerBound >= slice.region.lowerBound)
        #expect(splice.range.upperBound <= slice.region.upperBound)
      }
      let after = ThreadDocument(before.bytes.applying(splices))
      #expect(after.entries.count == before.entries.count)
    }
  }

  @Test("an edit that changes nothing has no splices", arguments: 0..<20)
  func noChange(seed: UInt64) throws {
    var generator = SeededGenerator(seed: 4_000 + seed)
    for _ in 0..<200 {
      let document = ThreadDocument(ThreadSamples.file(using: &generator))
      for slice in document.entries {
        var edit = EntryEdit()
        edit.text = document.content(of: slice).text(in: document.bytes.span)
        let splices = try document.splices(for: edit, of: slice)
        #expect(splices.isEmpty, "\(document.string(slice.region).debugDescription)")
        edit.text = nil
        #expect(try document.splices(for: edit, of: slice).isEmpty)
      }
    }
  }

  @Test("deleting and restoring gives the same bytes back", arguments: 0..<20)
  func deleteAndRestore(seed: UInt64) throws {
    var generator = SeededGenerator(seed: 5_000 + seed)
    for _ in 0..<200 {
      let before = ThreadDocument(ThreadSamples.file(using: &generator))
      guard let index = before.entries.indices.randomElement(using: &generator),
        !before.entries[index].isDeleted
      else { continue }
      var deletion = EntryEdit()
      deletion.newID = EntryID.random(using: &generator)
      let named = ThreadDocument(
        before.bytes.applying(try before.splices(for: deletion, of: before.entries[index])))
      deletion.deletion = .mark("2026-03-31T09:00:00-04:00")
      let deleted = ThreadDocument(
        named.bytes.applying(try named.splices(for: deletion, of: named.entries[index])))
      #expect(deleted.entries[index].isDeleted)
      var restoration = EntryEdit()
      restoration.deletion = .unmark
      let restored = try deleted.splices(for: restoration, of: deleted.entries[index])
      #expect(deleted.bytes.applying(restored) == named.bytes)
    }
  }

  private static func edit(using generator: inout SeededGenerator) -> EntryEdit {
    var edit = EntryEdit()
    edit.newID = EntryID.random(using: &generator)
    if Bool.random(using: &generator) {
      edit.text = ThreadSamples.bytes(upTo: 6, using: &generator)
    }
    if Bool.random(using: &generator) {
      let title = ThreadSamples.bytes(upTo: 3, using: &generator).filter { $0 != 10 && $0 != 13 }
      edit.title = title.trimmed
    }
    if Bool.random(using: &generator) { edit.edited = "2026-04-01T00:00:00Z" }
    if Bool.random(using: &generator) { edit.timestamp = Timestamp("2026-05-05T05:05:05+02:00") }
    edit.deletion =
      [nil, .unmark, .mark("2026-04-02T00:00:00Z")].randomElement(using: &generator)
      ?? nil
    for name in ["mood", "a b", "neu"] where Bool.random(using: &generator) {
      let isRemoval = Bool.random(using: &generator)
      edit.fields.append(
        (name, isRemoval ? nil : ThreadSamples.bytes(upTo: 3, using: &generator)))
    }
    return edit
  }
}
