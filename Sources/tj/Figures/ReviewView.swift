import ThreadJournal
import ThreadStorage

/// A look back on some days, as Markdown: the same bytes from the same journal on the same day.
struct ReviewView {
  let review: ReviewTally
  let request: ReviewRequest
  /// What the days before are called.
  let nameBefore: String
  let today: Int

  /// The most entries that a list names.
  private static let mostNamed = 10

  /// The parts that have something to tell, without the title.
  var text: [UInt8] {
    let parts = [
      [summary],
      section("Threads", threads), section("Plans", plans), section("Fields", fields),
      section("New tags", list(review.newTags)),
      section(
        "Longest entry", review.longest.map { [line($0) + ", \(Plural.of($0.words, "word"))"] }),
      section("Edited later", list(review.edited.sorted { $0.day < $1.day }.map(line))),
      section("On these days, in earlier years", list(review.earlierYears.map(line))),
      section(
        "Due",
        review.plans.due(on: today).map { "\(plain($0.thread.title)): \($0.dueText)" }),
    ]
    let lines = parts.filter { !$0.isEmpty }.joined(separator: [""])
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private func section(_ title: String, _ items: [String]?) -> [String] {
    guard let items, !items.isEmpty else { return [] }
    return ["## \(title)", ""] + items.map { "- \($0)" }
  }

  private var summary: String {
    let (now, before) = (review.present, review.before)
    guard now.entries > 0 else {
      return "No entries; before, in \(nameBefore): \(Plural.grouped(before.entries))."
    }
    return "\(Plural.entries(now.entries)) on \(Plural.of(now.days.count, "day")), "
      + "\(Plural.words(now.words)); before, in \(nameBefore): \(Plural.entries(before.entries)) on "
      + "\(Plural.of(before.days.count, "day")), \(Plural.words(before.words))."
  }

  private var threads: [String] {
    let (now, before) = (counts(review.present), counts(review.before))
    let silent = review.before.threads.filter { now[$0.path] == nil }
    return (review.present.threads + silent).map { thread in
      "\(plain(thread.title)): \(now[thread.path] ?? 0), before \(before[thread.path] ?? 0)"
    }
  }

  private func counts(_ tally: JournalTally) -> [String: Int] {
    var counts: [String: Int] = [:]
    for group in tally.groups {
      if case .thread(let path) = group.key { counts[path] = group.entries }
    }
    return counts
  }

  private var plans: [String] {
    review.plans.compactMap { PlanStatus($0, today: today) }.compactMap { plan in
      let states = PlanFigures.State.told.filter { plan.count($0) > 0 }
      guard !states.isEmpty else { return nil }
      let missed = plan.starts(of: .missed, in: request.days).map {
        CalendarDate(daysSinceEpoch: $0).text
      }
      let words = states.map { state in
        let days = state == .missed ? " (\(list(missed).joined(separator: ", ")))" : ""
        return "\(state.rawValue) \(plan.count(state))\(days)"
      }
      return plain(plan.thread.title) + ": " + words.joined(separator: ", ")
    }
  }

  private var fields: [String] {
    review.present.fields.compactMap { field in
      let old = review.before.fields.first { $0.identity == field.identity }
      let text = FigureText(
        kind: field.kind, of: [field, old].compactMap { $0.flatMap { NumberFigures($0.numbers) } },
        dayStartsAt: request.counting.dayStartsAt)
      let name = plain(field.name) + (field.unit.map { " in \(plain($0))" } ?? "")
      guard field.kind.hasMean else {
        let values = field.frequent.map { value in
          let text = String(utf8: value.text)
          let shown = text.count > 80 ? text.prefix(79) + "…" : text[...]
          return plain(FigureText.name(ofText: Array(shown.utf8))) + " \(value.count)"
        }
        return values.isEmpty ? nil : "\(name): " + list(values).joined(separator: ", ")
      }
      guard let figures = NumberFigures(field.numbers) else { return nil }
      // The difference is of the means as they are, as `tj stats` has it.
      let before = old.flatMap { NumberFigures($0.numbers)?.total }.map {
        ", before \(text.mean($0)) (\(text.difference(figures.total, $0)))"
      }
      return
        "\(name): mean \(text.mean(figures.total)) of \(Plural.of(figures.total.count, "value"))"
        + (field.threadCount > 1 ? " in \(field.threadCount) threads" : "")
        + (before ?? "")
    }
  }

  /// `2026-11-20, Sleep log, k3f9q2wz7h: Woke at four.`.
  private func line(_ mention: ReviewTally.Mention) -> String {
    let parts = [
      CalendarDate(daysSinceEpoch: mention.day).text, plain(mention.thread), mention.id,
    ].compactMap(\.self)
    let words = StyledText(plain(String(utf8: mention.line)))
    let line = String(utf8: words.truncated(to: 60).bytes)
    return parts.joined(separator: ", ") + (line.isEmpty ? "" : ": \(line)")
  }

  private func list(_ items: [String]) -> [String] { items.first(Self.mostNamed) }

  /// Words of the journal as Markdown has them for what they are, on one line.
  ///
  /// A `#` has a backslash before it, so that a review which is saved has none of the tags that it tells of. An address
  /// has the signs that are its own.
  private func plain(_ text: String) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    return words.map { word in
      let address = ["https://", "http://"].compactMap { word.firstRange(of: $0)?.lowerBound }.min()
      let start = address ?? word.endIndex
      return plain(word[..<start], "\\`*_[]<>&~#") + plain(word[start...], "\\`[]<>")
    }.joined(separator: " ")
  }

  /// The text with a backslash before each of these signs.
  private func plain(_ text: Substring, _ signs: String) -> String {
    var plain = ""
    for scalar in text.unicodeScalars {
      if scalar.properties.generalCategory == .control {
        plain += " "
        continue
      }
      if signs.unicodeScalars.contains(scalar) { plain += "\\" }
      plain.unicodeScalars.append(scalar)
    }
    return plain
  }
}

extension PlanFigures.State {
  /// Those that a look back tells of.
  fileprivate static let told: [PlanFigures.State] = [.followed, .missed, .skipped, .pending]
}
