import FoundationEssentials

/// Files of expected output, committed with the project.
public enum Golden {
  /// That output is not what its golden file holds, or that the file was recorded again.
  public struct Mismatch: Error, CustomStringConvertible {
    /// What differs, where, and how to record the file again.
    public var description: String
  }

  /// Compares `actual` with the file at `path`, relative to the checkout, byte by byte.
  ///
  /// With `UPDATE_GOLDENS=1` in the environment the file is written, and the check still fails.
  /// - Throws: ``Mismatch`` where they differ, and the file system's errors.
  public static func check(_ actual: [UInt8], against path: String) throws {
    let file = checkout.appending(path: path)
    let expected = (try? Data(contentsOf: file)).map { [UInt8]($0) }
    guard expected != actual else { return }
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(actual).write(to: file)
      throw Mismatch(description: "\(path) was recorded again: review it, and run the tests again.")
    }
    throw Mismatch(
      description: """
        \(path) \(difference(expected, actual))
        Record it again with: UPDATE_GOLDENS=1 swift test
        """)
  }

  /// The checkout that these tests were built from.
  public static let checkout = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../..").standardized

  private static func difference(_ expected: [UInt8]?, _ actual: [UInt8]) -> String {
    guard let expected else { return "does not exist." }
    let newline = UInt8(ascii: "\n")
    let old = expected.split(separator: newline, omittingEmptySubsequences: false)
    let new = actual.split(separator: newline, omittingEmptySubsequences: false)
    let same = zip(old, new).prefix { $0 == $1 }.count
    func line(_ lines: [ArraySlice<UInt8>]) -> String {
      same < lines.count ? String(decoding: lines[same], as: UTF8.self) : "(the end)"
    }
    return """
      differs from line \(same + 1) on:
      - \(line(old))
      + \(line(new))
      """
  }
}
