import ThreadStorage

/// What became of a thread between two versions of its file, counted in entries.
package struct ThreadChange: Equatable, Sendable {
  package let title: String
  /// The id of the thread, if it has one.
  package let id: String?
  /// Whether there was no file before.
  package let isNew: Bool
  /// Whether there is none any more.
  package let isGone: Bool
  package private(set) var added = 0
  package private(set) var edited = 0
  package private(set) var deleted = 0
  package private(set) var restored = 0
  /// How many entries were taken out of the file.
  package private(set) var removed = 0
  /// Whether the thread itself was deleted, or restored; nil for neither.
  package let isDeleted: Bool?
  package private(set) var changesFrontMatter = false
  package private(set) var changesPreamble = false
  /// Whether it cannot be told, as the file cannot be cut into entries.
  package private(set) var isUnclear = false

  /// Compares two versions of the file at `path`, of which nil is no file; nil where neither is a thread.
  package init?(path: String, before: [UInt8]?, after: [UInt8]?) {
    let versions = [after, before].compactMap(\.self)
    guard versions.contains(where: Self.isThread), let newest = versions.first else { return nil }
    let header = ThreadFile(newest, path: path, zone: .utc).header
    title = header.title
    id = header.id
    let old = before.flatMap { after == nil ? nil : ThreadFile($0, path: path, zone: .utc).header }
    let wasDeleted = old.map { $0.deletion != nil }
    isDeleted = wasDeleted.flatMap { $0 == (header.deletion != nil) ? nil : !$0 }
    isNew = before == nil
    isGone = after == nil
    do throws(MergeRefusal) {
      let old = try MergeVersion(before ?? [], like: nil)
      let new = try MergeVersion(after ?? [], like: old)
      let match = try MergeMatch(old, new, old)
      count(old, new, match.ours)
    } catch {
      isUnclear = true
    }
  }

  private mutating func count(_ old: MergeVersion, _ new: MergeVersion, _ match: [Int32]) {
    for (index, place) in match.enumerated().dropFirst() {
      guard place >= 0 else {
        added += 1
        continue
      }
      if new.isSame(index, as: old, Int(place)) { continue }
      let wasDeleted = old.heading(of: Int(place))?.attributes?.isDeleted ?? false
      let isDeleted = new.heading(of: index)?.attributes?.isDeleted ?? false
      if wasDeleted == isDeleted {
        edited += 1
      } else if isDeleted {
        deleted += 1
      } else {
        restored += 1
      }
    }
    removed = old.parts.count - match.count { $0 >= 0 }
    changesPreamble = !old.isSame(0, as: new, 0)
    changesFrontMatter =
      old.frontMatter.map { old.bytes[$0.block] } != new.frontMatter.map { new.bytes[$0.block] }
  }

  /// Whether the file of these bytes is a thread: one with front matter, or with an entry.
  package static func isThread(_ bytes: [UInt8]) -> Bool {
    let layout = FileLayout(bytes.span)
    return layout.frontMatter != nil
      || layout.entries(in: bytes.span).firstHeading < bytes.count
  }
}

extension ThreadMerge {
  /// What is wrong with a merged thread; nil where it can be read as one, with each id once.
  package static func fault(of bytes: [UInt8]) -> MergeRefusal? {
    do throws(MergeRefusal) {
      let version = try MergeVersion(bytes, like: nil)
      _ = try MergeMatch(version, version, version)
      return nil
    } catch {
      return error
    }
  }
}
