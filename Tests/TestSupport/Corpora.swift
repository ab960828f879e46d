import FoundationEssentials

/// The shared corpora beside the checkout, where they exist.
public enum Corpora {
  /// The folder `../shared/corpora`, or nil on a machine without it.
  public static let folder: URL? = {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../shared/corpora").standardized
    return FileManager.default.fileExists(atPath: url.path) ? url : nil
  }()
}
