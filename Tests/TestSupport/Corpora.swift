import FoundationEssentials

/// The shared corpora beside the checkout, where they exist.
public enum Corpora {
  /// The folder `../shared/corpora`, or nil on a machine without it.
  public static let folder: URL? = {
    var parent = URL(filePath: #filePath).deletingLastPathComponent()
    while parent.path.count > 1 {
      parent.deleteLastPathComponent()
      let url = parent.appending(path: "shared/corpora")
      if FileManager.default.fileExists(atPath: url.path) { return url }
    }
    return nil
  }()
}
