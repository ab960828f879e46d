import ThreadJournal
import ThreadStorage

/// Questions to git about the journal; without git, or a repository, nothing is known.
struct GitProbe {
  private let directory: JournalDirectory

  /// For the journal in `directory`.
  init(_ directory: JournalDirectory) {
    self.directory = directory
  }

  /// Whether some commit has what was lost.
  func has(_ lost: LostEntry) -> Bool {
    let mark = ShellWord.quoted("-S" + String(decoding: lost.mark, as: UTF8.self))
    return answers("log --all -1 --format=tformat:found \(mark) -- . | grep -q found")
  }

  /// The drivers that `.gitattributes` gives threads and that git does not know in this clone.
  func missingDrivers() -> [JournalProblem] {
    guard let attributes = try? directory.read(".gitattributes"),
      answers("rev-parse --is-inside-work-tree")
    else { return [] }
    let document = ThreadDocument(attributes)
    return JournalProblem.GitDriver.allCases.compactMap { driver -> JournalProblem? in
      guard
        let offset = GitProbe.offset(of: "\(driver.rawValue)=threadjournal", in: attributes),
        !isConfigured(driver)
      else { return nil }
      let place = document.position(of: offset)
      return JournalProblem(
        path: ".gitattributes", place: .init(line: place.line, column: place.column),
        kind: .missingDriver(driver))
    }
  }

  private func isConfigured(_ driver: JournalProblem.GitDriver) -> Bool {
    switch driver {
    case .merge: answers("config --get merge.threadjournal.driver")
    case .diff: answers("config --get diff.threadjournal.xfuncname")
    }
  }

  /// Where the attribute stands in a line that is no comment.
  private static func offset(of attribute: String, in bytes: [UInt8]) -> Int? {
    for line in bytes.split(separator: 0x0A) where line.first != UInt8(ascii: "#") {
      let words = line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.dropFirst()
      if let word = words.first(where: { $0.elementsEqual(attribute.utf8) }) {
        return word.startIndex
      }
    }
    return nil
  }

  private func answers(_ words: String) -> Bool {
    let git = "git -C \(ShellWord.quoted(directory.root)) "
    return ChildProcess.run("{ \(git)\(words); } </dev/null >/dev/null 2>&1") == 0
  }
}
