import ThreadStorage

enum ShellWord {
  /// `word`, in single quotes where a shell would not take it as it is.
  static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy {
      $0 >= 0x80 || Byte.isLetterOrDigit($0) || "-_./@+,:".utf8.contains($0)
    }
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return isPlain && !word.isEmpty ? word : "'" + parts.joined(separator: "'\\''") + "'"
  }
}
