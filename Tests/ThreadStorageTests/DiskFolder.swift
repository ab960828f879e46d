import ThreadStorage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

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
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        #if canImport(Darwin)
          Darwin.write(descriptor, $0.baseAddress! + written, $0.count - written)
        #else
          Glibc.write(descriptor, $0.baseAddress! + written, $0.count - written)
        #endif
      }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }

  /// The visible names in a folder of the journal, sorted.
  func names(_ folder: String) -> [String] {
    lines(shell("ls -A '\(root)/\(folder)' 2>/dev/null"))
  }

  /// All files of the journal outside the marker folder, sorted.
  func allFiles() -> [String] {
    lines(
      shell("cd '\(root)' && find . -path ./.threadjournal -prune -o ! -type d -print | sort"))
  }

  /// Everything kept in drafts, displaced files and changes, together.
  func keptText() -> String {
    shell("cd '\(root)/.threadjournal' && cat /dev/null drafts/* displaced/* changes/* 2>/dev/null")
  }

  private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
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
