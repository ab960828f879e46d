import ThreadJournal
import ThreadStorage

extension ErrorMessage {
  /// What two versions of the thread at `path` contradict each other about.
  init(_ conflict: MergeConflict, path: String) {
    let what =
      switch conflict.part {
      case .frontMatter(nil): "the front matter"
      case .frontMatter(let key?):
        path.hasSuffix(JournalDirectory.settingsPath)
          ? "the setting \"\(key)\"" : "\"\(key)\" in the front matter"
      case .preamble: "what stands above the first entry"
      case .entry(let heading): "the entry \"\(heading)\""
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
      "Open the file, keep what you want of it, and take the marker lines out.")
  }

  /// What else a merge left open in the thread at `path`.
  init(_ open: OpenMerge, inFileAt path: String) {
    func message(_ sentence: String, line: Int? = nil, _ advice: String...) -> ErrorMessage {
      ErrorMessage("merge-conflict", at: .init(path, line: line), sentence, advice: advice)
    }
    self =
      switch open {
      case .removed:
        message(
          "the file was taken out on one side and changed on the other",
          "It is there as it was changed, and the next `tj sync` keeps it so. To give it up, delete the file."
        )
      case .asOurs:
        message(
          "the file was changed on both sides, and is there as this one has it",
          "To merge it by its entries: tj merge \(ShellWord.quoted(path))",
          "To see the other side's: git show \(ShellWord.quoted(":3:./" + path))",
          "To keep it as it is, without what the other did: git add \(ShellWord.quoted(path))")
      case .byLines(let line):
        message("git merged this thread by its lines, and left some of them open", line: line)
      case .bothChanged(let line): message("both sides changed what stands here", line: line)
      case .refused(let line, let refusal):
        message(
          "both sides changed what stands here, and it cannot be merged by entries: "
            + Self.words(for: refusal, of: "a version of it"), line: line)
      case .marker(let line):
        message(
          "a marker line of the merge is left here", line: line,
          "Take it out; if it is text, put a blank before it.")
      case .fault(let refusal):
        message(
          Self.words(for: refusal, of: "the merged thread"), "To see it: tj check",
          "To fix what has one right answer: tj check --fix")
      case .renamedTwice(let other):
        message(
          "this thread was given another name on both sides, and is in \(other), too",
          "Keep what you want of both in one of the two files, and delete the other.")
      }
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
