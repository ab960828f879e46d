import ThreadJournal
import ThreadStorage

/// How to make what can be imported of the files of other programs.
extension ErrorMessage {
  /// How to make a table of JSON.
  static func tabulating(_ table: JSONTable, _ file: String) -> [String] {
    let made = Self.made(of: file, "csv")
    let left =
      table.others.isEmpty
      ? [] : ["Lists and objects are no cells: \(table.others.first(5).joined(separator: ", "))"]
    // Nobody reads a longer line.
    guard table.columns.count <= 40 else {
      let columns = Plural.of(table.columns.count, "column")
      return ["As a table with some of its \(columns) it can be read: tj import \(made)"] + left
    }
    let (rows, headers): (String, [String]) =
      switch table.rows {
      case .items: (".[]", table.columns)
      case .list(let name): (path(name) + "[]", table.columns)
      case .days: ("to_entries[]", ["date", "text"])
      case .objectsOfDays: ("to_entries[] | {date: .key} + .value", table.columns)
      }
    let cells = table.columns.map { name in
      let scale = table.instants[name].map { " | if . then . / \($0) | floor | todate else . end" }
      return scale.map { "(\(path(name))\($0))" } ?? path(name)
    }.joined(separator: ", ")
    let filter =
      "[\(headers.map(JSONTable.quoted).joined(separator: ","))], (\(rows) | [\(cells)]) | @csv"
    let command =
      "jq -\(table.isSeries ? "rs" : "r") \(ShellWord.quoted(filter)) \(ShellWord.quoted(file)) > \(made)"
    return ["As a table it can be read: \(command); then: tj import \(made)"] + left
  }

  /// How jq names a member.
  private static func path(_ name: String) -> String {
    let isPlain =
      name.utf8.allSatisfy { Byte.isLetterOrDigit($0) || $0 == UInt8(ascii: "_") }
      && name.utf8.first.map(Byte.isDigit) == false
    return "." + (isPlain ? name : JSONTable.quoted(name))
  }

  /// The name of a file that is made of the one called `file`, as a word of a command.
  private static func made(of file: String, _ suffix: String) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
    return ShellWord.quoted(stem + "." + suffix)
  }

  /// What a file of another program is called, and how to make one of it that is read.
  static func converting(
    _ document: ForeignDocument, _ file: String
  ) -> (words: String, advice: String) {
    func made(_ suffix: String) -> String { Self.made(of: file, suffix) }
    let old = ShellWord.quoted(file)
    return switch document {
    case .spreadsheet:
      (
        "a spreadsheet",
        "Save it there as CSV, in UTF-8 where it asks, then: tj import \(made("csv"))"
      )
    case .words(let format):
      (
        format == "html" ? "a web page" : "a document of a word processor",
        "Make Markdown of it: pandoc -f \(format) -t gfm -o \(made("md")) \(old); "
          + "then: tj import \(made("md"))"
      )
    case .closedWords, .office:
      (
        document == .office ? "a file of Office" : "a document of a word processor",
        "Save it there as plain text, with the suffix .md, then: tj import \(made("md"))"
      )
    case .pdf:
      (
        "a PDF",
        "Make text of it: pdftotext -layout \(old) \(made("md")); then see how its days are written"
      )
    case .database:
      (
        "a database of SQLite",
        "Export its table as CSV: sqlite3 -csv -header \(old) 'SELECT * FROM TABLE' > \(made("csv"))"
      )
    }
  }
}
