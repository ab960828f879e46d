import TestSupport
import Testing

@testable import ThreadStorage

@Suite struct StagedFileTests {
  private let folder: JournalFolder

  init() throws { folder = try JournalFolder() }

  private func stage(_ text: String, _ path: String) throws -> StagedFile {
    let file = try StagedFile(for: folder.root + "/" + path, makesFolders: true)
    try file.write(Array(text.utf8))
    return file
  }

  private func mode(_ path: String) -> String { shell("stat -c %a '\(folder.root)/\(path)'") }

  private func isRefused(_ path: String) -> StorageError? {
    do throws(StorageError) {
      _ = try StagedFile(for: path)
      return nil
    } catch { return error }
  }

  @Test("nothing is seen of it until it is committed, and then all of it, for its owner only")
  func new() throws {
    let file = try stage("one ", "out/new.csv")
    #expect(!file.replacesFile)
    #expect(folder.bytes("out/new.csv") == nil)
    try file.write(Array("two".utf8))
    try file.commit(replacing: false)
    #expect(folder.text("out/new.csv") == "one two")
    #if os(Linux)
      #expect(mode("out/new.csv") == "600\n" && mode("out") == "700\n")
    #endif
    #expect(folder.names("out") == ["new.csv"])
  }

  @Test("what is not committed leaves nothing behind")
  func abandoned() throws {
    do { _ = try stage("lost on purpose", "out/new.csv") }
    #expect(folder.names("out") == [])
  }

  @Test("a file is replaced only where that is wanted, and keeps its mode")
  func replacing() throws {
    folder.write("old", "old.csv")
    shell("chmod 640 '\(folder.root)/old.csv'")
    #expect(throws: StorageError.exists(path: folder.root + "/old.csv")) {
      try stage("new", "old.csv").commit(replacing: false)
    }
    #expect(folder.text("old.csv") == "old")
    let file = try stage("new", "old.csv")
    #expect(file.replacesFile)
    try file.commit(replacing: true)
    #expect(folder.text("old.csv") == "new")
    #if os(Linux)
      #expect(mode("old.csv") == "640\n")
    #endif
    #expect(folder.names(".").filter { $0.hasPrefix(".tj-") } == [])
  }

  @Test("a symbolic link stays, and its file is replaced")
  func link() throws {
    folder.write("old", "real.yml")
    folder.link("real.yml", "link.yml")
    try stage("new", "link.yml").commit(replacing: true)
    #expect(folder.text("real.yml") == "new")
    #expect(shell("readlink '\(folder.root)/link.yml'") == "real.yml\n")
  }

  @Test("a folder, a pipe and a path without a name are refused")
  func refused() {
    folder.makeFolder("sub")
    shell("mkfifo '\(folder.root)/pipe'")
    let paths = [folder.root + "/sub", folder.root + "/pipe"]
    #expect(isRefused(paths[0]) == .notRegularFile(path: paths[0], kind: .folder))
    #expect(isRefused(paths[1]) == .notRegularFile(path: paths[1], kind: .pipe))
    let root = folder.root + "/"
    #expect(isRefused(root) == .notRegularFile(path: root, kind: .folder))
    #expect(isRefused("") == .invalidName(path: ""))
    let missing = folder.root + "/no/where/x"
    #expect(isRefused(missing) == .missing(path: folder.root + "/no/where"))
  }

  #if DEBUG
    @Test(
      "whichever call fails, the path has the old bytes or the new, and nothing else is left",
      arguments: [ENOSPC, EIO, EACCES])
    func faults(code: Int32) throws {
      var count = 0
      for number in 0..<100 {
        folder.write("old", "file")
        let plan = FaultPlan(.fail(code), at: number)
        var failed = false
        Interception.$current.withValue(plan) {
          do { try stage("new", "file").commit(replacing: true) } catch { failed = true }
        }
        guard plan.happened else {
          #expect(!failed)
          break
        }
        count += 1
        let text = folder.text("file")
        #expect(text == "new" || (text == "old" && failed), "\(plan.failedCall ?? "")")
        // The removal itself is a call that may fail; nothing can be done about that.
        let left = folder.names(".").filter { $0.hasPrefix(".tj-") }
        #expect(left == [], "\(plan.failedCall ?? "")")
      }
      #expect(count > 5)
    }
  #endif

  @Test("files outside a journal are read whole; what is no file is refused at once")
  func reading() throws {
    folder.write("text", "file")
    folder.link("file", "link")
    let root = folder.root
    #expect(try OutsideFile.read(root + "/link") == Array("text".utf8))
    #expect(throws: StorageError.missing(path: root + "/none")) {
      try OutsideFile.read(root + "/none")
    }
    #expect(throws: StorageError.notRegularFile(path: root, kind: .folder)) {
      try OutsideFile.read(root)
    }
    shell("mkfifo '\(root)/pipe'")
    #expect(throws: StorageError.notRegularFile(path: root + "/pipe", kind: .pipe)) {
      try OutsideFile.read(root + "/pipe")
    }
  }

  @Test("what is imported comes from a file, at once or in pieces, or from a pipe")
  func content() throws {
    folder.write("PKtext", "file")
    let root = folder.root
    let isArchive = { (start: [UInt8]) in start.starts(with: Array("PK".utf8)) }
    guard
      case .pieces(let size, let read) = try OutsideFile.content(
        of: root + "/file", inPieces: isArchive)
    else { return #expect(Bool(false), "a file in pieces is read at once") }
    #expect(size == 6)
    #expect(try read(2..<4) == Array("te".utf8))
    #expect(try read(4..<9) == Array("xt".utf8))
    guard
      case .bytes(let bytes) = try OutsideFile.content(of: root + "/file", inPieces: { _ in false })
    else { return #expect(Bool(false), "a file is not read at once") }
    #expect(bytes == Array("PKtext".utf8))
    shell("mkfifo '\(root)/pipe'")
    shell("{ printf 'PK through a pipe' > '\(root)/pipe'; } > /dev/null 2>&1 &")
    guard
      case .bytes(let piped) = try OutsideFile.content(of: root + "/pipe", inPieces: isArchive)
    else { return #expect(Bool(false), "a pipe is read in pieces") }
    #expect(piped == Array("PK through a pipe".utf8))
  }
}
