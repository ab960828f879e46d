import ThreadJournal
import ThreadStorage

extension ImportView {
  /// How times are read, where two columns make them, or they are written in another way than ours; else nil.
  func line(on times: CSVTimes.Read, again: String) -> String? {
    guard times.example != nil || times.columns.count > 1 || times.file != nil else { return nil }
    let file = times.file.map { " of \($0)" } ?? ""
    let columns = "  times\(file) from \(times.columns.joined(separator: " and "))"
    guard let (text, time) = times.example else { return columns }
    var end: [UInt8] = []
    if time.minutesToEnd > 0 { time.appendEnd(to: &end) }
    let read = [TimeText.entry(time, in: session.zone), String(utf8: end)]
    let days = times.days.flatMap { days in
      days.lowerBound == days.upperBound
        ? nil : "; \(days.lowerBound.text) to \(days.upperBound.text)"
    }
    let pattern = TimePattern.fitting([text]).first {
      times.otherDay != nil && TimePattern($0)?.day(of: text) == times.otherDay?.text
    }
    let words = [time.date, times.otherDay ?? time.date].map {
      "\($0.parts.day) \(TimeText.month($0.parts.month))"
    }
    let other = pattern.map {
      " (\(words[0]), as date-order says; for \(words[1]): \(again)--time-format \(ShellWord.quoted($0)))"
    }
    return columns + ", \"\(text)\" as " + read.filter { !$0.isEmpty }.joined(separator: "-")
      + (other ?? "") + (days ?? "")
  }

  /// That the new ones are read as times of the zone here, where those that are there were written in another; else nil.
  func line(onZones thread: ImportPlan.ThreadPlan, again: String) -> String? {
    guard let old = thread.timeInOtherZone,
      let new = thread.entries.first(where: { $0.timestamp.precision != .day })
    else { return nil }
    let zones = [old, new.timestamp].map { $0.rfc3339(in: session.zone).suffix(6) }
    guard zones[0] != zones[1] else { return nil }
    return "  those that are there have the zone \(zones[0]), and the new ones are read in that "
      + "here, \(zones[1]). To read them in another: \(again)TZ=Europe/London tj import, with that zone's name"
  }

  /// What is there at the times of new ones, and may be these.
  static func lines(
    onTaken taken: [ImportPlan.ThreadPlan.TakenTime]
  ) -> [String] {
    func names(_ taken: [ImportPlan.ThreadPlan.TakenTime]) -> String {
      taken.map(\.reference).first(listLimit).joined(separator: ", ")
    }
    let same = taken.filter { $0.differs == .id }
    let deleted = taken.filter { $0.differs == .trash }
    let others = taken.filter { $0.differs != .id && $0.differs != .trash }
    var lines: [String] = []
    if !same.isEmpty {
      let what =
        same.count == 1
        ? "1 says the same as an entry that is there with another id"
        : "\(same.count) say the same as entries that are there with other ids"
      lines.append("  \(what): \(names(same))")
    }
    if let first = deleted.first {
      let what =
        deleted.count == 1
        ? "1 has the time of an entry in the trash, and is perhaps that one"
        : "\(deleted.count) have the times of entries in the trash, and are perhaps these"
      lines.append(
        "  \(what): \(names(deleted)). To see it: tj show \(ShellWord.quoted(first.reference))")
    }
    guard let first = others.first else { return lines }
    let hasText = others.contains { $0.differs == .text }
    let show = "tj show \(ShellWord.quoted(first.reference))"
    let what =
      hasText ? (one: "another text", many: "texts") : (one: "other values", many: "values")
    lines.append(
      others.count == 1
        ? "  1 has the time of an entry that is there with \(what.one): \(show)"
        : "  \(others.count) have the times of entries that are there with other \(what.many): "
          + "\(names(others)). To see one: \(show)")
    return lines
  }

  /// Which columns may be fields that are there, and how to say so.
  func line(on names: [(column: String, field: String)], again: String) -> String {
    // A column that was given another name is called by its own.
    let own = names.map { name in
      let mapped = mapping.first { FieldName.key($0.target) == FieldName.key(name.column) }
      return (column: mapped?.header ?? name.column, field: name.field)
    }
    let pairs = own.map { "\($0.column) for \($0.field)" }.joined(separator: ", ")
    let pairing = own.map { "\($0.field)=\($0.column)" }.joined(separator: ",")
    return "  its columns are perhaps fields that are there by other names: \(pairs). "
      + "To have them so: \(again)--map \(ShellWord.quoted(pairing))"
  }

