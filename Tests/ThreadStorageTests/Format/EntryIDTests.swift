import TestSupport
import Testing

@testable import ThreadStorage

@Suite struct EntryIDTests {
  @Test("Every new id looks like one, with digits or without, and hardly a title does")
  func newIDs() {
    var generator = SeededGenerator(seed: 40)
    var withoutDigits = 0
    for _ in 0..<2000 {
      let id = EntryID.random(using: &generator).description
      #expect(EntryID.isLikeNew(id), "\(id)")
      if !id.utf8.contains(where: { $0 <= UInt8(ascii: "9") }) { withoutDigits += 1 }
    }
    #expect(withoutDigits > 20)
    for title in [
      "", "morning", "Kaaaaaaaaa", "1aaaaaaaaa", "depression", "ka-aaaaaaa", "kaaaaaaaaaa",
    ] {
      #expect(!EntryID.isLikeNew(title), "\(title)")
    }
  }
}
