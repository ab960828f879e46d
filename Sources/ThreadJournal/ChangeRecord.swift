import ThreadStorage

/// What one command changed, so that it can be taken back as one step.
package struct ChangeRecord: Sendable, Hashable {
  /// What the command did, for people: `add to Morning pages`.
  package var summary: String
  /// When it was done.
  package var time: Timestamp
  /// The changes, in the order they were made.
  package var files: [FileChange] = []

  /// A change of one file.
  package enum FileChange: Sendable, Hashable {
    /// Regions of the file at `path` were replaced; none overlap, and they are in file order.
    case edited(path: String, [RegionChange])
    /// The file at `path` was made with these bytes.
    case created(path: String, bytes: [UInt8])
    /// The file at `path`, which had these bytes, was removed.
    case removed(path: String, bytes: [UInt8])
    /// The file was renamed.
    case renamed(from: String, to: String)
  }

  /// The replacement of one region.
  package struct RegionChange: Sendable, Hashable {
    /// Where the region begins in the file as it is after the change, in bytes.
    package var offset: Int
    /// What stood there.
    package var before: [UInt8]
    /// What stands there now.
    package var after: [UInt8]
  }
}

extension ChangeRecord {
  /// Notes that `splices` were applied to the file at `path`, whose bytes before were `bytes`.
  mutating func noteEdit(of path: String, _ bytes: [UInt8], _ splices: [Splice]) {
    guard !splices.isEmpty else { return }
    var shift = 0
    var regions: [RegionChange] = []
    for splice in splices.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      regions.append(
        RegionChange(
          offset: splice.range.lowerBound + shift, before: Array(bytes[splice.range]),
          after: splice.replacement))
      shift += splice.replacement.count - splice.range.count
    }
    files.append(.edited(path: path, regions))
  }
}
