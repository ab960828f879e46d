import Testing

@testable import ThreadJournal

@Suite struct NearestNameTests {
  let names = ["add", "list", "show", "find", "completions", "Morning pages"]

  @Test(
    "a mistyped name finds the one that was meant",
    arguments: [
      ("shwo", "show"), ("lst", "list"), ("LIST", "list"), ("fnid", "find"), ("adds", "add"),
      ("comp", "completions"), ("mornign pages", "Morning pages"), ("morning", "Morning pages"),
      ("mornign", "Morning pages"), ("pagse", "Morning pages"), ("mornin page", "Morning pages"),
      ("mrning", "Morning pages"),
    ])
  func mistyped(name: String, meant: String) {
    #expect(names.nearest(to: name).first == meant)
  }

  @Test("a name that is like none finds none", arguments: ["", "x", "frobnicate", "zzzz", "lake"])
  func unlike(name: String) {
    #expect(names.nearest(to: name) == [])
  }

  @Test("names of one letter are like no other of one")
  func letters() {
    #expect(["1", "2"].nearest(to: "6") == [])
  }

  @Test("the nearest comes first, and no more than the limit come")
  func order() {
    let near = ["moods", "mood", "moon", "food", "wood"].nearest(to: "mood")
    #expect(near == ["mood", "food", "moods"])
    #expect(["aa", "ab", "ac"].nearest(to: "ad", limit: 2) == ["aa", "ab"])
  }

  @Test("swapped neighbours count as one mistake, two other letters as two")
  func swap() {
    #expect(["abc"].nearest(to: "acb") == ["abc"])
    #expect(["abc"].nearest(to: "axy") == [])
  }

  @Test("a very long name is not compared")
  func long() {
    let long = String(repeating: "a", count: 100_000)
    #expect([long].nearest(to: long) == [])
    #expect([long].nearest(to: "aaaa") == [long])
  }
}
