import Testing

@testable import ThreadJournal

@Suite struct InternTableTests {
  @Test("Names are told apart by their bytes, few or many, in whatever order they come")
  func lookingUp() {
    for count in [3, 16, 17, 18, 500] {
      var table = InternTable<Int>()
      let names = (0..<count).map { Array("name \($0)".utf8) }
      for (number, name) in names.enumerated() {
        #expect(table.value(of: name.span, 0..<name.count) { _ in number } == number)
      }
      for (number, name) in names.enumerated().reversed() {
        let padded = [0x20] + name + [0x20]
        let found = table.value(of: padded.span, 1..<name.count + 1) { _ in -1 }
        #expect(found == number)
      }
      #expect(table.spellings == names)
    }
  }
}
