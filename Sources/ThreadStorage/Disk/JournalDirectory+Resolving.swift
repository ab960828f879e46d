import CSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where a file of the journal is: an open folder and a name in it that is no symbolic link.
struct ThreadPlace: Sendable {
  let folder: OpenFolder
  let name: String
  /// The path relative to the journal, without symbolic links.
  let path: String
}

extension JournalDirectory {
  /// Opens a path of the journal, following only symbolic links that stay inside it (F32).
  func descriptor(of path: String, _ flags: Int32) throws(StorageError) -> Int32 {
    let asked = try JournalPath(path).text
    do throws(StorageError) {
      return try SystemCalls.call(.open, path) {
        tj_open_beneath(rootFolder.descriptor, asked, flags, 0)
      }
    } catch {
      // A symbolic link takes part, or the system cannot be asked: the long way tells.
      guard let code = error.code, [ELOOP, ENOSYS, EPERM, EXDEV].contains(code) else {
        throw Self.named(error, path)
      }
    }
    let real = try realPath(of: path)
    do throws(StorageError) {
      return try SystemCalls.call(.open, path) { () -> Int32 in
        let result = tj_open_beneath(rootFolder.descriptor, real, flags, 0)
        guard result == -ENOSYS || result == -EPERM else { return result }
        return tj_open_at(rootFolder.descriptor, real, flags | O_NOFOLLOW, 0)
      }
    } catch {
      throw Self.named(error, path)
    }
  }

  /// The path, relative to the journal, that symbolic links lead to.
  func realPath(of path: String) throws(StorageError) -> String {
    let real: String
    do throws(StorageError) {
      real = try SystemCalls.realPath(root + "/" + path)
    } catch {
      throw Self.named(error, path)
    }
    let base = try SystemCalls.realPath(root)
    let prefix = Array((base == "/" ? "/" : base + "/").utf8)
    if real.utf8.elementsEqual(base.utf8) { return "." }
    guard real.utf8.starts(with: prefix) else { throw .leavesJournal(path: path) }
    return String(decoding: real.utf8.dropFirst(prefix.count), as: UTF8.self)
  }

  /// The error with the journal's own cases in place of the common error numbers.
  static func named(_ error: StorageError, _ path: String) -> StorageError {
    switch error.code {
    case ENOENT, ENOTDIR: .missing(path: path)
    case ELOOP: .symbolicLinkLoop(path: path)
    case EISDIR: .notRegularFile(path: path, kind: .folder)
    case ENXIO: .notRegularFile(path: path, kind: .socket)
    default: error
    }
  }

  /// Opens a folder of the journal; the empty path is the journal's own.
  func folder(_ path: String) throws(StorageError) -> OpenFolder {
    guard !path.isEmpty else { return rootFolder }
    return OpenFolder(descriptor: try descriptor(of: path, O_RDONLY | O_DIRECTORY), path: path)
  }

  /// The place of a file, where `path` is followed to what its symbolic links name, unless `followed` is false.
  func place(of path: String, followed: Bool = true) throws(StorageError) -> ThreadPlace {
    var current = path
    // A second round only for a symbolic link; more only where somebody changes links meanwhile.
    for _ in 0..<8 {
      let asked = try JournalPath(current)
      let folder = try folder(asked.folder)
      let place = ThreadPlace(folder: folder, name: asked.name, path: asked.text)
      guard followed, try folder.facts(of: asked.name)?.kind == .symbolicLink else { return place }
      current = try realPath(of: current)
    }
    throw .symbolicLinkLoop(path: path)
  }
}
