import ThreadJournal

extension ErrorMessage {
  /// What two versions of the thread at `path` contradict each other about.
  init(_ conflict: MergeConflict, path: String) {
    let what =
      switch conflict.part {
      case .frontMatter(nil): "the front matter"
      case .frontMatter(let key?): "\"\(key)\" in the front matter"
      case .preamble: "what stands above the first entry"
      case .entry(let heading): "the entry \"\(heading)\""
      case .wholeFile: "the file"
      }
    let sentence =
      switch conflict.cause {
      case .bothChanged: "\(what) was changed on both sides"
      case .deletedAndChanged: "\(what) was deleted on one side and changed on the other"
      case .removedAndChanged: "\(what) was taken out on one side and changed on the other"
      case .bothAdded: "\(what) has other words on each side, and no version before them is known"
      }
    self.init(
      "merge-conflict", at: .init(path), sentence,
      conflict.part == .wholeFile
        ? "It is there as it was changed: leave it, or delete it."
        : "Open the file, keep what you want of it, and take the marker lines out.")
  }

  /// Why the file at `path` was merged by lines, or, where git had done that already, was left so.
  init(_ refusal: MergeRefusal, path: String, isLeft: Bool = false) {
    let reason = Self.words(for: refusal, of: "a version of it")
    self.init(
      "merged-by-lines", at: .init(path), "this was not merged by its entries: \(reason)",
      isLeft
        ? "Nothing was changed. Keep what you want of the file, and take the marker lines out."
        : "Look whether it is what you want: git diff")
  }

  /// Why the copy at `path` was not taken back into its thread.
  init(_ refusal: MergeRefusal, copy path: String) {
    self.init(
      "not-absorbed", at: .init(path),
      "this was not taken back: \(Self.words(for: refusal, of: "it or its thread"))",
      "Nothing was changed. Take what only the copy has into the thread, then remove the copy.")
  }

  static func words(for refusal: MergeRefusal, of version: String) -> String {
    switch refusal {
    case .notText: "\(version) is not UTF-8, or has a NUL"
    case .notAThread: "\(version) is no thread"
    case .conflictMarkers: "\(version) is an unfinished merge"
    case .doubledID: "\(version) has entries of one id"
    case .doesNotReadBack: "the result would not be read as its entries"
    }
  }
}
