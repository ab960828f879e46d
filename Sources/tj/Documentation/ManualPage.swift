/// The manual page tj(1), in the man macros, drawn from the table and the manual's text.
struct ManualPage {
  private var lines: [String] = []

  /// The page for the commands in `table`.
  static func bytes(of table: CommandTable = .standard) -> [UInt8] {
    var page = ManualPage()
    page.addHead(table)
    page.addCommands(table)
    for section in ManualText.sections { page.add(section) }
    page.addExamples(table)
    page.add(ManualText.seeAlso)
    return Array(page.lines.map { $0 + "\n" }.joined().utf8)
  }

  private mutating func addHead(_ table: CommandTable) {
    let version = "ThreadJournal \(ProgramVersion.current)"
    lines += [
      ".\\\" Made by \"tj help --man\" from the command table; changes by hand are lost.",
      ".TH TJ 1 \(ProgramVersion.date) \"\(version)\" \"ThreadJournal manual\"", ".nh", ".ad l",
      ".SH NAME", "tj \\- keep a journal in plain text", ".SH SYNOPSIS",
    ]
    addSynopsis("tj", ["[OPTION]...", "COMMAND", "[ARGUMENT]..."])
    add(ManualSection(title: "DESCRIPTION", blocks: ManualText.description))
    lines.append(".SH OPTIONS")
    lines += RoffText.paragraph("Every command takes these, before or after its name.")
    for option in GlobalOptions.definitions { add(option) }
  }

  private mutating func addCommands(_ table: CommandTable) {
    lines.append(".SH COMMANDS")
    lines += RoffText.paragraph(ManualText.conventions)
    for command in table.definitions { add(command, path: ["tj", command.name]) }
  }

  private mutating func add(_ command: CommandDefinition, path: [String]) {
    lines.append(".SS \(RoffText.literal(path.joined(separator: " ")))")
    addSynopsis(path.joined(separator: " "), command.synopsis)
    lines.append(".PP")
    lines += RoffText.paragraph(command.summary)
    for paragraph in command.paragraphs { add(.paragraph(paragraph)) }
    for argument in command.arguments { add(.item(argument.name, argument.summary)) }
    for option in command.visibleOptions { add(option) }
    for note in command.exitStatuses {
      add(.paragraph("Exit status \(note.code): \(note.meaning)"))
    }
    for subcommand in command.subcommands { add(subcommand, path: path + [subcommand.name]) }
  }

  private mutating func addSynopsis(_ name: String, _ pieces: [String]) {
    lines.append(RoffText.synopsis(name))
    for piece in pieces {
      let line = RoffText.synopsis(piece)
      guard line.utf8.count > 80 else {
        lines.append(line)
        continue
      }
      // A long set of alternatives goes on several lines of source, and stays one word of output.
      let parts = piece.split(separator: "|").map(String.init)
      for (index, part) in parts.enumerated() {
        let isLast = index == parts.count - 1
        lines.append(RoffText.synopsis(isLast ? part : part + "|") + (isLast ? "" : "\\c"))
      }
    }
  }

  private mutating func add(_ option: OptionDefinition) {
    let listing = String(option.listing.drop { $0 == " " })
    add(.item(listing, option.summary))
  }

  private mutating func addExamples(_ table: CommandTable) {
    lines.append(".SH EXAMPLES")
    for example in table.definitions.flatMap(\.examples) {
      lines += [".TP", "\\fB\(RoffText.literal(example.command))\\fR"]
      lines += RoffText.paragraph(example.summary)
    }
  }

  private mutating func add(_ section: ManualSection) {
    lines.append(".SH \(section.title)")
    for (index, block) in section.blocks.enumerated() {
      if index == 0, case .paragraph(let text) = block {
        lines += RoffText.paragraph(text)
      } else {
        add(block)
      }
    }
  }

  private mutating func add(_ block: ManualSection.Block) {
    switch block {
    case .paragraph(let text):
      lines.append(".PP")
      lines += RoffText.paragraph(text)
    case .item(let term, let meaning):
      lines.append(".TP")
      lines += term.contains("`") ? RoffText.paragraph(term) : [RoffText.synopsis(term)]
      lines += RoffText.paragraph(meaning)
    case .code(let code):
      lines += [".PP", ".EX"]
      lines += code.map { RoffText.literal($0) }
      lines.append(".EE")
    }
  }
}