  /// What is there at another time of the day, and may be the same.
  func line(on moved: [ImportPlan.ThreadPlan.Moved], again: String) -> String {
    let places = moved.map { moved in
      let line = "\(moved.entry.file):\(moved.entry.line)"
      let names = [(moved.reference, moved.timestamp), (line, moved.entry.timestamp)]
      let isTwice = Set(names.map { text(of: $0.1) }).count == 1
      // What the clock shows twice as it is put back is told apart by its zone.
      return names.map { "\($0) at \(isTwice ? $1.rfc3339(in: session.zone) : text(of: $1))" }
        .joined(separator: ", ")
    }
    let start =
      moved.count == 1
      ? "1 is perhaps there at another time"
      : "\(moved.count) are perhaps there at other times"
    let remedies = moved.map(Self.remedy)
    var kinds: [String] = []
    for remedy in remedies where !kinds.contains(remedy) { kinds.append(remedy) }
    let edits = kinds.map { kind in
      let names = zip(moved, remedies).filter { $0.1 == kind }.map(\.0.reference)
      return kinds.count == 1 ? kind : "\(kind) (\(names.first(5).joined(separator: ", ")))"
    }
    return "  \(start): \(places.first(5).joined(separator: "; ")). To have one alone: "
      + "\(again)\(edits.joined(separator: "; ")), and import it again"
  }

  /// What makes an entry at another time the one that the file has.
  private static func remedy(_ moved: ImportPlan.ThreadPlan.Moved) -> String {
    // A day alone keeps the time of day there.
    let isDay = moved.entry.timestamp.precision == .day && moved.timestamp.precision != .day
    let day = moved.entry.timestamp.date.text
    return switch moved.lacking {
    case .everything: "tj delete ID"
    case .time where isDay: "tj edit ID, with ## \(day) as its heading in the editor"
    case .time: "tj edit ID --at TIME, as the file has it"
    case .timeAndTitle where isDay:
      "tj edit ID, with ## \(day) and the file's title as its heading in the editor"
    case .timeAndTitle: "tj edit ID --at TIME --title TITLE, as the file has them"
    }
  }

  /// The few that are the same and came from another file; nil for none.
  func line(onSameOfOther thread: ImportPlan.ThreadPlan, again: String) -> String? {
    guard let (file, names) = thread.sameOfOther else { return nil }
    let others = names.count == 1 ? "that is another one" : "those are others"
    return "  \(names.count) of the same came from \(file): \(names.joined(separator: ", ")). "
      + "If \(others): \(again)--into another thread, or tj add"
  }

  /// What is there and not in the file, which has what is beside it; nil for none.
  func line(
    onAbsentOf thread: ImportPlan.ThreadPlan, mayBeQueried: Bool
  ) -> String? {
    let absent = thread.absent
    guard let first = absent.first else { return nil }
    let isOne = absent.count == 1
    let places = absent.map { own in
      "\(own.reference) at \(text(of: own.timestamp))" + (own.isEdited ? ", edited here" : "")
    }.first(Self.listLimit)
    let are = isOne ? "is" : "are"
    let isUnrecorded = absent.contains(where: \.isUnrecorded)
    let were =
      isUnrecorded
      ? "no record tells whether the file once had \(isOne ? "it" : "all of them"). If it had, and \(isOne ? "it was" : "they were")"
      : "If \(isOne ? "it was" : "they were")"
    return "  \(Plural.entries(absent.count)) \(are) here and not in the file: "
      + "\(places.joined(separator: "; "))\(isUnrecorded ? "; " : ". ")\(were) corrected or taken out there"
      + (mayBeQueried ? ", and not left out by a query: " : ": ")
      + "tj delete \(isOne ? ShellWord.quoted(first.reference) : "ID")"
  }

  private func text(of time: Timestamp) -> String {
    TimeText.entry(time, in: session.zone, withSeconds: true)
  }
}
