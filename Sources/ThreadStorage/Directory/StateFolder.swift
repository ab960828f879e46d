import Synchronization

/// A folder of the program's own state below `.threadjournal/`: which of its files may be acted on.
///
/// Drafts, records of changes and displaced files stand in the journal's own folder, not in
/// `$XDG_STATE_HOME`. A new file and the old one change their names in one step only on one file system; an
/// unsaved text must move with its journal, to another disk or another home; what a crash left must be
/// finished by whoever opens the journal next, from whichever machine; and a journal on a medium has no other
/// home. The price is that a clone, an archive or a sync tool carries the folder, too. So nothing that
/// lies here is believed for lying here: what git tracks, what another user owns or may write to, and what has a name,
/// a kind or a size that the program does not write is reported by `tj check` and left alone by all other
/// commands. What passes for the program's own can still do no harm: every path in it goes through
/// `ThreadPath`, so that the worst that it can change are threads of the journal that it came with.
struct StateFolder: Sendable {
  /// What a folder holds; also its name.
  enum Kind: String, CaseIterable, Sendable {
    /// Text that waits, and saves that are watched.
    case drafts
    /// Records of changes: on their way, and made.
    case changes
    /// Files that a change displaced.
    case displaced
  }

  let kind: Kind
  let folder: OpenFolder
  let tracked: TrackedState

  /// The sorted names of the files that are meant and may be acted on.
  /// - Parameter passesOver: Whether one that cannot be looked at is none of them, and no error.
  func names(
    asksGit: Bool = true, passesOver: Bool = true, where isMeant: (String) -> Bool = { _ in true }
  ) throws(StorageError) -> [String] {
    var names: [String] = []
    for name in try folder.visibleNames().sorted() where isMeant(name) {
      let fault = fault(of: name, asksGit: asksGit)
      if fault == nil { names.append(name) }
      if fault == .notAFile(.unknown), !passesOver {
        throw .notRegularFile(path: folder.path(of: name), kind: .unknown)
      }
    }
    return names
  }

  /// The names of all files that may be acted on, without asking git.
  /// - Throws: Where one cannot be looked at.
  func allNames() throws(StorageError) -> [String] { try names(asksGit: false, passesOver: false) }

  /// Why the file of this name must be left alone; nil where it may be acted on.
  /// - Parameter asksGit: Whether it also counts what git tracks, which may have to be asked.
  func fault(of name: String, asksGit: Bool = true) -> StateFault? {
    guard isOwnName(name) else { return .unknownName }
    let found: FileStatus?
    do throws(StorageError) { found = try folder.status(of: name) } catch {
      // What cannot be looked at is not believed.
      return .notAFile(.unknown)
    }
    guard let status = found else { return nil }
    // A displaced file is the thread's own, with its owner and mode; it may be a symbolic link.
    if kind == .displaced {
      guard status.kind == .regular || status.kind == .symbolicLink else {
        return .notAFile(status.kind)
      }
    } else {
      guard status.kind == .regular else { return .notAFile(status.kind) }
      guard status.user == geteuid() else { return .ownedBy(status.user) }
      // An editor may give a text the mode that it gives everything.
      guard Self.isText(name) || !status.isWritableByOthers else { return .writableByOthers }
    }
    guard status.size <= OpenFolder.mostBytes else { return .tooLarge(status.size) }
    let isTracked = asksGit && tracked.contains("\(kind.rawValue)/\(name)")
    return isTracked ? .trackedByGit : nil
  }

  func faults() throws(StorageError) -> [(name: String, fault: StateFault)] {
    try folder.visibleNames().sorted().compactMap { name in
      // What an editor leaves beside a draft is nobody's state.
      guard !name.utf8.reversed().starts(with: "~".utf8), !name.utf8.starts(with: "#".utf8) else {
        return nil
      }
      return fault(of: name).map { (name, $0) }
    }
  }

  static func isText(_ name: String) -> Bool { name.utf8.suffix(3).elementsEqual(".md".utf8) }

