import Testing
import ThreadStorage

@Suite struct CalendarDateTests {
  @Test("Every month of the years 1 to 9999 agrees with counting days one year after the other")
  func agreesWithCounting() {
    var dayNumber = -719_162
    var mismatches: [String] = []
    for year in 1...9999 {
      let isLeap = year.isMultiple(of: 400) || (year.isMultiple(of: 4) && !year.isMultiple(of: 100))
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for (index, length) in lengths.enumerated() {
        let first = CalendarDate(daysSinceEpoch: dayNumber)
        let last = CalendarDate(year: year, month: index + 1, day: length)
        if first.parts != (year, index + 1, 1) || last?.parts.day != length
          || last?.daysSinceEpoch != dayNumber + length - 1
          || CalendarDate(year: year, month: index + 1, day: length + 1) != nil
        {
          mismatches.append("\(year)-\(index + 1)")
        }
        dayNumber += length
      }
    }
    #expect(mismatches == [])
    #expect(dayNumber == 2_932_897)
  }

  @Test(
    "The weekday is the ISO one",
    arguments: [
      (1970, 1, 1, 4), (2026, 3, 28, 6), (1, 1, 1, 1), (9999, 12, 31, 5), (2024, 2, 29, 4),
      (1900, 1, 1, 1), (1600, 2, 29, 2),
    ])
  func weekday(year: Int, month: Int, day: Int, weekday: Int) {
    #expect(CalendarDate(year: year, month: month, day: day)?.weekday == weekday)
  }

  @Test("The text is the ISO one, and none beyond the calendar") func text() {
    #expect(CalendarDate(year: 33, month: 4, day: 3)?.text == "0033-04-03")
    #expect(CalendarDate(daysSinceEpoch: 2_932_896).text == "9999-12-31")
    #expect(CalendarDate(daysSinceEpoch: 2_932_897).text == "")
  }

  @Test("Weekdays follow one another") func weekdaysFollow() {
    for day in -1000...1000 {
      let date = CalendarDate(daysSinceEpoch: day)
      #expect(date.advanced(byDays: 1).weekday == date.weekday % 7 + 1)
    }
  }

  @Test("Days far off are clamped", arguments: [Int.min, Int.max])
  func farDays(days: Int) {
    let date = CalendarDate(daysSinceEpoch: days)
    #expect(abs(date.daysSinceEpoch) == 1_000_000_000)
    #expect((1...12).contains(date.month))
  }

  @Test("A date with a part out of range does not exist") func outOfRange() {
    for (year, month, day) in [
      (0, 1, 1), (10_000, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0),
    ] {
      #expect(CalendarDate(year: year, month: month, day: day) == nil)
    }
    #expect(CalendarDate(year: Int.max, month: Int.min, day: Int.max) == nil)
  }
}
