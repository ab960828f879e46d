/// The help that `tj help` and `--help` print: plain text, drawn from the table.
struct HelpPage {
  /// The commands there are.
  let table: CommandTable
  /// The columns to fill; narrower than 40 counts as 40.
  let width: Int

  private var lines: [String] = []

  /// Pages of the commands in `table`, `width` columns wide.
  init(table: CommandTable = .standard, width: Int = 80) {
    self.table = table
    self.width = max(40, width)
  }

  /// The overview: commands by group, and the options that all of them take.
  func overview() -> [UInt8] {
    var page = self
    page.add(paragraph: ManualText.inOneSentence)
    page.add(usage: "tj", ["[OPTION]...", "COMMAND", "[ARGUMENT]..."])
    let commands = table.definitions
    let widest = commands.map(\.name.columns).max() ?? 0
    for group in CommandDefinition.Group.allCases {
      let rows = commands.filter { $0.group == group }.map { ($0.name, $0.summary) }
      page.add(table: "\(group.rawValue):", rows, termWidth: widest)
    }
    page.add(table: "Options, before or after the command:", Self.rows(GlobalOptions.definitions))
    page.lines.append("")
    page.add(
      paragraph: "`tj help COMMAND` explains a command, and `man tj` everything. Begin with:")
    page.lines.append("")
    page.lines += ManualText.firstSteps.map { "  \($0)" }
    return page.bytes
  }

  /// The help of the command, or subcommand, at `path`; nil where there is none.
  func command(_ path: [String]) -> [UInt8]? {
    guard let command = table.definition(at: path) else { return nil }
    var page = self
    page.add(paragraph: command.summary)
    page.add(usage: (["tj"] + path).joined(separator: " "), command.synopsis)
    for paragraph in command.paragraphs {
      page.lines.append("")
      page.add(paragraph: paragraph)
    }
    page.add(table: "Subcommands:", command.subcommands.map { ($0.name, $0.summary) })
    page.add(table: "Arguments:", command.arguments.map { ($0.name, $0.summary) })
    page.add(table: "Options:", Self.rows(command.visibleOptions))
    page.add(table: "Options of every command:", Self.rows(GlobalOptions.definitions))
    page.add(examples: command.examples)
    page.add(table: "Exit status:", command.exitStatuses.map { ("\($0.code)", $0.meaning) })
    page.add(seeAlso: command.seeAlso)
    return page.bytes
  }

  private var bytes: [UInt8] { Array(lines.map { $0 + "\n" }.joined().utf8) }

  private static func rows(_ options: [OptionDefinition]) -> [(String, String)] {
    options.map { ($0.listing, $0.summary) }
  }

  private mutating func add(paragraph: String) {
    lines += paragraph.unmarked.wrapped(to: width)
  }

  private mutating func add(usage name: String, _ pieces: [String]) {
    let start = "Usage: \(name) "
    let indent = min(start.columns, 16)
    let filled = pieces.filled(to: width - start.columns)
    lines.append("")
    lines.append(start + (filled.first ?? ""))
    lines += filled.dropFirst().map { String(repeating: " ", count: indent) + $0 }
    if filled.isEmpty { lines[lines.count - 1] = "Usage: \(name)" }
  }

  private mutating func add(
    table title: String, _ rows: [(term: String, summary: String)], termWidth: Int = 0
  ) {
    guard !rows.isEmpty else { return }
    lines += ["", title]
    let widest = rows.reduce(termWidth) { max($0, $1.term.columns) }
    let column = width < 60 ? 8 : min(widest, 26) + 4
    for row in rows {
      let text = row.summary.unmarked.wrapped(to: width - column)
      let term = "  \(row.term)"
      var rest = text[...]
      if term.columns + 2 <= column, let first = text.first {
        lines.append(term.padded(to: column) + first)
        rest = text.dropFirst()
      } else {
        lines.append(term)
      }
      lines += rest.map { "".padded(to: column) + $0 }
    }
  }

  private mutating func add(examples: [CommandDefinition.Example]) {
    guard !examples.isEmpty else { return }
    lines += ["", "Examples:"]
    for example in examples {
      lines.append("  \(example.command)")
      lines += example.summary.unmarked.wrapped(to: width - 6).map { "      \($0)" }
    }
  }

  private mutating func add(seeAlso names: [String]) {
    guard !names.isEmpty else { return }
    lines.append("")
    add(paragraph: "See also: " + names.map { "`tj help \($0)`" }.joined(separator: ", "))
  }
}

extension CommandTable {
  /// The definition of the command, or subcommand, at `path`.
  func definition(at path: [String]) -> CommandDefinition? {
    guard let first = path.first, var found = definition(named: first) else { return nil }
    for name in path.dropFirst() {
      guard let next = found.subcommands.first(where: { $0.name == name }) else { return nil }
      found = next
    }
    return found
  }
}

extension String {
  /// This text with its marks of what is typed shown as quotes.
  var unmarked: String { String(map { $0 == "`" ? "'" : $0 }) }
}
