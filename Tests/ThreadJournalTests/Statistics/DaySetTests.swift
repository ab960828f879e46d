import TestSupport
import Testing

@testable import ThreadJournal

@Suite struct DaySetTests {
  @Test("A set of days has what a set of numbers has, whatever their order, and so has a union")
  func sets() {
    var generator = SeededGenerator(seed: 11)
    var (all, expected) = (DaySet(), Set<Int>())
    #expect(all.count == 0 && all.min() == nil && all.max() == nil && all.sorted() == [])
    for range in [-3...3, -200...200, 20_000...20_063, -719_162...2_932_896] {
      for count in [0, 1, 2, 70] {
        let days = (0..<count).map { _ in Int.random(in: range, using: &generator) }
        let set = DaySet(days)
        #expect(set.sorted() == Set(days).sorted() && set.count == Set(days).count)
        all.formUnion(set)
        expected.formUnion(days)
        #expect(all.min() == expected.min() && all.max() == expected.max())
      }
    }
    #expect(all.sorted() == expected.sorted() && all.count == expected.count)
  }
}
