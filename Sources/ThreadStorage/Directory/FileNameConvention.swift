/// Which file names are threads, and which are left by editors and sync tools (F29).
package enum FileNameConvention {
  /// Whether a file at `path` is a thread.
  package static func isThread(_ path: String) -> Bool {
    let bytes = Array(path.utf8)
    return isThreadName(bytes) && !isConflictCopy(bytes)
  }

  /// The endings of notes, and those that `.md` becomes by a slip of the finger, or in other programs.
  private static let noteEndings: Set = [".md", ".mkd", ".markdown", ".txt", ".text"]
  private static let otherEndings: Set = [
    ".m", ".d", ".nd", ".dm", ".mf", ".ms", ".mdd", ".mmd", ".mdown", ".org",
  ]

  /// Whether a file of this name, which is none of a thread, would be one if it ended in `.md`: `Garden.MD`, `work.txt`,
  /// `work`, `work.nd`.
  static func isLikeThreadName(_ name: [UInt8]) -> Bool {
    guard let dot = name.lastIndex(of: .dot) else { return isThreadName(name + ".md".utf8) }
    let ending = String(utf8: name[dot...]).lowercased()
    let meant = Array(name[..<dot]) + Array(".md".utf8)
    return (noteEndings.contains(ending) || otherEndings.contains(ending)) && isThreadName(meant)
      && !isConflictCopy(meant)
  }

  /// Whether `path` ends as the names of notes do.
  package static func isNote(_ path: String) -> Bool {
    path.lastIndex(of: ".").map { noteEndings.contains(path[$0...].lowercased()) } ?? false
  }

  /// `path` with the ending of threads for its own.
  package static func threadPath(for path: String) -> String {
    let name = path.lastIndex(of: "/").map { path[$0...] } ?? path[...]
    let end = name.lastIndex(of: ".") ?? (name.hasSuffix(",md") ? name.lastIndex(of: ",") : nil)
    return String(path[..<(end ?? path.endIndex)]) + ".md"
  }

  static func endsLikeThread(_ path: [UInt8]) -> Bool {
    path.count > 3 && path.suffix(3).elementsEqual(".md".utf8)
  }

  /// Whether a file of this name is a thread or a conflict copy of one.
  static func isThreadName(_ path: [UInt8]) -> Bool {
    guard endsLikeThread(path) else { return false }
    let name = path.split(separator: UInt8(ascii: "/")).last ?? []
    // Word processors' owner files, and what a half-done sync leaves.
    return !["~$", "~syncthing~", "#", "._"].contains { name.starts(with: $0.utf8) }
      && !isMergeToolFile(name)
  }

  /// Whether `git mergetool` made the file: `NAME_BACKUP_123.md` and its like.
  private static func isMergeToolFile(_ name: ArraySlice<UInt8>) -> Bool {
    let parts = name.dropLast(3).split(separator: UInt8(ascii: "_"))
    guard parts.count > 2, let number = parts.last else { return false }
    return number.allSatisfy(Byte.isDigit)
      && ["BACKUP", "BASE", "LOCAL", "REMOTE"].contains {
        parts[parts.count - 2].elementsEqual($0.utf8)
      }
  }

  /// Whether a sync tool made the file because both sides had changed it.
  static func isConflictCopy(_ path: [UInt8]) -> Bool {
    let name = Array((path.split(separator: UInt8(ascii: "/")).last ?? []).dropLast(3))
    return isDatedCopy(name, behind: ".sync-conflict-") || isDatedCopy(name, behind: "_conflict-")
      || isBracketedCopy(name) || name.suffix(9).elementsEqual(".Conflict".utf8)
  }

  /// `NAME.sync-conflict-20260328-071233-ABCDEFG`, of Syncthing, or `NAME_conflict-20260328-071233`, of ownCloud.
  private static func isDatedCopy(_ name: [UInt8], behind mark: String) -> Bool {
    guard let start = name.firstOffset(of: Array(mark.utf8)), start > 0 else { return false }
    let date = name[(start + mark.utf8.count)...].prefix(8)
    return date.count == 8 && date.allSatisfy(Byte.isDigit)
  }

  /// `NAME (Ann's conflicted copy 2026-03-28)`: Dropbox, Nextcloud, Obsidian; `(SFConflict …)`: Seafile.
  private static func isBracketedCopy(_ name: [UInt8]) -> Bool {
    guard name.last == UInt8(ascii: ")"), let open = name.lastIndex(of: UInt8(ascii: "(")),
      open > 0, name[open - 1] == 32
    else { return false }
    let inside = Array(name[(open + 1)...].map { (65...90).contains($0) ? $0 + 32 : $0 })
    return ["conflicted copy", "case conflict", "sfconflict", "conflict on "].contains {
      inside.firstOffset(of: Array($0.utf8)) != nil
    }
  }
}
