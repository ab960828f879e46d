import ThreadStorage

/// What a look back on some days is made of.
package struct ReviewRequest: Sendable {
  /// The days that are looked back on, counted from 1970-01-01.
  package let days: ClosedRange<Int>
  /// Those that they are compared with.
  package let before: ClosedRange<Int>
  package let counting: StatisticsRequest

  package init(
    days: ClosedRange<Int>, before: ClosedRange<Int>, counting: StatisticsRequest
  ) {
    self.days = days
    self.before = before
    self.counting = counting
  }
}

/// What entries say of some days, beside the days before: counted, and those that stand out.
package struct ReviewTally: Sendable {
  /// An entry that stands out, as far as it is told of.
  package struct Mention: Sendable {
    package let thread: String
    /// Nil where it has none.
    package let id: String?
    package let day: Int
    package let words: Int
    /// Its title, else the first line of its text.
    package let line: [UInt8]
  }

  package private(set) var present = JournalTally()
  package private(set) var before = JournalTally()
  /// The tags of the days, in lower case, that no entry of an earlier day has, in the order of their bytes.
  package var newTags: [String] {
    present.tags.map(\.tag).filter { !earlierTags.contains($0) }.sorted()
  }
  /// The entry of the most words; of several the first.
  package private(set) var longest: Mention?
  /// The entries of the days that were edited on a later day than their own.
  package private(set) var edited: [Mention] = []
  /// The entries of the same days of earlier years, the newest first.
  package var earlierYears: [Mention] { anniversaries.sorted { $0.day > $1.day } }
  /// The plans of all threads, where they are asked for.
  package private(set) var plans: [PlanTally] = []
  private var earlierTags: Set<String> = []
  private var anniversaries: [Mention] = []

  package init() {}

  /// What the live entries of one thread say.
  init(_ thread: ThreadEntries, _ request: ReviewRequest) {
    var counting = request.counting
    if let plan = counting.plans.flatMap({ PlanTally(thread, $0) }) { plans = [plan] }
    counting.plans = nil
    let dayStartsAt = counting.dayStartsAt
    var yearDays = Set(request.days.prefix(366).map(Self.dayOfYear))
    // Where there is no 29 February, the 28th stands for it.
    let hasEnd = request.days.prefix(366).contains {
      Self.dayOfYear($0) == 228 && Self.dayOfYear($0 + 1) == 301
    }
    if hasEnd { yearDays.insert(229) }
    let firstYear = CalendarDate(daysSinceEpoch: request.days.lowerBound).year
    var (inDays, inBefore, earlier) = ([Entry](), [Entry](), [Entry]())
    for entry in thread.entries where !entry.isReview {
      let day = entry.timestamp.journalDate(dayStartsAt: dayStartsAt).daysSinceEpoch
      if day < request.days.lowerBound { earlier.append(entry) }
      if request.before.contains(day) { inBefore.append(entry) }
      if request.days.contains(day) {
        inDays.append(entry)
        let mention = Mention(entry, day)
        if mention.words > longest?.words ?? 0 { longest = mention }
        let editDay = entry.edited?.journalDate(dayStartsAt: dayStartsAt).daysSinceEpoch
        if let editDay, editDay > day { edited.append(mention) }
      } else if day < request.days.lowerBound, yearDays.contains(Self.dayOfYear(day)),
        CalendarDate(daysSinceEpoch: day).year < firstYear
      {
        anniversaries.append(Mention(entry, day))
      }
    }
    present = JournalTally(ThreadEntries(thread.file, inDays), counting)
    before = JournalTally(ThreadEntries(thread.file, inBefore), counting)
    counting.fields = []
    earlierTags = Set(JournalTally(ThreadEntries(thread.file, earlier), counting).tags.map(\.tag))
  }

  private static func dayOfYear(_ day: Int) -> Int {
    let parts = CalendarDate(daysSinceEpoch: day).parts
    return parts.month * 100 + parts.day
  }

  mutating func merge(_ other: ReviewTally) {
    present.merge(other.present)
    before.merge(other.before)
    plans += other.plans
    if let mention = other.longest, mention.words > longest?.words ?? 0 { longest = mention }
    edited += other.edited
    anniversaries += other.anniversaries
    earlierTags.formUnion(other.earlierTags)
  }
}

extension ReviewTally.Mention {
  fileprivate init(_ entry: Entry, _ day: Int) {
    let text = entry.text
    let title = entry.title
    thread = entry.thread.title
    id = entry.id?.description
    self.day = day
    words = text.span.wordCount(in: 0..<text.count) + title.span.wordCount(in: 0..<title.count)
    let first = text.split(separator: .lineFeed).first { $0.contains { $0 > 0x20 } } ?? []
    line = Array((title.isEmpty ? first : title[...]).prefix(400).trimmed)
  }
}

extension EntryScan {
  /// What all entries that are found say of some days.
  package func review(_ request: ReviewRequest) -> (review: ReviewTally, outcome: Outcome) {
    var review = ReviewTally()
    let outcome = run(rendering: { ReviewTally($0, request) }, taking: { review.merge($0) })
    return (review, outcome)
  }
}

extension Entry {
  /// Whether a review was saved as it, which its title says: `Review 2026-W47`, `Review 2026-11`.
  fileprivate var isReview: Bool {
    let start = Array("Review ".utf8)
    let days = title.dropFirst(start.count)
    return title.starts(with: start) && days.count >= 4 && days.prefix(4).allSatisfy(Byte.isDigit)
      && days.allSatisfy { Byte.isDigit($0) || "-.WQ".utf8.contains($0) }
  }
}
