import ThreadJournal
import ThreadStorage

/// The times of queries, in options and in terms such as `date:last week`.
extension WordsBehindOption {
  /// Refuses words of a query that may be meant to belong to the time before them: `--on nov 3`, `date:last week`.
  static func checkTimes(_ arguments: ParsedArguments, _ session: Session) throws {
    let given = arguments.given
    var inOption = given
    var first: (index: Int, time: Time, words: [String])?
    var count = 0
    for index in given.indices.reversed() {
      guard let time = Time(given[index]) else { continue }
      let words = arguments.words(behind: index, "QUERY").prefix(3)
      let meant = words.indices.compactMap { last in
        session.typedRange(([time.value] + words[...last]).joined(separator: " "))
          .map { (last: last, range: $0) }
      }
      guard let (last, range) = meant.last else { continue }
      inOption[index].bytes = Array((time.key + range).utf8)
      // `--from monday to friday`
      if time.key.isEmpty, range.contains("..") { inOption[index].name = "on" }
      inOption.removeSubrange(index + 1...index + 1 + last)
      first = (index, time, Array(words[...last]))
      count += 1
    }
    guard let (index, time, words) = first else { return }
    var inQuery = given
    let taken = index + 1...index + words.count
    inQuery.removeSubrange(taken)
    inQuery.insert(contentsOf: given[taken], at: index)
    let isReadable = count == 1 && (try? session.range(time.value)) != nil
    throw CommandError.textBehindOption(
      words.joined(separator: " "),
      option: time.key.isEmpty ? given[index].name : "date:",
      inOption: arguments.line(of: inOption),
      inText: isReadable ? arguments.line(of: inQuery) : nil)
  }

  /// What an option for times, or a term with the key for them, has as its value.
  private struct Time {
    /// `date:` and a sign behind it; empty for an option.
    let key: String
    let value: String

    init?(_ given: ParsedArguments.Occurrence) {
      let text = given.text
      var length = 0
      if !["from", "to", "on"].contains(given.name) {
        guard given.name.hasSuffix("QUERY"), text.lowercased().hasPrefix("date:") else {
          return nil
        }
        length = "date:".count
        length += text.dropFirst(length).prefix(while: Comparison.isSign).count
      }
      (key, value) = (String(text.prefix(length)), String(text.dropFirst(length)))
      if value.isEmpty { return nil }
    }
  }

  /// Refuses several times where one is wanted: `--from A..B`, and `--on A --on B`, of which one would not count.
  static func checkEnds(_ arguments: ParsedArguments, _ session: Session) throws {
    for option in ["from", "to", "on"] {
      try checkOnce(option, arguments)
      let values = arguments.values(option)
      guard option != "on", let text = values.last, text.contains("..") else { continue }
      let range = try session.range(text)
      if (option == "from" ? range.upper : range.lower) != nil {
        throw CommandError.rangeAsEnd(text, option: option)
      }
    }
  }

  /// Tells of a year long ago that may be a day without the sign in it, `--from 1116`, and of a day of last year that comes soon.
  static func tellYears(_ arguments: ParsedArguments, _ session: Session) {
    func day(_ text: String) -> String? {
      guard text.utf8.count == 4, text.allSatisfy(\.isNumber), let number = Int(text), number < 1300
      else { return nil }
      return [session.today.year, session.today.year - 1].lazy
        .compactMap { CalendarDate(year: $0, month: number / 100, day: number % 100) }
        .first { $0 <= session.today }?.text
    }
    for given in arguments.given {
      guard let time = Time(given) else { continue }
      let ends = time.value.split(separator: "..", omittingEmptySubsequences: false)
        .map(String.init)
      func line(_ ends: [String]) -> String {
        let meant = ends.joined(separator: "..")
        return time.key.isEmpty
          ? "--\(given.name) \(ShellWord.quoted(meant))" : ShellWord.quoted(time.key + meant)
      }
      if let year = ends.first(where: { day($0) != nil }) {
        session.note("\(year) is read as a year. For that day: \(line(ends.map { day($0) ?? $0 }))")
      } else if ends.count == 1, given.name != "to" || arguments.value("from") == nil,
        let (read, coming) = session.daysOfLastYear(ends[0])
      {
        session.note(
          "\(ends[0]) is read as \(read.text). For the coming one: \(line([coming.text]))")
      }
    }
  }
}
