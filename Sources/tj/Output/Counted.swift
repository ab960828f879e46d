/// Numbers with their noun.
enum Counted {
  /// `1 entry`, `2 entries`.
  static func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }

  /// `1 thread`, `2 threads`.
  static func threads(_ count: Int) -> String { count == 1 ? "1 thread" : "\(count) threads" }

  /// `2 threads and 1 entry`; what there is none of is left out.
  static func both(threads: Int, entries: Int) -> String {
    if threads == 0 { return Counted.entries(entries) }
    if entries == 0 { return Counted.threads(threads) }
    return "\(Counted.threads(threads)) and \(Counted.entries(entries))"
  }

  /// `1 problem`, `2 problems`.
  static func problems(_ count: Int) -> String { of(count, "problem") }

  /// `1 file`, `2 files`, of a noun that takes an s.
  static func of(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