  /// Whether the name begins with sixteen lower-case hexadecimal digits.
  static func beginsWithNumber(_ name: String) -> Bool {
    let digits = name.utf8.prefix(16)
    return digits.count == 16
      && digits.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  /// The ending of a record that was refused and is not tried again.
  static let refusedSuffix = "refused"

  /// Whether this ending, behind a dot, is all that follows the number in the name.
  static func hasEnding(_ ending: String, _ name: String) -> Bool {
    name.utf8.dropFirst(16).elementsEqual(("." + ending).utf8)
  }

  /// Sets a record aside that is not to be tried again, and returns where it is now.
  func refuse(_ name: String) throws(StorageError) -> String {
    let aside = SystemRandom.freshName() + "." + Self.refusedSuffix
    try folder.rename(name, toFree: aside, in: folder)
    return folder.path(of: aside)
  }
}

/// Why a file below `.threadjournal/` is not taken for one that the program wrote here.
public enum StateFault: Hashable, Sendable {
  /// git tracks it, so that a clone brings it along.
  case trackedByGit
  case ownedBy(UInt32)
  case writableByOthers
  case notAFile(FileKind)
  case unknownName
  /// It has more bytes than the program would read.
  case tooLarge(Int)
  /// A record that names what none may; it is kept, and not tried again.
  case refused
}

/// Which files below `.threadjournal/` git tracks: asked for once, and only when one of them is to be acted on.
public final class TrackedState: Sendable {
  private let find: @Sendable () -> Set<String>?
  private let found = Mutex<Set<String>??>(nil)

  /// - Parameter find: Returns paths relative to `.threadjournal/`; nil where git cannot tell, and so all may be.
  public init(_ find: @escaping @Sendable () -> Set<String>? = { [] }) { self.find = find }

  func contains(_ path: String) -> Bool {
    found.withLock { found in
      let paths = found ?? find()
      found = .some(paths)
      guard let paths else { return true }
      // A whole folder may be a repository of its own, which git names without what is in it.
      let folder = String(path.prefix { $0 != "/" })
      return paths.contains(path) || paths.contains(folder) || paths.contains("")
    }
  }
}

extension FileStatus {
  /// Whether others than the owner, and the owner's own group, may write to it.
  var isWritableByOthers: Bool {
    permissions & 0o002 != 0 || (permissions & 0o020 != 0 && group != getegid())
  }
}

extension JournalDirectory {
  func existingState(_ kind: StateFolder.Kind) throws(StorageError) -> StateFolder? {
    try StorageError.ifThere(try state(kind, isMade: false))
  }

  /// A folder of state, which where it `isMade` is made if it is missing.
  func state(_ kind: StateFolder.Kind, isMade: Bool = true) throws(StorageError) -> StateFolder {
    do throws(StorageError) {
      let folder = try isMade ? marker.madeFolder(kind.rawValue) : marker.folder(kind.rawValue)
      return StateFolder(kind: kind, folder: folder, tracked: trackedState)
    } catch {
      throw marker.explained(error, kind.rawValue, isFolder: true)
    }
  }

  /// Throws where the folder of the displaced files is something else: a change that began could not be finished.
  func checkDisplacedFolder() throws(StorageError) {
    let name = StateFolder.Kind.displaced.rawValue
    guard let kind = try marker.status(of: name)?.kind, kind != .folder else { return }
    throw .notAFolder(path: marker.path(of: name), kind: kind)
  }

  /// What has the name of a folder of state, or of the lock, and is none.
  private var foreignFolders: [(path: String, fault: StateFault)] {
    let expected =
      StateFolder.Kind.allCases.map { ($0.rawValue, FileKind.folder) }
      + [(JournalLock.name, .regular)]
    return expected.compactMap { name, kind in
      guard let found = (try? marker.status(of: name))?.kind, found != kind else { return nil }
      return ("\(Self.markerName)/\(name)", .notAFile(found))
    }
  }

  /// The files of the program's state that are left alone, by their paths in the journal, and why.
  public func foreignState() -> [(path: String, fault: StateFault)] {
    foreignFolders
      + StateFolder.Kind.allCases.flatMap { kind -> [(path: String, fault: StateFault)] in
        guard let state = try? existingState(kind), let names = try? state.faults() else {
          return []
        }
        let isRefused = { StateFolder.hasEnding(StateFolder.refusedSuffix, $0) }
        let refused = ((try? state.names(where: isRefused)) ?? []).map {
          (name: $0, fault: StateFault.refused)
        }
        return (names + refused).map {
          ("\(Self.markerName)/\(kind.rawValue)/\($0.name)", $0.fault)
        }
      }
  }
}
