import ThreadStorage

/// Links of Markdown to pictures and other files beside the file that has them: `![](../photos/a.png)`, `![[a.png]]`.
enum FileLink {
  /// The files that `line` links to, as it names them.
  static func targets(in line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard line.count <= longestLine, line.contains(UInt8(ascii: "[")) else { return [] }
    return line.indices.compactMap { index in
      let rest = line[index...]
      if rest.starts(with: "![[".utf8) {
        let name = rest.dropFirst(3).prefix { !"]|#".utf8.contains($0) }
        // What has a dot in `![[guides.tips]]` may be a note.
        return isFile(name) && suffix(of: name).map(embedded.contains) == true ? name : nil
      }
      let before = line[..<index]
      guard rest.starts(with: "](".utf8), let open = before.lastIndex(of: UInt8(ascii: "[")),
        !before[open...].contains(UInt8(ascii: "]"))
      else { return nil }
      let target = rest.dropFirst(2)
      let isInBrackets = target.first == UInt8(ascii: "<")
      let name =
        isInBrackets
        ? target.dropFirst().prefix { $0 != UInt8(ascii: ">") }
        : target.prefix { $0 != UInt8(ascii: ")") && !Byte.isBlank($0) }
      let isPicture = before[..<open].last == UInt8(ascii: "!")
      let isNote = suffix(of: name).map { $0 == "md" } ?? true
      let isLinked = isPicture || name.first == UInt8(ascii: ".") && !isNote
      return isLinked && isFile(name) ? name : nil
    }
  }

  /// Whether it is no address with a scheme, place in the text, or path from the root.
  private static func isFile(_ target: ArraySlice<UInt8>) -> Bool {
    guard let first = target.first, !"/#:".utf8.contains(first) else { return false }
    return target.first { !Byte.isLetterOrDigit($0) && !"+.-".utf8.contains($0) } != .colon
  }

  /// Nobody has written a longer line.
  private static let longestLine = 10_000

  /// Pictures, sounds, films and documents, as notes have them within.
  private static let embedded: Set<String> = [
    "avif", "bmp", "gif", "heic", "jpeg", "jpg", "png", "svg", "tif", "tiff", "webp", "flac", "m4a",
    "mp3", "ogg", "wav", "avi", "mkv", "mov", "mp4", "webm", "csv", "docx", "html", "pdf", "pptx",
    "txt", "xlsx", "zip",
  ]

  /// What stands behind the last dot, in small letters, where that may be the suffix of a file's name.
  private static func suffix(of target: ArraySlice<UInt8>) -> String? {
    guard let dot = target.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let suffix = target[dot...].dropFirst()
    let isSuffix = (1...5).contains(suffix.count) && suffix.allSatisfy(Byte.isLetterOrDigit)
    return isSuffix ? String(utf8: suffix).lowercased() : nil
  }
}
