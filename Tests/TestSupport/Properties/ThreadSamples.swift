import ThreadStorage

/// Texts and files made of the pieces that matter to the thread format.
public enum ThreadSamples {
  private static let pieces: [[UInt8]] =
    [
      "\n", "\n\n", "\r\n", "\r", "\\", "## ", "##\t", "## 2026-03-28", "## 2026-02-30 x",
      "\\## 2026-03-28",
      "## 2026-03-28 07:12:33-04:00 {#k3f9q2wz7h}", " {#abc edited=\"2026-03-29T07:10:00Z\"}",
      " {.deleted}", "- mood:: 7", "- mood\\:: 7", "* a b::", "+ x:: y", "  continued", "\t", " ",
      "  ",
      "word", "é", "日本", "e\u{301}", "🏔️", "{", "}", "{}", "\"", "---", "...", "title: x", "# Title",
      "```", "<<<<<<<", "\u{feff}", ":: ", "07:12", "Z", "-04:00",
    ].map { Array($0.utf8) } + [[0xff], [0xc3], [0], [0x85]]

  /// Up to `count` pieces after one another.
  public static func bytes(
    upTo count: Int, using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    (0..<Int.random(in: 0...count, using: &generator)).flatMap { _ in
      pieces.randomElement(using: &generator) ?? []
    }
  }

  /// A file that is mostly a well-formed thread.
  public static func file(using generator: inout some RandomNumberGenerator) -> [UInt8] {
    let ending = Bool.random(using: &generator) ? "\n" : "\r\n"
    var file: [UInt8] = Int.random(in: 0..<4, using: &generator) == 0 ? [0xef, 0xbb, 0xbf] : []
    if Bool.random(using: &generator) {
      file += "---\(ending)title: A thread\(ending)---\(ending)\(ending)".utf8
    }
    if Bool.random(using: &generator) { file += bytes(upTo: 6, using: &generator) + ending.utf8 }
    for _ in 0..<Int.random(in: 0..<6, using: &generator) {
      file += "## 2026-0\(Int.random(in: 1...9, using: &generator))-11".utf8
      if Bool.random(using: &generator) { file += " 07:12".utf8 }
      if Bool.random(using: &generator) { file += " A title".utf8 }
      if Bool.random(using: &generator) {
        file += " {#\(EntryID.random(using: &generator))}".utf8
      }
      file += Array(ending.utf8) + bytes(upTo: 8, using: &generator) + ending.utf8
    }
    if Bool.random(using: &generator), file.last == 0x0a { file.removeLast() }
    return file
  }
}
