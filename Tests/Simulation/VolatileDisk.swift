#if DEBUG
  import ThreadStorage

  /// A folder's files as a power cut would leave them: it follows the calls on them, and knows which names and bytes
  /// have reached the disk.
  ///
  /// A change of names is on the disk once one of the folders that it changed is synced; until then it may
  /// be lost, whatever came after it. What was written to a file is on the disk once the file is synced.
  public final class VolatileDisk: @unchecked Sendable {
    private let root: String
    /// The call before which the power is cut, counted from 0.
    private let end: Int
    private var count = 0
    /// The files by their paths, as they were seen last.
    private var names: [String: UInt64]
    /// The same, as far as they are on the disk.
    private var savedNames: [String: UInt64]
    private var pending: [Change] = []
    /// Of files that were written to since their last sync, the size before.
    private var savedSizes: [UInt64: Int] = [:]
    /// Keeps removed files readable.
    private var descriptors: [UInt64: Int32] = [:]
    private var isStale = false
    private let heedsFolders: Bool

    /// What one call did to names; 0 stands for none.
    private struct Change {
      let names: [String: UInt64]
      let folders: Set<String>
    }

    /// A disk that has all that is in the folder now, and loses power before the call numbered `end`.
    ///
    /// - Parameters:
    ///   - root: An absolute path without links.
    ///   - heedsFolders: Whether syncing a folder has an effect.
    public init(_ root: String, before end: Int = .max, heedsFolders: Bool = true) {
      self.heedsFolders = heedsFolders
      self.root = root
      self.end = end
      names = [:]
      savedNames = [:]
      names = scan()
      savedNames = names
    }

    deinit { for descriptor in descriptors.values { close(descriptor) } }

    /// Follows a call that is about to be made; `isCounted` are those before which the power may be cut.
    public func follow(_ operation: FileOperation, _ path: String, isCounted: Bool = true) {
      if isCounted { count += 1 }
      guard count <= end else { return }
      update()
      switch operation {
      case .sync:
        let full = absolute(path)
        if let inode = names[full] {
          savedSizes[inode] = nil
        } else if heedsFolders {
          save(full)
        }
      case .write:
        let full = absolute(path)
        if let inode = names[full], savedSizes[inode] == nil { savedSizes[inode] = size(of: full) }
      case .open, .remove, .link, .rename, .exchange: isStale = true
      default: break
      }
    }

    /// The path as `names` has it: calls name the journal's own folder `.`, and files from it.
    private func absolute(_ path: String) -> String {
      if path == "." || path == root + "/." { return root }
      return path.hasPrefix("/") ? path : "\(root)/\(path)"
    }

    /// Takes away what is not on the disk, and returns how many files and names that touched.
    ///
    /// - Parameters:
    ///   - share: How much is left of the bytes of each file that were not synced.
    ///   - losesNames: Whether changes of names that were not synced are lost.
    @discardableResult
    public func cut(to share: Double, losesNames: Bool) -> Int {
      update()
      let left = losesNames ? savedNames : names
      let lost = Set(left.keys).union(names.keys).filter { left[$0] != names[$0] }
      let aside = root + "-aside"
      mkdir(aside, 0o700)
      for path in lost {
        guard let inode = names[path] else { continue }
        rename(path, "\(aside)/\(inode)")
      }
      for path in lost {
        guard let inode = left[path] else { continue }
        let sources = ["\(aside)/\(inode)"] + left.filter { $0.value == inode }.keys
        if !sources.contains(where: { link($0, path) == 0 }) { write(inode, path) }
      }
      Folder.empty(aside)
      rmdir(aside)
      var files = 0
      for (path, inode) in left {
        guard let saved = savedSizes[inode], let size = size(of: path), size > saved else {
          continue
        }
        truncate(path, off_t(saved + Int(Double(size - saved) * share)))
        files += 1
      }
      return lost.count + files
    }

    /// Puts the changes of names in the folder on the disk.
    private func save(_ folder: String) {
      for change in pending where change.folders.contains(folder) {
        for (path, inode) in change.names { savedNames[path] = inode == 0 ? nil : inode }
      }
      pending.removeAll { $0.folders.contains(folder) }
    }

    /// Notes what the last call did to names.
    private func update() {
      guard isStale else { return }
      isStale = false
      let found = scan()
      let changed = Set(found.keys).union(names.keys).filter { found[$0] != names[$0] }
      guard !changed.isEmpty else { return }
      pending.append(
        Change(
          names: Dictionary(uniqueKeysWithValues: changed.map { ($0, found[$0] ?? 0) }),
          folders: Set(changed.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) })))
      names = found
    }

    /// The folder's files, each of which is kept open.
    private func scan() -> [String: UInt64] {
      var found: [String: UInt64] = [:]
      for (path, inode) in Folder.files(below: root) {
        found[path] = inode
        if descriptors[inode] == nil { descriptors[inode] = open(path, O_RDONLY) }
      }
      return found
    }

    private func size(of path: String) -> Int? {
      var facts = stat()
      return stat(path, &facts) == 0 ? Int(facts.st_size) : nil
    }

    /// Writes a removed file again.
    private func write(_ inode: UInt64, _ path: String) {
      guard let descriptor = descriptors[inode] else { return }
      var bytes = [UInt8](repeating: 0, count: 1 << 20)
      let count = pread(descriptor, &bytes, bytes.count, 0)
      Folder.write(Array(bytes.prefix(max(count, 0))), path)
    }
  }
#endif
