enum ShellWord {
  /// `word`, in single quotes where a shell would not take it as it is.
  static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: true
      default: "-_./@+,:".utf8.contains(byte)
      }
    }
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return isPlain && !word.isEmpty ? word : "'" + parts.joined(separator: "'\\''") + "'"
  }
}
