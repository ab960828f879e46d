import ThreadStorage

#if DEBUG
  /// Files as a simulation reads and writes them itself: plainly, and by other calls than those under test.
  enum Folder {
    /// The regular files below a folder, as absolute paths, with their inodes.
    static func files(below root: String) -> [(path: String, inode: UInt64)] {
      var files: [(path: String, inode: UInt64)] = []
      var folders = [root]
      while let folder = folders.popLast() {
        for name in names(in: folder) {
          let path = "\(folder)/\(name)"
          var facts = stat()
          guard lstat(path, &facts) == 0 else { continue }
          switch facts.st_mode & S_IFMT {
          case S_IFREG: files.append((path, UInt64(facts.st_ino)))
          case S_IFDIR: folders.append(path)
          default: break
          }
        }
      }
      return files
    }

    /// The names in a folder, sorted.
    static func names(in folder: String) -> [String] {
      guard let stream = opendir(folder) else { return [] }
      defer { closedir(stream) }
      var names: [String] = []
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
      }
      return names.sorted()
    }

    /// The text of a file; nil where it is missing.
    static func text(_ path: String) -> String? {
      let descriptor = open(path, O_RDONLY)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var bytes: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 1 << 14)
      while true {
        let count = read(descriptor, &piece, piece.count)
        guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
        bytes += piece[..<count]
      }
    }

    /// Writes a file anew.
    static func write(_ bytes: [UInt8], _ path: String) {
      let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      guard descriptor >= 0 else { return }
      put(bytes, descriptor)
      close(descriptor)
    }

    /// Writes bytes to an open file.
    static func put(_ bytes: [UInt8], _ descriptor: Int32) {
      #if canImport(Darwin)
        _ = Darwin.write(descriptor, bytes, bytes.count)
      #elseif canImport(Musl)
        _ = Musl.write(descriptor, bytes, bytes.count)
      #else
        _ = Glibc.write(descriptor, bytes, bytes.count)
      #endif
    }

    /// Takes away all files and folders below a folder.
    static func empty(_ folder: String) {
      for name in names(in: folder) {
        let path = "\(folder)/\(name)"
        if unlink(path) != 0 {
          empty(path)
          rmdir(path)
        }
      }
    }
  }
#endif
#if DEBUG
  extension Folder {
    /// A file that a person's editor writes in steps, between which others may come.
    final class OpenedFile {
      private let descriptor: Int32
      private let path: String

      /// Opens and empties the file, or makes it.
      init?(_ path: String, _ actor: SimulatedActor) {
        _ = actor.failure(of: .open, path)
        let opened = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard opened >= 0 else { return nil }
        descriptor = opened
        self.path = path
      }

      func put(_ bytes: [UInt8], _ actor: SimulatedActor) {
        _ = actor.failure(of: .write, path)
        Folder.put(bytes, descriptor)
      }

      func end(_ actor: SimulatedActor) {
        _ = actor.failure(of: .close, path)
        close(descriptor)
      }
    }

    static func rename(_ path: String, _ other: String) {
      #if canImport(Darwin)
        _ = Darwin.rename(path, other)
      #elseif canImport(Musl)
        _ = Musl.rename(path, other)
      #else
        _ = Glibc.rename(path, other)
      #endif
    }
  }
#endif
