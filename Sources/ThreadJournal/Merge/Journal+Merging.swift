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

    /// Whether a file in conflict has our side alone, as git leaves what it cannot merge, and not as somebody has it who
    /// decided each contradiction for our side.
    package func areLeft(in bytes: [UInt8]) -> Bool {
      guard bytes == ours else { return false }
      do throws(MergeRefusal) {
        let merge = try ThreadMerge(base: base, ours: ours, theirs: theirs)
        return (ConflictedText(merge.bytes)?.ours ?? merge.bytes) != ours
      } catch {
        // Everything else than this git merges by lines, and leaves markers.
        return [base, ours, theirs].contains { $0.contains(0) }
      }
    }
  }

  /// Merges by entries what git merged by lines, or not at all, and left unfinished, as a change that can be undone.
  ///
  /// The versions are those that git has, unless somebody has changed the file since: then those that stand between
  /// the markers, as far as these have them.
  ///
  /// - Throws: `JournalError.notConflicted` where nothing is left of a merge; `MergeRefusal`.
  package func finishMerge(
    of path: String, git versions: Versions?
  ) throws -> Outcome<[MergeConflict]> {
    try change("merge \(path)") { plan in
      var conflicts: [MergeConflict] = []
      try plan.edit(path, allowingConflicts: true) { document in
        let marked = ConflictedText(document.bytes)
        let known = versions.flatMap { versions in
          (marked?.isOf(versions) ?? versions.areLeft(in: document.bytes)) ? versions : nil
        }
        let between = marked.map { Versions(base: $0.base, ours: $0.ours, theirs: $0.theirs) }
        guard let sides = known ?? between else { throw JournalError.notConflicted(path: path) }
        let merge = try ThreadMerge(base: sides.base, ours: sides.ours, theirs: sides.theirs)
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
