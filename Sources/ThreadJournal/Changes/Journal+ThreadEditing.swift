import ThreadStorage

extension Journal {
  /// Gives the thread a new title, and where `renamesFile` its file the name that goes with it (F31).
  ///
  /// - Returns: The file's path, relative to the journal.
  package func rename(
    _ header: ThreadHeader, to title: String, renamesFile: Bool
  ) throws -> Outcome<String> {
    guard Journal.isTitle(title) else { throw JournalError.badTitle(title) }
    return try change("rename \(header.title)") { plan in
      let header = try current(header)
      try editFrontMatter(of: header.path, &plan) {
        document throws(FrontMatterEditError) in
        try document.splices(settingFrontMatter: "title", to: .text(title))
      }
      let folder = header.path.split(separator: "/").dropLast().joined(separator: "/")
      let plain = JournalFileName.fileName(forTitle: title)
      let current = header.path.split(separator: "/").last.map(String.init) ?? header.path
      guard renamesFile, plain != current else { return header.path }
      let names = TakenNames(in: directory, except: header.path)
      let path = names.freePath(forTitle: title, in: folder)
      try plan.rename(header.path, to: path)
      return path
    }
  }

  /// Applies the splices that `plan` makes of a thread's front matter.
  func editFrontMatter(
    of path: String, _ plan: inout PlannedEdits,
    _ splices: (ThreadDocument) throws(FrontMatterEditError) -> [Splice]
  ) throws {
    try plan.edit(path) { document in
      if document.hasUnterminatedFrontMatter {
        throw JournalError.unterminatedFrontMatter(path: path)
      }
      do throws(FrontMatterEditError) { return try splices(document) } catch {
        let place = document.position(of: error.offset ?? 0)
        throw JournalError.frontMatterEdit(path: path, line: place.line, column: place.column)
      }
    }
  }
}

extension FrontMatterEditError {
  /// The byte of the file that stands in the way, where it is known.
  fileprivate var offset: Int? {
    switch self {
    case .notUnderstood(let problem): problem.offset
    case .notAMapping(let offset), .duplicateKey(let offset), .unsafe(let offset): offset
    default: nil
    }
  }
}
