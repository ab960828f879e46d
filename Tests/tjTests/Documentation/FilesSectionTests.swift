import Foundation
import TestSupport
import Testing

@testable import ThreadStorage
@testable import tj

/// The manual's section FILES names all that the program makes below `.threadjournal/`, and nothing else.
@Suite struct FilesSectionTests {
  /// What the section says of each file or folder.
  private var documented: [String: String] {
    let marker = JournalDirectory.markerName + "/"
    var texts: [String: String] = [:]
    for block in ManualText.sections.first(where: { $0.title == "FILES" })?.blocks ?? [] {
      guard let term = block.term, term.hasPrefix(marker), term != marker else { continue }
      texts[String(term.dropFirst(marker.count))] = block.text
    }
    return texts
  }

  @Test("FILES names the program's own files and folders, and no other")
  func ownFiles() {
    let folders = StateFolder.Kind.allCases.map { $0.rawValue + "/" }
    #expect(Set(documented.keys) == Set(folders + [JournalLock.name, ".gitignore", "config.yml"]))
    let changes = documented["changes/"] ?? ""
    #expect(changes.contains("\(TransactionLog.limit) files"))
    #expect((documented["displaced/"] ?? "").contains("\(Backups.mostFiles) files"))
    #expect((documented["drafts/"] ?? "").contains("*.\(ConcurrentSave.watchSuffix)"))
    #expect(changes.contains("*.\(StateFolder.refusedSuffix)"))
  }

  @Test("FILES names what is there after every kind of change, and every ending of it")
  func afterChanges() throws {
    let sandbox = try Sandbox()
    let session = """
      tj init . && tj new Log One. && tj add log Two. && tj edit log@1 Three. && tj delete log@1
      tj undo; echo Four. | tj add nowhere; tj config wrap 72; tj check --fix
      tj add log Five.; tj purge --all --yes; echo 6 | tj add nowhere
      for name in 1.new 2.pending; do echo damaged > .threadjournal/changes/000000000000010$name; done
      tj add log Seven.; echo damaged > .threadjournal/changes/0000000000000103.new
      """
    var endings: Set<Substring> = []
    var records = 0
    _ = try sandbox.shell(session)
    let folder = sandbox.home + "/" + JournalDirectory.markerName
    let manager = FileManager.default
    for name in try manager.contentsOfDirectory(atPath: folder) {
      var isFolder: ObjCBool = false
      _ = manager.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder)
      let text = try #require(documented[isFolder.boolValue ? name + "/" : name], "\(name)")
      guard isFolder.boolValue, name != "displaced" else { continue }
      for file in try manager.contentsOfDirectory(atPath: "\(folder)/\(name)") {
        guard let dot = file.lastIndex(of: ".") else {
          if file == "known" {
            #expect(text.contains("`known`"))
            continue
          }
          #expect(name == "changes" && text.contains("by number") && UInt64(file, radix: 16) != nil)
          records += 1
          continue
        }
        #expect(text.contains("`*\(file[dot...])`"))
        endings.insert(file[dot...])
      }
    }
    #expect(records > 0)
    #expect(endings == [".md", ".note", ".refused", ".new"])
  }
}
