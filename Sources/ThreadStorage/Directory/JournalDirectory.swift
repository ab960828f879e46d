import CSystem

/// A journal on disk, open for reading; it writes only through the `JournalWriter` of `withLock`.
public struct JournalDirectory: Sendable {
  /// The folder whose presence makes a folder a journal (F29).
  public static let markerName = ".threadjournal"
  public static let settingsPath = markerName + "/config.yml"

  /// The highest `format:` that this program writes (F30).
  public static let supportedFormat = 1

  /// The journal's folder, as it was given.
  public let root: String

  /// The number after `format:` in `config.yml`; 1 where there is none, `Int.max` where it is not understood (F30).
  public let format: Int

  /// The bytes of `.threadjournal/config.yml`; empty where there is none.
  public let configuration: [UInt8]

  let rootFolder: OpenFolder
  let marker: OpenFolder

  /// Which files of the program's state git tracks; nobody is asked unless this is set.
  public var trackedState = TrackedState()

  /// How long records of changes and displaced files are kept at most, in seconds; what is older goes at the next
  /// change.
  public var keepingTime: Int64 = 30 * 86_400

  public var formatIsNewer: Bool { format > Self.supportedFormat }

  /// Whether the disk takes a name in other letters, upper-case or lower-case, for that of another file.
  package var tellsCasesApart: Bool {
    // What cannot be looked at may be the same.
    (try? rootFolder.status(of: Self.markerName.uppercased()) == nil) ?? false
  }

  /// Opens the journal whose folder is `path`.
  /// - Throws: `missing` where there is no such folder, `notAJournal` where it has no marker folder.
  public init(opening path: String) throws(StorageError) {
    root = path
    guard let folder = try StorageError.ifThere(try OpenFolder(at: path, named: "")) else {
      throw .missing(path: path)
    }
    rootFolder = folder
    do throws(StorageError) {
      marker = try rootFolder.folder(Self.markerName, named: path + "/" + Self.markerName)
    } catch {
      guard [ENOENT, ENOTDIR, ELOOP].contains(error.code) else { throw error }
      throw .notAJournal(path: path)
    }
    do throws(StorageError) {
      configuration = try marker.bytes(of: "config.yml", upTo: Self.mostOwnBytes)
    } catch {
      guard error.code == ENOENT else { throw marker.explained(error, "config.yml") }
      configuration = []
    }
    format = Self.formatNumber(in: configuration)
  }

  public static func exists(at path: String) -> Bool {
    FileStatus(ofFileAt: path + "/" + markerName)?.kind == .folder
  }

  /// The nearest journal folder from `directory`, an absolute path, upwards; nil where there is none.
  /// - Throws: The system's error where a folder on the way cannot be looked into: it may be a journal.
  public static func find(from directory: String) throws(StorageError) -> String? {
    var path = directory
    while true {
      var status = tj_status()
      let code = tj_status_at(AT_FDCWD, path + "/" + markerName, &status)
      if code == 0, FileStatus(status).kind == .folder { return path }
      guard code == 0 || [-ENOENT, -ENOTDIR].contains(code) else {
        throw .system(operation: .status, path: path, code: -code)
      }
      guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), path != "/" else { return nil }
      path = slash == path.utf8.startIndex ? "/" : String(path[..<slash])
    }
  }

  /// The most bytes that the program's own files have: what is larger was not written by it.
  public static let mostOwnBytes = 1 << 20

  /// The number of the key `format`; 1 without such a key, `Int.max` where it may be of a format not known here.
  static func formatNumber(in configuration: [UInt8]) -> Int {
    guard !configuration.isEmpty, configuration != Array("format: 1\n".utf8) else { return 1 }
    let key = Array("format".utf8)
    let document = YAMLDocument(configuration)
    let pairs = document.root.pairs ?? []
    let values = pairs.filter { $0.name == key }.map(\.value)
    guard !values.isEmpty else {
      let isHidden = !document.problems.isEmpty || pairs.contains { $0.name == Array("<<".utf8) }
      return isHidden && configuration.firstOffset(of: key) != nil ? .max : 1
    }
    let numbers = values.map { value in
      value.integerValue.map { $0 < supportedFormat ? .max : $0 } ?? .max
    }
    return numbers.max() ?? .max
  }

  /// The bytes of a file, at most `limit`, by its path in the journal; links that stay inside are followed (F32).
  public func read(_ path: String, upTo limit: Int = .max) throws(StorageError) -> [UInt8] {
    let file = try open(path)
    let most = min(limit, Self.mostBytes)
    return try file.allBytes(expected: try file.regularStatus(upTo: most).size)
  }

  /// Opens the file at `path` for reading.
  func open(_ path: String) throws(StorageError) -> OpenFile {
    OpenFile(descriptor: try descriptor(of: path, O_RDONLY | O_NONBLOCK), path: path)
  }

  public func hasFile(at path: String) throws(StorageError) -> Bool {
    let asked = try JournalPath(path)
    return try StorageError.ifThere(try folder(asked.folder))?.status(of: asked.name) != nil
  }
}
