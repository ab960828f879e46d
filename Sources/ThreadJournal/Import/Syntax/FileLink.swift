import ThreadStorage

/// Links of Markdown to pictures and other files beside the file that has them: `![](../photos/a.png)`, `![[a.png]]`.
enum FileLink {
  /// The files that `line` links to, as it names them.
  static func targets(in line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard line.contains(UInt8(ascii: "[")) else { return [] }
    return line.indices.compactMap { index in
      let rest = line[index...]
      if rest.starts(with: "![[".utf8) {
        let name = rest.dropFirst(3).prefix { !"]|#".utf8.contains($0) }
        return isFile(name) && isNamedAsFile(name) ? name : nil
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
      let isLinked = isPicture || name.first == UInt8(ascii: ".") && isNamedAsFile(name)
      return isLinked && isFile(name) ? name : nil
    }
  }

  /// Whether it is no address with a scheme, place in the text, or path from the root.
  private static func isFile(_ target: ArraySlice<UInt8>) -> Bool {
    guard let first = target.first, !"/#:".utf8.contains(first) else { return false }
    return target.first { !Byte.isLetterOrDigit($0) && !"+.-".utf8.contains($0) } != .colon
  }

  /// Whether it ends as the names of files do that are no notes.
  private static func isNamedAsFile(_ target: ArraySlice<UInt8>) -> Bool {
    guard let dot = target.lastIndex(of: UInt8(ascii: ".")) else { return false }
    let suffix = String(utf8: target[dot...].dropFirst())
    return (1...5).contains(suffix.utf8.count) && suffix.utf8.allSatisfy(Byte.isLetterOrDigit)
      && suffix.lowercased() != "md"
  }
}
