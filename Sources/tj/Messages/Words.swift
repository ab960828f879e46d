/// Words as a POSIX shell would have to be given them.
enum ShellWord {
  /// `word`, in single quotes where a shell would not take it as it is.
  static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: true
      default: "-_./@+,:".utf8.contains(byte)
      }
    }
    return isPlain && !word.isEmpty ? word : singleQuoted(word)
  }

  /// `text` in single quotes.
  static func singleQuoted(_ text: String) -> String {
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }
}

/// Numbers with their noun.
enum Plural {
  /// `1 entry`, `2 entries`.
  static func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }

  /// `1 thread`, `2 threads`.
  static func threads(_ count: Int) -> String { of(count, "thread") }

  /// `2 threads and 1 entry`; what there is none of is left out.
  static func both(threads: Int, entries: Int) -> String {
    if threads == 0 { return Plural.entries(entries) }
    if entries == 0 { return Plural.threads(threads) }
    return "\(Plural.threads(threads)) and \(Plural.entries(entries))"
  }

  /// `1 problem`, `2 problems`.
  static func problems(_ count: Int) -> String { of(count, "problem") }

  /// `1 file`, `2 files`, of a noun that takes an s.
  static func of(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
