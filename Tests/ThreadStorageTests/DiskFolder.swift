import ThreadStorage

/// A fresh temporary folder with a journal in it, removed with its last reference.
final class DiskFolder: Sendable {
  let root: String

  init() throws {
    var template = Array("\(Self.base)/tj-disk-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw StorageError.missing(path: Self.base) }
    root = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) + "/j"
    _ = try JournalDirectory.create(at: root)
  }

  private static var base: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

  deinit { shell("chmod -R u+rwX '\(root.dropLast(2))'; rm -rf '\(root.dropLast(2))'") }

  func journal() throws -> JournalDirectory { try JournalDirectory(opening: root) }

  /// The bytes of a file, read by other means than those under test; nil where it is missing.
  func bytes(_ path: String) -> [UInt8]? {
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

  func text(_ path: String) -> String? {
    bytes(path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes a file in place, as a plain editor would.
  func write(_ text: String, _ path: String) {
    let descriptor = open(root + "/" + path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    let bytes = Array(text.utf8)
    _ = Self.writeAll(bytes, descriptor)
    close(descriptor)
  }

  /// Writes a file by a rename, as a careful editor would.
  func save(_ text: String, _ path: String) {
    write(text, path + ".saving~")
    rename(root + "/" + path + ".saving~", root + "/" + path)
  }

  private static func writeAll(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
    guard let stream = fdopen(dup(descriptor), "w") else { return false }
    let count = fwrite(bytes, 1, bytes.count, stream)
    return fclose(stream) == 0 && count == bytes.count
  }

  /// The names in a folder of the journal, sorted.
  func names(_ folder: String) -> [String] {
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

  func remove(_ path: String) { unlink(root + "/" + path) }

  func removeFolder(_ path: String) { rmdir(root + "/" + path) }

  func empty(_ path: String) { for name in names(path) { remove(path + "/" + name) } }

  func link(_ target: String, _ path: String) { symlink(target, root + "/" + path) }

  func hardLink(_ path: String, _ other: String) {
    #if canImport(Darwin)
      Darwin.link(root + "/" + path, root + "/" + other)
    #else
      Glibc.link(root + "/" + path, root + "/" + other)
    #endif
  }

  func makeFolder(_ path: String) { mkdir(root + "/" + path, 0o700) }

  /// All files of the journal outside the marker folder, sorted.
  func allFiles() -> [String] {
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

  /// Everything kept in drafts, displaced files and changes, together.
  func keptText() -> String {
    var text = ""
    for area in ["drafts", "displaced", "changes"] {
      for name in names(".threadjournal/" + area) {
        text += self.text(".threadjournal/\(area)/\(name)") ?? ""
      }
    }
    return text
  }
}

/// The standard output of a shell command.
@discardableResult
func shell(_ command: String) -> String {
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
