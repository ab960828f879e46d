import ThreadStorage

/// A fresh temporary folder with a journal in it, removed with its last reference; each test has its own.
///
/// It reads and writes by the C library's calls, not by those under test.
public final class JournalFolder: Sendable {
  /// The journal's path, without symbolic links; the folder above it is the test's, too.
  public let root: String

  /// Makes an empty journal.
  public init(in base: String = TestFolders.base) throws {
    var template = Array("\(base)/tj-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw StorageError.missing(path: base) }
    let made = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    root = (realpath(made, nil).map { String(cString: $0) } ?? made) + "/j"
    _ = try JournalDirectory.create(at: root)
  }

  /// Makes a journal of these files.
  public convenience init(_ files: [String: String]) throws {
    try self.init()
    fill(files)
  }

  deinit { shell("chmod -R u+rwX '\(root.dropLast(2))'; rm -rf '\(root.dropLast(2))'") }

  /// The journal on disk.
  public func directory() throws -> JournalDirectory { try JournalDirectory(opening: root) }

  // MARK: Files

  /// The bytes of a file; nil where it is missing.
  public func bytes(_ path: String) -> [UInt8]? {
    let descriptor = open(root + "/" + path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return result }
      result += buffer[..<count]
    }
  }

  /// The text of a file; nil where it is missing.
  public func text(_ path: String) -> String? {
    bytes(path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Overwrites the file itself, as a plain editor would.
  public func write(_ text: String, _ path: String) {
    let descriptor = open(root + "/" + path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(descriptor) }
    guard let stream = fdopen(dup(descriptor), "w") else { return }
    let bytes = Array(text.utf8)
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
  }

  /// Writes a file by a rename, as a careful editor would.
  public func save(_ text: String, _ path: String) {
    write(text, path + ".saving~")
    rename(root + "/" + path + ".saving~", root + "/" + path)
  }

  /// Takes everything away, but the settings, and writes these files.
  public func fill(_ files: [String: String]) {
    for name in names("") where !name.hasPrefix(".") { remove(name) }
    for area in ["drafts", "displaced", "changes"] { empty(".threadjournal/" + area) }
    for (path, text) in files { write(text, path) }
  }

  /// The names in a folder of the journal, sorted.
  public func names(_ folder: String) -> [String] {
    guard let stream = opendir(root + "/" + folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// All files of the journal outside the marker folder, sorted.
  public func allFiles() -> [String] {
    var files: [String] = []
    var folders = ["."]
    while let folder = folders.popLast() {
      for name in names(folder) where name != ".threadjournal" {
        let path = folder + "/" + name
        var status = stat()
        guard lstat(root + "/" + path, &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR { folders.append(path) } else { files.append(path) }
      }
    }
    return files.sorted()
  }

  /// The threads' files and the settings, with their bytes.
  public func files() -> [String: String] {
    var files = [".threadjournal/config.yml": text(".threadjournal/config.yml") ?? ""]
    for path in allFiles() { files[String(path.dropFirst(2))] = text(path) }
    return files
  }

  /// Everything kept in drafts, displaced files and changes, together.
  public func keptText() -> String {
    ["drafts", "displaced", "changes"].map { area in
      names(".threadjournal/" + area).map { text(".threadjournal/\(area)/\($0)") ?? "" }.joined()
    }.joined()
  }

  // MARK: Names

  /// Removes a file.
  public func remove(_ path: String) { unlink(root + "/" + path) }

  /// Removes an empty folder.
  public func removeFolder(_ path: String) { rmdir(root + "/" + path) }

  /// Removes the files of a folder.
  public func empty(_ path: String) { for name in names(path) { remove(path + "/" + name) } }

  /// Makes a symbolic link at `path`.
  public func link(_ target: String, _ path: String) { symlink(target, root + "/" + path) }

  /// Gives a file a second name.
  public func hardLink(_ path: String, _ other: String) {
    linkat(AT_FDCWD, root + "/" + path, AT_FDCWD, root + "/" + other, 0)
  }

  /// Makes a folder.
  public func makeFolder(_ path: String) { mkdir(root + "/" + path, 0o700) }
}

/// The standard output of a shell command.
@discardableResult
public func shell(_ command: String) -> String {
  guard let stream = popen(command, "r") else { return "" }
  defer { pclose(stream) }
  var result: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = fread(&buffer, 1, buffer.count, stream)
    guard count > 0 else { return String(decoding: result, as: UTF8.self) }
    result += buffer[..<count]
  }
}
