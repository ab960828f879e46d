import ThreadStorage

extension Journal {
  /// Three versions of a file.
  package struct Versions: Sendable {
    package var base: [UInt8]
    package var ours: [UInt8]
    package var theirs: [UInt8]

    package init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
      (self.base, self.ours, self.theirs) = (base, ours, theirs)
    }
  }

  /// Merges by entries what git merged by lines and left unfinished, as a change that can be undone.
  ///
  /// The versions are those that git has, unless somebody has changed the file since: then those that stand between
  /// the markers, as far as these have them.
  ///
  /// - Throws: `JournalError.notConflicted` where there are no whole markers; `MergeRefusal`.
  package func finishMerge(
    of path: String, git versions: Versions?
  ) throws -> Outcome<[MergeConflict]> {
    try change("merge \(path)") { plan in
      var conflicts: [MergeConflict] = []
      try plan.edit(path, allowingConflicts: true) { document in
        guard let marked = ConflictedText(document.bytes) else {
          throw JournalError.notConflicted(path: path)
        }
        let known = versions.flatMap { marked.isOf($0) ? $0 : nil }
        let merge = try ThreadMerge(
          base: known?.base ?? marked.base, ours: known?.ours ?? marked.ours,
          theirs: known?.theirs ?? marked.theirs)
        conflicts = merge.conflicts
        return merge.bytes == document.bytes ? [] : [Splice(0..<document.bytes.count, merge.bytes)]
      }
      return conflicts
    }
  }
}

extension ConflictedText {
  /// Whether every line, but for blank ones, is of one of these versions, as it is until somebody changes the text.
  fileprivate func isOf(_ versions: Journal.Versions) -> Bool {
    func lines(_ texts: [[UInt8]]) -> Set<ArraySlice<UInt8>> {
      Set(texts.flatMap { $0.split(separator: .lineFeed) })
    }
    let known = lines([versions.base, versions.ours, versions.theirs])
    return lines([base, ours, theirs]).allSatisfy { line in
      known.contains(line) || line.allSatisfy(Byte.isBlankLineByte)
    }
  }
}
