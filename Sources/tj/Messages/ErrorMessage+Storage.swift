import ThreadStorage

extension ErrorMessage {
  /// What the disk refused, and what to do about it.
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
          : "Only regular files are read and written here; move this away, or name another.")
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
        isThread(path)
          ? "tj list shows what is there." : "Paths begin at the working directory.")
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
        "system-\(ErrorMessage.known(number).name)", at: .init(path),
        "could not \(operation.words): \(String(cString: strerror(number)))",
        ErrorMessage.known(number).remedy)
    case .halfWritten(let path, let cause):
      self = ErrorMessage(cause)
      place = .init(path)
    }
  }

  /// What a number of the system's is called in codes, and what to do about it.
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
      ("not-a-folder", "Name a directory, or a place where there is nothing yet.")
    default: ("error", "Nothing was half done. Try again.")
    }
  }

  /// Standard output could not be written.
  static func outputFailed(_ number: Int32) -> ErrorMessage {
    ErrorMessage(
      "output-failed", "could not write to standard output: \(String(cString: strerror(number)))",
      known(number).remedy)
  }

  /// The change is made; only what it is called, or what else was to be told of it, did not arrive.
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
    case .folder: "a folder"
    case .symbolicLink: "a symbolic link"
    case .pipe: "a pipe"
    case .socket: "a socket"
    case .device: "a device"
    case .unknown: "something else"
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
    case .exchange: "put it in place"
    case .resolve: "follow its links"
    default: "\(rawValue) it"
    }
  }
}
