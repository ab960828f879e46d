import ThreadJournal
import ThreadStorage

/// What an export says that it leaves out.
extension Export {
  /// Says what the form cannot carry of the threads that it has whole; not where a part was asked for.
  func tellOmissions() {
    let listing = journal.directory.threadFiles()
    let paths = named ?? listing.files
    if named == nil, !listing.conflictCopies.isEmpty {
      let copies = listing.conflictCopies.map(ShellWord.quoted).joined(separator: " ")
      session.note(
        "The export has no copies that sync tools made. To join one: tj absorb \(copies)")
    }
    let isFile = format == .markdown && paths.count == 1
    let unnamable = paths.filter { format == .json && !ImportPlan.isThreadPath($0) }
    if !unnamable.isEmpty { session.warn(ErrorMessage(TransferError.unnamable(unnamable))) }
    let keys = Set((form.columns ?? []).map { FieldName.key($0) })
    if format == .csv, selection.scope != .live, !keys.isEmpty,
      !keys.contains(FieldName.key("deleted"))
    {
      session.note(
        "Without the column \"deleted\", an import of this table has deleted entries like others.")
    }
    let isCopy = named == nil && selection.query.isEmpty
    let settings = session.settingsStore.namesInJournal
    if isCopy, format == .json, !settings.isEmpty {
      let path = "\(JournalDirectory.markerName)/config.yml"
      session.note(
        "The journal's settings are not in it: \(settings.joined(separator: ", ")). They stand in \(path)"
      )
    }
    let hasAll = format == .json || isFile || form.columns != nil
    guard isCopy || !hasAll else { return }
    var others: [String] = []
    let heads = paths.compactMap { path -> ThreadHead? in
      do {
        let head = try journal.head(at: path)
        if head == nil { others.append(path) }
        return head
      } catch {
        // What could not be read was told.
        return nil
      }
    }
    if isCopy { tellNoThreads(others) }
    if !hasAll {
      tellOmissions(
        of: heads.filter {
          isWhole($0.header) && (deletedThreads != .areLeftOut || $0.header.deletion == nil)
        }, isCopy: isCopy)
    }
  }

  /// Says what the form has no place for, of the threads that begin with `heads`.
  ///
  /// - Parameter isCopy: Whether the journal is exported; who asks for a thread's entries knows its definitions.
  private func tellOmissions(of heads: [ThreadHead], isCopy: Bool) {
    let parts =
      [
        (heads.count(where: \.hasPreamble), "the text above the entries of "),
        (heads.count { $0.saysMore(with: isCopy) }, "front matter of "),
        (heads.count { !$0.hasEntries }, ""),
      ].filter { $0.0 > 0 }.map { count, words in
        words + Plural.threads(count) + (words.isEmpty ? " without entries" : "")
      }
      + (partial.count > 0
        ? [
          (format == .ndjson
            ? "attributes, a field that is there twice, or bytes that are no UTF-8"
            : "attributes, or a field that is there twice")
            + ", of \(Plural.entries(partial.count))"
        ] : [])
    guard !parts.isEmpty else { return }
    session.note(
      "\(format.title) leaves out \(parts.joined(separator: ", ")). "
        + "JSON has it: tj export --all --format json")
  }

  /// Says which files of the whole journal are in no export, as nothing makes them threads.
  private func tellNoThreads(_ others: [String]) {
    guard let first = others.first else { return }
    session.note(
      others.count == 1
        ? "\(first) is no thread, without entries and front matter, and not in the export."
        : "\(others.count) files are no threads, without entries and front matter, and not in the "
          + "export, such as \(first); tj check names all.")
  }
}
