import ThreadJournal
import ThreadStorage

extension ErrorMessage {
  init(_ error: StorageError) {
    func isThread(_ path: String) -> Bool { path.utf8.suffix(3).elementsEqual(".md".utf8) }
    switch error {
    case .notAJournal(let path):
      self.init(
        "not-a-journal", at: .init(path), "this is not a journal",
        "To make it one: tj init \(ShellWord.quoted(path))")
    case .newerFormat(let path, let found, let supported):
      self.init(
        "newer-format", at: .init(path),
        found == .max
          ? "the journal's format is not known here; this tj writes format \(supported) only"
          : "the journal has format \(found); this tj writes format \(supported) only",
        "Reading works. To write, install a newer tj.")
    case .busy(let processID):
      let holder = processID.map { "process \($0)" } ?? "another process"
      self.init(
        "busy", "\(holder) is changing the journal, and did not finish in time",
        "Try again when it is done; `ps \(processID.map(String.init) ?? "aux")` shows it.")
    case .notRegularFile(let path, let kind):
      self.init(
        "not-a-file", at: .init(path), "this is \(kind.words), not a file",
        isThread(path)
          ? "A thread is a regular file; move this away or name it differently."
          : kind == .folder
            ? "Name a file in it." : "Only regular files are read and written here; name another.")
    case .tooLarge(let path, let limit):
      self.init(
        "too-large", at: .init(path),
        "this file has more than the \(limit >> 20) MB that tj reads of one",
        isThread(path)
          ? "Look at what it is. A thread can be divided into several files."
          : "Look at what it is, then move it away: tj did not write it.")
    case .notAFolder(let path, let kind):
      self.init(
        "not-a-folder", at: .init(path), "this is \(kind.words), not a folder",
        "Move it away: tj makes the folder anew. Did the journal come from somebody else?")
    case .leavesJournal(let path):
      self.init(
        "leaves-journal", at: .init(path), "this leads out of the journal's directory",
        "Put the file itself into the journal instead of a link to it.")
    case .symbolicLinkLoop(let path):
      self.init(
        "link-loop", at: .init(path), "this symbolic link leads back to itself", "Remove the link.")
    case .sameName(let path, let other):
      self.init(
        "same-name", at: .init(path),
        "\(other) is the same name in other bytes, and a change might take the one for the other",
        "Give one of them another name, with the shell or a file manager.")
    case .invalidName(let path):
      self.init(
        "invalid-name", "\"\(path)\" cannot be the name of a file",
        "Names of threads end in .md; no part is empty, or begins with a dot.")
    case .unrepresentableName(let path):
      self.init(
        "name-not-utf8", at: .init(path), "the file's name is not UTF-8",
        "Rename it: mv with tab completion types such names.")
    case .exists(let path):
      self.init(
        "file-exists", at: .init(path), "there is such a file already",
        "Nothing was written over it.")
    case .missing(let path):
      self.init(
        "file-missing", at: .init(path), "there is no such file",
        isThread(path) ? "tj list shows what is there." : "Paths begin at the working directory.")
    case .changedMeanwhile(let path):
      self.init(
        "changed-meanwhile", at: .init(path),
        "another program kept saving this file while it was to be changed",
        "Nothing was overwritten. Try again when it is left alone.")
    case .damaged(let path):
      self.init(
        "damaged-record", at: .init(path), "this file of tj's own is cut off or damaged",
        "Your threads are not touched. tj check says what is in it.")
    case .system(let operation, let path, let number):
      self.init(
        "system-\(Self.known(number).name)", at: .init(path),
        "could not \(operation.words): \(String(cString: strerror(number)))",
        Self.known(number).remedy)
    case .halfWritten(let path, let cause):
      self = ErrorMessage(cause)
      position = .init(path)
    }
  }

  private static func known(_ number: Int32) -> (name: String, remedy: String) {
    switch number {
    case ENOSPC: ("no-space", "Make room on that disk, then try again; nothing was lost.")
    case EDQUOT: ("quota", "Make room on that disk, then try again; nothing was lost.")
    case EFBIG: ("too-large", "No file may be larger here: see `ulimit -f`.")
    case EIO: ("io", "The disk may be failing: check the system's log, and your backup.")
    case EROFS: ("read-only", "The disk is mounted read-only.")
    case EACCES, EPERM: ("permission", "Check who owns it and its permissions: ls -ld")
    case EMFILE, ENFILE:
      ("too-many-files", "Too many files are open: close programs, or raise `ulimit -n`.")
    case ENAMETOOLONG: ("name-too-long", "Choose a shorter name.")
    case ENOTDIR:
      ("not-a-folder", "Name a directory, or a path where there is nothing yet.")
    case ENOENT:
      ("missing", "Check the path: a folder on the way, or what a link leads to, is not there.")
    default: ("error", "Nothing was half done. Try again.")
    }
  }

  static func outputFailed(_ number: Int32) -> ErrorMessage {
    ErrorMessage(
      "output-failed", "could not write to standard output: \(String(cString: strerror(number)))",
      known(number).remedy)
  }

  /// The change is saved; only its ids or paths, or the rest of the output, could not be printed.
  static func savedUnprinted(names: [String], _ number: Int32) -> ErrorMessage {
    let what = names.isEmpty ? "the change is saved" : "saved as \(names.joined(separator: " "))"
    return ErrorMessage(
      "output-failed",
      "\(what), but standard output could not be written: \(String(cString: strerror(number)))",
      "It is in the journal, and is not to be done again.")
  }
}

extension FileKind {
  var words: String {
    switch self {
    case .regular: "a file"
    case .symbolicLink: "a symbolic link"
    case .unknown: "something else"
    case .folder, .pipe, .socket, .device: "a \(rawValue)"
    }
  }
}

