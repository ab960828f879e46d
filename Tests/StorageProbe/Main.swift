import ThreadStorage

/// A writer or an editor in a process of its own, for tests that kill or race them.
@main
enum StorageProbe {
  static func main() {
    let words = CommandLine.arguments
    if words.count == 5, words[1] == "killed", let call = Int(words[4]) {
      exit(ProbeFolder(root: words[2]).make(words[3], killedAt: call))
    }
    guard words.count == 4, let number = Int(words[3]) else { exit(2) }
    let folder = ProbeFolder(root: words[2])
    switch words[1] {
    case "writer": folder.appendKilledAtRandom(writer: number)
    case "naive": folder.appendNaively(writer: number)
    case "appender": folder.change(number) { try folder.append($0) }
    case "rewriter": folder.change(number) { try folder.rewrite($0) }
    case "naive-changer": folder.change(number) { folder.rewriteNaively($0) }
    case "editor": folder.edit(number, byRename: false)
    case "saver": folder.edit(number, byRename: true)
    case "slow-editor": folder.edit(number, byRename: false, pausing: true)
    case "slow-saver": folder.edit(number, byRename: true, pausing: true)
    default: exit(2)
    }
  }
}
