import ThreadStorage

/// A file of another program that is no text with entries, but from which one can be made.
package enum ForeignDocument: Sendable, Hashable {
  case spreadsheet
  /// What pandoc reads, by its name for the format.
  case words(format: String)
  /// Of Pages, or of Word before 2007.
  case closedWords
  /// Of another program of Office: slides, a message.
  case office
  case pdf
  case database

  /// What `bytes` of a file called `file` are; nil where they may have entries.
  init?(_ bytes: [UInt8], file: String) {
    let suffix = file.lowercased().split(separator: ".").last ?? ""
    let start = bytes.prefix(400).drop { $0 <= 0x20 || $0 >= 0x80 }
    func begins(with words: String) -> Bool {
      String(utf8: start.prefix(words.utf8.count)).lowercased() == words
    }
    if begins(with: "%pdf-") {
      self = .pdf
    } else if begins(with: "{\\rtf") {
      self = .words(format: "rtf")
    } else if begins(with: "<!doctype html") || begins(with: "<html") {
      self = .words(format: "html")
    } else if begins(with: "sqlite format 3\0") {
      self = .database
    } else if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
      // The files of Office before 2007 are told apart by their names alone.
      self =
        suffix.hasPrefix("doc") ? .closedWords : suffix.hasPrefix("xl") ? .spreadsheet : .office
    } else {
      return nil
    }
  }

  /// What the archive called `file` with these members is; nil where it may have entries.
  init?(archive file: String, members: [String]) {
    func has(_ name: String) -> Bool { members.contains { $0.hasPrefix(name) } }
    switch file.lowercased().split(separator: ".").last {
    case "xlsx", "xlsm", "ods", "numbers": self = .spreadsheet
    case "docx": self = .words(format: "docx")
    case "odt": self = .words(format: "odt")
    case "epub": self = .words(format: "epub")
    case "pages": self = .closedWords
    case _ where has("xl/"): self = .spreadsheet
    case _ where has("word/"): self = .words(format: "docx")
    default: return nil
    }
  }
}