extension FileOperation {
  fileprivate var words: String {
    switch self {
    case .status: "look at it"
    case .sync: "bring it safely to the disk"
    case .changeMode: "set its permissions"
    case .changeOwner: "set its owner"
    case .attributes: "copy its attributes"
    case .makeFolder: "make the folder"
    case .exchange: "exchange it for the new one"
    case .resolve: "follow its links"
    case .open, .read, .write, .close, .truncate, .lock, .remove, .link, .rename, .list:
      "\(rawValue) it"
    }
  }
}

extension ErrorMessage {
  init(_ note: RecoveryNote) {
    let code = "recovered"
    let thread = note.thread.map { Position($0) }
    switch note.outcome {
    case .finished(let summary, let conflicts):
      let rest = ", and is finished but for what was changed since"
      self.init(
        code, at: thread ?? conflicts.first?.position,
        Self.cutShort(summary) + (conflicts.isEmpty ? "; it is complete now" : rest),
        advice: conflicts.flatMap(\.lines))
    case .failed(let summary, let error):
      self.init(error)
      (self.code, advice) = (code, [sentence])
      sentence = "\(Self.cutShort(summary)), and cannot be finished yet"
      position = thread ?? position
    case .kept(let path):
      self.init(
        code, at: thread, "an earlier command was cut short; its text is kept",
        "It is in \(path)")
    case .savedByOthers(let path):
      self.init(
        code, at: thread, "another program saved this file in the moment that tj changed it",
        "What it saved is in \(path)", "Compare the two and copy what is missing.")
    case .purgeLeft(let ids):
      let names = ids ?? [ThreadHeader.fileName(of: note.thread ?? "")]
      // Some may have no id.
      let words = names.isEmpty ? "--all" : names.map(ShellWord.quoted).joined(separator: " ")
      self.init(
        code, at: thread,
        ids == nil
          ? "this thread was to be purged, and stays as a whole"
          : "all that was to be purged here stays, as some of it was changed since",
        "To remove it for good: tj purge \(words)")
    case .draft(let draft):
      switch draft.fate {
      case .kept, .removed, .removedUnsaved:
        self.init(code, at: .init(draft.path), "what was purged is taken out of this draft")
      case .beingWritten, .unsaved, .besideThread, .elsewhere:
        self.init(code, at: .init(draft.path), "this may still hold lines of what was purged")
      }
    case .refused(let path):
      self.init(
        "refused-record", at: .init(path),
        "a record of a change is damaged, or names what tj does not change; it was left alone",
        "It is kept here, and not tried again. Did the journal come from somebody else?")
    case .leftToOwner(let path):
      self.init(
        code, at: thread, "a change of another user was cut short, and is left to them",
        "It is recorded in \(path)", "Their next tj command that writes finishes it.")
    case .fileSystemLacks(let limits):
      self.init(
        "file-system",
        "the journal's file system \(limits.map(\.words.sentence).joined(separator: ", and "))",
        advice: limits.map(\.words.advice).reduce(into: []) {
          if !$0.contains($1) { $0.append($1) }
        })
    }
    severity = .warning
  }

  private static func cutShort(_ summary: String) -> String {
    summary.isEmpty ? "an earlier change was cut short" : "an earlier \"\(summary)\" was cut short"
  }
}

extension FileSystemLimits.Limit {
  fileprivate var words: (sentence: String, advice: String) {
    let nextBest =
      "tj does the next best; do not save the same file in an editor at the same moment."
    return switch self {
    case .exchange: ("cannot exchange two names in one step", nextBest)
    case .hardLinks: ("has no second names for files", nextBest)
    case .sync:
      (
        "cannot bring a file to the disk at once",
        "What was just written may be lost in a power cut."
      )
    case .owners:
      (
        "gives new files to others, too",
        "tj believes no record there: tj undo has none, and what a crash leaves is not finished."
      )
    }
  }
}

extension Conflict {
  var position: ErrorMessage.Position { .init(path, line: firstLine) }

  /// How many lines both begin with alike, blank ones aside.
  private var sameCount: Int {
    zip(Self.lines(expected), Self.lines(found)).prefix { $0.text == $1.text }.count
  }

  /// The line of what was found that differs first.
  private var firstLine: Int? {
    let lines = Self.lines(found).dropFirst(sameCount)
    return line.map { $0 + (lines.first?.number ?? 0) }
  }

  var lines: [String] {
    let position = firstLine.map { "\(path):\($0)" } ?? path
    switch kind {
    case .fileMissing: return ["\(position): the file is gone"]
    case .nameTaken: return ["\(position): another file has this name now"]
    case .changed:
      // With the line before the first that differs, which tells where that is.
      let start = max(sameCount - 1, 0)
      return ["\(position): expected"] + Self.excerpt(expected, from: start)
        + ["\(position): found"] + Self.excerpt(found, from: start)
    }
  }

  /// The lines that are not blank, each with how many lines are before it.
  private static func lines(_ bytes: [UInt8]) -> [(number: Int, text: ArraySlice<UInt8>)] {
    bytes.split(separator: .lineFeed, omittingEmptySubsequences: false).enumerated()
      .map { (number: $0.offset, text: $0.element) }.filter { !$0.text.trimmed.isEmpty }
  }

  private static func excerpt(_ bytes: [UInt8], from start: Int) -> [String] {
    let lines = lines(bytes).dropFirst(start).map { _, line in
      let text = String(utf8: line.prefix(200))
      return "| " + (line.count > 200 ? text + "…" : text)
    }
    return lines.isEmpty ? ["| (nothing)"] : lines.first(4) { "| … \($0) more lines" }
  }
}
