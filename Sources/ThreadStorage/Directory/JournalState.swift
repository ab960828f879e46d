/// A journal's threads and their files' status at a moment; if they are equal later, nobody wrote meanwhile.
package struct JournalState: Sendable {
  private let paths: [String]
  private let status: [FileStatus?]
  /// Whether a file was saved so shortly before that its times could not tell another save.
  private let isFresh: Bool

  /// How coarse the system's times of files may be, in nanoseconds.
  private static let coarseness: Int64 = 20_000_000

  package init(_ listing: JournalListing, of directory: JournalDirectory) {
    paths = listing.files
    status = paths.map { directory.status(of: $0) }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let limit = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec) - Self.coarseness
    let moment = Instant(
      secondsSinceEpoch: limit / 1_000_000_000, nanoseconds: Int32(limit % 1_000_000_000))
    isFresh = status.contains { $0.map { $0.changed > moment } ?? false }
  }

  package func isStillTrue(of directory: JournalDirectory) -> Bool {
    !isFresh && directory.threadFiles().files == paths
      && zip(paths, status).allSatisfy { path, known in
        // Behind a link, the file that it names may have changed.
        known?.kind == .regular && directory.status(of: path) == known
      }
  }
}

extension JournalDirectory {
  /// When the file at `path` was last written to; the end of time where that is not known, as behind a link.
  package func lastWrite(to path: String) -> Instant {
    guard let status = status(of: path), status.kind == .regular else {
      return Instant(secondsSinceEpoch: .max)
    }
    return status.modified
  }

  /// How many bytes a file has; none where it cannot be read.
  package func size(of path: String) -> Int { status(of: path)?.size ?? 0 }

  fileprivate func status(of path: String) -> FileStatus? {
    guard let target = try? namedFile(at: path) else { return nil }
    return try? target.folder.status(of: target.name)
  }
}
