import ThreadJournal
import ThreadStorage

/// How points in time look in lists and on entries.
enum TimeText {
  /// `2026-03-28 07:12` as it was written, with its offset where that is not the zone's.
  ///
  /// - Parameter withSeconds: Whether it has its seconds, where these are not zero.
  static func entry(
    _ time: Timestamp, in zone: LocalTimeZone, withSeconds: Bool = false
  ) -> String {
    guard time.precision != .day else { return time.date.text }
    var text: [UInt8] = []
    time.appendMinutes(to: &text)
    let second = time.secondOfDay % 60
    if withSeconds, second != 0 { text += ":\(second.twoDigits)".utf8 }
    if let offset = time.utcOffset, offset != zone.offset(at: time.instant(in: zone)) {
      // Without the space it would be the end of a time, if it is typed back (F8a).
      text.append(0x20)
      Timestamp.appendOffset(offset, to: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The name of a weekday, of which 1 is Monday.
  static func weekday(_ day: Int) -> String {
    capitalized(CalendarDate.weekdayNames[(day - 1) % 7])
  }

  /// The name of a month, of which 1 is January.
  static func month(_ month: Int) -> String { capitalized(CalendarDate.monthNames[month - 1]) }

  private static func capitalized(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }

  /// `0899`, as dates have it.
  static func year(_ year: Int) -> String { String("\(10_000 + year)".suffix(4)) }

  /// When something was deleted; `?` where that is not known.
  static func deletion(_ deletion: SoftDeletion, in zone: LocalTimeZone) -> String {
    deletion.time.map { entry($0, in: zone) } ?? "?"
  }
}

extension Entry {
  /// Its title, or the first line of its text, as far as it names the entry in a line of something else.
  var firstWords: String { Self.firstWords(of: title.isEmpty ? text : title) }

  static func firstWords(of text: [UInt8]) -> String {
    let line = String(utf8: text).split(separator: "\n").first
    return line.map { $0.shortened() } ?? ""
  }
}

extension Plural {
  /// What things are, behind their number: the title of a thread alone, or the first words of entries; nil where there are
  /// several threads, or both.
  static func name(threads: [ThreadHeader], entries: [Entry]) -> String? {
    if entries.isEmpty { return threads.count == 1 ? threads.first?.title : nil }
    guard threads.isEmpty else { return nil }
    // Of several with the same words, its time says which it is; of one without words, its values do.
    let names = entries.prefix(3).map { entry in
      entry.firstWords.isEmpty
        ? entry.slice.readingOfLiving(in: entry.file.bytes, entry.file.zone)
        : "\(TimeText.entry(entry.timestamp, in: entry.file.zone)) \(entry.firstWords)"
    }
    let more = entries.count - names.count
    return names.joined(separator: "; ") + (more > 0 ? "; and \(more) more" : "")
  }
}
