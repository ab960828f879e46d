/// The help that `tj help` and `--help` print: plain text, drawn from the table.
struct HelpPage {
  let table: CommandTable
  /// The columns to fill; narrower than 40 counts as 40.
  let width: Int

  private var lines: [String] = []

  init(table: CommandTable = .standard, width: Int = 80) {
    self.table = table
    self.width = max(40, width)
  }

  /// The commands; at the end lines to begin with.
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
    page.add(table: "Options, before or after the command:", GlobalOptions.definitions)
    page.add(
      paragraph: "`tj help COMMAND` explains a command, and `man tj` everything. Begin with:")
    page.lines.append("")
    page.lines += ManualText.firstSteps.map { "  \($0)" }
    return page.bytes
  }

  func command(_ path: [String]) -> [UInt8]? {
    guard let command = table.definition(at: path) else { return nil }
    var page = self
    page.add(paragraph: command.summary)
    page.add(usage: (["tj"] + path).joined(separator: " "), command.synopsis)
    for paragraph in command.paragraphs { page.add(paragraph: paragraph) }
    page.add(table: "Subcommands:", command.subcommands.map { ($0.name, $0.summary) })
    page.add(table: "Arguments:", command.arguments.map { ($0.name, $0.summary) })
    page.add(table: "Options:", command.visibleOptions)
    page.add(table: "Options of every command:", GlobalOptions.definitions)
    page.add(examples: command.examples)
    page.add(table: "Exit status:", command.exitStatuses.map { ("\($0.code)", $0.meaning) })
    if !command.seeAlso.isEmpty {
      let topics = command.seeAlso.map { "`tj help \($0)`" }.joined(separator: ", ")
      page.add(paragraph: "See also: " + topics)
    }
    return page.bytes
  }

  private var bytes: [UInt8] { Array(lines.map { $0 + "\n" }.joined().utf8) }

  private mutating func add(table title: String, _ options: [OptionDefinition]) {
    add(table: title, options.map { ($0.listing, $0.summary) })
  }

  /// Adds text, behind an empty line where something stands before it.
  private mutating func add(paragraph: String) {
    if !lines.isEmpty { lines.append("") }
    lines += paragraph.unmarked.wrapped(to: width)
  }

  private mutating func add(usage name: String, _ pieces: [String]) {
    let start = "Usage: \(name) "
    let indent = min(start.columns, 16)
    let filled = pieces.filled(to: width - start.columns)
    lines += ["", filled.first.map { start + $0 } ?? "Usage: \(name)"]
    lines += filled.dropFirst().map { String(repeating: " ", count: indent) + $0 }
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
      let isBeside = term.columns + 2 <= column && !text.isEmpty
      lines.append(isBeside ? term.padded(to: column) + text[0] : term)
      lines += text.dropFirst(isBeside ? 1 : 0).map { "".padded(to: column) + $0 }
    }
  }

  private mutating func add(examples: [(command: String, summary: String)]) {
    guard !examples.isEmpty else { return }
    lines += ["", "Examples:"]
    for example in examples {
      lines.append("  \(example.command)")
      lines += example.summary.unmarked.wrapped(to: width - 6).map { "      \($0)" }
    }
  }
}

extension CommandTable {
  func definition(at path: [String]) -> CommandDefinition? {
    path.dropFirst().reduce(path.first.flatMap(definition(named:))) { found, name in
      found?.subcommands.first { $0.name == name }
    }
  }
}

extension String {
  /// This text with its marks of what is typed shown as quotes.
  var unmarked: String { String(map { $0 == "`" ? "'" : $0 }) }
}

extension CommandDefinition {
  var paragraphs: [String] { ManualSection(title: "", text: description).blocks.map(\.text) }

  /// The pieces of the synopsis after the command's name, none of which is broken over lines.
  var synopsis: [String] {
    if case .subcommands(_, let standard) = action {
      return [standard == nil ? "SUBCOMMAND" : "[SUBCOMMAND]", "[ARGUMENT...]"]
    }
    return pieces(arguments.map(\.name) + visibleOptions.map(\.name))
  }

  /// The command line in one line, without the options that stand for themselves.
  func briefUsage(at path: String) -> String {
    let options = visibleOptions.isEmpty ? [] : ["[OPTION]..."]
    return (["tj", path] + options + pieces(arguments.map(\.name))).joined(separator: " ")
  }

  private func pieces(_ names: [String]) -> [String] {
    var pieces: [String] = []
    var written: Set<String> = []
    for name in names where !written.contains(name) {
      let group = alternatives(to: name)
      written.formUnion(group)
      pieces.append(piece(of: group))
    }
    return pieces
  }

  private var documented: [String] { arguments.map(\.name) + visibleOptions.map(\.name) }

  /// The names of which one may be given instead of `name`, itself first; only itself if none.
  private func alternatives(to name: String) -> [String] {
    let groups = exclusive.filter { $0.contains(name) }
    guard groups.count == 1, let group = groups.first,
      group.allSatisfy({ member in
        documented.contains(member) && exclusive.count { $0.contains(member) } == 1
      })
    else { return [name] }
    return group
  }

  private func piece(of group: [String]) -> String {
    let bare = group.map(bareSpelling).joined(separator: " | ")
    guard group.count == 1, let name = group.first else { return "[\(bare)]" }
    if let argument = arguments.first(where: { $0.name == name }) {
      let isNeeded =
        argument.count.lowerBound > 0 || needsOneOf.filter(documented.contains) == [name]
      return isNeeded ? bare : "[\(bare)]"
    }
    let isRepeatable = options.contains { $0.name == name && $0.isRepeatable }
    return "[\(bare)]" + (isRepeatable ? "..." : "")
  }

  private func bareSpelling(_ name: String) -> String {
    if let argument = arguments.first(where: { $0.name == name }) {
      return argument.count.upperBound > 1 ? "\(name)..." : name
    }
    guard let option = options.first(where: { $0.name == name }) else { return name }
    return option.shortestSpelling + (option.placeholder.map { " \($0)" } ?? "")
  }
}

extension OptionDefinition {
  var listing: String {
    (short.map { "-\($0), " } ?? "    ") + "--\(name)" + (placeholder.map { " \($0)" } ?? "")
  }
}

extension String {
  /// These words on lines of at most `width` columns; a longer word has a line to itself.
  func wrapped(to width: Int) -> [String] {
    split(separator: " ").map(String.init).filled(to: width)
  }

  /// The number of columns, for text in scripts whose letters are each one scalar and one column.
  var columns: Int { unicodeScalars.count }

  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - columns))
  }
}

extension [String] {
  /// These pieces, none of them broken, on lines of at most `width` columns.
  func filled(to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for piece in self {
      if line.isEmpty {
        line = piece
      } else if line.columns + 1 + piece.columns <= width {
        line += " " + piece
      } else {
        lines.append(line)
        line = piece
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
