import ThreadJournal
import ThreadStorage

extension ErrorMessage {
  /// Why an export or an import cannot be.
  init(_ error: TransferError) {
    switch error {
    case .fileExists(let path):
      self.init(
        code: "file-exists", place: .init(path: path), sentence: "there is such a file already",
        advice: ["Nothing was written. To replace it, add --force."])
    case .fileInJournal(let path):
      self.init(
        code: "file-in-journal", place: .init(path: path),
        sentence: "this file would be a thread of the journal",
        advice: ["Write it outside the journal's directory."])
    case .fileMissing(let path):
      self.init(
        code: "file-missing", place: .init(path: path), sentence: "there is no such file",
        advice: ["Files are named from the working directory."])
    case .notAFile(let path):
      self.init(
        code: "not-a-file", place: .init(path: path), sentence: "this is no file to import",
        advice: ["Of a folder, name the files: tj import notes/*.md"])
    case .nothingToImport:
      self.init(
        code: "nothing-to-import", sentence: "there is nothing to import",
        advice: ["Name a file, or pipe one in: tj import diary.csv"])
    case .badMapping(let text):
      self.init(
        code: "bad-mapping", sentence: "\"\(text)\" does not say which column is for what",
        advice: ["Write TARGET=COLUMN, with commas between: --map TIME=date,TEXT=note"])
    case .badTimePattern(let text):
      self.init(
        code: "bad-time-format", sentence: "\"\(text)\" is not a pattern for times",
        advice: ["Patterns are strptime's: %Y %m %d %H %M %S %p %b %F %T and others."])
    case .badInput(_, let count):
      self.init(
        code: "bad-input",
        sentence: "\(Counted.problems(count)) in what is to be imported",
        advice: ["Nothing was imported. Mend them, and try again."])
    }
  }

  /// What is wrong with a file that is to be imported, at one of its lines.
  init(_ problem: ImportProblem) {
    switch problem.kind {
    case .field(let error):
      self.init(error, title: "the thread", name: "THREAD", path: problem.file)
    case .unknownFormat, .noTimeColumn, .noColumn, .noEntries, .emptyFile, .unknownTimes,
      .undatedHeadings, .utf16, .archive(.tooLarge):
      self = ErrorMessage.ofWholeFile(problem.kind)
    default:
      self.init(code: "bad-import", sentence: ErrorMessage.sentence(problem.kind))
    }
    var place = Place(path: problem.file, line: problem.line)
    switch problem.kind {
    case .notUTF8(let column), .nulByte(let column), .badJSON(let column),
      .halfCharacter(let column):
      place.column = column
    case .unknownFormat, .noEntries, .emptyFile, .archive: place.line = nil
    default: break
    }
    self.place = place
  }

  private static func ofWholeFile(_ kind: ImportProblem.Kind) -> ErrorMessage {
    let code = "bad-import"
    switch kind {
    case .unknownFormat:
      let formats = ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
      return ErrorMessage(
        code: "unknown-format", sentence: "neither name nor content tells what this file is",
        advice: ["Say it with --from: \(formats)"])
    case .noTimeColumn(let headers):
      return ErrorMessage(
        code: code, sentence: "no column is known to hold the times",
        advice: [
          "Columns: \(headers.joined(separator: ", "))",
          "Say which one it is: --map TIME=\(ShellWord.quoted(headers.first ?? "COLUMN"))",
        ])
    case .noColumn(let header, let headers):
      return ErrorMessage(
        code: code, sentence: "there is no column \"\(header)\"",
        advice: ["Columns: \(headers.joined(separator: ", "))"])
    case .emptyFile: return ErrorMessage(code: code, sentence: "this file is empty")
    case .unknownTimes(let text):
      return ErrorMessage(
        code: code, sentence: "\"\(text)\" is not a time as jrnl writes it unless told otherwise",
        advice: ["Say how it is written, as in jrnl's settings: --time-format '%d/%m/%Y %H:%M'"])
    case .undatedHeadings(let text):
      return ErrorMessage(
        code: code,
        sentence: "no heading begins with a date such as 2026-03-28; \"\(text)\" may be one",
        advice: ["Say how dates are written: --time-format '%d.%m.%Y'"])
    case .archive(.tooLarge(let limit)):
      return ErrorMessage(
        code: code,
        sentence: "the journals in this archive unpack to more than \(limit >> 20) MB,"
          + " with \(ZIPArchive.entrySize) bytes for each entry",
        advice: ["Unpack it yourself, and import each journal: tj import Journal.json"])
    case .utf16:
      return ErrorMessage(
        code: "utf-16", sentence: "this file is UTF-16",
        advice: ["Convert it: iconv -f UTF-16 -t UTF-8 OLD > NEW"])
    default: return ErrorMessage(code: code, sentence: "there are no entries in this file")
    }
  }

  private static func sentence(_ kind: ImportProblem.Kind) -> String {
    switch kind {
    case .notUTF8: "this byte is not UTF-8"
    case .nulByte: "text cannot hold a NUL byte"
    case .unterminatedQuote: "the quotation mark that opens here is never closed"
    case .cellCount(let count, let expected):
      "this row has \(Counted.of(count, "cell")), and the header \(expected)"
    case .columnTwice(let name): "two columns are for \"\(name)\""
    case .badTime(let text): "\"\(text)\" is not a time"
    case .badID(let text): "\"\(text)\" cannot be an entry's id"
    case .duplicateID(let id, let line): "the id \(id) is also that of the entry at line \(line)"
    case .badTitle(let text): "\"\(text)\" cannot be an entry's title, which is one line"
    case .badThreadTitle(let text): "\"\(text)\" cannot be a thread's title"
    case .badPath(let path): "\"\(path)\" cannot be the path of a thread in the journal"
    case .badFieldName(let name): "\"\(name)\" cannot be the name of a field"
    case .badJSON: "this is not JSON"
    case .halfCharacter: "this escape is half a character; the other half must follow it"
    case .badMember(let name): "\"\(name)\" is missing, or is not what it should be"
    case .unknownVersion(let version): "this is version \(version); only version 1 is known"
    case .threadIsDeleted(let title): "the thread \"\(title)\" is deleted"
    case .ambiguousThread(let title): "several threads are called \"\(title)\""
    case .archive(let error): sentence(error)
    default: "this cannot be written so that it reads back the same"
    }
  }

  private static func sentence(_ error: ZIPError) -> String {
    switch error {
    case .damaged: "this ZIP file is damaged"
    case .unsupported(let name): "\(name) is packed in a way that cannot be read"
    case .tooLarge: "this ZIP file is too large"
    }
  }
}
