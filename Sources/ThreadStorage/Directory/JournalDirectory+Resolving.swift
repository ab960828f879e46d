import CSystem

/// A file of the journal, or one that may be made: an open folder and a name in it.
struct NamedFile: Sendable {
  let folder: OpenFolder
  let name: String
  /// The path relative to the journal, without symbolic links in its folders.
  let path: String
}

extension JournalDirectory {
  /// Opens a path of the journal, following only symbolic links that stay inside it (F32).
  func descriptor(of path: String, _ flags: Int32) throws(StorageError) -> Int32 {
    let asked = try JournalPath(path).text
    do throws(StorageError) {
      return try openWithoutLinks(asked, flags)
    } catch {
      // A symbolic link takes part: where does it lead?
      guard error.meansLink else { throw error.named(path) }
    }
    return try StorageError.named(path, try openWithoutLinks(try realPath(of: path), flags))
  }

  /// Opens a path only if no part of it is a symbolic link, also where one is put there meanwhile.
  private func openWithoutLinks(_ path: String, _ flags: Int32) throws(StorageError) -> Int32 {
    do throws(StorageError) {
      return try SystemCalls.call(.open, path) {
        tj_open_beneath(rootFolder.descriptor, path, flags, 0)
      }
    } catch {
      // Where the system cannot be asked in one call, part by part is as safe.
      guard let code = error.code, [ENOSYS, EPERM].contains(code) else { throw error }
    }
    var folder = rootFolder
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    for part in parts.dropLast() {
      guard try folder.status(of: part)?.kind != .symbolicLink else {
        throw .system(operation: .open, path: path, code: ELOOP)
      }
      folder = try folder.folder(part)
    }
    return try SystemCalls.call(.open, path) {
      tj_open_at(folder.descriptor, parts.last ?? ".", flags | O_NOFOLLOW, 0)
    }
  }

  /// The path, relative to the journal, that symbolic links lead to.
  func realPath(of path: String) throws(StorageError) -> String {
    let real = try StorageError.named(path, try SystemCalls.realPathBytes(root + "/" + path))
    let base = try SystemCalls.realPathBytes(root)
    let prefix = base == [UInt8(ascii: "/")] ? base : base + [UInt8(ascii: "/")]
    if real == base { return "." }
    guard real.starts(with: prefix) else { throw .leavesJournal(path: path) }
    return String(utf8: real.dropFirst(prefix.count))
  }

  /// The path, relative to the journal, of the file at `path`, of whose folder links are followed; nil for another's.
  package func relativePath(ofFileAt path: String) -> String? {
    let separator = UInt8(ascii: "/")
    let bytes = Array(path.utf8)
    guard let slash = bytes.lastIndex(of: separator),
      let folder = try? SystemCalls.realPathBytes(String(utf8: bytes[...slash])),
      let base = try? SystemCalls.realPathBytes(root)
    else { return nil }
    let (outer, inner) = (base.split(separator: separator), folder.split(separator: separator))
    guard inner.starts(with: outer) else { return nil }
    let parts = inner.dropFirst(outer.count) + [bytes[(slash + 1)...]]
    return String(validating: parts.joined(separator: [separator]), as: UTF8.self)
  }

  /// Opens a folder of the journal; the empty path is the journal's own.
  func folder(_ path: String) throws(StorageError) -> OpenFolder {
    guard !path.isEmpty else { return rootFolder }
    let descriptor = try descriptor(of: path, O_RDONLY | O_DIRECTORY)
    return OpenFolder(descriptor: descriptor, path: path, limits: rootFolder.limits)
  }

  /// The path of the file that `path`, as a person typed it or a walk found it, leads to.
  /// - Parameter followsLast: Whether the file may be a symbolic link itself, and what it names is meant.
  /// - Throws: `leavesJournal` where a link leads out, or to what is no thread's file; `sameName` where another file
  ///   has the same path as text, as whoever plans changes compares paths as text.
  public func threadPath(of path: String, followsLast: Bool = true) throws(StorageError) -> String {
    var current = try ThreadPath(path)
    // A second round only for a symbolic link; more only where somebody changes links meanwhile.
    for _ in 0..<8 {
      do throws(StorageError) {
        let target = try namedFile(at: current.text)
        guard followsLast, try target.folder.status(of: target.name)?.kind == .symbolicLink else {
          try checkTwins(of: current.text)
          return current.text
        }
        current = try resolved(try realPath(of: current.text), path)
      } catch {
        guard error.meansLink, !current.folder.isEmpty else { throw error.named(path) }
        current = try resolved(try realPath(of: current.folder) + "/" + current.name, path)
      }
    }
    throw .symbolicLinkLoop(path: path)
  }

  /// Unicode writes some letters in two ways, and a disk may tell files of such names apart.
  private func checkTwins(of path: String) throws(StorageError) {
    guard !path.utf8.allSatisfy({ $0 < 0x80 }) else { return }
    var parent = ""
    for part in path.utf8.split(separator: UInt8(ascii: "/")).map({ String(utf8: $0) }) {
      let twin = try folder(parent).names().first {
        $0 == part && !$0.utf8.elementsEqual(part.utf8)
      }
      let prefix = parent.isEmpty ? "" : parent + "/"
      if let twin { throw .sameName(path: path, other: prefix + twin) }
      parent = prefix + part
    }
  }

  private func resolved(_ path: String, _ asked: String) throws(StorageError) -> ThreadPath {
    let inside = path.utf8.starts(with: "./".utf8) ? String(path.dropFirst(2)) : path
    do throws(StorageError) { return try ThreadPath(inside) } catch {
      throw .leavesJournal(path: asked)
    }
  }

  /// A thread's file, without following a link: everything that changes a file comes here for it.
  func namedFile(at path: String) throws(StorageError) -> NamedFile {
    let asked = try ThreadPath(path)
    guard !asked.folder.isEmpty else {
      return NamedFile(folder: rootFolder, name: asked.name, path: path)
    }
    do throws(StorageError) {
      let descriptor = try openWithoutLinks(asked.folder, O_RDONLY | O_DIRECTORY)
      let folder = OpenFolder(descriptor: descriptor, path: asked.folder, limits: rootFolder.limits)
      return NamedFile(folder: folder, name: asked.name, path: path)
    } catch {
      throw error.meansLink ? error : error.named(path)
    }
  }

  /// A file that may be new: its folders are made where they are missing, with their parents' modes.
  func namedFileMakingFolders(at path: String) throws(StorageError) -> NamedFile {
    if let file = try StorageError.ifThere(try namedFile(at: path)) { return file }
    let asked = try ThreadPath(path)
    var folder = rootFolder
    for part in asked.folder.utf8.split(separator: UInt8(ascii: "/")) {
      folder = try folder.madeFolder(String(Substring(part)))
    }
    return NamedFile(folder: folder, name: asked.name, path: path)
  }
}
