import FoundationEssentials

/// The files of the folder `Fixtures`, committed with the project.
public enum Fixtures {
  /// The folder itself.
  public static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../../Fixtures").standardized

  /// The names of the files of `subfolder` that end in `suffix`, without it, in order.
  public static func names(in subfolder: String, endingIn suffix: String) -> [String] {
    let folder = folder.appending(path: subfolder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.sorted()
  }

  /// The bytes of the file at `path`, relative to the folder.
  public static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: path)))
  }

  /// The paths of all Markdown files of `folder`, at any depth, in order.
  public static func markdownFiles(below folder: URL) -> [String] {
    let all = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return all.filter { $0.hasSuffix(".md") }.sorted()
  }
}
