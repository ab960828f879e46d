import ThreadJournal
import ThreadStorage

enum TransferError: Error {
  case fileExists(path: String)
  case fileInJournal(path: String, isState: Bool)
  case fileMissing(path: String)
  case notAFile(path: String)
  case nothingToImport
  case badMapping(String)
  case badTimePattern(String)
  /// The end of a file's name names no form of export.
  case unknownSuffix(path: String, suffix: String)
  /// The name of a report's file ends as those of another form do.
  case noPage(path: String, suffix: String)
  /// A column that is not among those that there would be; empty where no column is named.
  case unknownColumn(String, among: [String])
  /// A field to sort by that is not among those that there are.
  case unknownOrder(String, among: [String])
  /// A query found nothing; `name` is its first word, where that may have been meant as a thread.
  case nothingToExport(name: String?, nearest: [String], note: String?)
  /// The threads that an import of the copy would refuse for their files' names, of which there is one at least.
  case unnamable([String])
}

extension ErrorMessage {
  init(_ error: TransferError) {
    switch error {
    case .fileExists(let path):
      self.init(
        "file-exists", at: .init(path), "there is such a file already",
        "Nothing was written. To replace it, add --force.")
    case .fileInJournal(let path, let isState):
      self.init(
        "file-in-journal", at: .init(path),
        isState ? "this folder is tj's own" : "this file would be a thread of the journal",
        "Write it outside the journal's directory.")
    case .fileMissing(let path):
      self.init(
        "file-missing", at: .init(path), "there is no such file",
        "Files are named from the working directory.")
    case .unnamable(let paths):
      let what = paths.count == 1 ? "the name of 1 thread" : "the names of \(paths.count) threads"
      self.init(
        "file-name", severity: .warning, at: paths.first.map { .init($0) },
        "tj import refuses \(what)",
        "Name the file otherwise, without a backslash or a control character, before you rely on this copy."
      )
    case .notAFile(let path):
      self.init(
        "not-a-file", at: .init(path), "this is no file to import",
        "Of a folder, name the files: tj import \(ShellWord.quoted(path + (path.hasSuffix("/") ? "" : "/")))*.md"
      )
    case .nothingToImport:
      self.init(
        "nothing-to-import", "there is nothing to import",
        "Name a file, or pipe one in: tj import diary.csv")
    case .badMapping(let text):
      self.init(
        "bad-mapping", "\"\(text)\" does not say which column is for what",
        "Write TARGET=COLUMN, with commas between: --map TIME=date,TEXT=note; "
          + "to leave a column out: --map '=COLUMN'")
    case .badTimePattern(let text):
      let advice =
        switch TimePattern.unread(in: text) {
        case .half: "The half of the day is %p, and the hour then %I: %I:%M %p"
        case .zone(let example):
          "\(Self.advice(onZone: example)). Write them so in the file, and here as %z."
        case nil: "Patterns are strptime's: %Y %m %d %H %M %S %p %b %F %T and others."
        }
      self.init("bad-time-format", "\"\(text)\" is not a pattern for times", advice)
    case .unknownSuffix(let path, let suffix):
      self.init(
        "unknown-suffix", at: .init(path), "there is no export with names that end in .\(suffix)",
        "Names end in .csv, .json, .ndjson or .md; for another one, say which: --format csv",
        "Nothing was written.")
    case .noPage(let path, let suffix):
      self.init(
        "unknown-suffix", at: .init(path),
        "a report is a page of HTML, and names that end in .\(suffix) are of something else",
        "Such as: -o report.html; a browser prints it, into a PDF, too.", "Nothing was written.")
    case .unknownColumn(let name, let all) where name.isEmpty || all.isEmpty:
      self.init(
        "unknown-column", "a column has no name",
        "Names, with commas between: --columns time,text")
    case .unknownColumn(let name, let all):
      self.init(
        "unknown-column", "there would be no column \"\(name)\"",
        nearest: Self.columns(near: name, all), "Columns: \(Self.listed(all))")
    case .unknownOrder(let name, let all):
      self.init(
        "unknown-column", "there is no field \"\(name)\" to sort by",
        // `-hours` is the other way round elsewhere.
        nearest: all.contains(String(name.dropFirst())) && name.hasPrefix("-")
          ? ["\(name.dropFirst()) --reverse"] : Self.columns(near: name, all),
        "Fields: \(Self.listed(all))")
    case .nothingToExport(let name, let nearest, let note):
      self.init(
        "nothing-found",
        name.map { "no thread is named \"\($0)\", and no entry matches it as a query" }
          ?? "no entry matches",
        nearest: nearest, note, "tj list shows the threads.")
    }
  }

  /// The names that are probably meant; what other programs call a date is an entry's time.
  private static func columns(near name: String, _ all: [String]) -> [String] {
    ["date", "day", "when"].contains(name.lowercased()) ? ["time"] : all.nearest(to: name)
  }

  /// The first names, and how many more there are.
  private static func listed(_ names: [String]) -> String {
    let rest = names.count - 40
    return names.prefix(40).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
