import Foundation
import TestSupport
import Testing

@Suite struct RacingProgramsTests {
  @Test("programs that add at once all add, each once", arguments: [8, 16])
  func adding(count: Int) throws {
    let sandbox = try Sandbox(in: TestFolders.onDisk)
    #expect(try sandbox.tj("new", "Log").status == 0)
    let running = try (0..<count).map {
      try sandbox.start(["tj", "add", "log", "Words of program \($0)."])
    }
    var ids: Set<String> = []
    for program in running {
      let outcome = try program.wait()
      #expect(outcome.status == 0, "\(outcome.errorText)")
      ids.insert(outcome.text)
    }
    #expect(ids.count == count)
    let shown = try sandbox.tj("show", "log").text
    for number in 0..<count {
      #expect(shown.components(separatedBy: "Words of program \(number).").count == 2)
    }
    #expect(try sandbox.shell("ls -A journal/.threadjournal/drafts").text == "")
  }

  @Test("programs that make the first journal at once all succeed")
  func beginning() throws {
    let sandbox = try Sandbox(in: TestFolders.onDisk)
    let running = try (0..<6).map { try sandbox.start(["tj", "new", "Thread", "Words \($0)."]) }
    for program in running {
      let outcome = try program.wait()
      #expect(outcome.status == 0, "\(outcome.errorText)")
    }
    let found = try sandbox.tj("find", "words", "--oneline").text
    #expect(found.split(separator: "\n").count == 6)
  }

  @Test("what somebody adds to the file while tj rewrites it again and again is not lost")
  func savesInPlace() throws {
    let sandbox = try Sandbox(in: TestFolders.onDisk)
    _ = try sandbox.tj("new", "Log", "The entry that is edited.")
    _ = try sandbox.tj("add", "log", "The entry that grows.")
    let saver = try sandbox.start([
      "/bin/sh", "-c",
      """
      n=0
      while [ ! -e done ]; do
        n=$((n + 1)); printf 'token-%d-end\\n' $n >> journal/log.md; echo $n > count
      done
      """,
    ])
    for number in 0..<12 {
      let outcome = try sandbox.tj("edit", "log@2", "Edit \(number).")
      // Whoever saves all the time wins; refusing is right, losing is not.
      guard outcome.status != 0 else { continue }
      let isRefused = ["[changed-meanwhile]", "[entry-changed]"].contains {
        outcome.errorText.contains($0)
      }
      #expect(isRefused, "\(outcome.errorText)")
    }
    try sandbox.write([], to: "done")
    _ = try saver.wait()
    let text = try sandbox.shell("cat count; find journal -type f -exec cat {} +").text
    let count = text.split(separator: "\n").first.flatMap { Int($0) } ?? 0
    #expect(count > 0)
    let found = Set(text.utf8.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) })
    let lost = (1...max(count, 1)).filter { !found.contains("token-\($0)-end") }
    #expect(lost.isEmpty, "lost \(lost)")
  }
}
