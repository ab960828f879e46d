import ThreadJournal
import ThreadStorage

/// What a merge left open in a file, besides versions between markers.
enum OpenMerge: Equatable {
  /// One side took the file out, and the other changed it.
  case removed
  /// Both changed it, and git left it as ours has it.
  case asOurs
  /// git merged it without tj.
  case byLines(line: Int)
  /// Both changed it, and it cannot be cut into entries.
  case bothChanged(line: Int)
  /// Both changed it, and entries cannot be told apart in a version.
  case refused(line: Int, MergeRefusal)
  /// A marker without the others of its block.
  case marker(line: Int)
  /// It is no thread as it should be.
  case fault(MergeRefusal)
  /// The same thread is in another file.
  case renamedTwice(other: String)
}

/// A file that a merge left in conflict, with the versions that git has of it.
struct ConflictedFile {
  let path: String
  /// Nil where there is no file any more.
  let bytes: [UInt8]?
  let versions: Versions
  /// The lines (1-based) of markers.
  let markers: [Int]

  private var isSettings: Bool { path == JournalDirectory.settingsPath }

  typealias Versions = (base: [UInt8]?, ours: [UInt8]?, theirs: [UInt8]?)

  init(_ path: String, _ directory: JournalDirectory, _ git: GitProbe) throws {
    self.path = path
    bytes = try directory.hasFile(at: path) ? directory.read(path) : nil
    let versions = git.versions(of: path)
    self.versions = versions
    markers = bytes.map { Self.markers(in: $0, versions) } ?? []
  }

  /// The lines (1-based) of markers that neither version has as text; else of a merge that one of them left open.
  static func markers(in bytes: [UInt8], _ versions: Versions) -> [Int] {
    // Of a file that both sides gave other names, git has what came of the merge as the version of either.
    let isRenamed = versions.base == nil && (versions.ours == nil || versions.theirs == nil)
    let left = ConflictMarkers.left(
      in: bytes, base: versions.base ?? [], ours: isRenamed ? [] : versions.ours ?? [],
      theirs: isRenamed ? [] : versions.theirs ?? [])
    return left.isEmpty ? ConflictMarkers.firstBlock(in: bytes).map { [$0.lowerBound] } ?? [] : left
  }

  /// Whether the two are one thread that both sides gave other names: ours this one, and theirs that one.
  func isRenamed(as other: ConflictedFile) -> Bool {
    guard bytes != nil, other.bytes != nil, versions.base == nil, other.versions.base == nil,
      versions.theirs == nil, other.versions.ours == nil, let own = versions.ours,
      let theirs = other.versions.theirs
    else { return false }
    return ThreadMerge.areOneThread(own, theirs)
  }

  /// What is left to decide in it: between markers that stand for entries and keys, and otherwise.
  ///
  /// - Parameter isNew: Whether nobody was told yet, so that a file without markers is not yet decided about.
  func contradictions(isNew: Bool) -> (between: [MergeConflict], others: [OpenMerge]) {
    guard let bytes else {
      return ([], isNew && (versions.ours != nil || versions.theirs != nil) ? [.removed] : [])
    }
    guard let first = markers.first else {
      if !isNew {
        if let ours = versions.ours, let theirs = versions.theirs {
          let sides = Journal.Versions(base: versions.base ?? [], ours: ours, theirs: theirs)
          if sides.areLeft(in: bytes) { return ([], [.asOurs]) }
        }
        guard !isSettings else { return ([], []) }
        let known = [versions.ours, versions.theirs].compactMap(\.self)
        return ([], ThreadMerge.fault(of: bytes, mergedFrom: known).map { [.fault($0)] } ?? [])
      }
      return ([], [versions.ours == nil || versions.theirs == nil ? .removed : .asOurs])
    }
    guard let marked = ConflictedText(bytes) else { return ([], markers.map { .marker(line: $0) }) }
    guard marked.isByEntries else { return ([], [.byLines(line: first)]) }
    do throws(MergeRefusal) {
      let merge = try ThreadMerge(
        base: marked.base, ours: marked.ours, theirs: marked.theirs, areSettings: isSettings)
      return merge.conflicts.isEmpty ? ([], [.bothChanged(line: first)]) : (merge.conflicts, [])
    } catch {
      return ([], [.refused(line: first, error)])
    }
  }
}
