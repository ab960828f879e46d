import ThreadStorage

extension JournalSearch {
  /// The columns of a table of all that the search finds.
  ///
  /// All threads that are searched have columns for the fields that they define, so that the columns do not
  /// change from day to day. A file that cannot be read has none; the search itself reports it.
  package func columns() -> CSVColumns {
    let files = self.files
    let request = request
    var columns = CSVColumns()
    journal.directory.readInParallel(
      files.paths, makeState: { QueryMatcher(request.query) },
      work: { matcher, path, bytes -> (schema: FieldSchema, names: [[UInt8]]) in
        guard !bytes.isUTF16 else { throw FileProblem.utf16(path: path) }
        var search = FileSearch(path: path, bytes, request)
        if request.query.isEmpty {
          let names = search.carriedNames(in: bytes)
          return (search.schemaOfAskedThread(in: bytes), names)
        }
        let found = search.found(in: bytes, &matcher, needsLines: false)
        return (search.schemaOfAskedThread(in: bytes), found.carriedNames(in: bytes))
      },
      deliver: { _, result in
        if case .success(let file) = result { columns.note(file.schema, carried: file.names) }
        return true
      })
    return columns
  }
}

extension FoundEntries {
  /// The columns of a table of these entries alone.
  package func columns(in bytes: borrowing Span<UInt8>) -> CSVColumns {
    var columns = CSVColumns()
    columns.note(schema, carried: entries.carriedNames(in: bytes))
    return columns
  }
}

extension [FoundEntry] {
  /// The names of the fields that the entries carry, as typed, in the order in which they are met.
  func carriedNames(in bytes: borrowing Span<UInt8>) -> [[UInt8]] {
    var names = SpellingTable<Bool>()
    for entry in self {
      for field in entry.content(in: bytes).fields {
        _ = names.value(of: bytes, field.name) { _ in true }
      }
    }
    return names.spellings
  }
}
