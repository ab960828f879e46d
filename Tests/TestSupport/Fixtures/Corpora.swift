import FoundationEssentials

/// Real files that no one here wrote, for tests that need them.
public enum Corpora {
  /// The folder that `$TJ_CORPORA` names, else `../shared/corpora` beside the checkout; nil where neither is there.
  public static let folder: URL? = {
    let manager = FileManager.default
    if let path = ProcessInfo.processInfo.environment["TJ_CORPORA"] {
      return manager.fileExists(atPath: path) ? URL(filePath: path) : nil
    }
    var parent = URL(filePath: #filePath).deletingLastPathComponent()
    while parent.path.count > 1 {
      parent.deleteLastPathComponent()
      let url = parent.appending(path: "shared/corpora")
      if manager.fileExists(atPath: url.path) { return url }
    }
    return nil
  }()

  /// Why a test is skipped.
  public static let skipped = "no corpora: TJ_CORPORA names their folder"
}
